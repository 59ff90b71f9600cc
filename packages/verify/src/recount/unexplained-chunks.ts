/**
 * Checks that a mirror shows everything that a publisher wrote as records. A topic's running hash covers the bytes of
 * each message, but not which messages are chunks of one record. So a mirror could hide a record by showing it as the
 * first of two chunks. If something is left out, either the mirror shows wrong chunks, or the publisher wrote them so;
 * the recount blames nobody.
 */
import { unprocessable } from '../error.ts'
import { decodeRecord, type GovernanceRecord } from '../governance/records/records.ts'
import type { TopicMessage, UnusedChunk } from '../mirror/chunks.ts'
import { type FindingLists, Findings } from './findings.ts'

/** The most unused chunks that are kept until their publisher is known. */
const MAX_UNUSED_CHUNKS = 10_000

/** Less than the maximum of all notes, so that other people's chunks cannot crowd out later notes. */
const MOST_NOTED = 20

type ChunkFindings = Pick<FindingLists, 'differences' | 'ambiguities' | 'doubts' | 'setAside'>

export class UnexplainedChunks {
  readonly #chunks: (Omit<UnusedChunk, 'bytes'> & { isOurs: boolean })[] = []
  readonly #findings: ChunkFindings
  readonly #isOurs: (record: GovernanceRecord) => boolean

  /**
   * @param isOurs whether a record is about the counted DAO or proposal. Such a record must not be hidden, whichever
   * account paid for it
   */
  constructor(findings: ChunkFindings, isOurs: (record: GovernanceRecord) => boolean) {
    this.#findings = findings
    this.#isOurs = isOurs
  }

  /** Takes a chunk that belongs to no message. @throws 422 `TOPIC_TOO_LONG` */
  chunk({ bytes, ...chunk }: UnusedChunk): void {
    const record = decodeRecord(bytes)
    const isOurs = record !== undefined && this.#isOurs(record)
    const left = { ...chunk, ...(record ? { kind: 'misplaced' as const, why: WHOLE } : {}), isOurs }
    if (this.#chunks.push(left) > MAX_UNUSED_CHUNKS)
      throw unprocessable(
        'TOPIC_TOO_LONG',
        `The topic has more than ${MAX_UNUSED_CHUNKS} chunks that belong to no message: this recount cannot read the rest`,
      )
  }

  /** Takes a message that is not a record. */
  message({ consensusTimestamp, payer, sequence, chunks }: TopicMessage): void {
    this.chunk({
      consensusTimestamp,
      payer,
      sequence,
      number: 1,
      total: chunks.length,
      bytes: new Uint8Array(),
      kind: 'misplaced',
      why: 'its message cannot be read',
    })
  }

  /** Checks the chunks of a message, whether it is a record or not. */
  joined({ consensusTimestamp, payer, chunks }: TopicMessage): void {
    if (chunks.length > 1 && chunks.some(alone))
      this.#findings.differences.add(
        `a chunk of the message of ${payer} at ${consensusTimestamp} is in no record: ${WHOLE}`,
      )
  }

  /**
   * Returns the number of chunks that are only noted. A mirror could hide a record by changing their chunk numbers.
   *
   * @param lastRecord the sequence number of the message that completed the publishers' last record
   */
  check(publishers: ReadonlySet<string>, lastRecord: bigint): number {
    const { differences, ambiguities, doubts, setAside } = this.#findings
    const noted = new Findings(MOST_NOTED)
    let count = 0
    for (const { number, total, consensusTimestamp, payer, sequence, kind, why, isOurs } of this.#chunks) {
      const found = `chunk ${number}/${total} of ${payer} at ${consensusTimestamp} is in no record: ${why}`
      if (kind === 'again' || !(isOurs || publishers.has(payer))) {
        noted.add(found)
        count++
        if (publishers.has(payer)) ambiguities.add(`${found}: a mirror could show it in the place of that`)
      }
      // A record may still be incomplete. The service writes a DAO's records one after the other, so no record follows
      // it.
      else if (kind === 'incomplete' && sequence > lastRecord) doubts.add(`${found} so far. Try again later`)
      else differences.add(found)
    }
    for (const one of noted.all()) setAside.add(one)
    return count
  }
}

const WHOLE = 'it is a record by itself, and not shown as one'

const alone = (chunk: Uint8Array): boolean => decodeRecord(chunk) !== undefined
