/** The DAG network indicator: the last state that the network monitors reported. */
import type { Events } from '@quorate/platform'
import { type Check, Down } from './check.ts'

/** The network of nodes crossed its threshold of live members. */
export interface NetworkThreshold {
  live?: number
  members?: number
  threshold?: number
}

/** Events that tell the health of the network. */
export interface HealthEvents {
  'smart_node.monitors.network_threshold_online': NetworkThreshold
  'smart_node.monitors.network_threshold_offline': NetworkThreshold
}

/** Up from the start and after each `..._online`, down after `..._offline`; `network` is `online` or `offline`. */
export function dagCheck(events: Pick<Events<HealthEvents>, 'on'>): Check & { close(): void } {
  let network: 'online' | 'offline' = 'online'
  let figures: NetworkThreshold = {}
  const crossed = (to: typeof network) => (data: NetworkThreshold) => {
    network = to
    figures = pick(data)
  }
  const stops = [
    events.on('smart_node.monitors.network_threshold_online', crossed('online')),
    events.on('smart_node.monitors.network_threshold_offline', crossed('offline')),
  ]
  return {
    check() {
      const details = { network, ...figures }
      if (network === 'online') return details
      throw new Down('the network has fewer live members than its threshold', details)
    },
    close: () => void stops.map((stop) => stop()),
  }
}

const pick = (data: NetworkThreshold | null | undefined): NetworkThreshold =>
  Object.fromEntries(
    (['live', 'members', 'threshold'] as const).flatMap((name) => {
      const value = data?.[name]
      return typeof value === 'number' ? [[name, value]] : []
    }),
  )
