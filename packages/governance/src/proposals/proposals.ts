import { randomUUID } from 'node:crypto'
import type { Ledger } from '@quorate/ledger'
import {
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooLarge,
  tooMany,
} from '@quorate/platform'
import {
  type BallotKey,
  changeIn,
  checkBallotKey,
  checkPermitted,
  checkTimes,
  delayMsOf,
  encodeRecord,
  HOUR_MS,
  isSealed,
  operationIn,
  type ProposalRecord,
  proposalHash,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { BallotKeys } from '../anchoring/ballot-keys.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Daos } from '../daos/daos.ts'
import { checkAllExist } from '../daos/existing-accounts.ts'
import type { Memberships } from '../electorate/memberships.ts'
import { createProposerWeight } from '../electorate/proposer-weight.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { limits } from '../limits.ts'
import { type Dao, howToJoin, isUuid, type Proposal, recordedRules } from '../model/dao.ts'
import type { ProposalBody } from '../model/proposal-body.ts'
import { comparableForms, titleLooksAlikeError } from '../model/titles.ts'
import { lockDao } from '../store/daos.ts'
import { deleteDraft } from '../store/drafts.ts'
import { countMembers, isMember } from '../store/members.ts'
import { alikeTitle, countOpenProposals, findProposal, insertProposal, type NewProposal } from '../store/proposals.ts'
import type { Read, Tables, Trx } from '../store/tables.ts'
import { checkBody, optionsOf, quorumOf, times, validUntil } from './proposal-body.ts'
import type { WalletRequests } from './wallet-requests.ts'

export type Proposals = ReturnType<typeof createProposals>

/** The maximum number of bytes of a proposal's record. The topic takes it in messages of 1,024 bytes. */
export const MAX_RECORD_BYTES = 20 * 1024
/** A placeholder, as long as a real ballot key, which is made only after the proposal is admitted. */
const unmade = (topicId: string): BallotKey => ({
  topicId,
  publicKey: '0'.repeat(64),
  networkKey: '0'.repeat(64),
  signature: '0'.repeat(128),
})
/** How many of a DAO's newest undecided proposals a new title is compared with. */
const COMPARED_TITLES = 200

/** The body of a request, which may name the draft that it starts. */
type NewBody = ProposalBody & { draftId?: string }

interface Deps {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  anchoring: Anchoring
  announcements: Announcements
  memberships: Memberships
  daos: Daos
  proposalJobs: ProposalJobs
  replay: Replay
  walletRequests: Pick<WalletRequests, 'check'>
  ballotKeys: Pick<BallotKeys, 'make'>
  ledgerOf(on: { chain: string }): Ledger
}

export function createProposals(deps: Deps) {
  const { database, clock, anchoring, announcements, memberships, daos, proposalJobs, replay } = deps
  const proposerWeight = createProposerWeight(deps)

  /** @throws 404 `PROPOSAL_NOT_FOUND` */
  async function find(proposalId: string): Promise<Proposal> {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) throw notFound('PROPOSAL_NOT_FOUND', `The proposal ${proposalId.slice(0, 40)} does not exist`)
    return proposal
  }

  async function insert(trx: Trx, dao: Dao, body: NewBody, prepared: Prepared): Promise<void> {
    const { made, record } = await admit(deps, trx, dao, body, prepared)
    checkBallotKey(record)
    const proposal: NewProposal = { ...made, recordHash: proposalHash(record) }
    const { draftId, creatorAddress: author } = body
    if (draftId !== undefined) await takeDraft(trx, { draftId, daoId: dao.daoId, author })
    await memberships.record(trx, dao)
    await insertProposal(trx, proposal)
    await anchoring.add(trx, record)
    await proposalJobs.scheduleStart(trx, proposal)
    await proposalJobs.scheduleDecision(trx, proposal)
  }

  /**
   * Adds a ballot key if votes are secret. The key is made for a known end, once the database has admitted the
   * proposal.
   *
   * @throws 409 `DAO_WITHOUT_TOPIC`, 503 `BALLOT_KEYS_UNAVAILABLE`, and the errors of `admit`
   */
  async function withBallotKey(dao: Dao, body: NewBody, prepared: Prepared): Promise<Prepared> {
    const { proposalData = {} } = body
    if (!isSealed({ votingRules: dao.rules, proposalData })) return prepared
    const { chain, daoId, topicId, name } = dao
    if (topicId === null)
      throw conflict('DAO_WITHOUT_TOPIC', `${name} has no topic yet, which secret votes need: try again in a moment`)
    const now = clock.now()
    const { record } = await database.change((trx) =>
      admit(deps, trx, dao, body, { ...prepared, now, ballotKey: unmade(topicId) }),
    )
    const { proposalId, endTime } = record
    const ballotKey = await deps.ballotKeys.make({ chain, topicId, daoId, proposalId, endTime })
    return { ...prepared, now, ballotKey, isPaid: true }
  }

  return {
    find,
    async create(body: NewBody, session: Session): Promise<Proposal> {
      const dao = await daos.find(body.daoId)
      await checkProposer(database.read, dao, body, session)
      checkBody(dao, body)
      await checkNewMembers(deps, dao, body)
      await checkWalletOperation(deps, dao, body)
      await replay.upToDate(dao)
      const weighedAt = await proposerWeight(dao, body.creatorAddress)
      const proposalId = body.draftId ?? randomUUID()
      const prepared = await withBallotKey(dao, body, { proposalId, weighedAt, ballotKey: null, isPaid: false })
      await database.change((trx) => insert(trx, dao, body, prepared))
      const proposal = await find(proposalId)
      announcements.proposalSubmitted(proposal)
      return proposal
    },
  }
}

