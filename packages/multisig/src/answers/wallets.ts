import { AccountId, namedSchema } from '@quorate/platform'
import { walletRoles } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import type { OwnWallet, WalletEntry } from '../store/wallets.ts'
import { HistoryEntry } from './history.ts'
import { Amount, Time } from './values.ts'

/** How many of a wallet's tokens are returned with name and symbol: strangers can send it any number of tokens. */
export const NAMED_TOKENS = 100

const OwnerOut = namedSchema('Owner', Type.Object({ wallet: AccountId, name: Type.String() }))

export const Asset = namedSchema(
  'Asset',
  Type.Object({
    tokenId: Type.String({ description: 'HBAR, or a token id' }),
    type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
    symbol: Type.String({
      description: `empty, as the name is, after the first ${NAMED_TOKENS} tokens of a wallet`,
    }),
    name: Type.String(),
    decimals: Type.Integer(),
    balance: Amount,
    serials: Type.Optional(Type.Array(Amount)),
  }),
)

export const WalletSummary = namedSchema(
  'WalletSummary',
  Type.Object({
    wallet: AccountId,
    smartApp: Type.String(),
    name: Type.String(),
    description: Type.String(),
    settings: Type.Object({ owners: Type.Array(OwnerOut), threshold: Type.Integer() }),
    chain: Type.String(),
    createdAt: Time,
    updatedAt: Time,
    named: Type.Optional(
      Type.Object(
        { by: AccountId, at: Time },
        { description: 'who last changed the name or the description, and when; absent if nobody did' },
      ),
    ),
  }),
)

const role = {
  role: Type.Enum(['owner', ...walletRoles], { description: 'what the caller is to the wallet' }),
}

/** A wallet in the caller's list. */
export const ListedWallet = namedSchema('ListedWallet', Type.Object({ ...WalletSummary.properties, ...role }))

/** A wallet with its holdings (the native currency is first) and its newest 100 history entries. */
export const WalletOut = namedSchema(
  'Wallet',
  Type.Object({
    ...WalletSummary.properties,
    ...role,
    keyMatches: Type.Boolean({
      description:
        "whether the account's key on the ledger is the owners' threshold key. If it is false, the owners in `settings` do not control the wallet: do not fund it",
    }),
    assets: Type.Array(Asset),
    history: Type.Array(HistoryEntry),
  }),
)

export const walletSummary = (wallet: WalletEntry): Static<typeof WalletSummary> => ({
  wallet: wallet.wallet,
  smartApp: wallet.smartApp,
  name: wallet.name,
  description: wallet.description,
  settings: {
    owners: wallet.owners.map(({ wallet, name }) => ({ wallet, name })),
    threshold: wallet.threshold,
  },
  chain: wallet.chain,
  createdAt: wallet.createdAt.toISOString(),
  updatedAt: wallet.updatedAt.toISOString(),
  ...(wallet.named ? { named: { by: wallet.named.by, at: wallet.named.at.toISOString() } } : {}),
})

export const listedWallet = (wallet: OwnWallet): Static<typeof ListedWallet> => ({
  ...walletSummary(wallet),
  role: wallet.role,
})
