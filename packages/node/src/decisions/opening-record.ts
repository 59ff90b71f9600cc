/** Openings as the node topic holds them. */
import { encodeBytes } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../keys/secret-box.ts'
import type { KeepRecord } from '../node-topic/replay.ts'
import { insertOpening } from '../store/openings.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'
import { transactionIdOf } from '../values/transaction-body.ts'
import type { Decision } from './decisions.ts'

const exact = { additionalProperties: false }
/** The transaction id of a chunk. */
const Part = Type.Object({ transactionId: Type.String() }, exact)
/**
 * A chunk with the hash of the transaction as it is submitted, in hex, and its body in base64, which the database keeps
 * and the topic does not hold.
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

/** An opening as the node topic holds it: a decision, and what it was claimed for. */
const OpenedRecord = Type.Object(
  {
    quorate: Type.Literal(1),
    type: Type.Literal('opened'),
    chain: Type.String(),
    topicId: Type.String(),
    consensusTimestamp: Type.String(),
    proposalId: Type.String(),
    /**
     * What was claimed, sealed, in base64: who knows the id of a transaction can use it up before its payer does, and
     * anybody reads the topic before the transactions are on the ledger.
     */
    sealed: Type.String(),
  },
  exact,
)
type OpenedRecord = Static<typeof OpenedRecord>

/** Seals records with a key of the chain's network key. */
export type SecretBoxOf = (chain: string) => SecretBox

type Place = Pick<OpenedRecord, 'chain' | 'topicId' | 'consensusTimestamp'>
const placeOf = ({ chain, topicId, consensusTimestamp }: Place) => `${chain} ${topicId} ${consensusTimestamp}`

/** The record of a claim of `decision` for a write. */
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

/**
 * Keeps an opening that was read from the topic, unless the database knows its transaction already. One that does not
 * open was sealed under another network key, with which this node signs nothing.
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

/** The size of a sealed record without parts, and of each part, in bytes: a little more than they have. */
export const RECORD_BYTES = 500
export const PART_BYTES = 80
