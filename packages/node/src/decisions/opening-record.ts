/** The format of openings on the node topic. */
import { encodeBytes } from '@quorate/platform'
import { bodyHash } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../keys/secret-box.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { transactionIdOf } from '../model/transaction-body.ts'
import type { KeepRecord } from '../node-topic/replay.ts'
import type { RecordBoxes, SealedFor } from '../shared-key/record-boxes.ts'
import {
  insertMembersOpening,
  insertReadOpening,
  OPEN,
  type OpeningRow,
  openingOfTransaction,
  setRecordedAt,
} from '../store/openings.ts'
import type { Decision } from './decisions.ts'

const exact = { additionalProperties: false }
/** The transaction id of a chunk. */
const Part = Type.Object({ transactionId: Type.String() }, exact)
/**
 * A chunk, with the hash (hex) of the submitted transaction and its body (base64). Only the database has the body, not
 * the topic.
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
    /** The hash of all bodies. It is sealed too: with it, anyone could find the transaction id by trial. */
    bodyHash: Type.Optional(Type.String()),
  },
  exact,
)
type Claimed = Static<typeof Claimed>

/** An opening as recorded on the node topic: a decision and the transactions that claimed it. */
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
    /** What the members of the shared key need to open the seal; absent on the node's own topic. */
    sealedFor: Type.Optional(Type.Object({ dkgId: Type.String(), keys: Type.String() }, exact)),
  },
  exact,
)
type OpenedRecord = Static<typeof OpenedRecord>

/** Seals records with a key derived from the chain's network key. */
export type SecretBoxOf = (chain: string) => SecretBox

type Place = Pick<OpenedRecord, 'chain' | 'topicId' | 'consensusTimestamp'>
const placeOf = ({ chain, topicId, consensusTimestamp }: Place) => `${chain} ${topicId} ${consensusTimestamp}`

interface Seal {
  box: SecretBox
  sealedFor?: SealedFor
}

/** The record that a write claims `decision`. */
export function sealedRecord(
  { box, ...seal }: Seal,
  chain: string,
  { topicId, consensusTimestamp, proposalId }: Decision,
  { transactionId, nodeId, expiresAt, bodies }: FrozenWrite,
): OpenedRecord {
  const parts = bodies.map((body) => ({ transactionId: transactionIdOf(body) }))
  const claimed: Claimed = { transactionId, nodeId, expiresAt, parts, bodyHash: bodyHash(bodies) }
  const opened = { quorate: 1, type: 'opened', chain, topicId, consensusTimestamp, proposalId } as const
  return { ...opened, ...seal, sealed: encodeBytes(box.seal(Buffer.from(JSON.stringify(claimed)), placeOf(opened))) }
}

function unsealed(secretBox: SecretBox, record: OpenedRecord): Claimed | undefined {
  const bytes = secretBox.open(Buffer.from(record.sealed, 'base64'), placeOf(record))
  const claimed: unknown = bytes && JSON.parse(Buffer.from(bytes).toString())
  return Check(Claimed, claimed) ? claimed : undefined
}

/**
 * Stores an opening that was read from the topic. A record that cannot be opened was sealed under another network key.
 * That key signs nothing on this node.
 */
export const keepOpened =
  (secretBoxOf: SecretBoxOf): KeepRecord =>
  async (trx, chain, record, completedAt) => {
    if (!Check(OpenedRecord, record) || record.chain !== chain || record.sealedFor) return
    const claimed = unsealed(secretBoxOf(chain), record)
    if (claimed) await insertReadOpening(trx, rowOf(record, claimed, completedAt))
  }

/**
 * Stores an opening that a member of the shared key recorded. If this member cannot open the record, the decision stays
 * taken forever, since its transaction may have been executed.
 */
export const keepMembersOpened =
  (boxes: Pick<RecordBoxes, 'opened'>): KeepRecord =>
  async (trx, chain, record, completedAt) => {
    if (!Check(OpenedRecord, record) || record.chain !== chain || !record.sealedFor) return
    const box = boxes.opened({ chain }, record.sealedFor)
    const claimed = box && unsealed(box, record)
    const latest = Number(completedAt) * 1000 + LONGEST_WINDOW_MS
    // Otherwise a member could block a decision for as long as it likes.
    if (claimed && claimed.expiresAt > latest) return
    const unread = { transactionId: `unread@${completedAt}`, nodeId: '', expiresAt: latest, parts: [] }
    const row = rowOf(record, claimed ?? unread, completedAt)
    const own = await openingOfTransaction(trx, chain, row.transaction_id)
    if (own && isSameClaim(own, row)) await setRecordedAt(trx, chain, row.transaction_id, completedAt)
    await insertMembersOpening(trx, row)
  }

/**
 * Whether a record describes this database's own claim. Another member's record may name the same transaction with
 * other bodies or times; it then describes a different claim.
 */
function isSameClaim(own: OpeningRow, recorded: ReturnType<typeof rowOf>): boolean {
  const idsOf = ({ parts }: { parts: unknown }) => ((parts ?? []) as KeptPart[]).map((part) => part.transactionId)
  const saidBy = (row: OpeningRow | ReturnType<typeof rowOf>) =>
    JSON.stringify([
      ...[row.topic_id, row.consensus_timestamp, row.proposal_id, row.node_id, row.body_hash],
      ...[row.expires_at.getTime(), idsOf(row)],
    ])
  return OPEN.includes(own.state) && saidBy(own) === saidBy(recorded)
}

/** A transaction is valid for three minutes at most. Nodes' clocks may differ by some seconds. */
const LONGEST_WINDOW_MS = 200_000

const rowOf = (
  { chain, topicId, consensusTimestamp, proposalId }: OpenedRecord,
  { transactionId, nodeId, expiresAt, parts, bodyHash }: Claimed,
  completedAt: string,
) => ({
  chain,
  topic_id: topicId,
  consensus_timestamp: consensusTimestamp,
  proposal_id: proposalId,
  transaction_id: transactionId,
  node_id: nodeId,
  expires_at: new Date(expiresAt),
  state: 'restored' as const,
  parts,
  wallet: null,
  body_hash: bodyHash ?? null,
  recorded_at: completedAt,
})

/** The sizes in bytes of a sealed record without parts, and of each part, rounded up. */
export const RECORD_BYTES = 500
export const PART_BYTES = 80
/**
 * The sizes in bytes of what opens a record's seal for members of a shared key: the fixed part, and the part per
 * member.
 */
export const SEAL_BYTES = 200
export const BYTES_PER_MEMBER = 44
