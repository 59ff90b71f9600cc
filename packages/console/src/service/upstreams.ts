/** The addresses of the services behind the console. */
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { PrivateEntrance } from '@quorate/platform'
import type { Settings } from '../settings.ts'

/** The private entry points of services that run in the same process. */
export interface LocalEntrances {
  node?: PrivateEntrance | undefined
  multisig?: PrivateEntrance | undefined
  governance?: PrivateEntrance | undefined
  multisigSockets?: PrivateEntrance | undefined
  governanceSockets?: PrivateEntrance | undefined
}
export type UpstreamName = keyof LocalEntrances

export interface Upstream {
  /** In the format of `@fastify/reply-from`. */
  base: string
  /** Starts a request on a new connection. */
  request(options: RequestOptions): ClientRequest
}

export type Upstreams = Partial<Record<UpstreamName, Upstream>>

const NAMES: Record<UpstreamName, keyof Settings> = {
  node: 'NODE_URL',
  multisig: 'MULTISIG_URL',
  governance: 'GOVERNANCE_URL',
  multisigSockets: 'MULTISIG_SOCKETS_URL',
  governanceSockets: 'GOVERNANCE_SOCKETS_URL',
}

/** Returns the known services. A service in the same process takes precedence over a setting. */
export function createUpstreams(settings: Settings, entrances: LocalEntrances): Upstreams {
  const upstreams: Upstreams = {}
  for (const [name, setting] of Object.entries(NAMES) as [UpstreamName, keyof Settings][]) {
    const local = entrances[name]
    const url = settings[setting] as string | undefined
    if (local)
      upstreams[name] = {
        base: `unix+http://${encodeURIComponent(local.path)}/`,
        request: (options) => requestHttp({ ...options, socketPath: local.path, agent: false }),
      }
    else if (url !== undefined) upstreams[name] = remote(new URL(url))
  }
  return upstreams
}

function remote({ protocol, hostname, port, origin }: URL): Upstream {
  const host = hostname.replace(/^\[|\]$/g, '')
  const at = { host, agent: false, ...(port === '' ? {} : { port }) }
  return {
    base: origin,
    request: (options) =>
      protocol === 'https:'
        ? requestHttps({ ...options, ...at, servername: host })
        : requestHttp({ ...options, ...at }),
  }
}