/**
 * Checks what only the database can tell, and counts the cost of the proposal's records. It is called under the lock of
 * the insert, and once more before a ballot key is made: nobody can have more keys made than they may make proposals.
 *
 * @returns the proposal and its record
 */
async function admit({ clock, budgets }: Deps, trx: Trx, dao: Dao, body: NewBody, prepared: Prepared) {
  const { proposalId, weighedAt, now, ballotKey, isPaid } = prepared
  const locked = await lockDao(trx, dao.daoId)
  // The earlier checks used other rules.
  if (locked?.rulesNumber !== dao.rulesNumber)
    throw conflict('RULES_CHANGED', `The rules of ${dao.name} have changed meanwhile: try again`)
  if (locked?.status === 'INACTIVE') throw conflict('DAO_INACTIVE', `${dao.name} accepts no new proposals`)
  // Checked again under the lock, because a recount requires the creator to be a member at the proposal's place on the
  // topic.
  await checkMember(trx, dao, body.creatorAddress)
  const made = { ...proposalOf(body, dao, proposalId, now ?? clock.now()), ballotKey }
  const record = proposalRecord(dao, made, weighedAt)
  checkTimes(record)
  checkPermitted(record)
  const encoded = encodeRecord(record)
  if (encoded.length > MAX_RECORD_BYTES)
    throw tooLarge(
      'PROPOSAL_TOO_LARGE',
      `The proposal takes ${encoded.length} bytes on its topic: at most ${MAX_RECORD_BYTES}`,
    )
  // The decision repeats `proposalData`, and the electorate takes one message. New rules are about as large as the
  // proposal.
  const copies = changeIn(made.proposalData) ? 3 : 2
  const messages = copies * messagesOf(encoded) + 1
  const of = { chain: dao.chain, wallet: made.creator }
  if (!isPaid) await budgets.reserve(trx, { ...of, messages, founded: dao.createdAt })
  const alike = await alikeTitle(trx, made, COMPARED_TITLES)
  if (alike !== undefined) throw titleLooksAlikeError(made.title, alike)
  const { value: most } = limits.maxOpenProposals
  if ((await countOpenProposals(trx, { creator: made.creator, chain: dao.chain })) >= most)
    throw tooMany(
      'TOO_MANY_PROPOSALS',
      `${made.creator} has ${most} undecided proposals, the maximum for one account`,
      HOUR_MS / 1000,
    )
  await checkRoom(trx, dao, made.proposalData)
  return { made, record }
}

/**
 * Checks that the DAO has room for the members that a proposal adds. Others may join before it is carried out, so
 * undecided proposals can exceed the limit by the members that they add.
 *
 * @throws 429 `TOO_MANY_MEMBERS`
 */
async function checkRoom(trx: Trx, dao: Dao, proposalData: Record<string, unknown>): Promise<void> {
  const { members: { add = [], remove = [] } = {} } = changeIn(proposalData) ?? {}
  const { value: most } = limits.maxMembers
  if (add.length > 0 && (await countMembers(trx, dao.daoId)) + add.length - remove.length > most)
    throw tooMany(
      'TOO_MANY_MEMBERS',
      `With the added members, ${dao.name} would have more than ${most} members`,
      HOUR_MS / 1000,
    )
}

/**
 * Turns a draft into a proposal with the same id. Its comments stay.
 *
 * @throws 404 `DRAFT_NOT_FOUND`, 409 `DRAFT_STARTED`
 */
async function takeDraft(trx: Trx, draft: { draftId: string; daoId: string; author: string }): Promise<void> {
  const { draftId, author } = draft
  if (isUuid(draftId) && (await deleteDraft(trx, draft))) return
  if (await findProposal(trx, draftId))
    throw conflict('DRAFT_STARTED', `The draft ${draftId} has become the proposal with this id`)
  throw notFound('DRAFT_NOT_FOUND', `${author} has no draft ${draftId.slice(0, 40)} in this DAO`)
}

/** Checks that the session's account may propose in the DAO. @throws 403 `NOT_YOUR_ACCOUNT`, `NOT_A_MEMBER` */
export async function checkProposer(read: Read, dao: Dao, body: ProposalBody, session: Session): Promise<void> {
  checkCreator(dao, body, session)
  await checkMember(read, dao, body.creatorAddress)
}

