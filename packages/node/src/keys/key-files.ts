import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@quorate/platform'

/**
 * The Ed25519 key that signs tokens: AUTH_TOKEN_KEY, or else `token-key.pem` in DATA_DIR, which is created (mode 0600)
 * if it does not exist. Sessions outlive a restart only if the key stays the same.
 *
 * @throws ConfigError
 */
export const loadTokenKey = (settings: { AUTH_TOKEN_KEY?: string | undefined; DATA_DIR: string }): KeyObject =>
  keptKey({ name: 'AUTH_TOKEN_KEY', text: settings.AUTH_TOKEN_KEY }, join(settings.DATA_DIR, 'token-key.pem'))

/**
 * An Ed25519 network key, from the setting or else from a file in DATA_DIR, which is created like the token key's file.
 * If this key is lost, nobody controls the entities that contain it.
 *
 * @throws ConfigError
 */
export const loadNetworkKey = (
  setting: { name: string; text: string | undefined },
  dataDir: string,
  file: string,
): KeyObject => keptKey(setting, join(dataDir, file))

/**
 * The 32 bytes that encrypt the secrets of second factors in the database: TWO_FACTOR_KEY, or else `two-factor-key` in
 * DATA_DIR, which is created like the token key's file.
 *
 * @throws ConfigError
 */
export const loadTwoFactorKey = (settings: { TWO_FACTOR_KEY?: string | undefined; DATA_DIR: string }): Uint8Array =>
  keptSecret({ name: 'TWO_FACTOR_KEY', text: settings.TWO_FACTOR_KEY }, join(settings.DATA_DIR, 'two-factor-key'))

/**
 * The 32 bytes that encrypt the node's share of the network's shared key in the database: SHARE_KEY, or else
 * `share-key` in DATA_DIR, which is created like the token key's file.
 *
 * @throws ConfigError
 */
export const loadShareKey = (settings: { SHARE_KEY?: string | undefined; DATA_DIR: string }): Uint8Array =>
  keptSecret({ name: 'SHARE_KEY', text: settings.SHARE_KEY }, join(settings.DATA_DIR, 'share-key'))

function keptSecret({ name, text: given }: { name: string; text: string | undefined }, path: string): Uint8Array {
  const text = (given ?? readIfThere(path) ?? make(path, randomBytes(KEY_BYTES).toString('hex'))).trim()
  const key = Buffer.from(text, /^[0-9a-f]+$/i.test(text) ? 'hex' : 'base64')
  if (key.length === KEY_BYTES) return key
  throw new ConfigError(`${given ? name : path} holds no usable key: expected ${KEY_BYTES} bytes in hex or base64`)
}

const KEY_BYTES = 32

function keptKey(setting: { name: string; text: string | undefined }, path: string): KeyObject {
  if (setting.text) return readKey(setting.text, setting.name)
  return readKey(readIfThere(path) ?? make(path, freshPem()), path)
}

const freshPem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${path}, which holds a key of the node, cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Writes a new key to a file and returns the key that the file then contains. The key is written under another name and
 * then linked, so a crash leaves no half-written key, and of two processes that start together, one wins.
 */
function make(path: string, key: string): string {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, key, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}

function readKey(text: string, where: string): KeyObject {
  try {
    const key = text.includes('-----BEGIN') ? createPrivateKey(text.replaceAll('\\n', '\n')) : fromDer(text.trim())
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The parser's message is dropped: it could show the key.
  }
  throw new ConfigError(
    `${where} holds no usable key: expected an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64`,
  )
}

const fromDer = (text: string): KeyObject =>
  createPrivateKey({
    key: Buffer.from(text, /^[0-9a-f]+$/i.test(text) ? 'hex' : 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
