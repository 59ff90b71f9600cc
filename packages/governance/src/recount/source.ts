/**
 * Sources of the texts whose hashes stand on the topic. A recount believes none of them before it has compared the
 * hashes.
 */
import { boundedText, countNames, parseJson, TopicId, unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import { contentIdentifier } from '../model/leaves.ts'
import { plain } from './plain.ts'
import { objectOf, type ServiceAnswers } from './service-answers.ts'

export interface LeafSource {
  /** The DAO's topic, as the service says; the report shows it. */
  topicOf(proposalId: string): Promise<{ chain: string; topicId: string }>
  /** Ids of the accounts that could vote, in parts. */
  electorate(proposalId: string): AsyncIterable<string[]>
  /** The votes of a batch: one canonical JSON text per line. */
  leaves(proposalId: string, batch: { number: number; identifier: string }): Promise<string>
  /** The answers that the service gives its clients; the recount compares them with the topic. */
  answers(proposalId: string): Promise<ServiceAnswers>
}

const Audit = Type.Object({ chain: Type.String({ pattern: '^[a-z0-9:-]{1,100}$' }), topicId: TopicId })

/**
 * Reads from a governance service over HTTP. A batch comes from the first server that has it under its content
 * identifier: the service, then each of `storages` (content storage, gateways), in this order. Servers that once failed
 * to answer are asked last.
 */
export function httpSource(governanceUrl: string, ...storages: string[]): LeafSource {
  const service = base(governanceUrl)
  const of = (proposalId: string) => `${service}/votes/proposal/${encodeURIComponent(proposalId)}`
  const failed = new Set<number>()
  return {
    async topicOf(proposalId) {
      const url = `${of(proposalId)}/audit?limit=1`
      const answer = await jsonAt(url)
      if (Check(Audit, answer)) return answer
      throw unavailable('NOT_ON_TOPIC', `${url} names no topic: nothing of the proposal is anchored yet`)
    },
    async *electorate(proposalId) {
      yield* linesAt(`${of(proposalId)}/audit/electorate`)
    },
    async leaves(proposalId, { number, identifier }) {
      const served = `${of(proposalId)}/audit/batches/${number}`
      const urls = [served, ...storages.map((url) => stored(url, identifier))]
      const inTurn = [...urls.keys()].sort((a, b) => Number(failed.has(a)) - Number(failed.has(b)))
      /**
       * The text of the first server that answers other votes; returned if no server has the right ones, so that the
       * recount reports it.
       */
      let other: string | undefined
      let failure: unknown
      for (const index of inTurn)
        try {
          const text = await textAt(urls[index] ?? served)
          if (contentIdentifier(text) === identifier) return text
          other ??= text
        } catch (error) {
          failed.add(index)
          failure ??= error
        }
      if (failure !== undefined || other === undefined) throw failure
      return other
    },
    async answers(proposalId) {
      const [proposal, results] = await Promise.all([
        jsonAt(`${service}/proposals/${encodeURIComponent(proposalId)}`),
        jsonAt(`${of(proposalId)}/results`),
      ])
      return { proposal: objectOf(proposal), results: objectOf(results) }
    },
  }
}

/** Reads from content storage what it has under an identifier; callers must verify it. @throws 503 `NOT_REACHED` */
export const storedText = (storageUrl: string, identifier: string): Promise<string> =>
  textAt(stored(storageUrl, identifier))

const stored = (storageUrl: string, identifier: string): string =>
  `${base(storageUrl)}/ipfs/${encodeURIComponent(identifier)}`

const base = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** Time for one request, including its whole answer, in milliseconds. */
const TIMEOUT_MS = 120_000
/** The most characters of an account id in a list. */
const MAX_LINE = 100

async function asked(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' }).catch(
    (cause: unknown) => {
      throw unavailable('NOT_REACHED', `Nothing answers at ${url}`, 5, cause)
    },
  )
  if (response.ok) return response
  const said = (await boundedText(response, limits.maxLeavesBytes.value))?.slice(0, 200)
  throw unavailable('NOT_REACHED', `${url} answered ${response.status} ${plain(said ?? '')}`)
}

async function textAt(url: string): Promise<string> {
  const text = await boundedText(await asked(url), limits.maxLeavesBytes.value)
  if (text !== undefined) return text
  throw unavailable('NOT_REACHED', `${url} answered more than ${limits.maxLeavesBytes.value} bytes, or no text`)
}

/**
 * Parses JSON. Numbers that JavaScript cannot keep exactly become objects, so that none is taken for another, or for a
 * text. A name that stands twice in an object is refused, as clients may take either value.
 *
 * @throws 503 `NOT_REACHED`
 */
async function jsonAt(url: string): Promise<unknown> {
  const maxBytes = limits.maxServiceAnswer.value
  const text = await boundedText(await asked(url), maxBytes)
  /** JSON.parse calls this once for each name of an object, and for the whole value. */
  let names = -1
  function exact(this: unknown, _key: string, value: unknown, { source }: { source?: string }): unknown {
    if (!Array.isArray(this)) names++
    const isExact = typeof value !== 'number' || source === undefined || JSON.stringify(value) === source
    return isExact ? value : { number: source }
  }
  let value: unknown
  try {
    value = parseJson(text ?? '', exact as (key: string, value: unknown) => unknown)
  } catch {
    throw unavailable('NOT_REACHED', `${url} answered more than ${maxBytes} bytes, or no JSON`)
  }
  if (countNames(text ?? '') === names) return value
  throw unavailable('NOT_REACHED', `${url} answered an object in which a name stands twice`)
}

async function* linesAt(url: string): AsyncGenerator<string[]> {
  const { body } = await asked(url)
  try {
    if (body) yield* linesIn(body)
  } catch (cause) {
    throw unavailable('NOT_REACHED', `${url} answered no list of account ids in time`, 5, cause)
  }
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE || lines.some((line) => line.length > MAX_LINE))
      throw new Error('a line is longer than an account id')
    yield lines
  }
  if (rest !== '') yield [rest]
}
