import { randomUUID } from 'node:crypto'
import {
  badRequest,
  type Clock,
  checkTitle,
  checkVisible,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooLarge,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { canonicalJson, nineDigits, timestampText, limits as verifyLimits } from '@quorate/verify'
import {
  CLOCKS_MS,
  checkAdoption,
  checkData,
  checkOptions,
  checkReadAlike,
  checkTimes,
  encodeRecord,
  HOUR_MS,
  isLedgerTime,
  isPlainPath,
  ledgerTimestamp,
  operationIn,
  operationNeedsSender,
  type ProposalRecord,
  proposalHash,
  standardOptions,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Daos } from '../daos/found.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { ProposalStart } from '../electorate/proposal-start.ts'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { type Dao, type Proposal, recordedRules } from '../model/dao.ts'
import { comparableForms, titleLooksAlikeError } from '../model/titles.ts'
import { lockDao } from '../store/daos.ts'
import { isMember } from '../store/members.ts'
import { alikeTitle, countOpenProposals, findProposal, insertProposal, type NewProposal } from '../store/proposals.ts'
import type { Read, Tables } from '../store/tables.ts'
import type { Decisions } from './decisions.ts'
import type { WalletRequests } from './wallet-requests.ts'

export interface ProposalBody {
  daoId: string
  title: string
  description: string
  creatorAddress: string
  votingDurationHours: number
  proposalData?: Record<string, unknown>
  votingOptions?: string[]
  /** ISO 8601 */
  startTime?: string
  quorum?: number | null
  /** ISO 8601 or `seconds.nanos` */
  validUntil?: string | null
}

export interface Proposals {
  create(body: ProposalBody, session: Session): Promise<Proposal>
  /** @throws 404 `PROPOSAL_NOT_FOUND` */
  find(proposalId: string): Promise<Proposal>
}

/**
 * No options and an empty list are YES, NO and ABSTAIN.
 *
 * @throws ApiError 400 `INVALID_OPTION` for a single option: nobody could vote against it
 */
function optionsOf({ votingOptions = [] }: ProposalBody): string[] {
  if (votingOptions.length === 1)
    throw badRequest(
      'INVALID_OPTION',
      `votingOptions has one option: send two to ${verifyLimits.maxVotingOptions.value}, or none for ${standardOptions.join(', ')}`,
    )
  return votingOptions.length === 0 ? standardOptions : votingOptions
}

/** How far ahead a proposal may start. */
const YEAR_MS = 366 * 24 * HOUR_MS
/** The most bytes of a proposal's record; the topic takes it in messages of 1,024 bytes. */
const MAX_RECORD_BYTES = 20 * 1024

export function createProposals(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  anchoring: Anchoring
  announcements: Announcements
  memberships: Memberships
  daos: Daos
  proposalStart: ProposalStart
  decisions: Decisions
  replay: Replay
  walletRequests: Pick<WalletRequests, 'check'>
}): Proposals {
  const {
    database,
    clock,
    budgets,
    anchoring,
    announcements,
    memberships,
    daos,
    proposalStart,
    decisions,
    replay,
    walletRequests,
  } = deps

  async function find(proposalId: string): Promise<Proposal> {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) throw notFound('PROPOSAL_NOT_FOUND', `There is no proposal ${proposalId.slice(0, 40)}`)
    return proposal
  }

  async function checkMember(read: Read, dao: Dao, account: string): Promise<void> {
    if (dao.owner !== account && !(await isMember(read, dao.daoId, account)))
      throw forbidden('NOT_A_MEMBER', `${account} is no member of ${dao.name}: members submit proposals`)
  }

  async function checkCreator(dao: Dao, { creatorAddress }: ProposalBody, session: Session): Promise<void> {
    if (creatorAddress !== session.walletId || dao.chain !== session.chain)
      throw forbidden('NOT_YOUR_ACCOUNT', `creatorAddress is ${creatorAddress}: the session is of ${session.walletId}`)
    await checkMember(database.read, dao, creatorAddress)
  }

  /**
   * Returns the proposal's start and end, and the time now. The DAO must be locked, so that nobody joins or leaves it
   * meanwhile.
   */
  function times({ startTime, votingDurationHours }: ProposalBody, { rules, createdAt }: Dao) {
    // Another process, whose clock is ahead, may have founded the DAO: nobody is its member before that.
    const now = new Date(Math.max(clock.now(), createdAt.getTime() + 1))
    const earliest = new Date(now.getTime() + Math.round(rules.votingDelay * HOUR_MS))
    const asked = startTime === undefined ? earliest : new Date(startTime)
    if (Number.isNaN(asked.getTime()))
      throw badRequest('VALIDATION_FAILED', `startTime is ${startTime}: clocks here know no such time`)
    // A start that is past by so little counts as now: the client's clock may be behind.
    const startAt = asked < now && asked.getTime() > now.getTime() - CLOCKS_MS ? now : asked
    if (startAt < now)
      throw badRequest('START_IN_THE_PAST', `startTime is ${startTime}: it must not be before ${now.toISOString()}`)
    if (startAt.getTime() > now.getTime() + YEAR_MS)
      throw badRequest('START_TOO_FAR', `startTime is ${startTime}: it must be within a year`)
    if (startAt < earliest)
      throw unprocessable(
        'VOTING_DELAY',
        `startTime is ${startTime}: voting begins ${rules.votingDelay} hours after a proposal at the earliest, at ${earliest.toISOString()}`,
      )
    return { startAt, endAt: new Date(startAt.getTime() + Math.round(votingDurationHours * HOUR_MS)), now }
  }

  /** @throws 422 `WALLET_OPERATION_REFUSED` */
  async function checkWalletOperation(dao: Dao, body: ProposalBody): Promise<void> {
    const operation = operationIn(body.proposalData ?? {})
    if (!operation) return
    const { endAt } = times(body, dao)
    const until = validUntil(body, endAt)
    await walletRequests.check({
      ...{ chain: dao.chain, daoId: dao.daoId, operation, endsAt: endAt.toISOString() },
      ...(dao.topicId === null ? {} : { topicId: dao.topicId }),
      ...(until === null ? {} : { validUntil: until }),
    })
  }

  return {
    find,
    async create(body, session) {
      const dao = await daos.find(body.daoId)
      await checkCreator(dao, body, session)
      checkTitle(body.title, 'title')
      checkVisible(body.description, 'description', { lines: true })
      const { proposalData = {} } = body
      const votingOptions = optionsOf(body)
      checkOptions(votingOptions)
      checkAdoption({ votingOptions, proposalData, votingRules: recordedRules(dao) })
      checkOperation(body)
      if (body.votingDurationHours < dao.rules.minVotingPeriod)
        throw unprocessable(
          'VOTING_TOO_SHORT',
          `votingDurationHours is ${body.votingDurationHours}: the DAO asks for at least ${dao.rules.minVotingPeriod}`,
        )
      canonicalJson(proposalData)
      checkReadAlike(proposalData, 'proposalData')
      checkData({ proposalData })
      const looks = comparableForms(body.title)
      await checkWalletOperation(dao, body)
      await replay.upToDate(dao)
      const proposalId = randomUUID()
      await database.change(async (trx) => {
        const locked = await lockDao(trx, dao.daoId)
        if (locked?.status === 'INACTIVE') throw conflict('DAO_INACTIVE', `${dao.name} takes no new proposals`)
        // Checked again under the lock: a recount checks that the creator was a member at the proposal's place on the
        // topic.
        await checkMember(trx, dao, body.creatorAddress)
        const { startAt, endAt, now } = times(body, dao)
        const made: Omit<NewProposal, 'recordHash'> = {
          ...{ proposalId, daoId: dao.daoId, title: body.title, description: body.description, startAt, endAt, looks },
          creator: body.creatorAddress,
          status: startAt > now ? 'PENDING' : 'ACTIVE',
          options: votingOptions,
          quorum: body.quorum ?? null,
          validUntil: validUntil(body, endAt),
          proposalData,
          createdAt: now,
        }
        const record = proposalRecord(dao, made)
        checkTimes(record)
        const proposal: NewProposal = { ...made, recordHash: proposalHash(record) }
        const encoded = encodeRecord(record)
        const size = encoded.length
        if (size > MAX_RECORD_BYTES)
          throw tooLarge(
            'PROPOSAL_TOO_LARGE',
            `The proposal takes ${size} bytes on its topic: at most ${MAX_RECORD_BYTES}`,
          )
        // The decision repeats `proposalData`, and the electorate takes one message.
        const messages = 2 * messagesOf(encoded) + 1
        await budgets.reserve(trx, { chain: dao.chain, wallet: session.walletId, messages, founded: dao.createdAt })
        const alike = await alikeTitle(trx, proposal, limits.comparedTitles.value)
        if (alike !== undefined) throw titleLooksAlikeError(proposal.title, alike)
        if (
          (await countOpenProposals(trx, { creator: proposal.creator, chain: dao.chain })) >=
          limits.maxOpenProposals.value
        )
          throw tooMany(
            'TOO_MANY_PROPOSALS',
            `${proposal.creator} has ${limits.maxOpenProposals.value} proposals that are not decided, the most for one account`,
            HOUR_MS / 1000,
          )
        await memberships.record(trx, dao)
        await insertProposal(trx, proposal)
        await anchoring.add(trx, record)
        await proposalStart.schedule(trx, proposal)
        await decisions.schedule(trx, proposal)
      })
      const proposal = await find(proposalId)
      announcements.proposalSubmitted(proposal)
      return proposal
    },
  }
}

