/**
 * The network keys, one for each chain. A Hedera transaction body does not name its ledger. If two chains shared a key,
 * a transaction signed for an account on one chain could be executed on the other, for the account with the same id
 * there.
 */
import { hkdfSync, type KeyObject } from 'node:crypto'
import { scalarOfEd25519Seed } from '@quorate/frost'
import { type Signer, signerFromText } from '@quorate/ledger'
import { ConfigError, type Database, readSettings, setting } from '@quorate/platform'
import { publicKeyText } from '@quorate/verify'
import { Type } from 'typebox'
import { chainOfNetworkKey, insertNetworkKey } from '../store/keys.ts'
import type { Tables } from '../store/tables.ts'
import type { IsHeld } from './held-keys.ts'
import { loadNetworkKey } from './key-files.ts'

/** The key of `hedera:testnet` is set by `HEDERA_TESTNET_NETWORK_KEY`. */
const settingOf = (chain: string): string => `${chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_NETWORK_KEY`
const fileOf = (chain: string): string => `network-key-${chain.toLowerCase().replace(/[^a-z0-9]/g, '-')}.pem`

export const networkKeySettings = (chains: readonly string[]) =>
  Object.fromEntries(chains.map((chain) => [settingOf(chain), NetworkKey]))

const NetworkKey = setting(
  'The network key of this chain. For the default chain, set NETWORK_KEY instead. Without it, the first start creates one and keeps it in DATA_DIR.',
  Type.Optional(
    Type.String({ description: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
  ),
)

/** The network keys set in the environment, as text, by chain. */
export function readNetworkKeys(chains: readonly string[], env: NodeJS.ProcessEnv): Map<string, string> {
  const settings: Record<string, unknown> = readSettings(networkKeySettings(chains), { env })
  return new Map(chains.map((chain) => [chain, String(settings[settingOf(chain)] ?? '')]))
}

/**
 * The key of each chain: the one in `given`; or else, for the default (first) chain, NETWORK_KEY; or else the key in a
 * file in DATA_DIR, which is created (mode 0600) if it does not exist. The default chain's file is `network-key.pem`;
 * each other chain has its own file.
 *
 * @throws ConfigError for a key that cannot be read, and if two chains would share one
 */
export function loadNetworkKeys(
  settings: { NETWORK_KEY?: string | undefined; DATA_DIR: string },
  chains: readonly string[],
  given: ReadonlyMap<string, string>,
): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  const owners = new Map<string, string>()
  for (const [index, chain] of chains.entries()) {
    const text = given.get(chain) || undefined
    const isDefault = index === 0
    if (isDefault && text && settings.NETWORK_KEY)
      throw new ConfigError(
        `NETWORK_KEY and ${settingOf(chain)} are both set: NETWORK_KEY is the key of the default chain, ${chain}; set one of them`,
      )
    const where = {
      name: isDefault && !text ? 'NETWORK_KEY' : settingOf(chain),
      text: text ?? (isDefault ? settings.NETWORK_KEY : undefined),
    }
    const key = loadNetworkKey(where, settings.DATA_DIR, isDefault ? 'network-key.pem' : fileOf(chain))
    const id = publicKeyText(signerOf(key).publicKey)
    const other = owners.get(id)
    if (other) throw shared(chain, other)
    owners.set(id, chain)
    keys.set(chain, key)
  }
  return keys
}

const shared = (chain: string, other: string) =>
  new ConfigError(
    `the network key of ${chain} is also the key of ${other}: transactions signed for ${other} could be executed on ${chain}. Set ${settingOf(chain)} to a separate key`,
  )

export const signerOf = (key: KeyObject): Signer =>
  signerFromText(key.export({ format: 'der', type: 'pkcs8' }).toString('hex'))

/** The network key of a node that splits it into shares: the public key in hex, and the scalar that the node deals. */
export const plainKeyOf = (key: KeyObject) => ({
  publicKey: publicKeyText(signerOf(key).publicKey),
  scalar: (): Uint8Array =>
    scalarOfEd25519Seed(Uint8Array.from(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'))).scalar,
})

/**
 * The 32 bytes that seal the secrets on the node topic. They are derived from the network key: without that key, no
 * sealed transaction could be carried out anyway.
 */
export const sealingKeyOf = (key: KeyObject): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'), '', SEALING, 32))

const SEALING = 'Quorate opened records v1'

/**
 * Checks that the network key has no other purpose: it must sign only what validators permit.
 * @throws ConfigError if the node also signs something else with it
 */
export function assertApart(keys: ReadonlyMap<string, KeyObject>, isOther: IsHeld): void {
  for (const [chain, key] of keys)
    if (isOther(signerOf(key).publicKey))
      throw new ConfigError(
        `the network key of ${chain} is also an operator's key or the key that signs tokens: set ${settingOf(chain)} to a separate key`,
      )
}

/** The public network keys, by setting name. */
export const sharedNetworkKeys = (keys: ReadonlyMap<string, KeyObject>): Record<string, Uint8Array> =>
  Object.fromEntries(
    [...keys].map(([chain, key]) => [settingOf(chain), Buffer.from(publicKeyText(signerOf(key).publicKey))]),
  )

/**
 * Records in the database which chain each key belongs to, so that a later change of CHAINS or of files cannot use it
 * for another chain.
 *
 * @throws ConfigError for a key that the database has for another chain
 */
export async function claimNetworkKeys(
  database: Database<Tables>,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<void> {
  for (const [chain, key] of keys) {
    const publicKey = publicKeyText(signerOf(key).publicKey)
    await database.change((trx) => insertNetworkKey(trx, publicKey, chain))
    const known = await chainOfNetworkKey(database.read, publicKey)
    if (known !== undefined && known !== chain) throw shared(chain, known)
  }
}
