/**
 * Bytes that were answered for a decision, without the network's signature: any number of clients may hold such bytes,
 * and hold up nobody.
 */
import { type Change, type Clock, type Database, deleteAll, json, tooMany } from '@quorate/platform'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import { CHUNK_BYTES } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { DaoIn } from '../operations/fields.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import type { SignatureRequired } from '../transactions/answers.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { PART_BYTES, RECORD_BYTES } from './opening-records.ts'
import type { Decision } from './permitted.ts'

/** The request of a client, which the node prepares again when the bytes come back. */
export interface OfferedRequest {
  /** The operation's name. */
  name: string
  params: Record<string, string>
  body: Record<string, unknown>
  dao: DaoIn
}

/** Bytes that were answered for a decision. */
export interface Offer {
  wallet: string
  sender: string
  request: OfferedRequest
  frozen: FrozenWrite
  answer: SignatureRequired
}

/** Signed bytes that a wallet handed in. */
export interface HandedIn {
  wallet: string
  /** The hash of each chunk's transaction as it is submitted. */
  hashes: readonly string[]
  /** Whether the payer's own signature was needed; false where the network alone signs for it. */
  payerSigns: boolean
}

/** What is left of a window when the signed bytes of a decision are submitted, beside the time for each message. */
const CARRY_OUT_MS = 10_000
export const CARRY_OUT_MS_PER_MESSAGE = 5_000

/** Milliseconds that it may take to submit this many chunks, one after the other. */
export const submittingMs = (chunks: number): number => chunks * CARRY_OUT_MS_PER_MESSAGE

/**
 * Milliseconds from the signed bytes of this many chunks to the last chunk on the ledger: the node writes their record
 * first.
 */
export const carryOutMs = (chunks: number): number =>
  CARRY_OUT_MS + submittingMs(chunks + Math.ceil((RECORD_BYTES + PART_BYTES * chunks) / CHUNK_BYTES))

/** Deletes the offer of these bytes, so that its wallet is answered new ones. */
export const forgetOffer = (trx: Change<Tables>, chain: string, transactionId: string) =>
  trx.deleteFrom('node.offer').where('chain', '=', chain).where('transaction_id', '=', transactionId).execute()

export function createOffers({ database, clock }: { database: Database<Tables>; clock: Clock }) {
  const { read } = database
  return {
    /** The bytes that this wallet was answered for the decision, if they can still be carried out. */
    async offered(ledger: OperatedLedger, decision: Decision, wallet: string, sender: string) {
      const row = await read
        .selectFrom('node.offer')
        .selectAll()
        .where('chain', '=', ledger.chain)
        .where('topic_id', '=', decision.topicId)
        .where('consensus_timestamp', '=', decision.consensusTimestamp)
        .where('wallet', '=', wallet)
        .where('sender', '=', sender)
        .executeTakeFirst()
      if (!row) return undefined
      const { transaction_id, node_id: nodeId } = row
      const answer = row.answer as SignatureRequired
      const expiresAt = row.expires_at.getTime()
      const isOpen =
        clock.now() < expiresAt - carryOutMs(answer.chunks?.length ?? 1) &&
        (await ledger.outcome(transaction_id, { nodeId, expiresAt })).state !== 'final'
      if (isOpen) return answer
      await database.change((trx) => forgetOffer(trx, ledger.chain, transaction_id))
      return undefined
    },

    /**
     * Deletes expired offers. To be called before the change that offers, as it takes as many changes as there are
     * batches to delete.
     */
    forgetExpired: () => deleteAll(database, 'node.offer', sql`expires_at <= ${new Date(clock.now())}`),

    /**
     * Keeps the bytes that are answered; false if another request of this wallet came first.
     * @throws 429 TOO_MANY_OPEN_BYTES
     */
    async offer(trx: Change<Tables>, { chain }: OperatedLedger, decision: Decision, offer: Offer): Promise<boolean> {
      const { wallet, sender, frozen, request } = offer
      await lockWallet(trx, chain, wallet)
      const { open } = await trx
        .selectFrom('node.offer')
        .select(({ fn }) => fn.countAll<bigint>().as('open'))
        .where('chain', '=', chain)
        .where('wallet', '=', wallet)
        .executeTakeFirstOrThrow()
      const { value: most } = limits.maxOffersPerWallet
      if (Number(open) >= most)
        throw tooMany(
          'TOO_MANY_OPEN_BYTES',
          `${wallet} holds bytes for ${open} decisions: at most ${most} at once, until they are carried out or their window ends`,
          60,
        )
      const values = {
        ...{ chain, topic_id: decision.topicId, consensus_timestamp: decision.consensusTimestamp, wallet, sender },
        ...{ transaction_id: frozen.transactionId, node_id: frozen.nodeId, expires_at: new Date(frozen.expiresAt) },
        ...{ request: json(request), answer: json(offer.answer) },
      }
      const kept = await trx
        .insertInto('node.offer')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returning('chain')
        .executeTakeFirst()
      return kept !== undefined
    },

    /** Deletes an offer that can't be carried out any more, so that a client that asks again gets other bytes. */
    forget: ({ chain }: OperatedLedger, transactionId: string) =>
      database.change((trx) => forgetOffer(trx, chain, transactionId)),

    /** The offer with this transaction id. */
    async find(ledger: OperatedLedger, transactionId: string): Promise<Offer | undefined> {
      const row = await read
        .selectFrom('node.offer')
        .selectAll()
        .where('chain', '=', ledger.chain)
        .where('transaction_id', '=', transactionId)
        .executeTakeFirst()
      if (!row) return undefined
      const answer = row.answer as SignatureRequired
      const bodies = (answer.chunks ?? [answer.bodyBytes]).map((text) => Uint8Array.from(Buffer.from(text, 'base64')))
      return {
        ...{ wallet: row.wallet, sender: row.sender, request: row.request as OfferedRequest, answer },
        frozen: { transactionId, nodeId: row.node_id, expiresAt: row.expires_at.getTime(), bodies },
      }
    },
  }
}
