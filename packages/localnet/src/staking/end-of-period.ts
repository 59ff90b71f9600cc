import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId } from '#protocol/ids.ts'
import { NODE_ID } from '#protocol/nodes.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import type { Staking } from '#state/entities.ts'
import { moveHbar } from '#state/hbar.ts'
import type { State } from '#state/state.ts'
import type { DispatchedTransaction } from '#transaction/definition.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'
import { systemTransaction } from '#transaction/system-transaction.ts'
import {
  FUNDING,
  MAX_NODE_STAKE,
  MAX_STAKE_REWARDED,
  MIN_NODE_REWARD_BALANCE,
  NODE_REWARD_PERCENTAGE,
  NODE_REWARDS,
  PERIODS_STORED,
  REWARD_BALANCE_THRESHOLD,
  STAKING_REWARD_PERCENTAGE,
  STAKING_REWARDS,
  START_THRESHOLD,
  TINYBARS_PER_HBAR,
} from './limits.ts'
import { startOf } from './periods.ts'
import { rewardRate } from './reward-rate.ts'

const PERIOD_MINUTES = 1440n

/** Whether the ledger has no stakes and no pending rewards. If so, past periods need not be ended one by one. */
export function isIdle({ stakeToReward, stakeToNotReward, stake, pendingRewards }: Staking): boolean {
  return stakeToReward + stakeToNotReward + stake + pendingRewards === 0n
}

/**
 * HIP-1259: shares the fees of the ended period out to nodes, stakers and the network's funding account; undefined if
 * there are none.
 */
export function shareOutFees(state: State, now: bigint): DispatchedTransaction | undefined {
  const fees = state.accounts.get(FEE_COLLECTION)?.balance ?? 0n
  if (fees === 0n) return undefined
  const shares = sharesOf(fees, state)
  const accountAmounts = [...shares, [FEE_COLLECTION, -fees] as const].map(([num, amount]) => ({
    accountID: accountId(num),
    amount: toLong(amount),
  }))
  const body = { memo: 'End of staking period fee distribution', cryptoTransfer: { transfers: { accountAmounts } } }
  return systemTransaction('cryptoTransfer', body, now, {
    type: 14,
    name: 'CRYPTOTRANSFER',
    handle: () => {
      for (const [num, amount] of shares) moveHbar(state, FEE_COLLECTION, num, amount, 'FAIL_INVALID')
    },
  })
}

function sharesOf(fees: bigint, state: State): (readonly [number, bigint])[] {
  const reserve = state.accounts.get(NODE_REWARDS)?.balance ?? 0n
  if (reserve <= MIN_NODE_REWARD_BALANCE) return [[NODE_REWARDS, fees]]
  const nodes = (fees * NODE_REWARD_PERCENTAGE) / 100n
  const stakers = (fees * STAKING_REWARD_PERCENTAGE) / 100n
  const shares = [
    [NODE_REWARDS, nodes],
    [STAKING_REWARDS, stakers],
    [FUNDING, fees - nodes - stakers],
  ] as const
  return shares.filter(([, amount]) => amount > 0n)
}

/** Ends the staking period before `period`: its rewards become due, and what is staked now counts for the new one. */
export function endPeriod(state: State, now: bigint, period: bigint): DispatchedTransaction {
  const before = state.stakingNow()
  const balance = state.accounts.get(STAKING_REWARDS)?.balance ?? 0n
  const maxRate = rewardRate(balance, before)
  const after = nextStaking(before, maxRate, period)
  const body = {
    memo: 'End of staking period calculation record',
    nodeStakeUpdate: nodeStakeUpdate(before, after, maxRate, balance),
  }
  return systemTransaction('nodeStakeUpdate', body, now, {
    type: 51,
    name: 'NODESTAKEUPDATE',
    handle: () => state.putStaking(after),
  })
}

function nextStaking(before: Staking, maxRate: bigint, period: bigint): Staking {
  const { stakeRewardStart, unclaimedStakeRewardStart, stakeToReward, stakeToNotReward } = before
  const isOver = stakeRewardStart > MAX_NODE_STAKE
  const rate = stakeRewardStart === 0n ? 0n : isOver ? (maxRate * MAX_NODE_STAKE) / stakeRewardStart : maxRate
  const due = ((stakeRewardStart - unclaimedStakeRewardStart) / TINYBARS_PER_HBAR) * rate
  const total = stakeToReward + stakeToNotReward
  return {
    ...before,
    period,
    stake: total < MAX_NODE_STAKE ? total : MAX_NODE_STAKE,
    stakeRewardStart: stakeToReward,
    unclaimedStakeRewardStart: 0n,
    rewardRate: rate,
    pendingRewards: before.pendingRewards + due,
    rewardSums: sumsAfter(before, rate, period),
  }
}

/** Adds the rate of the period that ends to the cumulative rates, and a rate of 0 for each skipped period. */
function sumsAfter({ rewardSums, period: ended }: Staking, rate: bigint, period: bigint): bigint[] {
  const sum = (rewardSums[0] ?? 0n) + rate
  const skipped = Math.min(Number(period - ended) - 1, PERIODS_STORED)
  const sums = [...Array<bigint>(skipped + 1).fill(sum), ...(rewardSums.length ? rewardSums : [0n])]
  return sums.slice(0, PERIODS_STORED + 1)
}

function nodeStakeUpdate(
  before: Staking,
  after: Staking,
  maxRate: bigint,
  balance: bigint,
): proto.INodeStakeUpdateTransactionBody {
  const maxTotalReward = toLong((before.stakeRewardStart / TINYBARS_PER_HBAR) * maxRate)
  const percent = (numerator: bigint) => ({ numerator: toLong(numerator), denominator: toLong(100n) })
  const node = {
    nodeId: toLong(BigInt(NODE_ID)),
    stake: toLong(after.stake),
    rewardRate: toLong(after.rewardRate),
    minStake: toLong(0n),
    maxStake: toLong(MAX_NODE_STAKE),
    stakeRewarded: toLong(after.stakeToReward),
    stakeNotRewarded: toLong(after.stakeToNotReward),
  }
  return {
    endOfStakingPeriod: toTimestamp(startOf(after.period) * NANOS_PER_SECOND - 1n),
    nodeStake: [node],
    maxStakingRewardRatePerHbar: toLong(maxRate),
    nodeRewardFeeFraction: percent(NODE_REWARD_PERCENTAGE),
    stakingPeriodsStored: toLong(BigInt(PERIODS_STORED)),
    stakingPeriod: toLong(PERIOD_MINUTES),
    stakingRewardFeeFraction: percent(STAKING_REWARD_PERCENTAGE),
    stakingStartThreshold: toLong(START_THRESHOLD),
    stakingRewardRate: maxTotalReward,
    maxTotalReward,
    reservedStakingRewards: toLong(after.pendingRewards),
    unreservedStakingRewardBalance: toLong(balance - after.pendingRewards),
    rewardBalanceThreshold: toLong(REWARD_BALANCE_THRESHOLD),
    maxStakeRewarded: toLong(MAX_STAKE_REWARDED),
  }
}
