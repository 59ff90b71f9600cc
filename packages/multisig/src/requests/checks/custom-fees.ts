import { customFeesOf, type Ledger, type MaxCustomFees, scheduledBodyIn } from '@quorate/ledger'
import { conflict, unprocessable } from '@quorate/platform'
import { type CustomFees, excessOf, guardedOwnerIn, type Key, leastMaximum, sameKey } from '@quorate/verify'
import { receiversIn } from '../../model/receivers.ts'
import type { Request } from '../../model/request.ts'

/**
 * The custom fees that a transaction would charge the wallet and the receiver of an NFT. The ledger takes them in
 * addition to the body's amounts. The receiver's fees count, because an owner of the wallet may hold a part of the
 * receiver's key.
 */
async function feesOf(
  { mirror }: Ledger,
  { id, key }: { id: string; key: Key },
  bodyBytes: Uint8Array,
  payload: Record<string, unknown>,
): Promise<CustomFees> {
  /**
   * The wallet's own key cannot sign without its owners. With a guarded owner, it does not need all of them: the
   * network key in it signs for every validator of its node.
   */
  async function isAccountsOwn(adminKey: Key): Promise<boolean> {
    if (!sameKey(adminKey, key)) return false
    const wallet = await mirror.account(id)
    return wallet?.key != null && sameKey(wallet.key, key) && guardedOwnerIn(wallet.memo ?? '') === undefined
  }
  let fees = await customFeesOf({ mirror, isAccountsOwn }, bodyBytes, id)
  for (const receiver of receiversIn(payload)) {
    const theirs = await customFeesOf({ mirror, isAccountsOwn }, bodyBytes, receiver)
    const changeable = fees.changeable.union(theirs.changeable)
    fees = { ...fees, charges: [...fees.charges, ...theirs.charges], changeable }
  }
  return fees
}

/** The body that owners decide on. For a scheduled request, this is the transaction in the schedule. */
export const intendedBody = ({ bodyBytes }: Pick<Request, 'bodyBytes'>): Uint8Array =>
  scheduledBodyIn(bodyBytes)?.ordinary ?? bodyBytes

const maximumIn = (payload: Record<string, unknown>): MaxCustomFees => (payload.maxCustomFees ?? []) as MaxCustomFees

const orReceiver = ({ type, receiverId }: Record<string, unknown>): string =>
  type === 'NON_FUNGIBLE_UNIQUE' ? ` or the receiver ${receiverId}` : ''
const inBody = (fees: CustomFees): string => `"maxCustomFees": ${JSON.stringify(leastMaximum(fees))}`
const NO_LIMIT =
  'The ledger enforces no maximum for a transfer: name tokens with a fee schedule key only if you trust their issuer'

/**
 * The custom fees that a new request's transaction would charge now, as owners see them before they sign. Empty if it
 * charges none and nobody can change that.
 *
 * @throws 422 CUSTOM_FEES if they exceed the request's maximum
 */
export async function askedFees(
  ledger: Ledger,
  wallet: { id: string; key: Key },
  bodyBytes: Uint8Array,
  payload: Record<string, unknown>,
): Promise<MaxCustomFees> {
  const fees = await feesOf(ledger, wallet, bodyBytes, payload)
  const excess = excessOf(fees, maximumIn(payload))
  if (excess === undefined) return leastMaximum(fees)
  const what = `The wallet ${wallet.id}${orReceiver(payload)} could pay more than the request permits: ${excess}`
  throw unprocessable(
    'CUSTOM_FEES',
    `${what}. To permit the current fees, send ${inBody(fees)}. ${NO_LIMIT}`,
    leastMaximum(fees),
  )
}

/** Checks again that the fees do not exceed the request's maximum. @throws 409 CUSTOM_FEES_CHANGED */
export async function checkFees(
  ledger: Ledger,
  { wallet, governance, bodyBytes, payload }: Pick<Request, 'wallet' | 'governance' | 'bodyBytes' | 'payload'>,
): Promise<void> {
  if (!wallet || !governance) return
  const fees = await feesOf(ledger, { id: wallet, key: governance.key }, intendedBody({ bodyBytes }), payload)
  const excess = excessOf(fees, maximumIn(payload))
  if (excess === undefined) return
  throw conflict(
    'CUSTOM_FEES_CHANGED',
    `The wallet ${wallet}${orReceiver(payload)} could pay more than the request permits: ${excess}. Until that changes, nobody can sign or execute it. To permit the current fees, create the request again with ${inBody(fees)}`,
  )
}
