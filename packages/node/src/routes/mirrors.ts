/** Mirror reads: one handler for all definitions. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { ChainParameter, chainOf } from '@quorate/ledger'
import { ApiError, type Cache, type Http, notFound } from '@quorate/platform'
import { Type } from 'typebox'
import { shaped } from '../answers/fit-to-schema.ts'
import { type MirrorRead, type MirrorResult, mirrorReads, type PathValues } from '../mirror/definitions.ts'
import { type ParameterName, queryProperties, toMirrorQuery } from '../mirror/parameters.ts'

/** How long the answer of a read with `isFinal` is cached, in milliseconds. */
const FINAL_MS = 60_000
/** A list ends after items with this many characters, with a link to the rest. */
const LIST_CHARACTERS = 1_048_576
/** A list also ends after this many pages. */
const MAX_PAGES = 20
/** Items in one page of the mirror. */
const PAGE = 100

interface Chain {
  chain: string
  mirror: PublicMirror
  cache: Pick<Cache, 'fetch'>
}

/** @param service `chains`: the first is the default */
export function mirrorRoutes(http: Http, { chains }: { chains: ReadonlyMap<string, Chain> }): void {
  for (const read of mirrorReads)
    http.route({
      method: 'GET',
      url: read.path,
      config: { access: 'optional' },
      schema: {
        tags: ['mirror'],
        summary: read.summary,
        description: `From the mirror node, under its field names.${read.list ? ' The Link header names the next page.' : ''}`,
        params: Type.Object(read.params),
        querystring: Type.Object(
          { ...queryProperties(read.parameters ?? []), chain: ChainParameter },
          { additionalProperties: false },
        ),
        errors: [{ 400: ['UNKNOWN_CHAIN'] }, read.errors ?? {}],
        response: { 200: read.answer },
      },
      // The handler returns JSON text, which `shaped` has already checked against this schema and reduced to its
      // fields.
      serializerCompiler: () => (text) => text as string,
      async handler(request, reply) {
        const { chain, mirror, cache } = chainOf(chains, request)
        const [values, given] = [request.params as PathValues, request.query as MirrorJson]
        const load = () => textOf(mirror, read, values, given)
        const name = `mirror ${read.path} ${JSON.stringify([chain, values, given])}`
        const { text, link } = read.isFinal ? await cache.fetch(name, FINAL_MS, load) : await load()
        if (link) reply.header('link', link)
        reply.type('application/json; charset=utf-8')
        return text
      },
    })
}

async function textOf(mirror: PublicMirror, read: MirrorRead, values: PathValues, given: MirrorJson) {
  const { body, next } = await answer(mirror, read, values, given)
  return { text: JSON.stringify(body), link: next && Array.isArray(body) ? `<${next}>; rel="next"` : null }
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
      `The mirror has nothing at ${path}: check the id, or try again in a moment if it is new`,
    )
  return { body: shaped(read.answer, body, path) as unknown, next }
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
    // If items are large, or `keep` drops most of them, the answer has fewer than `limit` items and links to the rest.
    characters += JSON.stringify(kept).length
    if (characters >= LIST_CHARACTERS || found.pages.length >= MAX_PAGES) return found
    page = await mirror.get(nextPath(found.links.next, Math.min(PAGE, left)))
  }
}

/**
 * Turns the mirror's 404 into a 501 if the mirror does not support this kind of entity at all ({@link
 * MirrorRead.mayLack}).
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

/** A query's text with its colons unescaped, like the Mirror Node's links. */
const readable = (search: URLSearchParams): string => search.toString().replaceAll('%3A', ':')

function nextPath(next: string, limit: number): string {
  const url = new URL(next, 'http://mirror')
  if (url.searchParams.has('limit')) url.searchParams.set('limit', String(limit))
  return `${url.pathname.slice('/api/v1'.length)}?${readable(url.searchParams)}`
}

/** The address at this node for the rest of a list, made from the mirror's `next` link. */
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
