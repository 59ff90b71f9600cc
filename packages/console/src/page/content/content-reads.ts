/** Reads of stored content: the names in a folder, and the beginning of a file for its preview. */
import { isQuorateError, type NodeTypes } from '@quorate/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { api } from '../api/client.ts'
import { readable } from './readable.ts'

type Pin = NodeTypes['Pin']

const Entry = Type.Object({
  name: Type.String(),
  cid: Type.String({ pattern: '^[A-Za-z0-9]{1,512}$' }),
  size: Type.Union([Type.Integer(), Type.Null()]),
  type: Type.Enum(['file', 'directory', 'symlink', 'data', 'unknown']),
})
export type Entry = Type.Static<typeof Entry>
const Listing = Type.Object({
  entries: Type.Array(Entry, { maxItems: 1_000 }),
  next: Type.Optional(Type.String()),
})
type Listing = Type.Static<typeof Listing>

const PAGE = 100

/** The pages of the names in a folder. The first is null if the content is not a folder. */
export const listingQuery = (cid: string) =>
  infiniteQueryOptions({
    queryKey: ['listing', cid],
    queryFn: ({ pageParam }) => readListing(cid, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next,
    staleTime: Number.POSITIVE_INFINITY,
  })

async function readListing(cid: string, cursor: string | undefined): Promise<Listing | null> {
  try {
    const response = await api.node.response('get', '/ipfs/{cid}', {
      path: { cid },
      query: { format: 'json', limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      headers: { accept: 'application/json' },
    })
    // A file may contain JSON of the same form.
    if (!response.headers.get('etag')?.includes('DirIndex')) {
      await response.body?.cancel()
      return null
    }
    const listing: unknown = await response.json()
    return Check(Listing, listing) ? listing : null
  } catch (error) {
    if (isQuorateError(error, 'FORMAT_NOT_AVAILABLE')) return null
    throw error
  }
}

/** Null if the account does not pin it. */
export const pinQuery = (cid: string) =>
  queryOptions({
    queryKey: ['content', 'pin', cid],
    async queryFn(): Promise<Pin | null> {
      try {
        return await api.node.get('/ipfs/pin/{cid}', { path: { cid } })
      } catch (error) {
        if (isQuorateError(error) && error.status === 404) return null
        throw error
      }
    },
  })

/** The beginning of a text that a preview shows. */
export const PREVIEW_BYTES = 262_144
/** Larger pictures are only offered for download: a browser decodes them whole. */
const MAX_PICTURE_BYTES = 16 * 1024 ** 2
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
/** Texts, and markup that is shown as the text that it is. */
const TEXTS = /^text\/|^application\/(json|vnd\.ipld\.dag-json)|^image\/svg\+xml/

export type Preview =
  | { is: 'text'; text: string; type: string; isCut: boolean }
  | { is: 'picture' | 'pdf' | 'other'; type: string }

/** @param size Bytes, if they are known */
export const previewQuery = (cid: string, size: number | null) =>
  queryOptions({
    queryKey: ['preview', cid],
    queryFn: () => (size === 0 ? EMPTY : readPreview(cid)),
    staleTime: Number.POSITIVE_INFINITY,
  })

const EMPTY: Preview = { is: 'text', text: '', type: 'text/plain', isCut: false }

async function readPreview(cid: string): Promise<Preview> {
  const response = await api.node
    .response('get', '/ipfs/{cid}', {
      path: { cid },
      headers: { accept: '*/*', range: `bytes=0-${PREVIEW_BYTES - 1}` },
    })
    .catch((error: unknown) => {
      // An empty file has no such range.
      if (isQuorateError(error) && error.status === 416) return null
      throw error
    })
  if (response === null) return EMPTY
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const [, whole = ''] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  const size = Number(whole || response.headers.get('content-length'))
  if (!TEXTS.test(type) || response.status !== 206) {
    await response.body?.cancel()
    if (PICTURES.has(type)) return { is: size <= MAX_PICTURE_BYTES ? 'picture' : 'other', type }
    return { is: type === 'application/pdf' ? 'pdf' : 'other', type }
  }
  const text = new TextDecoder().decode(await response.arrayBuffer())
  const isCut = size > PREVIEW_BYTES
  return { is: 'text', text: isCut ? text : readable(text), type, isCut }
}
