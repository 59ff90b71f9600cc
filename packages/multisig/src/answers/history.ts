import { AccountId, BytesOut, encodeBytes, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { hasEnded } from '../model/access.ts'
import type { RequestEntry } from '../model/request.ts'
import type { EventRow } from '../store/events.ts'
import { causeOf, isPast, ProposalOut, past, proposalOut, ReplacesOut, RequestOut, replacesOut } from './requests.ts'
import { HistoryType, Payload, Status, statusOf, Time } from './values.ts'

export const EventOut = namedSchema(
  'HistoryEvent',
  Type.Object({
    status: Status,
    action: Type.Enum(['signature', 'execute', 'request']),
    payload: Payload,
    timestamp: Time,
    transaction: Type.Optional(BytesOut),
    signature: Type.Optional(
      Type.Unsafe<string>({
        ...BytesOut,
        description: 'the signature; absent while the ledger could still execute the transaction',
      }),
    ),
  }),
)

export const HistoryEntry = namedSchema(
  'HistoryEntry',
  Type.Object({
    historyId: Type.String(),
    jobId: Type.String(),
    type: HistoryType,
    status: Status,
    payload: Payload,
    timestamp: Time,
    threshold: Type.Integer(),
    events: Type.Array(EventOut),
    requesterId: Type.Optional(AccountId),
    requesterRole: RequestOut.properties.requesterRole,
    executeAt: Type.Optional(Time),
    expiresAt: Type.Optional(
      Type.Unsafe<string>({ ...Time, description: 'for a pending request: until when it accepts signatures' }),
    ),
    code: Type.Optional(
      Type.String({
        description: 'the error code if it was not executed; REQUEST_EXPIRED once it accepts no more signatures',
      }),
    ),
    message: Type.Optional(Type.String()),
    proposal: Type.Optional(ProposalOut),
    replaces: Type.Optional(ReplacesOut),
    replacedBy: Type.Optional(Type.String({ description: 'the `jobId` of the newest request that replaces this one' })),
    createdAt: Time,
    updatedAt: Time,
  }),
)

/**
 * An event includes its signature only once nobody can submit the transaction with it any more, and is `pending` while
 * the signature is unconfirmed.
 */
const eventOut = (event: EventRow, ended: boolean): Static<typeof EventOut> => ({
  status: event.confirmed || event.status === 'error' ? event.status : 'pending',
  action: event.action,
  payload: event.payload,
  timestamp: event.timestamp.toISOString(),
  ...(event.transaction ? { transaction: encodeBytes(event.transaction) } : {}),
  ...(ended && event.signature ? { signature: encodeBytes(event.signature) } : {}),
})

/** The history entries of these requests, in the same order, each with its events. */
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
    ...(request.requesterRole ? { requesterRole: request.requesterRole } : {}),
    ...(request.executeAt ? { executeAt: request.executeAt.toISOString() } : {}),
    ...(request.state === 'pending' ? { expiresAt: request.expiresAt.toISOString() } : {}),
    ...(isPast(request, now) ? past(request) : causeOf(request)),
    ...proposalOut(request),
    ...replacesOut(request),
    events: (byRequest.get(request.jobId) ?? []).map((event) => eventOut(event, hasEnded(request, now))),
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
  }))
}
