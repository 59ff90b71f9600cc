/** Openings as the node topic holds them. */
import { encodeBytes, json } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../keys/secret-box.ts'
import type { KeepRecord } from '../node-topic/replay.ts'

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
export type OpenedRecord = Static<typeof OpenedRecord>

const placeOf = ({
  chain,
  topicId,
  consensusTimestamp,
}: Pick<OpenedRecord, 'chain' | 'topicId' | 'consensusTimestamp'>) => `${chain} ${topicId} ${consensusTimestamp}`

export const sealed = (secretBox: SecretBox, claimed: Claimed, record: Omit<OpenedRecord, 'sealed'>): string =>
  encodeBytes(secretBox.seal(Buffer.from(JSON.stringify(claimed)), placeOf(record)))

function unsealed(secretBox: SecretBox, record: OpenedRecord): unknown {
  const bytes = secretBox.open(Buffer.from(record.sealed, 'base64'), placeOf(record))
  return bytes && JSON.parse(Buffer.from(bytes).toString())
}

/** The opening in a record of this chain, with what was claimed; undefined for other records. */
function openingIn(record: unknown, chain: string, secretBoxOf: SecretBoxOf) {
  if (!Check(OpenedRecord, record) || record.chain !== chain) return undefined
  const claimed = unsealed(secretBoxOf(chain), record)
  return Check(Claimed, claimed) ? { ...record, claimed } : undefined
}

/** Seals records with a key of the chain's network key. */
export type SecretBoxOf = (chain: string) => SecretBox

/**
 * Keeps an opening that was read from the topic, unless the database knows its transaction already. One that does not
 * open was sealed under another network key, with which this node signs nothing.
 */
export const keepOpened =
  (secretBoxOf: SecretBoxOf): KeepRecord =>
  async (trx, chain, record) => {
    const opening = openingIn(record, chain, secretBoxOf)
    if (!opening) return
    const { claimed } = opening
    await trx
      .insertInto('node.opening')
      .values({
        ...{ chain, topic_id: opening.topicId, consensus_timestamp: opening.consensusTimestamp, state: 'restored' },
        ...{ transaction_id: claimed.transactionId, node_id: claimed.nodeId, expires_at: new Date(claimed.expiresAt) },
        proposal_id: opening.proposalId,
        wallet: null,
        parts: json(claimed.parts),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

/** The size of a sealed record without parts, and of each part, in bytes: a little more than they have. */
export const RECORD_BYTES = 500
export const PART_BYTES = 80
