import type { ConsensusClock } from '#ledger/clock.ts'
import type { Store } from '#store/store.ts'
import type { Parameters } from './parameters.ts'

/** What the mirror reads: the ledger's file alone, so that it shows nothing that a crash could take back. */
export interface MirrorContext {
  readonly store: Store
  readonly clock: ConsensusClock
  /** `host:port` of the consensus node. */
  readonly address: string
}

export interface MirrorRequest {
  /** Path segments in braces, by name. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Parameters
  /** The path that was asked for, without the query. */
  readonly url: string
  /** Of who asks, without the port. */
  readonly address: string
  /** Nobody waits for the answer any more. */
  isGone(): boolean
}

/** One path of the Mirror Node's REST API; its file under rest/ exports one of these. */
export interface MirrorRoute {
  /** Fastify's notation, after /api/v1. */
  readonly path: string
  /** The query parameters that it knows; others are refused. */
  readonly parameters: readonly string[]
  answer(request: MirrorRequest, context: MirrorContext): object | Promise<object>
}
