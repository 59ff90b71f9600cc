import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import { chargeFee, isExempt, refundFee, tinybars } from '#transaction/fees.ts'

/** The price of a unit of gas in tinycents. */
export const GAS_TINYCENTS = 852n
/** The price of a unit of gas in tinybars. */
export const GAS_PRICE: bigint = tinybars(GAS_TINYCENTS)

/** The most gas of a transaction (contracts.maxGasPerTransaction). */
export const MAX_GAS = 15_000_000n

const TRANSACTION_GAS = 21_000
const CREATION_GAS = 32_000
const INIT_CODE_WORD_GAS = 2

/** The gas of a transaction before its first instruction. */
export function intrinsicGas(data: Uint8Array, isCreation: boolean): number {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  const creation = isCreation ? CREATION_GAS + INIT_CODE_WORD_GAS * Math.ceil(data.length / 32) : 0
  return TRANSACTION_GAS + 4 * zeros + 16 * (data.length - zeros) + creation
}

/**
 * Charges an account for all the gas that a transaction may use; returns the function that gives back what it has not
 * used, and says what the rest costs in tinybars (HIP-1249).
 *
 * @throws StatusError INSUFFICIENT_PAYER_BALANCE if it cannot pay that and `value`
 */
export function chargeGas(state: State, payer: number, gas: number, value: bigint): (used: number) => bigint {
  const balance = state.accounts.get(payer)?.balance ?? 0n
  const most = isExempt(payer) ? 0n : BigInt(gas) * GAS_PRICE
  check(balance >= most + value, 'INSUFFICIENT_PAYER_BALANCE')
  chargeFee(state, payer, most)
  return (used) => {
    const cost = isExempt(payer) ? 0n : BigInt(used) * GAS_PRICE
    refundFee(state, payer, most - cost)
    return cost
  }
}
