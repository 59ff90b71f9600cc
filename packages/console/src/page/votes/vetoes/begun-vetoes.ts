/** Vetoes that owners of a wallet have begun to sign. They differ by their reasons. */
import type { GovernanceTypes } from '@quorate/client'
import { isLeaf, type Key, publicKeyText } from '@quorate/verify'
import type { OpenVeto } from './vetoes.ts'

type Begun = Pick<GovernanceTypes['JointSignatures'], 'signedBy' | 'missing'>

/** Whether this key has signed the veto. A key counts for one veto of a proposal: the last that it has signed. */
export const hasSignedVeto = ({ signedBy }: Begun, own: Key | undefined): boolean =>
  own !== undefined && isLeaf(own) && signedBy.includes(publicKeyText(own))

/** The begun vetoes that this key may sign. If they have different reasons, none of them may ever be complete. */
export const othersVetoes = <B extends Begun>(begun: readonly B[], own: Key | undefined): B[] =>
  begun.filter((one) => !hasSignedVeto(one, own))

/** The veto with what its owners have signed; undefined if it only waits for others. */
export function withBegun<P>(
  veto: OpenVeto<P>,
  begun: readonly Begun[],
  own: Key | undefined,
): OpenVeto<P> | undefined {
  if (begun.length === 0) return veto
  const [first] = othersVetoes(begun, own)
  return first && { ...veto, begun: { signed: first.signedBy.length, missing: first.missing } }
}
