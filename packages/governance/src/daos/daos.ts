import { randomUUID } from 'node:crypto'
import type { Ledger } from '@quorate/ledger'
import {
  badRequest,
  type Clock,
  checkTitle,
  checkVisible,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import {
  changedRules,
  type DaoRecord,
  encodeRecord,
  percentBesideFraction,
  type RulesPatch,
} from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf, TOPIC_MESSAGES } from '../anchoring/budgets.ts'
import { operatorOf } from '../anchoring/submissions.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { type Dao, recordedRules, rulesFrom, type VotingRules } from '../model/dao.ts'
import type { Settings } from '../settings.ts'
import { countDaos, findDao, insertDao, setInactive } from '../store/daos.ts'
import { addMember } from '../store/members.ts'
import type { Tables } from '../store/tables.ts'
import { checkAllExist } from './existing-accounts.ts'

export interface DaoBody {
  name: string
  description: string
  ownerAddress: string
  members?: string[]
  votingRules: Omit<RulesPatch, 'threshold' | 'minVotingPeriod' | 'votingDelay'> & {
    threshold?: number
    minVotingPeriod: number
    votingDelay?: number
    tokenWeighted: boolean
    tokenId?: string | null
  }
}

export interface Daos {
  create(body: DaoBody, session: Session): Promise<Dao>
  /** @throws 404 `DAO_NOT_FOUND` */
  find(daoId: string): Promise<Dao>
  setStatus(daoId: string, status: 'ACTIVE' | 'INACTIVE', session: Session): Promise<Dao>
  /** @throws 403 `NOT_THE_OWNER`, 404 `DAO_NOT_FOUND` */
  findOwn(daoId: string, session: Session): Promise<Dao>
}

/** `Retry-After` for limits that are not per hour, in seconds. */
const HOUR_S = 3_600

/** Decimals of the native currency. */
const HBAR_DECIMALS = 8

interface Deps {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  budgets: Budgets
  anchoring: Anchoring
  memberships: Memberships
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}

export function createDaos(deps: Deps): Daos {
  const { database, clock, announcements } = deps
  return {
    create: (body, session) => create(deps, body, session),
    find: (daoId) => find(deps, daoId),
    findOwn: (daoId, session) => findOwn(deps, daoId, session),

    async setStatus(daoId, status, session) {
      const { daoId: id } = await findOwn(deps, daoId, session)
      await database.change((trx) => setInactive(trx, id, status === 'INACTIVE', new Date(clock.now())))
      const dao = await find(deps, id)
      announcements.daoStatusChanged(dao)
      return dao
    },
  }
}

async function find({ database }: Deps, daoId: string): Promise<Dao> {
  const dao = await findDao(database.read, daoId)
  if (!dao) throw notFound('DAO_NOT_FOUND', `The DAO ${daoId.slice(0, 40)} does not exist`)
  return dao
}

async function findOwn(deps: Deps, daoId: string, session: Session): Promise<Dao> {
  const dao = await find(deps, daoId)
  if (dao.owner !== session.walletId || dao.chain !== session.chain)
    throw forbidden('NOT_THE_OWNER', `Only its owner ${dao.owner} may change this DAO`)
  return dao
}

