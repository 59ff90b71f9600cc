import { AccountId, BytesOut, encodeBytes, namedSchema } from '@quorate/platform'
import { requestOperations, walletRoles } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { scheduledTransactionId } from '../model/modes.ts'
import { type Request, type RequestEntry, scheduleStates } from '../model/request.ts'
import { needsOf } from '../model/signatures.ts'
import { GroupPlace } from '../operations/operation.ts'
import { HistoryType, Payload, Receipt, SignatureCount, Status, signatureCount, statusOf, Time } from './values.ts'

export const ProposalOut = namedSchema(
  'ProposalOfRequest',
  Type.Object(
    {
      daoId: Type.String(),
      proposalId: Type.String(),
      topicId: Type.String(),
      consensusTimestamp: Type.String({ description: 'the consensus time of the decision, seconds.nanoseconds' }),
    },
    { description: 'the passed proposal that opened the request' },
  ),
)

export const ScheduleOut = namedSchema(
  'Schedule',
  Type.Object(
    {
      scheduleId: Type.Union([Type.String(), Type.Null()], { description: 'null until it is created' }),
      state: Type.Enum([...scheduleStates]),
      expiresAt: Time,
      execute: Type.Enum(['signed', 'expiry']),
      scheduledTransactionId: Type.String({ description: 'the id under which the ledger executes it' }),
    },
    { description: 'for a scheduled request: its schedule on the ledger' },
  ),
)

export const ReplacesOut = namedSchema(
  'ReplacedRequest',
  Type.Object(
    {
      jobId: Type.String(),
      transactionId: Type.String({
        description: "with this request's own `transactionId`, the ledger executes at most one of the two",
      }),
    },
    { description: 'the request that this one replaces: each signature of this one rejects it' },
  ),
)

export const ProblemOut = namedSchema(
  'Problem',
  Type.Object({
    code: Type.String({ description: "the ledger's response code" }),
    message: Type.String(),
    accountId: Type.Optional(AccountId),
    tokenId: Type.Optional(Type.String({ description: 'HBAR, or a token id' })),
    serialNumber: Type.Optional(Type.String()),
    balance: Type.Optional(Type.String({ description: 'what the account has, in smallest units' })),
    needed: Type.Optional(Type.String({ description: 'what the transaction takes, in smallest units' })),
  }),
)

export const Checked = namedSchema(
  'Checked',
  Type.Object({
    problems: Type.Array(ProblemOut, { description: 'what the ledger would refuse now; empty if nothing' }),
  }),
)

export const RequestOut = namedSchema(
  'Request',
  Type.Object({
    jobId: Type.String(),
    historyId: Type.String(),
    walletId: Type.Union([AccountId, Type.Null()]),
    chain: Type.String(),
    operation: Type.Enum([...requestOperations]),
    type: HistoryType,
    status: Status,
    requesterId: AccountId,
    requesterRole: Type.Optional(
      Type.Enum([...walletRoles], { description: 'the role that let the requester ask; absent if it was an owner' }),
    ),
    payload: Payload,
    threshold: Type.Integer(),
    transactionId: Type.String(),
    bytes: BytesOut,
    bodyBytes: BytesOut,
    createdAt: Time,
    expiresAt: Time,
    executeAt: Type.Optional(
      Type.Unsafe<string>({ ...Time, description: 'for a timed request: when the service executes it' }),
    ),
    schedule: Type.Optional(ScheduleOut),
    proposal: Type.Optional(ProposalOut),
    replaces: Type.Optional(ReplacesOut),
    group: Type.Optional(GroupPlace),
    replacedBy: Type.Optional(Type.String({ description: 'the `jobId` of the newest request that replaces this one' })),
    code: Type.Optional(Type.String({ description: 'the error code if it failed' })),
    message: Type.Optional(Type.String()),
    consensusTimestamp: Type.Optional(Type.String({ description: 'seconds.nanoseconds' })),
    receipt: Type.Optional(Receipt),
  }),
)

export const NeedOut = namedSchema(
  'Need',
  Type.Object(
    {
      walletId: Type.Union([AccountId, Type.Null()], {
        description: 'the account with this key; null for a key that the request sets',
      }),
      needed: Type.Unsafe<number | null>({
        ...SignatureCount,
        description: 'the least number of signatures that satisfies it; null if signatures alone never suffice',
      }),
      missing: Type.Unsafe<number | null>({ ...SignatureCount, description: 'how many of them are still needed' }),
      from: Type.Array(AccountId, { description: 'the accounts whose signature could still help' }),
    },
    { description: 'a key that the ledger requires' },
  ),
)

export const Needs = Type.Array(NeedOut, {
  description:
    'what each key that the ledger asks for still needs: a change of owners needs the old key and the new one. Of a scheduled request, it is what the kept transaction needs, also before the ledger keeps it. Empty once the request has ended',
})

export const needsOut = (request: Request): Static<typeof Needs> =>
  needsOf(request).map(({ account, needed, missing, from }) => ({
    walletId: account,
    needed: signatureCount(needed),
    missing: signatureCount(missing),
    from,
  }))

export const Execution = namedSchema(
  'Execution',
  Type.Object({
    jobId: Type.String(),
    historyId: Type.String(),
    walletId: Type.Union([AccountId, Type.Null()]),
    type: HistoryType,
    status: Status,
    transactionId: Type.String(),
    schedule: Type.Optional(ScheduleOut),
    consensusTimestamp: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    receipt: Type.Optional(Receipt),
  }),
)

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
export const proposalOut = ({ payload }: Pick<RequestEntry, 'payload'>): { proposal?: Static<typeof ProposalOut> } =>
  payload.proposal ? { proposal: payload.proposal as Static<typeof ProposalOut> } : {}

/** The request that a request replaces, and the one that replaces it, as fields of an answer. */
export const replacesOut = ({ replaces, replacedBy }: Pick<RequestEntry, 'replaces' | 'replacedBy'>) => ({
  ...(replaces ? { replaces } : {}),
  ...(replacedBy === null ? {} : { replacedBy }),
})

/** The place of a request in its group, as a field of an answer. */
export const groupOut = ({ group }: Pick<RequestEntry, 'group'>) => (group ? { group } : {})

export const causeOf = (request: RequestEntry) => ({
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
  ...(request.requesterRole ? { requesterRole: request.requesterRole } : {}),
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
  ...replacesOut(request),
  ...groupOut(request),
  ...outcomeOf(request),
})

export const past = ({ code, message, expiresAt, windowEndsAt }: RequestEntry) => ({
  code: code ?? 'REQUEST_EXPIRED',
  message:
    message ??
    `The request accepts no more signatures since ${expiresAt.toISOString()}. The ledger may still execute it until ${windowEndsAt.toISOString()}: wait for that before you make another request, or the ledger may execute both`,
})

export const isPast = (request: Pick<Request, 'state' | 'expiresAt'>, now: number): boolean =>
  request.state === 'pending' && now >= request.expiresAt.getTime()

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
