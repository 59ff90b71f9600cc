import { AccountId, AnyNames, BytesOut, encodeBytes, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import {
  befores,
  type CountedSignature,
  executesItself,
  hasEnded,
  isScheduled,
  missingKeys,
  missingSigners,
  needsOf,
  type Request,
  type RequestEntry,
  scheduledTransactionId,
  scheduleStates,
  standings,
} from '../model/request.ts'
import type { Comment, EventRow } from '../store/events.ts'
import type { InboxItem } from '../store/inbox.ts'
import type { Draft } from '../store/schedules.ts'
import type { WalletEntry } from '../store/wallets.ts'

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })
export const Amount = namedSchema(
  'AmountOut',
  Type.Union([Type.Integer(), Type.String()], {
    description: 'smallest unit; a string beyond 2^53',
  }),
)
const Payload = AnyNames(Type.Unknown())
const OwnerOut = namedSchema('Owner', Type.Object({ wallet: AccountId, name: Type.String() }))

/** `pending` takes signatures or is being executed; `success` and `error` are final. */
export const Status = namedSchema('Status', Type.Enum(['pending', 'success', 'error']))

export const EventOut = namedSchema(
  'HistoryEvent',
  Type.Object({
    status: Status,
    action: Type.Enum(['signature', 'execute', 'request']),
    payload: Payload,
    timestamp: Time,
    transaction: Type.Optional(BytesOut),
    signature: Type.Optional(
      Type.Unsafe<string>({ ...BytesOut, description: 'once the ledger can execute the transaction no more' }),
    ),
  }),
)

const ProposalOut = namedSchema(
  'ProposalOfRequest',
  Type.Object(
    {
      daoId: Type.String(),
      proposalId: Type.String(),
      topicId: Type.String(),
      consensusTimestamp: Type.String({ description: 'of the decision on the topic, seconds.nanoseconds' }),
    },
    { description: 'the passed proposal that opened the request' },
  ),
)

export const HistoryEntry = namedSchema(
  'HistoryEntry',
  Type.Object({
    historyId: Type.String(),
    jobId: Type.String(),
    type: Type.Enum(['create', 'update', 'withdraw', 'associate', 'dissociate']),
    status: Status,
    payload: Payload,
    timestamp: Time,
    threshold: Type.Integer(),
    events: Type.Array(EventOut),
    requesterId: Type.Optional(AccountId),
    executeAt: Type.Optional(Time),
    expiresAt: Type.Optional(
      Type.Unsafe<string>({ ...Time, description: 'of a request that is not decided: how long it takes signatures' }),
    ),
    code: Type.Optional(
      Type.String({ description: 'why it was not executed; REQUEST_EXPIRED as soon as it takes no more signatures' }),
    ),
    message: Type.Optional(Type.String()),
    proposal: Type.Optional(ProposalOut),
    createdAt: Time,
    updatedAt: Time,
  }),
)

export const Asset = namedSchema(
  'Asset',
  Type.Object({
    tokenId: Type.String({ description: 'HBAR, or a token id' }),
    type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
    symbol: Type.String({
      description: `empty, as the name is, after the first ${limits.tokenNames.value} tokens of a wallet`,
    }),
    name: Type.String(),
    decimals: Type.Integer(),
    balance: Amount,
    serials: Type.Optional(Type.Array(Amount)),
  }),
)

export const WalletSummary = namedSchema(
  'WalletSummary',
  Type.Object({
    wallet: AccountId,
    smartApp: Type.String(),
    name: Type.String(),
    description: Type.String(),
    settings: Type.Object({ owners: Type.Array(OwnerOut), threshold: Type.Integer() }),
    chain: Type.String(),
    createdAt: Time,
    updatedAt: Time,
  }),
)

