/** Passed proposals in their delay, which the account or wallet that their rules name may veto. */
import type { GovernanceTypes } from '@quorate/client'

type Proposal = GovernanceTypes['Proposal']

export interface OpenVeto<P = Proposal> {
  proposal: P
  /** The account that may veto. */
  council: string
  /** The end of the delay. */
  end: string
  /** The signatures of a veto that owners of the council have begun, and how many it still needs. */
  begun?: { signed: number; missing: number | null }
}

/** Passed proposals that their council may veto at this time, the soonest end first. */
export const inDelay = <P extends Pick<Proposal, 'execution' | 'votingRules'>>(
  proposals: readonly P[],
  now: number,
): OpenVeto<P>[] =>
  proposals
    .flatMap((proposal) => {
      const { execution, votingRules } = proposal
      const end = execution?.executableAt ?? null
      const isOpen = end !== null && execution?.vetoed === null && Date.parse(end) > now
      return isOpen && votingRules.veto ? [{ proposal, council: votingRules.veto, end }] : []
    })
    .sort((a, b) => Date.parse(a.end) - Date.parse(b.end))
