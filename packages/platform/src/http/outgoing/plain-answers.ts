/**
 * Requests whose answers arrive unchanged. `fetch` inflates a `deflate` answer without waiting for its reader: 200 KB
 * of a hostile server would be 200 MB in memory.
 */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { parseJson } from '@quorate/verify'
import { atMost, collect } from '../../streams/bounded-answers.ts'

export interface PlainRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Aborts the request, and an answer that is still being read. */
  signal: AbortSignal
}

/**
 * The head of an answer. The caller must read or destroy the body. Redirects are not followed.
 *
 * @throws Error if no answer comes, or if the body has a content coding that was not requested
 */
export function plainAnswer(
  url: URL,
  { method = 'GET', headers, body, signal }: PlainRequest,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, { method, signal, headers: { ...headers, 'accept-encoding': 'identity' } })
  sent.on('response', (answer) => {
    // The reader of the body gets the error. If there is no reader, this listener keeps the error from ending the
    // process.
    answer.on('error', () => {})
    const coding = answer.headers['content-encoding'] ?? 'identity'
    if (coding === 'identity') return resolve(answer)
    answer.destroy()
    reject(new Error(`it answered in ${coding.slice(0, 20)}, which was not requested`))
  })
  sent.on('error', reject)
  // After 101 (RFC 9110 §15.2.2) there is neither a response nor an error.
  sent.on('close', () => reject(new Error('it closed the connection without an answer')))
  sent.end(body)
  return promise
}

/** The answer as JSON, of at most `maxBytes` bytes. @throws Error for any other answer */
export async function plainJson(url: URL, request: PlainRequest, maxBytes: number): Promise<unknown> {
  const answer = await plainAnswer(url, request)
  const exceeded = (why: string) => new Error(why)
  const bytes = await collect(atMost(answer, maxBytes, exceeded))
  return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}
