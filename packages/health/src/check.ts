/** One dependency, asked whether it works. */

/** What a component says of itself beside `status`. */
export type Details = Record<string, unknown>

export interface Check {
  /** Resolves if the component works, with what is worth saying of it; throws what is wrong. Should heed the signal. */
  check(signal: AbortSignal): Promise<Details | undefined> | Details | undefined
  /** How long it may take before it counts as down. Default 2,000. */
  timeoutMs?: number
}

/** By component, as `details` names them. */
export type Checks = Record<string, Check>

export interface Finding {
  status: 'up' | 'down'
  /** What is wrong, where something is: anybody may read it. */
  message?: string
  /** The same with addresses and paths, for the log. */
  reason?: string
  details: Details
  elapsedMs: number
}

export type Findings = Record<string, Finding>

/** Thrown by a check whose message anybody may read: no addresses, no paths. Of other errors only the code is told. */
export class Down extends Error {
  override readonly name = 'Down'
  readonly details: Details
  constructor(message: string, details: Details = {}) {
    super(message)
    this.details = details
  }
}

const TIMEOUT_MS = 2000

/** Asks all beside each other; none waits for another, nor longer than its own timeout. */
export async function runChecks(checks: Checks): Promise<Findings> {
  const entries = Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

async function runCheck({ check, timeoutMs = TIMEOUT_MS }: Check): Promise<Finding> {
  const started = performance.now()
  const found = (finding: Omit<Finding, 'elapsedMs'>): Finding => ({
    ...finding,
    elapsedMs: performance.now() - started,
  })
  const late = new AbortController()
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Down(`it did not answer within ${timeoutMs} ms`)
    timedOut.reject(error)
    late.abort(error)
  }, timeoutMs)
  try {
    const asked = Promise.resolve().then(() => check(late.signal))
    return found({ status: 'up', details: (await Promise.race([asked, timedOut.promise])) ?? {} })
  } catch (error) {
    const [message, details] = error instanceof Down ? [error.message, error.details] : [publicMessageOf(error), {}]
    return found({ status: 'down', message, reason: messageOf(error), details })
  } finally {
    clearTimeout(timer)
  }
}

/** Such as `it fails: ECONNREFUSED`; what else an error says may name hosts, folders and users. */
function publicMessageOf(error: unknown): string {
  const code = codeOf(error)
  return code === undefined ? 'it fails: the log says why' : `it fails: ${code}`
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code)
  return codeOf(error.cause) ?? (code ? String((error as Error & { code: string }).code) : undefined)
}

/** With the innermost cause: "fetch failed" alone helps nobody. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message || ('code' in error ? String(error.code) : error.name)
  return error.cause instanceof Error ? `${text}: ${messageOf(error.cause)}` : text
}
