import type { Staking } from '#state/entities.ts'
import { MAX_STAKE_REWARDED, REWARD_BALANCE_THRESHOLD, REWARD_RATE_PER_HBAR, TINYBARS_PER_HBAR } from './limits.ts'

/** Fractions are stored as integers; this one stands for 1. */
const ONE = 10n ** 30n
/** The consensus node divides with this many significant digits, rounding down. */
const DIGITS = 8

/**
 * HIP-782: the reward for the period that ends, in tinybars per hbar. The full rate applies when the unreserved balance
 * of 0.0.800 is at its threshold and no more than the maximum is staked.
 */
export function rewardRate(balance: bigint, { stakeRewardStart, pendingRewards }: Staking): bigint {
  if (stakeRewardStart < TINYBARS_PER_HBAR) return 0n
  const unreserved = balance - pendingRewards
  const capped = unreserved < REWARD_BALANCE_THRESHOLD ? unreserved : REWARD_BALANCE_THRESHOLD
  const ratio = fraction(capped, REWARD_BALANCE_THRESHOLD)
  const share = MAX_STAKE_REWARDED >= stakeRewardStart ? ONE : fraction(MAX_STAKE_REWARDED, stakeRewardStart)
  return (REWARD_RATE_PER_HBAR * ratio * (2n * ONE - ratio) * share) / (ONE * ONE * ONE)
}

function fraction(part: bigint, whole: bigint): bigint {
  if (part <= 0n) return 0n
  const exact = (part * ONE) / whole
  const unit = 10n ** BigInt(Math.max(0, String(exact).length - DIGITS))
  return exact - (exact % unit)
}
