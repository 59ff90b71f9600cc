import { unavailable } from '@quorate/platform'

/** Where a list goes on after the page at `path`; null at its end. @throws 503 MIRROR_UNAVAILABLE where that is not the mirror's own, or the same page */
export function nextPath(path: string, page: { links?: { next?: string | null } } | null): string | null {
  const next = page?.links?.next || null
  if (next !== null && (next === path || !next.startsWith('/api/')))
    throw unavailable('MIRROR_UNAVAILABLE', `the mirror's next page "${next}" is not its own, or the same again`)
  return next
}
