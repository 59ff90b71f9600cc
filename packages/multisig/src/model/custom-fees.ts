import type { MaxCustomFees, MirrorAccount, MirrorTokenDetails } from '@quorate/ledger'
import { badRequest, unprocessable } from '@quorate/platform'

/**
 * Checks that a maximum names each token once, and only the given tokens and those of the permitted fees (paying those
 * may itself charge fees).
 *
 * @throws 400 INVALID_MAX_CUSTOM_FEES
 */
export function checkMaximum(maximum: MaxCustomFees, tokenIds: readonly string[]): void {
  const refused = (what: string) => badRequest('INVALID_MAX_CUSTOM_FEES', `maxCustomFees names ${what}`)
  const byId = new Map(maximum.map((one) => [one.id, one.fees.map((fee) => fee.token_id)]))
  const repeated = maximum.find((one, index) => maximum.findIndex(({ id }) => id === one.id) < index)
  if (repeated) throw refused(`${repeated.id} twice: send one entry for it`)
  for (const [id, units] of byId)
    if (new Set(units).size < units.length) throw refused(`a fee token of ${id} twice: send one fee for each token`)
  const moved = new Set(tokenIds)
  // Iterating over a Set includes members that are added during the iteration.
  for (const id of moved) for (const unit of byId.get(id) ?? []) moved.add(unit)
  for (const id of byId.keys())
    if (!moved.has(id)) throw refused(`${id}, which neither the transfer nor its fees move: remove that entry`)
}

/**
 * Whether the receiver may have to pay, which requires its signature. Nothing is paid for a withdrawn NFT, so a royalty
 * falls back to a fee for the receiver, unless the treasury takes part (HIP-18).
 *
 * @throws 422 RECEIVER_MUST_SIGN if it may have to pay and has no key
 */
export function receiverMayPay(
  { id, treasury, customFees }: MirrorTokenDetails,
  wallet: string,
  receiver: MirrorAccount,
): boolean {
  if (treasury === wallet || treasury === receiver.id) return false
  if (!customFees.some((fee) => fee.kind === 'royalty' && fee.fallback !== null)) return false
  if (receiver.key) return true
  throw unprocessable(
    'RECEIVER_MUST_SIGN',
    `Royalties of ${id} fall back to a fee that the receiver pays and must sign: ${receiver.id} has no key on the ledger`,
  )
}
