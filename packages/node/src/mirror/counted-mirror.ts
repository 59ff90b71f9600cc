import type { PublicMirror } from '@quorate/ledger'
import type { FastifyRequest } from 'fastify'

/** The same mirror for one request: each read after the first counts as a further request of whoever asks. */
export function counted(mirror: PublicMirror, request: FastifyRequest): PublicMirror {
  let isFirst = true
  return {
    get(path) {
      if (!isFirst) request.countMore(1)
      isFirst = false
      return mirror.get(path)
    },
  }
}
