/** Values that several resources share. */
import { AnyNames, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Request } from '../model/request.ts'

export const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })

export const Amount = namedSchema(
  'AmountOut',
  Type.Union([Type.Integer(), Type.String()], {
    description: 'smallest unit; a string beyond 2^53',
  }),
)

export const Payload = AnyNames(Type.Unknown())

/** `pending` accepts signatures or is being executed; `success` and `error` are final. */
export const Status = namedSchema('Status', Type.Enum(['pending', 'success', 'error']))

export const statusOf = (request: Pick<Request, 'state'>): Static<typeof Status> =>
  request.state === 'executing' ? 'pending' : request.state

export const SignatureCount = Type.Union([Type.Integer(), Type.Null()])

/** Infinity means that signatures alone never satisfy the key. JSON has no Infinity, so it becomes null. */
export const signatureCount = (count: number): number | null => (Number.isFinite(count) ? count : null)

export const Receipt = AnyNames(Type.Unknown(), { description: "the ledger's receipt" })

export const HistoryType = Type.Enum(['create', 'update', 'withdraw', 'associate', 'dissociate', 'operation'])
