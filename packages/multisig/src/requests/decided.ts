/** Requests that passed proposals of a wallet's DAO open: what is permitted is read on the DAO's topic. */
import { type Ledger, MaxCustomFees } from '@quorate/ledger'
import {
  AccountId,
  type Clock,
  type Database,
  forbidden,
  gone,
  notFound,
  unprocessable,
  withoutNulls,
} from '@quorate/platform'
import { canonicalJson } from '@quorate/verify'
import {
  type DecisionRecord,
  decodeRecord,
  type Operation,
  permittedOperation,
  recordFault,
} from '@quorate/verify/recount'
import { type Static, type TObject, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import { signersOf } from '../model/request.ts'
import { openOnLedgerMs } from '../model/window.ts'
import { operations } from '../operations/index.ts'
import { ExecuteAt, type Operation as WalletOperation } from '../operations/operation.ts'
import type { Settings } from '../settings.ts'
import { findOpened } from '../store/proposals.ts'
import { findRequest } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet } from '../store/wallets.ts'
import type { Requests } from './make.ts'
import { readOnce } from './reads.ts'
import { executeAtFrom } from './timed.ts'

const HOUR_MS = 3_600_000
const SIGN_PATH = /^\/multisig\/transaction\/sign\/([0-9a-f-]{36})$/
const PATH = /^\/multisig\/wallet\/([a-z]{1,20})\/request$/
/** How many messages at the start of a topic are read for its first record. */
const FIRST_MESSAGES = 20

/** The signature of a DAO's account under a request, as proposals name it. */
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

/** Where a decision stands, as the proposal's `decision` says. */
export interface DecisionAt {
  chain: string
  topicId: string
  consensusTimestamp: string
}

/** The request that a proposal opened. */
export interface Opened {
  jobId: string
  wallet: string
  proposal: string
}

export interface DecidedRequests {
  /**
   * Opens the request that a passed proposal names, once; answers the same one ever after.
   *
   * @throws 404 `DECISION_NOT_FOUND`, also where the mirror does not show it yet; 403 `DECISION_NOT_TRUSTED`,
   *     `NOT_THE_WALLETS_DAO`; 410 `DECISION_EXPIRED`; 422 `DECISION_DOES_NOT_PERMIT`; and as the request itself
   */
  open(at: DecisionAt): Promise<Opened>
  /**
   * Checks an operation that is proposed, as far as it can be known before the vote: that it would open a request, or
   * that it names one that takes signatures.
   *
   * @throws as {@link DecidedRequests.open}; 400 `INVALID_EXECUTE_AT`
   */
  check(proposed: ProposedOperation): Promise<void>
}

/** An operation of a wallet in a proposal that is to be made. */
export interface ProposedOperation {
  chain: string
  operation: Operation
  daoId: string
  /** Absent while the DAO has none: nobody says then who owns it. */
  topicId?: string | undefined
  /** When its voting ends, in milliseconds since 1970. */
  endsAt: number
  /** `seconds.nanoseconds` */
  validUntil?: string | undefined
}

