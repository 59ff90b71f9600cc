import { createHash, randomBytes } from 'node:crypto'
import { readCookie, SESSION_COOKIE } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Names the browser that challenges are given to. */
const CHALLENGE_COOKIE = 'quorate_challenge'
const RANDOM = /^[A-Za-z0-9_-]{43}$/

/** The browser's cookie; a new one if it brings none. */
export const browserCookie = (request: FastifyRequest): string =>
  givenCookie(request) ?? randomBytes(32).toString('base64url')

const givenCookie = ({ headers }: FastifyRequest): string | undefined => {
  const value = headers.cookie && readCookie(headers.cookie, CHALLENGE_COOKIE)
  return value && RANDOM.test(value) ? value : undefined
}

/** What is kept of a cookie: enough to recognize it, not enough to pass for it. */
export const bindingOf = (cookie: string): Uint8Array => Uint8Array.from(createHash('sha256').update(cookie).digest())

/** The binding of the browser that asks; undefined for a client without cookies. */
export function givenBinding(request: FastifyRequest): Uint8Array | undefined {
  const cookie = givenCookie(request)
  return cookie ? bindingOf(cookie) : undefined
}

const attributes = (request: FastifyRequest, path: string, seconds: number): string =>
  `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${request.protocol === 'https' ? '; Secure' : ''}`

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
  reply.header('set-cookie', `${CHALLENGE_COOKIE}=${value}; ${attributes(request, '/auth', seconds)}`)
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  reply.header('set-cookie', `${SESSION_COOKIE}=${token}; ${attributes(request, '/', seconds)}`)
}

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): void =>
  setSessionCookie(request, reply, '', 0)
