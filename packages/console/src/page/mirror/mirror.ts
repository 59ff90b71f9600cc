/** The page's own reads of the mirror node. Each answer is validated before it is used. */
import { QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { mirrorReader, otherShape } from '@quorate/verify/recount'
import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { useSession } from '../api/session.tsx'
import { type Message, MessagesAnswer } from './answers.ts'
import { nextOfList } from './next-of-list.ts'

/** How often to reload topics, blocks and transactions while they are shown. */
export const LIVE_MS = 3_000
/** The maximum size of an answer. The explorer's largest answers have a few hundred kilobytes. */
const MAX_BYTES = 1_048_576
/** The maximum number of pages to load of one list. */
const MAX_PAGES = 40

/** Returns null if the mirror answers 404. */
export async function readMirror<S extends TSchema>(url: string, path: string, schema: S): Promise<Static<S> | null> {
  const found = await mirrorReader(url, { maxBytes: MAX_BYTES })(path).catch(fail)
  if (found === undefined) return null
  return Check(schema, found) ? found : fail(otherShape(url, path))
}

/** Turns errors of `verify` into QuorateErrors. */
export const inClientTerms = <T>(reading: Promise<T>): Promise<T> => reading.catch(fail)

/** The page shows only the codes of QuorateErrors. */
function fail(error: unknown): never {
  if (!(error instanceof VerifyError)) throw error
  throw new QuorateError({ code: error.code, message: error.message, cause: error })
}

export const useMirrorUrl = (): string | undefined => {
  const { config, chain } = useSession()
  return config.mirrors[chain]
}

/** Returns null if the mirror has nothing at this path, or if the path is null. */
export function useMirror<S extends TSchema>(
  path: string | null,
  schema: S,
  { isLive = false, everyMs = isLive ? LIVE_MS : undefined }: { isLive?: boolean; everyMs?: number | undefined } = {},
): UseQueryResult<Static<S> | null> {
  const url = useMirrorUrl() ?? ''
  return useQuery({
    queryKey: ['mirror', url, path],
    queryFn: async () => (path === null ? null : readMirror(url, path, schema)),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}

interface Page {
  links?: { next?: string | null }
}

/** A paged list of a mirror. */
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
    async queryFn({ pageParam }) {
      const page = await readMirror(url, pageParam, schema)
      // Checks the link to the next page here, so that a wrong one fails the query and not the screen later.
      await inClientTerms((async () => nextOfList(pageParam, page as Page | null))())
      return page
    },
    initialPageParam: first,
    getNextPageParam: (page, pages, path) => (pages.length < MAX_PAGES ? nextOfList(path, page as Page | null) : null),
    // A refetch reloads all loaded pages, so it runs only while there is one.
    refetchInterval: ({ state }) => (isLive && (state.data?.pages.length ?? 0) <= 1 ? LIVE_MS : false),
  })
  return { items: query.data?.pages.flatMap((page) => (page === null ? [] : itemsOf(page))) ?? [], query }
}

/** The maximum number of new messages of a topic to keep. */
const MAX_NEW_MESSAGES = 500

/**
 * The messages after number `since`, newest first. Requests nothing if `since` is undefined. Drops the oldest of them
 * if there are too many.
 */
export function useNewMessages(topic: string, since: bigint | undefined): UseQueryResult<Message[]> {
  const url = useMirrorUrl() ?? ''
  const queries = useQueryClient()
  const queryKey = ['mirror', url, 'new', topic, String(since)]
  return useQuery({
    queryKey,
    async queryFn() {
      const known = queries.getQueryData<Message[]>(queryKey) ?? []
      const last = known[0]?.sequence_number ?? since ?? 0n
      const path = `/api/v1/topics/${topic}/messages?sequencenumber=gt:${last}&order=asc&limit=100`
      const { messages = [] } = (await readMirror(url, path, MessagesAnswer)) ?? {}
      return [...messages.toReversed(), ...known].slice(0, MAX_NEW_MESSAGES)
    },
    enabled: since !== undefined,
    refetchInterval: LIVE_MS,
  })
}
