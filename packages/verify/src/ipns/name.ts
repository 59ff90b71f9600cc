/**
 * IPNS names (https://specs.ipfs.tech/ipns/ipns-record/#ipns-name). A name is a public key: the identifier of the
 * `libp2p-key` codec whose hash is `identity`, so that it contains the key itself.
 */
import { base16 } from 'multiformats/bases/base16'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create, decode } from 'multiformats/hashes/digest'
import type { Leaf } from '../keys/keys.ts'

const LIBP2P_KEY = 0x72
const IDENTITY = 0x00
/** Longer texts are not names. The longest name, of a secp256k1 key in base16, has 83 characters. */
const MAX_NAME = 96

/** The bytes before a key in libp2p's `PublicKey` message, by the type of the key. */
const TYPES = { ed25519: [0x08, 0x01, 0x12, 32], secp256k1: [0x08, 0x02, 0x12, 33] } as const

export interface IpnsName {
  /** The canonical text: version 1 in base36, such as `k51qzi5uqu5d...`. */
  name: string
  /** The key that signs its records. */
  key: Leaf
}

/** The name of a public key. */
export function ipnsName({ type, bytes }: Leaf): string {
  const digest = create(IDENTITY, Uint8Array.from([...TYPES[type], ...bytes]))
  return CID.createV1(LIBP2P_KEY, digest).toString(base36)
}

/**
 * Reads a name: an identifier in base16, base32, base36 or base58, or a peer id (`12D3KooW...`, `16Uiu2HA...`).
 * Undefined for anything else, and for names of other keys, such as RSA, which do not contain the key.
 */
export function readIpnsName(text: string): IpnsName | undefined {
  try {
    const digest = text.length <= MAX_NAME ? digestOf(text) : undefined
    const key = digest && keyIn(digest)
    return key && { name: ipnsName(key), key }
  } catch {
    return undefined
  }
}

/** The key in the hash of a name. @throws an Error if the text is in none of the bases */
function digestOf(text: string): Uint8Array | undefined {
  const [first = ''] = text
  if (first === '1') return contentOf(decode(base58btc.baseDecode(text)))
  const decoder = { f: base16, b: base32, k: base36, z: base58btc }[first === 'z' ? first : first.toLowerCase()]
  if (!decoder) return undefined
  // All bases except base58 ignore the case.
  const cid = CID.decode(decoder.decode(first === 'z' ? text : text.toLowerCase()))
  return cid.version === 1 && cid.code === LIBP2P_KEY ? contentOf(cid.multihash) : undefined
}

const contentOf = ({ code, digest }: { code: number; digest: Uint8Array }): Uint8Array | undefined =>
  code === IDENTITY ? digest : undefined

function keyIn(message: Uint8Array): Leaf | undefined {
  for (const type of ['ed25519', 'secp256k1'] as const) {
    const prefix = TYPES[type]
    const bytes = message.subarray(prefix.length)
    if (bytes.length === prefix[3] && prefix.every((byte, index) => byte === message[index]))
      return { type, bytes: Uint8Array.from(bytes) }
  }
  return undefined
}
