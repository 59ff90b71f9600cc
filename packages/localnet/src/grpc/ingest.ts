import { codeOf } from '../ledger/handle.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { limits } from '../limits.ts'
import { type Envelope, openEnvelope, openLargeEnvelope } from '../protocol/envelope.ts'
import { accountNumber } from '../protocol/ids.ts'
import { isActive } from '../protocol/keys.ts'
import { isGovernanceAccount, payerNamedIn } from '../protocol/large-transaction.ts'
import { NODE_ID } from '../protocol/nodes.ts'
import { check, type ResponseCode } from '../protocol/status-error.ts'
import type { State } from '../state/state.ts'
import { createLoopTurns } from './event-loop-turns.ts'

interface Arrival {
  readonly bytes: Uint8Array
  readonly begin: () => boolean
  readonly answer: (code: ResponseCode) => void
}

interface Opened extends Arrival {
  /** The decoded transaction, or the precheck's code for bytes that are no transaction. */
  readonly envelope: Envelope | ResponseCode
  isVerified: boolean
}

/**
 * At most so many bytes of transactions are decoded ahead of their turn: a decoded one may take a hundred times its
 * size.
 */
const MAX_OPENED_BYTES = 131_072

/**
 * Takes a node's transactions to the ledger in the order of their arrival. They have turns of their own: if they shared
 * one queue with the queries, the ledger would handle one transaction for all queries that wait. Other threads verify
 * the payers' signatures meanwhile, the slowest step. Transactions that wait for more room stay undecoded.
 */
export class Ingest {
  readonly #ledger: Ledger
  readonly #node: number
  readonly #inTurn = createLoopTurns()
  readonly #arrivals: Arrival[] = []
  readonly #opened: Opened[] = []
  #openedBytes = 0
  /** The bytes of large transactions that are not handed over yet. */
  #largeBytes = 0

  constructor(ledger: Ledger, node = NODE_ID) {
    this.#ledger = ledger
    this.#node = node
  }

  /**
   * Answers the precheck's code; OK only once the transaction is on disk. `begin` is called in the transaction's turn
   * and says whether the client still waits.
   */
  submit(bytes: Uint8Array, begin: () => boolean, answer: (code: ResponseCode) => void): void {
    const refusal = isLarge(bytes) ? this.#refusalOfLarge(bytes) : undefined
    if (refusal) {
      if (begin()) answer(refusal)
      return
    }
    if (isLarge(bytes)) this.#largeBytes += bytes.length
    this.#arrivals.push({ bytes, begin, answer })
    this.#inTurn(this.#open)
  }

  /** Those of strangers are not kept until their turn. */
  #refusalOfLarge(bytes: Uint8Array): ResponseCode | undefined {
    if (!isGovernanceAccount(payerNamedIn(bytes))) return 'TRANSACTION_OVERSIZE'
    return this.#largeBytes + bytes.length > limits.maxWaitingGovernanceBytes.value ? 'BUSY' : undefined
  }

  /** Decodes the first transaction that has arrived, if there is room, and then queues itself for the next one. */
  readonly #open = (): void => {
    const first = this.#arrivals[0]
    if (!first || (this.#openedBytes > 0 && this.#openedBytes + first.bytes.length > MAX_OPENED_BYTES)) return
    this.#arrivals.shift()
    this.#openedBytes += first.bytes.length
    const opened = { ...first, envelope: open(first.bytes, this.#ledger.state), isVerified: false }
    this.#opened.push(opened)
    this.#verify(opened)
    this.#inTurn(this.#open)
  }

  #verify(opened: Opened): void {
    const done = (): void => {
      opened.isVerified = true
      this.#inTurn(this.#handOver)
    }
    const { envelope } = opened
    if (typeof envelope === 'string') {
      done()
      return
    }
    const payer = this.#ledger.state.accounts.get(accountNumber(envelope.body.transactionID?.accountID))
    try {
      envelope.signatures.verifyAhead(payer?.key.rule, done)
    } catch {
      // The ledger verifies the signature again in the transaction's turn, and answers what is wrong with it.
      done()
    }
  }

  /**
   * Hands the first transaction to the ledger, if its signature is verified, and then queues itself for the next one.
   */
  readonly #handOver = (): void => {
    const ledger = this.#ledger
    if (!this.#opened[0]?.isVerified) return
    const { bytes, envelope, begin, answer } = this.#opened.shift() as Opened
    this.#openedBytes -= bytes.length
    if (isLarge(bytes)) this.#largeBytes -= bytes.length
    this.#inTurn(this.#handOver)
    this.#inTurn(this.#open)
    if (!begin()) return
    const code = typeof envelope === 'string' ? envelope : ledger.submit(envelope, this.#node)
    ledger.settled(() => answer(code))
  }
}

const isLarge = ({ length }: Uint8Array): boolean => length > limits.maxTransactionBytes.value

function open(bytes: Uint8Array, state: State): Envelope | ResponseCode {
  try {
    if (!isLarge(bytes)) return openEnvelope(bytes)
    return openLargeEnvelope(bytes, (payer, signatures) => {
      const account = state.accounts.get(payer)
      check(account !== undefined, 'PAYER_ACCOUNT_NOT_FOUND')
      check(isActive(account.key.rule, signatures.signedBy), 'INVALID_SIGNATURE')
    })
  } catch (error) {
    return codeOf(error)
  }
}
