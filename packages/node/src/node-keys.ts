/** The keys with which this process signs and seals. All processes on one database must have the same keys. */
import type { KeyObject } from 'node:crypto'
import { onChain, type Signer } from '@quorate/ledger'
import { heldKeys } from './keys/held-keys.ts'
import { loadShareKey, loadTwoFactorKey } from './keys/key-files.ts'
import {
  assertApart,
  claimNetworkKeys,
  loadNetworkKeys,
  plainKeyOf,
  sealingKeyOf,
  sharedNetworkKeys,
  signerOf,
} from './keys/network-keys.ts'
import { createSecretBox } from './keys/secret-box.ts'
import type { OperatedLedger } from './operated-ledger.ts'
import type { Tokens } from './sessions/tokens.ts'

type OnChain = Pick<OperatedLedger, 'chain'>

/** @throws ConfigError for keys that cannot be read or differ from the database's, and for one key with two purposes */
export async function openKeys(deps: {
  tokens: Tokens
  ledgers: ReadonlyMap<string, OperatedLedger>
  networkKeys?: ReadonlyMap<string, string> | undefined
  settings: {
    NETWORK_KEY?: string | undefined
    TWO_FACTOR_KEY?: string | undefined
    SHARE_KEY?: string | undefined
    DATA_DIR: string
  }
}) {
  const { tokens, ledgers, settings } = deps
  const twoFactorKey = loadTwoFactorKey(settings)
  const shareKey = loadShareKey(settings)
  const networkKeys = loadNetworkKeys(settings, [...ledgers.keys()], deps.networkKeys ?? new Map())
  assertApart(networkKeys, heldKeys(ledgers.values(), [tokens.key]))
  await claimNetworkKeys(tokens.database, networkKeys)
  await tokens.shareKeys({
    AUTH_TOKEN_KEY: publicBytes(tokens.key),
    TWO_FACTOR_KEY: twoFactorKey,
    SHARE_KEY: shareKey,
    ...sharedNetworkKeys(networkKeys),
  })
  const chains = new Map(
    [...networkKeys].map(([chain, key]) => [
      chain,
      { signer: signerOf(key), secretBox: createSecretBox(sealingKeyOf(key)), plain: plainKeyOf(key) },
    ]),
  )
  return {
    /** The node's own network key of a chain. Once the nodes share a key, only older entities have this one. */
    ownNetworkKey: ({ chain }: OnChain): Signer => onChain(chains, chain).signer,
    /** The same key in the form that is needed to split it into shares. */
    plainKeyOf: ({ chain }: OnChain) => onChain(chains, chain).plain,
    /** Seals the secrets on the node topic. */
    secretBoxOf: (chain: string) => onChain(chains, chain).secretBox,
    /** Seals second factors. */
    secretBox: createSecretBox(twoFactorKey),
    /** Seals the share of the shared key, and the secrets of ceremonies. */
    shareBox: createSecretBox(shareKey),
    /** Whether this process holds a leaf's private key. */
    isHeld: heldKeys(ledgers.values(), [tokens.key, ...networkKeys.values()]),
  }
}

const publicBytes = (key: KeyObject): Uint8Array => key.export({ format: 'der', type: 'spki' })
