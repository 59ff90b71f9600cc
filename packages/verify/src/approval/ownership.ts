import { inDomain } from '../keys/signing-domains.ts'
import { canonicalJson } from '../records/canonical-json.ts'

/**
 * The text that an account signs to prove that it requested a write itself, if permission for the write depends on
 * that. Any node of the network can verify it with the account's key on the ledger.
 */
export interface OwnershipStatement {
  chain: string
  /** Names the network's key: the identifier of its distributed key, or else the public key in raw hex. */
  dkgId: string
  /** {@link bodyHash} of the write's bodies. */
  bodyHash: string
  /** The custom fees that the request permits. The bodies of transfers do not show them. */
  maxCustomFees?: unknown
}

/** The text that the account signs, as it is or with the prefix of HIP-820. */
export const ownershipText = ({ chain, dkgId, bodyHash, maxCustomFees }: OwnershipStatement): string =>
  new TextDecoder().decode(inDomain('ownership', canonicalJson({ chain, dkgId, bodyHash, maxCustomFees })))
