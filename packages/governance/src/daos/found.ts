import { randomUUID } from 'node:crypto'
import type { Ledger, Mirror } from '@quorate/ledger'
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
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { type DaoRecord, encodeRecord } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import { operatorOf } from '../anchoring/submissions.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { type Dao, recordedRules, type VotingRules } from '../model/dao.ts'
import type { Settings } from '../settings.ts'
import { countDaos, findDao, insertDao, lockDao, setInactive } from '../store/daos.ts'
import { addMember, changeTime, countMembers, removeMember } from '../store/members.ts'
import type { Tables } from '../store/tables.ts'
import { knownTime } from '../votes/proofs.ts'

export interface DaoBody {
  name: string
  description: string
  ownerAddress: string
  members?: string[]
  votingRules: Omit<VotingRules, 'tokenId' | 'votingDelay'> & { tokenId?: string | null; votingDelay?: number }
}

export interface Daos {
  create(body: DaoBody, session: Session): Promise<Dao>
  /** @throws 404 `DAO_NOT_FOUND` */
  find(daoId: string): Promise<Dao>
  setStatus(daoId: string, status: 'ACTIVE' | 'INACTIVE', session: Session): Promise<Dao>
  addMember(daoId: string, account: string, session: Session): Promise<Dao>
  removeMember(daoId: string, account: string, session: Session): Promise<Dao>
}

/** `Retry-After` for limits that are not per hour, in seconds. */
const HOUR_S = 3_600

/** Decimals of the native currency. */
const HBAR_DECIMALS = 8

export function createDaos(deps: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  budgets: Budgets
  anchoring: Anchoring
  memberships: Memberships
  replay: Replay
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}): Daos {
  const { database, clock, settings, budgets, anchoring, memberships, announcements, replay, ledgerOf } = deps

  async function find(daoId: string): Promise<Dao> {
    const dao = await findDao(database.read, daoId)
    if (!dao) throw notFound('DAO_NOT_FOUND', `There is no DAO ${daoId.slice(0, 40)}`)
    return dao
  }

  async function ownDao(daoId: string, session: Session): Promise<Dao> {
    const dao = await find(daoId)
    if (dao.owner !== session.walletId || dao.chain !== session.chain)
      throw forbidden('NOT_THE_OWNER', `Only its owner ${dao.owner} may change this DAO`)
    return dao
  }

  return {
    find,

    async create({ name, description, ownerAddress, votingRules, members: named = [] }, session) {
      if (ownerAddress !== session.walletId)
        throw forbidden('NOT_YOUR_ACCOUNT', `ownerAddress is ${ownerAddress}: the session is of ${session.walletId}`)
      checkTitle(name, 'name')
      checkVisible(description, 'description', { lines: true })
      const ledger = ledgerOf(session)
      operatorOf(ledger)
      const members = [...new Set(named)].filter((account) => account !== ownerAddress)
      await checkAllExist(ledger, [ownerAddress, ...members], clock.now())
      const { tokenWeighted, tokenId = null } = votingRules
      const { votingDelay = tokenWeighted ? settings.VOTING_DELAY : 0 } = votingRules
      const rules = { ...votingRules, tokenId, votingDelay }
      const decimals = await decimalsOf(ledger, rules)
      const at = new Date(clock.now())
      const dao = {
        ...{ daoId: randomUUID(), chain: session.chain, name, description, owner: ownerAddress, rules, decimals },
        ...{ membersAnchored: true as const, createdAt: at, updatedAt: at },
      }
      const record: DaoRecord = {
        ...{ quorate: 1, type: 'dao', chain: dao.chain, daoId: dao.daoId, name, ownerAddress },
        votingRules: recordedRules(dao),
        createdAt: at.toISOString(),
        membersAnchored: true,
      }
      await database.change(async (trx) => {
        trx.onCommit(() => {
          announcements.daoCreated({ ...dao, status: 'PENDING', topicId: null })
          for (const memberAddress of members) announcements.memberAdded(dao, { memberAddress, at })
        })
        const messages = limits.topicMessages.value + messagesOf(encodeRecord(record)) + members.length
        await budgets.reserve(trx, { chain: dao.chain, wallet: ownerAddress, messages })
        if ((await countDaos(trx, dao)) >= limits.maxDaos.value)
          throw tooMany(
            'TOO_MANY_DAOS',
            `${ownerAddress} has ${limits.maxDaos.value} DAOs, the most for one owner`,
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
      return find(dao.daoId)
    },

    async setStatus(daoId, status, session) {
      const { daoId: id } = await ownDao(daoId, session)
      await database.change((trx) => setInactive(trx, id, status === 'INACTIVE', new Date(clock.now())))
      const dao = await find(id)
      announcements.daoStatusChanged(dao)
      return dao
    },

    async addMember(daoId, account, session) {
      const dao = await ownDao(daoId, session)
      await checkExists(ledgerOf(dao), account, clock.now())
      await replay.upToDate(dao)
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        await budgets.reserve(trx, { chain: dao.chain, wallet: dao.owner, messages: 1, founded: dao.createdAt })
        if ((await countMembers(trx, daoId)) >= limits.maxMembers.value)
          throw tooMany('TOO_MANY_MEMBERS', `${dao.name} has ${limits.maxMembers.value} members, the most`, HOUR_S)
        const at = await changeTime(trx, daoId, account, new Date(clock.now()))
        if (!(await addMember(trx, daoId, account, at)))
          throw conflict('ALREADY_A_MEMBER', `${account} is a member already`)
        await memberships.changed(trx, dao, { account, change: 'added', at })
        trx.onCommit(() => announcements.memberAdded(dao, { memberAddress: account, at }))
      })
      return dao
    },

    async removeMember(daoId, account, session) {
      const dao = await ownDao(daoId, session)
      if (account === dao.owner) throw unprocessable('OWNER_STAYS', `${account} owns the DAO and stays its member`)
      await replay.upToDate(dao)
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        await budgets.reserve(trx, { chain: dao.chain, wallet: dao.owner, messages: 1, founded: dao.createdAt })
        const at = await changeTime(trx, daoId, account, new Date(clock.now()))
        if (!(await removeMember(trx, daoId, account, at)))
          throw notFound('NOT_A_MEMBER', `${account} is no member of this DAO`)
        await memberships.changed(trx, dao, { account, change: 'removed', at })
        trx.onCommit(() => announcements.memberRemoved(dao, { memberAddress: account, at }))
      })
      return dao
    },
  }
}

/**
 * Checks that the account exists. A recount holds the service to this, as far as a mirror may be behind.
 *
 * @throws 422 `INVALID_ACCOUNT_ID`, 422 `ACCOUNT_DELETED`, 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export async function checkExists(
  { chain, mirror }: { chain: string; mirror: Pick<Mirror, 'account' | 'newestTimestamp'> },
  account: string,
  now: number,
): Promise<void> {
  await knownTime({ chain, mirror }, new Date(now), `whether ${account} exists now`)
  const found = await mirror.account(account)
  if (!found) throw unprocessable('INVALID_ACCOUNT_ID', `${account} does not exist on the ledger`)
  if (found.deleted) throw unprocessable('ACCOUNT_DELETED', `${account} was deleted on the ledger`)
}

/** How many accounts are read from the mirror at once. */
const READS_AT_ONCE = 8

/** Checks each. */
async function checkAllExist(ledger: Ledger, accounts: readonly string[], now: number): Promise<void> {
  for (let first = 0; first < accounts.length; first += READS_AT_ONCE)
    await Promise.all(accounts.slice(first, first + READS_AT_ONCE).map((account) => checkExists(ledger, account, now)))
}

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
