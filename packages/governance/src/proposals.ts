import { randomUUID } from 'node:crypto'
import { canonicalJson, encodeRecord, operationIn, type ProposalRecord } from '@quorate/ledger'
import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooLarge,
  unprocessable,
} from '@quorate/platform'
import type { Anchoring } from './anchoring.ts'
import type { Announcements } from './announcements.ts'
import type { Dao, Proposal } from './dao.ts'
import type { Daos } from './daos.ts'
import type { Deciding } from './deciding.ts'
import type { Opening } from './opening.ts'
import { lockDao } from './store/daos.ts'
import { isMember } from './store/members.ts'
import { findProposal, insertProposal, type NewProposal } from './store/proposals.ts'
import type { Tables } from './store/tables.ts'
import { isStandard, standardOptions } from './tally.ts'

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
  quorum?: number
}

export interface Proposals {
  create(body: ProposalBody, session: Session): Promise<Proposal>
  /** @throws 404 */
  find(proposalId: string): Promise<Proposal>
}

const HOUR_MS = 3_600_000
/** How far ahead a proposal may start. */
const YEAR_MS = 366 * 24 * HOUR_MS
/** A start that is past by less is now: a client's clock is not ours. */
const CLOCKS_MS = 60_000
/** On the topic, in messages of 1,024 bytes. */
const MAX_RECORD_BYTES = 20 * 1024

export function createProposals(deps: {
  database: Database<Tables>
  clock: Clock
  anchoring: Anchoring
  announcements: Announcements
  daos: Daos
  opening: Opening
  deciding: Deciding
}): Proposals {
  const { database, clock, anchoring, announcements, daos, opening, deciding } = deps

  async function find(proposalId: string): Promise<Proposal> {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) throw notFound('PROPOSAL_NOT_FOUND', `There is no proposal ${proposalId.slice(0, 40)}`)
    return proposal
  }

  async function checkCreator(dao: Dao, { creatorAddress }: ProposalBody, session: Session): Promise<void> {
    if (creatorAddress !== session.walletId || dao.chain !== session.chain)
      throw forbidden('NOT_YOUR_ACCOUNT', `creatorAddress is ${creatorAddress}: the session is of ${session.walletId}`)
    if (dao.owner !== creatorAddress && !(await isMember(database.read, dao.daoId, creatorAddress)))
      throw forbidden('NOT_A_MEMBER', `${creatorAddress} is no member of ${dao.name}: members submit proposals`)
  }

  /** The proposal's times, from a moment at which nobody is joining or leaving the DAO. */
  function times({ startTime, votingDurationHours }: ProposalBody): { startAt: Date; endAt: Date; now: Date } {
    const now = new Date(clock.now())
    const asked = startTime === undefined ? now : new Date(startTime)
    if (Number.isNaN(asked.getTime()))
      throw badRequest('VALIDATION_FAILED', `startTime is ${startTime}: clocks here know no such time`)
    const startAt = asked < now && asked.getTime() > now.getTime() - CLOCKS_MS ? now : asked
    if (startAt < now)
      throw badRequest('START_IN_THE_PAST', `startTime is ${startTime}: it must not be before ${now.toISOString()}`)
    if (startAt.getTime() > now.getTime() + YEAR_MS)
      throw badRequest('START_TOO_FAR', `startTime is ${startTime}: it must be within a year`)
    return { startAt, endAt: new Date(startAt.getTime() + Math.round(votingDurationHours * HOUR_MS)), now }
  }

  return {
    find,
    async create(body, session) {
      const dao = await daos.find(body.daoId)
      await checkCreator(dao, body, session)
      checkOptions(body)
      if (body.votingDurationHours < dao.rules.minVotingPeriod)
        throw unprocessable(
          'VOTING_TOO_SHORT',
          `votingDurationHours is ${body.votingDurationHours}: the DAO asks for at least ${dao.rules.minVotingPeriod}`,
        )
      canonicalJson(body.proposalData ?? {})
      const proposalId = randomUUID()
      await database.change(async (trx) => {
        const locked = await lockDao(trx, dao.daoId)
        if (locked?.status === 'INACTIVE') throw conflict('DAO_INACTIVE', `${dao.name} takes no new proposals`)
        const { startAt, endAt, now } = times(body)
        const proposal: NewProposal = {
          ...{ proposalId, daoId: dao.daoId, title: body.title, description: body.description, startAt, endAt },
          creator: body.creatorAddress,
          status: startAt > now ? 'PENDING' : 'ACTIVE',
          options: body.votingOptions ?? standardOptions,
          quorum: body.quorum ?? null,
          proposalData: body.proposalData ?? {},
          createdAt: now,
        }
        const record = proposalRecord(dao, proposal)
        const size = encodeRecord(record).length
        if (size > MAX_RECORD_BYTES)
          throw tooLarge(
            'PROPOSAL_TOO_LARGE',
            `The proposal takes ${size} bytes on its topic: at most ${MAX_RECORD_BYTES}`,
          )
        await insertProposal(trx, proposal)
        await anchoring.add(trx, record)
        await opening.schedule(trx, proposal)
        await deciding.schedule(trx, proposal)
      })
      const proposal = await find(proposalId)
      announcements.proposalSubmitted(proposal)
      return proposal
    },
  }
}

/** Options are told apart by people, so they must differ in what people see. */
function checkOptions({ votingOptions: options = standardOptions, proposalData = {} }: ProposalBody): void {
  const seen = options.map(asSeen)
  for (const [index, option] of options.entries()) {
    const shown = JSON.stringify(option)
    if (option !== option.trim() || /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/u.test(option) || seen[index] === '')
      throw badRequest('INVALID_OPTION', `votingOptions has ${shown}: leave out spaces around it and what is not seen`)
    if (seen.indexOf(asSeen(option)) < index)
      throw badRequest('OPTION_REPEATED', `votingOptions has ${shown} and another that looks the same`)
  }
  if (operationIn(proposalData) && !isStandard(options))
    throw unprocessable(
      'OPERATION_NEEDS_YES',
      'proposalData.operation is permitted by a YES: vote on it with YES and NO, without other options than ABSTAIN',
    )
}

/** Without case, kinds of spaces, ways to write the same letter, and characters that are not shown. */
const asSeen = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{DI}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const proposalRecord = ({ chain, rules, decimals }: Dao, proposal: NewProposal): ProposalRecord => ({
  quorate: 1,
  type: 'proposal',
  chain,
  daoId: proposal.daoId,
  proposalId: proposal.proposalId,
  title: proposal.title,
  description: proposal.description,
  creatorAddress: proposal.creator,
  votingOptions: proposal.options,
  votingRules: { ...rules, decimals },
  quorum: proposal.quorum,
  startTime: proposal.startAt.toISOString(),
  endTime: proposal.endAt.toISOString(),
  proposalData: proposal.proposalData,
})