/** A wallet with what it holds, the native currency first, and its newest 100 history entries. */
export const WalletOut = namedSchema(
  'Wallet',
  Type.Object({
    ...WalletSummary.properties,
    keyMatches: Type.Boolean({
      description:
        "whether the account's key on the ledger is the owners' threshold key: where it is false, others than `settings` says decide what leaves it",
    }),
    assets: Type.Array(Asset),
    history: Type.Array(HistoryEntry),
  }),
)

export const ScheduleOut = namedSchema(
  'Schedule',
  Type.Object(
    {
      scheduleId: Type.Union([Type.String(), Type.Null()], { description: 'null until it is created' }),
      state: Type.Enum([...scheduleStates]),
      expiresAt: Time,
      execute: Type.Enum(['signed', 'expiry']),
      scheduledTransactionId: Type.String({ description: 'under which the ledger executes it' }),
    },
    { description: 'of a scheduled request: its schedule on the ledger' },
  ),
)

export const ProblemOut = namedSchema(
  'Problem',
  Type.Object({ code: Type.String({ description: "the ledger's response code" }), message: Type.String() }),
)

export const Checked = namedSchema(
  'Checked',
  Type.Object({
    problems: Type.Array(ProblemOut, { description: 'what the ledger would refuse now; empty where nothing is' }),
  }),
)

const Receipt = AnyNames(Type.Unknown(), { description: "the ledger's receipt" })

export const RequestOut = namedSchema(
  'Request',
  Type.Object({
    jobId: Type.String(),
    historyId: Type.String(),
    walletId: Type.Union([AccountId, Type.Null()]),
    chain: Type.String(),
    operation: Type.Enum(['create', 'withdraw', 'update', 'stake', 'associate', 'dissociate']),
    type: HistoryEntry.properties.type,
    status: Status,
    requesterId: AccountId,
    payload: Payload,
    threshold: Type.Integer(),
    transactionId: Type.String(),
    bytes: BytesOut,
    bodyBytes: BytesOut,
    createdAt: Time,
    expiresAt: Time,
    executeAt: Type.Optional(
      Type.Unsafe<string>({ ...Time, description: 'of a timed request: when the service executes it' }),
    ),
    schedule: Type.Optional(ScheduleOut),
    proposal: Type.Optional(ProposalOut),
    code: Type.Optional(Type.String({ description: 'why it failed' })),
    message: Type.Optional(Type.String()),
    consensusTimestamp: Type.Optional(Type.String({ description: 'seconds.nanoseconds' })),
    receipt: Type.Optional(Receipt),
  }),
)

export const SignatureCount = Type.Union([Type.Integer(), Type.Null()])
/** JSON has no Infinity, which stands for a key that signatures alone never satisfy. */
export const signatureCount = (count: number): number | null => (Number.isFinite(count) ? count : null)

export const NeedOut = namedSchema(
  'Need',
  Type.Object(
    {
      walletId: Type.Union([AccountId, Type.Null()], {
        description: 'whose key it is; null for the key that the request sets',
      }),
      needed: Type.Unsafe<number | null>({
        ...SignatureCount,
        description: 'how many signatures satisfy it, at least; null where signatures alone never suffice',
      }),
      missing: Type.Unsafe<number | null>({ ...SignatureCount, description: 'how many of them are still needed' }),
    },
    { description: 'a key that the ledger asks for' },
  ),
)
const Needs = Type.Array(NeedOut, {
  description:
    'what each key that the ledger asks for needs: a change of owners needs the key of now and the new one; empty once the request is over',
})
const needsOut = (request: Request): Static<typeof Needs> =>
  needsOf(request).map(({ account, needed, missing }) => ({
    walletId: account,
    needed: signatureCount(needed),
    missing: signatureCount(missing),
  }))

