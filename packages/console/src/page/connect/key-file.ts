/** Reads private keys in the formats of wallets, SDKs and OpenSSL. */
import type { Signer } from '@quorate/client'
import type { KeyType } from '@quorate/client/keys'
import { walletMessage } from '@quorate/verify'
import { bytesIn, fromHex, toHex } from '../parts/ledger/bytes.ts'

export interface ReadKey {
  /** 64 hex digits. */
  privateKey: string
  /** Undefined for 64 bare hex digits, which do not tell their type. */
  type: KeyType | undefined
}

/** The DER encodings of a 32-byte key in hex: PKCS #8 and SEC 1. */
const FORMS: readonly (readonly [RegExp, KeyType])[] = [
  [/^302e020100300506032b657004220420([\da-f]{64})$/, 'ed25519'],
  [/^3051020101300506032b657004220420([\da-f]{64})812100[\da-f]{64}$/, 'ed25519'],
  [/^3030020100300706052b8104000a04220420([\da-f]{64})$/, 'secp256k1'],
  [/^302e0201010420([\da-f]{64})a00706052b8104000a$/, 'secp256k1'],
  [/^30740201010420([\da-f]{64})a00706052b8104000aa144034200[\da-f]{130}$/, 'secp256k1'],
  [
    /^308184020100301006072a8648ce3d020106052b8104000a046d306b0201010420([\da-f]{64})a144034200[\da-f]{130}$/,
    'secp256k1',
  ],
]
const MAX_LENGTH = 4096

/** Reads PEM, DER in hex, or 64 hex digits. Returns undefined for anything else. */
export function readKey(given: string): ReadKey | undefined {
  if (given.length > MAX_LENGTH) return undefined
  const text = given.trim()
  const pem = /-----BEGIN (?:EC )?PRIVATE KEY-----([A-Za-z\d+/=\s]{1,2000})-----END/.exec(text)?.[1]
  const hex = pem === undefined ? text.replace(/^0x/i, '').toLowerCase() : hexOf(pem.replace(/\s/g, ''))
  if (/^[\da-f]{64}$/.test(hex)) return { privateKey: hex, type: undefined }
  for (const [form, type] of FORMS) {
    const privateKey = form.exec(hex)?.[1]
    if (privateKey !== undefined) return { privateKey, type }
  }
  return undefined
}

/** Returns the text of a file. Reads only one byte more than a key may have, which is enough to reject larger files. */
export const textInFile = async (file: Blob): Promise<string> =>
  textOfFile(new Uint8Array(await file.slice(0, MAX_LENGTH + 1).arrayBuffer()))

/** Returns the text of a file. PEM and hex are text; DER is binary and is returned as hex. */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] !== 0x30 || (bytes[1] ?? 0) < 0x20) return new TextDecoder().decode(bytes)
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  return isText ? new TextDecoder().decode(bytes) : toHex(bytes)
}

const hexOf = (base64: string): string => toHex(bytesIn(base64) ?? new Uint8Array())

/**
 * Returns a signer with this key. Loads the curves on first use. If the browser supports Ed25519, WebCrypto holds the
 * key, so that no code in the page can read it again. WebCrypto does not have secp256k1, so the signer holds such a key
 * in a variable.
 */
export async function signerOf(accountId: string, { privateKey, type }: ReadKey, chosen: KeyType): Promise<Signer> {
  const { assertOfName, keySigner } = await import('@quorate/client/keys')
  const signer = keySigner({ accountId, privateKey, type: type ?? chosen })
  const key = (type ?? chosen) === 'ed25519' ? await keptKey(privateKey) : undefined
  if (!key) return signer
  const sign = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(bytes)))
  return {
    accountId,
    publicKey: signer.publicKey,
    signBody: sign,
    signMessage: (text) => sign(walletMessage(new TextEncoder().encode(text))),
    signName(bytes) {
      assertOfName(bytes)
      return sign(bytes)
    },
  }
}

/** Imports the key into WebCrypto, which does not export it; undefined if the browser does not support Ed25519. */
async function keptKey(privateKey: string): Promise<CryptoKey | undefined> {
  const der = fromHex(`302e020100300506032b657004220420${privateKey}`)
  try {
    return await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign'])
  } catch {
    return undefined
  } finally {
    der.fill(0)
  }
}
