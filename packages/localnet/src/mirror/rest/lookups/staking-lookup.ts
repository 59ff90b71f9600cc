import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import { startOf } from '#staking/periods.ts'
import { pendingReward } from '#staking/rewards.ts'
import type { Account, Staking } from '#state/entities.ts'
import { NO_STAKING } from '#state/state.ts'
import { int64Json } from '../json.ts'
import { select } from '../page.ts'
import type { MirrorContext } from '../route.ts'

/** The network's staking totals, from the file. */
export function stakingOf(context: MirrorContext): Staking {
  const row = select(context, 'SELECT * FROM staking')[0]
  return row ? context.store.staking.decode(row) : NO_STAKING
}

/** The staking period that ended last; both ends are inclusive. */
export function lastPeriodJson({ period }: Staking): object {
  const [from, to] = [startOf(period - 1n), startOf(period)].map((second) => second * NANOS_PER_SECOND) as [
    bigint,
    bigint,
  ]
  return { from: timestampText(from), to: timestampText(to - 1n) }
}

/** The reward that an account would be paid if its balance changed now. */
export function pendingRewardJson(account: Account, context: MirrorContext): unknown {
  return account.stakedNode === null ? 0 : int64Json(pendingReward(account, stakingOf(context)))
}
