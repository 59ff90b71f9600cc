import { createECDH, createPrivateKey, createPublicKey } from 'node:crypto'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { type Key, keyFromProto, keyToProto } from '#protocol/keys.ts'
import { firstAccountOf, NODE_ID } from '#protocol/nodes.ts'
import { systemFiles } from '#services/file/system-files.ts'
import { periodAt } from '#staking/periods.ts'
import { type Account, FAR_FUTURE, plainAccount } from '#state/entities.ts'
import { NO_STAKING, type State } from '#state/state.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'

/** 50 billion hbar in tinybars: the whole supply. */
export const TOTAL_SUPPLY = 5_000_000_000_000_000_000n
const DEVELOPMENT_BALANCE = 50_000_000_000_000n
/** The number of the first new entity: the first after the development accounts. */
const FIRST_FREE_ENTITY = 1032
const SYSTEM_ACCOUNTS = [...range(1, 100), 800, 801, FEE_COLLECTION]

/** The public development keys of hiero-local-node (src/configuration/accountConfiguration.json), in its order. */
export const TREASURY_KEY = '91132178e72057a1d7528025956fe39b0b847f200ab59b2fdd367017f3087137'
const ECDSA_KEYS = [
  '7f109a9e3b0d8ecfba9cc23a3614433ce0fa7ddcc80f2a8f10b222179a5a80d6',
  '6ec1f2e7d126a74a1d2ff9e1c5d90b92378c725e506651ff8bb8616a5c724628',
  'b4d7f7e82f61d81c95985771b8abf518f9328d019c36849d4214b5f995d13814',
  '941536648ac10d5734973e94df413c17809d6cc5e24cd11e947e685acfbd12ae',
  '5829cf333ef66b6bdd34950f096cb24e06ef041c5f63e577b4f3362309125863',
  '8fc4bffe2b40b2b7db7fd937736c4575a0925511d7a0a2dfc3274e8c17b41d20',
  'b6c10e2baaeba1fa4a8b73644db4f28f4bf0912cceb6e8959f73bb423c33bd84',
  'fe8875acb38f684b2025d5472445b8e4745705a9e7adc9b0485a05df790df700',
  'bdc6e0a69f2921a78e9af930111334a41d3fab44653c8de0775572c526feea2d',
  '3e215c3d2a59626a669ed04ec1700f36c05c9b216e592f58bbfd3d8aa6ea25f9',
]
const ECDSA_ALIAS_KEYS = [
  '105d050185ccb907fba04dd92d8de9e32c18305e097ab41dadda21489a211524',
  '2e1d968b041d84dd120a5860cee60cd83f9374ef527ca86996317ada3d0d03e7',
  '45a5a7108a18dd5013cf2d5857a28144beadc9c70b3bdbd914e38df4e804b8d8',
  '6e9d61a325be3f6675cf8b7676c70e4a004d2308e3e182370a41f5653d52c6bd',
  '0b58b1bd44469ac9f813b5aeaf6213ddaea26720f0b2f133d08b6f234130a64f',
  '95eac372e0f0df3b43740fa780e62458b2d2cc32d6a440877f1cc2a9ad0c35cc',
  '6c6e6727b40c8d4b616ab0d26af357af09337299f09c66704146e14236972106',
  '5072e7aa1b03f531b4731a32a021f6a5d20d5ddc4e55acbb71ae202fc6f3a26d',
  '60fe891f13824a2c1da20fb6a14e28fa353421191069ba6b6d09dd6c29b90eff',
  'eae4e00ece872dd14fb6dc7a04f390563c7d69d16326f2a703ec8e0934060cc7',
]
const ED25519_KEYS = [
  'a608e2130a0a3cb34f86e757303c862bee353d9ab77ba4387ec084f881d420d4',
  'bbd0894de0b4ecfa862e963825c5448d2d17f807a16869526bff29185747acdb',
  '8fd50f886a2e7ed499e7686efd1436b50aa9b64b26e4ecc4e58ca26e6257b67d',
  '62c966ebd9dcc0fc16a553b2ef5b72d1dca05cdf5a181027e761171e9e947420',
  '805c9f422fd9a768fdd8c68f4fe0c3d4a93af714ed147ab6aed5f0ee8e9ee165',
  'abfdb8bf0b46c0da5da8d764316f27f185af32357689f7e19cb9ec3e0f590775',
  'ec299c9f17bb8bdd5f3a21f1c2bffb3ac86c22e84c325e92139813639c9c3507',
  'cb833706d1df537f59c418a00e36159f67ce3760ce6bf661f11f6da2b11c2c5a',
  '9b6adacefbbecff03e4359098d084a3af8039ce7f29d95ed28c7ebdb83740c83',
  '9a07bbdbb62e24686d2a4259dc88e38438e2c7a1ba167b147ad30ac540b0a3cd',
]

