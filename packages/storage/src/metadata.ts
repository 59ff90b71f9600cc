/** Metadata of tokens (HIP-412): JSON whose addresses of content become addresses of this node. */
import { type ContentPath, cidText, parseContentPath } from './identifier.ts'

type Fields = Record<string, unknown>

/** The identifier or address that a token's metadata on the ledger is, as it is or in base64. */
export function readAddress(given: string): ContentPath {
  try {
    return parseContentPath(given)
  } catch (error) {
    const decoded = fromBase64(given)
    if (decoded === undefined) throw error
    return parseContentPath(decoded)
  }
}

function fromBase64(given: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(given)) return undefined
  const text = Buffer.from(given, 'base64').toString('utf8')
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined
}

/** @param base This node's address. */
export function resolveAddresses(metadata: Fields, base: string): Fields {
  const { files } = metadata
  return {
    ...resolveIn(metadata, ['image', 'animation_url'], base),
    ...(Array.isArray(files) ? { files: files.map((file) => resolveFile(file, base)) } : {}),
  }
}

/** A file of HIP-412 has its address in `uri`, and may have metadata of its own with the same fields. */
function resolveFile(file: unknown, base: string): unknown {
  if (!isFields(file)) return file
  const resolved = resolveIn(file, ['uri', 'image', 'animation_url', 'metadata_uri'], base)
  const { metadata } = file
  return isFields(metadata)
    ? { ...resolved, metadata: resolveIn(metadata, ['image', 'animation_url'], base) }
    : resolved
}

function resolveIn(fields: Fields, names: string[], base: string): Fields {
  const resolved = names.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' ? [[name, resolveOne(value, base)]] : []
  })
  return { ...fields, ...Object.fromEntries(resolved) }
}

/** Content becomes `<base>/ipfs/file/<cid>/<path>`; what is not content (data:, https: elsewhere) stays as it is. */
function resolveOne(address: string, base: string): string {
  try {
    const { cid, path } = parseContentPath(address)
    return [`${base}/ipfs/file/${cidText(cid)}`, ...path.map(encodeURIComponent)].join('/')
  } catch {
    return address
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
