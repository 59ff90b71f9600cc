import type { Account, Staking } from '#state/entities.ts'
import { PERIODS_STORED, TINYBARS_PER_HBAR } from './limits.ts'
import { periodFrom } from './periods.ts'

/** The stake of an account: its own balance and what others stake to it, in whole hbars (as tinybars). */
export function stakeOf({ balance, stakedToMe }: Pick<Account, 'balance' | 'stakedToMe'>): bigint {
  return wholeHbars(balance + stakedToMe)
}

export const wholeHbars = (tinybars: bigint): bigint => tinybars - (tinybars % TINYBARS_PER_HBAR)

/**
 * The last staking period for which an account that stakes to a node is due no reward: the period in which staking
 * began, or the last one paid. Undefined for other accounts.
 */
export function stakedSince({ stakedNode, stakePeriodStart }: Account): bigint | undefined {
  return stakedNode === null || stakePeriodStart === null ? undefined : periodFrom(stakePeriodStart)
}

/** Says whether a whole period lies between the one in {@link stakedSince} and the current one. */
export function isRewardable(account: Account, { period }: Staking): boolean {
  const start = stakedSince(account)
  return start !== undefined && start < period - 1n
}

/** Tinybars that the account would be paid now. Rewards for periods more than a year ago are forfeited. */
export function pendingReward(account: Account, staking: Staking): bigint {
  const start = stakedSince(account)
  if (start === undefined || account.declineReward || !isRewardable(account, staking)) return 0n
  const oldest = staking.period - BigInt(PERIODS_STORED)
  const age = Number(staking.period - 1n - (start < oldest ? oldest : start))
  const sum = (periodsAgo: number): bigint => staking.rewardSums[periodsAgo] ?? staking.rewardSums.at(-1) ?? 0n
  const whole = stakeOf(account) / TINYBARS_PER_HBAR
  if (account.stakeAtStart === null) return whole * (sum(0) - sum(age))
  const first = account.stakeAtStart / TINYBARS_PER_HBAR
  return first * (sum(age - 1) - sum(age)) + whole * (sum(0) - sum(age - 1))
}
