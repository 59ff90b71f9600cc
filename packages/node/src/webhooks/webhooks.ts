/** Signed messages to addresses that clients name: only to listed hosts, and never into a private network by a detour. */
import { createHmac } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badRequest, type Clock, httpUrl, PermanentJobError } from '@quorate/platform'
import ipaddr from 'ipaddr.js'

export interface Webhooks {
  /** The address, if it may be called. @throws 400 WEBHOOK_REFUSED, naming `field` */
  check(url: string, field: string): URL
  /**
   * Posts JSON, signed. Redirects are not followed: what they lead to was not named.
   *
   * @throws PermanentJobError where another attempt would be refused as well
   */
  post(url: string, message: Signed): Promise<void>
}

interface Signed {
  /** Names the delivery: the same for every attempt. */
  id: string
  secret: string
  body: unknown
}

const TIMEOUT_MS = 10_000

/** What is routed on the public internet (RFC 4291 §2.4); the rest of IPv6 is not given out, or holds an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address belongs to a machine of the public internet, and to no range that the registries of special purposes have (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/** `hosts` are names or addresses, with a port or for any; a private address must be listed itself. */
export function createWebhooks(hosts: readonly string[], clock: Clock): Webhooks {
  const listed = new Set(hosts.map((host) => host.toLowerCase()))
  /** With its port, also the protocol's own, which a URL leaves out. */
  const isListed = (url: URL): boolean => {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    return listed.has(hostname(url)) || listed.has(`${url.hostname}:${port}`)
  }
  const hostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

  /** Asked for each connection: what a name means may have changed since it was checked. */
  const lookup: LookupFunction = (name, options, answer) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, [])
      const hidden = addresses.find(({ address }) => !isPublicAddress(address) && !listed.has(address))
      if (hidden) return answer(new PermanentJobError(`${name} is ${hidden.address}, which is not public`), [])
      const [first] = addresses
      if (options.all || !first) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }

  const check = (text: string, field: string): URL => {
    const url = httpUrl(text)
    const refuse = (why: string) => badRequest('WEBHOOK_REFUSED', `${field} is "${text.slice(0, 200)}": ${why}`)
    if (!url) throw refuse('expected a URL that starts with https:// or http://, with a host in ASCII (xn--)')
    if (url.username || url.password) throw refuse('a user and password cannot stand in it')
    if (isListed(url)) return url
    throw refuse('its host is not one that this node sends webhooks to (WEBHOOK_HOSTS)')
  }

  return {
    check,
    async post(text, { id, secret, body }) {
      const url = recheck(check, text)
      const payload = JSON.stringify(body)
      const timestamp = String(Math.floor(clock.now() / 1000))
      const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
      const status = await send(url, payload, isIP(hostname(url)) ? undefined : lookup, {
        'x-quorate-delivery': id,
        'x-quorate-timestamp': timestamp,
        'x-quorate-signature': `sha256=${signature}`,
      })
      if (status >= 200 && status < 300) return
      const problem = `the webhook at ${url.origin} answered ${status}`
      throw status >= 300 && status < 400
        ? new PermanentJobError(`${problem}: redirects are not followed`)
        : new Error(problem)
    },
  }
}

/** The list may be shorter than when the delivery began. */
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
      // Of everything together: one that answers byte by byte gets no longer.
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
      // What it says is of no interest.
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`${url.origin} did not answer within ${TIMEOUT_MS} ms`) : error),
    )
    sent.end(payload)
  })
}
