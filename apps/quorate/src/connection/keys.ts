/** Reads the private key from a file or from QUORATE_KEY, never from an argument, which others could see in `ps`. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import type { KeyType, SignerKey } from '@quorate/client/keys'
import { Failure } from '../exit-codes.ts'
import { note } from '../terminal/output.ts'

export interface KeyOptions {
  keyFile?: string | undefined
  keyType?: 'ed25519' | 'ecdsa' | undefined
}

export type PrivateKey = Omit<SignerKey, 'accountId'>

const MAX_BYTES = 65_536
const RAW_DIGITS = 64

/** @throws Failure if the key is missing or unreadable; the message never contains the key */
export function readKey({ keyFile, keyType }: KeyOptions): PrivateKey {
  const type = keyType === 'ecdsa' ? 'secp256k1' : 'ed25519'
  const { QUORATE_KEY: text, QUORATE_KEY_PASSPHRASE: passphrase } = process.env
  if (keyFile !== undefined) return keyIn(fromFile(keyFile), { type, passphrase, where: keyFile })
  if (text) return keyIn(Buffer.from(text), { type, passphrase, where: 'QUORATE_KEY' })
  throw new Failure('usage', 'No key: name its file with --key-file, or put it into QUORATE_KEY', 'NO_KEY')
}

function fromFile(path: string): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${(error as Error).message}`, 'NO_KEY')
  }
  try {
    const { mode, size } = fstatSync(file)
    if (size > MAX_BYTES)
      throw new Failure('usage', `${path} has ${size} bytes, which is too large for a key`, 'NO_KEY')
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) note(`Others may read ${path}: chmod 600 it`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

interface How {
  type: KeyType
  passphrase: string | undefined
  where: string
}

function keyIn(bytes: Buffer, { type, passphrase, where }: How): PrivateKey {
  const text = bytes.toString('latin1').trim()
  try {
    if (text.includes('-----BEGIN'))
      return rawOf(createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) }))
    const digits = text.replace(/^0x/i, '').toLowerCase()
    if (!/^(?:[0-9a-f]{2})+$/.test(digits)) return ofDer(bytes)
    return digits.length === RAW_DIGITS ? { privateKey: digits, type } : ofDer(Buffer.from(digits, 'hex'))
  } catch {
    // The cause is not passed on, since it could contain the key.
    throw new Failure(
      'usage',
      `${where} contains no key in a known format: expected Ed25519 or ECDSA (secp256k1) as PEM, DER or hex${passphrase === undefined ? '; QUORATE_KEY_PASSPHRASE opens an encrypted one' : ', or an encrypted one that QUORATE_KEY_PASSPHRASE opens'}`,
      'NO_KEY',
    )
  }
}

/** The Hedera SDKs' form of ECDSA keys, which OpenSSL cannot read. */
const HEDERA_ECDSA = '3030020100300706052b8104000a04220420'

function ofDer(der: Buffer): PrivateKey {
  const digits = der.toString('hex')
  if (digits.startsWith(HEDERA_ECDSA)) return { privateKey: digits.slice(HEDERA_ECDSA.length), type: 'secp256k1' }
  for (const type of ['pkcs8', 'sec1'] as const)
    try {
      return rawOf(createPrivateKey({ key: der, format: 'der', type }))
    } catch {
      // The key may have the other of the two forms.
    }
  throw new Error('no key')
}

function rawOf(key: KeyObject): PrivateKey {
  const { d = '', crv } = key.export({ format: 'jwk' })
  const privateKey = Buffer.from(d, 'base64url').toString('hex')
  if (privateKey.length !== RAW_DIGITS || (crv !== 'Ed25519' && crv !== 'secp256k1')) throw new Error('no key')
  return { privateKey, type: crv === 'Ed25519' ? 'ed25519' : 'secp256k1' }
}
