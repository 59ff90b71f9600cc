/** Makes what a service, a mirror or storage could make of an honest proposal, and recounts that. */

import assert from 'node:assert/strict'
import { infoOf, openTellingMirror, type ShownMessage, shownTopic, type ToldMessage } from '@quorate/ledger/testing'
import {
  contentIdentifier,
  httpSource,
  type LeafSource,
  ledgerTimestamp,
  type Recount,
  type RecountOptions,
  recount,
  rootOf,
} from '@quorate/verify/recount'
import { chain, type Harness } from './harness.ts'

/** A message of the topic before it is written. */
export interface Told {
  // biome-ignore lint/suspicious/noExplicitAny: lies need not have the shape of records; a text is written as it is.
  record: any
  payer: string
  consensusTimestamp: string
  /** If this is later, the message is written in chunks. */
  completedAt: string
  /** The number of chunks; 2 if absent. */
  pieces?: number
}

export interface Lies {
  /** The leaves of all batches. The records are made to match. */
  votes?: string
  /** The accounts that could vote. The record is made to match. */
  members?: string[]
  /** Changes the messages that the mirror shows. The consensus node has them unchanged. */
  shown?: (messages: ShownMessage[]) => object[]
  /**
   * The mirror's answers to other questions: undefined is the truth, null is 404. `messages` are those that the
   * consensus node has.
   */
  answer?: (path: string, messages: ShownMessage[]) => object | null | undefined
  source?: Partial<LeafSource>
  options?: Partial<RecountOptions>
}

export interface Forgery {
  /** The URL of the mirror that shows the last forgery. */
  mirrorUrl: string
  /** A recount after the service has written the topic as changed by `tell`, and serves what matches it. */
  told(tell: (told: Told[]) => Told[], lies?: Lies): Promise<Recount>
  close(): void
}

const settled = (question: RecountOptions): Promise<Recount | Error> =>
  recount(question).catch((error: unknown) => error as Error)

export async function openForgery(
  harness: Harness,
  { topicId, proposalId }: { topicId: string; proposalId: string },
): Promise<Forgery> {
  const telling = await openTellingMirror(harness.net.mirrorRest)
  const honest: Told[] = await harness.onTopic(topicId)
  return {
    async told(tell, { votes, members, shown, answer = () => undefined, source, options } = {}) {
      const all = honest.map((message) => ({ ...message, record: structuredClone(message.record) }))
      const lines = votes?.split('\n').filter((line) => line !== '')
      for (const { record } of all) {
        if (lines && record.type === 'votes')
          Object.assign(record, { root: rootOf(lines), leaves: contentIdentifier(votes ?? '') })
        if (members && record.type === 'electorate')
          Object.assign(record, { root: rootOf(members), members: members.length })
      }
      const written = tell(all)
      const messages = shownTopic(topicId, written.flatMap(messagesOf))
      telling.tell(topicId, shown ? shown(messages) : messages)
      telling.answer((path) => answer(path, messages))
      async function* electorate() {
        yield members ?? []
      }
      const honestly = httpSource(harness.url)
      /** The service names the decision at its new place. */
      async function answers(id: string) {
        const said = await honestly.answers(id)
        const { consensusTimestamp } =
          written.findLast(({ record }) => record.type === 'decision' && record.proposalId === proposalId) ?? {}
        const decision = said.proposal.decision && { ...said.proposal.decision, consensusTimestamp }
        return { ...said, proposal: { ...said.proposal, decision } }
      }
      const question: RecountOptions = {
        proposalId,
        chain,
        topicId,
        mirror: telling.mirror,
        now: harness.clock.now(),
        topicInfo: async () => infoOf(messages),
        catchUpMs: 0,
        source: {
          ...honestly,
          answers,
          ...(votes ? { leaves: async () => votes } : {}),
          ...(members ? { electorate } : {}),
          ...source,
        },
        ...options,
      }
      const counted = await settled(question)
      if (!options) {
        // A list of accounts only saves reads. It never says more than each account's own answer.
        const mirror = { ...question.mirror, presentAccounts: async () => new Map() }
        assert.deepEqual(await settled({ ...question, mirror }), counted)
      }
      if (counted instanceof Error) throw counted
      return counted
    },
    mirrorUrl: telling.url,
    close: telling.close,
  }
}

