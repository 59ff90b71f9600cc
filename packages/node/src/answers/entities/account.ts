/** An account as `GET /accounts/{id}` returns it, read from the mirror. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { AmountOut, type Cache, mapInBatches, notFound } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { mirrorName } from '../../model/account-names.ts'
import { shaped } from '../fit-to-schema.ts'
import { Account as MirrorAccount, orNull } from '../mirror.ts'
import { keyText } from './keys.ts'
import { ledgerIdOf } from './ledger-id.ts'
import { LongOut, longOf } from './long.ts'

const Text = Type.String()
const TextOrNull = orNull(Text)
const Tinybars = Type.String({ description: 'tinybars' })

export const AccountOut = Type.Object({
  balance: Tinybars,
  accountId: Text,
  contractAccountId: TextOrNull,
  isDeleted: Type.Boolean(),
  proxyAccountId: Type.Null({ description: 'always empty: the ledger no longer has proxy accounts' }),
  proxyReceived: Tinybars,
  key: orNull(Type.String({ description: 'DER in hex; several keys as the JSON of {threshold, key[]}' })),
  sendRecordThreshold: Tinybars,
  receiveRecordThreshold: Tinybars,
  isReceiverSignatureRequired: Type.Boolean(),
  expirationTime: orNull(Type.String({ description: 'seconds.nanoseconds' })),
  autoRenewPeriod: Type.Object({ seconds: LongOut }),
  accountMemo: Text,
  ownedNfts: AmountOut,
  truncated: Type.Optional(
    Type.Boolean({ description: 'true if the account holds more tokens than are counted in `ownedNfts`' }),
  ),
  maxAutomaticTokenAssociations: Type.Integer(),
  aliasKey: TextOrNull,
  ledgerId: Text,
  ethereumNonce: AmountOut,
  stakingInfo: Type.Object({
    declineStakingReward: Type.Boolean(),
    stakePeriodStart: TextOrNull,
    pendingReward: AmountOut,
    stakedToMe: orNull(AmountOut),
    stakedAccountId: TextOrNull,
    stakedNodeId: orNull(Type.Integer()),
  }),
})

export const BalanceOut = Type.Object({
  wallet: Text,
  hbars: Type.Object({ _valueInTinybar: Tinybars }),
  tokens: Type.Array(Type.Object({ tokenId: Text, balance: Text, decimals: Text })),
  truncated: Type.Optional(
    Type.Boolean({ description: 'the account holds more tokens: ask for one, or read them all at /mirrors/accounts' }),
  ),
})

type AccountJson = Static<typeof Known>
const Known = Type.Omit(MirrorAccount, ['transactions', 'links'])

const Relationships = Type.Object({
  tokens: Type.Array(Type.Object({ token_id: Text, balance: AmountOut, decimals: orNull(Type.Integer()) })),
})
type Relationship = Static<typeof Relationships>['tokens'][number]

/** @throws 404 ACCOUNT_NOT_FOUND */
export async function mirrorAccount(mirror: PublicMirror, wallet: string): Promise<AccountJson> {
  const path = `/accounts/${mirrorName(wallet)}?transactions=false`
  const found = await mirror.get(path).catch((error) => {
    throw error?.statusCode === 404 ? notFound('ACCOUNT_NOT_FOUND', `The account ${wallet} does not exist`) : error
  })
  return shaped(Known, found, path)
}

export interface AccountReads {
  chain: string
  mirror: PublicMirror
  cache: Pick<Cache, 'fetch'>
}

export async function accountOf(reads: AccountReads, wallet: string): Promise<Static<typeof AccountOut>> {
  const found = await mirrorAccount(reads.mirror, wallet)
  const nfts = await ownedNfts(reads, found.account)
  return {
    balance: String(found.balance?.balance ?? 0),
    accountId: found.account,
    contractAccountId: found.evm_address?.replace(/^0x/, '') ?? null,
    isDeleted: found.deleted ?? false,
    proxyAccountId: null,
    proxyReceived: '0',
    key: keyText(found.key),
    sendRecordThreshold: '0',
    receiveRecordThreshold: '0',
    isReceiverSignatureRequired: found.receiver_sig_required ?? false,
    expirationTime: found.expiry_timestamp,
    autoRenewPeriod: { seconds: longOf(found.auto_renew_period ?? 0) },
    accountMemo: found.memo ?? '',
    ownedNfts: nfts.count,
    ...(nfts.truncated && { truncated: true }),
    maxAutomaticTokenAssociations: found.max_automatic_token_associations ?? 0,
    aliasKey: found.alias,
    ledgerId: ledgerIdOf(reads.chain),
    ethereumNonce: found.ethereum_nonce ?? 0,
    stakingInfo: {
      declineStakingReward: found.decline_reward ?? false,
      stakePeriodStart: found.stake_period_start,
      pendingReward: found.pending_reward ?? 0,
      stakedToMe: null,
      stakedAccountId: found.staked_account_id,
      stakedNodeId: found.staked_node_id !== null && found.staked_node_id >= 0 ? found.staked_node_id : null,
    },
  }
}

/** An account with more tokens than these limits is returned with `truncated: true`. */
const MAX_PAGES = 20
const MAX_TYPE_LOOKUPS = 100
/** A token's type never changes. */
const TYPE_MS = 3_600_000

/**
 * The number of NFTs an account holds. For a non-fungible token, the balance in the token relationship is that number.
 */
async function ownedNfts({ chain, mirror, cache }: AccountReads, account: string) {
  const { all, truncated } = await relationships(mirror, account)
  const held = all.filter(({ decimals, balance }) => !decimals && balance !== 0)
  const some = held.slice(0, MAX_TYPE_LOOKUPS)
  const counts = await mapInBatches(some, async ({ token_id: token, balance }) => {
    const type = await cache.fetch(
      `type ${chain} ${token}`,
      TYPE_MS,
      async () => (await mirror.get(`/tokens/${token}`)).type,
    )
    return type === 'NON_FUNGIBLE_UNIQUE' ? Number(balance) : 0
  })
  return { count: counts.reduce((sum, count) => sum + count, 0), truncated: truncated || some.length < held.length }
}

async function relationships(mirror: PublicMirror, account: string, token?: string) {
  const all: Relationship[] = []
  let path: string | undefined = `/accounts/${account}/tokens?limit=100${token ? `&token.id=${token}` : ''}`
  for (let page = 0; path && page < MAX_PAGES; page++) {
    const raw: MirrorJson = await mirror.get(path)
    all.push(...shaped(Relationships, raw, path).tokens)
    const next = (raw.links as MirrorJson | undefined)?.next
    path = typeof next === 'string' ? next.replace(/^\/api\/v1/, '') : undefined
  }
  return { all, truncated: path !== undefined }
}

/** An account's hbar balance and the balances of all its tokens, or of `token` only. */
export async function balanceOf(
  mirror: PublicMirror,
  wallet: string,
  token?: string,
): Promise<Static<typeof BalanceOut>> {
  const { account, balance } = await mirrorAccount(mirror, wallet)
  const { all: tokens, truncated } = await relationships(mirror, account, token)
  return {
    wallet: account,
    hbars: { _valueInTinybar: String(balance?.balance ?? 0) },
    tokens: tokens.map((one) => ({
      tokenId: one.token_id,
      balance: String(one.balance),
      decimals: String(one.decimals ?? 0),
    })),
    ...(truncated && { truncated }),
  }
}
