import { createHash, randomBytes } from 'node:crypto'
import { cookieName, SESSION_COOKIE } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie that identifies the browser that a challenge was given to. */
const CHALLENGE_COOKIE = 'quorate_challenge'
const RANDOM = /^[A-Za-z0-9_-]{43}$/

/** The SHA-256 of a cookie. The database stores this hash: it identifies the cookie but cannot be used to forge it. */
export const bindingOf = (cookie: string): Uint8Array => Uint8Array.from(createHash('sha256').update(cookie).digest())

/** Whether the client is connected over TLS, according to PUBLIC_URL or a trusted proxy. */
const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  publicUrl?.startsWith('https://') || request.protocol === 'https'

/**
 * Sets and reads cookies. Over TLS they are `Secure`, and their names have the prefix `__Host-`, which ties them to
 * this host.
 */
export function createCookies(publicUrl: string | undefined) {
  const set = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number): void => {
    const secure = isSecure(request, publicUrl)
    reply.setCookie(cookieName(name, secure), value, {
      path: '/',
      maxAge: seconds,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    })
  }
  const given = (request: FastifyRequest): string | undefined => {
    const value = request.cookies[cookieName(CHALLENGE_COOKIE, isSecure(request, publicUrl))]
    return value && RANDOM.test(value) ? value : undefined
  }
  return {
    /** The request's challenge cookie, or a new value if it has none. */
    browser: (request: FastifyRequest): string => given(request) ?? randomBytes(32).toString('base64url'),
    /** The hash of the request's challenge cookie; undefined for a client without cookies. */
    binding(request: FastifyRequest): Uint8Array | undefined {
      const cookie = given(request)
      return cookie ? bindingOf(cookie) : undefined
    },
    setBrowser: (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void =>
      set(request, reply, CHALLENGE_COOKIE, value, seconds),
    setSession: (request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void =>
      set(request, reply, SESSION_COOKIE, token, seconds),
    clearSession: (request: FastifyRequest, reply: FastifyReply): void => set(request, reply, SESSION_COOKIE, '', 0),
  }
}
