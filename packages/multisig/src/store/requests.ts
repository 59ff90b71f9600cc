import { type Change, json, type ListPage, listPage, pageWithin } from '@quorate/platform'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import { keyFromHex, keyToHex } from '../model/keys.ts'
import type { NewGovernance, Receipt, Request, RequestEntry, RequestState, Schedule } from '../model/request.ts'
import { walletKey } from '../model/wallet.ts'
import { isClosedHere } from './schedules.ts'
import type { Read, StoredGovernance, Tables } from './tables.ts'
import { ownersFrom, ownersJson } from './wallets.ts'

interface SignatureJson {
  senderId: string
  publicKey: string
  signature: string
  timestamp: string
  byMirror: boolean | null
  confirmed: boolean
}

interface RejectionJson {
  account: string
  reason: string
  timestamp: string
}

const entryColumns = [
  'r.job_id',
  'r.history_id',
  'r.chain',
  'r.wallet',
  'r.operation',
  'r.type',
  'r.requester',
  'r.requester_role',
  'r.payload',
  'r.threshold',
  'r.transaction_id',
  'r.bytes',
  'r.body_bytes',
  'r.created_at',
  'r.updated_at',
  'r.expires_at',
  'r.window_ends_at',
  'r.execute_at',
  'r.schedule_id',
  'r.schedule_state',
  'r.schedule_expires_at',
  'r.schedule_execute',
  'r.state',
  'r.code',
  'r.message',
  'r.consensus_timestamp',
  'r.receipt',
  'r.replaces',
  'r.replaced_transaction',
  'r.group_id',
  'r.group_position',
  'r.group_size',
] as const

const entryQuery = (read: Read) =>
  read
    .selectFrom('multisig.request as r')
    .select(entryColumns)
    .select(
      sql<string | null>`(
        select n.job_id from multisig.request n
        where n.slot = r.slot and n.replaces = r.job_id and (r.state <> 'pending' or n.state <> 'error')
        order by n.sequence desc limit 1)`.as('replaced_by'),
    )

/** Includes all of the wallet's owners and their keys: use it for one request or a few. */
export const requestQuery = (read: Read) =>
  entryQuery(read)
    .leftJoin('multisig.wallet as w', (join) =>
      join.onRef('w.chain', '=', 'r.chain').onRef('w.wallet', '=', 'r.wallet'),
    )
    .select(['r.counted_for', 'r.participants', 'r.signing', 'r.governance', 'r.maybe_submitted', 'r.submitted'])
    .select(['w.threshold as wallet_threshold', 'w.previous_key', 'w.updated_at as changed_at'])
    .select(ownersJson('r.chain', 'r.wallet').as('owners'))
    .select(
      sql<SignatureJson[] | null>`(
        select json_agg(json_build_object('senderId', e.payload ->> 'senderId', 'publicKey', e.public_key,
          'signature', encode(e.signature, 'hex'), 'timestamp', e.timestamp, 'byMirror', e.payload -> 'byMirror',
          'confirmed', e.confirmed)
          order by e.id)
        from multisig.event e where e.job_id = r.job_id and e.action = 'signature' and e.public_key is not null)`.as(
        'signatures',
      ),
    )
    .select(
      sql<RejectionJson[] | null>`(
        select json_agg(json_build_object('account', x.account, 'reason', x.reason, 'timestamp', x.timestamp)
          order by x.timestamp)
        from multisig.rejection x where x.job_id = r.job_id)`.as('rejections'),
    )
    .select(
      sql<string[] | null>`(
        select json_agg(a.account) from multisig.acquaintance a
        where a.chain = r.chain and a.source = coalesce(r.wallet, r.requester) and a.standing = 'muted')`.as('muted'),
    )
    .select(
      sql<Request['roles'] | null>`(
        select json_object_agg(o.account, o.role) from multisig.role o
        where o.chain = r.chain and o.wallet = r.wallet and o.confirmed_at is not null)`.as('roles'),
    )

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryQuery>['executeTakeFirstOrThrow']>>
type RequestRow = Awaited<ReturnType<ReturnType<typeof requestQuery>['executeTakeFirstOrThrow']>>

