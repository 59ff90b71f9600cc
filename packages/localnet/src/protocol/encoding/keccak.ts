import { getHashes, hash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Whether node:crypto has keccak-256. Node 22 is built with an OpenSSL that does not. */
export const hasNativeKeccak = getHashes().includes('keccak-256')

export const keccak: (bytes: Uint8Array) => Buffer = hasNativeKeccak
  ? (bytes) => hash('keccak-256', bytes, 'buffer')
  : (bytes) => Buffer.from(keccak_256(bytes))
