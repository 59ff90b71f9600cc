import type { Transaction } from '@hiero-ledger/sdk'
import { ApiError, badRequest, type Clock, systemClock } from '@quorate/platform'
import type { TopicInfo } from '@quorate/verify/recount'
import { openGrpc } from './consensus/grpc.ts'
import { createNodes } from './consensus/nodes.ts'
import { createResolve, knownFrom } from './consensus/outcome.ts'
import { createSubmit, type SubmitOptions } from './consensus/submit.ts'
import { createTopicInfo } from './consensus/topic-info.ts'
import {
  type ChargedFee,
  chargedFees,
  type Execution,
  type ExecutionQuestion,
  executionOf,
} from './execution/execution.ts'
import type { Operator } from './keys/signer.ts'
import { createMirrorHttp } from './mirror/http.ts'
import type { Mirror } from './mirror/mirror.ts'
import { createMirror } from './mirror/reads.ts'
import type { Network } from './network.ts'
import {
  type FreezeOptions,
  type Frozen,
  freezeFor,
  type LedgerTime,
  type Outcome,
  withSignatures,
} from './transactions/freeze.ts'
import { createStarts } from './transactions/valid-starts.ts'

export interface LedgerOptions extends Network {
  clock?: Clock
  /** The time limit for all attempts of one mirror read together, in milliseconds. Default: 10,000. */
  mirrorTimeoutMs?: number
}

export interface OutcomeOptions {
  /**
   * The account of the node that the transaction was frozen for. Without it another node is asked, and that node does
   * not know the transaction before consensus.
   */
  nodeId?: string
  /** The end of its window in milliseconds, from {@link Frozen}. Default: the end of the longest possible window. */
  expiresAt?: number
  /** How long to keep asking while the outcome is not final, in milliseconds. Default: 0, which asks once. */
  deadlineMs?: number
  /** If true, only the mirror's answer is final: receipts are not encrypted and may be forged. */
  mirrorOnly?: boolean
}

export interface ExecuteOptions extends SubmitOptions {
  /** Default: 120. */
  validDurationSeconds?: number
}

/** The services' access to one chain's ledger. */
export interface Ledger {
  chain: string
  /**
   * Whether the ledger may have no transactions for hours. An old newest transaction then does not mean that the mirror
   * lags.
   */
  quiet: boolean
  /**
   * Undefined if none is configured. Transactions that others pay for can be prepared and submitted without an
   * operator.
   */
  operator?: Operator
  mirror: Mirror
  /**
   * The same mirror over separate connections, for reads that anybody can trigger. Logins, signatures and decisions use
   * `mirror`, so they do not wait for public reads and are not affected if those fail.
   */
  publicMirror: Mirror
  /**
   * A valid start that is unique in this process, some seconds in the past, since clocks differ. With `at`
   * (milliseconds), a start within the second after that time, also in the future.
   */
  validStart(at?: number): LedgerTime
  /**
   * Freezes an SDK transaction of any type for one node. It must not be frozen yet. Signs nothing, and makes no network
   * calls.
   */
  freeze(transaction: Transaction, options: FreezeOptions): Frozen
  /**
   * Submits a signed transaction (from {@link withSignatures}) once and waits for its outcome, at most `deadlineMs`
   * (15,000). If the outcome is not known by then, it is `unknown`, never a failure. The ledger executes an id only
   * once, so the same bytes may be sent again.
   *
   * @throws 503 LEDGER_UNAVAILABLE if this attempt certainly submitted nothing: the node was not reached, or accepts no
   *     transactions now
   * @throws 422 TRANSACTION_OVERSIZE; 422 INVALID_TRANSACTION_START if it becomes valid in more than a minute; 400
   *     INVALID_TRANSACTION_BYTES
   */
  submit(bytes: Uint8Array, options?: SubmitOptions): Promise<Outcome>
  /** The outcome of a transaction, from its receipt or else from the mirror. @throws 400 INVALID_TRANSACTION_ID */
  outcome(transactionId: string, options?: OutcomeOptions): Promise<Outcome>
  /**
   * Whether the ledger executed exactly this body under its id, given the outcome from `submit` or `outcome`: a payer
   * can execute another body with the same id. Treat a transaction as successful only if this returns `executed`.
   */
  execution(question: ExecutionQuestion): Promise<Execution>
  /**
   * The custom fees charged by a transaction that is known to be executed, such as a schedule's; undefined if the
   * mirror does not show the transaction yet.
   */
  chargedFees(transactionId: string): Promise<ChargedFee[] | undefined>
  /** The operator pays, signs and submits. @throws like {@link submit}, and 501 NO_OPERATOR */
  execute(transaction: Transaction, options?: ExecuteOptions): Promise<Outcome>
  /**
   * A topic's sequence number and running hash, from a consensus node. The operator pays for the query, at most
   * `MAX_COST` of `topic-info.ts`.
   *
   * @throws 501 NO_OPERATOR; 503 LEDGER_UNAVAILABLE
   */
  topicInfo(topicId: string): Promise<TopicInfo>
  close(): void
}

