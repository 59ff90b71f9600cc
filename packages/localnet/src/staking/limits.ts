/** Settings of the consensus node (StakingConfig, NodesConfig), amounts in tinybars. */
export const PERIODS_STORED = 365
export const REWARD_RATE_PER_HBAR = 6849n
/** The full reward rate is paid while 0.0.800 has this much; with less, the rate is lower (HIP-782). */
export const REWARD_BALANCE_THRESHOLD = 8_500_000_000_000_000n
export const MAX_STAKE_REWARDED = 650_000_000_000_000_000n
export const MAX_NODE_STAKE = 45_000_000_000_000_000n
export const START_THRESHOLD = 25_000_000_000_000_000n
/** Percentages of the fees that go to nodes and to stakers. */
export const NODE_REWARD_PERCENTAGE = 10n
export const STAKING_REWARD_PERCENTAGE = 10n
/** HIP-1259: while 0.0.801 has less than this, all fees go there. */
export const MIN_NODE_REWARD_BALANCE = 100_000_000_000_000n

export const STAKING_REWARDS = 800
export const NODE_REWARDS = 801
export const FUNDING = 98
export const TINYBARS_PER_HBAR = 100_000_000n
