import {
  type CustomFees,
  customFeesOf,
  excessOf,
  type Ledger,
  leastMaximum,
  type MaxCustomFees,
  type MirrorAccount,
  type MirrorTokenDetails,
  scheduledBodyIn,
} from '@quorate/ledger'
import { badRequest, conflict, unprocessable } from '@quorate/platform'
import { type Key, sameKey } from '@quorate/verify'
import type { Request } from './request.ts'

/** The custom fees that a transaction would charge the wallet, which the ledger takes beyond what the body says. */
const feesOf = (ledger: Ledger, wallet: { id: string; key: Key }, bodyBytes: Uint8Array): Promise<CustomFees> =>
  customFeesOf(
    { mirror: ledger.mirror, needsOwnSigners: (key) => key !== null && sameKey(key, wallet.key) },
    bodyBytes,
    wallet.id,
  )

/** The body of what owners decide on: of a scheduled request, that of the transaction that the ledger keeps. */
export const intendedBody = ({ bodyBytes }: Pick<Request, 'bodyBytes'>): Uint8Array =>
  scheduledBodyIn(bodyBytes)?.ordinary ?? bodyBytes

const maximumIn = (payload: Record<string, unknown>): MaxCustomFees => (payload.maxCustomFees ?? []) as MaxCustomFees

const inBody = (fees: CustomFees): string => `"maxCustomFees": ${JSON.stringify(leastMaximum(fees))}`
const NO_LIMIT =
  'The ledger holds a transfer to no maximum: name tokens with a fee schedule key only where you trust their issuer'

/**
 * Checks that a maximum names only the token that is given, and tokens in which it permits fees (giving those may
 * charge fees in turn), each once.
 *
 * @throws 400 INVALID_MAX_CUSTOM_FEES
 */
export function checkMaximum(maximum: MaxCustomFees, tokenId: string): void {
  const refused = (what: string) => badRequest('INVALID_MAX_CUSTOM_FEES', `maxCustomFees ${what}: leave it out`)
  const byId = new Map(maximum.map((one) => [one.id, one.fees.map((fee) => fee.token_id)]))
  if (byId.size < maximum.length) throw refused('names an id twice')
  for (const [id, units] of byId)
    if (new Set(units).size < units.length) throw refused(`names a denomination of ${id} twice`)
  const moved = new Set([tokenId])
  // Iterating over a Set includes the members that are added meanwhile.
  for (const id of moved) for (const unit of byId.get(id) ?? []) moved.add(unit)
  for (const id of byId.keys())
    if (!moved.has(id)) throw refused(`names ${id}, which neither the withdrawal nor a fee of it moves`)
}

/**
 * The custom fees that the transaction of a new request would charge the wallet now, as owners see them before they
 * sign. Empty where it charges none and nobody can change that.
 *
 * @throws 422 CUSTOM_FEES where they are beyond the request's maximum
 */
export async function askedFees(
  ledger: Ledger,
  wallet: { id: string; key: Key },
  bodyBytes: Uint8Array,
  payload: Record<string, unknown>,
): Promise<MaxCustomFees> {
  const fees = await feesOf(ledger, wallet, bodyBytes)
  const excess = excessOf(fees, maximumIn(payload))
  if (excess === undefined) return leastMaximum(fees)
  const what = `The wallet ${wallet.id} could pay more than the request says: ${excess}`
  throw unprocessable(
    'CUSTOM_FEES',
    `${what}. To permit what is charged now, send ${inBody(fees)}. ${NO_LIMIT}`,
    leastMaximum(fees),
  )
}

/**
 * Whether the receiver may have to pay, for which it must sign: nothing is paid for a withdrawn NFT, so a royalty falls
 * back to a fee of the receiver's, unless the treasury takes part (HIP-18).
 *
 * @throws 422 RECEIVER_MUST_SIGN where it may and has no key
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
    `Royalties of ${id} fall back to a fee of whoever receives it, who must sign: ${receiver.id} has no key on the ledger`,
  )
}

/** Checks again that the request stays within its maximum. @throws 409 CUSTOM_FEES_CHANGED */
export async function checkFees(
  ledger: Ledger,
  { wallet, governance, bodyBytes, payload }: Pick<Request, 'wallet' | 'governance' | 'bodyBytes' | 'payload'>,
): Promise<void> {
  if (!wallet || !governance) return
  const fees = await feesOf(ledger, { id: wallet, key: governance.key }, intendedBody({ bodyBytes }))
  const excess = excessOf(fees, maximumIn(payload))
  if (excess === undefined) return
  throw conflict(
    'CUSTOM_FEES_CHANGED',
    `The wallet ${wallet} could pay more than was asked for: ${excess}. Nobody signs or executes this meanwhile; to permit what is charged now, ask again with ${inBody(fees)}`,
  )
}
