/** Decides who may call a route, before the request's body is read. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type ApiError, forbidden, unauthorized } from '../../base/errors.ts'
import type { Scope, Session } from '../../tokens/session.ts'
import type { TokenVerifier } from '../../tokens/tokens.ts'
import { httpUrl } from '../../values/http-url.ts'

/**
 * `session`: the request needs a valid token. `optional`: a token, if there is one, must be valid. `public`: tokens
 * are ignored. The default is `session`, and for GET and HEAD the service's `reads` (`public` if not set).
 */
export type Access = 'session' | 'optional' | 'public'

/** The browsers' cookie for the token that other clients send in the Authorization header; HttpOnly, SameSite=Lax. */
export const SESSION_COOKIE = 'quorate_session'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * Whether a GET changes something. A cookie then counts only if the browser says that our own page sent the
     * request, or if no browser sent it.
     */
    acts?: boolean
    /**
     * A content type other than JSON that a write may have when the request is authenticated by cookie only, such as
     * `multipart/form-data`. The `Origin` header must then be our own.
     */
    takes?: string
    /** Sessions with this scope may call the route, too; `any`: sessions with any scope. */
    scope?: Scope | 'any'
    /** False: not counted by the rate limits. */
    rateLimited?: false
    /** The query is not checked here: the service that receives the forwarded request checks it. */
    anyQuery?: true
    /** The answer contains a secret that is shown once, so it is not stored, even for an Idempotency-Key. */
    secret?: true
    /**
     * The request may be repeated with the same result. So an Idempotency-Key stores neither a 202 nor a refusal, which
     * may be temporary.
     */
    repeatable?: true
  }
  interface FastifyRequest {
    /** The session of the request. @throws 401 `UNAUTHORIZED` without one */
    readonly session: Session
    /** The session of the request, on routes that accept requests without one. */
    sessionIfAny: Session | undefined
  }
}

type Step = (request: FastifyRequest) => void | Promise<void>

/** A route's rules for who may call it. */
export interface RouteAccess {
  access: Access
  scope?: Scope | 'any' | undefined
  acts?: boolean | undefined
  takes?: string | undefined
}

export interface CookieRules {
  /** Origins that are allowed in addition to our own. */
  origins: readonly string[]
  /** Whether clients reach us over TLS, which we cannot see behind a proxy. */
  secure: boolean
}

/** The step that finds the session of each request to a route; undefined for `public` routes. */
export function authentication(
  { access, scope, acts = false, takes }: RouteAccess,
  tokens: TokenVerifier,
  { origins, secure }: CookieRules,
): Step | undefined {
  if (access === 'public') return undefined
  const enter = entering(tokens, scope)
  const enterIfValid = async (request: FastifyRequest, token: string): Promise<void> => {
    try {
      await enter(request, token)
    } catch {
      request.sessionIfAny = undefined
    }
  }
  const required = access === 'session'
  return (request) => {
    const { authorization, host } = request.headers
    const token = authorization === undefined ? undefined : bearerToken(authorization)
    if (token !== undefined) return enter(request, token)
    const isSecure = secure || request.protocol === 'https'
    const fromCookie = tokenInCookie(request, isSecure)
    if (fromCookie === undefined) {
      if (required) throw unauthorized()
      return
    }
    if (acts && READS.has(request.method) && !isAskedByUs(request)) {
      if (!required) return
      throw crossSite()
    }
    const own = `${isSecure ? 'https' : 'http'}://${host}`
    if (takes !== undefined && typeOf(request) === takes) refuseFilesOfOthers(request, own)
    else refuseCrossSite(request, [own, ...origins])
    if (required) return enter(request, fromCookie)
    // Browsers send old cookies by themselves, so an invalid one counts as none if a session is optional.
    return enterIfValid(request, fromCookie)
  }
}

/** Gives a request the session of a token that is valid for its route. */
function entering(tokens: TokenVerifier, scope: RouteAccess['scope']) {
  const admit = (request: FastifyRequest, session: Session): void => {
    if (session.scope !== undefined && scope !== 'any' && scope !== session.scope) throw outOfScope(session.scope)
    request.sessionIfAny = session
  }
  return (request: FastifyRequest, token: string): void | Promise<void> => {
    const known = tokens.recall(token)
    if (known) return admit(request, known)
    return tokens.verify(token).then((session) => admit(request, session))
  }
}

