/** The network's signatures: by the node's own key, or by members of the shared key. */
import type { Signer } from '@quorate/ledger'
import { type Leaf, publicKeyText } from '@quorate/verify'
import type { HeldKey } from '../../model/shared-key/held-key.ts'
import type { OperatedLedger } from '../../operated-ledger.ts'
import type { SigningEvidence } from './questions.ts'
import type { Signing } from './signing.ts'

/**
 * Signs bodies with one of the network's keys. This node must already have checked that the network may sign them.
 * Members of a shared key check the evidence themselves.
 *
 * @throws 503 SIGNERS_MISSING, 409 DKG_NO_SHARE; the reasons of members if too many of them refuse
 */
export type SignWithNetworkKey = (
  ledger: OperatedLedger,
  publicKey: Leaf,
  evidence: SigningEvidence,
  bodies: readonly Uint8Array[],
) => Promise<Uint8Array[]>

interface Deps {
  ownNetworkKey(ledger: OperatedLedger): Signer
  keysOn(ledger: OperatedLedger): readonly HeldKey[]
  signing: Pick<Signing, 'sign'>
}

export const createSignWithNetworkKey =
  ({ ownNetworkKey, keysOn, signing }: Deps): SignWithNetworkKey =>
  async (ledger, publicKey, evidence, bodies) =>
    keysOn(ledger).some(({ key }) => key.publicKey === publicKeyText(publicKey))
      ? signing.sign(publicKeyText(publicKey), evidence, bodies)
      : bodies.map(ownNetworkKey(ledger).sign)
