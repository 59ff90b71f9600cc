const MAX_LENGTH = 200

/**
 * Returns the identifier in pasted text, such as an `ipfs://` address or a gateway's URL; undefined if there is none.
 * Only the node decides whether it is valid.
 */
export function identifierIn(text: string): string | undefined {
  const trimmed = text.trim()
  const [, after = trimmed] =
    /^(?:ipfs:\/\/|https?:\/\/[^/]+\/(?:api\/node\/)?ipfs\/(?:file\/)?)(.*)$/i.exec(trimmed) ?? []
  const [identifier = ''] = after.split(/[?#]/)
  return /^[A-Za-z0-9]{10,}$/.test(identifier) && identifier.length <= MAX_LENGTH ? identifier : undefined
}

/** The URL to view content. The browser shows types that cannot run scripts and downloads the others. */
export const openAddress = (cid: string, filename?: string): string =>
  `/api/node/ipfs/file/${encodeURIComponent(cid)}${named(filename)}`

/** The URL to download content of any type. */
export const saveAddress = (cid: string, filename?: string): string =>
  `/api/node/ipfs/${encodeURIComponent(cid)}${named(filename)}`

/** The URL to give to others. A folder is shown at a URL that ends with a slash. */
export const sharedAddress = (cid: string, isFile: boolean): string =>
  `/api/node/ipfs/${encodeURIComponent(cid)}${isFile ? '' : '/'}`

/** The URL to download all of it as one file: as an archive of blocks (CAR), or of files (TAR). */
export const exportAddress = (cid: string, format: 'car' | 'tar', name: string): string =>
  `/api/node/ipfs/${encodeURIComponent(cid)}?format=${format}&filename=${encodeURIComponent(`${name.slice(0, 250)}.${format}`)}`

const named = (filename: string | undefined): string =>
  filename ? `?filename=${encodeURIComponent(filename.slice(0, 255))}` : ''
