/** Queries to the consensus nodes of a chain. Receipts are free; the operator pays for the others. */
import {
  AccountId,
  Client,
  Hbar,
  type PublicKey,
  type Query,
  Timestamp,
  TransactionId,
  type TransactionReceipt,
  TransactionReceiptQuery,
  type TransactionRecord,
  TransactionRecordQuery,
} from '@hiero-ledger/sdk'
import { keyToSdk, type Network, type TransactionIdParts } from '@quorate/ledger'
import type { OperatedLedger } from '../operated-ledger.ts'

export interface Consensus {
  /** A receipt; undefined where the nodes don't answer with one, for whatever reason: the mirror may have it then. */
  receipt(id: TransactionIdParts): Promise<TransactionReceipt | undefined>
  /**
   * A record, for a wallet; the operator pays while its budget lasts. Undefined as for receipts, and once the budget is
   * used.
   */
  record(id: TransactionIdParts, wallet: string): Promise<TransactionRecord | undefined>
  close(): void
}

const TIMEOUT_MS = 3_000
/** The most that one query may cost, in tinybars; public networks ask for $0.0001. */
const MAX_PAYMENT = 1_000_000
const PAYMENT_LIMIT = Hbar.fromTinybars(String(MAX_PAYMENT))

/** Sets tinybars aside for a wallet; false when the node's budget does not have them. */
export type MaySpend = (chain: string, wallet: string, tinybars: number) => Promise<boolean>

export function createConsensus(
  { nodes, chain }: Network,
  { operator }: OperatedLedger,
  maySpend: MaySpend,
): Consensus {
  let opened: Client | undefined
  const client = (): Client => {
    opened ??= Client.forNetwork(Object.fromEntries(nodes.map(({ address, nodeId }) => [address, nodeId])), {
      scheduleNetworkUpdate: false,
    })
      .setOperatorWith(operator.accountId, keyToSdk(operator.publicKey) as PublicKey, async (message) =>
        operator.sign(message),
      )
      .setGrpcDeadline(TIMEOUT_MS / 2)
      .setRequestTimeout(TIMEOUT_MS)
    return opened
  }
  const ask = async <T>(query: () => Query<T>): Promise<T | undefined> => {
    try {
      return await query().setMaxAttempts(1).execute(client(), TIMEOUT_MS)
    } catch {
      return undefined
    }
  }

  const receipt = (id: TransactionIdParts): Promise<TransactionReceipt | undefined> =>
    ask(() =>
      new TransactionReceiptQuery()
        .setTransactionId(sdkId(id))
        .setIncludeChildren(true)
        .setIncludeDuplicates(true)
        .setValidateStatus(false),
    )

  return {
    receipt,
    async record(id, wallet) {
      // A transaction without a receipt has no record, so nothing is set aside for it.
      if (!(await receipt(id)) || !(await maySpend(chain, wallet, MAX_PAYMENT))) return undefined
      return ask(() =>
        new TransactionRecordQuery()
          .setTransactionId(sdkId(id))
          .setIncludeChildren(true)
          .setIncludeDuplicates(true)
          .setValidateReceiptStatus(false)
          .setMaxQueryPayment(PAYMENT_LIMIT),
      )
    },
    close: () => opened?.close(),
  }
}

function sdkId({ payer, seconds, nanos, scheduled, nonce }: TransactionIdParts): TransactionId {
  const id = TransactionId.withValidStart(AccountId.fromString(payer), new Timestamp(Number(seconds), nanos))
  id.setScheduled(scheduled)
  return nonce ? id.setNonce(nonce) : id
}
