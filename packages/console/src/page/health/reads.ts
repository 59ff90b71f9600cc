/** The installation's public health data, which needs no session. The status screen refetches it every few seconds. */
import type { NodeTypes } from '@quorate/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { notingFetch } from '../api/reached.ts'
import { serviceHealth } from './service-health.ts'

export type ServiceName = 'node' | 'multisig' | 'governance'
export type Machine = NodeTypes['SystemInformation']
export type SharedKey = NodeTypes['SharedKey']
export type Member = Awaited<ReturnType<typeof readNetwork>>[number]

const HEALTH_INTERVAL_MS = 5_000
/** Less often, because these reads count against the rate limit of the client's address. */
const NETWORK_INTERVAL_MS = 10_000

/** Returns the JSON of an answer with any status: a service that is down says what is wrong. */
async function jsonOf(service: ServiceName, path: string): Promise<unknown> {
  const response = await notingFetch(`${location.origin}/api/${service}${path}`, {
    credentials: 'omit',
    cache: 'no-store',
  })
  return response.json().catch(() => undefined)
}

export const serviceQuery = (service: ServiceName, isRefreshed: boolean) =>
  queryOptions({
    queryKey: ['health', 'service', service],
    async queryFn() {
      const [health, check, ready] = await Promise.all(
        ['/health', '/health/check', '/health/ready'].map((path) => jsonOf(service, path)),
      )
      return serviceHealth({ health, check, ready })
    },
    refetchInterval: isRefreshed && HEALTH_INTERVAL_MS,
  })

export const machineQuery = (isRefreshed: boolean) =>
  queryOptions({
    queryKey: ['health', 'machine'],
    queryFn: (): Promise<Machine> => api.node.get('/health/infos'),
    refetchInterval: isRefreshed && HEALTH_INTERVAL_MS,
  })

const readNetwork = () => api.node.get('/smart-node/network')

export const networkQuery = (isRefreshed: boolean) =>
  queryOptions({
    queryKey: ['health', 'network'],
    queryFn: readNetwork,
    refetchInterval: isRefreshed && NETWORK_INTERVAL_MS,
  })

export const sharedKeyQuery = (isRefreshed: boolean) =>
  queryOptions({
    queryKey: ['health', 'shared-key'],
    queryFn: (): Promise<SharedKey> => api.node.get('/smart-node/dkg'),
    refetchInterval: isRefreshed && NETWORK_INTERVAL_MS,
  })

export const nodeQuery = (isRefreshed: boolean) =>
  queryOptions({
    queryKey: ['health', 'node'],
    queryFn: () => api.node.get('/smart-node/status'),
    refetchInterval: isRefreshed && NETWORK_INTERVAL_MS,
  })
