import { codeOf } from '../ledger/handle.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { limits } from '../limits.ts'
import { type Envelope, openEnvelope } from '../protocol/envelope.ts'
import { accountNumber } from '../protocol/ids.ts'
import type { ResponseCode } from '../protocol/status-error.ts'
import { createTurns } from './event-loop-turns.ts'

interface Arrival {
  readonly bytes: Uint8Array
  readonly begin: () => boolean
  readonly answer: (code: ResponseCode) => void
}

interface Opened extends Arrival {
  /** The transaction, or why it is none. */
  readonly envelope: Envelope | ResponseCode
  isVerified: boolean
}

/** Transactions of so many bytes are opened ahead of their turn: what is decoded may take a hundred times as much. */
const MAX_OPENED_BYTES = 131_072

/**
 * Transactions on their way into the ledger, which handles them in the order they came, in turns of their own: one entry among
 * those of all queries would be one transaction for as many queries as wait. What takes longest, verifying the payer's signature,
 * is done on other threads meanwhile. Those that wait for that are kept as they came.
 */
export class Ingest {
  readonly #ledger: Ledger
  readonly #inTurn = createTurns()
  readonly #arrivals: Arrival[] = []
  readonly #opened: Opened[] = []
  #openedBytes = 0

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Answers the precheck's code, once the transaction is on disk if that is OK. `begin`, when its turn comes, says whether it is still wanted. */
  submit(bytes: Uint8Array, begin: () => boolean, answer: (code: ResponseCode) => void): void {
    if (bytes.length > limits.maxTransactionBytes.value) {
      if (begin()) answer('TRANSACTION_OVERSIZE')
      return
    }
    this.#arrivals.push({ bytes, begin, answer })
    this.#inTurn(this.#open)
  }

  /** Opens the first one, if there is room, and then the next one. */
  readonly #open = (): void => {
    const first = this.#arrivals[0]
    if (!first || (this.#openedBytes > 0 && this.#openedBytes + first.bytes.length > MAX_OPENED_BYTES)) return
    this.#arrivals.shift()
    this.#openedBytes += first.bytes.length
    const opened = { ...first, envelope: open(first.bytes), isVerified: false }
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
      // It is verified again in its turn, where what is wrong with it is answered.
      done()
    }
  }

  /** Hands the first one over, if it is verified, and then the next one. */
  readonly #handOver = (): void => {
    const ledger = this.#ledger
    if (!this.#opened[0]?.isVerified) return
    const { bytes, envelope, begin, answer } = this.#opened.shift() as Opened
    this.#openedBytes -= bytes.length
    this.#inTurn(this.#handOver)
    this.#inTurn(this.#open)
    if (!begin()) return
    const code = typeof envelope === 'string' ? envelope : ledger.submit(envelope)
    ledger.settled(() => answer(code))
  }
}

function open(bytes: Uint8Array): Envelope | ResponseCode {
  try {
    return openEnvelope(bytes)
  } catch (error) {
    return codeOf(error)
  }
}