async function create(deps: Deps, body: DaoBody, session: Session): Promise<Dao> {
  const { database, clock, budgets, anchoring, memberships, announcements, ledgerOf } = deps
  const { name, description, ownerAddress, members: named = [] } = body
  if (ownerAddress !== session.walletId)
    throw forbidden('NOT_YOUR_ACCOUNT', `ownerAddress is ${ownerAddress}: the session belongs to ${session.walletId}`)
  checkTitle(name, 'name')
  checkVisible(description, 'description', { lines: true })
  const ledger = ledgerOf(session)
  operatorOf(ledger)
  const members = [...new Set(named)].filter((account) => account !== ownerAddress)
  await checkAllExist(ledger, [ownerAddress, ...members], clock.now())
  const rules = rulesOf(body, deps.settings)
  const decimals = await decimalsOf(ledger, rules)
  const at = new Date(clock.now())
  const dao = {
    daoId: randomUUID(),
    chain: session.chain,
    name,
    description,
    owner: ownerAddress,
    rules,
    decimals,
    createdAt: at,
    updatedAt: at,
  }
  const record = recordOf(dao)
  await database.change(async (trx) => {
    trx.onCommit(() => {
      announcements.daoCreated({ ...dao, rulesNumber: 1, status: 'PENDING', topicId: null })
      for (const memberAddress of members) announcements.memberAdded(dao, { memberAddress, at })
    })
    const messages = TOPIC_MESSAGES + messagesOf(encodeRecord(record)) + members.length
    await budgets.reserve(trx, { chain: dao.chain, wallet: ownerAddress, messages })
    if ((await countDaos(trx, dao)) >= limits.maxDaos.value)
      throw tooMany(
        'TOO_MANY_DAOS',
        `${ownerAddress} has ${limits.maxDaos.value} DAOs, the maximum for one owner`,
        HOUR_S,
      )
    await insertDao(trx, dao)
    await addMember(trx, dao.daoId, ownerAddress, at)
    await anchoring.add(trx, record)
    for (const account of members) {
      await addMember(trx, dao.daoId, account, at)
      await memberships.changed(trx, dao, { account, change: 'added', at })
    }
  })
  return find(deps, dao.daoId)
}

/**
 * The rules, with defaults for those that the request leaves out.
 *
 * @throws 400 `THRESHOLD_MISSING`, `INVALID_FRACTION`, `FRACTION_DIFFERS`, `TOKEN_WITHOUT_WEIGHT`; 422
 * `PERIODS_CONTRADICT`
 */
function rulesOf({ votingRules }: DaoBody, { VOTING_DELAY }: Settings): VotingRules {
  const { tokenWeighted, tokenId = null, votingDelay = tokenWeighted ? VOTING_DELAY : 0, ...rules } = votingRules
  const { threshold: given, minVotingPeriod, ...others } = rules
  const fraction = typeof others.thresholdFraction === 'string' ? others.thresholdFraction : undefined
  const threshold = percentBesideFraction(given, fraction, 'votingRules.thresholdFraction')
  if (threshold === null || threshold < 1)
    throw badRequest('THRESHOLD_MISSING', 'votingRules needs a threshold from 1 to 100 percent, or a thresholdFraction')
  const needed = { threshold, minVotingPeriod, tokenWeighted, tokenId, votingDelay, decimals: 0 }
  return rulesFrom(changedRules(needed, others))
}

type Founded = Pick<Dao, 'daoId' | 'chain' | 'name' | 'owner' | 'rules' | 'decimals' | 'createdAt'>

const recordOf = (dao: Founded): DaoRecord => ({
  quorate: 1,
  type: 'dao',
  chain: dao.chain,
  daoId: dao.daoId,
  name: dao.name,
  ownerAddress: dao.owner,
  votingRules: recordedRules(dao),
  createdAt: dao.createdAt.toISOString(),
  membersAnchored: true,
})

async function decimalsOf({ mirror }: Ledger, { tokenWeighted, tokenId }: VotingRules): Promise<number> {
  if (!tokenWeighted) {
    if (tokenId === null) return 0
    throw badRequest('TOKEN_WITHOUT_WEIGHT', `votingRules.tokenId is ${tokenId}: set tokenWeighted, or leave it out`)
  }
  if (tokenId === null) return HBAR_DECIMALS
  const token = await mirror.token(tokenId)
  if (!token) throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId} does not exist on the ledger`)
  if (token.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${tokenId} was deleted on the ledger`)
  if (token.type === 'NON_FUNGIBLE_UNIQUE') await mirror.assertCountable(tokenId)
  return token.decimals
}
