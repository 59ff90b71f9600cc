/** Requests opened by passed proposals of a wallet's DAO. The DAO's topic shows what they permit. */
import { type Ledger, MaxCustomFees } from '@quorate/ledger'
import { AccountId, type Clock, type Database, forbidden, gone, unprocessable, withoutNulls } from '@quorate/platform'
import { canonicalJson } from '@quorate/verify'
import { type Operation, permittedOperation } from '@quorate/verify/recount'
import { type Static, type TObject, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../../limits.ts'
import { signersOf } from '../../model/access.ts'
import { openOnLedgerMs } from '../../model/ledger-window.ts'
import { operations } from '../../operations/index.ts'
import { ExecuteAt, type Operation as WalletOperation } from '../../operations/operation.ts'
import type { Settings } from '../../settings.ts'
import { findOpened } from '../../store/proposals.ts'
import { findRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { findWallet } from '../../store/wallets.ts'
import type { NewRequests } from '../making/new-requests.ts'
import { executeAtFrom } from '../modes/timed-start.ts'
import { readOnce } from '../reads.ts'
import { createDecisions, type DecisionAt } from './decisions.ts'

const HOUR_MS = 3_600_000
const SIGN_PATH = /^\/multisig\/transaction\/sign\/([0-9a-f-]{36})$/
const PATH = /^\/multisig\/wallet\/([a-z]{1,20})\/request$/

/** The body that a proposal uses to ask for a DAO account's signature. */
const SignatureBody = Type.Object(
  {
    walletId: AccountId,
    senderId: AccountId,
    bodyBytes: Type.String(),
    scheduleId: Type.Optional(AccountId),
    maxCustomFees: Type.Optional(MaxCustomFees),
  },
  { additionalProperties: false },
)

/** An operation of a wallet in a proposal that is about to be created. */
export interface ProposedOperation {
  chain: string
  operation: Operation
  daoId: string
  /** Absent while the DAO has no topic. Then its owner is not known. */
  topicId?: string | undefined
  /** When voting ends, in milliseconds since 1970. */
  endsAt: number
  /** `seconds.nanoseconds` */
  validUntil?: string | undefined
}

interface Deps {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgers: ReadonlyMap<string, Ledger>
  ledgerOf(on: { chain: string }): Ledger
  newRequests: NewRequests
}

export function createDecidedRequests(deps: Deps) {
  const { database, ledgerOf, newRequests } = deps
  const decisions = createDecisions(deps)

  /**
   * The ledger with the mirror's public connections, which logins and signatures do not use: anybody may name a
   * decision.
   */
  const publicLedger = (on: { chain: string }): Ledger => {
    const ledger = ledgerOf(on)
    return readOnce({ ...ledger, mirror: ledger.publicMirror })
  }

  return {
    /**
     * Checks a proposed operation as far as possible before the vote: it must open a valid request, or name one that
     * accepts signatures.
     *
     * @throws as `open`; 400 `INVALID_EXECUTE_AT`; 422 as `checkEntities`
     */
    async check({ chain, operation, daoId, topicId, endsAt, validUntil }: ProposedOperation): Promise<void> {
      const ledger = publicLedger({ chain })
      const [, jobId] = SIGN_PATH.exec(operation.path) ?? []
      if (jobId !== undefined && operation.method.toUpperCase() === 'POST')
        return checkSignature(deps, chain, jobId, operation)
      const { body, operation: asked } = askedOf(operation)
      asked.check?.(body as never)
      const now = Math.max(endsAt, deps.clock.now())
      executeAtFrom(executeAtOf(deps, body.executeAt, validUntil, now), now)
      if (topicId !== undefined) await decisions.walletOf(ledger, body.walletId, { daoId, topicId })
      else if (!(await findWallet(database.read, chain, body.walletId)))
        throw forbidden('NOT_THE_WALLETS_DAO', `${body.walletId} is not a wallet here`)
      await newRequests.checkEntities(asked, body as never, {
        ...{ chain, walletId: body.walletId, app: '', ledger },
        // A decision needs no role in the wallet.
        isStored: true,
      })
    },

    /**
     * Opens the request that a passed proposal names. Repeated calls return the same request.
     *
     * @throws 404 `DECISION_NOT_FOUND`, also if the mirror does not show it yet; 403 `DECISION_NOT_TRUSTED`,
     * `DECISION_VETOED`, `NOT_THE_WALLETS_DAO`; 409 `DECISION_DELAYED`; 410 `DECISION_EXPIRED`; 422
     * `DECISION_DOES_NOT_PERMIT`; and the request's errors
     */
    async open(at: DecisionAt): Promise<{ jobId: string; wallet: string; proposal: string }> {
      const ledger = publicLedger(at)
      const decision = await decisions.decisionAt(ledger, at)
      const { chain, topicId, consensusTimestamp } = at
      const { proposalId: proposal, daoId } = decision
      const earlier = await findOpened(database.read, chain, proposal)
      if (earlier) return earlier
      const { operation, body } = askedOf(permittedOperation(decision))
      const { wallet, owner } = await decisions.walletOf(ledger, body.walletId, { daoId, topicId })
      const asked = { ...body, executeAt: executeAtOf(deps, body.executeAt, decision.validUntil, deps.clock.now()) }
      const decided = { proposal: { daoId, proposalId: proposal, topicId, consensusTimestamp }, daoOwner: owner }
      try {
        const by = { chain, walletId: wallet.wallet, app: '', decided }
        const { request } = await newRequests.make(operation, asked, by)
        return { jobId: request.jobId, wallet: wallet.wallet, proposal }
      } catch (error) {
        const opened = await findOpened(database.read, chain, proposal)
        if (opened) return opened
        throw error
      }
    },
  }
}

/**
 * Checks the request that a proposal asks to sign. Every failure gives the same error, because the request may belong
 * to others.
 */
async function checkSignature({ database }: Deps, chain: string, jobId: string, { body }: Operation): Promise<void> {
  const request = Check(SignatureBody, body) ? await findRequest(database.read, jobId) : undefined
  const { walletId, senderId, bodyBytes, scheduleId, maxCustomFees } = (body ?? {}) as Partial<
    Static<typeof SignatureBody>
  >
  const permits = (given: unknown) => canonicalJson(given ?? [])
  const isNamed =
    scheduleId === undefined
      ? request?.schedule === null && bodyBytes === Buffer.from(request.bodyBytes).toString('base64')
      : request?.schedule?.id === scheduleId
  if (isNamed && request?.chain === chain && request.wallet === walletId && request.state === 'pending')
    if (signersOf(request).includes(senderId ?? ''))
      if (permits(maxCustomFees) === permits(request.payload.maxCustomFees)) return
  throw notPermitted(
    `its operation's body must be {walletId, senderId, bodyBytes} of the request ${jobId} (for a scheduled request also scheduleId), with the request's maxCustomFees; the request must be pending, and senderId must be one of its signers`,
  )
}

/**
 * The time until which owners can sign: the one in the proposal, or else the end of a default period. The ledger window
 * that follows must end while the decision is valid.
 */
function executeAtOf(
  { settings }: Deps,
  given: string | undefined,
  validUntil: string | undefined,
  now: number,
): string {
  const end = validUntil === undefined ? Number.POSITIVE_INFINITY : Number(validUntil) * 1000
  const last = end - openOnLedgerMs(settings)
  const at = given ?? new Date(Math.min(now + limits.proposalsOpen.value * HOUR_MS, Math.max(last, 0))).toISOString()
  if (last <= now || (given !== undefined && executeAtFrom(given, now) > last))
    throw gone('DECISION_EXPIRED', `The decision is valid until ${validUntil}: nothing can be executed before that`)
  return at
}

/** @throws 422 `DECISION_DOES_NOT_PERMIT` */
function askedOf(permitted: Operation | undefined): {
  operation: WalletOperation<TObject>
  body: Record<string, unknown> & { walletId: string; executeAt?: string }
} {
  const name = permitted?.method.toUpperCase() === 'POST' ? PATH.exec(permitted.path)?.[1] : undefined
  const operation = Object.values(operations).find((one) => one.name === name && name !== 'create')
  if (!permitted || !operation)
    throw notPermitted('its operation is not POST /multisig/wallet/<operation>/request of an existing wallet')
  const schema = Type.Object({ ...operation.body.properties, executeAt: ExecuteAt }, { additionalProperties: false })
  const body = withoutNulls(schema, permitted.body ?? {})
  if (!Check(schema, body))
    throw notPermitted(`its operation's body is not valid for ${permitted.path}, or has expiresAt, force or memo`)
  return { operation: operation as unknown as WalletOperation<TObject>, body: body as never }
}

const notPermitted = (why: string) => unprocessable('DECISION_DOES_NOT_PERMIT', `The decision opens no request: ${why}`)
