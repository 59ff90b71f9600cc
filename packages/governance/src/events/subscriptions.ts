import { badRequest, type ClientEvents, type Database, notFound, type RoomsOf } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { daosEverOf, findDao } from '../store/daos.ts'
import { findProposal } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import { daoRoom, proposalRoom } from './announcements.ts'

const named = (field: string) => Type.Object({ [field]: Type.String({ maxLength: 100 }) })
const OfDao = named('daoId')
const OfProposal = named('proposalId')

function idIn(schema: typeof OfDao, field: string, payload: unknown): string {
  if (Check(schema, payload)) return String((payload as Record<string, unknown>)[field])
  throw badRequest('VALIDATION_FAILED', `Send {${field}}: an id such as 6f1f6f0a-2c9d-4c1e-9a53-0f6d2b8f7a11`)
}

/** Client messages that subscribe to events. A DAO's actions are public, so anybody with a session may subscribe. */
export const clientEvents = (database: Database<Tables>): ClientEvents => ({
  async subscribe_dao(_session, payload, member) {
    const daoId = idIn(OfDao, 'daoId', payload)
    if (!(await findDao(database.read, daoId))) throw notFound('DAO_NOT_FOUND', 'There is no such DAO')
    await member.join(daoRoom(daoId))
  },
  async unsubscribe_dao(_session, payload, member) {
    await member.leave(daoRoom(idIn(OfDao, 'daoId', payload)))
  },
  async subscribe_proposal(_session, payload, member) {
    const proposalId = idIn(OfProposal, 'proposalId', payload)
    if (!(await findProposal(database.read, proposalId)))
      throw notFound('PROPOSAL_NOT_FOUND', 'There is no such proposal')
    await member.join(proposalRoom(proposalId))
  },
  async unsubscribe_proposal(_session, payload, member) {
    await member.leave(proposalRoom(idIn(OfProposal, 'proposalId', payload)))
  },
})

/** The maximum number of DAOs, newest first, that an account's sockets follow automatically. */
const UNASKED_DAOS = 1_000

/**
 * The DAOs that a socket follows automatically: those that its account is, or was, a member of. A former member may
 * still vote on earlier proposals, and gets events about its own votes and proposals.
 */
export const roomsOf =
  (database: Database<Tables>): RoomsOf =>
  async ({ chain, walletId: account }) =>
    (await daosEverOf(database.read, { chain, account }, UNASKED_DAOS)).map(daoRoom)
