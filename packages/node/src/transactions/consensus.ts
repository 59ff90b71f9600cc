/** Questions to the consensus nodes of a chain. Receipts are free; records the operator pays. */
import {
  AccountId,
  Client,
  Hbar,
  type PublicKey,
  type Query,
  Timestamp,
  TopicInfoQuery,
  TransactionId,
  type TransactionReceipt,
  TransactionReceiptQuery,
  type TransactionRecord,
  TransactionRecordQuery,
} from '@hiero-ledger/sdk'
import { keyToSdk, type Network, type TransactionIdParts } from '@quorate/ledger'
import type { OperatedLedger } from '../operated-ledger.ts'

export interface Consensus {
  /** Undefined when the nodes do not tell it, for whatever reason: the mirror knows then. */
  receipt(id: TransactionIdParts): Promise<TransactionReceipt | undefined>
  /** The same for a wallet, paid by the operator while its budget lasts. */
  record(id: TransactionIdParts, wallet: string): Promise<TransactionRecord | undefined>
  /** When a topic expires, `seconds.nanos`: paid likewise. */
  topicExpiry(topicId: string, wallet: string): Promise<string | undefined>
  close(): void
}

const TIMEOUT_MS = 3_000
/** Tinybars that one question may cost; public networks ask for $0.0001. */
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
      // What has no receipt has no record: nothing is set aside for that.
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
    async topicExpiry(topicId, wallet) {
      if (!(await maySpend(chain, wallet, MAX_PAYMENT))) return undefined
      const info = await ask(() => new TopicInfoQuery().setTopicId(topicId).setMaxQueryPayment(PAYMENT_LIMIT))
      return info?.expirationTime?.toString()
    },
    close: () => opened?.close(),
  }
}

function sdkId({ payer, seconds, nanos, scheduled, nonce }: TransactionIdParts): TransactionId {
  const id = TransactionId.withValidStart(AccountId.fromString(payer), new Timestamp(Number(seconds), nanos))
  id.setScheduled(scheduled)
  return nonce ? id.setNonce(nonce) : id
}
