/** Tokens and topics with their custom fees, as a mirror shows them. */
import { VerifyError } from '../error.ts'
import type { MirrorCustomFee, TokenFees } from '../fees/custom-fees.ts'
import { customFeesIn, type FeesOnMirror } from '../fees/mirror-fees.ts'
import type { Key } from '../keys/keys.ts'
import { keyOf } from '../mirror/keys.ts'
import { account, flag, int64, list, mirrorKey, open, orNull, text } from '../values/shapes.ts'

/** The fields of a mirror's token that are needed to show amounts of it. */
export interface ShownToken {
  symbol: string
  /** Read with `decimalsIn`. */
  decimals: unknown
}

/** A token with its custom fees. */
export interface ChargingToken extends ShownToken, TokenFees {}

/** A topic as a mirror shows it. */
export interface ShownTopic {
  /** The key that can change the topic, including its submit key. */
  adminKey: Key | null
  submitKey: Key | null
  /** The key that can change the fees of messages. Null means that nobody can. */
  feeScheduleKey: Key | null
  customFees: MirrorCustomFee[]
}

const price = { amount: int64, denominating_token_id: orNull(account) }
const collected = { collector_account_id: orNull(account), all_collectors_are_exempt: orNull(flag) }
const fraction = open({ numerator: int64, denominator: int64 })
/** The list of fixed fees is required. Without it, the charge is unknown. */
const customFees = open({
  fixed_fees: list(open({ ...price, ...collected })),
  fractional_fees: orNull(
    list(
      open({
        amount: fraction,
        minimum: orNull(int64),
        maximum: orNull(int64),
        net_of_transfers: orNull(flag),
        ...collected,
      }),
    ),
  ),
  royalty_fees: orNull(list(open({ amount: fraction, fallback_fee: orNull(open(price)), ...collected }))),
})
const token = open({
  symbol: text,
  treasury_account_id: orNull(account),
  admin_key: mirrorKey,
  fee_schedule_key: mirrorKey,
  custom_fees: customFees,
})

type MirrorKey = Parameters<typeof keyOf>[1]
interface TokenOnMirror {
  symbol: string
  decimals?: unknown
  treasury_account_id?: string | null
  admin_key?: MirrorKey
  fee_schedule_key?: MirrorKey
  custom_fees: FeesOnMirror
}
const topic = open({
  admin_key: mirrorKey,
  submit_key: mirrorKey,
  fee_schedule_key: mirrorKey,
  custom_fees: open({ fixed_fees: list(open({ ...price, collector_account_id: orNull(account) })) }),
})

interface TopicOnMirror {
  admin_key?: MirrorKey
  submit_key?: MirrorKey
  fee_schedule_key?: MirrorKey
  custom_fees: Pick<FeesOnMirror, 'fixed_fees'>
}

/**
 * A token from the answer of the Mirror Node API at `/tokens/{id}`.
 *
 * @throws VerifyError TOKEN_UNREADABLE if the answer does not say what the token charges
 */
export function tokenIn(id: string, answer: unknown): ChargingToken {
  const wrong = token(answer, '')
  if (wrong !== undefined)
    throw new VerifyError('TOKEN_UNREADABLE', `The mirror's answer about the token ${id} cannot be used: ${wrong}`)
  const { symbol, decimals, treasury_account_id, admin_key, fee_schedule_key, custom_fees } = answer as TokenOnMirror
  return {
    id,
    symbol,
    decimals,
    treasury: treasury_account_id ?? null,
    keys: { adminKey: keyOf(id, admin_key), feeScheduleKey: keyOf(id, fee_schedule_key) },
    customFees: customFeesIn(custom_fees),
  }
}

/**
 * A topic from the answer of the Mirror Node API at `/topics/{id}`.
 *
 * @throws VerifyError TOPIC_UNREADABLE if the answer does not say what the topic charges
 */
export function topicIn(id: string, answer: unknown): ShownTopic {
  const wrong = topic(answer, '')
  if (wrong !== undefined)
    throw new VerifyError('TOPIC_UNREADABLE', `The mirror's answer about the topic ${id} cannot be used: ${wrong}`)
  const { admin_key, submit_key, fee_schedule_key, custom_fees } = answer as TopicOnMirror
  return {
    adminKey: keyOf(id, admin_key),
    submitKey: keyOf(id, submit_key),
    feeScheduleKey: keyOf(id, fee_schedule_key),
    customFees: customFeesIn(custom_fees),
  }
}
