import type { Account, Staking } from '#state/entities.ts'
import type { Originals } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { StakingReward } from '#store/executed.ts'
import { STAKING_REWARDS } from './limits.ts'
import { startOf } from './periods.ts'
import { isRewardable, pendingReward, stakedSince, stakeOf, wholeHbars } from './rewards.ts'

/** An account that a transaction changed, or whose stakers it changed. */
interface Party {
  readonly num: number
  readonly before: Account | undefined
  /**
   * Whether due rewards are paid: only if the balance or staking of this account, or of one that stakes to it, changed.
   */
  readonly isDue: boolean
}

const stakes = (account: Account | undefined): boolean =>
  account !== undefined && (account.stakedNode !== null || account.stakedAccount !== null)

/**
 * Applies a transaction's effects on staking: pays the due rewards of accounts that stake to the node if their balance
 * or staking changed, then moves the stakes. `heir` gets the reward of a deleted account. Returns undefined if no
 * changed account stakes.
 */
export function applyStaking(
  state: State,
  originals: Originals,
  heir: number | undefined,
): StakingReward[] | undefined {
  if (!originals.has(state.accounts)) return undefined
  let isConcerned = false
  for (const [, before, after] of state.accounts.changed(originals)) isConcerned ||= stakes(before) || stakes(after)
  if (!isConcerned) return undefined
  const parties = withRewarding(state, partiesOf(state, originals), heir)
  const rewards = new Map<number, StakingReward>()
  for (const party of parties) payDue(state, party, heir, rewards)
  for (const party of parties) moveIndirectStake(state, party)
  for (const party of parties) moveStake(state, party, rewards.has(party.num))
  return totals([...rewards.values()])
}

/** Sums the rewards by account: an heir may get several. */
function totals(rewards: readonly StakingReward[]): StakingReward[] {
  const amounts = new Map<number, bigint>()
  for (const { account, amount } of rewards) amounts.set(account, (amounts.get(account) ?? 0n) + amount)
  return [...amounts].filter(([, amount]) => amount > 0n).map(([account, amount]) => ({ account, amount }))
}

function partiesOf(state: State, originals: Originals): Party[] {
  const changed = new Map<number, Party>()
  for (const [num, before] of state.accounts.changed(originals)) {
    changed.set(num, { num, before, isDue: hasChanged(before, state.accounts.get(num)) })
  }
  return withStakees(state, [...changed.values()])
}

/** Adds the accounts that these parties stake or staked to. */
function withStakees(state: State, parties: readonly Party[]): Party[] {
  const all = new Map(parties.map((party) => [party.num, party]))
  for (const { num, before } of parties) {
    const after = state.accounts.get(num)
    for (const stakee of [before?.stakedAccount, after?.stakedAccount]) {
      if (stakee == null || !hasChanged(before, after)) continue
      const known = all.get(stakee)
      all.set(stakee, { num: stakee, before: known ? known.before : state.accounts.get(stakee), isDue: true })
    }
  }
  return [...all.values()]
}

/**
 * Adds accounts whose balances rewards will change: 0.0.800 if it pays any, the heir of a deleted account with rewards,
 * and the accounts that these stake to. Their own rewards for past days are due by their present stakes.
 */
function withRewarding(state: State, parties: readonly Party[], heir: number | undefined): readonly Party[] {
  const due = parties.filter((party) => dueOf(state, party) > 0n)
  if (due.length === 0) return parties
  const inherits = due.some(({ num }) => state.accounts.get(num)?.deleted)
  const all = new Map(parties.map((party) => [party.num, party]))
  for (const changing of inherits && heir !== undefined ? [STAKING_REWARDS, heir] : [STAKING_REWARDS]) {
    const account = state.accounts.get(changing)
    if (!account) continue
    for (const num of account.stakedAccount === null ? [changing] : [changing, account.stakedAccount]) {
      const before = all.has(num) ? all.get(num)?.before : state.accounts.get(num)
      all.set(num, { num, before, isDue: true })
    }
  }
  return [...all.values()]
}

function hasChanged(before: Account | undefined, after: Account | undefined): boolean {
  return before?.balance !== after?.balance || changesStaking(before, after)
}

function changesStaking(before: Account | undefined, after: Account | undefined): boolean {
  if (!before) return stakes(after)
  return (
    before.stakedNode !== after?.stakedNode ||
    before.stakedAccount !== after.stakedAccount ||
    before.declineReward !== after.declineReward
  )
}

/** Tinybars that a party is due; nothing once it is deleted, though others may still stake to it. */
function dueOf(state: State, { before, isDue }: Party): bigint {
  return before && isDue && !before.deleted ? pendingReward(before, state.stakingNow()) : 0n
}