function governanceFrom(row: RequestRow): Request['governance'] {
  if (row.wallet_threshold === null || !row.owners || !row.changed_at) return null
  const governance = { threshold: row.wallet_threshold, owners: ownersFrom(row.owners) }
  const previousKey = row.previous_key ? keyFromHex(Buffer.from(row.previous_key).toString('hex')) : null
  return { ...governance, key: walletKey(governance), previousKey, changedAt: row.changed_at }
}

const newGovernanceFrom = (stored: StoredGovernance): NewGovernance => ({
  ...stored,
  owners: ownersFrom(stored.owners),
})

function scheduleFrom(row: EntryRow): Schedule | null {
  const { schedule_state: state, schedule_expires_at: expiresAt, schedule_execute: execute } = row
  return state && expiresAt && execute ? { id: row.schedule_id, state, expiresAt, execute } : null
}

const groupFrom = ({ group_id: groupId, group_position: position, group_size: size }: EntryRow) =>
  groupId !== null && position !== null && size !== null ? { groupId, position, size } : null

const entryFrom = (row: EntryRow): RequestEntry => ({
  jobId: row.job_id,
  historyId: row.history_id,
  chain: row.chain,
  wallet: row.wallet,
  operation: row.operation,
  type: row.type,
  requester: row.requester,
  requesterRole: row.requester_role,
  payload: row.payload,
  threshold: row.threshold,
  transactionId: row.transaction_id,
  bytes: row.bytes,
  bodyBytes: row.body_bytes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  windowEndsAt: row.window_ends_at,
  mode: row.execute_at ? 'timed' : row.schedule_state ? 'scheduled' : 'immediate',
  executeAt: row.execute_at,
  schedule: scheduleFrom(row),
  state: row.state,
  code: row.code,
  message: row.message,
  consensusTimestamp: row.consensus_timestamp,
  receipt: row.receipt,
  replaces:
    row.replaces !== null && row.replaced_transaction !== null
      ? { jobId: row.replaces, transactionId: row.replaced_transaction }
      : null,
  replacedBy: row.replaced_by,
  group: groupFrom(row),
})

export const requestFrom = (row: RequestRow): Request => ({
  ...entryFrom(row),
  countedFor: row.counted_for,
  participants: row.participants,
  signing: row.signing,
  newGovernance: row.governance && newGovernanceFrom(row.governance),
  maybeSubmitted: row.maybe_submitted,
  submitted: row.submitted,
  governance: governanceFrom(row),
  signatures: (row.signatures ?? []).map(({ byMirror, confirmed, ...signature }) => ({
    ...signature,
    signature: Uint8Array.fromHex(signature.signature),
    timestamp: new Date(signature.timestamp),
    ...(byMirror ? { byMirror } : {}),
    ...(confirmed ? {} : { unconfirmed: true }),
  })),
  rejections: (row.rejections ?? []).map((rejection) => ({ ...rejection, timestamp: new Date(rejection.timestamp) })),
  muted: row.muted ?? [],
  roles: row.roles ?? {},
})

export async function findRequest(read: Read, jobId: string): Promise<Request | undefined> {
  const row = await requestQuery(read).where('r.job_id', '=', jobId).executeTakeFirst()
  return row && requestFrom(row)
}

export async function findRequests(read: Read, jobIds: string[]): Promise<Request[]> {
  const rows = await requestQuery(read).where('r.job_id', 'in', jobIds).execute()
  return rows.map(requestFrom)
}

/** The parts of a request that a statement shows for a transaction. */
export interface RequestOfTransaction {
  jobId: string
  type: RequestEntry['type']
  requester: string
  transactionId: string
  isScheduled: boolean
  signers: string[]
}

/**
 * The requests of a wallet that were executed as these transactions, with the accounts whose signatures were confirmed.
 */
export async function requestsOfTransactions(
  read: Read,
  { chain, wallet, ids }: { chain: string; wallet: string; ids: string[] },
): Promise<RequestOfTransaction[]> {
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('multisig.request as r')
    .select(['r.job_id', 'r.type', 'r.requester', 'r.transaction_id', 'r.schedule_state'])
    .select(
      sql<string[]>`array(
        select e.payload ->> 'senderId' from multisig.event e
        where e.job_id = r.job_id and e.action = 'signature' and e.confirmed
        group by 1 order by min(e.id))`.as('signers'),
    )
    .where('r.chain', '=', chain)
    .where('r.wallet', '=', wallet)
    .where(sql<boolean>`r.transaction_id = any(${ids})`)
    // If a request replaced another, both may have one id. Only one of them was executed.
    .where(sql<boolean>`coalesce(r.code, '') not in ('REPLACED', 'SUPERSEDED')`)
    .execute()
  return rows.map((row) => ({
    jobId: row.job_id,
    type: row.type,
    requester: row.requester,
    transactionId: row.transaction_id,
    isScheduled: row.schedule_state !== null,
    signers: row.signers.filter((one) => one !== null),
  }))
}

