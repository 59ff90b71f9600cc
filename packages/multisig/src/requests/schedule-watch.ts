/**
 * What becomes of schedules on the ledger, which has the last word: owners may sign, delete or complete them elsewhere.
 * Each is looked at after every transaction that was sent for it here, then ever more rarely, and at its end.
 */
import { type Ledger, type MirrorSchedule, readSubmission, withSignatures } from '@quorate/ledger'
import {
  type Change,
  type Clock,
  createSteps,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
} from '@quorate/platform'
import { canonicalSignature, type Leaf, leafFromBytes, leaves, publicKeyText, verify } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import {
  type CountedSignature,
  isScheduled,
  people,
  presentKeys,
  type Request,
  type Schedule,
  scheduledTransactionId,
  signedKeys,
} from '../model/request.ts'
import { insertSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import { draftedBodies, endSchedule, nextWatch, verifyShown, watchOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { readOnce } from './reads.ts'
import type { Settlement } from './settle.ts'

/** How long the first look waits after a transaction was sent; the pause doubles with each look, in milliseconds. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** How long after the end of a schedule its last look is, so that the mirror has passed it, in milliseconds. */
const MIRROR_LAG_MS = 15_000
const RETRY_PAUSE_MS = 30_000
/** How many signatures one look verifies at most: 60 ms, and 200 ms of secp256k1. */
const VERIFICATIONS_PER_LOOK = 300

export type ScheduledRequest = Request & { schedule: Schedule & { id: string } }

export interface ScheduleWatch {
  /** Begins to look at a schedule often again: a transaction for it is about to be sent, or it was just created. */
  begin(trx: Change<Tables>, jobId: string): Promise<void>
  /**
   * Takes over what the mirror shows of a request's schedule: its signatures, its deletion, its end, and what became of
   * its transaction. Answers the request as it is then.
   */
  look(request: ScheduledRequest): Promise<Request>
}

export function createScheduleWatch(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  settlement: Settlement
  announcements: Announcements
}): ScheduleWatch {
  const { database, jobs, clock, ledgerOf, settlement, announcements } = deps

  interface WatchJob {
    jobId: string
    chain: string
    wallet: string | null
    watch: number
    pauseMs: number
  }
  const kind: JobKind<WatchJob> = jobs.define<WatchJob>(
    'schedule.watch',
    async (job, { final }) => {
      const request = await findRequest(database.read, job.jobId)
      if (!request || !isScheduled(request) || (await watchOf(database.read, job.jobId)) !== job.watch) return
      const after = await look(request).catch((error: unknown) => {
        if (!final) throw error
        return request
      })
      const next = { ...job, pauseMs: Math.min(2 * job.pauseMs, LONGEST_PAUSE_MS) }
      if (isScheduled(after)) await database.change((trx) => create(trx, next, after.schedule))
    },
    // Any number of schedules of a wallet may end in the same second: those of others are looked at in between.
    { ownerOf: ({ chain, wallet }) => `${chain} ${wallet}` },
  )

  function create(trx: Change<Tables>, job: WatchJob, { expiresAt }: Schedule): Promise<unknown> {
    const now = clock.now()
    const end = expiresAt.getTime() + MIRROR_LAG_MS
    const at = end > now ? Math.min(now + job.pauseMs, end) : now + RETRY_PAUSE_MS
    return jobs.create(trx, kind, job, { startAfter: new Date(at), singletonKey: `${job.jobId} ${job.watch} ${at}` })
  }

  async function begin(trx: Change<Tables>, jobId: string): Promise<void> {
    const watch = await nextWatch(trx, jobId)
    const request = await findRequest(trx, jobId)
    if (!request?.schedule) return
    const { chain, wallet, schedule } = request
    await create(trx, { jobId, chain, wallet, watch, pauseMs: FIRST_PAUSE_MS }, schedule)
  }

  const latest = async (request: Request): Promise<Request> =>
    (await findRequest(database.read, request.jobId)) ?? request

  async function look(request: ScheduledRequest): Promise<Request> {
    const { schedule } = request
    const ledger = ledgerOf(request)
    // The request is open, so that the schedule is the one that was asked for: `settle` has compared them.
    const shown = await ledger.mirror.schedule(schedule.id)
    if (shown) await countShown(ledger, request, shown)
    if (shown?.executedTimestamp || clock.now() >= schedule.expiresAt.getTime()) await conclude(ledger, request, shown)
    else if (shown?.deleted) await endDeleted(request)
    return latest(request)
  }

  /** Settles a request whose transaction the ledger has executed, or never will. */
  async function conclude(ledger: Ledger, request: ScheduledRequest, shown: MirrorSchedule | null): Promise<void> {
    const { id, expiresAt } = request.schedule
    const transactionId = scheduledTransactionId(request)
    const outcome = await ledger.outcome(transactionId, {
      expiresAt: expiresAt.getTime(),
      mirrorOnly: true,
    })
    // A mirror that shows the execution, but not yet its transaction, is asked again.
    if (outcome.state === 'unknown' || (shown?.executedTimestamp && outcome.phase !== 'consensus')) return
    if (outcome.phase === 'consensus') {
      const charged = outcome.success ? await ledger.chargedFees(transactionId) : []
      if (charged) await settlement.conclude(request, outcome, charged)
    } else if (shown?.deleted) await endDeleted(request)
    else {
      const message = `The schedule ${id} expired at ${expiresAt.toISOString()}, before the ledger executed it`
      await end(request, 'expired', { code: 'REQUEST_EXPIRED', message })
    }
  }

  const endDeleted = (request: ScheduledRequest): Promise<void> =>
    end(request, 'deleted', { code: 'SCHEDULE_DELETED', message: `The schedule ${request.schedule.id} was deleted` })

  async function end(request: Request, state: 'expired' | 'deleted', why: { code: string; message: string }) {
    const ended = { ...request, schedule: request.schedule && { ...request.schedule, state } }
    await database.change(async (trx) => {
      await settlement.close(trx, ended, { ...why, from: ['pending', 'executing'] })
      const isEnded = await endSchedule(trx, request.jobId, state)
      // A request that its owners closed before keeps its code; that its schedule is gone is news to them.
      if (isEnded && request.state === 'error') trx.onCommit(() => announcements.transactionFailed(ended))
    })
  }

  /**
   * Counts the signatures that the mirror shows, of keys that the ledger asks for. Those that verify over a transaction
   * which was given out here, and that the mirror shows with that very transaction, are the ledger's; of others, that
   * may be: anybody can repeat, in a transaction of its own, a signature that it has seen, and who pays for a
   * transaction that others have signed as well can execute another under its id. That has a signature of the payer,
   * which is none over the first.
   */
  async function countShown(ledger: Ledger, request: ScheduledRequest, { signatures }: MirrorSchedule): Promise<void> {
    const counted = signedKeys(request)
    const noted = new Set(request.signatures.map(({ publicKey }) => publicKey))
    const found: ShownSignature[] = []
    const asked = leavesAsked(request)
    const steps = createSteps()
    // An owner may send thousands of invalid ones beside its own, and all of them are shown.
    for (const shown of signatures) {
      const one = signatureOf(asked, shown)
      if (one && !counted.has(one.publicKey)) found.push(one)
      await steps.done(1 + asked.length / 10)
    }
    if (found.length === 0) return
    const { mirror } = readOnce(ledger)
    const bodies = [request.bodyBytes, ...(await draftedBodies(database.read, request.jobId))]
    const [certain, others] = [new Map<string, CountedSignature>(), new Map<string, CountedSignature>()]
    // Others may send any number of invalid ones; those that were sent last are looked at.
    const most = Math.max(1, Math.floor(VERIFICATIONS_PER_LOOK / bodies.length))
    const wholly = new Map<Uint8Array, boolean>()
    /** Whether all signatures that the mirror shows of the time when the body's id was executed are over the body. */
    const isOver = (body: Uint8Array, time: string): boolean =>
      wholly.getOrInsertComputed(body, () =>
        signatures
          .filter(({ consensusTimestamp }) => consensusTimestamp === time)
          .every(({ publicKeyPrefix, signature }) => isSignature(publicKeyPrefix, body, signature)),
      )
    for (const { leaf, consensusTimestamp, ...signature } of found.slice(-most)) {
      const { publicKey } = signature
      const body = bodies.find((one) => verify(leaf, one, signature.signature))
      const transactionId = body && (await mirror.transactionIdAt(consensusTimestamp))
      // A mirror that does not show the transaction yet is asked again.
      if (transactionId === null) continue
      if (body && transactionId === transactionIdIn(body) && isOver(body, consensusTimestamp))
        certain.set(publicKey, signature)
      else if (!noted.has(publicKey)) others.set(publicKey, { ...signature, byMirror: true })
    }
    const added = [...certain.values(), ...others.values().filter(({ publicKey }) => !certain.has(publicKey))]
    if (added.length === 0) return
    await database.change(async (trx) => {
      await lockRequest(trx, request.jobId)
      await verifyShown(trx, request.jobId, [...certain.values()])
      await insertSignatures(trx, request.jobId, added)
      const signed = await findRequest(trx, request.jobId)
      if (!signed) return
      await noteWaiting(trx, [signed])
      trx.onCommit(() => {
        for (const signature of added) announcements.signatureAdded(signed, signature)
      })
    })
  }

  return { begin, look }
}

/** A signature that the mirror shows, and when the ledger took the transaction that it came with. */
type ShownSignature = CountedSignature & { leaf: Leaf; consensusTimestamp: string }

/** A key that the ledger asks for, and the account here that has it. */
interface AskedLeaf {
  leaf: Leaf
  bytes: Buffer
  publicKey: string
  senderId: string | undefined
}

/** The keys that the ledger asks for, each once. */
function leavesAsked(request: Request): AskedLeaf[] {
  const senders = new Map(
    [...people(request)]
      .toReversed()
      .flatMap(([account, keys]) => keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), account] as const)),
  )
  const asked = new Map(
    presentKeys(request)
      .flatMap(leaves)
      .map((leaf) => [publicKeyText(leaf), leaf] as const),
  )
  return [...asked].map(([publicKey, leaf]) => ({
    leaf,
    bytes: Buffer.from(leaf.bytes),
    publicKey,
    senderId: senders.get(publicKey),
  }))
}

/** A signature that the mirror shows, if it is by a key that the ledger asks for and that an account here has. */
function signatureOf(
  asked: readonly AskedLeaf[],
  { publicKeyPrefix, signature, consensusTimestamp }: MirrorSchedule['signatures'][number],
): ShownSignature | undefined {
  const { length } = publicKeyPrefix
  if (length === 0) return undefined
  const [found, ...others] = asked.filter(({ bytes }) => bytes.subarray(0, length).equals(publicKeyPrefix))
  if (found?.senderId === undefined || others.length > 0) return undefined
  const { leaf, publicKey, senderId } = found
  const timestamp = new Date(Math.floor(Number(consensusTimestamp) * 1000))
  const canonical = canonicalSignature(leaf.type, signature)
  return canonical && { senderId, publicKey, signature: canonical, timestamp, leaf, consensusTimestamp }
}

/** Whether it is a signature over the body by the key that the prefix names as a whole. */
function isSignature(prefix: Uint8Array, body: Uint8Array, signature: Uint8Array): boolean {
  const leaf = leafFromBytes(prefix)
  return leaf !== undefined && verify(leaf, body, signature)
}

const transactionIdIn = (bodyBytes: Uint8Array): string => readSubmission(withSignatures(bodyBytes, [])).transactionId
