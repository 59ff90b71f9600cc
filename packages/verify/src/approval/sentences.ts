/** What a request does, in words, from what it states: true where its bytes were compared with that. */
import { quoted } from '../bodies/summaries.ts'
import { hbars } from '../values/amounts.ts'
import type { StatedRequest } from './stated.ts'

export function inSentences(request: StatedRequest, act: string): string[] {
  const { schedule, executeAt, walletId } = request
  const first = OPERATIONS[request.operation]?.(request) ?? `${request.operation} of ${walletId}`
  const sentences = [first]
  if (executeAt !== undefined) sentences.push(`The service executes it at ${executeAt}.`)
  if (schedule)
    sentences.push(
      schedule.execute === 'expiry'
        ? `The ledger keeps it, and executes it at ${schedule.expiresAt}.`
        : `The ledger keeps it until ${schedule.expiresAt}, and executes it with the signature that completes it.`,
    )
  if (act === 'scheduleCreate')
    sentences.push(
      schedule?.scheduleId
        ? `These are the bytes that made schedule ${schedule.scheduleId}: there is nothing to sign in them.`
        : 'Signing makes the ledger keep it, and counts as the signature of who asked.',
    )
  if (act === 'scheduleSign')
    sentences.push(`Signing gives the ledger the signature for schedule ${schedule?.scheduleId}.`)
  if (act === 'scheduleDelete') return [`Delete schedule ${schedule?.scheduleId}, in which the ledger keeps: ${first}`]
  return sentences
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
const named = (owner: { wallet?: unknown; name?: unknown }): string =>
  owner?.name ? `${text(owner.wallet)} (${quoted(text(owner.name))})` : text(owner?.wallet)

const OPERATIONS: Readonly<Record<StatedRequest['operation'], (request: StatedRequest) => string>> = {
  create({ payload, requesterId }) {
    const { owners = [], threshold } = (payload.settings ?? {}) as {
      owners?: { wallet?: unknown; name?: unknown }[]
      threshold?: unknown
    }
    const balance =
      payload.balance === undefined ? '' : `, with ${hbars(BigInt(text(payload.balance)))} from ${requesterId}`
    return `Create the wallet ${quoted(text(payload.name))}, for which ${text(threshold)} of ${owners.length} sign: ${owners.map(named).join(', ')}${balance}.`
  },
  withdraw({ payload, walletId }) {
    const { tokenId, type, amountOrSerial, receiverId } = payload
    const what =
      tokenId === 'HBAR'
        ? hbars(BigInt(text(amountOrSerial)))
        : type === 'NON_FUNGIBLE_UNIQUE'
          ? `NFT ${text(amountOrSerial)} of ${text(tokenId)}`
          : `${text(amountOrSerial)} of the smallest unit of ${text(tokenId)}`
    return `Transfer ${what} from ${walletId} to ${text(receiverId)}.`
  },
  update({ payload, walletId }) {
    const { action, owner, threshold } = payload as {
      action?: unknown
      owner?: { wallet?: unknown; name?: unknown }
      threshold?: unknown
    }
    const change =
      action === 'remove'
        ? `${named(owner ?? {})} owns ${walletId} no more`
        : `${named(owner ?? {})} is an owner of ${walletId}`
    return `${change}${threshold === undefined ? '' : `; from then on ${text(threshold)} must sign`}.`
  },
  stake: ({ payload, walletId }) =>
    payload.nodeId === undefined
      ? `${walletId} stakes to no node.`
      : `${walletId} stakes to node ${text(payload.nodeId)}.`,
  associate: ({ payload, walletId }) => `${walletId} can hold the token ${text(payload.tokenId)}.`,
  dissociate: ({ payload, walletId }) => `${walletId} can hold the token ${text(payload.tokenId)} no more.`,
}
