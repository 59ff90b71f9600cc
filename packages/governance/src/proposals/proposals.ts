import { randomUUID } from 'node:crypto'
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
  checkTimes,
  encodeRecord,
  HOUR_MS,
  operationIn,
  type ProposalRecord,
  proposalHash,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Daos } from '../daos/daos.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { Announcements } from '../events/announcements.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { limits } from '../limits.ts'
import { type Dao, type Proposal, recordedRules } from '../model/dao.ts'
import { comparableForms, titleLooksAlikeError } from '../model/titles.ts'
import { lockDao } from '../store/daos.ts'
import { isMember } from '../store/members.ts'
import { alikeTitle, countOpenProposals, findProposal, insertProposal, type NewProposal } from '../store/proposals.ts'
import type { Read, Tables, Trx } from '../store/tables.ts'
import { checkBody, optionsOf, type ProposalBody, times, validUntil } from './proposal-body.ts'
import type { WalletRequests } from './wallet-requests.ts'

export type Proposals = ReturnType<typeof createProposals>

/** The most bytes of a proposal's record. The topic takes it in messages of 1,024 bytes. */
const MAX_RECORD_BYTES = 20 * 1024
/** How many of a DAO's newest undecided proposals a new title is compared with. */
const COMPARED_TITLES = 200

export function createProposals(deps: {
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
}) {
  const {
    database,
    clock,
    budgets,
    anchoring,
    announcements,
    memberships,
    daos,
    proposalJobs,
    replay,
    walletRequests,
  } = deps

  /** @throws 404 `PROPOSAL_NOT_FOUND` */
  async function find(proposalId: string): Promise<Proposal> {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) throw notFound('PROPOSAL_NOT_FOUND', `The proposal ${proposalId.slice(0, 40)} does not exist`)
    return proposal
  }

  /** @throws 422 `WALLET_OPERATION_REFUSED` */
  async function checkWalletOperation(dao: Dao, body: ProposalBody): Promise<void> {
    const operation = operationIn(body.proposalData ?? {})
    if (!operation) return
    const { endAt } = times(body, dao, clock.now())
    const until = validUntil(body, endAt)
    await walletRequests.check({
      chain: dao.chain,
      daoId: dao.daoId,
      operation,
      endsAt: endAt.toISOString(),
      ...(dao.topicId === null ? {} : { topicId: dao.topicId }),
      ...(until === null ? {} : { validUntil: until }),
    })
  }

  async function insert(trx: Trx, dao: Dao, body: ProposalBody, proposalId: string): Promise<void> {
    const locked = await lockDao(trx, dao.daoId)
    if (locked?.status === 'INACTIVE') throw conflict('DAO_INACTIVE', `${dao.name} accepts no new proposals`)
    // Checked again under the lock, because a recount checks that the creator was a member at the proposal's place on
    // the topic.
    await checkMember(trx, dao, body.creatorAddress)
    const made = proposalOf(body, dao, proposalId, clock.now())
    const record = proposalRecord(dao, made)
    checkTimes(record)
    const proposal: NewProposal = { ...made, recordHash: proposalHash(record) }
    const encoded = encodeRecord(record)
    if (encoded.length > MAX_RECORD_BYTES)
      throw tooLarge(
        'PROPOSAL_TOO_LARGE',
        `The proposal takes ${encoded.length} bytes on its topic: at most ${MAX_RECORD_BYTES}`,
      )
    // The decision repeats `proposalData`, and the electorate takes one message.
    const messages = 2 * messagesOf(encoded) + 1
    await budgets.reserve(trx, { chain: dao.chain, wallet: proposal.creator, messages, founded: dao.createdAt })
    const alike = await alikeTitle(trx, proposal, COMPARED_TITLES)
    if (alike !== undefined) throw titleLooksAlikeError(proposal.title, alike)
    const { value: most } = limits.maxOpenProposals
    if ((await countOpenProposals(trx, { creator: proposal.creator, chain: dao.chain })) >= most)
      throw tooMany(
        'TOO_MANY_PROPOSALS',
        `${proposal.creator} has ${most} undecided proposals, the maximum for one account`,
        HOUR_MS / 1000,
      )
    await memberships.record(trx, dao)
    await insertProposal(trx, proposal)
    await anchoring.add(trx, record)
    await proposalJobs.scheduleStart(trx, proposal)
    await proposalJobs.scheduleDecision(trx, proposal)
  }

  return {
    find,
    async create(body: ProposalBody, session: Session): Promise<Proposal> {
      const dao = await daos.find(body.daoId)
      checkCreator(dao, body, session)
      await checkMember(database.read, dao, body.creatorAddress)
      checkBody(dao, body)
      await checkWalletOperation(dao, body)
      await replay.upToDate(dao)
      const proposalId = randomUUID()
      await database.change((trx) => insert(trx, dao, body, proposalId))
      const proposal = await find(proposalId)
      announcements.proposalSubmitted(proposal)
      return proposal
    },
  }
}

async function checkMember(read: Read, dao: Dao, account: string): Promise<void> {
  if (dao.owner !== account && !(await isMember(read, dao.daoId, account)))
    throw forbidden('NOT_A_MEMBER', `${account} is not a member of ${dao.name}: only members can submit proposals`)
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
): Omit<NewProposal, 'recordHash'> {
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
    quorum: body.quorum ?? null,
    validUntil: validUntil(body, endAt),
    proposalData: body.proposalData ?? {},
    createdAt: now,
  }
}

const proposalRecord = (dao: Dao, proposal: Omit<NewProposal, 'recordHash'>): ProposalRecord => ({
  quorate: 1,
  type: 'proposal',
  chain: dao.chain,
  daoId: proposal.daoId,
  proposalId: proposal.proposalId,
  title: proposal.title,
  description: proposal.description,
  creatorAddress: proposal.creator,
  votingOptions: proposal.options,
  votingRules: recordedRules(dao),
  quorum: proposal.quorum,
  startTime: proposal.startAt.toISOString(),
  endTime: proposal.endAt.toISOString(),
  ...(proposal.validUntil === null ? {} : { validUntil: proposal.validUntil }),
  proposalData: proposal.proposalData,
})
