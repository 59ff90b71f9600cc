import { keyToProto } from '@quorate/ledger'
import { type Key, keyFromProto, leaves, missing, publicKeyText, satisfied } from '@quorate/verify'
import { type Governance, walletKey } from './wallet.ts'

// Request an operation that somebody asked of a wallet: a transaction frozen for one consensus node, and what came of
// it.
//             Its jobId names it to clients; as an entry of the wallet's history it is named by its historyId.
// Timed   a request with `executeAt`: the service executes it at that time, and owners sign at any time before.
// Scheduled a request with `expiresAt`: the ledger keeps its transaction, in a schedule (HIP-423), until its keys are
//             satisfied or it expires. Its own transaction is the ScheduleCreate; owners sign by ScheduleSigns.
// Window a request takes signatures until `expiresAt`; the ledger takes its transaction until `windowEndsAt`. Signing
// whose keys the ledger will ask for: those of `accounts` as they then are, and the new key that the body sets.
// Participant an account that may see and sign a request although it is not, or not yet, an owner of the wallet.

export const operations = ['create', 'withdraw', 'update', 'stake', 'associate', 'dissociate'] as const
export type OperationName = (typeof operations)[number]
export type HistoryType = 'create' | 'update' | 'withdraw' | 'associate' | 'dissociate'

/**
 * pending    takes signatures
 * executing  was handed to the ledger; its outcome is not known yet
 * success    the ledger's receipt says so
 * error      refused by the ledger, rejected by the owners, or expired: `code` says which
 */
export type RequestState = 'pending' | 'executing' | 'success' | 'error'

export interface Signing {
  /** Accounts, each with the key (protobuf, hex) that it had on the ledger when the request was made. */
  accounts: { account: string; key: string }[]
  newKey: boolean
  /** Of a scheduled request: who signs its ScheduleCreate, and pays it unless `payer`, the service's account, does. */
  creator?: { account: string; key: string; payer?: string }
}

/**
 * creating   its ScheduleCreate takes the signature of who asked
 * open       the ledger keeps it, and takes ScheduleSigns
 * executed   the ledger executed its transaction, which may have failed
 * expired    it was not executed in time, or never created
 * deleted    its admin key deleted it
 */
export const scheduleStates = ['creating', 'open', 'executed', 'expired', 'deleted'] as const
export type ScheduleState = (typeof scheduleStates)[number]

export interface Schedule {
  /** `0.0.n`; null until it is created. */
  id: string | null
  state: ScheduleState
  /** When the ledger gives it up. */
  expiresAt: Date
  /** Whether the ledger executes it once its keys are satisfied, or when it expires. */
  execute: 'signed' | 'expiry'
}

/**
 * What an account has to do with the wallet of a request: it has signed or asked for something there, has not, or has
 * muted it.
 */
export const standings = ['known', 'new', 'muted'] as const
export type Standing = (typeof standings)[number]

/** How long before its end an owner is reminded of a request. */
export const befores = ['day', 'hour'] as const
export type Before = (typeof befores)[number]

/** The receipt as it is stored and answered: JSON. */
export type Receipt = Record<string, unknown>

/** A verified signature. `publicKey` is the raw key in hex; one counts per request and key. */
export interface CountedSignature {
  senderId: string
  publicKey: string
  signature: Uint8Array
  timestamp: Date
  /** The mirror shows it with a schedule, and nobody sent it here: nobody has verified it, see `MirrorSchedule`. */
  byMirror?: true
  /** It came while the mirror was away: it verifies, but nobody has looked whether its key still counts. */
  unconfirmed?: true
}

export interface Rejection {
  account: string
  reason: string
  timestamp: Date
}

/** The wallet's owners, threshold and texts after a successful creation or update. */
export interface NewGovernance extends Governance {
  name?: string
  description?: string
  smartApp?: string
}

