/** Informs services that run apart from the node about logouts there. */
import { setTimeout } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Logger } from '../base/logger.ts'
import { boundedJson } from '../streams/bounded-answers.ts'
import type { TokenVerifier } from './tokens.ts'

/**
 * The answer of `GET /auth/revocations?since=`: the revocations at or after `since` whose tokens have not expired, and
 * the node's time, which is the `since` of the next request. Times are ISO 8601. If there are more revocations, `next`
 * is the path of the next page.
 */
export const RevocationList = Type.Object({
  revocations: Type.Array(
    Type.Object({ tokenId: Type.String({ description: 'the `jti` of the token' }), expiresAt: Type.String() }),
  ),
  timestamp: Type.String({ description: 'the time of the answer, ISO 8601: send it as `since` the next time' }),
  next: Type.Optional(
    Type.String({
      pattern: '^/auth/revocations\\?',
      description: 'the address of the next page; absent after the last',
    }),
  ),
})
export type RevocationList = Static<typeof RevocationList>

/** Each request goes back by this time, so that a revocation that committed late is not missed. */
const OVERLAP_MS = 60_000
const TIMEOUT_MS = 2000
/** How many pages, of a thousand revocations each, are read in a row. */
const MAX_PAGES = 1000
/** A page has about a hundred bytes per revocation. */
const MAX_PAGE_BYTES = 1_048_576
/** The end of the year 9999. Later times have another form in ISO 8601, which the node does not accept. */
const LAST_MS = 253_402_300_799_999
const answerCheck = Compile(RevocationList)

export interface RevocationsFollower {
  /** Resolves when the first answer's revocations are in effect, or after `close`. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * Asks a node for `/auth/revocations` every `everyMs`, even during outages: if a node does not answer, it asks the next
 * one. `urls` are the base addresses of nodes that share a database.
 */
export function followRevocations(
  verifier: TokenVerifier,
  { urls, everyMs = 500, logger }: { urls: readonly string[]; everyMs?: number; logger: Logger },
): RevocationsFollower {
  const stop = new AbortController()
  const first = Promise.withResolvers<void>()
  let since = new Date(0)
  let asked = 0
  /** How many nodes in a row have not answered. */
  let down = 0
  const url = () => urls[asked % urls.length] ?? ''

  async function ask(): Promise<void> {
    let path: string | undefined = `/auth/revocations?since=${since.toISOString()}`
    let until: string | undefined
    for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
      const list: RevocationList = await fetchRevocations(url() + path, stop.signal)
      for (const { tokenId, expiresAt } of list.revocations) verifier.revoke(tokenId, Date.parse(expiresAt))
      until ??= list.timestamp
      path = list.next
    }
    // Moving `since` forward would skip the pages that were not read.
    if (path !== undefined) throw new Error(`There are more than ${MAX_PAGES} pages of revocations`)
    if (until !== undefined) since = new Date(Math.max(0, Date.parse(until) - OVERLAP_MS))
    if (down >= urls.length) logger.info({ url: url() }, 'A node answers again: revocations are up to date')
    down = 0
    first.resolve()
  }
  function report(error: unknown): void {
    down++
    if (down === urls.length && !stop.signal.aborted)
      logger.warn({ err: error, url: url() }, 'No node answers: logouts arrive late until one does')
    asked++
  }
  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      await ask().catch(report)
      await pause(everyMs, stop.signal)
    }
    first.resolve()
  }
  const done = follow()
  const close = (): Promise<void> => {
    stop.abort()
    return done
  }
  return { ready: first.promise, close }
}

async function fetchRevocations(url: string, stop: AbortSignal): Promise<RevocationList> {
  const answer = await fetch(url, { signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]) })
  const body = await boundedJson(answer, MAX_PAGE_BYTES)
  if (answer.ok && answerCheck.Check(body) && timesOf(body).every(isTime)) return body
  throw new Error(`GET ${url} answered ${answer.status} without a list of revocations`)
}

const timesOf = ({ revocations, timestamp }: RevocationList): string[] => [
  timestamp,
  ...revocations.map(({ expiresAt }) => expiresAt),
]

function isTime(text: string): boolean {
  const ms = Date.parse(text)
  return ms >= 0 && ms <= LAST_MS
}

/** Waits for `ms`, or until `signal` aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {})
