/** Writes of one wallet that are handled at once are few, so that those of others come in between. */
import type { RouteOptions } from 'fastify'
import { limits } from '../base/platform-limits.ts'
import { createFairTurns } from '../cache/fair-turns.ts'

/**
 * Makes the handlers of writes wait while many of the same wallet run: the embedded database has one session, which is
 * given to whoever asked first.
 */
export function writesInTurn(): (route: RouteOptions) => void {
  const turns = createFairTurns(Number.POSITIVE_INFINITY, limits.writesOfWallet.value)
  return (route) => {
    const { handler } = route
    route.handler = function inTurn(request, reply) {
      const { chain, walletId } = request.session
      return turns(`${chain}:${walletId}`, async () => handler.call(this, request, reply))
    }
  }
}
