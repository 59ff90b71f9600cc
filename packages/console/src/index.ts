/** The console: the page, and a service that serves the page and the APIs from one origin. */
import type { Http } from '@quorate/platform'
import { configRoute, type Development, type PageConfig } from './service/config.ts'
import { developmentRoutes, fromHere } from './service/development.ts'
import { forwardedHeaders } from './service/forwarded.ts'
import { refuseOtherHosts } from './service/hosts.ts'
import { servePage } from './service/page.ts'
import { proxyRequests } from './service/proxy.ts'
import { proxySockets } from './service/sockets.ts'
import { createUpstreams, type LocalEntrances } from './service/upstreams.ts'
import type { Settings } from './settings.ts'

export { limits } from './limits.ts'
export { pageFolder } from './service/build.ts'
export type { Development, DevelopmentAccount, PageConfig } from './service/config.ts'
export type { DevelopmentFault, DevelopmentLedger, DevelopmentSnapshot } from './service/development.ts'
export type { LocalEntrances } from './service/upstreams.ts'
export { type Settings, settings } from './settings.ts'

export interface ConsoleDeps {
  http: Http
  settings: Settings
  /** Proxies in front of the console whose forwarded headers are trusted. */
  trustProxy: readonly string[]
  /** The private entry points of the services that run in the same process. */
  entrances: LocalEntrances
  config: Omit<PageConfig, 'services' | 'walletConnect' | 'development'> & { development: Development | null }
  /** The folder of the built page. */
  folder: string
}

/** Adds the page, its configuration and the three APIs to `http`, and the services' sockets to its server. */
export async function openConsole({
  http,
  settings,
  trustProxy,
  entrances,
  config,
  folder,
}: ConsoleDeps): Promise<void> {
  const upstreams = createUpstreams(settings, entrances)
  const forwarded = forwardedHeaders(trustProxy)
  const services = { multisig: !!upstreams.multisig, governance: !!upstreams.governance }
  refuseOtherHosts(http, settings)
  const { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl } = settings
  const isFromHere = fromHere(settings, trustProxy)
  configRoute(http, { ...config, services, walletConnect: projectId ? { projectId, relayUrl } : null }, isFromHere)
  if (config.development) await developmentRoutes(http, config.development.ledger, isFromHere)
  await proxyRequests(http, upstreams, forwarded)
  proxySockets(http, upstreams, settings, forwarded)
  await servePage(http, folder, [...Object.values(config.mirrors), ...(projectId ? [relayUrl] : [])])
}
