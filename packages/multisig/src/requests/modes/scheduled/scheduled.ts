import { setTimeout } from 'node:timers/promises'
import { signaturesFrom, signaturesIn } from '@quorate/ledger'
import { ApiError, conflict, type Database, unprocessable } from '@quorate/platform'
import { isKept, type KeptRequest } from '../../../model/modes.ts'
import type { Request } from '../../../model/request.ts'
import { missingKeys } from '../../../model/signatures.ts'
import { findRequest } from '../../../store/requests.ts'
import type { Tables } from '../../../store/tables.ts'
import { failure } from '../../checks/open-request.ts'
import type { RequestEvents } from '../../request-events.ts'
import type { RequestMode } from '../request-mode.ts'
import { scheduleCreate } from './creation.ts'
import type { Drafts } from './drafts.ts'
import type { SchedulePayer } from './payer.ts'
import type { ScheduleSignatures } from './signatures.ts'
import type { ScheduleWatch } from './watch.ts'

/** How long an execute call waits for the mirror to show the outcome of a signed schedule, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 15_000
const FIRST_PAUSE_MS = 250

interface Deps {
  database: Database<Tables>
  immediate: RequestMode
  watch: ScheduleWatch
  schedulePayer: SchedulePayer
  drafts: Drafts
  scheduleSignatures: ScheduleSignatures
  events: RequestEvents
}

/**
 * Requests with `expiresAt`. The requester signs a ScheduleCreate, which is executed like an immediate request. Then
 * the ledger keeps the wallet's transaction, and owners sign it with ScheduleSigns.
 */
export function createScheduledMode(deps: Deps): RequestMode {
  const { database, immediate, drafts, scheduleSignatures, schedulePayer, events } = deps

  const latest = async (request: Request): Promise<Request> =>
    (await findRequest(database.read, request.jobId)) ?? request

  /** Submits the ScheduleCreate of a request that has its signatures; undefined if there is nothing to submit. */
  async function create(request: Request): Promise<Request | undefined> {
    const isDue = request.state === 'pending' && request.schedule?.state === 'creating'
    return isDue && missingKeys(request).signatures === 0 ? immediate.execute(request, request.bytes) : undefined
  }

  events.on('confirmed', async (request) => {
    try {
      await create(request)
    } catch (error) {
      // If the ledger refuses, the request stays open, and its requester may execute it while there is time.
      if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
    }
  })

  return {
    transactionOf: (prepared, making) => scheduleCreate(schedulePayer, prepared, making),
    async begin() {},
    draftFor: drafts.draftFor,

    async sign(request, { senderId, signature }) {
      const found = signaturesFrom(signature)
      const repeated = request.signatures.find(
        (one) =>
          !one.byMirror &&
          one.senderId === senderId &&
          found.some((given) => Buffer.compare(given.signature, one.signature) === 0),
      )
      if (isKept(request)) return repeated ?? scheduleSignatures.submit(request, senderId, found)
      if (senderId !== request.requester && request.state === 'pending')
        throw conflict(
          'SCHEDULE_NOT_CREATED',
          `The requester, ${request.requester}, must sign the ScheduleCreate first. Then read your own bytes to sign from the request's status`,
        )
      const counted = await immediate.sign(request, { senderId, signature })
      const created = await create(await latest(request))
      if (created?.state === 'error') throw failure(created)
      return counted
    },

    async execute(request, bytes) {
      if (request.schedule?.state === 'creating') return immediate.execute(request, bytes)
      await submitAll(deps, request, bytes)
      return lookToEnd(deps, await latest(request))
    },
  }
}

/** Submits the signed drafts in these bytes. @throws as `ScheduleSignatures.submit`; 422 `BODY_MISMATCH` */
async function submitAll(
  { database, drafts, scheduleSignatures }: Deps,
  request: Request,
  bytes: Uint8Array,
): Promise<void> {
  const given = await drafts.draftsFor(request.jobId)
  // A body that occurs several times is submitted only once.
  const bodies = Map.groupBy(signaturesIn(bytes), ({ bodyBytes }) => Buffer.from(bodyBytes ?? []).toString('hex'))
  for (const [hex, same] of bodies) {
    const bodyBytes = hex === '' ? null : Buffer.from(hex, 'hex')
    if (bodyBytes && Buffer.compare(bodyBytes, request.bodyBytes) === 0) continue
    const found = same.flatMap(({ signatures }) => signatures)
    const draft = bodyBytes && given.find(({ body_bytes }) => Buffer.compare(bodyBytes, body_bytes) === 0)
    const present = (await findRequest(database.read, request.jobId)) ?? request
    if (draft && isKept(present)) {
      // A body without signatures only identifies the request.
      if (found.length > 0) await scheduleSignatures.submit(present, draft.sender, found)
    } else if (request.state === 'pending')
      throw unprocessable(
        'BODY_MISMATCH',
        `The bytes are neither those of the request ${request.jobId} nor those that its status returned in the last two minutes`,
      )
  }
}

/** Checks the mirror until a request that lacks no signature has ended, or the response timeout is over. */
async function lookToEnd({ watch }: Deps, request: Request): Promise<Request> {
  const deadline = performance.now() + RESPONSE_TIMEOUT_MS
  let current = request
  for (let pauseMs = FIRST_PAUSE_MS; awaitsExecution(current) && performance.now() < deadline; pauseMs *= 2) {
    current = await watch.look(current)
    if (awaitsExecution(current)) await setTimeout(pauseMs, undefined, { ref: false })
  }
  return current
}

/** Whether the ledger needs nothing else to execute the request's schedule immediately. */
const awaitsExecution = (request: Request): request is KeptRequest =>
  isKept(request) &&
  request.state === 'pending' &&
  request.schedule.execute === 'signed' &&
  missingKeys(request).signatures === 0
