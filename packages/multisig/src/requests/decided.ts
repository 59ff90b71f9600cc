/** Requests that passed proposals of a wallet's DAO open: what is permitted is read on the DAO's topic. */
import type { Ledger } from '@quorate/ledger'
import { type Clock, type Database, forbidden, gone, notFound, unprocessable, withoutNulls } from '@quorate/platform'
import {
  type DecisionRecord,
  decodeRecord,
  type Operation,
  permittedOperation,
  recordFault,
} from '@quorate/verify/recount'
import { type TObject, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import { openOnLedgerMs } from '../model/window.ts'
import { operations } from '../operations/index.ts'
import { ExecuteAt, type Operation as WalletOperation } from '../operations/operation.ts'
import type { Settings } from '../settings.ts'
import { findOpened } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet } from '../store/wallets.ts'
import type { Requests } from './make.ts'
import { type MeteredReads, readOnce } from './meter.ts'
import { executeAtFrom } from './timed.ts'

const HOUR_MS = 3_600_000
const PATH = /^\/multisig\/wallet\/([a-z]{1,20})\/request$/
/** How many messages at the start of a topic are read for its first record. */
const FIRST_MESSAGES = 20

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
  open(at: DecisionAt, reads: MeteredReads): Promise<Opened>
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

  /** Until when owners sign: as the proposal says, or for a while whose window on the ledger ends with the decision. */
  function executeAtOf(given: string | undefined, { validUntil }: DecisionRecord): string {
    const end = validUntil === undefined ? Number.POSITIVE_INFINITY : Number(validUntil) * 1000
    const last = end - openOnLedgerMs(settings)
    const now = clock.now()
    const at = given ?? new Date(Math.min(now + limits.proposalsOpen.value * HOUR_MS, Math.max(last, 0))).toISOString()
    if (last <= now || (given !== undefined && executeAtFrom(given, now) > last))
      throw gone('DECISION_EXPIRED', `The decision is valid until ${validUntil}: nothing can be executed before that`)
    return at
  }

  return {
    async open(at, reads) {
      const whole = ledgerOf(at)
      // Anybody may point at a decision, so it is read where no login or signature waits behind it.
      const ledger = readOnce({ ...whole, mirror: whole.publicMirror }, reads.countRead)
      const decision = await decisionAt(ledger, at)
      const { chain } = at
      const { proposalId: proposal, daoId } = decision
      const earlier = await findOpened(database.read, chain, proposal)
      if (earlier) return earlier
      const { operation, body } = askedOf(permittedOperation(decision))
      const wallet = await findWallet(database.read, chain, body.walletId)
      const owner = await ownerOf(ledger, at.topicId, daoId)
      const isItsDao = owner === wallet?.wallet || wallet?.owners.some((one) => one.wallet === owner)
      if (!wallet || owner === undefined || !isItsDao)
        throw forbidden(
          'NOT_THE_WALLETS_DAO',
          `${body.walletId} is no wallet here that owns the DAO of ${at.topicId}, or one of whose owners does`,
        )
      const asked = { ...body, executeAt: executeAtOf(body.executeAt, decision) }
      const { topicId, consensusTimestamp } = at
      const by = {
        chain,
        walletId: wallet.wallet,
        app: '',
        decided: { proposal: { daoId, proposalId: proposal, topicId, consensusTimestamp }, daoOwner: owner },
      }
      try {
        const { jobId } = await requests.make(operation, asked, by, reads)
        return { jobId, wallet: wallet.wallet, proposal }
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
