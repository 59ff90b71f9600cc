/** Queries to a chain's consensus nodes. Receipts are free; the operator pays for the others. */
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
  TransactionRecordQuery,
} from '@hiero-ledger/sdk'
import { keyToSdk, type Network, type TransactionIdParts } from '@quorate/ledger'
import { LRUCache } from 'lru-cache'
import { recordOf } from './answers/transactions/from-ledger.ts'
import type { RecordOut } from './answers/transactions/schemas.ts'
import type { OperatedLedger } from './operated-ledger.ts'

export interface Consensus {
  /** A receipt; undefined if the consensus nodes return none for any reason. The mirror may still have it. */
  receipt(id: TransactionIdParts): Promise<TransactionReceipt | undefined>
  /**
   * A record. The operator pays for the query, once, out of the budget of `wallet`; the answer is cached for everybody.
   * Undefined for the same reasons as receipts, without a wallet, and when the budget is used up. The embedded ledger
   * has no such budget.
   */
  record(id: TransactionIdParts, wallet: string | undefined): Promise<RecordOut | undefined>
  close(): void
}

const TIMEOUT_MS = 3_000
/** The most that one query may cost, in tinybars. Public networks charge $0.0001. */
const MAX_PAYMENT = 1_000_000
const PAYMENT_LIMIT = Hbar.fromTinybars(String(MAX_PAYMENT))

/** How many records a process keeps in memory. */
const MAX_KEPT = 2_000

/** Reserves tinybars for a wallet; returns false if the node's budget is too small. */
export type MaySpend = (chain: string, wallet: string, tinybars: number) => Promise<boolean>

export function createConsensus(
  { nodes, chain }: Network,
  { operator, quiet }: OperatedLedger,
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

  const kept = new LRUCache<string, RecordOut>({ max: MAX_KEPT })
  const mayAsk = async (wallet: string | undefined): Promise<boolean> =>
    quiet || (wallet !== undefined && (await maySpend(chain, wallet, MAX_PAYMENT)))

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
      const name = sdkId(id).toString()
      const known = kept.get(name)
      if (known) return known
      // A transaction without a receipt has no record, so nothing is reserved.
      if (!(await receipt(id)) || !(await mayAsk(wallet))) return undefined
      const record = await ask(() =>
        new TransactionRecordQuery()
          .setTransactionId(sdkId(id))
          .setIncludeChildren(true)
          .setIncludeDuplicates(true)
          .setValidateReceiptStatus(false)
          .setMaxQueryPayment(PAYMENT_LIMIT),
      )
      const told = record && recordOf(record)
      if (told) kept.set(name, told)
      return told
    },
    close: () => opened?.close(),
  }
}

function sdkId({ payer, seconds, nanos, scheduled, nonce }: TransactionIdParts): TransactionId {
  const id = TransactionId.withValidStart(AccountId.fromString(payer), new Timestamp(Number(seconds), nanos))
  id.setScheduled(scheduled)
  return nonce ? id.setNonce(nonce) : id
}
