import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { invalidIdentifier } from '../errors.ts'
import { assertShort, type ContentPath, parseContentPath } from './identifier.ts'

/**
 * How a route's path names content: an identifier in any form, percent-encoded if it has slashes, and a path below it.
 */
export const ContentPathIn = Type.Object({
  cid: Type.String({
    minLength: 1,
    maxLength: 1024,
    description:
      'a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded',
  }),
  '*': Type.Optional(Type.String({ maxLength: 4096, description: 'a path below the content' })),
})

/** @throws 400 `INVALID_CID`, 422 `UNSUPPORTED_CONTENT` */
export function pathOf(params: unknown): ContentPath {
  const { cid, '*': rest = '' } = params as { cid: string; '*'?: string }
  return below(parsed(cid), rest)
}

/** The content at a route's path below other content. @throws 400 `INVALID_CID` */
export function below({ cid, path }: ContentPath, rest: string): ContentPath {
  const names = rest.split('/').filter((segment) => segment !== '')
  if (names.some((segment) => segment === '.' || segment === '..')) throw invalidIdentifier(rest, 'it leads elsewhere')
  const whole = [...path, ...names]
  assertShort(rest, whole)
  return { cid, path: whole }
}

/** Paths that were parsed recently. */
const recent = new LRUCache<string, ContentPath>({ max: 1000 })

function parsed(text: string): ContentPath {
  const known = recent.get(text)
  if (known) return known
  const path = parseContentPath(text)
  recent.set(text, path)
  return path
}
