import type { StillNeeded } from '@quorate/verify'
import type { Texts } from '../../texts/en.ts'

/** Says how many more signatures a request needs, and whose. @param called Returns an account's name */
export function neededText(
  { count, from, isEach, isLeast }: StillNeeded,
  called: (account: string) => string,
  { request, home }: Texts,
): string {
  const names = from.map(called)
  if (isEach) return request.waitingFor(request.allOf(names))
  if (isLeast) return request.neededAmong(home.missingAtLeast(count), request.allOf(names))
  return request.neededFrom(home.missing(count), request.oneOf(names))
}
