/**
 * Content identifiers (https://github.com/multiformats/cid), as people and ledgers write them.
 *
 *     CID         names content by its hash; version 0 (Qm...) or 1, in any base
 *     codec       what its bytes are: raw, dag-pb (UnixFS files and directories), JSON and CBOR with links (dag-json,
 *                 dag-cbor) and without
 *     multihash   the hash with its function; blocks are stored by it, so that versions 0 and 1 name the same block
 */
import { httpUrl } from '@quorate/platform'
import { base32 } from 'multiformats/bases/base32'
import { bases } from 'multiformats/basics'
import { CID, type MultibaseDecoder } from 'multiformats/cid'
import { invalidIdentifier, unsupported } from '../errors.ts'

export const RAW = 0x55
export const DAG_PB = 0x70
export const JSON_CODEC = 0x0200
export const CBOR = 0x51
export const DAG_CBOR = 0x71
export const DAG_JSON = 0x0129
const WITH_LINKS = new Set<number>([DAG_PB, DAG_CBOR, DAG_JSON])
const CODECS = new Set<number>([RAW, JSON_CODEC, CBOR, ...WITH_LINKS])

/** Whether blocks of this codec may link to other blocks. */
export const hasLinks = (codec: number): boolean => WITH_LINKS.has(codec)

export const IDENTITY = 0x00
export const SHA2_256 = 0x12
export const SHA2_512 = 0x13
const DIGEST_BYTES = new Map<number, number>([
  [SHA2_256, 32],
  [SHA2_512, 64],
])
/** The maximum number of bytes of an identifier that contains its content. */
const MAX_IDENTITY = 128

/** The maximum number of characters of a content address with its path, and the maximum number of names in a path. */
export const MAX_ADDRESS = 4096
const MAX_PATH_NAMES = 64

/** Content, and a path within it if it is a directory. */
export interface ContentPath {
  cid: CID
  path: string[]
}

const decoders = new Map<string, MultibaseDecoder<string>>(
  Object.values(bases)
    .filter(({ prefix }) => prefix !== '\0')
    .map((base) => [base.prefix, base.decoder]),
)

/** @throws 400 `INVALID_CID`; 422 `UNSUPPORTED_CONTENT` for codecs and hashes that we do not read. */
export function parseCid(text: string): CID {
  const cid = decodeCid(text)
  assertReadable(cid)
  return toV1(cid)
}

/** @throws 400 `INVALID_CID`, 422 `UNSUPPORTED_CONTENT` */
export function assertReadable(cid: CID): void {
  const { code, digest } = cid.multihash
  if (!CODECS.has(cid.code))
    throw unsupported(
      `${cid} has the codec 0x${cid.code.toString(16)}: this node reads raw, dag-pb, dag-cbor, dag-json, cbor and json`,
    )
  if (code === IDENTITY ? digest.length <= MAX_IDENTITY : digest.length === DIGEST_BYTES.get(code)) return
  if (code !== IDENTITY && !DIGEST_BYTES.has(code))
    throw unsupported(`${cid} has the hash 0x${code.toString(16)}: this node reads sha2-256, sha2-512 and identity`)
  throw invalidIdentifier(String(cid), `its hash has ${digest.length} bytes`)
}

/**
 * Bases that are not a power of two. Decoding takes quadratic time, since each character multiplies all that came
 * before it.
 */
const QUADRATIC = new Set(['9', 'k', 'K', 'z', 'Z'])
/** Maximum characters of an identifier: in these bases, and in others. */
const MAX_QUADRATIC_CID = 192
const MAX_CID = 512

function decodeCid(text: string): CID {
  const longest = QUADRATIC.has(text[0] ?? '') ? MAX_QUADRATIC_CID : MAX_CID
  if (text.length > longest)
    throw invalidIdentifier(text, `it has ${text.length} characters, an identifier in this base at most ${longest}`)
  if (text.length === 46 && text.startsWith('Qm')) return attempt(text, () => CID.parse(text))
  const prefix = String.fromCodePoint(text.codePointAt(0) ?? 0)
  const decoder = decoders.get(prefix)
  if (!decoder) throw invalidIdentifier(text, 'it begins with no multibase prefix')
  return attempt(text, () => CID.decode(decoder.decode(text)))
}

