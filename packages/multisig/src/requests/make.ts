import { randomUUID } from 'node:crypto'
import { Hbar } from '@hiero-ledger/sdk'
import {
  createPrices,
  keyToProto,
  type Ledger,
  MAX_TRANSACTION_BYTES,
  type MaxCustomFees,
  signedSize,
} from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
  tooMany,
  unprocessable,
} from '@quorate/platform'
import { type Leaf, leaves, publicKeyText } from '@quorate/verify'
import type { Static, TObject } from 'typebox'
import { Clean } from 'typebox/value'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { keyFromHex, type OperationName, operations, type Request, signingNow } from '../model/request.ts'
import { walletKey } from '../model/wallet.ts'
import { ledgerWindow } from '../model/window.ts'
import { operations as all } from '../operations/index.ts'
import type { Asker, Operation, Prepared, Preparing } from '../operations/operation.ts'
import { CENTS, type Problem } from '../operations/problems.ts'
import type { Settings } from '../settings.ts'
import { mutedBy, noteKnown } from '../store/acquaintances.ts'
import { noteWaiting } from '../store/inbox.ts'
import { noteOpened } from '../store/proposals.ts'
import { countRequests, findRequest, insertRequest, lockCounter, lockWallet } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet, isOwner } from '../store/wallets.ts'
import type { Expiry } from './expire.ts'
import { askedFees, intendedBody } from './fees.ts'
import { walletOnLedger } from './keys.ts'
import type { Turns } from './one-at-a-time.ts'
import { readOnce } from './reads.ts'
import { checkNoScheduledUpdate, type GivenSchedule, scheduleCreate, scheduleFrom } from './schedule.ts'
import type { SchedulePayer } from './schedule-payer.ts'
import { type Storage, storedRequest } from './storage-budget.ts'
import { executeAtFrom, type TimedRequests } from './timed.ts'

/** The passed proposal that opens a request. */
interface ProposalOf {
  daoId: string
  proposalId: string
  topicId: string
  consensusTimestamp: string
}

export interface Decided {
  proposal: ProposalOf
  /** For this account the request counts. */
  daoOwner: string
}

export interface Requests {
  /**
   * Makes a request for the session, or for the wallet itself where a proposal of its DAO has decided: its operation
   * prepares it, it is frozen for one consensus node, and stored with its jobs. With `executeAt` it is a timed one,
   * with `expiresAt` a scheduled one. Answers also what the ledger would refuse of it now.
   *
   * @throws 422 with the ledger's code where it would refuse the transaction, unless `force` is set or it is executed
   *     later
   */
  make<Body extends TObject>(
    operation: Operation<Body>,
    body: Asked<Body>,
    asker: Asker & { decided?: Decided },
  ): Promise<{ request: Request; problems: Problem[] }>
  /** What the ledger would refuse of such a request now. Stores nothing. */
  check<Body extends TObject>(operation: Operation<Body>, body: Asked<Body>, asker: Asker): Promise<Problem[]>
  /** What the ledger would refuse of a request that is pending, as it would now. Empty for others. */
  checkAgain(request: Request): Promise<Problem[]>
}

/** The body of a request with the fields that any operation takes. */
type Asked<Body extends TObject> = Static<Body> & { executeAt?: string; force?: boolean } & GivenSchedule

