/** Owners of a wallet are accounts whose session key is part of the wallet's key. */
import { onChain } from '@quorate/ledger'
import { forbidden, type Session } from '@quorate/platform'
import { type Key, leaves, publicKeyText } from '@quorate/verify'
import type { OperatedLedger } from '../operated-ledger.ts'
import { keyThatSignsTogether } from './wallet-key.ts'

/**
 * The wallet's current key on the ledger, for a session whose own key is part of it.
 *
 * @throws 403 WALLET_SESSION, NOT_AN_OWNER, 422 as `keyThatSignsTogether`, 503 MIRROR_UNAVAILABLE
 */
export async function keyForOwner(
  ledgers: Map<string, OperatedLedger>,
  session: Session,
  walletId: string,
): Promise<Key> {
  refuseHolder(session)
  const key = await keyThatSignsTogether(onChain(ledgers, session.chain), walletId)
  if (leaves(key).some((leaf) => publicKeyText(leaf) === session.publicKey)) return key
  throw forbidden('NOT_AN_OWNER', `The key of this session is not part of the key of ${walletId} on the ledger`)
}

/** Refuses a wallet's session, because its holder is only one of several owners. @throws 403 WALLET_SESSION */
export function refuseHolder({ walletId, holder }: Session): void {
  if (holder === undefined) return
  throw forbidden(
    'WALLET_SESSION',
    `This session of ${walletId} is held by ${holder}: use a session of a single account`,
  )
}