/** A request that waits for the caller. */
export const InboxEntry = namedSchema(
  'InboxEntry',
  Type.Object({
    ...RequestOut.properties,
    waitsFor: Type.Enum(['signature', 'execution']),
    standing: Type.Enum([...standings], {
      description:
        'known: the caller has signed or asked for something in its wallet, or asks for the new one itself; new: it has not; muted: it wants to hear nothing of it',
    }),
    unlisted: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'of a new wallet: how many further requests of it wait that the inbox does not list',
      }),
    ),
    admission: Type.Boolean({ description: 'whether it makes the caller an owner' }),
    missing: Type.Array(AccountId, { description: 'whose signature could still help' }),
    missingKeys: Type.Array(Type.String({ description: 'raw, hex' }), {
      description: 'whose signature could still help',
    }),
    needs: Needs,
    missingSignatures: Type.Unsafe<number | null>({
      ...SignatureCount,
      description: 'how many signatures are still needed, at least; null where signatures alone never suffice',
    }),
  }),
)

export const SignatureOut = namedSchema(
  'Signature',
  Type.Object({
    senderId: AccountId,
    publicKey: Type.String({ description: 'raw, hex' }),
    timestamp: Time,
    byMirror: Type.Optional(
      Type.Boolean({
        description:
          'the mirror shows it with a schedule, and it was not sent here: it may be invalid, and does not count',
      }),
    ),
    unconfirmed: Type.Optional(
      Type.Boolean({
        description:
          'it was sent while the mirror was away, and does not count until its key is seen on the ledger; then it is confirmed or withdrawn',
      }),
    ),
  }),
)

export const CommentOut = namedSchema(
  'Comment',
  Type.Object({
    commentId: Type.String(),
    walletId: AccountId,
    text: Type.String(),
    timestamp: Time,
  }),
)

const waits = ['signature', 'execution', 'time', 'ledger', 'nothing'] as const

/** What a request waits for at `now`. */
function waitOf(request: Request, now: number): (typeof waits)[number] {
  if (request.state === 'executing') return 'ledger'
  if (request.state !== 'pending' || isPast(request, now)) return 'nothing'
  if (missingKeys(request).signatures > 0) return 'signature'
  if (executesItself(request)) return 'time'
  return isScheduled(request) ? 'ledger' : 'execution'
}

export const StatusOut = namedSchema(
  'RequestStatus',
  Type.Object({
    ...RequestOut.properties,
    bytesExpireAt: Type.Optional(
      Type.Unsafe<string>({
        ...Time,
        description: 'of a scheduled request: how long `bytes` can be signed; absent where there is nothing to sign',
      }),
    ),
    waitsFor: Type.Enum([...waits], {
      description:
        'signature: some that are missing; execution: somebody who executes it; time: it is complete, and executed by itself when its time comes; ledger: its outcome; nothing: it is over',
    }),
    signatures: Type.Array(SignatureOut),
    missing: Type.Array(AccountId, {
      description: 'whose signature could still help; empty once the keys are satisfied',
    }),
    needs: Needs,
    rejections: Type.Array(Type.Object({ walletId: AccountId, reason: Type.String(), timestamp: Time })),
    comments: Type.Array(CommentOut),
  }),
)

export const Reminders = namedSchema(
  'Reminders',
  Type.Object({
    webhook: Type.Union([Type.String(), Type.Null()]),
    socket: Type.Boolean(),
    before: Type.Array(Type.Enum([...befores])),
    secret: Type.Optional(
      Type.String({ description: 'of a webhook that was just set, told once: what is posted to it is signed with it' }),
    ),
  }),
)

export const Execution = namedSchema(
  'Execution',
  Type.Object({
    jobId: Type.String(),
    historyId: Type.String(),
    walletId: Type.Union([AccountId, Type.Null()]),
    type: HistoryEntry.properties.type,
    status: Status,
    transactionId: Type.String(),
    schedule: Type.Optional(ScheduleOut),
    consensusTimestamp: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    receipt: Type.Optional(Receipt),
  }),
)

export const statusOf = (request: Pick<Request, 'state'>): Static<typeof Status> =>
  request.state === 'executing' ? 'pending' : request.state

