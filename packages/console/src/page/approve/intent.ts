/** What a request states, in the form in which it is compared with its bytes. */
import type { MultisigTypes } from '@quorate/client'
import { type Intent, isLeaf, type Key, leaves, publicKeyText, sameKey } from '@quorate/verify'

type Request = MultisigTypes['RequestStatus']

/** The most tinybars that a transaction may offer as fee here: 20 ℏ. */
export const MAX_FEE = 2_000_000_000n

/** Reads of the ledger that an intent needs. */
export interface LedgerKeys {
  /** The key of an account on the ledger; undefined where it is not understood. */
  keyOf(account: string): Promise<Key | undefined>
  /** The owners of a wallet in the order of its key; undefined where the reader may not see them. */
  ownersOf(wallet: string): Promise<readonly string[] | undefined>
}

export type StatedRequest = Pick<
  Request,
  'jobId' | 'walletId' | 'operation' | 'payload' | 'requesterId' | 'transactionId' | 'executeAt' | 'schedule'
>

/** The intent of a request; undefined where a key that it names is not known. */
export async function intentOf(request: StatedRequest, ledger: LedgerKeys): Promise<Intent | undefined> {
  const { operation, payload, requesterId, transactionId, walletId, schedule, jobId } = request
  const intent: Intent = { operation, payload, requesterId, transactionId, maxTransactionFee: MAX_FEE }
  if (operation === 'create' || operation === 'update') {
    const newKey =
      operation === 'create' ? await createdKey(payload, ledger) : await updatedKey(payload, walletId, ledger)
    if (!newKey) return undefined
    intent.newKey = newKey
  }
  if (!schedule) return intent
  const [requester, wallet] = await Promise.all([
    ledger.keyOf(requesterId),
    walletId ? ledger.keyOf(walletId) : undefined,
  ])
  if (!requester || !wallet) return undefined
  intent.schedule = {
    jobId,
    expiresAt: BigInt(Math.floor(Date.parse(schedule.expiresAt) / 1000)),
    execute: schedule.execute,
    adminKey: { type: 'threshold', threshold: 1, keys: [requester, wallet] },
    maxTransactionFee: MAX_FEE,
  }
  return intent
}

interface OwnerGiven {
  wallet?: unknown
}

async function createdKey(payload: Request['payload'], ledger: LedgerKeys): Promise<Key | undefined> {
  const { owners, threshold } = (payload.settings ?? {}) as { owners?: OwnerGiven[]; threshold?: unknown }
  if (!Array.isArray(owners) || owners.length > 100 || typeof threshold !== 'number') return undefined
  const keys = await Promise.all(owners.map(({ wallet }) => ledger.keyOf(String(wallet))))
  return keys.every((key) => key !== undefined) ? { type: 'threshold', threshold, keys } : undefined
}

/** The wallet's present key with one owner added, replaced or removed. */
async function updatedKey(
  payload: Request['payload'],
  walletId: string | null,
  ledger: LedgerKeys,
): Promise<Key | undefined> {
  const account = String((payload.owner as OwnerGiven | undefined)?.wallet)
  if (walletId === null) return undefined
  const [present, owned, owners] = await Promise.all([
    ledger.keyOf(walletId),
    ledger.keyOf(account),
    ledger.ownersOf(walletId),
  ])
  if (present?.type !== 'threshold') return undefined
  const isOwners = owners?.length === present.keys.length
  const place = isOwners ? owners.indexOf(account) : present.keys.findIndex((key) => owned && sameKey(key, owned))
  const keys = [...present.keys]
  if (payload.action === 'remove') {
    if (place < 0) return undefined
    keys.splice(place, 1)
  } else if (!owned) return undefined
  else if (place < 0) keys.push(owned)
  else keys[place] = owned
  return {
    type: 'threshold',
    threshold: typeof payload.threshold === 'number' ? payload.threshold : present.threshold,
    keys,
  }
}

/** Whether a public key, raw in hex, is one of this key's leaves. */
export const leafOf = (key: Key, publicKey: string | undefined) =>
  leaves(key).filter((leaf) => isLeaf(leaf) && (publicKey === undefined || publicKeyText(leaf) === publicKey))
