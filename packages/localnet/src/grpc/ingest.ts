import type { Ledger } from '../ledger/ledger.ts'
import { type Envelope, openEnvelope } from '../protocol/envelope.ts'
import { accountNumber } from '../protocol/ids.ts'
import { type ResponseCode, StatusError } from '../protocol/status-error.ts'
import { createTurns } from './event-loop-turns.ts'

interface Arrival {
  readonly envelope: Envelope
  readonly begin: () => boolean
  readonly answer: (code: ResponseCode) => void
  isVerified: boolean
}

/**
 * Transactions on their way into the ledger, which handles them in the order they came, in turns of their own: one entry among
 * those of all queries would be one transaction for as many queries as wait. What takes longest, verifying the payer's signature,
 * is done on other threads meanwhile.
 */
export class Ingest {
  readonly #ledger: Ledger
  readonly #inTurn = createTurns()
  readonly #arrivals: Arrival[] = []

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Answers the precheck's code, once the transaction is on disk if that is OK. `begin`, when its turn comes, says whether it is still wanted. */
  submit(bytes: Uint8Array, begin: () => boolean, answer: (code: ResponseCode) => void): void {
    const envelope = open(bytes)
    if (typeof envelope !== 'string') this.#verify({ envelope, begin, answer, isVerified: false })
    else if (begin()) answer(envelope)
  }

  #verify(arrival: Arrival): void {
    this.#arrivals.push(arrival)
    const { body, signatures } = arrival.envelope
    const payer = this.#ledger.state.accounts.get(accountNumber(body.transactionID?.accountID))
    signatures.verifyAhead(payer?.key.rule, () => {
      arrival.isVerified = true
      this.#inTurn(this.#handOver)
    })
  }

  /** Hands the first one over, if it is verified, and then the next one. */
  readonly #handOver = (): void => {
    const ledger = this.#ledger
    if (!this.#arrivals[0]?.isVerified) return
    const { envelope, begin, answer } = this.#arrivals.shift() as Arrival
    this.#inTurn(this.#handOver)
    if (!begin()) return
    const code = ledger.submit(envelope)
    ledger.settled(() => answer(code))
  }
}

function open(bytes: Uint8Array): Envelope | ResponseCode {
  try {
    return openEnvelope(bytes)
  } catch (error) {
    if (error instanceof StatusError) return error.code
    throw error
  }
}