function payDue(state: State, party: Party, heir: number | undefined, rewards: Map<number, StakingReward>): void {
  const { num, before, isDue } = party
  const staking = state.stakingNow()
  if (!before || before.deleted || before.stakedNode === null || !isDue) return
  const funds = state.accounts.get(STAKING_REWARDS)?.balance ?? 0n
  const due = dueOf(state, party)
  const amount = due < funds ? due : funds
  const receiver = state.accounts.get(num)?.deleted ? (heir ?? num) : num
  const paid = state.accounts.get(receiver)?.declineReward ? 0n : amount
  rewards.set(num, { account: receiver, amount: paid })
  if (amount > 0n) state.putStaking({ ...staking, pendingRewards: atLeastZero(staking.pendingRewards - amount) })
  if (paid > 0n) {
    changeBalance(state, STAKING_REWARDS, -paid)
    changeBalance(state, receiver, paid)
  }
}

const atLeastZero = (value: bigint): bigint => (value < 0n ? 0n : value)

function changeBalance(state: State, num: number, amount: bigint): void {
  const account = state.accounts.get(num)
  if (account) state.accounts.put(num, { ...account, balance: account.balance + amount })
}

/**
 * Adds the account's balance, in whole hbars, to the stake of the account that it stakes to, and removes the earlier
 * balance from the account that it staked to before.
 */
function moveIndirectStake(state: State, { num, before }: Party): void {
  const after = state.accounts.get(num)
  const from = before?.stakedAccount ?? null
  const to = after && !after.deleted ? after.stakedAccount : null
  const taken = from !== null && before ? wholeHbars(before.balance) : 0n
  const given = to !== null && after ? wholeHbars(after.balance) : 0n
  if (from === to && to !== null) changeStakedToMe(state, to, given - taken)
  else {
    if (from !== null) changeStakedToMe(state, from, -taken)
    if (to !== null) changeStakedToMe(state, to, given)
  }
}

function changeStakedToMe(state: State, num: number, amount: bigint): void {
  const account = state.accounts.get(num)
  if (!account || amount === 0n) return
  state.accounts.put(num, { ...account, stakedToMe: atLeastZero(account.stakedToMe + amount) })
}

/** Moves the node's stake with the account, and records the account's new `stakePeriodStart` and `stakeAtStart`. */
function moveStake(state: State, { num, before }: Party, wasInReward: boolean): void {
  const after = state.accounts.get(num)
  if (!after) return
  const isNew = changesStaking(before, after)
  if (before?.stakedNode != null && !before.deleted) withdraw(state, before, isNew)
  if (after.stakedNode !== null && !after.deleted) award(state, after)
  const staking = state.stakingNow()
  const stakeAtStart = isNew ? null : rememberedStake(before, after, staking, wasInReward)
  const stakePeriodStart = periodStart(before, after, staking, { isNew, wasInReward })
  if (stakeAtStart !== after.stakeAtStart || stakePeriodStart !== after.stakePeriodStart)
    state.accounts.put(num, { ...after, stakeAtStart, stakePeriodStart })
}

function withdraw(state: State, before: Account, isNew: boolean): void {
  const staking = state.stakingNow()
  const stake = stakeOf(before)
  const side = before.declineReward ? 'stakeToNotReward' : 'stakeToReward'
  const unclaimed = staking.unclaimedStakeRewardStart + (isNew ? startedWith(before, staking) : 0n)
  const limited = unclaimed > staking.stakeRewardStart ? staking.stakeRewardStart : unclaimed
  state.putStaking({
    ...staking,
    [side]: atLeastZero(staking[side] - stake),
    unclaimedStakeRewardStart: limited,
  })
}

/**
 * The account's stake when the period began. If the account changes its staking, it forfeits the period's reward for
 * this stake.
 */
function startedWith(account: Account, { period }: Staking): bigint {
  const start = stakedSince(account)
  if (account.declineReward || start === undefined || start >= period) return 0n
  return account.stakeAtStart !== null && start === period - 1n ? account.stakeAtStart : stakeOf(account)
}

function award(state: State, after: Account): void {
  const staking = state.stakingNow()
  const side = after.declineReward ? 'stakeToNotReward' : 'stakeToReward'
  state.putStaking({ ...staking, [side]: staking[side] + stakeOf(after) })
}

/**
 * The stake to remember. After a reward in this period, the account will be rewarded for the period by its stake at the
 * period's beginning.
 */
function rememberedStake(
  before: Account | undefined,
  after: Account,
  staking: Staking,
  wasInReward: boolean,
): bigint | null {
  const start = before && stakedSince(before)
  if (!before || start === undefined || before.declineReward || !wasInReward) return after.stakeAtStart
  if (start < staking.period - 1n) return stakeOf(before)
  return after.stakeAtStart === null && start < staking.period ? stakeOf(before) : after.stakeAtStart
}

function periodStart(
  before: Account | undefined,
  after: Account,
  staking: Staking,
  { isNew, wasInReward }: { isNew: boolean; wasInReward: boolean },
): bigint | null {
  if (after.stakedNode === null) return null
  if (isNew || before?.stakedAccount != null) return startOf(staking.period)
  const isPaid = wasInReward && before !== undefined && isRewardable(before, staking)
  return isPaid ? startOf(staking.period - 1n) : after.stakePeriodStart
}
