/**
 * Describes a request in sentences, from what it states. They are true only if the bytes were compared with these
 * statements.
 */
import { operationOf } from '../bodies/operations/operations.ts'
import { operationText } from '../bodies/operations/sentence.ts'
import { keyText, quoted } from '../bodies/summaries.ts'
import type { MaximumFees } from '../fees/custom-fees.ts'
import type { Key } from '../keys/keys.ts'
import { hbars } from '../values/amounts.ts'
import { holdsAnotherId } from '../values/names/ids-in-names.ts'
import { sumsOf } from '../values/payments.ts'
import type { Replaced } from './replaced.ts'
import type { StatedRequest } from './stated.ts'
import type { AmountOf } from './tokens.ts'
import type { NewKey } from './wallet-key.ts'

export interface Around {
  act: string
  newKey: NewKey | undefined
  amountOf: AmountOf
  /** The custom fees that the ledger would charge now. */
  charged: MaximumFees
  signerId: string
  /** The replaced request, if the two requests were compared; otherwise undefined. */
  replaced: (Replaced & { amountOf: AmountOf }) | undefined
  /** For `operation`: the wallet's key on the ledger. */
  walletKey: Key | undefined
  /** The account that pays the fee of the bytes to sign. */
  payer: string | undefined
  /** The memo that the bytes set on the wallet, in quotation marks. */
  memo: string | undefined
}

export function inSentences(request: StatedRequest, around: Around): string[] {
  const { schedule, executeAt, walletId, requesterId } = request
  const { act } = around
  const first = OPERATIONS[request.operation]?.(request, around) ?? `${request.operation} of ${walletId}`
  const sentences = [first, ...beside(request, around)]
  if (request.replaces) sentences.push(...replacedSentences(request.replaces, around.replaced))
  if (executeAt !== undefined) sentences.push(executedAtSentence(executeAt))
  if (schedule)
    sentences.push(
      schedule.execute === 'expiry'
        ? `The ledger keeps it, and executes it at ${schedule.expiresAt}.`
        : `The ledger keeps it until ${schedule.expiresAt}, and executes it with the signature that completes it.`,
      `Before that ${requesterId} can delete it, and so can those who sign for ${walletId}.`,
    )
  if (act === 'scheduleCreate')
    sentences.push(
      schedule?.scheduleId
        ? `These are the bytes that made schedule ${schedule.scheduleId}: there is nothing to sign in them.`
        : 'Signing makes the ledger keep it, and counts as the signature of who asked.',
    )
  if (act === 'scheduleSign')
    sentences.push(`Signing gives the ledger the signature for schedule ${schedule?.scheduleId}.`)
  if (act === 'scheduleDelete')
    return [`Delete schedule ${schedule?.scheduleId}, which contains: ${first}`, ...sentences.slice(1)]
  return sentences
}

/** Names the replaced request, and says whether the ledger could execute both. */
function replacedSentences({ jobId }: { jobId: string }, replaced: Around['replaced']): string[] {
  const effect = `Your signature rejects the request ${jobId}.`
  if (!replaced)
    return [`It replaces the request ${jobId}, which was not compared with it: both may be executed.`, effect]
  const what = operationSentence(replaced.request, replaced.amountOf)
  return [
    `It replaces the request ${jobId}: ${what}`,
    replaced.sharesId
      ? 'Both have the same transaction id, so the ledger executes at most one of them.'
      : 'They have different transaction ids: the service closes the replaced one, but the ledger would execute both if enough owners signed it elsewhere.',
    effect,
  ]
}

export const executedAtSentence = (time: string): string => `The service executes it at ${time}.`

/** A sentence about the effect of a request, written without the keys on the ledger. */
export const operationSentence = (request: Described, amountOf: AmountOf): string =>
  OPERATIONS[request.operation](request, { amountOf, newKey: undefined, walletKey: undefined })