/** A request as an entry of a wallet's history or of its pending requests. */
export interface RequestEntry {
  jobId: string
  historyId: string
  chain: string
  wallet: string | null
  operation: OperationName
  type: HistoryType
  requester: string
  payload: Record<string, unknown>
  threshold: number
  transactionId: string
  bytes: Uint8Array
  bodyBytes: Uint8Array
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
  windowEndsAt: Date
  /** When the service executes a timed request; null where owners execute it. */
  executeAt: Date | null
  /** Of a scheduled request. */
  schedule: Schedule | null
  state: RequestState
  code: string | null
  message: string | null
  consensusTimestamp: string | null
  receipt: Receipt | null
}

/**
 * A request with its signatures and rejections. `governance` is the wallet's at present, null before the wallet exists.
 */
export interface Request extends RequestEntry {
  /**
   * The account for which limits count it: who asked, or the owner of the DAO that decided. The requester of a decided
   * request is the wallet, whose places one owner's DAO must not take.
   */
  countedFor: string
  participants: string[]
  signing: Signing
  newGovernance: NewGovernance | null
  /**
   * Whether the network may have the transaction: set before an attempt, and reset once the attempt surely did not
   * arrive.
   */
  maybeSubmitted: boolean
  /** Hashes (SHA-384, hex) of the request's submitted transactions: stored before each attempt whose bytes are new. */
  submitted: string[]
  governance: (Governance & { key: Key; previousKey: Key | null; changedAt: Date }) | null
  signatures: CountedSignature[]
  rejections: Rejection[]
  /** The accounts that have muted its wallet, or who asks for a new one: they hear nothing of it unasked. */
  muted: string[]
}

/**
 * The accounts that may see and sign the request: the wallet's owners; its participants while it is open; and the payer
 * of a creation that is not an owner. An owner who was removed since may not.
 */
export function signersOf(request: Request): string[] {
  const owners = ownersOf(request)
  const open = isOpen(request) || request.wallet === null
  const paidOnly =
    request.operation === 'create' && !request.newGovernance?.owners.some(({ wallet }) => wallet === request.requester)
  return [...new Set([...owners, ...(paidOnly ? [request.requester] : []), ...(open ? request.participants : [])])]
}

/**
 * Whether an account that sees the request may still comment on it: everyone on an open one, and the wallet's owners
 * always.
 */
export const mayComment = (request: Request, account: string): boolean =>
  isOpen(request) || ownersOf(request).includes(account)

const isOpen = ({ state }: Request): boolean => state === 'pending' || state === 'executing'
const ownersOf = ({ governance }: Request): string[] => governance?.owners.map((owner) => owner.wallet) ?? []

/** By how much the ledger's clock may be behind ours, in milliseconds. */
const CLOCK_LAG_MS = 10_000

/** Whether the ledger can't execute the transaction any more, so that its signatures are of no use to anybody. */
export const hasEnded = (request: Pick<Request, 'state' | 'windowEndsAt'>, now: number): boolean =>
  request.state === 'success' || now >= request.windowEndsAt.getTime() + CLOCK_LAG_MS

/** Whether a signature counts: it was verified, by a key that was seen on the ledger. */
export const counts = ({ byMirror, unconfirmed }: CountedSignature): boolean => !byMirror && !unconfirmed

/** The keys whose signatures count. */
export const signedKeys = (request: Request): Set<string> =>
  new Set(request.signatures.filter(counts).map((signature) => signature.publicKey))

/** The request's signatures and these, which take the place of others by the same keys. */
export const withAdded = (signatures: CountedSignature[], added: CountedSignature[]): CountedSignature[] => {
  const keys = new Set(added.map(({ publicKey }) => publicKey))
  return [...signatures.filter(({ publicKey }) => !keys.has(publicKey)), ...added]
}

/**
 * Signatures by keys that were in the wallet's key and are so no more, as their owner was removed or has another key
 * there: the ledger does not count them.
 */
export function formerOwnersSignatures(request: Request): CountedSignature[] {
  const former = [
    ...keysAtRequest(request),
    ...(request.governance?.previousKey ? [request.governance.previousKey] : []),
  ]
  const present = new Set(presentKeys(request).flatMap(leaves).map(publicKeyText))
  const gone = new Set(former.flatMap(leaves).map(publicKeyText)).difference(present)
  return request.signatures.filter(({ publicKey }) => gone.has(publicKey))
}

