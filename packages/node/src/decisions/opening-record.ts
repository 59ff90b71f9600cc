/** The form of openings on the node topic. */
import { encodeBytes } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../keys/secret-box.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { transactionIdOf } from '../model/transaction-body.ts'
import type { KeepRecord } from '../node-topic/replay.ts'
import { insertOpening } from '../store/openings.ts'
import type { Decision } from './decisions.ts'

const exact = { additionalProperties: false }
/** The transaction id of a chunk. */
const Part = Type.Object({ transactionId: Type.String() }, exact)
/**
 * A chunk, with the hash (hex) of the transaction as it is submitted, and with its body (base64). The body is only in
 * the database, not on the topic.
 */
export type KeptPart = Static<typeof Part> & { hash?: string; body?: string }

/** The transaction that a decision was claimed for. */
const Claimed = Type.Object(
  {
    transactionId: Type.String(),
    nodeId: Type.String(),
    /** Milliseconds since 1970. */
    expiresAt: Type.Integer(),
    parts: Type.Array(Part),
  },
  exact,
)
type Claimed = Static<typeof Claimed>

/** An opening as it is on the node topic: a decision, and what was claimed for it. */
const OpenedRecord = Type.Object(
  {
    quorate: Type.Literal(1),
    type: Type.Literal('opened'),
    chain: Type.String(),
    topicId: Type.String(),
    consensusTimestamp: Type.String(),
    proposalId: Type.String(),
    /**
     * The claimed transactions, sealed, in base64. Anybody can read the topic before the transactions are on the
     * ledger, and anyone who knows a transaction's id can use it up before its payer does.
     */
    sealed: Type.String(),
  },
  exact,
)
type OpenedRecord = Static<typeof OpenedRecord>

/** Seals records with a key derived from the chain's network key. */
export type SecretBoxOf = (chain: string) => SecretBox

type Place = Pick<OpenedRecord, 'chain' | 'topicId' | 'consensusTimestamp'>
const placeOf = ({ chain, topicId, consensusTimestamp }: Place) => `${chain} ${topicId} ${consensusTimestamp}`

/** The record of a write's claim to `decision`. */
export function sealedRecord(
  secretBox: SecretBox,
  chain: string,
  { topicId, consensusTimestamp, proposalId }: Decision,
  { transactionId, nodeId, expiresAt, bodies }: FrozenWrite,
): OpenedRecord {
  const parts = bodies.map((body) => ({ transactionId: transactionIdOf(body) }))
  const claimed: Claimed = { transactionId, nodeId, expiresAt, parts }
  const opened = { quorate: 1, type: 'opened', chain, topicId, consensusTimestamp, proposalId } as const
  return { ...opened, sealed: encodeBytes(secretBox.seal(Buffer.from(JSON.stringify(claimed)), placeOf(opened))) }
}

function unsealed(secretBox: SecretBox, record: OpenedRecord): Claimed | undefined {
  const bytes = secretBox.open(Buffer.from(record.sealed, 'base64'), placeOf(record))
  const claimed: unknown = bytes && JSON.parse(Buffer.from(bytes).toString())
  return Check(Claimed, claimed) ? claimed : undefined
}

/** Whether a record of the topic is the claim of this transaction. */
export const isClaimOf = (secretBox: SecretBox, transactionId: string, record: unknown): boolean =>
  Check(OpenedRecord, record) && unsealed(secretBox, record)?.transactionId === transactionId

/**
 * Stores an opening that was read from the topic, unless the database already has its transaction. A record that cannot
 * be opened was sealed under another network key, which signs nothing on this node.
 */
export const keepOpened =
  (secretBoxOf: SecretBoxOf): KeepRecord =>
  async (trx, chain, record) => {
    if (!Check(OpenedRecord, record) || record.chain !== chain) return
    const claimed = unsealed(secretBoxOf(chain), record)
    if (!claimed) return
    await insertOpening(trx, {
      chain,
      topic_id: record.topicId,
      consensus_timestamp: record.consensusTimestamp,
      proposal_id: record.proposalId,
      transaction_id: claimed.transactionId,
      node_id: claimed.nodeId,
      expires_at: new Date(claimed.expiresAt),
      state: 'restored',
      parts: claimed.parts,
      wallet: null,
    })
  }

/** The size in bytes of a sealed record without parts, and of each part. Both are rounded up. */
export const RECORD_BYTES = 500
export const PART_BYTES = 80
