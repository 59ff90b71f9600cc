import { codeOf } from '#ledger/handle.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { limits } from '#limits.ts'
import { type Envelope, mayBeLarge, openEnvelope, openLargeEnvelope } from '#protocol/envelope.ts'
import { accountNumber } from '#protocol/ids.ts'
import { isActive } from '#protocol/keys.ts'
import { NODE_ID } from '#protocol/nodes.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'

interface Opened {
  readonly answer: (code: ResponseCode) => void
  /** The decoded transaction, or the precheck's code for bytes that are not a transaction. */
  readonly envelope: Envelope | ResponseCode
  isVerified: boolean
}

/**
 * Takes a node's transactions to the ledger in the order of their arrival. Other threads verify the payers' signatures
 * meanwhile, the slowest step.
 */
export class Ingest {
  readonly #ledger: Ledger
  readonly #node: number
  readonly #opened: Opened[] = []

  constructor(ledger: Ledger, node = NODE_ID) {
    this.#ledger = ledger
    this.#node = node
  }

  /** Calls `answer` with the precheck's code. It is OK only once the transaction is on disk. */
  submit(bytes: Uint8Array, answer: (code: ResponseCode) => void): void {
    const opened = { answer, envelope: open(bytes, this.#ledger.state), isVerified: false }
    this.#opened.push(opened)
    this.#verify(opened)
  }

  #verify(opened: Opened): void {
    const done = (): void => {
      opened.isVerified = true
      this.#handOver()
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
      // The ledger verifies the signature again, and returns the code of the refusal.
      done()
    }
  }

  /** Hands transactions to the ledger in order, up to the first one whose signature is not verified yet. */
  #handOver(): void {
    const ledger = this.#ledger
    while (this.#opened[0]?.isVerified) {
      const { envelope, answer } = this.#opened.shift() as Opened
      const code = typeof envelope === 'string' ? envelope : ledger.submit(envelope, this.#node)
      ledger.settled(() => answer(code))
    }
  }
}

const isLarge = ({ length }: Uint8Array): boolean => length > limits.maxTransactionBytes.value

function open(bytes: Uint8Array, state: State): Envelope | ResponseCode {
  try {
    if (!isLarge(bytes)) return openEnvelope(bytes)
    check(mayBeLarge(bytes), 'TRANSACTION_OVERSIZE')
    return openLargeEnvelope(bytes, (payer, signatures) => {
      const account = state.accounts.get(payer)
      check(account !== undefined, 'PAYER_ACCOUNT_NOT_FOUND')
      check(isActive(account.key.rule, signatures.signedBy), 'INVALID_SIGNATURE')
    })
  } catch (error) {
    return codeOf(error)
  }
}
