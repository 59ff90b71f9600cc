/**
 * Gets one block from several sources, in turn. It tries the next source as soon as the previous one has failed or is
 * slow to answer.
 */
import type { CID } from 'multiformats/cid'
import { contentNotFound, contentTimeout, isStorageFull, notVerified, Unverified } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'

export interface Source {
  /** The source's name in errors. */
  name: string
  /**
   * The block, with its hash checked.
   *
   * @throws an error that says why the block was not found
   */
  get(cid: CID, signal: AbortSignal): Promise<Uint8Array>
  /**
   * Requests everything below `root` in one answer; undefined if the source is known not to give archives. `keep` is
   * called with each block that arrives.
   */
  archive?(root: CID, keep: (cid: CID) => void): Archive | undefined
}

/** One answer that contains many blocks. */
export interface Archive {
  source: Source
  close(): void
}

export interface HedgeOptions {
  /** Milliseconds without an answer after which the next source is tried, too. */
  hedgeMs: number
  /** Milliseconds for all sources together. */
  timeoutMs: number
}

export interface FetchedBlock {
  bytes: Uint8Array
  by: Source
}

/**
 * The first answer; requests to the other sources are then aborted. Each error says what was tried.
 *
 * @throws 504 `CONTENT_TIMEOUT`; 507 `STORAGE_FULL` if all failed, and one of them because the drive has no room for
 *     the block; 502 `CONTENT_NOT_VERIFIED` if one answered with wrong bytes; otherwise 404 `CONTENT_NOT_FOUND`
 */
export async function firstOf(
  sources: Source[],
  cid: CID,
  { hedgeMs, timeoutMs }: HedgeOptions,
): Promise<FetchedBlock> {
  const found = Promise.withResolvers<FetchedBlock>()
  const stop = new AbortController()
  const tried = new Map<Source, string>()
  const waiting = [...sources]
  let lied = false
  let full: Error | undefined
  let asking = 0

  const describe = (): string =>
    tried.size === 0
      ? 'there are no sources to try'
      : `tried ${[...tried].map(([{ name }, why]) => `${name} (${why})`).join(', ')}`
  const fail = (): void => {
    if (asking > 0 || waiting.length > 0) return
    const message = `${cidText(cid)} was not found: ${describe()}`
    found.reject(full ?? (lied ? notVerified(message) : contentNotFound(message)))
  }
  const ask = async (source: Source): Promise<void> => {
    tried.set(source, 'no answer yet')
    asking++
    const bytes = await source.get(cid, stop.signal).catch((error: unknown) => {
      lied ||= error instanceof Unverified
      // Other sources may still give the block without storing it, so this error waits until they have failed.
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
    found.reject(contentTimeout(`${cidText(cid)} was not found within ${timeoutMs} ms: ${describe()}`))
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

/**
 * The message is public, so it includes only the code of a system error: the error's own message has paths, or
 * addresses and ports.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return `${error.message}: ${'code' in cause ? cause.code : cause.name}`
  return 'errno' in error && 'code' in error ? String(error.code) : error.message
}
