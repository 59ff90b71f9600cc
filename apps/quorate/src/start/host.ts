/** How services reach clients: HTTP servers, sockets, and the private entrances of this process's console. */
import type { Server as HttpServer } from 'node:http'
import type { LocalEntrances } from '@quorate/console'
import {
  type ClientEvents,
  createHttp,
  createRealtime,
  type Http,
  openPrivateEntrance,
  type RealtimeOptions,
} from '@quorate/platform'
import { apiTags } from '../api-tags.ts'
import { errorExamples } from '../generate/error-examples.ts'
import { fieldDescriptions } from '../generate/field-descriptions.ts'
import operationExamples from '../operation-examples.json' with { type: 'json' }
import type { ServiceName } from '../settings.ts'
import { version } from '../version.ts'
import type { Opening } from './opening.ts'
import type { Shared } from './shared.ts'

/** The listening addresses of services and sockets, by name. Each is added when its server begins to listen. */
export type Addresses = Partial<Record<ServiceName | 'sockets' | 'governanceSockets', string>>

/** The titles of an API. */
interface Title {
  name: ServiceName
  title: string
  description: string
}

export type Host = ReturnType<typeof createHost>

export function createHost(opening: Opening, shared: Shared) {
  const { services, settings, lifecycle } = opening
  const addresses: Addresses = {}
  const entrances: LocalEntrances = {}
  const servers: { http: Http; listen: () => Promise<void> }[] = []
  return {
    addresses,
    /** The entrances through which this process's console reaches its services. */
    entrances,

    /** Creates the HTTP server of a service. It listens after {@link Host.listen}. */
    async http(title: Title): Promise<Http> {
      const http = await httpOf(opening, shared, title)
      const { name } = title
      const listen = async () => {
        addresses[name] = await http.listen({ host: settings.shared.HOST, port: settings[name].HTTP_PORT })
      }
      servers.push({ http, listen })
      return http
    },

    /** Opens the sockets of a service. */
    sockets: (channel: ServiceName, namespaces: readonly string[], port: number) =>
      socketsOf(opening, shared, { channel, namespaces, port }),

    async openEntrance(name: keyof LocalEntrances, server: HttpServer): Promise<void> {
      if (!services.includes('console')) return
      const entrance = await openPrivateEntrance(server)
      entrances[name] = entrance
      lifecycle.onStop(`entrance of ${name}`, () => entrance.close())
    },

    /** Has all servers close at a stop. */
    closeAtStop(): void {
      for (const { http } of servers) lifecycle.onStop('http', () => http.close())
    },
    async listen(): Promise<void> {
      for (const { listen } of servers) await listen()
    },
  }
}

const httpOf = ({ settings, logger }: Opening, { clock, tokens, idempotencyStore }: Shared, title: Title) =>
  createHttp({
    ...title,
    version,
    tags: apiTags,
    errorExamples,
    examples: operationExamples,
    fieldDescriptions,
    settings: settings.shared,
    logger: logger.child({ service: title.name }),
    clock,
    tokens: tokens.verifier,
    idempotencyStore,
    secureCookies: settings.node.PUBLIC_URL?.startsWith('https://') ?? false,
  })

const socketsOf =
  (
    { settings: { shared }, logger, lifecycle }: Opening,
    { tokens, clock, server }: Shared,
    { channel, namespaces, port }: { channel: ServiceName; namespaces: readonly string[]; port: number },
  ) =>
  async (on: ClientEvents, rooms: Pick<RealtimeOptions, 'findRevoked' | 'roomsOf'>) => {
    const realtime = await createRealtime({
      tokens: tokens.verifier,
      namespaces,
      settings: { host: shared.HOST, port, cors: shared.CORS_ORIGINS, http: shared },
      clock,
      logger,
      redisUrl: shared.REDIS_URL,
      server,
      channel,
      on,
      ...rooms,
    })
    lifecycle.onStop(`sockets of ${channel}`, () => realtime.close())
    return realtime
  }
