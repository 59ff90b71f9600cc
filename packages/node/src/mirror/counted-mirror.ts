import type { PublicMirror } from '@quorate/ledger'
import type { FastifyRequest } from 'fastify'
import { limits } from '../limits.ts'

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

/** To be called for each read of a write: those beyond what a write usually needs count as further requests of whoever asks. */
export function countReads(request: Pick<FastifyRequest, 'countMore'>): () => void {
  let reads = 0
  return () => {
    if (++reads > limits.readsPerWrite.value) request.countMore(1)
  }
}