/**
 * Refuses an operation with an irregular path, or whose effect depends on its sender.
 *
 * @throws 422 `INVALID_OPERATION_PATH`, `OPERATION_NEEDS_SENDER`
 */
function checkOperation({ proposalData = {} }: ProposalBody): void {
  const operation = operationIn(proposalData)
  if (operation && !isPlainPath(operation))
    throw unprocessable(
      'INVALID_OPERATION_PATH',
      "proposalData.operation.path must be as the node API's documentation spells it: parts of letters, digits, '.', '_' and '-', each after one '/'",
    )
  if (operation && operationNeedsSender(operation))
    throw unprocessable(
      'OPERATION_NEEDS_SENDER',
      `proposalData.operation: what ${operation.method} ${operation.path} does depends on who sends it: name body.sender.id (for an allowance, or body.ownerAccountId)`,
    )
}

/** Converts `validUntil` to the ledger's form of times, `seconds.nanos`. @throws 400 `INVALID_VALID_UNTIL` */
function validUntil({ validUntil: text }: ProposalBody, endAt: Date): string | null {
  if (text === undefined || text === null) return null
  const expected = 'expected a time after the end of the voting, as ISO 8601 or seconds.nanoseconds'
  const wrong = () => badRequest('INVALID_VALID_UNTIL', `validUntil is ${text}: ${expected}`)
  const [seconds = '', fraction = '', ...more] = text.split('.')
  if (more.length > 0) throw wrong()
  const onLedger = /^[0-9]{1,12}$/.test(seconds) && /^[0-9]{0,9}$/.test(fraction)
  // Only four-digit years are accepted: later ones may be beyond the ledger's times.
  const time = /^[0-9]{4}-/.test(text) ? Date.parse(text) : Number.NaN
  if (!onLedger && (Number.isNaN(time) || time < 0)) throw wrong()
  const timestamp = onLedger ? timestampText(BigInt(seconds), nineDigits(fraction)) : ledgerTimestamp(time)
  if (!isLedgerTime(timestamp) || Number(timestamp) * 1000 <= endAt.getTime()) throw wrong()
  return timestamp
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
