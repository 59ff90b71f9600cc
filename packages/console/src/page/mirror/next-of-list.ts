import { VerifyError } from '@quorate/verify'
import { nextPath } from '@quorate/verify/recount'

/**
 * Returns the path of a list's next page; null at the end of the list.
 *
 * @throws VerifyError 503 `MIRROR_UNAVAILABLE` if the mirror's link leads to the same page, or not to the same list
 */
export function nextOfList(path: string, page: { links?: { next?: string | null } } | null): string | null {
  const next = nextPath(path, page)
  const [list] = path.split('?')
  if (next === null || (next.startsWith(`${list}?`) && !next.includes('#'))) return next
  throw new VerifyError(
    'MIRROR_UNAVAILABLE',
    `The mirror's link to the next page leads to another list: "${next.slice(0, 200)}"`,
    {
      statusCode: 503,
    },
  )
}