function messagesOf({ record, payer, consensusTimestamp, completedAt, pieces = 2 }: Told): ToldMessage[] {
  const bytes = Buffer.from(typeof record === 'string' ? record : JSON.stringify(record))
  if (Number(completedAt) <= Number(consensusTimestamp)) return [{ bytes, payer, consensusTimestamp }]
  const [begun, done] = [nanos(consensusTimestamp), nanos(completedAt)]
  return Array.from({ length: pieces }, (_, index) => ({
    bytes: bytes.subarray((bytes.length * index) / pieces, (bytes.length * (index + 1)) / pieces),
    payer,
    consensusTimestamp: timeText(begun + ((done - begun) * BigInt(index)) / BigInt(pieces - 1)),
    chunk: { start: consensusTimestamp, number: index + 1, total: pieces },
  }))
}

const nanos = (time: string): bigint => {
  const [seconds = '', fraction = ''] = time.split('.')
  return BigInt(seconds + fraction.padEnd(9, '0'))
}
const timeText = (at: bigint): string => `${at / 1_000_000_000n}.${String(at % 1_000_000_000n).padStart(9, '0')}`

/** The messages with others after them, as the mirror would show them if the ledger had accepted these as well. */
export const lengthened = (topicId: string, messages: readonly ShownMessage[], ...added: Told[]): ShownMessage[] => [
  ...messages,
  ...shownTopic(topicId, [...messages.map(toldAs), ...added.flatMap(messagesOf)]).slice(messages.length),
]

const toldAs = (one: ShownMessage): ToldMessage => ({
  consensusTimestamp: one.consensus_timestamp,
  payer: one.payer_account_id,
  bytes: Buffer.from(one.message, 'base64'),
})

/** A mirror that claims to have as many messages as the consensus node, and then shows others. */
export const saysAsMany = (path: string, messages: ShownMessage[]): object | undefined =>
  path.startsWith('/topics/') && path.includes('order=desc') ? { messages: messages.slice(-1) } : undefined

/** Changes the records of a type. */
export const change =
  (type: string, more: object) =>
  (told: Told[]): Told[] =>
    told.map((one) => (one.record.type === type ? { ...one, record: { ...one.record, ...more } } : one))

/**
 * Moves the records of a type to a time in milliseconds, their first chunk to `begun` if that is earlier, and the
 * records before them to before that.
 */
export const changeTime =
  (type: string, ms: number, begun = ms) =>
  (told: Told[]): Told[] => {
    const from = told.findIndex(({ record }) => record.type === type)
    return told.map((one, index) => {
      const time = { consensusTimestamp: ledgerTimestamp(begun), completedAt: ledgerTimestamp(ms) }
      if (one.record.type === type) return { ...one, ...time }
      const latest = begun - from + index
      if (index > from || Number(one.completedAt) * 1000 < latest) return one
      return { ...one, consensusTimestamp: ledgerTimestamp(latest), completedAt: ledgerTimestamp(latest) }
    })
  }

/** The messages in the same order, with times as a ledger gives them: each later than the one before. */
export function inTime(told: Told[]): Told[] {
  let last = 0
  return told.map((one) => {
    const begun = Math.max(Math.floor(Number(one.consensusTimestamp) * 1000), last + 1)
    const done = Math.max(Math.floor(Number(one.completedAt) * 1000), begun)
    last = done
    return { ...one, consensusTimestamp: ledgerTimestamp(begun), completedAt: ledgerTimestamp(done) }
  })
}

/**
 * Writes the first record of a type at a time in milliseconds, with its first chunk at `begun`, and the following ones
 * after it.
 */
export const delayed =
  (type: string, ms: number, begun = ms) =>
  (told: Told[]): Told[] => {
    const from = told.findIndex(({ record }) => record.type === type)
    return told.map((one, index) => {
      if (index < from || (index > from && Number(one.completedAt) * 1000 > ms + index)) return one
      const at = ledgerTimestamp(ms + index - from)
      return { ...one, consensusTimestamp: index === from ? ledgerTimestamp(begun) : at, completedAt: at }
    })
  }

export const only =
  (type: string) =>
  (told: Told[]): Told[] =>
    told.filter(({ record }) => record.type === type)

export const without =
  (type: string) =>
  (told: Told[]): Told[] =>
    told.filter(({ record }) => record.type !== type)
