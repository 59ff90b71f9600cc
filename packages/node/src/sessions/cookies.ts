import { createHash, randomBytes } from 'node:crypto'
import { cookieName, readCookie, SESSION_COOKIE } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Names the browser that challenges are given to. */
const CHALLENGE_COOKIE = 'quorate_challenge'
const RANDOM = /^[A-Za-z0-9_-]{43}$/

/** What is kept of a cookie: enough to recognize it, not enough to pass for it. */
export const bindingOf = (cookie: string): Uint8Array => Uint8Array.from(createHash('sha256').update(cookie).digest())

/** Whether a client came over TLS, as PUBLIC_URL or a trusted proxy says. */
const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  publicUrl?.startsWith('https://') || request.protocol === 'https'

/** Sets and reads cookies; over TLS they are `Secure` and this host's alone. */
export function createCookies(publicUrl: string | undefined) {
  const set = (request: FastifyRequest, reply: FastifyReply, name: string, value: string, seconds: number): void => {
    const secure = isSecure(request, publicUrl)
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${cookieName(name, secure)}=${value}; ${attributes}`)
  }
  const given = (request: FastifyRequest): string | undefined => {
    const { cookie } = request.headers
    const value = cookie && readCookie(cookie, cookieName(CHALLENGE_COOKIE, isSecure(request, publicUrl)))
    return value && RANDOM.test(value) ? value : undefined
  }
  return {
    /** The browser's cookie; a new one if it brings none. */
    browser: (request: FastifyRequest): string => given(request) ?? randomBytes(32).toString('base64url'),
    /** The binding of the browser that asks; undefined for a client without cookies. */
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
