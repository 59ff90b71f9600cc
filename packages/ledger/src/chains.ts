/** The chain that a request is about. */
import type { Session } from '@quorate/platform'
import { Type } from 'typebox'
import { onChain } from './ledger.ts'

export const ChainParameter = Type.Optional(
  Type.String({ maxLength: 64, description: "the chain; by default the session's, else the first of CHAINS" }),
)

/** The first of CHAINS. */
export const defaultChain = (chains: ReadonlyMap<string, unknown>): string => chains.keys().next().value ?? ''

/**
 * The value for the chain in the query, else for the session's chain, else for the first chain.
 * @throws 400 UNKNOWN_CHAIN
 */
export function chainOf<T>(
  chains: ReadonlyMap<string, T>,
  request: { query: unknown; sessionIfAny?: Session | undefined },
): T {
  const { chain } = request.query as { chain?: string }
  return onChain(chains, chain ?? request.sessionIfAny?.chain ?? defaultChain(chains))
}
