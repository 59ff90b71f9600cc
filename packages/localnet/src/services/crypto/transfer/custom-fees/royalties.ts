import { feesOf, isExempt, type Price, type RoyaltyFee } from '#services/fee-schedule.ts'
import type { Token } from '#state/entities.ts'
import { assessFixedFee } from './fixed.ts'
import type { Level } from './level.ts'

/**
 * Assesses the royalties on an NFT that changes hands: from what the sender receives for it, or else as a fallback from
 * the receiver.
 */
export function assessRoyalties(level: Level, token: Token, sender: number, receiver: number): void {
  const [bySender, byReceiver] = [`${sender}/${token.num}`, `${receiver}/${token.num}`]
  if (level.royaltiesPaid.has(bySender)) return
  const exchanged = exchangedFor(level, sender)
  for (const fee of feesOf(token)) {
    if (fee.kind !== 'royalty') continue
    if (exchanged.length > 0) chargeRoyalty(level, token, sender, fee, exchanged)
    else if (fee.fallback && !level.royaltiesPaid.has(byReceiver))
      assessFixedFee(level, token, receiver, { ...fee, kind: 'fixed', ...fee.fallback })
  }
  level.royaltiesPaid.add(exchanged.length > 0 ? bySender : byReceiver)
}

/** The hbar and fungible tokens that the account receives in the level. */
export function exchangedFor(level: Level, account: number): Price[] {
  const credits = [...level.input].map(([token, amounts]) => ({ token, amount: amounts.get(account) ?? 0n }))
  return credits.filter(({ amount }) => amount > 0n)
}

function chargeRoyalty(level: Level, token: Token, sender: number, fee: RoyaltyFee, exchanged: readonly Price[]): void {
  if (isExempt(token, fee, sender)) return
  for (const { token: unit, amount } of exchanged) {
    const royalty = (amount * fee.numerator) / fee.denominator
    level.charge(token.num, unit, sender, fee.collector, royalty)
    level.note(unit, fee.collector, royalty, [sender])
  }
}
