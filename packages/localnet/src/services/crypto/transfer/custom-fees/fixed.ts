import { type FixedFee, feesOf, isExempt } from '#services/fee-schedule.ts'
import type { Token } from '#state/entities.ts'
import type { Level } from './level.ts'

/** The fixed fees that `payer` owes for sending a token. */
export function assessFixedFees(level: Level, token: Token, payer: number): void {
  for (const fee of feesOf(token)) if (fee.kind === 'fixed') assessFixedFee(level, token, payer, fee)
}

export function assessFixedFee(level: Level, token: Token, payer: number, fee: FixedFee): void {
  if (isExempt(token, fee, payer)) return
  level.charge(token.num, fee.token, payer, fee.collector, fee.amount)
  level.note(fee.token, fee.collector, fee.amount, [payer])
}
