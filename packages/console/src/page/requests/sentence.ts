/** Says in one sentence what a request does. Built of parts, so that names have faces and nothing becomes markup. */
import type { MultisigTypes } from '@quorate/client'
import { amountText, decimalsIn, HBAR_DECIMALS, sumsOf } from '@quorate/verify'
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
  /** The tokens that are paid out, by id, once they are loaded. */
  tokens?: ReadonlyMap<string, { symbol: string | undefined; decimals: unknown }>
  /** The wallet, if the sentence should name it. */
  wallet?: { id: string; name: string | undefined } | undefined
  /** Whether the request was executed. */
  isDone?: boolean
  /** The wallet's present owners, for a request that is open: one of them is not added, but refreshed. */
  owners?: ReadonlySet<string> | undefined
  /** How many of them must sign. */
  threshold?: number | undefined
}

export function sentenceOf({ operation, payload }: Stated, reader: Reader): Part[] {
  const { texts, wallet, isDone = false, owners } = reader
  const { sentences } = texts
  const { receiverId, tokenId, name, nodeId, owner, action, threshold } = payload
  const { wallet: whom, name: called } = (owner ?? {}) as { wallet?: unknown; name?: unknown }
  const parts: Record<string, Part> = {
    what:
      operation === 'withdraw'
        ? paidIn(payload, reader)
        : operation === 'pay'
          ? paidInAll(payload, reader)
          : { bold: String(tokenId ?? '') },
    receivers: { bold: sentences.receivers(new Set(statedPayments(payload).map((one) => one.receiverId)).size) },
    whom:
      operation === 'withdraw'
        ? { account: String(receiverId), kind: 'person' }
        : { account: String(whom ?? ''), kind: 'person', ...(typeof called === 'string' ? { name: called } : {}) },
    wallet: wallet ? { account: wallet.id, name: wallet.name, kind: 'wallet' } : { bold: sentences.newWallet },
    name: { bold: seen(String(name ?? '')) },
    rule: { bold: typeof threshold === 'number' ? sentences.rule(threshold) : sentences.sameRule },
    node: { bold: sentences.node(String(nodeId)) },
  }
  const form = isDone && (wallet || operation === 'create') ? 2 : wallet ? 1 : 0
  const kind = kindOf(operation, action, nodeId)
  const isPresent = kind === 'add' && !isDone && owners?.has(String(whom))
  const isRule = typeof threshold === 'number' && reader.threshold !== undefined && threshold !== reader.threshold
  return filled(sentences[FORMS[isPresent ? (isRule ? 'rerule' : 'refresh') : kind][form]], parts)
}

type Kind = Exclude<Operation, 'update'> | 'add' | 'remove' | 'unstake'

const kindOf = (operation: Operation, action: unknown, nodeId: unknown): Kind => {
  if (operation === 'update') return action === 'remove' ? 'remove' : 'add'
  return operation === 'stake' && nodeId === undefined ? 'unstake' : operation
}

/** Without the wallet, with it, and with it once it is done. */
const FORMS = {
  withdraw: ['withdraw', 'withdrawOf', 'withdrawn'],
  pay: ['pay', 'payOf', 'paid'],
  create: ['create', 'create', 'created'],
  add: ['add', 'addOf', 'added'],
  refresh: ['refresh', 'refreshOf', 'refreshOf'],
  rerule: ['rerule', 'reruleOf', 'reruleOf'],
  remove: ['remove', 'removeOf', 'removed'],
  stake: ['stake', 'stakeOf', 'staked'],
  unstake: ['unstake', 'unstakeOf', 'unstaked'],
  associate: ['associate', 'associateOf', 'associated'],
  dissociate: ['dissociate', 'dissociateOf', 'dissociated'],
} as const

/** Puts the parts into a text with `{…}`. */
export const filled = (text: string, parts: Readonly<Record<string, Part>>): Part[] =>
  text
    .split(/(\{\w+\})/)
    .filter((one) => one !== '')
    .map((one) => parts[one.slice(1, -1)] ?? { words: one })

/** The amount or the NFT that a withdrawal pays. */
function paidIn(payload: Stated['payload'], reader: Reader): { bold: string; id?: string } {
  const { tokenId, type, amountOrSerial } = payload
  if (tokenId !== 'HBAR' && type === 'NON_FUNGIBLE_UNIQUE')
    return nftIn(String(tokenId), String(amountOrSerial), reader)
  return amountIn(String(tokenId), String(amountOrSerial), reader)
}

/** The totals of payments to several receivers. */
function paidInAll(payload: Stated['payload'], reader: Reader): { bold: string } {
  const payments = statedPayments(payload).map((one) => ({ tokenId: one.tokenId, amount: unitsIn(one.amount) ?? 0n }))
  return {
    bold: [...sumsOf(payments)]
      .map(([tokenId, sum]) => amountIn(tokenId, String(sum), reader))
      .map(({ bold, id }) => (id === undefined ? bold : `${bold} (${id})`))
      .join(' + '),
  }
}

export interface PaymentStated {
  receiverId: string
  tokenId: string
  amount: number | string
}

/** The payments of a request to several receivers; none for other requests. */
export const statedPayments = ({ payments }: Stated['payload']): readonly PaymentStated[] =>
  Array.isArray(payments) ? payments : []

/** An amount in smallest units; undefined if it is none. */
export const unitsIn = (amount: unknown): bigint | undefined =>
  /^\d{1,19}$/.test(String(amount)) ? BigInt(String(amount)) : undefined

export function nftIn(id: string, serial: string, { texts, tokens }: Reader): { bold: string; id?: string } {
  const symbol = tokens?.get(id)?.symbol
  const { nft } = texts.sentences
  return symbol === undefined ? { bold: nft(id, serial) } : { bold: nft(seen(symbol), serial), id }
}

export function amountIn(
  tokenId: string,
  amount: string,
  { texts, language, tokens }: Reader,
): { bold: string; id?: string } {
  const units = unitsIn(amount)
  if (tokenId === 'HBAR' && units !== undefined) return { bold: `${amountText(units, HBAR_DECIMALS, language)} ℏ` }
  const token = tokens?.get(tokenId)
  const decimals = decimalsIn(token?.decimals)
  if (!token || decimals === undefined || units === undefined) return { bold: texts.sentences.unknown(tokenId) }
  const paid = amountText(units, decimals, language)
  return token.symbol === undefined
    ? { bold: `${paid} ${tokenId}` }
    : { bold: `${paid} ${seen(token.symbol)}`, id: tokenId }
}

/**
 * The sentence as plain text, for titles. Names of other people are shown with their ids.
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

/** The operation of a history entry. The history records stakes as updates, and payments as withdrawals. */
export function operationOf(type: Operation, payload: Readonly<Record<string, unknown>>): Operation {
  if (type === 'update' && payload.action === undefined) return 'stake'
  return type === 'withdraw' && payload.payments !== undefined ? 'pay' : type
}
