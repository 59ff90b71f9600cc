const MAX_LENGTH = 200

/**
 * The identifier in what somebody pasted, which may be an `ipfs://` address or one of a gateway; undefined where there
 * is none. The node decides whether it is one.
 */
export function identifierIn(text: string): string | undefined {
  const trimmed = text.trim()
  const [, after = trimmed] =
    /^(?:ipfs:\/\/|https?:\/\/[^/]+\/(?:api\/node\/)?ipfs\/(?:file\/)?)(.*)$/i.exec(trimmed) ?? []
  const [identifier = ''] = after.split(/[?#]/)
  return /^[A-Za-z0-9]{10,}$/.test(identifier) && identifier.length <= MAX_LENGTH ? identifier : undefined
}

/** Where a browser shows content, if it is of a type that runs nothing; it is saved otherwise. */
export const openAddress = (cid: string, filename?: string): string =>
  `/api/node/ipfs/file/${encodeURIComponent(cid)}${named(filename)}`

/** Where content is saved from, whatever it is. */
export const saveAddress = (cid: string, filename?: string): string =>
  `/api/node/ipfs/${encodeURIComponent(cid)}${named(filename)}`

const named = (filename: string | undefined): string =>
  filename ? `?filename=${encodeURIComponent(filename.slice(0, 255))}` : ''