export function openLedger(options: LedgerOptions): Ledger {
  const { chain, operator, clock = systemClock } = options
  const grpc = openGrpc()
  const mirrorOptions = { url: options.mirrorUrl, ...timeout(options.mirrorTimeoutMs) }
  const [http, publicHttp] = [createMirrorHttp(mirrorOptions), createMirrorHttp(mirrorOptions)]
  const nodes = createNodes(grpc, options.nodes)
  const mirror = createMirror(http)
  const quiet = chain === 'hedera:devnet'
  const resolve = createResolve({ nodes, mirror, clock, quiet })
  const submit = createSubmit(nodes, resolve, clock)
  const validStart = createStarts(clock)
  const freeze = (transaction: Transaction, how: FreezeOptions) => freezeFor(nodes.pick(), transaction, how)

  return {
    chain,
    quiet,
    ...(operator ? { operator } : {}),
    mirror,
    publicMirror: createMirror(publicHttp),
    validStart,
    freeze,
    submit,
    async outcome(transactionId, { deadlineMs = 0, ...more } = {}) {
      return resolve(knownFrom(transactionId, more, nodes.pick()), performance.now() + deadlineMs)
    },
    execution: (question) =>
      executionOf(
        {
          executed: mirror.executed,
          transaction: mirror.transaction,
          get: mirror.get,
          quietClock: quiet ? clock : undefined,
        },
        question,
      ),
    async chargedFees(transactionId) {
      const row = await mirror.executed(transactionId)
      return row ? chargedFees(row) : undefined
    },
    async execute(transaction, { validDurationSeconds = 120, ...how } = {}) {
      if (!operator) throw new ApiError(501, 'NO_OPERATOR', `no operator is configured for ${chain}`)
      const { bodyBytes } = freeze(transaction, {
        payer: operator.accountId,
        validStart: validStart(),
        validDurationSeconds,
      })
      const signature = { publicKey: operator.publicKey, signature: operator.sign(bodyBytes) }
      return submit(withSignatures(bodyBytes, [signature]), how)
    },
    topicInfo: createTopicInfo({ chain, operator }, nodes, validStart),
    close() {
      grpc.close()
      http.close()
      publicHttp.close()
    },
  }
}

const timeout = (timeoutMs: number | undefined) => (timeoutMs === undefined ? {} : { timeoutMs })

/**
 * Returns the value for a chain, such as its ledger.
 * @throws 400 UNKNOWN_CHAIN if CHAINS does not contain the chain
 */
export function onChain<T>(byChain: ReadonlyMap<string, T>, chain: string): T {
  const found = byChain.get(chain)
  if (found !== undefined) return found
  const expected = [...byChain.keys()].join(', ')
  throw badRequest('UNKNOWN_CHAIN', `The chain "${chain}" is not served here: use one of ${expected}`)
}

/** Returns the ledger for the chain of an object. @throws 400 UNKNOWN_CHAIN */
export const ledgersByChain =
  (ledgers: ReadonlyMap<string, Ledger>) =>
  ({ chain }: { chain: string }): Ledger =>
    onChain(ledgers, chain)
