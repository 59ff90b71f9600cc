import type { Ledger } from '@quorate/ledger'
import {
  type Clock,
  conflict,
  type Database,
  forbidden,
  type Jobs,
  type Session,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { canonicalBytes, limits } from '@quorate/verify'
import { checkArea, delegationText, isKeyTime } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import { type Budgets, messagesOf } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Announcements } from '../events/announcements.ts'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import type { Dao } from '../model/dao.ts'
import { type Delegation, recordedDelegation } from '../model/delegation.ts'
import type { Settings } from '../settings.ts'
import { type GivenSignature, keyTime, proofOf } from '../signatures/proofs.ts'
import { findDao, lockDao } from '../store/daos.ts'
import {
  delegationDepth,
  findDelegation,
  insertDelegation,
  markRecorded,
  presentDelegations,
  unrecorded,
} from '../store/delegations.ts'
import { changeTime, isMember } from '../store/members.ts'
import type { Read, Tables, Trx } from '../store/tables.ts'

export interface DelegationBody {
  account: string
  delegate: string | null
  area?: string | null
  number: number
}

export type Delegations = ReturnType<typeof createDelegations>

/** The maximum number of delegations that are read for a record, and the maximum number of bytes of one. */
const READ_AT_ONCE = 100
const RECORD_BYTES = 15_000

/** Members' delegations of their votes. Each is written on the DAO's topic once, in the order in which they arrived. */
export function createDelegations(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
  budgets: Budgets
  anchoring: Anchoring
  replay: Replay
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, settings, budgets, anchoring, replay, announcements, ledgerOf } = deps
  const kind = lastingKind(deps, 'delegations.record', ({ daoId }: { daoId: string }) => daoId)
  kind.does(async ({ daoId }) => {
    const found = await findDao(database.read, daoId)
    if (found) await replay.upToDate(found)
    await database.change(async (trx) => {
      const dao = await lockDao(trx, daoId)
      if (dao) await record(trx, dao)
    })
  })

  /** Adds records of all delegations so far, so that they come before the next record. The DAO must be locked. */
  async function record(trx: Trx, { chain, daoId }: Dao): Promise<void> {
    for (;;) {
      const taken = fitting(await unrecorded(trx, daoId, READ_AT_ONCE))
      if (taken.length === 0) return
      await anchoring.add(trx, {
        quorate: 1,
        type: 'delegation',
        chain,
        daoId,
        changes: taken.map(recordedDelegation),
      })
      await markRecorded(
        trx,
        taken.map(({ id }) => id),
      )
    }
  }

  return {
    record,

    /**
     * Names a member's delegate, or ends its delegation if `delegate` is null.
     *
     * @throws 403 `NOT_A_MEMBER`, `NOT_YOUR_DELEGATION`, `WALLET_SESSION`; 409 `DELEGATION_OUT_OF_ORDER`; 422
     * `AREA_UNKNOWN`, `DELEGATION_NOT_ALLOWED`, `DELEGATE_NOT_A_MEMBER`, `DELEGATION_CYCLE`, `DELEGATION_TOO_DEEP`; for
     * signatures, the errors of `proofOf`
     */
    async delegate(
      dao: Dao,
      body: DelegationBody,
      signatures: readonly GivenSignature[],
      session: Session,
    ): Promise<Delegation> {
      const { daoId } = dao
      const { account, delegate, area = null, number } = body
      // Checked first, so that only members can cause mirror reads and verifications.
      await checkDelegation(database.read, dao, body)
      await replay.upToDate(dao)
      // A recount compares the key's time with the delegation's, so both come from one reading of the clock.
      const now = new Date(clock.now())
      const proof = await proved(ledgerOf, dao, body, signatures, { session, at: now })
      return database.change(async (trx) => {
        await lockDao(trx, daoId)
        await checkDelegation(trx, dao, body)
        const last = await findDelegation(trx, daoId, account)
        const at = await changeTime(trx, daoId, account, now)
        const changedAt = last && last.changedAt > at ? last.changedAt : at
        // A process with a faster clock may have begun a proposal that has not begun by this clock.
        if (proof && !isKeyTime(proof.keyAt, changedAt.getTime()))
          throw unavailable('MIRROR_UNAVAILABLE', `The mirror of ${dao.chain} is too far behind: try again`, 30)
        const given: Delegation = { account, delegate, area, number, changedAt, proof }
        const messages = messagesOf(canonicalBytes(recordedDelegation(given)))
        await budgets.reserve(trx, { chain: dao.chain, wallet: account, messages, founded: dao.createdAt })
        await insertDelegation(trx, daoId, given, { recorded: false })
        await kind.add(trx, { daoId }, new Date(clock.now() + settings.ANCHOR_INTERVAL))
        trx.onCommit(() => announcements.delegationChanged(dao, given))
        return given
      })
    },
  }
}