/** The refusal of a token with a scope that the route does not accept: 403 `TOKEN_SCOPE`. */
export const outOfScope = (scope: string): ApiError =>
  forbidden('TOKEN_SCOPE', `The token is for ${scope} only: log in without a scope for everything else`)

/** The longest cookie header that is read. */
const MAX_COOKIES = 8192
const BEARER = /^Bearer +(\S+)$/i

/** The token of a request, from the header or else from the cookie, valid or not. */
export function tokenOf(request: FastifyRequest, secure: boolean): string | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1]
  return tokenInCookie(request, secure || request.protocol === 'https')
}

const tokenInCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string | undefined =>
  cookies?.[cookieName(SESSION_COOKIE, isSecure)]

/**
 * The token in the cookie of a socket's handshake, if a page of our own or of a configured origin opened the socket.
 * Browsers send cookies with the handshakes of any page, and name the page in `Origin`.
 */
export function tokenOfPage(
  { origin, host, cookie }: Pick<IncomingHttpHeaders, 'origin' | 'host' | 'cookie'>,
  origins: readonly string[],
): string | undefined {
  const url = httpUrl(origin ?? '')
  if (origin === undefined || url === undefined || cookie === undefined || cookie.length > MAX_COOKIES) return undefined
  const ours = [`${url.protocol}//${host}`, ...origins]
  if (!ours.some((one) => isSameOrigin(origin, one))) return undefined
  const start = `${cookieName(SESSION_COOKIE, url.protocol === 'https:')}=`
  const parts = cookie.split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(start))?.slice(start.length)
}

function bearerToken(authorization: string): string {
  const token = BEARER.exec(authorization)?.[1]
  if (token !== undefined) return token
  throw unauthorized('UNAUTHORIZED', 'The Authorization header must be: Bearer <token>')
}

/**
 * A cookie's name. Over TLS it has a prefix that browsers accept only from this host and over TLS (RFC 6265bis
 * §4.1.3.2). Such a cookie must be `Secure`, with the path `/`.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers also send cookies with requests from other sites (CSRF). So a write that has only a cookie must come from
 * our own origin or a configured one, with a JSON body, which forms cannot send. @throws 403 CROSS_SITE_REFUSED
 */
function refuseCrossSite(request: FastifyRequest, origins: readonly string[]): void {
  if (READS.has(request.method)) return
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const sameSite =
    origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : origins.some((ours) => isSameOrigin(origin, ours))
  const isJson = type === undefined ? !hasBody(request) : /^application\/json\s*(;|$)/i.test(type)
  if (sameSite && isJson) return
  throw crossSite()
}

/** The media type without its parameters. */
const typeOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/**
 * Any page can send a form with our cookie. So an upload that has only the cookie must have our own origin in `Origin`,
 * which no page can set. A missing `Origin` or `null` proves nothing. Configured origins send JSON or a Bearer token
 * instead.
 * @throws 403 CROSS_SITE_REFUSED
 */
function refuseFilesOfOthers({ headers }: FastifyRequest, own: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = origin !== undefined && isSameOrigin(origin, own)
  if (isOurs && (site === undefined || site === 'same-origin')) return
  throw forbidden(
    'CROSS_SITE_REFUSED',
    'A form or file with the session cookie must have our own origin in its Origin header. You can also send a Bearer token',
  )
}

const crossSite = (): ApiError =>
  forbidden(
    'CROSS_SITE_REFUSED',
    'A write with the session cookie must be JSON from a page of our own origin. You can also send a Bearer token',
  )

/**
 * Whether a GET was sent by our own page, or by a program that is not a browser. Links and images on other sites send
 * the cookie too, and so does an address that another program opened (`none`). Browsers omit `Sec-Fetch-Site` over
 * plain HTTP. Every browser says Mozilla in `User-Agent`, which a page cannot change for a link or an image.
 */
function isAskedByUs({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'user-agent': agent = '', origin, referer } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined && referer === undefined && !/mozilla/i.test(agent)
}

/** Compares scheme, host and port (RFC 6454 §5); the scheme's default port may be omitted. */
function isSameOrigin(one: string, other: string): boolean {
  if (one === other) return true
  const url = httpUrl(one)
  return url !== undefined && url.origin === httpUrl(other)?.origin
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