export function createRequests(deps: {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  jobs: Jobs
  storage: Storage
  expiry: Expiry
  timed: TimedRequests
  announcements: Announcements
  turns: Turns
  schedulePayer: SchedulePayer
}): Requests {
  const { schedulePayer, database, settings, clock, ledgerOf, jobs, storage, expiry, timed, announcements, turns } =
    deps

  const priceOf = createPrices(clock)

  /** Tells the owners of a new request. */
  const kinds = new Map<OperationName, JobKind<{ jobId: string }, Request>>(
    operations.map((name) => [
      name,
      jobs.define<{ jobId: string }, Request>(`${name}.request`, async ({ jobId }, { local }) => {
        const request = local ?? (await findRequest(database.read, jobId))
        // Until the ledger keeps a scheduled request, only who asked for it can do anything.
        if (request && request.schedule?.state !== 'creating') announcements.transactionPending(request)
      }),
    ]),
  )

  const preparing = (session: Asker & { decided?: Decided; isStored?: boolean }, ledger: Ledger): Preparing => ({
    ledger,
    session,
    settings,
    async openWallet(walletId) {
      if (
        !session.decided &&
        !session.isStored &&
        !(await isOwner(database.read, session.chain, walletId, session.walletId))
      )
        throw notFoundOrDenied()
      const wallet = await findWallet(database.read, session.chain, walletId)
      if (!wallet) throw notFoundOrDenied()
      const onLedger = { ...wallet, changedAt: wallet.updatedAt.getTime() }
      return { wallet, account: await walletOnLedger(ledger, onLedger, clock.now()) }
    },
  })

  /** The request, frozen and not stored, with what the ledger would refuse of it now. */
  async function draft<Body extends TObject>(
    operation: Operation<Body>,
    body: Asked<Body>,
    session: Asker & { decided?: Decided; isStored?: boolean },
  ): Promise<{ request: Request; problems: Problem[] }> {
    const ledger = readOnce(ledgerOf(session))
    const executeAt = body.executeAt === undefined ? null : executeAtFrom(body.executeAt, clock.now())
    const schedule = scheduleFrom(body, operation, { now: clock.now(), settings })
    const prepared = await operation.prepare(body, preparing(session, ledger))
    const jobId = randomUUID()
    const now = clock.now()
    const validStart = executeAt === null ? ledger.validStart() : ledger.validStart(executeAt)
    const opensAt = executeAt ?? now
    const window = ledgerWindow(validStart, opensAt, settings)
    const fee = maxFee(prepared)
    prepared.transaction.setMaxTransactionFee(fee)
    const proposal = session.decided?.proposal
    if (proposal) prepared.transaction.setTransactionMemo(`Proposal ${proposal.proposalId}`)
    const created =
      schedule &&
      (await scheduleCreate(prepared, schedule, {
        ...{ jobId, maxFee: fee, session, ledger, schedulePayer, asked: body.payer },
        signatures: signersOf(prepared).size,
        receiverId: String((body as Record<string, unknown>).receiverId ?? ''),
      }))
    const signing = created ? { ...prepared.signing, creator: created.creator } : prepared.signing
    const frozen = ledger.freeze(created?.transaction ?? prepared.transaction, {
      payer: created ? (created.creator.payer ?? session.walletId) : prepared.payer,
      ...window,
    })
    checkSize(frozen.bodyBytes, signersOf({ ...prepared, signing: signingNow({ signing, schedule }) }))
    // Fields that the schema does not know are not stored.
    const payload = Clean(operation.body, structuredClone(body)) as Record<string, unknown>
    const { wallet } = prepared
    const fees = wallet
      ? await askedFees(ledger, { id: wallet.wallet, key: wallet.key }, intendedBody(frozen), payload)
      : []
    const createdAt = new Date(now)
    const request: Request = {
      jobId,
      historyId: randomUUID(),
      chain: session.chain,
      wallet: prepared.wallet?.wallet ?? null,
      operation: operation.name,
      type: operation.type,
      requester: session.walletId,
      countedFor: session.decided?.daoOwner ?? session.walletId,
      participants: prepared.participants,
      payload: { ...payload, ...(fees.length > 0 ? { customFees: fees } : {}), ...(proposal ? { proposal } : {}) },
      threshold: prepared.threshold,
      signing,
      newGovernance: prepared.newGovernance,
      transactionId: frozen.transactionId,
      bytes: frozen.bytes,
      bodyBytes: frozen.bodyBytes,
      createdAt,
      updatedAt: createdAt,
      expiresAt: new Date(opensAt + settings.TRANSACTION_TIMEOUT),
      windowEndsAt: new Date(frozen.expiresAt),
      executeAt: executeAt === null ? null : new Date(executeAt),
      schedule,
      state: 'pending',
      code: null,
      message: null,
      consensusTimestamp: null,
      receipt: null,
      maybeSubmitted: false,
      submitted: [],
      governance: prepared.wallet && { ...prepared.wallet, changedAt: prepared.wallet.updatedAt },
      signatures: [],
      rejections: [],
      muted: [],
    }
    return { request, problems: [...(await payerProblems(ledger, prepared, fees)), ...prepared.problems] }
  }

  /** Whether the payer has the hbars that a transaction takes, at the least. */
  async function payerProblems(
    ledger: Ledger,
    { spending: { account, tinybars, cents }, threshold }: Prepared,
    customFees: MaxCustomFees,
  ): Promise<Problem[]> {
    const fee = BigInt(await priceOf(ledger, cents + CENTS.signature * (threshold - 1), 1))
    const charged = customFees
      .flatMap(({ fees }) => fees)
      .filter(({ token_id }) => token_id === 'HBAR')
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const needed = tinybars + charged + fee
    if (account.balance >= needed) return []
    const message = `${account.id} has ${account.balance} tinybars, and this takes at least ${needed} with its fee`
    return [{ code: 'INSUFFICIENT_PAYER_BALANCE', message }]
  }

  async function store(request: Request): Promise<void> {
    const { jobId, createdAt } = request
    const proposal = request.payload.proposal as ProposalOf | undefined
    const write = () =>
      database.change(async (trx) => {
        if (proposal && request.wallet) {
          const { chain, wallet } = request
          const opens = { chain, wallet, jobId, proposal: proposal.proposalId, at: createdAt }
          if (!(await noteOpened(trx, opens)))
            throw conflict('PROPOSAL_OPENED', `The proposal ${proposal.proposalId} has opened its request`)
        }
        await checkCounts(trx, request)
        await insertRequest(trx, request)
        const source = request.wallet ?? request.requester
        if (!proposal && request.wallet)
          await noteKnown(trx, { chain: request.chain, source, accounts: [request.requester], at: createdAt })
        const told = { ...request, muted: await mutedBy(trx, request.chain, source) }
        await noteWaiting(trx, [request])
        await expiry.schedule(trx, request)
        await storage.schedule(trx, request)
        await timed.schedule(trx, request)
        const kind = kinds.get(request.operation)
        if (kind) await jobs.createAndRun(trx, kind, { jobId: request.jobId }, { local: told })
        await storage.take(trx, { chain: request.chain, account: request.countedFor }, storedRequest(request))
      })
    await turns(personOf(request), () => (request.wallet ? turns(walletOf(request), write) : write()))
  }

  return {
    async make(operation, body, session) {
      const { request, problems } = await draft(operation, body, session)
      const isLater = request.executeAt !== null || request.schedule !== null
      if (!isLater && !body.force) refuseProblems(problems)
      await store(request)
      return { request, problems }
    },
    check: async (operation, body, session) => (await draft(operation, body, session)).problems,
    async checkAgain({ state, operation, payload, requester, chain, newGovernance }) {
      if (state !== 'pending') return []
      const asker = { chain, walletId: requester, app: newGovernance?.smartApp ?? '', isStored: true }
      try {
        return (await draft(all[operation] as Operation, payload as never, asker)).problems
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
        return [{ code: error.code, message: error.message }]
      }
    },
  }
}

