/**
 * Reads small pictures from content storage, through the console's own origin. The node checks every block, so the
 * bytes match the identifier.
 */
import { type Raster, rasterIn } from './raster.ts'

/** The maximum size of a picture. Instead of a larger one, the page shows the icon or identicon. */
export const MAX_PICTURE_BYTES = 65_536
/** The maximum number of concurrent reads. The page's other requests need connections, too. */
const MOST_AT_ONCE = 4
const TIMEOUT_MS = 10_000

export interface ReadPicture extends Raster {
  blob: Blob
}

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when fewer than {@link MOST_AT_ONCE} reads are running. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // Hands the slot to the next waiting read.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * Returns null if the content is not there, is larger than {@link MAX_PICTURE_BYTES}, or is not a raster picture.
 *
 * @param path An identifier and names in its folders, percent-encoded
 */
export const readPicture = (path: string): Promise<ReadPicture | null> =>
  inTurn(async () => {
    // Sent without the session, so that pictures count towards the address's rate limit, not the wallet's.
    const response = await fetch(`/api/node/ipfs/${path}`, {
      headers: { range: `bytes=0-${MAX_PICTURE_BYTES - 1}` },
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (!response) return null
    const bytes = await bytesOf(response).catch(() => undefined)
    const raster = bytes && rasterIn(bytes)
    return raster ? { ...raster, blob: new Blob([bytes], { type: raster.type }) } : null
  })

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [, size = ''] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (response.status !== 206 || !(Number(size) <= MAX_PICTURE_BYTES)) {
    await response.body?.cancel()
    return undefined
  }
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * Returns the path of the picture that a token's metadata names: `image` (HIP-412) or `lightLogo` (HIP-405). Returns
 * null if there is none in content storage.
 *
 * @param path As for {@link readPicture}
 */
export const readPicturePath = (path: string): Promise<string | null> =>
  inTurn(async () => {
    try {
      const response = await fetch(`/api/node/ipfs/metadata/${path}`, {
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) return null
      const { image, lightLogo } = (await response.json()) as { image?: unknown; lightLogo?: unknown }
      const text = image ?? lightLogo
      return typeof text === 'string' ? (pathInNode(text) ?? pathInAddress(text)) : null
    } catch {
      return null
    }
  })

const CID = /^[A-Za-z0-9]{10,200}$/
const IN_NODE = '/ipfs/file/'

/** The path after `/ipfs/file/`. In metadata, the node replaces `ipfs://` by its own address. */
export function pathInNode(image: string): string | null {
  const url = URL.parse(image.slice(0, 2_000))
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '') return null
  const at = url.pathname.lastIndexOf(IN_NODE)
  return at === -1 ? null : checked(url.pathname.slice(at + IN_NODE.length).split('/'))
}

/** The path of an `ipfs://` address; null for any other text. */
export function pathInAddress(text: string): string | null {
  const [, after] = /^ipfs:\/\/(?:ipfs\/)?([^?#]+)$/.exec(text.slice(0, 2_000)) ?? []
  return after === undefined ? null : checked(after.split('/').map(decoded).map(encodeURIComponent))
}

function checked(parts: readonly string[]): string | null {
  const [cid = '', ...names] = parts.filter((part) => part !== '')
  return CID.test(cid) && names.every((name) => name !== '.' && name !== '..') ? [cid, ...names].join('/') : null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toWellFormed()
  } catch {
    return part.toWellFormed()
  }
}
