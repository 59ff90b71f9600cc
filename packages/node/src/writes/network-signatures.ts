/** The network's signatures of a write. They come last, after this node has checked that the network may sign. */
import { type Signature, withSignatures } from '@quorate/ledger'
import { encodeBytes } from '@quorate/platform'
import { joined } from '../model/frozen-write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { WriteEvidence } from '../shared-key/signing/questions.ts'
import type { Due } from '../validators/cosign.ts'
import type { Evidence } from './evidence.ts'
import { sameBytes, type WriteDeps } from './prepare.ts'
import type { NetworkSigns } from './signatures.ts'

/**
 * Signs the bodies in the evidence with each network key that must sign.
 *
 * @throws 503 SIGNERS_MISSING, 409 DKG_NO_SHARE; the reasons of members if too many of them refuse
 */
export async function signForNetwork(
  { signWithNetworkKey, creations }: Pick<WriteDeps, 'signWithNetworkKey' | 'creations'>,
  ledger: OperatedLedger,
  { signers, effect }: Due,
  evidence: Evidence,
): Promise<NetworkSigns> {
  const { bodies } = evidence.frozen
  if (effect.creates) await creations.note(ledger, evidence.frozen)
  const byKey = await Promise.all(
    signers.map(async (publicKey): Promise<Signature[]> => {
      const signatures = await signWithNetworkKey(ledger, publicKey, { write: evidenceOut(evidence) }, bodies)
      return signatures.map((signature) => ({ publicKey, signature }))
    }),
  )
  return (body) => {
    const index = bodies.findIndex((one) => sameBytes(one, body))
    return byKey.flatMap((signatures) => signatures[index] ?? [])
  }
}

/** The evidence in the form that members get. The request names the decision, which each member reads itself. */
function evidenceOut({ request, frozen, asked }: Evidence): WriteEvidence {
  const { operation, params, body, session } = request
  const transactions = frozen.bodies.map(
    (one) => asked.transactions.find(({ bodyBytes }) => sameBytes(bodyBytes, one))?.bytes ?? withSignatures(one, []),
  )
  return {
    wallet: session.walletId,
    request: { name: operation.name, params, body },
    bytes: encodeBytes(joined(transactions)),
    ...(asked.signature ? { ownership: encodeBytes(asked.signature) } : {}),
  }
}