export function createDecidedRequests(deps: {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgers: ReadonlyMap<string, Ledger>
  ledgerOf(on: { chain: string }): Ledger
  requests: Requests
}): DecidedRequests {
  const { database, settings, clock, ledgers, ledgerOf, requests } = deps
  const [defaultChain] = ledgers.keys()

  /** TRUSTED_PUBLISHERS are ids of the default chain: on other chains the same ids are accounts of other people. */
  const publishersOf = ({ chain, operator }: Ledger): Set<string> =>
    new Set([...(operator ? [operator.accountId] : []), ...(chain === defaultChain ? settings.TRUSTED_PUBLISHERS : [])])

  async function decisionAt(ledger: Ledger, { topicId, consensusTimestamp }: DecisionAt): Promise<DecisionRecord> {
    const where = `${consensusTimestamp} of the topic ${topicId}`
    const message = await ledger.mirror.topicMessage(topicId, consensusTimestamp, (payer) => {
      if (publishersOf(ledger).has(payer)) return true
      throw forbidden('DECISION_NOT_TRUSTED', `${payer}, who wrote ${where}, is no trusted publisher of decisions`)
    })
    const record = message && decodeRecord(message.bytes)
    // The proposal's id goes into the database and the memo, so its form counts.
    if (record?.type === 'decision' && record.chain === ledger.chain && !recordFault(record)) return record
    throw notFound('DECISION_NOT_FOUND', `There is no decision at ${where}, or the mirror does not show it yet`)
  }

  /** The account that owns the DAO, by the first record of its topic. */
  async function ownerOf(ledger: Ledger, topicId: string, daoId: string): Promise<string | undefined> {
    const payers = publishersOf(ledger)
    for await (const { bytes } of ledger.mirror.topicMessages(topicId, undefined, { payers, most: FIRST_MESSAGES })) {
      const record = decodeRecord(bytes)
      return record?.type === 'dao' && record.daoId === daoId ? record.ownerAddress : undefined
    }
    return undefined
  }

  /** A wallet that owns the DAO, or one of whose owners does, and that owner. @throws 403 `NOT_THE_WALLETS_DAO` */
  async function walletOf(ledger: Ledger, id: string, { daoId, topicId }: { daoId: string; topicId: string }) {
    const wallet = await findWallet(database.read, ledger.chain, id)
    const owner = await ownerOf(ledger, topicId, daoId)
    if (wallet && owner !== undefined && [wallet, ...wallet.owners].some((one) => one.wallet === owner))
      return { wallet, owner }
    throw forbidden(
      'NOT_THE_WALLETS_DAO',
      `${id} is no wallet here that owns the DAO of ${topicId}, or one of whose owners does`,
    )
  }

  /** Checks the signature that a proposal names. One error for all, as the request may be others'. */
  async function checkSignature(chain: string, jobId: string, { body }: Operation): Promise<void> {
    const request = Check(SignatureBody, body) ? await findRequest(database.read, jobId) : undefined
    const { walletId, senderId, bodyBytes, scheduleId, maxCustomFees } = (body ?? {}) as Partial<
      Static<typeof SignatureBody>
    >
    const permits = (given: unknown) => canonicalJson(given ?? [])
    const isNamed =
      scheduleId === undefined
        ? request && !request.schedule && bodyBytes === Buffer.from(request.bodyBytes).toString('base64')
        : request?.schedule?.id === scheduleId
    if (isNamed && request?.chain === chain && request.wallet === walletId && request.state === 'pending')
      if (signersOf(request).includes(senderId ?? ''))
        if (permits(maxCustomFees) === permits(request.payload.maxCustomFees)) return
    throw notPermitted(
      `its operation's body must be {walletId, senderId, bodyBytes} of the request ${jobId}, and of a scheduled one also {scheduleId}, and with maxCustomFees as the request has it; it must be pending, and senderId one of its signers`,
    )
  }

  /** Until when owners sign: as the proposal says, or for a while whose window on the ledger ends with the decision. */
  function executeAtOf(
    given: string | undefined,
    { validUntil }: Pick<DecisionRecord, 'validUntil'>,
    now = clock.now(),
  ): string {
    const end = validUntil === undefined ? Number.POSITIVE_INFINITY : Number(validUntil) * 1000
    const last = end - openOnLedgerMs(settings)
    const at = given ?? new Date(Math.min(now + limits.proposalsOpen.value * HOUR_MS, Math.max(last, 0))).toISOString()
    if (last <= now || (given !== undefined && executeAtFrom(given, now) > last))
      throw gone('DECISION_EXPIRED', `The decision is valid until ${validUntil}: nothing can be executed before that`)
    return at
  }

  return {
    async check({ chain, operation, daoId, topicId, endsAt, validUntil }) {
      const whole = ledgerOf({ chain })
      const [, jobId] = SIGN_PATH.exec(operation.path) ?? []
      if (jobId !== undefined && operation.method.toUpperCase() === 'POST')
        return checkSignature(chain, jobId, operation)
      const { body } = askedOf(operation)
      const now = Math.max(endsAt, clock.now())
      const end = validUntil === undefined ? {} : { validUntil }
      executeAtFrom(executeAtOf(body.executeAt, end, now), now)
      const ledger = readOnce({ ...whole, mirror: whole.publicMirror })
      if (topicId !== undefined) await walletOf(ledger, body.walletId, { daoId, topicId })
      else if (!(await findWallet(database.read, chain, body.walletId)))
        throw forbidden('NOT_THE_WALLETS_DAO', `${body.walletId} is no wallet here`)
    },

    async open(at) {
      const whole = ledgerOf(at)
      // Anybody may point at a decision, so it is read where no login or signature waits behind it.
      const ledger = readOnce({ ...whole, mirror: whole.publicMirror })
      const decision = await decisionAt(ledger, at)
      const { chain } = at
      const { proposalId: proposal, daoId } = decision
      const earlier = await findOpened(database.read, chain, proposal)
      if (earlier) return earlier
      const { operation, body } = askedOf(permittedOperation(decision))
      const { wallet, owner } = await walletOf(ledger, body.walletId, { daoId, topicId: at.topicId })
      const asked = { ...body, executeAt: executeAtOf(body.executeAt, decision) }
      const { topicId, consensusTimestamp } = at
      const by = {
        chain,
        walletId: wallet.wallet,
        app: '',
        decided: { proposal: { daoId, proposalId: proposal, topicId, consensusTimestamp }, daoOwner: owner },
      }
      try {
        const { request } = await requests.make(operation, asked, by)
        return { jobId: request.jobId, wallet: wallet.wallet, proposal }
      } catch (error) {
        const opened = await findOpened(database.read, chain, proposal)
        if (opened) return opened
        throw error
      }
    },
  }
}

/** @throws 422 `DECISION_DOES_NOT_PERMIT` */
function askedOf(permitted: Operation | undefined): {
  operation: WalletOperation<TObject>
  body: Record<string, unknown> & { walletId: string; executeAt?: string }
} {
  const name = permitted?.method.toUpperCase() === 'POST' ? PATH.exec(permitted.path)?.[1] : undefined
  const operation = Object.values(operations).find((one) => one.name === name && name !== 'create')
  if (!permitted || !operation)
    throw notPermitted('it adopted no operation POST /multisig/wallet/<operation>/request of an existing wallet')
  const schema = Type.Object({ ...operation.body.properties, executeAt: ExecuteAt }, { additionalProperties: false })
  const body = withoutNulls(schema, permitted.body ?? {})
  if (!Check(schema, body)) throw notPermitted(`its operation's body is none of ${permitted.path} without expiresAt`)
  return { operation: operation as unknown as WalletOperation<TObject>, body: body as never }
}

const notPermitted = (why: string) => unprocessable('DECISION_DOES_NOT_PERMIT', `The decision opens no request: ${why}`)
