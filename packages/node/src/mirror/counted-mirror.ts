import type { PublicMirror } from '@quorate/ledger'
import type { FastifyRequest } from 'fastify'

/** The mirror for the use of one request: each read after the first counts as a further request of the same client. */
export function counted(mirror: PublicMirror, request: Pick<FastifyRequest, 'countMore'>): PublicMirror {
  let isFirst = true
  return {
    get(path) {
      if (!isFirst) request.countMore(1)
      isFirst = false
      return mirror.get(path)
    },
  }
}