/** @throws 422 with the code of the first problem; `details` has them all */
function refuseProblems(problems: Problem[]): void {
  const [first] = problems
  if (!first) return
  const all = problems.map(({ message }) => message).join('. ')
  throw unprocessable(
    first.code,
    `The ledger would refuse this now: ${all}. To ask all the same, send "force": true`,
    problems,
  )
}

const walletOf = ({ chain, wallet }: Request): string => `wallet ${chain} ${wallet}`
const personOf = ({ chain, countedFor }: Request): string => `person ${chain} ${countedFor}`
const DAY_MS = 86_400_000

/** @throws 429 `TOO_MANY_OPEN_REQUESTS`, `TOO_MANY_REQUESTS_A_DAY`; 409 `WALLET_CHANGED` */
async function checkCounts(trx: Change<Tables>, request: Request): Promise<void> {
  const { chain, wallet, countedFor, createdAt, governance } = request
  const { maxOpenRequestsOfWallet, maxOpenRequestsOfPerson, maxUnsettledRequestsADay } = limits
  const since = new Date(createdAt.getTime() - DAY_MS)
  // Every change takes these locks in the same order, so that no two wait for each other.
  if (wallet) await lockWallet(trx, chain, wallet)
  await lockCounter(trx, personOf(request))
  const { ofWallet, ofAccountInWallet, ofAccount, notExecuted, changedAt } = await countRequests(trx, {
    chain,
    wallet,
    countedFor,
    now: createdAt,
    since,
  })
  if (wallet && changedAt?.getTime() !== governance?.changedAt.getTime())
    throw conflict('WALLET_CHANGED', `The owners of ${wallet} have changed since this was asked: ask again`)
  if (wallet && request.operation === 'update') await checkNoScheduledUpdate(trx, { ...request, wallet })
  // One owner with many open requests leaves the others their equal parts.
  const part = Math.floor(maxOpenRequestsOfWallet.value / (governance?.owners.length ?? 1))
  const hasPart = ofAccountInWallet >= part
  if (ofWallet >= (hasPart ? 1 : 2) * maxOpenRequestsOfWallet.value)
    throw tooMany(
      'TOO_MANY_OPEN_REQUESTS',
      `The wallet ${wallet} has ${ofWallet} open requests, ${ofAccountInWallet} of them of ${countedFor}: at most ${maxOpenRequestsOfWallet.value}, or that account's equal part, ${part}, while there are fewer than twice as many in all: execute or reject some`,
      30,
    )
  if (ofAccount >= maxOpenRequestsOfPerson.value)
    throw tooMany(
      'TOO_MANY_OPEN_REQUESTS',
      `${countedFor} has asked for ${ofAccount} requests that are open, the most there may be: execute or withdraw some`,
      30,
    )
  if (notExecuted >= maxUnsettledRequestsADay.value)
    throw tooMany(
      'TOO_MANY_REQUESTS_A_DAY',
      `${countedFor} has asked for ${notExecuted} requests within a day that were never executed, the most there may be`,
      3600,
    )
}