export const walletSummary = (wallet: WalletEntry): Static<typeof WalletSummary> => ({
  wallet: wallet.wallet,
  smartApp: wallet.smartApp,
  name: wallet.name,
  description: wallet.description,
  settings: {
    owners: wallet.owners.map(({ wallet, name }) => ({ wallet, name })),
    threshold: wallet.threshold,
  },
  chain: wallet.chain,
  createdAt: wallet.createdAt.toISOString(),
  updatedAt: wallet.updatedAt.toISOString(),
})

/** The schedule of a scheduled request, as a field of an answer. */
export const scheduleOut = ({ schedule, transactionId }: RequestEntry): { schedule?: Static<typeof ScheduleOut> } =>
  schedule
    ? {
        schedule: {
          scheduleId: schedule.id,
          state: schedule.state,
          expiresAt: schedule.expiresAt.toISOString(),
          execute: schedule.execute,
          scheduledTransactionId: scheduledTransactionId({ transactionId }),
        },
      }
    : {}

/** The proposal that opened a request, as a field of an answer. */
const proposalOut = ({ payload }: Pick<RequestEntry, 'payload'>): { proposal?: Static<typeof ProposalOut> } =>
  payload.proposal ? { proposal: payload.proposal as Static<typeof ProposalOut> } : {}

const causeOf = (request: RequestEntry) => ({
  ...(request.code === null ? {} : { code: request.code }),
  ...(request.message === null ? {} : { message: request.message }),
})

const outcomeOf = (request: RequestEntry) => ({
  ...causeOf(request),
  ...(request.consensusTimestamp === null ? {} : { consensusTimestamp: request.consensusTimestamp }),
  ...(request.receipt === null ? {} : { receipt: request.receipt }),
})

export const requestOut = (request: RequestEntry): Static<typeof RequestOut> => ({
  jobId: request.jobId,
  historyId: request.historyId,
  walletId: request.wallet,
  chain: request.chain,
  operation: request.operation,
  type: request.type,
  status: statusOf(request),
  requesterId: request.requester,
  payload: request.payload,
  threshold: request.threshold,
  transactionId: request.transactionId,
  bytes: encodeBytes(request.bytes),
  bodyBytes: encodeBytes(request.bodyBytes),
  createdAt: request.createdAt.toISOString(),
  expiresAt: request.expiresAt.toISOString(),
  ...(request.executeAt ? { executeAt: request.executeAt.toISOString() } : {}),
  ...scheduleOut(request),
  ...proposalOut(request),
  ...outcomeOf(request),
})

export function inboxEntry(
  { request, standing, unlisted }: Pick<InboxItem, 'request' | 'standing' | 'unlisted'>,
  account: string,
): Static<typeof InboxEntry> {
  const lacking = missingKeys(request)
  const owns = (governance: { owners: { wallet: string }[] } | null) =>
    governance?.owners.some(({ wallet }) => wallet === account) ?? false
  return {
    ...requestOut(request),
    standing,
    ...(unlisted > 0 ? { unlisted } : {}),
    waitsFor: lacking.signatures > 0 ? 'signature' : 'execution',
    admission: owns(request.newGovernance) && !owns(request.governance),
    missing: missingSigners(request, lacking),
    missingKeys: [...lacking.publicKeys],
    needs: needsOut(request),
    missingSignatures: signatureCount(lacking.signatures),
  }
}

/**
 * A request as it stands at `now`: after `expiresAt` it takes no signatures, though the ledger may still execute it.
 * With a draft, that is what the caller may sign.
 */
export const statusOut = (
  request: Request,
  comments: Comment[],
  now: number,
  draft?: Draft,
): Static<typeof StatusOut> => ({
  ...requestOut(request),
  ...bytesToSign(request, draft),
  ...(isPast(request, now) ? past(request) : {}),
  waitsFor: waitOf(request, now),
  signatures: request.signatures.map(signatureOut),
  missing: request.state !== 'pending' || isPast(request, now) ? [] : missingSigners(request),
  needs: request.state !== 'pending' || isPast(request, now) ? [] : needsOut(request),
  rejections: request.rejections.map(({ account, reason, timestamp }) => ({
    walletId: account,
    reason,
    timestamp: timestamp.toISOString(),
  })),
  comments: comments.map(commentOut),
})

