import type { ConsensusClock } from '#ledger/clock.ts'
import type { Store } from '#store/store.ts'
import type { Parameters } from './parameters.ts'

/**
 * The data that routes read. All of it is in the ledger's file, so the mirror shows nothing that a crash could undo.
 */
export interface MirrorContext {
  readonly store: Store
  readonly clock: ConsensusClock
  /** `host:port` of each of the ledger's own consensus nodes. */
  readonly addresses: readonly string[]
  /** Randomness for simulated calls of contracts. */
  sampleEntropy(): Buffer
}

export interface MirrorRequest {
  /** The values of the path's parameters (segments in braces), by name. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Parameters
  /** The path of the request, without the query string. */
  readonly url: string
}

/**
 * One path of the Mirror Node's REST API: each file below rest/ exports one or several. `C` is what the answer needs.
 */
export interface MirrorRoute<C extends MirrorContext = MirrorContext> {
  /** The path in Fastify's notation, below /api/v1. */
  readonly path: string
  /** The query parameters that the path knows; others are refused with 400. */
  readonly parameters: readonly string[]
  answer(request: MirrorRequest, context: C): object | Promise<object>
}
