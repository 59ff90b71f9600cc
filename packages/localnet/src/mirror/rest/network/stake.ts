import { int64Json } from '#mirror/rest/json.ts'
import { lastPeriodJson, stakingOf } from '#mirror/rest/lookups/staking-lookup.ts'
import { select } from '#mirror/rest/page.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import {
  MAX_STAKE_REWARDED,
  NODE_REWARD_PERCENTAGE,
  PERIODS_STORED,
  REWARD_BALANCE_THRESHOLD,
  REWARD_RATE_PER_HBAR,
  STAKING_REWARD_PERCENTAGE,
  STAKING_REWARDS,
  START_THRESHOLD,
  TINYBARS_PER_HBAR,
} from '#staking/limits.ts'
import { rewardRate } from '#staking/reward-rate.ts'

/** GET /network/stake: the total stake and the reward rate. */
export const networkStake: MirrorRoute = {
  path: '/network/stake',
  parameters: [],
  answer(_request, context) {
    const staking = stakingOf(context)
    const row = select(context, 'SELECT balance FROM account WHERE num = ?', STAKING_REWARDS)[0]
    const balance = (row?.balance as bigint | undefined) ?? 0n
    const rate = rewardRate(balance, staking)
    const maxTotalReward = (staking.stakeRewardStart / TINYBARS_PER_HBAR) * rate
    return {
      max_stake_rewarded: int64Json(MAX_STAKE_REWARDED),
      max_staking_reward_rate_per_hbar: int64Json(REWARD_RATE_PER_HBAR),
      max_total_reward: int64Json(maxTotalReward),
      node_reward_fee_fraction: Number(NODE_REWARD_PERCENTAGE) / 100,
      reserved_staking_rewards: int64Json(staking.pendingRewards),
      reward_balance_threshold: int64Json(REWARD_BALANCE_THRESHOLD),
      stake_total: int64Json(staking.stake),
      staking_period: lastPeriodJson(staking),
      staking_period_duration: 1440,
      staking_periods_stored: PERIODS_STORED,
      staking_reward_fee_fraction: Number(STAKING_REWARD_PERCENTAGE) / 100,
      staking_reward_rate: int64Json(maxTotalReward),
      staking_start_threshold: int64Json(START_THRESHOLD),
      unreserved_staking_reward_balance: int64Json(balance - staking.pendingRewards),
    }
  },
}
