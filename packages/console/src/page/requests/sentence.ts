/** Says in one sentence what a request does. Built of parts, so that names have faces and nothing becomes markup. */
import type { MultisigTypes } from '@quorate/client'
import { amountText, decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import type { Texts } from '../texts/en.ts'
import { seen } from '../texts/strangers.ts'

export type Operation = MultisigTypes['RequestStatus']['operation']

/**
 * Words, something in bold (a token's amount with its id), or an account, perhaps with a name that another person gave
 * it.
 */
export type Part =
  | { words: string }
  | { bold: string; id?: string | undefined }
  | { account: string; name?: string | undefined; kind: 'person' | 'wallet' }

export interface Stated {
  operation: Operation
  payload: Readonly<Record<string, unknown>>
}

export interface Reader {
  texts: Texts
  language: string
  /** The token that is paid out, once it is loaded. */
  token?: { symbol: string | undefined; decimals: string | number } | undefined
  /** The wallet, if the sentence should name it. */
  wallet?: { id: string; name: string | undefined } | undefined
  /** Whether the request was executed. */
  isDone?: boolean
}

export function sentenceOf({ operation, payload }: Stated, reader: Reader): Part[] {
  const { texts, wallet, isDone = false } = reader
  const { sentences } = texts
  const { receiverId, tokenId, name, nodeId, owner, action, threshold } = payload
  const { wallet: whom, name: called } = (owner ?? {}) as { wallet?: unknown; name?: unknown }
  const parts: Record<string, Part> = {
    what: operation === 'withdraw' ? paidIn(payload, reader) : { bold: String(tokenId ?? '') },
    whom:
      operation === 'withdraw'
        ? { account: String(receiverId), kind: 'person' }
        : { account: String(whom ?? ''), kind: 'person', ...(typeof called === 'string' ? { name: called } : {}) },
    wallet: wallet ? { account: wallet.id, name: wallet.name, kind: 'wallet' } : { bold: sentences.newWallet },
    name: { bold: seen(String(name ?? '')) },
    rule: { bold: sentences.rule(typeof threshold === 'number' ? threshold : 1) },
    node: { bold: sentences.node(String(nodeId)) },
  }
  const form = isDone && (wallet || operation === 'create') ? 2 : wallet ? 1 : 0
  return filled(sentences[FORMS[kindOf(operation, action, nodeId)][form]], parts)
}

type Kind = Exclude<Operation, 'update'> | 'add' | 'remove' | 'unstake'

const kindOf = (operation: Operation, action: unknown, nodeId: unknown): Kind => {
  if (operation === 'update') return action === 'remove' ? 'remove' : 'add'
  return operation === 'stake' && nodeId === undefined ? 'unstake' : operation
}

/** Without the wallet, with it, and with it once it is done. */
const FORMS = {
  withdraw: ['withdraw', 'withdrawOf', 'withdrawn'],
  create: ['create', 'create', 'created'],
  add: ['add', 'addOf', 'added'],
  remove: ['remove', 'removeOf', 'removed'],
  stake: ['stake', 'stakeOf', 'staked'],
  unstake: ['unstake', 'unstakeOf', 'unstaked'],
  associate: ['associate', 'associateOf', 'associated'],
  dissociate: ['dissociate', 'dissociateOf', 'dissociated'],
} as const

/** Puts the parts into a text with `{…}`. */
const filled = (text: string, parts: Readonly<Record<string, Part>>): Part[] =>
  text
    .split(/(\{\w+\})/)
    .filter((one) => one !== '')
    .map((one) => parts[one.slice(1, -1)] ?? { words: one })

/** What a withdrawal pays. */
export function paidIn(payload: Stated['payload'], { texts, language, token }: Reader): { bold: string; id?: string } {
  const { tokenId, type, amountOrSerial } = payload
  const amount = String(amountOrSerial)
  const isAmount = /^\d{1,19}$/.test(amount)
  if (tokenId === 'HBAR' && isAmount) return { bold: `${amountText(BigInt(amount), HBAR_DECIMALS, language)} ℏ` }
  if (type === 'NON_FUNGIBLE_UNIQUE') return { bold: texts.sentences.nft(String(tokenId), amount) }
  const decimals = decimalsIn(token?.decimals)
  if (!token || decimals === undefined || !isAmount) return { bold: texts.sentences.unknown(String(tokenId)) }
  const paid = amountText(BigInt(amount), decimals, language)
  return token.symbol === undefined
    ? { bold: `${paid} ${tokenId}` }
    : { bold: `${paid} ${seen(token.symbol)}`, id: String(tokenId) }
}

/**
 * The sentence as plain text, for titles. Names of other people stand with their ids.
 *
 * @param called The name of an account that may be shown: the reader's own, or the given one if it is safe
 */
export const sentenceText = (
  parts: readonly Part[],
  called: (account: string, name: string | undefined) => string | undefined,
): string =>
  parts
    .map((part) => {
      if ('words' in part) return part.words
      if ('bold' in part) return part.id === undefined ? part.bold : `${part.bold} (${part.id})`
      const name = called(part.account, part.name)
      return part.kind === 'wallet' ? (name ?? part.account) : [name, part.account].filter(Boolean).join(' ')
    })
    .join('')

/** The operation of a history entry. The history records stakes as updates. */
export const operationOf = (type: Operation, payload: Readonly<Record<string, unknown>>): Operation =>
  type === 'update' && payload.action === undefined ? 'stake' : type
