/** Where a recount gets what is not on the topic itself: the texts that the topic has the hashes of. Nothing of it is believed. */
import { TopicId, unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { boundedJson, boundedText } from '../anchoring/bounded-answers.ts'
import { limits } from '../limits.ts'
import { plain } from './plain.ts'

export interface LeafSource {
  /** The DAO's topic, as the service says; the recount shows it. */
  topicOf(proposalId: string): Promise<{ chain: string; topicId: string }>
  /** Ids of those who could vote, in lists of some. */
  electorate(proposalId: string): AsyncIterable<string[]>
  /** The votes of a batch: one canonical JSON text per line. */
  leaves(proposalId: string, batch: { number: number; identifier: string }): Promise<string>
}

const Audit = Type.Object({ chain: Type.String({ pattern: '^[a-z0-9:-]{1,100}$' }), topicId: TopicId })

/** From a governance service over HTTP; leaves from content storage where that is given and has them. */
export function httpSource(governanceUrl: string, storageUrl?: string): LeafSource {
  const audit = (proposalId: string) => `${base(governanceUrl)}/votes/proposal/${encodeURIComponent(proposalId)}/audit`
  return {
    async topicOf(proposalId) {
      const url = `${audit(proposalId)}?limit=1`
      const answer = await boundedJson(await asked(url), limits.maxLeavesBytes.value)
      if (Check(Audit, answer)) return answer
      throw unavailable('NOT_ON_TOPIC', `${url} names no topic: nothing of the proposal is anchored yet`)
    },
    async *electorate(proposalId) {
      const { body } = await asked(`${audit(proposalId)}/electorate`)
      if (body) yield* linesIn(body)
    },
    async leaves(proposalId, { number, identifier }) {
      const served = () => textAt(`${audit(proposalId)}/batches/${number}`)
      if (!storageUrl) return served()
      return storedText(storageUrl, identifier).catch(served)
    },
  }
}

/** What content storage has under an identifier; nothing of it is believed. @throws 503 `NOT_REACHED` */
export const storedText = (storageUrl: string, identifier: string): Promise<string> =>
  textAt(`${base(storageUrl)}/ipfs/${encodeURIComponent(identifier)}`)

const base = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** For one question, all of its answer included. */
const TIMEOUT_MS = 120_000
/** Of an account id in a list, in characters. */
const MAX_LINE = 100

async function asked(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw unavailable('NOT_REACHED', `Nothing answers at ${url}`, 5, cause)
  })
  if (response.ok) return response
  const said = (await boundedText(response, limits.maxLeavesBytes.value))?.slice(0, 200)
  throw unavailable('NOT_REACHED', `${url} answered ${response.status} ${plain(said ?? '')}`)
}

async function textAt(url: string): Promise<string> {
  const text = await boundedText(await asked(url), limits.maxLeavesBytes.value)
  if (text !== undefined) return text
  throw unavailable('NOT_REACHED', `${url} answered more than ${limits.maxLeavesBytes.value} bytes, or no text`)
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE || lines.some((line) => line.length > MAX_LINE))
      throw unavailable('NOT_REACHED', 'The list of members has a line that is no account id')
    yield lines
  }
  if (rest !== '') yield [rest]
}
