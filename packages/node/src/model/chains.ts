import type { Session } from '@quorate/platform'

/** The request's session if it is for this chain: a session cannot act on another chain. */
export function sessionOn(
  chain: string,
  { sessionIfAny: session }: { sessionIfAny?: Session | undefined },
): Session | undefined {
  return session?.chain === chain ? session : undefined
}
