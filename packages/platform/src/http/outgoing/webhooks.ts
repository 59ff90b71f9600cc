/**
 * Webhooks: signed messages to URLs that clients name. They are sent only to hosts in WEBHOOK_HOSTS, and never to a
 * private address that such a host's name resolves to.
 */
import { createHmac } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../../base/clock.ts'
import { badRequest } from '../../base/errors.ts'
import { PermanentJobError } from '../../jobs/jobs.ts'
import { httpUrl } from '../../values/http-url.ts'

export interface Webhooks {
  /** The URL, if the node may call it. @throws 400 WEBHOOK_REFUSED, naming `field` */
  check(url: string, field: string): URL
  /**
   * Posts JSON, signed if there is a secret. Redirects are not followed, since the client did not name their target.
   *
   * @throws PermanentJobError if another attempt would be refused as well
   */
  post(url: string, message: Posted): Promise<void>
}

interface Posted {
  /** Identifies the message. It is the same for every attempt. */
  id: string
  /** Absent if the receiver checks no signature. */
  secret?: string
  body: unknown
}

const TIMEOUT_MS = 10_000

/**
 * The IPv6 addresses of the public internet (RFC 4291 §2.4). The rest of IPv6 is not assigned, or embeds an IPv4
 * address.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to one machine of the public internet, and to no range of the special-purpose registries
 * (RFC 6890).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/**
 * `hosts` are names or addresses, with a port, or without one for all ports. A private address is refused unless the
 * address itself is listed.
 */
export function createWebhooks(hosts: readonly string[], clock: Clock): Webhooks {
  const listed = new Set(hosts.map((host) => host.toLowerCase()))
  /**
   * Whether a host is listed, with or without its port. A URL omits its protocol's default port, so it is added here.
   */
  const isListed = (url: URL): boolean => {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    return listed.has(hostname(url)) || listed.has(`${url.hostname}:${port}`)
  }
  const hostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

  /** Resolves and checks a name for each connection: its addresses may have changed since the last one. */
  const lookup: LookupFunction = (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, [])
      const hidden = addresses.find(({ address }) => !isPublicAddress(address) && !listed.has(address))
      if (hidden)
        return answer(
          new PermanentJobError(
            `${name} resolves to ${hidden.address}, which is not public: WEBHOOK_HOSTS can list that address`,
          ),
          [],
        )
      const [first] = addresses
      if (!first) return answer(new Error(`${name} has no address`), [])
      if (options.all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }

  const check = (text: string, field: string): URL => {
    const url = httpUrl(text)
    const refuse = (why: string) => badRequest('WEBHOOK_REFUSED', `${field} is "${text.slice(0, 200)}": ${why}`)
    if (!url) throw refuse('expected a URL that starts with https:// or http://, with a host in ASCII (xn--)')
    if (url.username || url.password) throw refuse('it must not contain a user or password')
    if (isListed(url)) return url
    throw refuse('its host is not one that this node sends webhooks to (WEBHOOK_HOSTS)')
  }

  return {
    check,
    async post(text, { id, secret, body }) {
      const url = recheck(check, text)
      const payload = JSON.stringify(body)
      const timestamp = String(Math.floor(clock.now() / 1000))
      const status = await send(url, payload, isIP(hostname(url)) ? undefined : lookup, {
        'x-quorate-delivery': id,
        'x-quorate-timestamp': timestamp,
        ...(secret === undefined ? {} : { 'x-quorate-signature': signatureOf(`${timestamp}.${payload}`, secret) }),
      })
      if (status >= 200 && status < 300) return
      const problem = `the webhook at ${url.origin} answered ${status}`
      throw status >= 300 && status < 400
        ? new PermanentJobError(`${problem}: redirects are not followed`)
        : new Error(problem)
    },
  }
}

const signatureOf = (text: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

/** Checks a URL again: WEBHOOK_HOSTS may be shorter than when the delivery began. @throws PermanentJobError */
function recheck(check: Webhooks['check'], url: string): URL {
  try {
    return check(url, 'the webhook')
  } catch (error) {
    throw new PermanentJobError((error as Error).message)
  }
}

function send(
  url: URL,
  payload: string,
  lookup: LookupFunction | undefined,
  headers: Record<string, string>,
): Promise<number> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      // The timeout covers the whole request, so a server that answers byte by byte gets no more time.
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(lookup ? { lookup } : {}),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'user-agent': 'quorate-webhooks',
      },
    })
    sent.on('response', (response) => {
      // Only the status counts; the body is not read.
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`${url.origin} did not answer within ${TIMEOUT_MS} ms`) : error),
    )
    // After 101 (RFC 9110 §15.2.2) there is neither a response nor an error.
    sent.on('close', () => reject(new Error(`${url.origin} closed the connection without an answer`)))
    sent.end(payload)
  })
}
