/** Follows a name to content, over other names that it leads to. */
import { type IpnsName, readIpnsName } from '@quorate/verify/ipns'
import { invalidName, nameLeadsNowhere } from '../errors.ts'
import { below } from '../identifier/given-path.ts'
import { type ContentPath, parseContentPath } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { DNSLINK_MS, domainIn, type LookUp } from './dnslink.ts'
import type { KnownRecord, Records } from './records.ts'

/** An IPNS name, or a domain. */
export type Name = IpnsName | { domain: string }

/** @throws 400 `INVALID_NAME` */
export function readName(text: string): Name {
  const ipns = readIpnsName(text)
  const domain = ipns ? undefined : domainIn(text)
  if (!ipns && domain === undefined) throw invalidName(text)
  return ipns ?? { domain: domain as string }
}

export interface Resolution {
  content: ContentPath
  /** The value that the name itself points at. */
  value: string
  /** The record of the name; absent for a domain. */
  record: KnownRecord | undefined
  /** How long an answer may be kept, in milliseconds. */
  maxAgeMs: number
}

export type Resolve = (name: Name) => Promise<Resolution>

/**
 * The function throws 404 `NAME_NOT_FOUND`, 422 `NAME_LEADS_NOWHERE` and `DNSLINK_OFF`, 504 `NAME_TIMEOUT`, and the
 * errors of identifiers.
 */
export function createResolve({ records, lookUp }: { records: Records; lookUp: LookUp }): Resolve {
  async function step(name: Name): Promise<Omit<Resolution, 'content'>> {
    if ('domain' in name) return { value: await lookUp(name.domain), record: undefined, maxAgeMs: DNSLINK_MS }
    const record = await records.find(name)
    return { value: record.fields.value, record, maxAgeMs: records.maxAge(record) }
  }
  return async (name) => {
    const first = await step(name)
    let { value, maxAgeMs } = first
    let rest = ''
    for (let hops = 1; hops <= limits.maxNameHops.value; hops++) {
      if (value.startsWith('/ipfs/')) return { ...first, maxAgeMs, content: below(parseContentPath(value), rest) }
      if (!value.startsWith('/ipns/'))
        throw nameLeadsNowhere(
          `The name points at ${JSON.stringify(value.slice(0, 100))}, which is not /ipfs/ or /ipns/`,
        )
      const [, , text = '', ...path] = value.split('/')
      rest = `${path.join('/')}/${rest}`
      const next = await step(readName(text))
      value = next.value
      maxAgeMs = Math.min(maxAgeMs, next.maxAgeMs)
    }
    throw nameLeadsNowhere(
      `The name leads through more than ${limits.maxNameHops.value} names: do they lead in a circle?`,
    )
  }
}
