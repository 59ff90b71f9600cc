/** Says in one sentence what a request does. The parts are a list, so that names can be styled, but add no markup. */
import type { MultisigTypes } from '@quorate/client'
import { amountText, decimalsIn, HBAR_DECIMALS, operationParts, readOperation, sumsOf } from '@quorate/verify'
import type { Texts } from '../../texts/en.ts'
import { seen } from '../../texts/strangers.ts'

export type Operation = MultisigTypes['RequestStatus']['operation']

/** Plain words, bold text (such as an amount, with its token's id), or an account, perhaps with an untrusted name. */
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
  /**
   * The wallet's current owners, for an open request: adding one of them refreshes its key. Undefined for other
   * requests, because nothing says who the owners were when they ended.
   */
  owners?: ReadonlySet<string> | undefined
  /** How many of them must sign. */
  threshold?: number | undefined
}

export function sentenceOf({ operation, payload }: Stated, reader: Reader): Part[] {
  if (operation === 'operation') return operationSentence(payload, reader)
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
          : operation === 'claim'
            ? { bold: claimedIn(payload, reader) }
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
  const isPresent = isDone ? undefined : owners?.has(String(whom))
  const isRule = typeof threshold === 'number' && reader.threshold !== undefined && threshold !== reader.threshold
  const kind = kindOf(operation, { action, nodeId, isPresent, isRule })
  return filled(sentences[FORMS[kind][form]], parts)
}

type Kind =
  | Exclude<Operation, 'update' | 'operation'>
  | 'add'
  | 'refresh'
  | 'rerule'
  | 'addOrRefresh'
  | 'remove'
  | 'unstake'

/** Describes an operation of the node API; names only the kind of request if there are no words for it. */
function operationSentence(payload: Stated['payload'], reader: Reader): Part[] {
  const walletId = String(payload.walletId ?? '')
  const read = readOperation(payload.operation, walletId)
  if ('wrong' in read) return [{ words: reader.texts.request.title.operation }]
  const amountOf = (tokenId: string, units: string) => {
    const { bold, id } = amountIn(tokenId, units, reader)
    return id === undefined ? bold : `${bold} (${id})`
  }
  const language = reader.language === 'de' ? 'de' : 'en'
  return operationParts(read, walletId, { language, amountOf, isShort: true }).map((part): Part => {
    if ('words' in part) return part
    if ('value' in part) return { bold: part.value }
    const isWallet = part.account === walletId
    return isWallet
      ? { account: walletId, kind: 'wallet', name: reader.wallet?.name }
      : { account: part.account, kind: 'person' }
  })
}

/**
 * @param said.isPresent Whether the added account is already an owner; undefined if that is not known
 * @param said.isRule Whether the threshold changes
 */
function kindOf(
  operation: Exclude<Operation, 'operation'>,
  said: { action: unknown; nodeId: unknown; isPresent: boolean | undefined; isRule: boolean },
): Kind {
  const { action, nodeId, isPresent, isRule } = said
  if (operation === 'update') {
    if (action === 'remove') return 'remove'
    if (isPresent === undefined) return 'addOrRefresh'
    return isPresent ? (isRule ? 'rerule' : 'refresh') : 'add'
  }
  return operation === 'stake' && nodeId === undefined ? 'unstake' : operation
}

/** The texts for each kind: without the wallet, with the wallet, and with the wallet after the execution. */
const FORMS = {
  withdraw: ['withdraw', 'withdrawOf', 'withdrawn'],
  pay: ['pay', 'payOf', 'paid'],
  create: ['create', 'create', 'created'],
  add: ['add', 'addOf', 'added'],
  refresh: ['refresh', 'refreshOf', 'refreshOf'],
  addOrRefresh: ['addOrRefresh', 'addOrRefreshOf', 'added'],
  rerule: ['rerule', 'reruleOf', 'reruleOf'],
  remove: ['remove', 'removeOf', 'removed'],
  stake: ['stake', 'stakeOf', 'staked'],
  unstake: ['unstake', 'unstakeOf', 'unstaked'],
  associate: ['associate', 'associateOf', 'associated'],
  dissociate: ['dissociate', 'dissociateOf', 'dissociated'],
  claim: ['claim', 'claimOf', 'claimed'],
} as const

/** Splits a text at its `{name}` placeholders, and puts the given part in place of each. */
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

/** Tokens and NFTs that an airdrop brings. The request does not say how much of a token waits. */
const claimedIn = (payload: Stated['payload'], reader: Reader): string =>
  statedAirdrops(payload)
    .map(({ senderId, tokenId, serialNumber }) => {
      const { nft, airdropFrom } = reader.texts.sentences
      return airdropFrom(serialNumber === undefined ? tokenId : nft(tokenId, String(serialNumber)), senderId)
    })
    .join(' + ')

export interface AirdropStated {
  senderId: string
  tokenId: string
  serialNumber?: number | string
}

/** The airdrops that a request accepts; none for other requests. */
export const statedAirdrops = ({ airdrops }: Stated['payload']): readonly AirdropStated[] =>
  Array.isArray(airdrops) ? airdrops : []

export interface PaymentStated {
  receiverId: string
  tokenId: string
  amount: number | string
}

/** The payments of a request to several receivers; none for other requests. */
export const statedPayments = ({ payments }: Stated['payload']): readonly PaymentStated[] =>
  Array.isArray(payments) ? payments : []

/** An amount in smallest units; undefined if the value is not an amount. */
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

/** The operation of a history entry. The history records stakes as updates, payments as withdrawals, and claims as
 * associations. */
export function operationOf(type: Operation, payload: Readonly<Record<string, unknown>>): Operation {
  if (type === 'update' && payload.action === undefined) return 'stake'
  if (type === 'associate' && payload.airdrops !== undefined) return 'claim'
  return type === 'withdraw' && payload.payments !== undefined ? 'pay' : type
}