async function proved(
  ledgerOf: (on: { chain: string }) => Ledger,
  dao: Dao,
  body: DelegationBody,
  signatures: readonly GivenSignature[],
  { session, at }: { session: Session; at: Date },
) {
  const { account } = body
  if (session.chain !== dao.chain)
    throw forbidden('WRONG_CHAIN', `The session is for ${session.chain}, and the DAO is on ${dao.chain}`)
  if (signatures.length === 0) {
    const { holder } = session
    // The owners of a wallet signed for one session of its holder, which a delegation would outlast.
    if (session.walletId === account && holder !== undefined)
      throw forbidden(
        'WALLET_SESSION',
        `${holder} holds this session of ${account} for an hour, and a delegation would outlast it: send signatures of its owners`,
      )
    if (session.walletId === account) return null
    throw forbidden(
      'NOT_YOUR_DELEGATION',
      `This session is for ${session.walletId}: a delegation of ${account} needs a signature by ${account}`,
    )
  }
  const { mirror } = ledgerOf(dao)
  const keyAt = await keyTime({ chain: dao.chain, mirror }, at)
  const key = await mirror.keyAt(account, keyAt)
  return proofOf(key, keyAt, signatures, { account, text: textOf(dao, body) })
}

/** The text that the member signs for a delegation. @throws 409 `DELEGATION_OUT_OF_ORDER` while the DAO has no topic */
export function textOf(dao: Dao, { account, delegate, area, number }: DelegationBody): string {
  const { chain, daoId, topicId, name } = dao
  if (topicId === null)
    throw conflict(
      'DELEGATION_OUT_OF_ORDER',
      `The text to sign names the DAO's topic, and ${name} has none yet: try again in a moment`,
    )
  return delegationText({ chain, daoId, topicId, account, delegate, area: area ?? undefined, number })
}

async function checkDelegation(read: Read, dao: Dao, body: DelegationBody): Promise<void> {
  const { account, delegate, number, area = null } = body
  const { daoId, name, rules } = dao
  if (!rules.delegation)
    throw unprocessable('DELEGATION_NOT_ALLOWED', `By the rules of ${name}, votes cannot be delegated`)
  if (!(await isMember(read, daoId, account))) throw forbidden('NOT_A_MEMBER', `${account} is not a member of ${name}`)
  const last = await findDelegation(read, daoId, account)
  const next = (last?.number ?? 0) + 1
  if (number !== next)
    throw conflict(
      'DELEGATION_OUT_OF_ORDER',
      `number is ${number}: the next delegation of ${account} in this DAO is number ${next}`,
    )
  checkArea(area ?? undefined, rules)
  // Ending a delegation is always allowed. If delegations for all areas then form a cycle, nobody's vote counts for
  // others in it.
  if (delegate === null) return
  if (!(await isMember(read, daoId, delegate)))
    throw unprocessable(
      'DELEGATE_NOT_A_MEMBER',
      `${delegate} is not a member of ${name}: only members can be delegates`,
    )
  const of = { account, delegate }
  if (area !== null) return checkChain(read, dao, { ...of, area })
  await checkChain(read, dao, { ...of, area: null })
  // It counts in the areas for which the member has no separate delegate.
  const narrower = (await presentDelegations(read, daoId, account)).filter((one) => one.delegate !== null)
  for (const one of rules.areas ?? [])
    if (!narrower.some(({ area: own }) => own === one)) await checkChain(read, dao, { ...of, area: one })
}

/**
 * Follows the chain of delegates in an area, or without one.
 *
 * @throws 422 `DELEGATION_CYCLE`, `DELEGATION_TOO_DEEP`
 */
async function checkChain(
  read: Read,
  { daoId }: Dao,
  { account, delegate, area }: { account: string; delegate: string; area: string | null },
): Promise<void> {
  const where = area === null ? '' : ` in the area ${area}`
  const { ahead } = await delegationDepth(read, { daoId, account: delegate, area })
  if (delegate === account || ahead.includes(account))
    throw unprocessable(
      'DELEGATION_CYCLE',
      delegate === account
        ? `${account} cannot be its own delegate`
        : `${delegate} already delegates to ${account}${where}, perhaps through others`,
    )
  const { behind } = await delegationDepth(read, { daoId, account, area })
  const { value: most } = limits.maxDelegationDepth
  if (behind + 1 + ahead.length > most)
    throw unprocessable(
      'DELEGATION_TOO_DEEP',
      `With this delegation, a chain would have ${behind + 1 + ahead.length} delegates${where}: at most ${most}`,
    )
}

/** The first of these delegations that fit in one record; at least one. */
function fitting<D extends Delegation>(delegations: D[]): D[] {
  let bytes = 0
  const end = delegations.findIndex((one) => {
    bytes += canonicalBytes(recordedDelegation(one)).length
    return bytes > RECORD_BYTES
  })
  return end < 0 ? delegations : delegations.slice(0, Math.max(1, end))
}
