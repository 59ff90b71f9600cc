import { gatedWriteErrors, operations, withFullTimestamps } from '@quorate/ledger/operations'
import type { Http } from '@quorate/platform'
import { PendingOut, WriteOut } from '../answers/writes.ts'
import type { CommonBody } from '../writes/prepare.ts'
import type { Writes } from '../writes/write.ts'

const DESCRIPTION =
  "Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it."

/** Adds an endpoint for each operation on topics, tokens and accounts. */
export function writeRoutes(http: Http, { writes }: { writes: Writes }): void {
  for (const operation of operations) {
    const { method, tag, summary, errors = [], params, body } = operation
    http.route({
      method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: 'session' },
      schema: {
        tags: [tag],
        summary,
        description: DESCRIPTION,
        params,
        body,
        errors: [...gatedWriteErrors, errors].flat(),
        response: { 200: WriteOut, 202: PendingOut },
      },
      // This service builds the answers field by field, so the schema need not filter them.
      serializerCompiler: () => JSON.stringify,
      handler: async (request, reply) => {
        const answer = await writes.write({
          operation,
          session: request.session,
          params: request.params as Record<string, string>,
          body: withFullTimestamps((request.body ?? {}) as CommonBody & Record<string, unknown>),
        })
        reply.status(answer.status === 'PENDING' ? 202 : 200)
        return answer as never
      },
    })
  }
}