function attempt(text: string, read: () => CID): CID {
  try {
    return read()
  } catch (error) {
    throw invalidIdentifier(text, error instanceof Error ? error.message : String(error))
  }
}

/** The form that answers use: version 1 in base32. */
export const toV1 = (cid: CID): CID => (cid.version === 1 ? cid : CID.createV1(cid.code, cid.multihash))
export const cidText = (cid: CID): string => toV1(cid).toString(base32)

/** The key that a block is stored under: the same for all identifiers with its hash. */
export function blockKey(cid: CID): string {
  const known = keys.get(cid)
  if (known !== undefined) return known
  const key = keyOfMultihash(cid.multihash.bytes)
  keys.set(cid, key)
  return key
}
const keys = new WeakMap<CID, string>()

export const keyOfMultihash = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64')

export const multihashOfKey = (key: string): Uint8Array => Buffer.from(key, 'base64')

/**
 * Parses an identifier with or without a path: bare, `ipfs://...`, `/ipfs/...`, a gateway's URL
 * (`https://host/ipfs/<cid>/...`) or a subdomain gateway's (`https://<cid>.ipfs.host/...`).
 */
export function parseContentPath(given: string): ContentPath {
  if (given.length > MAX_ADDRESS)
    throw invalidIdentifier(given, `it has ${given.length} characters, an address of content at most ${MAX_ADDRESS}`)
  const text = given.trim()
  if (/^https?:\/\//i.test(text)) return fromUrl(text)
  // An identifier in base64 may contain slashes itself.
  if (/^m/i.test(text) && text.includes('/') && parseCidText(text)) return { cid: parseCid(text), path: [] }
  const bare = text.replace(/^ipfs:\/\/(ipfs\/)?/i, '').replace(/^\/?ipfs\//, '')
  const [plain = ''] = bare.split(/[?#]/, 1)
  const isUrl = /^ipfs:/i.test(text)
  return fromSegments(text, plain.split('/'), isUrl ? decoded : (segment) => segment)
}

/** Parses an identifier of any codec and hash; undefined if the text is not one. */
export function parseCidText(text: string): CID | undefined {
  try {
    return decodeCid(text)
  } catch {
    return undefined
  }
}

function fromUrl(text: string): ContentPath {
  const url = httpUrl(text)
  if (!url) throw invalidIdentifier(text, 'it is not a URL with an ASCII host')
  const { hostname, pathname } = url
  const [label = '', kind] = hostname.split('.')
  if (kind === 'ipfs') return fromSegments(text, [label, ...pathname.split('/').slice(1)], decoded)
  const inPath = /^\/ipfs\/(?:(?:file|metadata)\/)?(?=.)/.exec(pathname)?.[0]
  if (!inPath) throw invalidIdentifier(text, 'the URL has no /ipfs/<cid> and no <cid>.ipfs. host')
  return fromSegments(text, pathname.slice(inPath.length).split('/'), decoded)
}

function fromSegments(text: string, segments: string[], decode: (segment: string) => string): ContentPath {
  const [first = '', ...rest] = segments
  if (first === '') throw invalidIdentifier(text, 'it is empty')
  const path = rest.filter((segment) => segment !== '').map(decode)
  if (path.some((segment) => segment === '.' || segment === '..' || segment.includes('\0')))
    throw invalidIdentifier(text, 'its path leads elsewhere')
  assertShort(text, path)
  return { cid: parseCid(first), path }
}

/** @throws 400 `INVALID_CID` for a path with more names than directories are nested deep */
export function assertShort(text: string, { length }: string[]): void {
  if (length > MAX_PATH_NAMES)
    throw invalidIdentifier(text, `its path has ${length} names, at most ${MAX_PATH_NAMES} are followed`)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
