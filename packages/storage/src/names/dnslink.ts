/** DNSLink (https://dnslink.dev): domains that name content in a TXT record. */
import { Resolver } from 'node:dns/promises'
import { type Clock, createSingleFlight } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import { nameNotFound, nameTimeout, unsupportedDomains } from '../errors.ts'
import { MAX_ADDRESS } from '../identifier/identifier.ts'
import type { Settings } from '../settings.ts'

/** How long an answer is cached, in milliseconds. The resolver does not return the record's own TTL. */
export const DNSLINK_MS = 60_000
const PREFIX = 'dnslink='
/** Further records of one domain are not read. */
const MAX_RECORDS = 100

/**
 * The domain in lower case; undefined if the text is not a domain. Its last label must have a letter, which excludes IP
 * addresses.
 */
export function domainIn(text: string): string | undefined {
  const domain = text.toLowerCase().replace(/\.$/, '')
  if (domain.length > 240) return undefined
  const labels = domain.split('.')
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
  return isDomain ? domain : undefined
}
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

export type LookUp = (domain: string) => Promise<string>

/**
 * Returns the function that finds the path which a domain names, such as `/ipfs/bafy...`.
 *
 * It throws 404 `NAME_NOT_FOUND`, 422 `DNSLINK_OFF`, 504 `NAME_TIMEOUT`.
 */
export function createDnsLink(
  { DNSLINK_RESOLVERS: servers, IPFS_TIMEOUT }: Pick<Settings, 'DNSLINK_RESOLVERS' | 'IPFS_TIMEOUT'>,
  clock: Clock,
): LookUp {
  const once = createSingleFlight<string>()
  const known = new LRUCache<string, string>({
    max: 1000,
    ttl: DNSLINK_MS,
    perf: { now: () => clock.now() },
    ttlResolution: 0,
  })
  if (servers.length === 0)
    return async () => {
      throw unsupportedDomains()
    }
  const resolver = new Resolver({ timeout: IPFS_TIMEOUT, tries: 1 })
  const own = servers.filter((server) => server !== 'system')
  if (own.length > 0) resolver.setServers(own)
  const load = async (domain: string): Promise<string> => {
    const path = pathIn(await textsOf(resolver, domain))
    if (path === undefined)
      throw nameNotFound(`${domain} names no content: _dnslink.${domain} has no TXT dnslink=/ipfs/...`)
    known.set(domain, path)
    return path
  }
  return async (domain) => known.get(domain) ?? once(domain, () => load(domain))
}

/** The path in the first of these texts in character order, so that each reader gets the same one. */
const pathIn = (texts: readonly string[]): string | undefined =>
  texts
    .filter((text) => text.startsWith(PREFIX) && text.length <= MAX_ADDRESS)
    .map((text) => text.slice(PREFIX.length).trim())
    .filter((path) => /^\/ip[fn]s\/./.test(path))
    .sort()[0]

async function textsOf(resolver: Resolver, domain: string): Promise<string[]> {
  try {
    const records = await resolver.resolveTxt(`_dnslink.${domain}`)
    return records.slice(0, MAX_RECORDS).map((parts) => parts.join(''))
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    // A domain that does not exist is treated like one that names no content.
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw nameTimeout(`_dnslink.${domain} could not be looked up: the DNS server answered ${code}`)
  }
}
