import { Bytes, BytesOut, decodeBytes, type Http, namedSchema, limits as platformLimits } from '@quorate/platform'
import { Type } from 'typebox'
import {
  Checked,
  Execution,
  executionOut,
  ProblemOut,
  ReplacesOut,
  replacesOut,
  ScheduleOut,
  scheduleOut,
} from '../answers/requests.ts'
import { operations } from '../operations/index.ts'
import { ExecuteAt, Force, GroupPlace, Memo, Replaces, Scheduling } from '../operations/operation.ts'
import { failure } from '../requests/checks/open-request.ts'
import type { Service } from '../service.ts'
import { executionErrors, newRequestErrors } from './errors.ts'

const Requested = namedSchema(
  'NewRequest',
  Type.Object({
    jobId: Type.String(),
    historyId: Type.String(),
    bytes: BytesOut,
    bodyBytes: BytesOut,
    transactionId: Type.String(),
    expiresAt: Type.String({ format: 'date-time', description: 'until when these bytes can be signed' }),
    schedule: Type.Optional(ScheduleOut),
    replaces: Type.Optional(ReplacesOut),
    warnings: Type.Optional(
      Type.Array(ProblemOut, { description: 'what the ledger would refuse now; absent if nothing' }),
    ),
  }),
)
/** Other fields are ignored, so that clients can send the answer to a request back unchanged. */
const Submitted = Type.Object({ bytes: Bytes, jobId: Type.String({ maxLength: 100 }) })

/** `/multisig/wallet/<operation>/request` and `.../execute`, for every kind of operation. */
export function operationRoutes(http: Http, { newRequests, modes, findSigned }: Service): void {
  for (const operation of Object.values(operations)) {
    const tags = [operation.name]
    const body = Type.Object(
      {
        ...operation.body.properties,
        memo: Memo,
        executeAt: ExecuteAt,
        ...Scheduling,
        force: Force,
        replaces: Replaces,
        group: Type.Optional(GroupPlace),
      },
      { additionalProperties: false },
    )
    http.post(
      `/multisig/wallet/${operation.name}/request`,
      {
        schema: {
          tags,
          summary: `Request to ${operation.summary}`,
          description:
            'Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.',
          body,
          errors: [newRequestErrors, operation.errors ?? []].flat(),
          response: { 200: Requested },
        },
      },
      async ({ body, session }) => {
        const { request, problems } = await newRequests.make(operation, body, session)
        const { jobId, historyId, bytes, bodyBytes, transactionId, expiresAt } = request
        return {
          jobId,
          historyId,
          bytes: Buffer.from(bytes).toString('base64'),
          bodyBytes: Buffer.from(bodyBytes).toString('base64'),
          transactionId,
          expiresAt: expiresAt.toISOString(),
          ...scheduleOut(request),
          ...replacesOut(request),
          ...(problems.length > 0 ? { warnings: problems } : {}),
        }
      },
    )

    http.post(
      `/multisig/wallet/${operation.name}/check`,
      {
        config: { repeatable: true },
        schema: {
          tags,
          summary: `Check a request to ${operation.summary}`,
          description: 'Makes no request. `problems` lists what the ledger would refuse now.',
          body,
          errors: [newRequestErrors, operation.errors ?? []].flat(),
          response: { 200: Checked },
        },
      },
      async ({ body, session }) => ({ problems: await newRequests.check(operation, body, session) }),
    )

    http.post(
      `/multisig/wallet/${operation.name}/execute`,
      {
        bodyLimit: platformLimits.transactionBodyBytes.value,
        config: { repeatable: true },
        schema: {
          tags,
          summary: `Execute a request to ${operation.summary}`,
          description:
            'Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.',
          body: Submitted,
          errors: executionErrors,
          response: { 200: Execution, 202: Execution },
        },
      },
      async ({ body, session }, reply) => {
        const bytes = decodeBytes(body.bytes, 'bytes')
        const request = await findSigned(body.jobId, session, operation.name)
        const settled = await modes[request.mode].execute(request, bytes)
        if (settled.state === 'error') throw failure(settled)
        reply.status(settled.state === 'success' ? 200 : 202)
        return executionOut(settled)
      },
    )
  }
}