/** Sentences about the transaction in a schedule that the wallet signs or deletes. */
export function containedSentences(
  contained: Described & { payerId: string },
  { amountOf, walletKey }: Pick<Around, 'amountOf' | 'walletKey'>,
): string[] {
  const { payload, walletId, payerId } = contained
  const what = OPERATIONS[contained.operation](contained, { amountOf, newKey: undefined, walletKey })
  return [
    `It contains: ${what}`,
    ...(payload.memo === undefined ? [] : [`The memo of what it contains is ${quoted(text(payload.memo))}.`]),
    ...(payerId === walletId ? [] : [`${payerId} pays for what it contains.`]),
  ]
}

/** Sentences about everything that the request states besides its main effect. */
function beside({ payload, walletId }: StatedRequest, around: Around): string[] {
  const { newKey, memo, amountOf, charged, signerId, payer } = around
  const { maxCustomFees, proposal, description, smartApp } = payload
  const found: string[] = []
  if (payload.memo !== undefined) found.push(`Its memo on the ledger is ${quoted(text(payload.memo))}.`)
  if (newKey?.gone && !newKey.gone.isPresent)
    found.push(
      `The key that goes is not the one that ${newKey.gone.account} has on the ledger now: ${keyText(newKey.gone.key)}`,
    )
  if (memo === quoted('')) found.push("The wallet's memo, which names the owner that a DAO decides for, is emptied.")
  if (description !== undefined) found.push(`Its description is ${quoted(text(description))}.`)
  if (smartApp !== undefined) found.push(`It is for the application ${quoted(text(smartApp))}.`)
  // The receiver of an NFT pays the fallback fees of its royalties.
  const payers = payload.type === 'NON_FUNGIBLE_UNIQUE' ? 'the wallet or the receiver' : 'the wallet'
  if (charged.length > 0) found.push(`In custom fees it charges ${payers} now ${feesText(charged, amountOf)}.`)
  if (maxCustomFees !== undefined)
    found.push(
      `It permits the service to have ${payers} charged custom fees of ${feesText(maxCustomFees as MaximumFees, amountOf)}.`,
    )
  // The signer's key may be part of the payer's key, for example in another wallet of the signer.
  if (payer !== undefined && payer !== signerId && payer !== walletId) found.push(`${payer} pays the fee.`)
  if (proposal !== undefined) {
    const { proposalId, daoId, topicId, consensusTimestamp } = proposal as Record<string, string>
    found.push(
      `The service says that a DAO decided it: ${quoted(text(proposalId))} of the DAO ${quoted(text(daoId))}, at ${consensusTimestamp} on the topic ${topicId}.`,
    )
  }
  return found
}

/** `5.00 ℏ and 3.00 "USDC" (token 0.0.2002) for 0.0.2001`. */
const feesText = (fees: MaximumFees, amountOf: AmountOf): string =>
  fees
    .map(({ id, fees: each }) => {
      const amounts = each.map(({ token_id, amount }) => amountOf(token_id, amount))
      return `${amounts.join(' and ') || 'nothing'} for ${id}`
    })
    .join(', ') || 'nothing'

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
interface Payment {
  receiverId: string
  tokenId: string
  amount: number | string
}

interface Airdrop {
  senderId: string
  tokenId: string
  serialNumber?: number | string
}

interface Named {
  wallet?: unknown
  name?: unknown
  guarded?: unknown
}
/** A name that contains another account's id could be mistaken for that account. */
const named = ({ wallet, name, guarded }: Named): string => {
  const isShown = typeof name === 'string' && name !== '' && !holdsAnotherId(name, text(wallet))
  return `${text(wallet)}${isShown ? ` (${quoted(name)})` : ''}${guarded === true ? ', which a DAO decides for' : ''}`
}

/** The parts of a request that say what it does. */
type Described = Pick<StatedRequest, 'operation' | 'payload' | 'walletId'> & { requesterId?: string }

const OPERATIONS: Readonly<
  Record<
    StatedRequest['operation'],
    (request: Described, around: Pick<Around, 'newKey' | 'amountOf' | 'walletKey'>) => string
  >