/** @throws 422 `WALLET_OPERATION_REFUSED` */
async function checkWalletOperation({ clock, walletRequests }: Deps, dao: Dao, body: ProposalBody): Promise<void> {
  const operation = operationIn(body.proposalData ?? {})
  if (!operation) return
  const { endAt } = times(body, dao, clock.now())
  const until = validUntil(body, endAt, dao)
  // Nothing is carried out before the delay has ended.
  const endsAt = new Date(endAt.getTime() + delayMsOf(dao.rules))
  await walletRequests.check({
    chain: dao.chain,
    daoId: dao.daoId,
    operation,
    endsAt: endsAt.toISOString(),
    ...(dao.topicId === null ? {} : { topicId: dao.topicId }),
    ...(until === null ? {} : { validUntil: until }),
  })
}

/**
 * Checks that the accounts that a proposal adds exist. The mirror reads count for its creator.
 *
 * @throws 422 `INVALID_ACCOUNT_ID`, `ACCOUNT_DELETED`; 429 `WALLET_BUDGET_USED`
 */
async function checkNewMembers(
  { database, budgets, clock, ledgerOf }: Deps,
  dao: Dao,
  { proposalData = {}, creatorAddress: wallet }: ProposalBody,
): Promise<void> {
  const { members: { add = [] } = {} } = changeIn(proposalData) ?? {}
  if (add.length === 0) return
  await database.change((trx) => budgets.reserveReads(trx, { chain: dao.chain, wallet, reads: add.length }))
  await checkAllExist(ledgerOf(dao), add, clock.now())
}

interface Prepared {
  proposalId: string
  /** The ledger time of the creator's balance; undefined if the rules do not require a balance. */
  weighedAt: string | undefined
  /**
   * For secret votes, the time that the key was made for. Otherwise, the proposal's times are computed from the current
   * time.
   */
  now?: number
  ballotKey: BallotKey | null
  /** Whether its messages have already been counted. */
  isPaid: boolean
}

async function checkMember(read: Read, dao: Dao, account: string): Promise<void> {
  if (dao.owner !== account && !(await isMember(read, dao.daoId, account)))
    throw forbidden(
      'NOT_A_MEMBER',
      `${account} is not a member of ${dao.name}: only members can submit proposals. ${howToJoin(dao)}`,
    )
}

function checkCreator(dao: Dao, { creatorAddress }: ProposalBody, session: Session): void {
  if (creatorAddress !== session.walletId || dao.chain !== session.chain)
    throw forbidden(
      'NOT_YOUR_ACCOUNT',
      `creatorAddress is ${creatorAddress}: the session belongs to ${session.walletId}`,
    )
}

function proposalOf(
  body: ProposalBody,
  dao: Dao,
  proposalId: string,
  clockNow: number,
): Omit<NewProposal, 'recordHash' | 'ballotKey'> {
  const { startAt, endAt, now } = times(body, dao, clockNow)
  return {
    proposalId,
    daoId: dao.daoId,
    title: body.title,
    description: body.description,
    startAt,
    endAt,
    skeletons: comparableForms(body.title),
    creator: body.creatorAddress,
    status: startAt > now ? 'PENDING' : 'ACTIVE',
    options: optionsOf(body),
    votingMethod: body.votingMethod ?? 'single',
    ...quorumOf(body, dao),
    optimistic: body.optimistic ?? false,
    area: body.area ?? null,
    rules: dao.rules,
    validUntil: validUntil(body, endAt, dao),
    proposalData: body.proposalData ?? {},
    createdAt: now,
  }
}

const proposalRecord = (
  dao: Dao,
  proposal: Omit<NewProposal, 'recordHash'>,
  weighedAt: string | undefined,
): ProposalRecord => ({
  quorate: 1,
  type: 'proposal',
  chain: dao.chain,
  daoId: proposal.daoId,
  proposalId: proposal.proposalId,
  title: proposal.title,
  description: proposal.description,
  creatorAddress: proposal.creator,
  votingOptions: proposal.options,
  ...(proposal.votingMethod === 'single' ? {} : { votingMethod: proposal.votingMethod }),
  votingRules: recordedRules(dao),
  quorum: proposal.quorum,
  ...(proposal.quorumFraction === null ? {} : { quorumFraction: proposal.quorumFraction }),
  ...(proposal.optimistic ? { optimistic: true as const } : {}),
  ...(proposal.area === null ? {} : { area: proposal.area }),
  startTime: proposal.startAt.toISOString(),
  endTime: proposal.endAt.toISOString(),
  ...(proposal.validUntil === null ? {} : { validUntil: proposal.validUntil }),
  ...(weighedAt === undefined ? {} : { proposerWeighedAt: weighedAt }),
  ...(proposal.ballotKey === null ? {} : { ballotKey: proposal.ballotKey }),
  proposalData: proposal.proposalData,
})