export async function stateOf(read: Read, jobId: string): Promise<RequestState | undefined> {
  const row = await read.selectFrom('multisig.request').select('state').where('job_id', '=', jobId).executeTakeFirst()
  return row?.state
}

/** Locks the wallet until the database transaction ends. Returns whether another change of its owners is executing. */
export async function lockGovernance(
  trx: Change<Tables>,
  chain: string,
  wallet: string,
  exceptJobId: string,
): Promise<boolean> {
  await lockWallet(trx, chain, wallet)
  const changing = await trx
    .selectFrom('multisig.request')
    .select('job_id')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('operation', '=', 'update')
    .where('state', '=', sql.lit('executing'))
    .where('job_id', '<>', exceptJobId)
    .execute()
  return changing.length > 0
}

/**
 * Locks the request until the database transaction ends; another change that locks it waits. False if the request no
 * longer exists.
 */
export async function lockRequest(trx: Change<Tables>, jobId: string): Promise<boolean> {
  const locked = await trx
    .selectFrom('multisig.request')
    .select('job_id')
    .where('job_id', '=', jobId)
    .forUpdate()
    .execute()
  return locked.length > 0
}

/**
 * Locks the wallet's requests that accept signatures at `now` until the database transaction ends, so that concurrent
 * signatures and rejections wait. Expired requests do not count as open anywhere, and may be numerous, so they are not
 * locked.
 */
export async function lockPendingOf(trx: Change<Tables>, chain: string, wallet: string, now: Date): Promise<string[]> {
  const pending = await trx
    .selectFrom('multisig.request')
    .select('job_id')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('state', '=', sql.lit('pending'))
    .where('expires_at', '>', now)
    .orderBy('job_id')
    .forUpdate()
    .execute()
  return pending.map(({ job_id }) => job_id)
}

/** At most `limit` requests that failed before `time` and can no longer succeed, because their windows have ended. */
export async function failedBefore(read: Read, time: Date, limit: number): Promise<string[]> {
  const found = await read
    .selectFrom('multisig.request')
    .select('job_id')
    .where(sql<boolean>`state = 'error' and not open`)
    .where('updated_at', '<', time)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return found.map(({ job_id }) => job_id)
}

/** Deletes requests that ended, with all their data. */
export async function deleteRequests(trx: Change<Tables>, jobIds: string[]): Promise<void> {
  // A concurrent comment waits for this lock and then finds no request.
  await trx.selectFrom('multisig.request').select('job_id').where('job_id', 'in', jobIds).forUpdate().execute()
  const tables = ['event', 'rejection', 'comment', 'draft', 'inbox', 'reminded', 'request'] as const
  for (const table of tables.map((name) => `multisig.${name}` as const))
    await trx.deleteFrom(table).where('job_id', 'in', jobIds).execute()
}

interface ListOf {
  chain: string
  wallet: string
  openAt?: Date
  transactionId?: string | undefined
}

/**
 * A page of a wallet's requests after `cursor`, newest first. The cursor is the `sequence` of the last request on the
 * previous page. With `openAt`, only requests that accept signatures at that time or are being executed. With
 * `transactionId`, only the request with that id and those that it replaced.
 */
export async function requestsOf(
  read: Read,
  page: ListOf & { limit: number; cursor: bigint | undefined },
): Promise<ListPage<RequestEntry & { sequence: bigint }>> {
  const { chain, wallet, limit, cursor, openAt, transactionId } = page
  const before = cursor === undefined ? sql`` : sql`and r.sequence < ${cursor}`
  const open = openAt ? sql`and r.state in ('pending', 'executing') and ${isActiveAt(openAt)}` : sql``
  const became = transactionId === undefined ? sql`` : sql`and r.transaction_id = ${transactionId}`
  const list = sql`
    select r.sequence as place, ${requestSize} as size from multisig.request r
    where r.chain = ${chain} and r.wallet = ${wallet} ${before} ${open} ${became}
    order by r.sequence desc limit ${limit}`
  const rows = await entryQuery(read)
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'r.sequence')
    .select(['r.sequence', 'page.listed'])
    .orderBy('r.sequence', 'desc')
    .execute()
  const items = rows.map((row) => ({ ...entryFrom(row), sequence: row.sequence }))
  return listPage(items, rows[0]?.listed, limit)
}