> = {
  create({ payload, requesterId }) {
    const { owners, threshold } = payload.settings as { owners: Named[]; threshold: unknown }
    const { balance, maxAutomaticTokenAssociations: automatic } = payload
    const parts = [
      `Create the wallet ${quoted(text(payload.name))}, where ${text(threshold)} of ${owners.length} owners sign: ${owners.map(named).join(', ')}`,
      ...(balance === undefined ? [] : [`with ${hbars(BigInt(text(balance)))} from ${requesterId}`]),
      ...(automatic === undefined
        ? []
        : [`which can hold ${automatic === -1 ? 'any token' : `${text(automatic)} tokens`} without being asked`]),
      ...(payload.isReceiverSignatureRequired === true ? ['which signs for what it receives'] : []),
    ]
    return `${parts.join(', ')}.`
  },
  withdraw({ payload, walletId }, { amountOf }) {
    const { tokenId, type, amountOrSerial, receiverId } = payload
    const what =
      type === 'NON_FUNGIBLE_UNIQUE'
        ? `NFT ${text(amountOrSerial)} of ${text(tokenId)}`
        : amountOf(text(tokenId), text(amountOrSerial))
    return `Transfer ${what} from ${walletId} to ${text(receiverId)}.`
  },
  pay({ payload, walletId }, { amountOf }) {
    const payments = payload.payments as Payment[]
    const each = payments.map(
      ({ receiverId, tokenId, amount }) => `${amountOf(tokenId, text(amount))} to ${receiverId}`,
    )
    const sums = sumsOf(payments.map((one) => ({ ...one, amount: BigInt(one.amount) })))
    const together = [...sums].map(([tokenId, sum]) => amountOf(tokenId, String(sum))).join(' and ')
    const sum = payments.length > 1 ? ` Together ${together}.` : ''
    return `Transfer from ${walletId}, all or nothing: ${each.join('; ')}.${sum}`
  },
  update({ payload, walletId }, { newKey }) {
    const { action, owner, threshold } = payload as { action?: unknown; owner: Named; threshold?: unknown }
    const change = newKey?.change
    if (!change?.before) {
      const then = threshold === undefined ? '' : `: ${text(threshold)} must sign from then on`
      return action === 'remove'
        ? `Remove the owner ${named(owner)} of ${walletId}${then}.`
        : `Add or refresh the owner ${named(owner)} of ${walletId}${then}.`
    }
    const { before, after } = change
    const rule = `${after.threshold} of ${after.parts.length} must sign from then on, now ${before.threshold} of ${before.parts.length}.`
    if (action === 'remove') return `${named(owner)} owns ${walletId} no more: ${rule}`
    if (change.comes.length === 0) return `${named(owner)} is an owner of ${walletId}, and its key stays: ${rule}`
    const what =
      change.goes.length === 0
        ? `becomes an owner of ${walletId}, and no key goes`
        : `is an owner of ${walletId}, and an earlier key of it is replaced`
    return `${named(owner)} ${what}: ${rule}`
  },
  stake: ({ payload, walletId }) =>
    payload.nodeId === undefined
      ? `${walletId} stakes to no node.`
      : `${walletId} stakes to node ${text(payload.nodeId)}.`,
  associate: ({ payload, walletId }) => `${walletId} can hold the token ${text(payload.tokenId)}.`,
  dissociate: ({ payload, walletId }) => `${walletId} can hold the token ${text(payload.tokenId)} no more.`,
  claim({ payload, walletId }) {
    const each = (payload.airdrops as Airdrop[]).map(({ senderId, tokenId, serialNumber }) =>
      serialNumber === undefined
        ? `all that waits of the token ${tokenId} from ${senderId}`
        : `NFT ${serialNumber} of ${tokenId} from ${senderId}`,
    )
    return `${walletId} accepts ${each.length === 1 ? 'an airdrop' : 'airdrops'}: ${each.join('; ')}.`
  },
  operation({ payload, walletId }, { amountOf, walletKey }) {
    const read = operationOf(payload.operation, String(walletId))
    return operationText(read, String(walletId), { language: 'en', amountOf, walletKey })
  },
}
