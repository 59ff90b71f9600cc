/** One block, several who may have it: each is asked in turn, the next one as soon as the one before fails or lets one wait. */
import type { CID } from 'multiformats/cid'
import { contentNotFound, contentTimeout, isStorageFull, notVerified } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'

export interface Source {
  /** As a failure names it. */
  name: string
  /** The block, checked. @throws why it cannot be had */
  get(cid: CID, signal: AbortSignal): Promise<Uint8Array>
  /** Everything below `root` in one answer; undefined where that is known not to be had. `keep` is told of each block that comes. */
  archive?(root: CID, keep: (cid: CID) => void): Archive | undefined
}

/** One answer with many blocks. */
export interface Archive {
  source: Source
  close(): void
}

/** What was given was not what the identifier names. */
export class Unverified extends Error {
  override readonly name = 'Unverified'
}

export interface HedgeOptions {
  /** After so long without an answer the next one is asked, too. */
  hedgeMs: number
  /** For all together. */
  timeoutMs: number
}

export interface Found {
  bytes: Uint8Array
  by: Source
}

/**
 * The first answer; the others are then told to stop.
 *
 * @throws 504 `CONTENT_TIMEOUT`; 507 `STORAGE_FULL` if all failed and one had it, but there is no room for it; 502 `CONTENT_NOT_VERIFIED` if one lied; else 404 `CONTENT_NOT_FOUND`. Each says what was tried.
 */
export async function firstOf(sources: Source[], cid: CID, { hedgeMs, timeoutMs }: HedgeOptions): Promise<Found> {
  const found = Promise.withResolvers<Found>()
  const stop = new AbortController()
  const tried = new Map<Source, string>()
  const waiting = [...sources]
  let lied = false
  let full: Error | undefined
  let asking = 0

  const describe = (): string =>
    tried.size === 0
      ? 'there is nobody to ask'
      : `tried ${[...tried].map(([{ name }, why]) => `${name} (${why})`).join(', ')}`
  const fail = (): void => {
    if (asking > 0 || waiting.length > 0) return
    const message = `${cidText(cid)} is not to be had: ${describe()}`
    found.reject(full ?? (lied ? notVerified(message) : contentNotFound(message)))
  }
  const ask = async (source: Source): Promise<void> => {
    tried.set(source, 'no answer yet')
    asking++
    const bytes = await source.get(cid, stop.signal).catch((error: unknown) => {
      lied ||= error instanceof Unverified
      // Others that are asked meanwhile may have it here.
      if (isStorageFull(error)) full = error
      tried.set(source, reasonOf(error))
    })
    asking--
    if (bytes) found.resolve({ bytes, by: source })
    else if (!stop.signal.aborted) askNext()
  }
  const askNext = (): void => {
    const next = waiting.shift()
    if (next) void ask(next)
    else fail()
  }
  const hedge = setInterval(() => waiting.length > 0 && askNext(), hedgeMs)
  const timeout = setTimeout(() => {
    found.reject(contentTimeout(`${cidText(cid)} was not to be had within ${timeoutMs} ms: ${describe()}`))
  }, timeoutMs)
  askNext()
  try {
    return await found.promise
  } finally {
    clearInterval(hedge)
    clearTimeout(timeout)
    stop.abort()
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error
    ? `${error.message}: ${cause.message || ('code' in cause ? cause.code : cause.name)}`
    : error.message
}
