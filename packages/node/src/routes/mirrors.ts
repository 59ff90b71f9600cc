/** Mirror reads: one handler for the table of definitions. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { ChainParameter, chainOf } from '@quorate/ledger'
import {
  ApiError,
  addressOf,
  type Cache,
  type createFairTurns,
  createSharedReads,
  createSharedTurns,
  type Http,
  notFound,
} from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { type MirrorRead, type MirrorResult, mirrorReads, type PathValues } from '../mirror/definitions.ts'
import { shaped } from '../mirror/fit-to-schema.ts'
import { type ParameterName, queryProperties, toMirrorQuery } from '../mirror/parameters.ts'

/** How long the answer of a read that is `isFinal` is cached, milliseconds. */
const FINAL_MS = 60_000
/** Items in one page of the mirror. */
const PAGE = 100

/** How many loads for the same read may run at once. */
const LOADS_AT_ONCE = 2

interface Chain {
  chain: string
  mirror: PublicMirror
}

export interface MirrorRoutes {
  /** The first is the default. */
  chains: ReadonlyMap<string, Chain>
  cache: Pick<Cache, 'fetch'>
  /** Turns for reads that may have several pages. */
  turns: ReturnType<typeof createFairTurns>
}

export function mirrorRoutes(http: Http, service: MirrorRoutes): void {
  for (const read of mirrorReads) serve(http, service, read)
}

function serve(http: Http, { chains, cache, turns }: MirrorRoutes, read: MirrorRead): void {
  const properties = queryProperties(read.parameters ?? [])
  /** Requests for the same read share one answer, but never one whose load began before the request came. */
  const shared = createSharedReads(async (asked): Promise<Written> => {
    const [chain, values, given] = JSON.parse(asked) as [string, PathValues, MirrorJson]
    const { mirror } = chains.get(chain) as Chain
    const { body, next, pages } = await answer(mirror, read, values, given)
    return { text: JSON.stringify(body), link: next && Array.isArray(body) ? `<${next}>; rel="next"` : null, pages }
  }, LOADS_AT_ONCE)
  const inTurn = createSharedTurns<Written>(turns)

  http.route({
    method: 'GET',
    url: read.path,
    config: { access: 'optional' },
    schema: {
      tags: ['mirror'],
      summary: read.summary,
      params: Type.Object(read.params),
      querystring: Type.Object({ ...properties, chain: ChainParameter }, { additionalProperties: false }),
      errors: [{ 400: ['UNKNOWN_CHAIN'] }, read.errors ?? {}],
      response: { 200: read.answer },
    },
    // The handler answers JSON text, which `shaped` has already checked against this schema and reduced to its fields.
    serializerCompiler: () => (text) => text as string,
    async handler(request, reply) {
      const { chain } = chainOf(chains, request)
      const asked = JSON.stringify([chain, request.params, request.query])
      const load = () =>
        read.isFinal ? cache.fetch(`mirror ${read.path} ${asked}`, FINAL_MS, () => shared(asked)) : shared(asked)
      const written = await (mayHavePages(read, request.query as MirrorJson)
        ? inTurn(addressOf(request), asked, request.raw.socket, load)
        : load())
      if (!written) return reply.hijack()
      const { text, link, pages } = written
      // Each request counts the pages of a shared answer in full: asking together with others makes no read cheaper.
      if (pages > 1) request.countMore(pages - 1)
      if (link) reply.header('link', link)
      reply.type('application/json; charset=utf-8')
      return text
    },
  })
}

/**
 * Whether a read may have several pages. These are in memory until the last one is read, so few such reads run at once.
 */
const mayHavePages = ({ list, keep }: MirrorRead, { limit }: MirrorJson): boolean =>
  list !== undefined && (keep !== undefined || Number(limit) > PAGE)

interface Written {
  text: string
  link: string | null
  /** How many pages the mirror was asked for. */
  pages: number
}