/** Every leaf whose signature the ledger may take. */
function signersOf({ signing, newGovernance }: Pick<Prepared, 'signing' | 'newGovernance'>): Map<string, Leaf> {
  const keys = signing.accounts.map(({ key }) => keyFromHex(key))
  if (signing.newKey && newGovernance) keys.push(walletKey(newGovernance))
  return new Map(keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), leaf]))
}

/** The least size of a leaf within a key, in bytes. */
const LEAF_BYTES = 34

/**
 * The most that the payer offers as fee. The ledger charges its schedule (HIP-1261): a US cent for each key that the
 * body sets and little for each signature, at an exchange rate that changes. The SDKs' default is too little for the
 * keys of many owners.
 */
function maxFee(prepared: Prepared): Hbar {
  const { newGovernance } = prepared
  const keys = newGovernance ? keyToProto(walletKey(newGovernance)).length / LEAF_BYTES : 0
  return new Hbar(Math.ceil(5 + keys + signersOf(prepared).size / 2))
}

/** @throws 422 `TRANSACTION_OVERSIZE` where the transaction could not carry every signature that may be given */
function checkSize(bodyBytes: Uint8Array, signers: Map<string, Leaf>): void {
  const size = signedSize(bodyBytes, [...signers.values()])
  if (size > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'TRANSACTION_OVERSIZE',
      `With ${signers.size} signatures the transaction has ${size} bytes: the ledger takes ${MAX_TRANSACTION_BYTES}`,
    )
}
