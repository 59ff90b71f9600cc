/** Logouts at the node, followed by services that run apart from it. */
import { setTimeout } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Logger } from './logger.ts'
import type { TokenVerifier } from './tokens.ts'

/**
 * What `GET /auth/revocations?since=` answers: the revocations at or after `since` whose tokens have not
 * expired, and the node's time, which the next question starts from. Times are ISO 8601.
 */
export const RevocationList = Type.Object({
  revocations: Type.Array(Type.Object({ tokenId: Type.String(), expiresAt: Type.String() })),
  timestamp: Type.String(),
})
export type RevocationList = Static<typeof RevocationList>

/** Asked again with each question, so that a revocation which committed late is not missed. */
const OVERLAP_MS = 60_000
const PATIENCE_MS = 2000
const answerCheck = Compile(RevocationList)

export interface RevocationsFollower {
  /** Resolves when the first answer has been taken over. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Asks `<url>/auth/revocations` every `everyMs`, and goes on through outages; `url` is the node's base address. */
export function followRevocations(
  verifier: TokenVerifier,
  { url, everyMs = 500, logger }: { url: string; everyMs?: number; logger: Logger },
): RevocationsFollower {
  const stop = new AbortController()
  const first = Promise.withResolvers<void>()
  let since = new Date(0)
  let down = false

  async function ask(): Promise<void> {
    const list = await fetchRevocations(`${url}/auth/revocations?since=${since.toISOString()}`, stop.signal)
    for (const { tokenId, expiresAt } of list.revocations) verifier.revoke(tokenId, Date.parse(expiresAt))
    since = new Date(Math.max(0, Date.parse(list.timestamp) - OVERLAP_MS))
    if (down) logger.info({ url }, 'The node answers again: revocations are up to date')
    down = false
    first.resolve()
  }
  function report(error: unknown): void {
    if (!down && !stop.signal.aborted)
      logger.warn({ err: error, url }, 'The node does not answer: logouts arrive late until it does')
    down = true
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
  const answer = await fetch(url, { signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]) })
  const body: unknown = await answer.json()
  if (answer.ok && answerCheck.Check(body)) return body
  throw new Error(`GET ${url} answered ${answer.status} without a list of revocations`)
}

/** Waits, unless told to stop. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {})