async function answer(mirror: PublicMirror, read: MirrorRead, values: PathValues, given: MirrorJson) {
  const query = toMirrorQuery(read.parameters ?? [], given, read.bare)
  const path = read.mirror(values, query)
  const found = await ask(mirror, read, path, values, query)
  const next = found.links.next && ourAddress(read, values, given, query, found.links.next)
  const form = { ...found, links: { next } }
  const body = read.toAnswer ? read.toAnswer(form) : found.raw
  if (body === undefined)
    throw notFound(
      'NOT_FOUND',
      `The mirror has nothing at ${path}: check the id, or ask again in a moment if it is new`,
    )
  return { body: shaped(read.answer, body, path) as unknown, next, pages: found.pages.length }
}

async function ask(
  mirror: PublicMirror,
  read: MirrorRead,
  path: string,
  values: PathValues,
  query: Map<ParameterName, string[]>,
): Promise<MirrorResult> {
  const limit = Number(query.get('limit')?.[0] ?? 0)
  const first = await mirror
    .get(path + searchOf(read, query, limit))
    .catch((error) => explain(mirror, read, values, query, error))
  const found: MirrorResult = { raw: first, pages: [], links: linksOf(first), values, query }
  if (!read.list) return found
  let left = limit
  let characters = 0
  for (let page = first; ; ) {
    const all = (page[read.list] as MirrorJson[] | undefined) ?? []
    const kept = read.keep ? all.filter((item) => read.keep?.(item, query)) : all
    found.pages.push(kept)
    found.links = linksOf(page)
    left -= kept.length
    if (left <= 0 || !found.links.next) return found
    // Where items are large, or `keep` drops most of them, the answer has fewer than `limit` items; its link leads to
    // the rest.
    characters += JSON.stringify(kept).length
    if (characters >= limits.mirrorListCharacters.value || found.pages.length >= limits.maxMirrorPages.value)
      return found
    page = await mirror.get(nextPath(found.links.next, Math.min(PAGE, left)))
  }
}

/**
 * Turns the mirror's 404 into a 501 where the mirror lacks this kind of thing altogether ({@link MirrorRead.mayLack}).
 *
 * @throws 501 `mayLack.code`, or else `error`
 */
async function explain(
  mirror: PublicMirror,
  { mayLack }: MirrorRead,
  values: PathValues,
  query: Map<ParameterName, string[]>,
  error: unknown,
): Promise<never> {
  const isMissing = error instanceof ApiError && error.statusCode === 404
  if (!mayLack || !isMissing || !mayLack.isThere(await mirror.get(mayLack.of(values, query)))) throw error
  throw new ApiError(501, mayLack.code, mayLack.message)
}

const linksOf = (raw: MirrorJson): { next: string | null } => {
  const next = (raw.links as MirrorJson | null | undefined)?.next
  return { next: typeof next === 'string' && next.startsWith('/api/v1/') ? next : null }
}

function searchOf(read: MirrorRead, query: Map<ParameterName, string[]>, limit: number): string {
  const search = new URLSearchParams()
  for (const [name, texts] of query) {
    if (read.ours?.includes(name)) continue
    for (const text of texts) search.append(name, name === 'limit' ? String(Math.min(PAGE, limit)) : text)
  }
  const text = readable(search)
  return text && `?${text}`
}

/** The text of a query with its colons unescaped, as the Mirror Node writes them. */
const readable = (search: URLSearchParams): string => search.toString().replaceAll('%3A', ':')

function nextPath(next: string, limit: number): string {
  const url = new URL(next, 'http://mirror')
  if (url.searchParams.has('limit')) url.searchParams.set('limit', String(limit))
  return `${url.pathname.slice('/api/v1'.length)}?${readable(url.searchParams)}`
}

/** The address of the rest of a list at this node, made from the mirror's `next` link. */
function ourAddress(
  read: MirrorRead,
  values: PathValues,
  given: MirrorJson,
  query: Map<ParameterName, string[]>,
  next: string,
): string {
  const { searchParams } = new URL(next, 'http://mirror')
  const limit = query.get('limit')?.[0]
  if (limit) searchParams.set('limit', limit)
  for (const name of read.ours ?? []) for (const text of query.get(name) ?? []) searchParams.append(name, text)
  if (given.chain) searchParams.set('chain', String(given.chain))
  const path = read.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  return `${path}?${readable(searchParams)}`
}
