import { base32upper } from 'multiformats/bases/base32'
import { hexJson, int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { idText, longZeroAddress } from '#protocol/ids.ts'
import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import type { Account } from '#state/entities.ts'

export interface BalanceJson {
  readonly balance: unknown
  readonly timestamp: string
  readonly tokens: readonly { readonly token_id: string; readonly balance: unknown }[]
}

/** An account as the Mirror Node writes it. */
export function accountJson(account: Account, balance: BalanceJson | null, pendingReward: unknown): object {
  const alias = account.alias ?? account.evmAddress
  return {
    account: idText(account.num),
    alias: alias ? base32upper.baseEncode(alias) : null,
    auto_renew_period: int64Json(account.autoRenewPeriod),
    balance,
    created_timestamp: timestampText(account.createdAt),
    decline_reward: account.declineReward,
    delegation_address: null,
    deleted: account.deleted,
    ethereum_nonce: int64Json(account.ethereumNonce),
    evm_address: hexJson(account.evmAddress ?? longZeroAddress(account.num)),
    expiry_timestamp: timestampText(account.expiry * NANOS_PER_SECOND),
    key: keyJson(account.key),
    max_automatic_token_associations: account.maxAutoAssociations,
    memo: account.memo,
    pending_reward: pendingReward,
    receiver_sig_required: account.receiverSigRequired,
    staked_account_id: account.stakedAccount === null ? null : idText(account.stakedAccount),
    staked_node_id: account.stakedNode,
    stake_period_start: stakePeriodStart(account),
  }
}

function stakePeriodStart({ stakedNode, stakePeriodStart }: Account): string | null {
  return stakedNode === null || stakePeriodStart === null ? null : timestampText(stakePeriodStart * NANOS_PER_SECOND)
}
