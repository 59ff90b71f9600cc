import type { Ledger } from '@quorate/ledger'
import {
  type Clock,
  conflict,
  type Database,
  forbidden,
  type Logger,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { VerifyError } from '@quorate/verify'
import {
  changedNames,
  changedRules,
  changeIn,
  decodeRecord,
  delayMsOf,
  type Execution,
  encodeRecord,
  endedAreas,
  executableAt,
  executionOf,
  type RulesChange,
  type RulesPatch,
  type RulesRecord,
  rulesText,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Delegations } from '../delegations/delegations.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { type Dao, isQuiet, type Proposal, recordedRules, rulesFrom } from '../model/dao.ts'
import type { RulesVersion } from '../model/rules.ts'
import type { JointSignatures, JointState } from '../signatures/joint.ts'
import { type GivenSignature, keyTime, proofOf } from '../signatures/proofs.ts'
import { lockDao } from '../store/daos.ts'
import { endDelegations } from '../store/delegations.ts'
import { addMember, changeTime, isMember, removeMember } from '../store/members.ts'
import { findProposal } from '../store/proposals.ts'
import { isCarriedOut, setRules } from '../store/rules.ts'
import type { Tables, Trx } from '../store/tables.ts'

export interface RulesBody {
  number: number
  rules: RulesPatch
}

export type RuleChanges = ReturnType<typeof createRuleChanges>

interface Deps {
  database: Database<Tables>
  clock: Clock
  log: Pick<Logger, 'warn'>
  proposalJobs: ProposalJobs
  budgets: Budgets
  anchoring: Anchoring
  replay: Replay
  memberships: Memberships
  delegations: Pick<Delegations, 'record'>
  announcements: Announcements
  jointSignatures: JointSignatures
  ledgerOf(on: { chain: string }): Ledger
}

/**
 * Changes of a DAO's rules and members: by a passed proposal, or directly by the account that the rules name for it.
 * Each is one record on the topic, and applies to the proposals after it.
 */
export function createRuleChanges(deps: Deps) {
  const { database, clock, log, replay } = deps
  deps.proposalJobs.change.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    const change = proposal && changeIn(proposal.proposalData)
    if (!change || proposal.status !== 'PASSED') return
    // A change that is already on the topic is read back, not made again.
    await replay.catchUp(proposal.dao)
    const execution = await executionNow(deps, proposal)
    if (execution.state === 'vetoed') return
    if (execution.state === 'delayed') {
      await database.change((trx) => deps.proposalJobs.change.add(trx, { proposalId }, new Date(execution.until)))
      return
    }
    if (proposal.validUntil !== null && clock.now() > Number(proposal.validUntil) * 1000) {
      log.warn({ proposalId }, 'a passed change of rules is not valid any more')
      return
    }
    if (proposal.veto) log.warn({ proposalId }, 'a veto reached the topic after the execution delay: it stops nothing')
    await database.change(async (trx) => {
      const dao = await lockDao(trx, proposal.dao.daoId)
      if (!dao || (await isCarriedOut(trx, proposalId))) return
      try {
        await carryOut(deps, trx, dao, { change, proposalId, emergency: null, at: new Date(clock.now()) })
      } catch (error) {
        // Another change was carried out first, so this one no longer fits the rules. Retrying would not help.
        if (!(error instanceof VerifyError)) throw error
        log.warn({ proposalId, said: error.message }, 'a passed change of rules does not fit the rules any more')
      }
    })
  })

  const changes = {
    /**
     * The text to sign for changing the rules without a proposal. It contains the new rules. @throws 422
     * `NO_EMERGENCY_ACCOUNT`
     */
    textOf: (dao: Dao, body: RulesBody): string => textOf(dao, body),

    /**
     * Changes the rules without a proposal.
     *
     * @throws 403 `WRONG_CHAIN`; 409 `RULES_OUT_OF_ORDER`; 422 `NO_EMERGENCY_ACCOUNT`, `NOTHING_CHANGES`; the errors of
     * `changedRules`; for signatures, the errors of `proofOf`
     */
    async changeAtOnce(
      dao: Dao,
      body: RulesBody,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<RulesVersion> {
      checkChain(dao, session)
      const { chain, daoId } = dao
      const text = textOf(dao, body)
      const account = emergencyOf(dao)
      await replay.upToDate(dao)
      // A recount compares the key's time with the change's, so both come from one reading of the clock.
      const at = new Date(clock.now())
      const { mirror } = deps.ledgerOf(dao)
      const keyAt = await keyTime({ chain, mirror }, at)
      const proof = await proofOf(await mirror.keyAt(account, keyAt), keyAt, signatures, { account, text })
      return database.change(async (trx) => {
        const locked = (await lockDao(trx, daoId)) ?? dao
        // The number is still the next one, so the text was made from these rules.
        checkNumber(locked, body)
        const change = { change: { rules: body.rules }, proposalId: null, emergency: { account, proof }, at }
        const { version, messages } = await carryOut(deps, trx, locked, change)
        await deps.budgets.reserve(trx, { chain, wallet: account, messages, founded: dao.createdAt })
        return version
      })
    },
  }
  return { ...changes, ...jointChanges(deps, changes) }
}

