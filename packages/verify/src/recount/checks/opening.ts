/** Opens the ballots of a secret vote with the private key that the decision publishes, and checks that key. */

import { type Ballot, ballotOf } from '../../governance/counting/voting-methods.ts'
import { ballotOpener, isBallotSecret, type OpenedBallot } from '../../governance/sealed-ballots.ts'
import type { Findings } from '../findings.ts'
import type { Anchored } from '../topic.ts'

export type OpenBallot = (leaf: Ballot & { voterAddress: string }) => Promise<OpenedBallot>

/** While ballots are sealed, they count for no option. */
const unopened: OpenBallot = async () => ({ ballot: {} })

/** Returns a function that opens ballots. If votes are not secret, it returns them unchanged. */
export function openerFor(
  { proposal, decision, closing, batches }: Pick<Anchored, 'proposal' | 'decision' | 'closing' | 'batches'>,
  { faults }: { faults: Findings },
): OpenBallot {
  const { ballotSecret } = decision ?? {}
  if (!proposal?.ballotKey) {
    if (ballotSecret !== undefined) faults.add('the decision has a key of ballots, but the votes are not secret')
    return async (leaf) => ({ ballot: ballotOf(leaf) })
  }
  if (!decision || batches.size === 0) return unopened
  if (!closing) faults.add('there is no closing record on the topic, so votes could be added after they were opened')
  if (ballotSecret === undefined) {
    faults.add('the votes were not opened: the decision has no key of ballots')
    return unopened
  }
  if (!isBallotSecret(proposal, ballotSecret)) {
    faults.add(`the votes were not opened: ${ballotSecret} is not the private key of ${proposal.ballotKey.publicKey}`)
    return unopened
  }
  const open = ballotOpener(proposal, ballotSecret)
  return ({ voterAddress, ...ballot }) => open(voterAddress, ballot)
}