/** The keys that the ledger asks for, as they were when the request was made. */
export const keysAtRequest = (request: Request): Key[] => keysAsked(request, keyFromHex)

/**
 * The keys that the ledger asks for, the wallet's being that of its present owners; execution reads them from the
 * ledger again.
 */
export const presentKeys = (request: Request): Key[] =>
  keysAsked(request, (key, account) =>
    account === request.wallet && request.governance ? request.governance.key : keyFromHex(key),
  )

function keysAsked(request: Request, keyOf: (key: string, account: string) => Key): Key[] {
  const { accounts, newKey } = signingNow(request)
  return [
    ...accounts.map(({ account, key }) => keyOf(key, account)),
    ...(newKey && request.newGovernance ? [walletKey(request.newGovernance)] : []),
  ]
}

/** Whose keys the ledger asks for next: a ScheduleCreate is signed by who asked for it alone. */
export function signingNow({ signing, schedule }: Pick<Request, 'signing' | 'schedule'>): Signing {
  const { creator } = signing
  return schedule?.state === 'creating' && creator ? { accounts: [creator], newKey: false } : signing
}

/** Who may delete a schedule: who asked for it, or the owners together. */
export const adminKeyOf = (creator: Key, wallet: Key): Key => ({
  type: 'threshold',
  threshold: 1,
  keys: [creator, wallet],
})

/** Who may delete the schedule of a request; undefined where it is not scheduled. */
export function scheduleAdminKey({ signing, wallet }: Request): Key | undefined {
  const own = signing.accounts.find(({ account }) => account === wallet)
  return signing.creator && own && adminKeyOf(keyFromHex(signing.creator.key), keyFromHex(own.key))
}

/** The id under which the ledger executes a scheduled request's transaction. */
export const scheduledTransactionId = ({ transactionId }: Pick<Request, 'transactionId'>): string =>
  `${transactionId}?scheduled`

/** Whether the ledger keeps the request's transaction, whatever became of the request here. */
export const isScheduled = (request: Request): request is Request & { schedule: Schedule & { id: string } } =>
  request.schedule?.state === 'open' && request.schedule.id !== null

/**
 * Whether an account asked for a request whose schedule the ledger keeps, and is no owner any more. Its key alone
 * deletes the schedule, so it may withdraw the request, and sees nothing of it that it did not ask itself.
 */
export const mayOnlyWithdraw = (request: Request, account: string): boolean =>
  isScheduled(request) && request.requester === account && !signersOf(request).includes(account)

/** What its former requester may see of a request: what it asked for, what became of that, and its own rejection. */
export const shownToFormerRequester = (request: Request): Request => ({
  ...request,
  ...{ signatures: [], participants: [], governance: null, newGovernance: null },
  signing: { accounts: [], newKey: false },
  rejections: request.rejections.filter(({ account }) => account === request.requester),
})

/**
 * The accounts behind the request's keys, with theirs: the owners old and new, and other accounts that must sign. An
 * owner may have two keys.
 */
export function people(request: Request): Map<string, Key[]> {
  const signing = signingNow(request)
  const isCreating = signing !== request.signing
  const owners = isCreating ? [] : [...(request.governance?.owners ?? []), ...(request.newGovernance?.owners ?? [])]
  const others = signing.accounts.filter(({ account }) => account !== request.wallet)
  const all = [
    ...owners.map(({ wallet, key }) => ({ account: wallet, key })),
    ...others.map(({ account, key }) => ({ account, key: keyFromHex(key) })),
  ]
  return new Map(
    [...Map.groupBy(all, ({ account }) => account)].map(([who, entries]) => [who, entries.map(({ key }) => key)]),
  )
}

/**
 * The leaves, as texts, of owners old and new who have rejected the request, with the owner of each. A signature by one
 * of them counts for nobody: anybody can make an account whose key has the leaf of another.
 */
