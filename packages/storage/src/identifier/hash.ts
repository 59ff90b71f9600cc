/** Checks whether bytes have the hash that an identifier names. */
import { hash, webcrypto } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { limits } from '../limits.ts'
import { IDENTITY, SHA2_256, SHA2_512 } from './identifier.ts'

/** The maximum size of a block from any source: Kubo makes none above 2 MiB. */
export const MAX_BLOCK = limits.maxBlockBytes.value

const FUNCTIONS = new Map<number, [sync: string, beside: string]>([
  [SHA2_256, ['sha256', 'SHA-256']],
  [SHA2_512, ['sha512', 'SHA-512']],
])

export async function matches({ multihash: { code, digest } }: CID, bytes: Uint8Array): Promise<boolean> {
  if (code === IDENTITY) return Buffer.compare(digest, bytes) === 0
  return FUNCTIONS.has(code) && Buffer.compare(await digestOf(code, bytes), digest) === 0
}

/** The bytes of content that is inlined in its identifier; undefined for any other identifier. */
export const inlined = ({ multihash: { code, digest } }: CID): Uint8Array | undefined =>
  code === IDENTITY ? digest : undefined

/** From this size on it is cheaper to hash in another thread than on the event loop. */
const LARGE = 64 * 1024

async function digestOf(code: number, bytes: Uint8Array): Promise<Uint8Array> {
  const [sync, beside] = FUNCTIONS.get(code) ?? ['sha256', 'SHA-256']
  if (bytes.length < LARGE) return hash(sync, bytes, 'buffer')
  return new Uint8Array(await webcrypto.subtle.digest(beside, bytes as Uint8Array<ArrayBuffer>))
}

export const sha256Cid = async (codec: number, bytes: Uint8Array): Promise<CID> =>
  CID.createV1(codec, create(SHA2_256, await digestOf(SHA2_256, bytes)))
