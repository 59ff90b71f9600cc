import { mayCount, wasSigned } from '@quorate/verify'
import { EXIT, Failure } from './exit-codes.ts'
import { plain, plainJson, plainLines } from './terminal/plain.ts'

/** Errors whose message says what the user can fix. */
const PLAIN_ERRORS = new Set([
  'ApiError',
  'ConfigError',
  'DataDirectoryInUse',
  'Failure',
  'QuorateError',
  'VerifyError',
])

/** Properties of the failed command that determine the advice. */
export interface Called {
  takesUrl: boolean
}

/** Describes an error by its message. With LOG_LEVEL=debug the stack is added, unless the user can fix the cause. */
export function explain(error: unknown, called: Called = { takesUrl: false }): string {
  if (!(error instanceof Error)) return plain(String(error))
  const { code, requestId } = error as { code?: unknown; requestId?: unknown }
  const advice = adviceFor(error, called)
  const more = advice === undefined ? '' : `\n${advice}`
  // A message may quote the service. It stays on one line, so that quoted text cannot pass for a line of this command.
  if (error.name === 'QuorateError') {
    const fate = mayCount(error) ? 'may count' : 'was refused'
    const sent = wasSigned(error) ? `Your signature was sent, and ${fate}. The answer: ` : ''
    const about = requestId === undefined ? code : `${code}, request ${requestId}`
    return `${sent}${plain(`${error.message} (${about})`)}${plainLines(more)}`
  }
  if (PLAIN_ERRORS.has(error.name) || process.env.LOG_LEVEL !== 'debug')
    return `${plain(error.message)}${plainLines(more)}`
  return plainLines(error.stack ?? error.message)
}

/** Advice for an error whose message does not say what the user can do. */
function adviceFor(error: Error & { code?: unknown; status?: unknown }, { takesUrl }: Called): string | undefined {
  const { name, code, status } = error
  if (code === 'MIRROR_UNAVAILABLE') return 'Start the platform with this mirror, or set another one with --mirror-url'
  if (code === 'NOT_REACHED' && error.cause !== undefined)
    return 'Start the platform (npm start), or set the address of its governance service with --url'
  if (name !== 'QuorateError') return undefined
  if (code === 'NO_ADDRESS') return 'Log in once with --multisig-url and --governance-url, or pass them now'
  if (code === 'UNANSWERED') {
    if (isAboutCertificate(error))
      return 'If you use your own certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file'
    return takesUrl
      ? 'Start the platform (npm start), or set its address with --url'
      : 'Start the service at that address (npm start), or set another address'
  }
  if (code === 'CUSTOM_FEES') return 'Here that is --permit-fees'
  if (status === 422 && error.message.endsWith('send "force": true')) return 'Here that is --force'
  // Other errors with 401 come from a login itself. The status is checked, too, because the ledger has codes about
  // tokens that also begin with `TOKEN_`.
  const isOver = code === 'UNAUTHORIZED' || (status === 401 && String(code).startsWith('TOKEN_'))
  return isOver ? 'Log in again: quorate login' : undefined
}

/** Whether TLS refused the server's certificate, as Node's codes for OpenSSL's verification say. */
const isAboutCertificate = ({ cause }: Error): boolean =>
  cause instanceof Error &&
  cause.cause instanceof Error &&
  /CERT|ISSUER|LEAF_SIGNATURE/.test(String((cause.cause as { code?: unknown }).code))

/** Like {@link explain}, as a line of JSON. */
export function explainAsJson(error: unknown, called: Called): string {
  const { code, status, details, requestId } = (error ?? {}) as Record<string, unknown>
  const message = error instanceof Error ? error.message : String(error)
  const advice = error instanceof Error ? adviceFor(error, called) : undefined
  return plainJson({
    error: {
      code: typeof code === 'string' ? code : 'FAILED',
      message,
      status,
      details,
      requestId,
      advice,
      ...(wasSigned(error) ? { wasSigned: true, mayCount: mayCount(error) } : {}),
    },
  })
}

/** Errors that the client found itself, without an answer. */
const UNREACHABLE = new Set(['UNANSWERED', 'TIMEOUT', 'SOCKET_CLOSED'])
const UNSAFE = new Set([
  ...['CHALLENGE_REFUSED', 'BODY_REFUSED', 'TEXT_REFUSED', 'SESSION_MISMATCH'],
  ...['ANSWER_REFUSED', 'NAMES_UNSUPPORTED', 'NOT_CONFIRMED', 'NOT_THE_KEY'],
])

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode
  if (!(error instanceof Error)) return EXIT.failed
  const { code, status } = error as { code?: unknown; status?: unknown; statusCode?: unknown }
  if (error.name === 'ConfigError') return EXIT.usage
  if (error.name === 'ApiError')
    return (error as { statusCode?: number }).statusCode === 503 ? EXIT.unreachable : EXIT.refused
  if (error.name !== 'QuorateError') return EXIT.failed
  if (UNREACHABLE.has(String(code))) return EXIT.unreachable
  if (UNSAFE.has(String(code))) return EXIT.notSigned
  if (code === 'NO_ADDRESS' || code === 'INVALID_PARAMETER' || code === 'INVALID_PATH') return EXIT.usage
  if (status === 401) return EXIT.notLoggedIn
  return typeof status === 'number' && status >= 400 && status < 500
    ? EXIT.refused
    : typeof status === 'number' && status >= 500
      ? EXIT.unreachable
      : EXIT.failed
}
