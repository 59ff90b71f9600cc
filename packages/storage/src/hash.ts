/** Whether bytes are what an identifier says. */
import { hash, webcrypto } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { IDENTITY, SHA2_256, SHA2_512 } from './identifier.ts'

/** No block of more bytes is taken from anybody: Kubo makes none above 2 MiB. */
export const MAX_BLOCK = 4 * 1024 * 1024

const FUNCTIONS = new Map<number, string>([
  [SHA2_256, 'sha256'],
  [SHA2_512, 'sha512'],
])

export function matches({ multihash: { code, digest } }: CID, bytes: Uint8Array): boolean {
  if (code === IDENTITY) return Buffer.compare(digest, bytes) === 0
  const name = FUNCTIONS.get(code)
  return name !== undefined && Buffer.compare(hash(name, bytes, 'buffer'), digest) === 0
}

/** The bytes of content that stands in its identifier. */
export const inlined = ({ multihash: { code, digest } }: CID): Uint8Array | undefined =>
  code === IDENTITY ? digest : undefined

/** From here on it is cheaper to hash beside the event loop. */
const LARGE = 64 * 1024

export async function sha256Cid(codec: number, bytes: Uint8Array): Promise<CID> {
  const digest =
    bytes.length < LARGE
      ? hash('sha256', bytes, 'buffer')
      : new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return CID.createV1(codec, create(SHA2_256, digest))
}
