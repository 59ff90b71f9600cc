import { createPrivateKey, sign } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import { Ingest } from '#grpc/ingest.ts'
import { DER_PREFIX, TREASURY_KEY } from '#ledger/genesis.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId } from '#protocol/ids.ts'
import { NODE_ID } from '#protocol/nodes.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'

/** The account that relays Ethereum transactions: the treasury, which pays no fees. */
const RELAYER = 2
const KEY = createPrivateKey({
  key: Buffer.from(DER_PREFIX.ed25519 + TREASURY_KEY, 'hex'),
  format: 'der',
  type: 'pkcs8',
})
const VALID_SECONDS = 120n
const MAX_FEE = 10_000_000_000n

/** Submits transactions that the ledger itself signs, as the treasury. */
export class Relay {
  readonly #ledger: Ledger
  readonly #ingest: Ingest
  #lastStart = 0n

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#ingest = new Ingest(ledger)
  }

  /** Makes a block by a transfer of nothing, since the ledger has no empty blocks. */
  async mine(): Promise<void> {
    const { blocks } = this.#ledger.store
    blocks.close()
    const nothing = { accountID: accountId(RELAYER), amount: toLong(0n) }
    await this.submit({ cryptoTransfer: { transfers: { accountAmounts: [nothing] } } })
    blocks.close()
  }

  /** Submits a body; resolves with the precheck's code once the transaction is on disk. */
  submit(body: proto.ITransactionBody): Promise<ResponseCode> {
    // A second ago, so that many concurrent transactions each get a valid start in the past.
    const now = this.#ledger.clock.now() - NANOS_PER_SECOND
    const isPast = this.#lastStart < this.#ledger.clock.now()
    this.#lastStart = isPast && now <= this.#lastStart ? this.#lastStart + 1n : now
    const bodyBytes = proto.TransactionBody.encode({
      ...body,
      transactionID: { accountID: accountId(RELAYER), transactionValidStart: toTimestamp(this.#lastStart) },
      nodeAccountID: accountId(this.#ledger.state.nodeAccount(NODE_ID)),
      transactionFee: toLong(MAX_FEE),
      transactionValidDuration: { seconds: toLong(VALID_SECONDS) },
    }).finish()
    const pair = { pubKeyPrefix: new Uint8Array(), ed25519: sign(null, bodyBytes, KEY) }
    const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: [pair] } }).finish()
    const bytes = proto.Transaction.encode({ signedTransactionBytes }).finish()
    return new Promise((resolve) => this.#ingest.submit(bytes, resolve))
  }
}
