import type { Http } from '@quorate/platform'
import { operations } from '../operations/index.ts'
import { PendingOut, WriteOut } from '../outcomes.ts'
import type { Writes } from '../writes.ts'
import type { CommonBody } from '../writing.ts'

/** Every write of document 2: topics, tokens and accounts. */
export function writeRoutes(http: Http, { writing }: Pick<Writes, 'writing'>): void {
  for (const operation of operations) {
    const { method, tag, summary, params, body } = operation
    http.route({
      method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: 'session' },
      schema: { tags: [tag], summary, params, body, response: { 200: WriteOut, 202: PendingOut } },
      // What they answer is made here, field by field.
      serializerCompiler: () => JSON.stringify,
      handler: async (request, reply) => {
        const { session, url } = request
        const answer = await writing.write({
          operation,
          session,
          params: request.params as Record<string, string>,
          body: (request.body ?? {}) as CommonBody & Record<string, unknown>,
          path: url.split('?', 1)[0] ?? '',
        })
        reply.status(answer.status === 'PENDING' ? 202 : 200)
        return answer as never
      },
    })
  }
}
