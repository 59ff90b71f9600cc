/** Vetoes that owners of a wallet have begun to sign. */
import type { GovernanceTypes } from '@quorate/client'
import { isLeaf, type Key, publicKeyText } from '@quorate/verify'
import type { OpenVeto } from './vetoes.ts'

type Begun = readonly Pick<GovernanceTypes['JointSignatures'], 'signedBy' | 'missing'>[]

/** Whether this key has signed one of the begun vetoes. Each key signs only one veto of a proposal. */
export const hasSignedVeto = (begun: Begun, own: Key | undefined): boolean =>
  own !== undefined && isLeaf(own) && begun.some(({ signedBy }) => signedBy.includes(publicKeyText(own)))

/** The veto with what its owners have signed; undefined if the reader has signed, too, so that it waits for others. */
export function withBegun<P>(veto: OpenVeto<P>, begun: Begun, own: Key | undefined): OpenVeto<P> | undefined {
  if (hasSignedVeto(begun, own)) return undefined
  const [first] = begun
  return first ? { ...veto, begun: { signed: first.signedBy.length, missing: first.missing } } : veto
}
