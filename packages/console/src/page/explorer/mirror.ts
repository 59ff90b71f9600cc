/** Reads of the ledger's mirror node by the page itself; each answer is checked before anything of it is shown. */
import { QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { mirrorReader, nextPath, otherShape } from '@quorate/verify/recount'
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { useSession } from '../api/session.tsx'

/** Topics, blocks and transactions are read again as often while they are looked at. */
export const LIVE_MS = 3_000
/** Pages of one list that the page keeps. */
const MAX_PAGES = 40

/** null where the mirror has nothing there. */
export async function readMirror<S extends TSchema>(url: string, path: string, schema: S): Promise<Static<S> | null> {
  try {
    const found = await mirrorReader(url)(path)
    if (found === undefined) return null
    if (Check(schema, found)) return found
    throw otherShape(url, path)
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    throw new QuorateError({ code: error.code, message: error.message, cause: error })
  }
}

export const useMirrorUrl = (): string | undefined => {
  const { config, chain } = useSession()
  return config.mirrors[chain]
}

/** null as a path has no answer. */
export function useMirror<S extends TSchema>(
  path: string | null,
  schema: S,
  { isLive = false }: { isLive?: boolean } = {},
): UseQueryResult<Static<S> | null> {
  const url = useMirrorUrl() ?? ''
  return useQuery({
    queryKey: ['mirror', url, path],
    queryFn: async () => (path === null ? null : readMirror(url, path, schema)),
    ...(isLive ? { refetchInterval: LIVE_MS } : {}),
  })
}

interface Page {
  links?: { next?: string | null }
}

/** A list of a mirror in pages. */
export interface MirrorList<T> {
  items: T[]
  query: UseInfiniteQueryResult
}

export function useMirrorList<S extends TSchema, T>(
  first: string,
  schema: S,
  itemsOf: (page: Static<S>) => T[],
  { isLive = false }: { isLive?: boolean } = {},
): MirrorList<T> {
  const url = useMirrorUrl() ?? ''
  const query = useInfiniteQuery({
    queryKey: ['mirror', url, 'list', first],
    queryFn: ({ pageParam }) => readMirror(url, pageParam, schema),
    initialPageParam: first,
    getNextPageParam: (page, pages, path) => (pages.length < MAX_PAGES ? nextPath(path, page as Page | null) : null),
    ...(isLive ? { refetchInterval: LIVE_MS } : {}),
  })
  return { items: query.data?.pages.flatMap((page) => (page === null ? [] : itemsOf(page))) ?? [], query }
}
