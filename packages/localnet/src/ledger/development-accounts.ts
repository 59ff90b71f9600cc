/** The accounts that every network has from its beginning, as in the local networks of SDKs. */
import { idText } from '#protocol/ids.ts'
import { aliasesOf, DER_PREFIX, DEVELOPMENT, type Development, developmentKey, TREASURY_KEY } from './genesis.ts'

/** An account whose private key is public: for development only. */
export interface DevelopmentAccount {
  /** `0.0.n` */
  readonly id: string
  /** DER, hex. */
  readonly privateKey: string
  readonly keyType: 'ed25519' | 'secp256k1'
  /** `0x` and 40 hex digits; only accounts with an EVM alias have one. */
  readonly evmAddress?: string
}

/** The development accounts, each with half a million hbar. The first one, 0.0.2, is the treasury and pays no fees. */
export function developmentAccounts(): DevelopmentAccount[] {
  const treasury = { id: idText(2), privateKey: DER_PREFIX.ed25519 + TREASURY_KEY, keyType: 'ed25519' as const }
  return [treasury, ...DEVELOPMENT.map(describe)]
}

function describe(account: Development): DevelopmentAccount {
  const { evmAddress } = aliasesOf(account, developmentKey(account))
  const described = {
    id: idText(account.num),
    privateKey: DER_PREFIX[account.curve] + account.privateKey,
    keyType: account.curve,
  }
  return evmAddress ? { ...described, evmAddress: `0x${evmAddress.toString('hex')}` } : described
}
