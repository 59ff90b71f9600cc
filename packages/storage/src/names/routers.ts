/**
 * Routers, which keep other people's IPNS records: by the Delegated Routing HTTP API
 * (https://specs.ipfs.tech/routing/http-routing-v1/), or trustless gateways, which can only be read. The caller must
 * check the records.
 */
import { atMost, collect, plainAnswer } from '@quorate/platform'
import { MAX_RECORD_BYTES } from '@quorate/verify/ipns'
import type { Settings } from '../settings.ts'
import { askGateway, gatewayBase } from '../sources/gateways.ts'
import { withoutTrailingSlashes } from '../streams/text.ts'

export const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'

export interface Router {
  /** Its host, for public messages. */
  name: string
  /** The bytes that it gives as the record of the name. */
  get(name: string, signal: AbortSignal): Promise<Uint8Array>
  /** Absent for gateways. */
  put?: (name: string, record: Uint8Array, signal: AbortSignal) => Promise<void>
}

/** The routers of the settings, or if there are none, the gateways. */
export function routersIn({
  IPNS_ROUTING_URLS,
  IPFS_GATEWAY_URLS,
}: Pick<Settings, 'IPNS_ROUTING_URLS' | 'IPFS_GATEWAY_URLS'>): Router[] {
  return IPNS_ROUTING_URLS.length > 0 ? IPNS_ROUTING_URLS.map(createRouter) : IPFS_GATEWAY_URLS.map(createRecordGateway)
}

type Answer = Awaited<ReturnType<typeof plainAnswer>>

async function recordIn(answer: Answer): Promise<Uint8Array> {
  const { statusCode = 0 } = answer
  if (statusCode === 200) return collect(atMost(answer, MAX_RECORD_BYTES, (why) => new Error(why)))
  answer.destroy()
  throw new Error(`it answered ${statusCode}`)
}

function createRouter(url: string): Router {
  const base = withoutTrailingSlashes(url).replace(/\/routing\/v1$/, '')
  const address = (name: string) => new URL(`${base}/routing/v1/ipns/${name}`)
  return {
    name: new URL(base).host,
    get: async (name, signal) =>
      recordIn(await plainAnswer(address(name), { signal, headers: { accept: RECORD_TYPE } })),
    async put(name, record, signal) {
      const headers = { 'content-type': RECORD_TYPE, 'content-length': String(record.length) }
      const answer = await plainAnswer(address(name), { method: 'PUT', signal, headers, body: record })
      const { statusCode = 0 } = answer
      answer.destroy()
      if (statusCode < 200 || statusCode >= 300) throw new Error(`it answered ${statusCode}`)
    },
  }
}

function createRecordGateway(url: string): Router {
  const base = gatewayBase(url)
  return {
    name: new URL(base).host,
    get: async (name, signal) =>
      recordIn(await askGateway(new URL(`${base}/ipns/${name}?format=ipns-record`), RECORD_TYPE, signal)),
  }
}
