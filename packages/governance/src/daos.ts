import { randomUUID } from 'node:crypto'
import type { Ledger } from '@quorate/ledger'
import {
  badRequest,
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  unprocessable,
} from '@quorate/platform'
import type { Anchoring } from './anchoring.ts'
import type { Announcements } from './announcements.ts'
import type { Dao, VotingRules } from './dao.ts'
import { findDao, insertDao, lockDao, setInactive } from './store/daos.ts'
import { addMember, changeTime, removeMember } from './store/members.ts'
import type { Tables } from './store/tables.ts'
import { operatorOf } from './submissions.ts'

export interface DaoBody {
  name: string
  description: string
  ownerAddress: string
  votingRules: Omit<VotingRules, 'tokenId'> & { tokenId?: string | null }
}

export interface Daos {
  create(body: DaoBody, session: Session): Promise<Dao>
  /** @throws 404 */
  find(daoId: string): Promise<Dao>
  setStatus(daoId: string, status: 'ACTIVE' | 'INACTIVE', session: Session): Promise<Dao>
  addMember(daoId: string, account: string, session: Session): Promise<Dao>
  removeMember(daoId: string, account: string, session: Session): Promise<Dao>
}

/** Decimals of the native currency. */
const HBAR_DECIMALS = 8

export function createDaos(deps: {
  database: Database<Tables>
  clock: Clock
  anchoring: Anchoring
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}): Daos {
  const { database, clock, anchoring, announcements, ledgerOf } = deps

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

    async create({ name, description, ownerAddress, votingRules }, session) {
      if (ownerAddress !== session.walletId)
        throw forbidden('NOT_YOUR_ACCOUNT', `ownerAddress is ${ownerAddress}: the session is of ${session.walletId}`)
      const ledger = ledgerOf(session)
      operatorOf(ledger)
      await existing(ledger, ownerAddress)
      const rules = { ...votingRules, tokenId: votingRules.tokenId ?? null }
      const decimals = await decimalsOf(ledger, rules)
      const at = new Date(clock.now())
      const dao = { daoId: randomUUID(), chain: session.chain, name, description, owner: ownerAddress, rules, decimals }
      await database.change(async (trx) => {
        await insertDao(trx, { ...dao, createdAt: at, updatedAt: at })
        await addMember(trx, dao.daoId, ownerAddress, at)
        await anchoring.add(trx, {
          quorate: 1,
          type: 'dao',
          chain: dao.chain,
          daoId: dao.daoId,
          name,
          ownerAddress,
          votingRules: { ...rules, decimals },
          createdAt: at.toISOString(),
        })
      })
      const created = await find(dao.daoId)
      announcements.daoCreated(created)
      return created
    },

    async setStatus(daoId, status, session) {
      const { daoId: id } = await ownDao(daoId, session)
      await database.change((trx) => setInactive(trx, id, status === 'INACTIVE', new Date(clock.now())))
      return find(id)
    },

    async addMember(daoId, account, session) {
      const dao = await ownDao(daoId, session)
      await existing(ledgerOf(dao), account)
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        if (!(await addMember(trx, daoId, account, await changeTime(trx, daoId, account, new Date(clock.now())))))
          throw conflict('ALREADY_A_MEMBER', `${account} is a member already`)
      })
      return dao
    },

    async removeMember(daoId, account, session) {
      const dao = await ownDao(daoId, session)
      if (account === dao.owner) throw unprocessable('OWNER_STAYS', `${account} owns the DAO and stays its member`)
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        if (!(await removeMember(trx, daoId, account, await changeTime(trx, daoId, account, new Date(clock.now())))))
          throw notFound('NOT_A_MEMBER', `${account} is no member of this DAO`)
      })
      return dao
    },
  }
}

async function existing({ mirror }: Ledger, account: string): Promise<void> {
  const found = await mirror.account(account)
  if (!found) throw unprocessable('INVALID_ACCOUNT_ID', `${account} does not exist on the ledger`)
  if (found.deleted) throw unprocessable('ACCOUNT_DELETED', `${account} was deleted on the ledger`)
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
  return token.decimals
}