/**
 * A page after `cursor` of the requests that have ended here, although the ledger keeps them in schedules and can still
 * execute them, newest first. Those of wallets that the account knows and is a member of, and those that it requested.
 */
export async function keptRequestsOf(
  read: Read,
  page: { chain: string; account: string; now: Date; limit: number; cursor: bigint | undefined },
): Promise<ListPage<RequestEntry & { sequence: bigint }>> {
  const { chain, account, now, limit, cursor } = page
  const before = cursor === undefined ? sql`` : sql`and r.sequence < ${cursor}`
  const list = sql`
    select r.sequence as place, ${requestSize} as size
    from multisig.acquaintance a
    join multisig.request r on r.chain = a.chain and r.wallet = a.source and r.schedule_state = 'open'
    where a.chain = ${chain} and a.account = ${account} and a.standing = 'known'
      and r.state = 'error' and ${isClosedHere} and r.schedule_expires_at > ${now} ${before}
      and (r.requester = ${account} or exists (
        select from multisig.member m where m.chain = r.chain and m.wallet = r.wallet and m.account = ${account}))
    order by r.sequence desc limit ${limit}`
  const rows = await entryQuery(read)
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'r.sequence')
    .select(['r.sequence', 'page.listed'])
    .orderBy('r.sequence', 'desc')
    .execute()
  const items = rows.map((row) => ({ ...entryFrom(row), sequence: row.sequence }))
  return listPage(items, rows[0]?.listed, limit)
}

/** How many requests {@link requestsOf} lists on all pages. */
export async function countRequestsOf(read: Read, { chain, wallet, openAt, transactionId }: ListOf): Promise<number> {
  let query = read
    .selectFrom('multisig.request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
  if (openAt) query = query.where(sql<boolean>`state in ('pending', 'executing') and ${isActiveAt(openAt)}`)
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId)
  const { count } = await query.executeTakeFirstOrThrow()
  return Number(count)
}

const isActiveAt = (time: Date) => sql<boolean>`(state = 'executing' or (state = 'pending' and expires_at > ${time}))`

/** The approximate size of a request `r`, in bytes, as an entry of the history or of the pending list. */
export const requestSize = sql`(
  octet_length(r.payload::text) + coalesce(octet_length(r.receipt::text), 0) + 2 * (length(r.bytes) + length(r.body_bytes))
  + (select coalesce(sum(octet_length(e.payload::text) + coalesce(2 * length(e.transaction), 0) + coalesce(2 * length(e.signature), 0)), 0)
     from multisig.event e where e.job_id = r.job_id))`

/**
 * Serialises changes that count a wallet's requests or change its owners. Take it before any lock of a request, to
 * avoid deadlocks.
 */
export const lockWallet = (trx: Change<Tables>, chain: string, wallet: string): Promise<void> =>
  lock(trx, [`wallet ${chain} ${wallet}`])

/** Serialises changes that count an account's requests. Take it after {@link lockWallet}. */
export const lockCounts = (
  trx: Change<Tables>,
  { chain, wallet, account }: { chain: string; wallet: string | null; account: string },
): Promise<void> => lock(trx, [...(wallet ? [`wallet ${chain} ${wallet}`] : []), `person ${chain} ${account}`])