export const DER_PREFIX = {
  ed25519: '302e020100300506032b657004220420',
  secp256k1: '3030020100300706052b8104000a04220420',
}
type Curve = keyof typeof DER_PREFIX

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function ed25519Key(privateKey: string): Key {
  const der = Buffer.from(DER_PREFIX.ed25519 + privateKey, 'hex')
  const spki = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'der',
    type: 'spki',
  })
  return keyFromProto({ ed25519: spki.subarray(-32) })
}

function secp256k1Key(privateKey: string): Key {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(privateKey, 'hex')
  return keyFromProto({ ECDSASecp256k1: ecdh.getPublicKey(null, 'compressed') })
}

export interface Development {
  readonly num: number
  readonly curve: Curve
  readonly privateKey: string
  readonly hasAlias: boolean
}

export const DEVELOPMENT: readonly Development[] = [
  ...ECDSA_KEYS.map((privateKey, i) => ({ num: 1002 + i, curve: 'secp256k1' as const, privateKey, hasAlias: false })),
  ...ECDSA_ALIAS_KEYS.map((privateKey, i) => ({
    num: 1012 + i,
    curve: 'secp256k1' as const,
    privateKey,
    hasAlias: true,
  })),
  ...ED25519_KEYS.map((privateKey, i) => ({ num: 1022 + i, curve: 'ed25519' as const, privateKey, hasAlias: false })),
]

export function developmentKey({ curve, privateKey }: Development): Key {
  return curve === 'ed25519' ? ed25519Key(privateKey) : secp256k1Key(privateKey)
}

export function aliasesOf(account: Development, key: Key): Pick<Account, 'alias' | 'evmAddress'> {
  return account.hasAlias
    ? { alias: key.encoded, evmAddress: evmAddressOf(key.rule) }
    : { alias: null, evmAddress: null }
}

/** Fills an empty state: system accounts, development accounts, and the treasury with the rest of the supply. */
export function genesis(state: State, now: bigint): void {
  const treasuryKey = ed25519Key(TREASURY_KEY)
  const nobody = keyFromProto({ keyList: { keys: [] } })
  const treasury = TOTAL_SUPPLY - DEVELOPMENT_BALANCE * BigInt(DEVELOPMENT.length)
  for (const num of SYSTEM_ACCOUNTS) {
    const key = num <= 100 ? treasuryKey : nobody
    state.accounts.put(num, plainAccount(num, key, num === 2 ? treasury : 0n, now))
  }
  for (const account of DEVELOPMENT) {
    const key = developmentKey(account)
    const plain = plainAccount(account.num, key, DEVELOPMENT_BALANCE, now)
    state.accounts.put(account.num, { ...plain, ...aliasesOf(account, key) })
  }
  for (const file of systemFiles(keyFromProto({ keyList: { keys: [keyToProto(treasuryKey)] } }), FAR_FUTURE, now))
    state.files.put(file.num, file)
  ownNode(state, NODE_ID, now)
  state.putStaking({ ...NO_STAKING, period: periodAt(now) })
  state.network.put(0, { id: 0, nextEntity: FIRST_FREE_ENTITY })
}

/** Adds one of the ledger's own nodes. The first is also missing in ledgers from before nodes could be changed. */
export function ownNode(state: State, num: number, now: bigint): void {
  const rights = { adminKey: ed25519Key(TREASURY_KEY), declineReward: false, deleted: false }
  const details = { description: 'localnet' }
  state.nodes.put(num, { num, account: firstAccountOf(num), ...rights, details, createdAt: now })
}
