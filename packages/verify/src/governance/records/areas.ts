/**
 * Areas: subjects such as "finance". For each area, a member may name another delegate. A proposal is about at most one
 * area. Pages load this file, so it must not import schemas.
 */
import { unprocessable } from '../../error.ts'

/** In characters. */
export const MAX_AREA_LENGTH = 40

/** Letters, digits, spaces, `&` and `-`. */
const CHARACTERS = /^[\p{L}\p{N} &-]+$/u

export const isArea = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= MAX_AREA_LENGTH &&
  name === name.trim().normalize() &&
  CHARACTERS.test(name)

interface AreaRules {
  delegation?: true
  areas?: readonly string[]
}

/** Refuses areas that are invalid, that look alike, or that exist without delegation. @throws 422 `INVALID_AREAS` */
export function checkAreas({ areas, delegation }: AreaRules): void {
  if (areas === undefined) return
  const refuse = (why: string) => unprocessable('INVALID_AREAS', why)
  if (!delegation) throw refuse('areas need delegation: allow delegation, or end areas, too')
  const wrong = areas.find((one) => !isArea(one))
  if (wrong !== undefined)
    throw refuse(`areas has ${JSON.stringify(wrong)}: expected up to ${MAX_AREA_LENGTH} letters, digits and spaces`)
  if (new Set(areas.map((one) => one.toLowerCase())).size < areas.length)
    throw refuse('areas has two that differ only in upper and lower case')
}

/** Refuses an area that the rules do not name. @throws 422 `AREA_UNKNOWN` */
export function checkArea(area: string | undefined, { areas = [] }: AreaRules): void {
  if (area === undefined || areas.includes(area)) return
  const known = areas.length === 0 ? 'name no areas' : `name ${areas.join(', ')}`
  throw unprocessable('AREA_UNKNOWN', `area is ${area}: the rules of the DAO ${known}`)
}

/**
 * The areas whose delegations new rules end: the areas that they no longer name, or `all` if they no longer allow
 * delegation. null if they end nothing.
 */
export function endedAreas(before: AreaRules, after: AreaRules): 'all' | string[] | null {
  if (before.delegation && !after.delegation) return 'all'
  const ended = (before.areas ?? []).filter((one) => !after.areas?.includes(one))
  return ended.length > 0 ? ended : null
}
