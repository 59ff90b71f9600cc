/** Token metadata (HIP-412): JSON with its content addresses replaced by addresses on this node. */
import { createSteps, exceededIn, NameNotPlain, parseJson, turn, unprocessable } from '@quorate/platform'
import { type ContentPath, cidText, parseContentPath } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'

type Fields = Record<string, unknown>

/** Reads a token's metadata field from the ledger: an identifier or address, as plain text or in base64. */
export function readAddress(given: string): ContentPath {
  try {
    return parseContentPath(given)
  } catch (error) {
    const decoded = textFromBase64(given)
    if (decoded === undefined) throw error
    return parseContentPath(decoded)
  }
}

function textFromBase64(given: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(given)) return undefined
  const text = Buffer.from(given, 'base64').toString('utf8')
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined
}

/**
 * Matches text that may have a number that a JavaScript number cannot hold: 16 digits or more, or an exponent of three
 * digits. Strings with such digits match, too.
 */
const LONG_NUMBER = /\d[\d.]{15}|[:,[\s]-?\d[\d.]{0,15}[eE][+-]?\d{3}/

const MAX_DEPTH = 64

/**
 * Reads a JSON object. Its values and the depth of nesting are counted before the text is parsed.
 * @throws 422 `NOT_METADATA`
 */
export async function parseMetadata(bytes: Uint8Array, cid: string): Promise<Fields> {
  const text = textOf(bytes)
  if (text === undefined) throw notMetadata(cid)
  const hasLongNumbers = LONG_NUMBER.test(text)
  const { value: values } = limits.maxMetadataValues
  const exceeded = exceededIn(text, { depth: MAX_DEPTH, values })
  if (exceeded === 'depth') throw notMetadata(cid, `: it is nested more than ${MAX_DEPTH} levels deep`)
  if (exceeded === 'values') throw notMetadata(cid, `: it has more than ${values} values`)
  await turn()
  const metadata = parse(text, hasLongNumbers, cid)
  if (isFields(metadata)) return metadata
  throw notMetadata(cid)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string, hasLongNumbers: boolean, cid: string): unknown {
  try {
    return parseJson(text, hasLongNumbers ? asWritten : undefined)
  } catch (error) {
    throw notMetadata(cid, error instanceof NameNotPlain ? ` that can be read: ${error.message}` : '')
  }
}

/**
 * Keeps numbers that a JavaScript number cannot hold as they are written. It is called for each value, which takes
 * several times as long as parsing.
 */
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
    ? JSON.rawJSON(context.source)
    : value

const notMetadata = (cid: string, why = '') => unprocessable('NOT_METADATA', `${cid} is not a JSON object${why}`)

/** @param base This node's address. */
export async function resolveAddresses(metadata: Fields, base: string): Promise<Fields> {
  await turn()
  const resolved = resolveIn(metadata, ['image', 'animation_url'], base)
  const { files } = metadata
  if (!Array.isArray(files)) return resolved
  const steps = createSteps()
  const resolvedFiles: unknown[] = []
  for (const file of files) {
    resolvedFiles.push(resolveFile(file, base))
    await steps.done(COST_OF_FILE)
  }
  return { ...resolved, files: resolvedFiles }
}

/** Microseconds at most for one file: seven addresses of the longest kind. */
const COST_OF_FILE = 200

/** A file in HIP-412 has its address in `uri`, and may have metadata with the same fields itself. */
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

/**
 * An address of content becomes `<base>/ipfs/file/<cid>/<path>`; any other (`data:`, `https:` elsewhere) stays as it
 * is.
 */
function resolveOne(address: string, base: string): string {
  try {
    const { cid, path } = parseContentPath(address)
    return [`${base}/ipfs/file/${cidText(cid)}`, ...path.map(encodeURIComponent)].join('/')
  } catch {
    return address
  }
}

/** Whether a value is an object. The raw numbers of {@link asWritten} are not: they have no prototype. */
const isFields = (value: unknown): value is Fields => value instanceof Object && !Array.isArray(value)
