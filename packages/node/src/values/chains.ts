/** The chain that a read is about. */
import { onChain } from '@quorate/ledger'
import type { Session } from '@quorate/platform'
import { Type } from 'typebox'

export const ChainParameter = Type.Optional(
  Type.String({ maxLength: 64, description: "the chain; the session's if absent, else the default one" }),
)

/** The first of CHAINS. */
export const defaultChain = (chains: ReadonlyMap<string, unknown>): string => chains.keys().next().value ?? ''

/** The chain that the query names, else the session's, else the first one. @throws 400 UNKNOWN_CHAIN */
export function chainOf<T>(
  chains: ReadonlyMap<string, T>,
  request: { query: unknown; sessionIfAny?: Session | undefined },
): T {
  const { chain } = request.query as { chain?: string }
  return onChain(chains, chain ?? request.sessionIfAny?.chain ?? defaultChain(chains))
}

/** The session of a request, if it is of this chain: a session acts on no other. */
export function sessionOn(
  chain: string,
  { sessionIfAny: session }: { sessionIfAny?: Session | undefined },
): Session | undefined {
  return session?.chain === chain ? session : undefined
}
