import type { Ledger } from '@quorate/ledger'
import { type Clock, conflict, type Database, forbidden, type Session } from '@quorate/platform'
import { canonicalBytes } from '@quorate/verify'
import { cancellationText } from '@quorate/verify/recount'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import { isDecided, type Proposal } from '../model/dao.ts'
import { type GivenSignature, keyTime, proofOf } from '../signatures/proofs.ts'
import { findProposal } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import type { Decisions } from './decisions.ts'

export interface Signed {
  signatures: readonly GivenSignature[]
}

export function createCancellations(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  decisions: Decisions
  replay: Replay
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, budgets, decisions, replay, ledgerOf } = deps

  /** Returns the current time if the proposal may still be cancelled. @throws 409 `VOTING_CLOSED` */
  function beforeEnd({ endAt }: Proposal): Date {
    const now = new Date(clock.now())
    if (now < endAt) return now
    throw conflict(
      'VOTING_CLOSED',
      `The voting ended at ${endAt.toISOString()}: the proposal can no longer be cancelled`,
    )
  }

  async function proved(proposal: Proposal, { signatures }: Signed, at: Date) {
    const { dao, creator: account } = proposal
    const { mirror } = ledgerOf(dao)
    const keyAt = await keyTime({ chain: dao.chain, mirror }, at)
    const key = await mirror.keyAt(account, keyAt)
    const signed = { account, text: cancellationOf(proposal) }
    return proofOf(key, keyAt, signatures, signed)
  }

  return {
    /**
     * Cancels a proposal before anybody has voted and before its end. A recount cannot verify a cancellation without
     * signatures: it has to trust the service.
     *
     * @throws 403 `NOT_THE_CREATOR`, 409 `VOTES_CAST`, `VOTING_CLOSED`, `PROPOSAL_DECIDED`; for signatures, the errors
     *     of {@link proofOf}
     */
    async cancel(proposal: Proposal, { walletId, chain }: Session, signed?: Signed): Promise<void> {
      if (walletId !== proposal.creator || chain !== proposal.dao.chain)
        throw forbidden('NOT_THE_CREATOR', `Only its creator, ${proposal.creator}, may cancel this proposal`)
      beforeEnd(proposal)
      await replay.upToDate(proposal.dao)
      // A recount compares the key's time with the cancellation's, so both come from one reading of the clock.
      const at = beforeEnd(proposal)
      const cancellation = signed && (await proved(proposal, signed, at))
      await database.change(async (trx) => {
        const poll = await decisions.close(trx, proposal)
        const current = await findProposal(trx, proposal.proposalId)
        if (!current || isDecided(current)) throw conflict('PROPOSAL_DECIDED', `The proposal is ${current?.status}`)
        beforeEnd(proposal)
        if (poll.castCount > 0) throw conflict('VOTES_CAST', 'Votes have been cast: the proposal runs to its end')
        // The messages that were reserved for the decision have no room for signatures.
        const messages = cancellation ? messagesOf(canonicalBytes(cancellation)) : 0
        const founded = proposal.dao.createdAt
        if (messages > 0) await budgets.reserve(trx, { chain, wallet: walletId, messages, founded })
        await decisions.settle(
          trx,
          current,
          poll,
          { status: 'REJECTED', winner: null, cancelled: true, cancellation },
          at,
        )
      })
    },
  }
}

/** The text that the proposal's creator signs to cancel it. */
export const cancellationOf = ({ dao, proposalId, recordHash, creator }: Proposal): string =>
  cancellationText({
    chain: dao.chain,
    daoId: dao.daoId,
    proposalId,
    proposalHash: recordHash,
    creatorAddress: creator,
  })