export function rejectedLeaves({
  governance,
  newGovernance,
  rejections,
}: Pick<Request, 'governance' | 'newGovernance'> & { rejections: Pick<Rejection, 'account'>[] }): Map<string, string> {
  const owners = [...(governance?.owners ?? []), ...(newGovernance?.owners ?? [])]
  const ownerOf = new Map(
    owners.flatMap(({ wallet, key }) => leaves(key).map((leaf) => [publicKeyText(leaf), wallet] as const)),
  )
  const rejecting = new Set(rejections.map(({ account }) => account))
  return new Map([...ownerOf].filter(([, owner]) => rejecting.has(owner)))
}

/**
 * What the keys that the ledger will ask for still lack: at least so many signatures, each by one of these public keys
 * (raw, hex). The keys of those who have rejected the request are not among them.
 */
export function missingKeys(request: Request): { signatures: number; publicKeys: Set<string> } {
  const signers = signedKeys(request)
  const lacking = presentKeys(request).map((key) => missing(key, signers))
  return {
    signatures: Math.max(0, ...lacking.map(({ count }) => count)),
    publicKeys: new Set(lacking.flatMap(({ leaves }) => leaves).map(publicKeyText)).difference(rejectedLeaves(request)),
  }
}

/** What a key that the ledger will ask for needs; Infinity where signatures alone never suffice. */
export interface Need {
  /** Whose key it is; null for the new key that the body sets. */
  account: string | null
  /** The least number of signatures that satisfy it. */
  needed: number
  /** How many of them are still missing, at least. */
  missing: number
}

/** What each key that the ledger will ask for needs. A change of owners needs the key of now and the new one. */
export function needsOf(request: Request): Need[] {
  const signers = signedKeys(request)
  const { accounts } = signingNow(request)
  return presentKeys(request).map((key, index) => ({
    account: accounts[index]?.account ?? null,
    needed: missing(key, new Set()).count,
    missing: missing(key, signers).count,
  }))
}

/**
 * The accounts whose signature could still help: none that has rejected the request, and none at all once every key
 * that the ledger will ask for is satisfied.
 */
export function missingSigners(request: Request, { publicKeys: open } = missingKeys(request)): string[] {
  const rejecting = new Set(request.rejections.map(({ account }) => account))
  return [...people(request)]
    .filter(([account]) => !rejecting.has(account))
    .filter(([, held]) => held.flatMap(leaves).some((leaf) => open.has(publicKeyText(leaf))))
    .map(([account]) => account)
}

/**
 * The accounts that a request waits for: those whose signature could still help; or, once no signature is needed, those
 * who may execute it and have not rejected it. A timed request needs nobody to execute it, nor does a scheduled one
 * that is executed when it expires.
 */
export function waitsFor(request: Request, lacking = missingKeys(request)): string[] {
  if (request.state !== 'pending') return []
  if (lacking.signatures > 0) return missingSigners(request, lacking).filter((one) => signersOf(request).includes(one))
  const rejecting = new Set(request.rejections.map(({ account }) => account))
  return executesItself(request) ? [] : signersOf(request).filter((account) => !rejecting.has(account))
}

/** Whether a request that has its signatures needs nobody to execute it: that happens when its time comes. */
export const executesItself = (request: Request): boolean =>
  request.executeAt !== null || (isScheduled(request) && request.schedule.execute === 'expiry')

/**
 * Whether the request could still be executed if everybody who has not rejected it signed. Who rejects a scheduled
 * request before it is created rejects what the ledger would keep, whatever its ScheduleCreate needs.
 */
export function canStillPass(request: Request): boolean {
  const keys = presentKeys({ ...request, schedule: null })
  const able = new Set(keys.flatMap(leaves).map(publicKeyText)).difference(rejectedLeaves(request))
  const signers = able.union(signedKeys(request))
  return keys.every((key) => satisfied(key, signers))
}

/** Why a request is closed that {@link isRejected}. */
export const REJECTED = {
  code: 'REJECTED',
  message: 'The owners who have not rejected the request cannot reach its threshold',
}

/** Whether those who have rejected the request keep it from being executed, among the present owners. */
export const isRejected = (request: Request): boolean => request.rejections.length > 0 && !canStillPass(request)

export const keyFromHex = (hex: string): Key => keyFromProto(Buffer.from(hex, 'hex'))
export const keyToHex = (key: Key): string => Buffer.from(keyToProto(key)).toString('hex')
