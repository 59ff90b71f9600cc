import type { Ledger } from '@quorate/ledger'
import {
  type Clock,
  checkVisible,
  conflict,
  type Database,
  forbidden,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { encodeRecord, type VetoRecord, vetoText } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Announcements } from '../events/announcements.ts'
import { executableFrom, type Proposal } from '../model/dao.ts'
import type { JointSignatures, JointState } from '../signatures/joint.ts'
import { type GivenSignature, keyTime, proofOf } from '../signatures/proofs.ts'
import { lockDao } from '../store/daos.ts'
import { findProposal } from '../store/proposals.ts'
import { isCarriedOut } from '../store/rules.ts'
import type { Tables } from '../store/tables.ts'
import { insertVeto } from '../store/vetoes.ts'

export type Vetoes = ReturnType<typeof createVetoes>

/** Vetoes against passed proposals, by the account that their rules name, within the execution delay. */
export function createVetoes(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  anchoring: Anchoring
  replay: Replay
  announcements: Announcements
  jointSignatures: JointSignatures
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, budgets, anchoring, replay, announcements, jointSignatures, ledgerOf } = deps
  const vetoes = {
    /** @throws 409 `PROPOSAL_NOT_PASSED`, `ALREADY_VETOED`, `DELAY_OVER`; 422 `NO_VETO` */
    textOf(proposal: Proposal, reason: string | undefined): string {
      checkMay(proposal, clock.now())
      return textOf(proposal, reason)
    },

    /**
     * Vetoes the proposal, with signatures that anybody may send.
     *
     * @throws as `textOf`; 403 `WRONG_CHAIN`; for signatures, the errors of `proofOf`
     */
    async veto(
      proposal: Proposal,
      reason: string | undefined,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<void> {
      const { dao, proposalId } = proposal
      const { chain, daoId } = dao
      checkChain(dao, session)
      if (reason !== undefined) checkVisible(reason, 'reason', { lines: true })
      const account = checkMay(proposal, clock.now())
      await replay.upToDate(dao)
      // A recount compares the key's time with the veto's, so both come from one reading of the clock.
      const at = new Date(clock.now())
      const { mirror } = ledgerOf(dao)
      const keyAt = await keyTime({ chain, mirror }, at)
      const text = textOf(proposal, reason)
      const proof = await proofOf(await mirror.keyAt(account, keyAt), keyAt, signatures, { account, text })
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        const current = (await findProposal(trx, proposalId)) ?? proposal
        checkMay(current, clock.now())
        if (await isCarriedOut(trx, proposalId)) throw delayOver(current)
        const record: VetoRecord = {
          quorate: 1,
          type: 'veto',
          chain,
          daoId,
          proposalId,
          vetoedBy: account,
          vetoedAt: at.toISOString(),
          ...(reason === undefined ? {} : { reason }),
          proof,
        }
        const messages = messagesOf(encodeRecord(record))
        await budgets.reserve(trx, { chain, wallet: account, messages, founded: dao.createdAt })
        const veto = { account, reason: reason ?? null, proof, at, record: await anchoring.add(trx, record) }
        if (!(await insertVeto(trx, proposalId, veto))) throw alreadyVetoed(current)
        const vetoed = { ...current, veto: { account, reason: reason ?? null, at, completedAt: null } }
        trx.onCommit(() => announcements.proposalVetoed(vetoed))
      })
    },

    /**
     * Adds signatures by owners of the wallet that may veto. Once there are enough, the proposal is vetoed.
     *
     * @throws as `veto`, without `SIGNATURES_MISSING`
     */
    async sign(
      proposal: Proposal,
      reason: string | undefined,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<JointState & { isDone: boolean }> {
      const { dao, proposalId } = proposal
      checkChain(dao, session)
      if (reason !== undefined) checkVisible(reason, 'reason', { lines: true })
      const account = checkMay(proposal, clock.now())
      const body = reason === undefined ? {} : { reason }
      const joint = { chain: dao.chain, subject: proposalId, account, text: textOf(proposal, reason), body }
      const { state, signatures: all, isEnough } = await jointSignatures.add(joint, signatures)
      if (!isEnough) return { ...state, isDone: false }
      await vetoes.veto(proposal, reason, all, session)
      await jointSignatures.forget(proposalId)
      return { ...state, isDone: true }
    },

    /** The vetoes that owners of the wallet have begun to sign; empty once the decision can no longer be vetoed. */
    async begun(proposal: Proposal): Promise<JointState[]> {
      const { dao, proposalId, status, veto } = proposal
      const { veto: account } = dao.rules
      if (account === undefined || status !== 'PASSED' || veto) return []
      return jointSignatures.list({ chain: dao.chain, subject: proposalId, account })
    },
  }
  return vetoes
}

/** @throws 403 `WRONG_CHAIN` */
function checkChain({ chain }: { chain: string }, session: Session): void {
  if (session.chain !== chain)
    throw forbidden('WRONG_CHAIN', `The session is for ${session.chain}, and the DAO is on ${chain}`)
}

const textOf = ({ dao, proposalId, recordHash }: Proposal, reason: string | undefined): string =>
  vetoText({
    chain: dao.chain,
    daoId: dao.daoId,
    proposalId,
    proposalHash: recordHash,
    account: String(dao.rules.veto),
    reason,
  })

/** The account that may veto the proposal now. @throws see {@link Vetoes.textOf} */
function checkMay(proposal: Proposal, now: number): string {
  const { dao, status, veto } = proposal
  const { veto: account } = dao.rules
  if (account === undefined) throw unprocessable('NO_VETO', `By the rules of ${dao.name}, nobody can veto the proposal`)
  if (status !== 'PASSED')
    throw conflict('PROPOSAL_NOT_PASSED', `The proposal is ${status}: only a passed proposal can be vetoed`)
  if (veto) throw alreadyVetoed(proposal)
  const until = executableFrom(proposal)
  if (until !== null && now >= until) throw delayOver(proposal)
  return account
}

const alreadyVetoed = ({ veto }: Proposal) =>
  conflict('ALREADY_VETOED', `${veto?.account} vetoed the proposal at ${veto?.at.toISOString()}`)

const delayOver = (proposal: Proposal) =>
  conflict(
    'DELAY_OVER',
    `The proposal could be vetoed until ${new Date(executableFrom(proposal) ?? 0).toISOString()}, when its delay ended`,
  )
