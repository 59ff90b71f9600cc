/** The chain that a read is about. */
import { badRequest, type Session } from '@quorate/platform'
import { Type } from 'typebox'

export const ChainParameter = Type.Optional(
  Type.String({ maxLength: 64, description: "the chain; the session's if absent, else the default one" }),
)

/** The chain that the query names, else the session's, else the first one. @throws 400 UNKNOWN_CHAIN */
export function chainOf<T>(
  chains: ReadonlyMap<string, T>,
  request: { query: unknown; sessionIfAny?: Session | undefined },
): T {
  const { chain } = request.query as { chain?: string }
  const name = chain ?? request.sessionIfAny?.chain ?? chains.keys().next().value ?? ''
  const found = chains.get(name)
  if (found) return found
  throw badRequest('UNKNOWN_CHAIN', `chain is "${name}": expected one of ${[...chains.keys()].join(', ')}`)
}

/** The session of a request, if it is of this chain: a session acts on no other. */
export function sessionOn(
  chain: string,
  { sessionIfAny: session }: { sessionIfAny?: Session | undefined },
): Session | undefined {
  return session?.chain === chain ? session : undefined
}
