/** Checks whether a dependency works. */

/** Facts about a component, in addition to its `status`. */
export type Details = Record<string, unknown>

export interface Check {
  /** Resolves with details if the component works; throws if it does not. It should stop when the signal aborts. */
  check(signal: AbortSignal): Promise<Details | undefined> | Details | undefined
  /** How long the check may take before the component counts as down, in milliseconds. Default 2,000. */
  timeoutMs?: number
}

/** Checks by component, as `details` names them. */
export type Checks = Record<string, Check>

export interface Finding {
  status: 'up' | 'down'
  /** The problem, if there is one; anybody may read it. */
  message?: string
  /** The problem with addresses and paths, for the log. */
  reason?: string
  /** ISO 8601: when it was first found down, if it is. */
  since?: string
  details: Details
  elapsedMs: number
}

export type Findings = Record<string, Finding>

/**
 * An error of a check whose message is public: it contains no addresses or paths. For other errors, answers show only
 * the code.
 */
export class Down extends Error {
  override readonly name = 'Down'
  readonly details: Details
  constructor(message: string, details: Details = {}) {
    super(message)
    this.details = details
  }
}

const TIMEOUT_MS = 2000

/** Runs all checks concurrently; each has its own timeout. */
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

/**
 * A message such as `it fails: ECONNREFUSED`. The error's own text is left out, as it may name hosts, folders and
 * users.
 */
function publicMessageOf(error: unknown): string {
  const code = codeOf(error)
  return code === undefined ? 'it fails: the log says why' : `it fails: ${code}`
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code)
  return codeOf(error.cause) ?? (code ? String((error as Error & { code: string }).code) : undefined)
}

/** The error's message, with its innermost cause's message: "fetch failed" by itself helps nobody. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message || ('code' in error ? String(error.code) : error.name)
  return error.cause instanceof Error ? `${text}: ${messageOf(error.cause)}` : text
}
