/**
 * Bytes that were returned for a decision, without the network's signature. Any number of clients may hold such bytes;
 * they do not block other clients.
 */
import { type Change, type Clock, type Database, tooMany } from '@quorate/platform'
import type { SignatureRequired } from '../answers/writes.ts'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import type { OperationRequest } from '../model/write.ts'
import { CHUNK_BYTES, type MembersTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { lockWallet } from '../store/locks.ts'
import {
  countOffers,
  deleteExpiredOffers,
  deleteOffer,
  insertOffer,
  offerFor,
  offerOfTransaction,
} from '../store/offers.ts'
import type { Tables } from '../store/tables.ts'
import type { Decision } from './decisions.ts'
import { BYTES_PER_MEMBER, PART_BYTES, RECORD_BYTES, SEAL_BYTES } from './opening-record.ts'

/**
 * The client's request and the decision that permits it. The node prepares the request again when the bytes come back.
 */
interface OfferedRequest extends OperationRequest {
  decision: Decision
}

/** Bytes that were returned for a decision. */
export interface Offer {
  wallet: string
  sender: string
  request: OfferedRequest
  frozen: FrozenWrite
  answer: SignatureRequired
}

/**
 * The time that must be left in a transaction's window when the signed bytes are submitted, in addition to the time for
 * each message.
 */
const CARRY_OUT_MS = 10_000
export const CARRY_OUT_MS_PER_MESSAGE = 5_000

/** Milliseconds that submitting this many chunks one after the other may take. */
export const submittingMs = (chunks: number): number => chunks * CARRY_OUT_MS_PER_MESSAGE

/** Milliseconds that the members of a shared key may take to sign, since their mirrors may lag. */
const SIGNING_TOGETHER_MS = 15_000

/**
 * The milliseconds between receiving signed bytes with this many chunks and consensus on the last chunk. The node first
 * writes a record. The `members` of a shared key must then read that record and sign.
 */
export function carryOutMs(chunks: number, members = 0): number {
  const record = RECORD_BYTES + PART_BYTES * chunks + (members > 0 ? SEAL_BYTES + BYTES_PER_MEMBER * members : 0)
  const signing = members > 0 ? SIGNING_TOGETHER_MS : 0
  return CARRY_OUT_MS + signing + submittingMs(chunks + Math.ceil(record / CHUNK_BYTES))
}

export type Offers = ReturnType<typeof createOffers>

interface Deps {
  database: Database<Tables>
  clock: Clock
  membersTopic(ledger: OperatedLedger): MembersTopic | undefined
}

export function createOffers({ database, clock, membersTopic }: Deps) {
  const { read } = database
  const forget = ({ chain }: OperatedLedger, transactionId: string) =>
    database.change((trx) => deleteOffer(trx, chain, transactionId))
  return {
    /** Returns the bytes that this wallet got for the decision, if there is still time to execute them. */
    async offered(ledger: OperatedLedger, decision: Decision, wallet: string, sender: string) {
      const { topicId: topic_id, consensusTimestamp: consensus_timestamp } = decision
      const row = await offerFor(read, { chain: ledger.chain, topic_id, consensus_timestamp, wallet, sender })
      if (!row) return undefined
      const { transaction_id, node_id: nodeId } = row
      const answer = row.answer as SignatureRequired
      const expiresAt = row.expires_at.getTime()
      const isOpen =
        clock.now() < expiresAt - carryOutMs(answer.chunks?.length ?? 1, membersTopic(ledger)?.members.size) &&
        (await ledger.outcome(transaction_id, { nodeId, expiresAt })).state !== 'final'
      if (isOpen) return answer
      await forget(ledger, transaction_id)
      return undefined
    },

    /**
     * Deletes expired offers. Call this before the database transaction that makes an offer: each batch of deletions
     * has a transaction of its own.
     */
    forgetExpired: () => deleteExpiredOffers(database, new Date(clock.now())),

    /**
     * Stores the bytes before they are returned. Returns false if another request of this wallet came first.
     * @throws 429 TOO_MANY_OPEN_BYTES
     */
    async offer(trx: Change<Tables>, { chain }: OperatedLedger, offer: Offer): Promise<boolean> {
      const { wallet, sender, frozen, request, answer } = offer
      await lockWallet(trx, chain, wallet)
      const open = await countOffers(trx, chain, wallet)
      const { value: most } = limits.maxOffersPerWallet
      if (open >= most)
        throw tooMany(
          'TOO_MANY_OPEN_BYTES',
          `${wallet} has open transactions for ${open} decisions, and the maximum is ${most}: wait until one is executed or expires`,
          60,
        )
      return insertOffer(trx, {
        chain,
        topic_id: request.decision.topicId,
        consensus_timestamp: request.decision.consensusTimestamp,
        wallet,
        sender,
        transaction_id: frozen.transactionId,
        node_id: frozen.nodeId,
        expires_at: new Date(frozen.expiresAt),
        request,
        answer,
      })
    },

    /** Deletes an offer that can no longer be executed, so that the client's next request gets new bytes. */
    forget,

    /** The offer with this transaction id. */
    async find(ledger: OperatedLedger, transactionId: string): Promise<Offer | undefined> {
      const row = await offerOfTransaction(read, ledger.chain, transactionId)
      if (!row) return undefined
      const answer = row.answer as SignatureRequired
      const bodies = (answer.chunks ?? [answer.bodyBytes]).map((text) => Uint8Array.from(Buffer.from(text, 'base64')))
      return {
        wallet: row.wallet,
        sender: row.sender,
        request: row.request as OfferedRequest,
        answer,
        frozen: { transactionId, nodeId: row.node_id, expiresAt: row.expires_at.getTime(), bodies },
      }
    },
  }
}
