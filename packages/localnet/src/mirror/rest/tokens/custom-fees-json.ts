import { int64Json } from '#mirror/rest/json.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'
import {
  type CustomFee,
  type FixedFee,
  type FractionalFee,
  feesOf,
  type Price,
  type RoyaltyFee,
} from '#services/fee-schedule.ts'
import type { Token } from '#state/entities.ts'

/**
 * The custom fees of a token as the Mirror Node writes them; `since` is the time at which they were set, in
 * nanoseconds.
 */
export function customFeesJson(token: Token, since: bigint): object {
  const fees = feesOf(token)
  const ofKind = <K extends CustomFee['kind']>(kind: K) =>
    fees.filter((fee): fee is Extract<CustomFee, { kind: K }> => fee.kind === kind)
  const fixed = { created_timestamp: timestampText(since), fixed_fees: ofKind('fixed').map(fixedJson) }
  return token.type === 'FUNGIBLE_COMMON'
    ? { ...fixed, fractional_fees: ofKind('fractional').map((fee) => fractionalJson(fee, token.num)) }
    : { ...fixed, royalty_fees: ofKind('royalty').map(royaltyJson) }
}

function collectedJson({ collector, exemptsCollectors }: CustomFee): object {
  return { all_collectors_are_exempt: exemptsCollectors, collector_account_id: idText(collector) }
}

function priceJson({ amount, token }: Price): object {
  return { amount: int64Json(amount), denominating_token_id: token === 0 ? null : idText(token) }
}

function fractionJson({ numerator, denominator }: FractionalFee | RoyaltyFee): object {
  return { numerator: int64Json(numerator), denominator: int64Json(denominator) }
}

const fixedJson = (fee: FixedFee): object => ({ ...collectedJson(fee), ...priceJson(fee) })

function fractionalJson(fee: FractionalFee, token: number): object {
  return {
    ...collectedJson(fee),
    amount: fractionJson(fee),
    denominating_token_id: idText(token),
    maximum: fee.maximum === 0n ? null : int64Json(fee.maximum),
    minimum: int64Json(fee.minimum),
    net_of_transfers: fee.netOfTransfers,
  }
}

function royaltyJson(fee: RoyaltyFee): object {
  const fallback = fee.fallback && priceJson(fee.fallback)
  return { ...collectedJson(fee), amount: fractionJson(fee), fallback_fee: fallback }
}