/** Immediate changes that owners of a wallet sign one after the other. */
function jointChanges({ jointSignatures }: Deps, { changeAtOnce }: AtOnce) {
  return {
    /**
     * Adds signatures by owners of the wallet that may change the rules without a proposal. Once there are enough, the
     * rules change.
     *
     * @throws as `changeAtOnce`, without `SIGNATURES_MISSING`
     */
    async sign(
      dao: Dao,
      body: RulesBody,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<JointState & { isDone: boolean }> {
      const { chain, daoId } = dao
      checkChain(dao, session)
      const { number, rules } = body
      const joint = {
        chain,
        subject: daoId,
        account: emergencyOf(dao),
        text: textOf(dao, body),
        body: { number, rules },
      }
      const { state, signatures: all, isEnough } = await jointSignatures.add(joint, signatures)
      if (!isEnough) return { ...state, isDone: false }
      await changeAtOnce(dao, body, all, session)
      await jointSignatures.forget(daoId)
      return { ...state, isDone: true }
    },

    /** The next rules that owners of the wallet have begun to sign. */
    async begun({ chain, daoId, rules, rulesNumber }: Dao): Promise<JointState[]> {
      const { emergency: account } = rules
      if (account === undefined) return []
      const all = await jointSignatures.list({ chain, subject: daoId, account })
      return all.filter(({ body }) => body.number === rulesNumber + 1)
    },
  }
}
interface AtOnce {
  changeAtOnce(
    dao: Dao,
    body: RulesBody,
    signatures: readonly GivenSignature[],
    session: Session,
  ): Promise<RulesVersion>
}

/** @throws 403 `WRONG_CHAIN` */
function checkChain({ chain }: Dao, session: Session): void {
  if (session.chain !== chain)
    throw forbidden('WRONG_CHAIN', `The session is for ${session.chain}, and the DAO is on ${chain}`)
}

/** The pause between checks on the mirror for the decision, or for the end of its delay, in milliseconds. */
const POLL_INTERVAL_MS = 2_000

/**
 * Whether the change may be carried out now. The topic decides, as in a recount: a veto in this database stops nothing
 * if it reached the topic too late.
 */
async function executionNow({ clock, ledgerOf }: Deps, proposal: Proposal): Promise<Execution> {
  const { dao, decisionTimestamp: consensusTimestamp } = proposal
  const now = clock.now()
  if (delayMsOf(dao.rules) === 0) return { state: 'permitted' }
  const later = { state: 'delayed', until: now + POLL_INTERVAL_MS } as const
  const { topicId, chain } = dao
  if (consensusTimestamp === null || topicId === null) return later
  const { mirror } = ledgerOf(dao)
  const message = await mirror.topicMessage(topicId, consensusTimestamp)
  const record = message && decodeRecord(message.bytes)
  if (record?.type !== 'decision') return later
  const decision = { record, completedAt: Math.floor(Number(message?.completedAt) * 1000) }
  const shown = isQuiet(chain) ? now : ((await mirror.newest()) ?? 0)
  const until = executableAt(record, decision.completedAt)
  if (now >= until && shown < until) return later
  const payers = new Set([String(message?.payer)])
  return executionOf(mirror, { topicId, decision, consensusTimestamp, payers, now, shownUntil: async () => shown })
}

/** @throws 422 `NO_EMERGENCY_ACCOUNT` */
function emergencyOf({ name, rules }: Dao): string {
  if (rules.emergency !== undefined) return rules.emergency
  throw unprocessable(
    'NO_EMERGENCY_ACCOUNT',
    `The rules of ${name} let no account change them at once: propose a change`,
  )
}

function textOf(dao: Dao, body: RulesBody): string {
  const { chain, daoId, topicId, name } = dao
  const account = emergencyOf(dao)
  checkNumber(dao, body)
  const present = recordedRules(dao)
  const votingRules = changedRules(present, body.rules)
  if (topicId === null)
    throw conflict('RULES_OUT_OF_ORDER', `The rules of ${name} are not on its topic yet: try again in a moment`)
  if (changedNames(present, votingRules).length === 0)
    throw unprocessable('NOTHING_CHANGES', `${name} already has these rules`)
  return rulesText({ chain, daoId, topicId, account, number: body.number, votingRules })
}

/** @throws 409 `RULES_OUT_OF_ORDER` */
function checkNumber({ name, rulesNumber }: Dao, { number }: RulesBody): void {
  if (number !== rulesNumber + 1)
    throw conflict(
      'RULES_OUT_OF_ORDER',
      `number is ${number}: the next rules of ${name} have the number ${rulesNumber + 1}`,
    )
}

interface Decided extends Pick<RulesVersion, 'proposalId' | 'emergency'> {
  change: RulesChange
  at: Date
}

/** Makes the change, and adds its record. The DAO must be locked. @throws the errors of `changedRules` */
async function carryOut(
  { memberships, delegations, anchoring, announcements }: Deps,
  trx: Trx,
  dao: Dao,
  { change, proposalId, emergency, at }: Decided,
): Promise<{ version: RulesVersion; messages: number }> {
  const { daoId, chain } = dao
  const votingRules = changedRules(recordedRules(dao), change.rules ?? {})
  // Records that follow the current rules must precede the new rules on the topic.
  await memberships.record(trx, dao)
  await delegations.record(trx, dao)
  const { members, changedAt } = await movedMembers(trx, dao, change, at)
  const version: RulesVersion = {
    number: dao.rulesNumber + 1,
    rules: rulesFrom(votingRules),
    members,
    proposalId,
    emergency,
    changedAt,
  }
  const ended = endedAreas(dao.rules, version.rules)
  if (ended !== null) await endDelegations(trx, daoId, ended, changedAt)
  const record: RulesRecord = {
    quorate: 1,
    type: 'rules',
    chain,
    daoId,
    number: version.number,
    votingRules,
    ...(members ? { members } : {}),
    ...(ended === null ? {} : { endsDelegations: true as const }),
    changedAt: changedAt.toISOString(),
    ...(proposalId === null ? {} : { decidedBy: proposalId }),
    ...(emergency ? { emergency } : {}),
  }
  await anchoring.add(trx, record)
  await setRules(trx, daoId, version)
  trx.onCommit(() => {
    for (const memberAddress of members?.add ?? []) announcements.memberAdded(dao, { memberAddress, at: changedAt })
    for (const memberAddress of members?.remove ?? [])
      announcements.memberRemoved(dao, { memberAddress, at: changedAt })
    announcements.rulesChanged(dao, version)
  })
  return { version, messages: messagesOf(encodeRecord(record)) }
}

/** Adds and removes members. Accounts that had already joined or left are not in the result. */
async function movedMembers(
  trx: Trx,
  { daoId, owner }: Dao,
  { members: { add = [], remove = [] } = {} }: RulesChange,
  now: Date,
): Promise<Pick<RulesVersion, 'members' | 'changedAt'>> {
  const moved = { add: [] as string[], remove: [] as string[] }
  for (const account of add) if (!(await isMember(trx, daoId, account))) moved.add.push(account)
  for (const account of remove)
    if (account !== owner && (await isMember(trx, daoId, account))) moved.remove.push(account)
  let changedAt = now
  for (const account of [...moved.add, ...moved.remove]) {
    const at = await changeTime(trx, daoId, account, now)
    if (at > changedAt) changedAt = at
  }
  for (const account of moved.add) await addMember(trx, daoId, account, changedAt)
  for (const account of moved.remove) await removeMember(trx, daoId, account, changedAt)
  const members = {
    ...(moved.add.length > 0 ? { add: moved.add } : {}),
    ...(moved.remove.length > 0 ? { remove: moved.remove } : {}),
  }
  return { members: Object.keys(members).length > 0 ? members : null, changedAt }
}
