import type { Session } from '@quorate/platform'

/** The session of a request, if it is of this chain: a session acts on no other. */
export function sessionOn(
  chain: string,
  { sessionIfAny: session }: { sessionIfAny?: Session | undefined },
): Session | undefined {
  return session?.chain === chain ? session : undefined
}
