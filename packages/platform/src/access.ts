/** Who may call a route, decided before its body is read. */
import type { FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from './errors.ts'
import type { Session } from './session.ts'
import type { TokenVerifier } from './tokens.ts'

/**
 * `session`: needs a valid token. `optional`: a token, if there is one, must be valid. `public`: tokens
 * are not looked at. The default is `session`, and for GET and HEAD what the service says (`public`).
 */
export type Access = 'session' | 'optional' | 'public'

/** Holds the same token as the Authorization header does, for browsers; HttpOnly, SameSite=Lax. */
export const SESSION_COOKIE = 'quorate_session'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** False: not counted by the rate limits. */
    counted?: false
  }
  interface FastifyRequest {
    /** Who asks. Throws 401 where nobody is logged in. */
    readonly session: Session
    /** Who asks, on routes where nobody needs to. */
    sessionIfAny: Session | undefined
  }
}

type Step = (request: FastifyRequest) => void | Promise<void>

/** What finds the session of each request to a route with `access`; undefined where none is looked for. */
export function authentication(access: Access, tokens: TokenVerifier, origins: readonly string[]): Step | undefined {
  if (access === 'public') return undefined
  const required = access === 'session'
  return (request) => {
    const { authorization, cookie } = request.headers
    const token = authorization === undefined ? undefined : bearerToken(authorization)
    if (token !== undefined) return enter(request, tokens, token)
    const fromCookie = cookie?.includes(SESSION_COOKIE) ? readCookie(cookie, SESSION_COOKIE) : undefined
    if (fromCookie === undefined) {
      if (required) throw unauthorized()
      return
    }
    refuseCrossSite(request, origins)
    return required ? enter(request, tokens, fromCookie) : enterIfValid(request, tokens, fromCookie)
  }
}

function enter(request: FastifyRequest, tokens: TokenVerifier, token: string): void | Promise<void> {
  request.sessionIfAny = tokens.recall(token)
  if (request.sessionIfAny) return
  return tokens.verify(token).then((session) => {
    request.sessionIfAny = session
  })
}

/** A browser cannot help sending an old cookie: where a session is optional, that is no session. */
const enterIfValid = (request: FastifyRequest, tokens: TokenVerifier, token: string): Promise<void> =>
  tokens.verify(token).then(
    (session) => {
      request.sessionIfAny = session
    },
    () => {},
  )

function bearerToken(authorization: string): string {
  const [scheme = '', token = ''] = authorization.split(' ', 2)
  if (scheme.toLowerCase() === 'bearer' && token !== '') return token
  throw unauthorized('UNAUTHORIZED', 'The Authorization header must be: Bearer <token>')
}

/** The value of cookie `name` in a Cookie header (RFC 6265 §4.2.1). */
export function readCookie(header: string, name: string): string | undefined {
  const pair = header.split(';').find((part) => part.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers send cookies along with what other sites post. A write that only a cookie vouches for must
 * come from our own origin or a configured one, with a JSON body, which forms cannot send.
 */
function refuseCrossSite(request: FastifyRequest, origins: readonly string[]): void {
  if (READS.has(request.method)) return
  const { origin, host, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const sameSite =
    origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : isOurs(origin, host, origins)
  const isJson = type === undefined ? !hasBody(request) : /^application\/json\s*(;|$)/i.test(type)
  if (sameSite && isJson) return
  throw forbidden(
    'CROSS_SITE_REFUSED',
    'A write with the session cookie must come from our own origin, as JSON; or send a Bearer token',
  )
}

function isOurs(origin: string, host: string | undefined, origins: readonly string[]): boolean {
  return origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host)
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
