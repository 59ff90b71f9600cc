import { unavailable } from '../../error.ts'

/**
 * The path of the page after the one at `path`; null at the list's end.
 *
 * @throws 503 MIRROR_UNAVAILABLE if the link leads outside the mirror, or to the same page
 */
export function nextPath(path: string, page: { links?: { next?: string | null } } | null): string | null {
  const next = page?.links?.next || null
  if (next !== null && (next === path || !next.startsWith('/api/')))
    throw unavailable(
      'MIRROR_UNAVAILABLE',
      `The mirror's link to the next page, "${next}", leads outside the mirror or to the same page`,
    )
  return next
}