/** A signature without its bytes. */
export const signatureOut = ({
  senderId,
  publicKey,
  timestamp,
  byMirror,
  unconfirmed,
}: Omit<CountedSignature, 'signature'>): Static<typeof SignatureOut> => ({
  senderId,
  publicKey,
  timestamp: timestamp.toISOString(),
  ...(byMirror ? { byMirror } : {}),
  ...(unconfirmed ? { unconfirmed } : {}),
})

/** What the caller may sign under a scheduled request. */
function bytesToSign({ state, schedule, expiresAt }: Request, draft: Draft | undefined) {
  if (draft)
    return {
      bytes: encodeBytes(draft.bytes),
      bodyBytes: encodeBytes(draft.body_bytes),
      bytesExpireAt: draft.expires_at.toISOString(),
    }
  return schedule?.state === 'creating' && state === 'pending' ? { bytesExpireAt: expiresAt.toISOString() } : {}
}

const past = ({ code, message, expiresAt, windowEndsAt }: RequestEntry) => ({
  code: code ?? 'REQUEST_EXPIRED',
  message:
    message ??
    `The request takes no signatures since ${expiresAt.toISOString()}. It fails once the ledger cannot execute it any more, after ${windowEndsAt.toISOString()}: before you ask again, wait for that, or the ledger may do both`,
})

const isPast = (request: Pick<Request, 'state' | 'expiresAt'>, now: number): boolean =>
  request.state === 'pending' && now >= request.expiresAt.getTime()

export const commentOut = (comment: Comment): Static<typeof CommentOut> => ({
  commentId: comment.id,
  walletId: comment.account,
  text: comment.text,
  timestamp: comment.timestamp.toISOString(),
})

export const executionOut = (request: Request): Static<typeof Execution> => ({
  jobId: request.jobId,
  historyId: request.historyId,
  walletId: request.wallet,
  type: request.type,
  status: statusOf(request),
  transactionId: request.transactionId,
  ...scheduleOut(request),
  ...outcomeOf(request),
})

/**
 * An event with its signature only once nobody can submit the transaction with it any more; `pending` while that is
 * unconfirmed.
 */
const eventOut = (event: EventRow, ended: boolean): Static<typeof EventOut> => ({
  status: event.confirmed || event.status === 'error' ? event.status : 'pending',
  action: event.action,
  payload: event.payload,
  timestamp: event.timestamp.toISOString(),
  ...(event.transaction ? { transaction: encodeBytes(event.transaction) } : {}),
  ...(ended && event.signature ? { signature: encodeBytes(event.signature) } : {}),
})

/** History entries of these requests, in their order, each with its events. */
export function historyOut(requests: RequestEntry[], events: EventRow[], now: number): Static<typeof HistoryEntry>[] {
  const byRequest = Map.groupBy(events, (event) => event.job_id)
  return requests.map((request) => ({
    historyId: request.historyId,
    jobId: request.jobId,
    type: request.type,
    status: statusOf(request),
    payload: request.payload,
    timestamp: request.createdAt.toISOString(),
    threshold: request.threshold,
    requesterId: request.requester,
    ...(request.executeAt ? { executeAt: request.executeAt.toISOString() } : {}),
    ...(request.state === 'pending' ? { expiresAt: request.expiresAt.toISOString() } : {}),
    ...(isPast(request, now) ? past(request) : causeOf(request)),
    ...proposalOut(request),
    events: (byRequest.get(request.jobId) ?? []).map((event) => eventOut(event, hasEnded(request, now))),
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
  }))
}
