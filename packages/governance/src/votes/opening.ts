/** Opens the ballots of secret votes together, after voting has ended. */
import { type Database, unavailable } from '@quorate/platform'
import { isBallotSecret, tallyOf } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { BallotKeys } from '../anchoring/ballot-keys.ts'
import { type Proposal, votingOf } from '../model/dao.ts'
import { openBallots } from '../store/opened-ballots.ts'
import { closingRecordOf, lockPoll, setBallotSecret, setClosingRecord, updatePoll } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'

export interface Opening {
  /**
   * Opens the ballots of a vote whose poll is closed and whose votes are all in batches. Does nothing if they are not
   * secret, or are already opened.
   *
   * @throws 503 `BALLOT_KEYS_UNAVAILABLE`, `MIRROR_UNAVAILABLE`
   */
  open(proposal: Proposal): Promise<void>
}

export function createOpening(deps: {
  database: Database<Tables>
  anchoring: Anchoring
  ballotKeys: BallotKeys
}): Opening {
  const { database, anchoring, ballotKeys } = deps

  /**
   * Writes the closing record, which says on the topic that these are all votes. Returns the record's consensus
   * timestamp. If the service's clock was ahead of the ledger's, the record may be older than the end of voting. Nodes
   * do not open ballots for such a record, so another one follows.
   */
  async function close({ proposalId, options, dao, endAt }: Proposal): Promise<string> {
    const isInTime = ({ consensusTimestamp: at }: { consensusTimestamp: string | null }) =>
      at === null || Number(at) * 1000 >= endAt.getTime()
    await database.change(async (trx) => {
      const { batches, castCount: votes } = await lockPoll(trx, { proposalId, options })
      const last = await closingRecordOf(trx, proposalId)
      if (last && isInTime(last)) return
      const head = { quorate: 1, type: 'closing', chain: dao.chain, daoId: dao.daoId, proposalId } as const
      await setClosingRecord(trx, proposalId, await anchoring.add(trx, { ...head, batches, votes }))
    })
    await anchoring.write(dao.daoId)
    const record = await closingRecordOf(database.read, proposalId)
    if (record && !isInTime(record))
      throw unavailable(
        'MIRROR_UNAVAILABLE',
        `Voting on ${proposalId} ends at ${endAt.toISOString()}, and the ledger's time is still earlier: try again`,
      )
    if (typeof record?.consensusTimestamp === 'string') return record.consensusTimestamp
    throw unavailable('MIRROR_UNAVAILABLE', `The closing record of ${proposalId} is not on its topic yet`)
  }

  return {
    async open(proposal) {
      const { ballotKey, ballotSecret, proposalId, options } = proposal
      if (!ballotKey || ballotSecret !== null) return
      const { castCount } = await database.change((trx) => lockPoll(trx, proposal))
      if (castCount === 0) return
      const secret = await ballotKeys.open(ballotKey.publicKey, await close(proposal))
      if (!isBallotSecret({ ballotKey }, secret))
        throw unavailable(
          'BALLOT_KEYS_UNAVAILABLE',
          `The node returned a private key that does not belong to ${ballotKey.publicKey}`,
        )
      const { counts } = tallyOf(votingOf(proposal), await openBallots(database, proposal, secret, castCount))
      await database.change(async (trx) => {
        const poll = await lockPoll(trx, { proposalId, options })
        await updatePoll(trx, proposalId, { ...poll, tally: { ...poll.tally, counts } })
        await setBallotSecret(trx, proposalId, secret)
      })
    },
  }
}