/** Takes these locks one after the other, until the database transaction ends. */
async function lock(trx: Change<Tables>, names: string[]): Promise<void> {
  const taken = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${`multisig ${name}`}, 0))`)
  await sql`select ${sql.join(taken)}`.execute(trx)
}

/**
 * Counts an account's requests: those that are open at `now`, those of them at this wallet (`openHere`), and those made
 * after `since` that have not succeeded. `changedAt` is when the wallet's owners last changed.
 */
export async function countRequests(
  trx: Change<Tables>,
  of: { chain: string; wallet: string | null; countedFor: string; now: Date; since: Date },
): Promise<{ open: number; openHere: number; notExecuted: number; changedAt: Date | null }> {
  const { rows } = await sql<{ open: string; open_here: string; not_executed: string; changed_at: Date | null }>`
    select
      (select count(*) from multisig.request where chain = ${of.chain} and counted_for = ${of.countedFor}
        and ((state in ('pending', 'executing') and ${isActiveAt(of.now)}) or schedule_state = 'open')) as open,
      (select count(*) from multisig.request where chain = ${of.chain} and counted_for = ${of.countedFor}
        and wallet = ${of.wallet} and state in ('pending', 'executing') and ${isActiveAt(of.now)}) as open_here,
      (select count(*) from multisig.request where chain = ${of.chain} and counted_for = ${of.countedFor}
        and created_at > ${of.since} and state <> 'success') as not_executed,
      (select updated_at from multisig.wallet where chain = ${of.chain} and wallet = ${of.wallet}) as changed_at`.execute(
    trx,
  )
  const [found] = rows
  return {
    open: Number(found?.open ?? 0),
    openHere: Number(found?.open_here ?? 0),
    notExecuted: Number(found?.not_executed ?? 0),
    changedAt: found?.changed_at ?? null,
  }
}

/** Stores a request and the event that opens its history entry. */
export async function insertRequest(trx: Change<Tables>, request: Request): Promise<void> {
  const governance: StoredGovernance | null = request.newGovernance && {
    ...request.newGovernance,
    owners: request.newGovernance.owners.map(({ wallet, name, key }) => ({ wallet, name, key: keyToHex(key) })),
  }
  await trx
    .with('request', (cte) =>
      cte.insertInto('multisig.request').values({
        job_id: request.jobId,
        history_id: request.historyId,
        chain: request.chain,
        wallet: request.wallet,
        operation: request.operation,
        type: request.type,
        requester: request.requester,
        counted_for: request.countedFor,
        participants: request.participants,
        payload: json(request.payload),
        threshold: request.threshold,
        signing: json(request.signing),
        governance: governance && json(governance),
        transaction_id: request.transactionId,
        bytes: request.bytes,
        body_bytes: request.bodyBytes,
        created_at: request.createdAt,
        updated_at: request.createdAt,
        expires_at: request.expiresAt,
        window_ends_at: request.windowEndsAt,
        execute_at: request.executeAt,
        schedule_id: null,
        schedule_state: request.schedule?.state ?? null,
        schedule_expires_at: request.schedule?.expiresAt ?? null,
        schedule_execute: request.schedule?.execute ?? null,
        state: 'pending',
        code: null,
        message: null,
        consensus_timestamp: null,
        receipt: null,
        replaces: request.replaces?.jobId ?? null,
        replaced_transaction: request.replaces?.transactionId ?? null,
        slot: null,
        group_id: request.group?.groupId ?? null,
        group_position: request.group?.position ?? null,
        group_size: request.group?.size ?? null,
        requester_role: request.requesterRole,
      }),
    )
    .insertInto('multisig.event')
    .values({
      job_id: request.jobId,
      action: 'request',
      status: 'pending',
      payload: json({ requesterId: request.requester, transactionId: request.transactionId }),
      timestamp: request.createdAt,
      transaction: request.bytes,
      signature: null,
      public_key: null,
    })
    .execute()
}

type RequestChange = Partial<
  Pick<
    Tables['multisig.request'],
    'state' | 'code' | 'message' | 'consensus_timestamp' | 'wallet' | 'schedule_state'
  > & {
    receipt: Receipt
    open: boolean
    maybe_submitted: boolean
    submitted: string[]
  }
>

const columnsOf = ({ receipt, ...rest }: RequestChange) => ({ ...rest, ...(receipt ? { receipt: json(receipt) } : {}) })

/**
 * Only pending requests wait for accounts. A separate statement also deletes entries that were committed while the
 * state change waited for its lock.
 */
const leaveInboxes = (trx: Change<Tables>, jobId: string) =>
  trx.deleteFrom('multisig.inbox').where('job_id', '=', jobId).execute()

/** Changes the state of a request that is in one of the states `from`; false if another change has changed it first. */
export async function moveState(
  trx: Change<Tables>,
  jobId: string,
  from: RequestState[],
  change: RequestChange & { updated_at: Date },
): Promise<boolean> {
  const moved = await trx
    .updateTable('multisig.request')
    .set(columnsOf(change))
    .where('job_id', '=', jobId)
    .where('state', 'in', from)
    .returning('job_id')
    .execute()
  if (moved.length > 0 && change.state !== undefined && change.state !== 'pending') await leaveInboxes(trx, jobId)
  return moved.length > 0
}

/** Like {@link moveState}, for the end of a request. Also adds the event to its history. */
export async function endRequest(
  trx: Change<Tables>,
  jobId: string,
  from: RequestState[],
  { change, payload, at }: { change: RequestChange; payload: Record<string, unknown>; at: Date },
): Promise<boolean> {
  const status = change.state === 'success' ? 'success' : 'error'
  const stored = await trx
    .with('moved', (cte) =>
      cte
        .updateTable('multisig.request')
        .set({ ...columnsOf(change), updated_at: at })
        .where('job_id', '=', jobId)
        .where('state', 'in', from)
        .returning('job_id'),
    )
    .insertInto('multisig.event')
    .columns(['job_id', 'action', 'status', 'payload', 'timestamp'])
    .expression((query) =>
      query
        .selectFrom('moved')
        .select([
          'moved.job_id',
          sql<'execute'>`'execute'`.as('action'),
          sql<typeof status>`${sql.lit(status)}`.as('status'),
          sql<Record<string, unknown>>`${json(payload)}::jsonb`.as('payload'),
          sql<Date>`${at}::timestamptz`.as('timestamp'),
        ]),
    )
    .returning('job_id')
    .execute()
  if (stored.length === 0) return false
  await leaveInboxes(trx, jobId)
  return true
}

/** How long after its end only a schedule's watch checks a request, in milliseconds. */
export const WATCH_MS = 600_000

/**
 * At most `limit` requests without a certain outcome whose ledger window ended before `time`, in order after `after`,
 * except those of the chains in `unreachableChains`.
 */
export async function unsettledEndedBefore(
  read: Read,
  time: Date,
  {
    limit,
    unreachableChains,
    after,
  }: { limit: number; unreachableChains: readonly string[]; after?: Request | undefined },
): Promise<Request[]> {
  const watchEnds = new Date(time.getTime() - WATCH_MS)
  let query = requestQuery(read)
    .where(sql<boolean>`r.open`)
    .where('r.window_ends_at', '<=', time)
    // Normally, a schedule's watch sees its end. Some minutes later, the watch may have been lost.
    .where(sql<boolean>`(r.schedule_state is distinct from 'open' or r.window_ends_at <= ${watchEnds})`)
    .orderBy('r.window_ends_at')
    .orderBy('r.job_id')
    .limit(limit)
  if (unreachableChains.length > 0) query = query.where('r.chain', 'not in', unreachableChains)
  if (after) query = query.where(sql<boolean>`(r.window_ends_at, r.job_id) > (${after.windowEndsAt}, ${after.jobId})`)
  return (await query.execute()).map(requestFrom)
}

/**
 * Marks a request with a certain outcome as no longer open. The mirror may show its consensus timestamp and custom fees
 * later than the receipt.
 */
export async function markSettled(
  trx: Change<Tables>,
  jobId: string,
  shown?: Pick<Request, 'consensusTimestamp' | 'receipt'>,
): Promise<void> {
  const { consensusTimestamp, receipt } = shown ?? {}
  const customFees = receipt?.customFees && json({ customFees: receipt.customFees })
  await trx
    .updateTable('multisig.request')
    .set({
      open: false,
      // In the state `creating`, the schedule was never created, so it ends as expired.
      schedule_state: sql`case when schedule_state = 'creating' then 'expired' else schedule_state end`,
      ...(consensusTimestamp ? { consensus_timestamp: consensusTimestamp } : {}),
      ...(customFees ? { receipt: sql`receipt || ${customFees}` } : {}),
    })
    .where('job_id', '=', jobId)
    .execute()
  if (!customFees) return
  await trx
    .updateTable('multisig.event')
    .set({ payload: sql`payload || ${customFees}` })
    .where('job_id', '=', jobId)
    .where('action', '=', 'execute')
    .where('status', '=', 'success')
    .execute()
}
