/**
 * Sources of the texts whose hashes are on the topic. A recount trusts a text only after it has compared the hashes.
 */

import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { boundedText } from '../async/bounded-text.ts'
import { unavailable } from '../error.ts'
import { contentIdentifier } from '../governance/records/leaves.ts'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import { countNames, parseJson } from '../values/json.ts'
import { plain } from './plain.ts'
import { objectOf, type ServiceAnswers } from './service-answers.ts'

/** The maximum number of bytes of one batch of votes. */
const MAX_LEAVES_BYTES = 524_288
/** The maximum number of bytes of the service's answer about a proposal. */
const MAX_ANSWER_BYTES = 2_097_152

export interface LeafSource {
  /** The DAO's topic, according to the service. The report shows it. */
  topicOf(proposalId: string): Promise<{ chain: string; topicId: string }>
  /** Ids of the accounts that could vote, in parts. */
  electorate(proposalId: string): AsyncIterable<string[]>
  /** The votes of a batch: one canonical JSON text per line. */
  leaves(proposalId: string, batch: { number: number; identifier: string }): Promise<string>
  /** The service's answers to its clients, which the recount compares with the topic. */
  answers(proposalId: string): Promise<ServiceAnswers>
}

const Audit = Type.Object({
  chain: Type.String({ pattern: '^[a-z0-9:-]{1,100}$' }),
  topicId: EntityId,
})

/**
 * Reads from a governance service over HTTP. A batch comes from the first server that has it under its content
 * identifier: the service, then each of `storages` (content storage, gateways), in this order. A server that failed
 * once is tried last.
 *
 * @param governanceUrl such as `https://governance.example`; pages can read it if its CORS settings permit them
 * @throws each read throws VerifyError 503 `NOT_REACHED` without a usable answer, and the reason of `signal` once that
 * aborts; `topicOf` also 503 `NOT_ON_TOPIC`
 */
export function httpSource(
  governanceUrl: string,
  { storages = [], signal }: { storages?: readonly string[] | undefined; signal?: AbortSignal | undefined } = {},
): LeafSource {
  const service = base(governanceUrl)
  const of = (proposalId: string) => `${service}/votes/proposal/${encodeURIComponent(proposalId)}`
  const failed = new Set<number>()
  return {
    async topicOf(proposalId) {
      const url = `${of(proposalId)}/audit?limit=1`
      const answer = await jsonAt(url, signal)
      if (Check(Audit, answer)) return answer
      throw unavailable('NOT_ON_TOPIC', `${url} names no topic: nothing of the proposal is anchored yet`)
    },
    async *electorate(proposalId) {
      yield* linesAt(`${of(proposalId)}/audit/electorate`, signal)
    },
    async leaves(proposalId, { number, identifier }) {
      const served = `${of(proposalId)}/audit/batches/${number}`
      const urls = [served, ...storages.map((url) => stored(url, identifier))]
      const inTurn = [...urls.keys()].sort((a, b) => Number(failed.has(a)) - Number(failed.has(b)))
      /**
       * The text of the first server whose votes differ. It is returned if no server has the right ones, so that the
       * recount reports it.
       */
      let other: string | undefined
      let failure: unknown
      for (const index of inTurn)
        try {
          const text = await textAt(urls[index] ?? served, signal)
          if (contentIdentifier(text) === identifier) return text
          other ??= text
        } catch (error) {
          signal?.throwIfAborted()
          failed.add(index)
          failure ??= error
        }
      if (failure !== undefined || other === undefined) throw failure
      return other
    },
    async answers(proposalId) {
      const [proposal, results] = await Promise.all([
        jsonAt(`${service}/proposals/${encodeURIComponent(proposalId)}`, signal),
        jsonAt(`${of(proposalId)}/results`, signal),
      ])
      return { proposal: objectOf(proposal), results: objectOf(results) }
    },
  }
}

/** Reads the content that storage has under an identifier; callers must verify it. @throws 503 `NOT_REACHED` */
export const storedText = (storageUrl: string, identifier: string): Promise<string> =>
  textAt(stored(storageUrl, identifier))

const stored = (storageUrl: string, identifier: string): string =>
  `${base(storageUrl)}/ipfs/${encodeURIComponent(identifier)}`

const base = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** The timeout of one request, including its whole answer, in milliseconds. */
const TIMEOUT_MS = 120_000
/** The maximum number of characters of an account id in a list. */
const MAX_LINE = 100

async function asked(url: string, signal?: AbortSignal | undefined): Promise<Response> {
  const ending = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
  const response = await fetch(url, { signal: ending, redirect: 'error', credentials: 'omit' }).catch(
    (cause: unknown) => {
      signal?.throwIfAborted()
      throw unavailable('NOT_REACHED', `Nothing answers at ${url}`, cause)
    },
  )
  if (response.ok) return response
  const said = (await boundedText(response, MAX_LEAVES_BYTES)) ?? ''
  throw unavailable('NOT_REACHED', `${url} answered ${response.status} ${plain(messageIn(said).slice(0, 200))}`)
}

/** The message and code of a service's error; otherwise the whole text. */
function messageIn(said: string): string {
  try {
    const { message, code } = (parseJson(said) ?? {}) as { message?: unknown; code?: unknown }
    return typeof message === 'string' ? `${message}${typeof code === 'string' ? ` (${code})` : ''}` : said
  } catch {
    return said
  }
}

async function textAt(url: string, signal?: AbortSignal | undefined): Promise<string> {
  const text = await boundedText(await asked(url, signal), MAX_LEAVES_BYTES)
  if (text !== undefined) return text
  throw unavailable('NOT_REACHED', `${url} answered more than ${MAX_LEAVES_BYTES} bytes, or no text`)
}

/**
 * Parses JSON. Numbers that JavaScript cannot represent exactly become objects, so that they equal no other number or
 * text. Refuses an object with the same name twice, since clients may take either value.
 *
 * @throws 503 `NOT_REACHED`
 */
async function jsonAt(url: string, signal?: AbortSignal | undefined): Promise<unknown> {
  const maxBytes = MAX_ANSWER_BYTES
  const text = await boundedText(await asked(url, signal), maxBytes)
  /** JSON.parse calls this once for each name of an object, and once for the whole value. */
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
  throw unavailable('NOT_REACHED', `${url} answered an object that has a name twice`)
}

async function* linesAt(url: string, signal: AbortSignal | undefined): AsyncGenerator<string[]> {
  const { body } = await asked(url, signal)
  const reader = body?.getReader()
  try {
    if (reader) yield* linesIn(reader)
  } catch (cause) {
    signal?.throwIfAborted()
    throw unavailable('NOT_REACHED', `${url} did not answer with a list of account ids in time`, cause)
  } finally {
    await reader?.cancel().catch(() => {})
  }
}

async function* linesIn(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { value: piece } = await reader.read()
    const lines = (rest + (piece ? decoder.decode(piece, { stream: true }) : '')).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE || lines.some((line) => line.length > MAX_LINE))
      throw new Error('a line is longer than an account id')
    if (lines.length > 0) yield lines
    if (!piece) break
  }
  if (rest !== '') yield [rest]
}
