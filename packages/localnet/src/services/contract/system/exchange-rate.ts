import type { SystemOutcome } from '#evm/world.ts'
import { CENTS_PER_HBAR } from '#transaction/fees.ts'
import { bySelector, type Functions, halted, view } from './call.ts'

/** contracts.precompile.exchangeRateGasCost */
const GAS = 100
const MAX_WORD = 2n ** 256n - 1n

/** HIP-475: converts amounts with the ledger's exchange rate. */
export const exchangeRate: Functions = bySelector(
  view<[bigint]>('tinycentsToTinybars(uint256)', '(uint256)', ([amount], { success }) =>
    success(GAS, amount / CENTS_PER_HBAR),
  ),
  view<[bigint]>('tinybarsToTinycents(uint256)', '(uint256)', ([amount], { success }): SystemOutcome => {
    const cents = amount * CENTS_PER_HBAR
    return cents > MAX_WORD ? halted('INVALID_OPERATION') : success(GAS, cents)
  }),
)
