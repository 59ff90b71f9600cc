/** Measurements in Prometheus' text format. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

let processMetrics: Registry | undefined

/** Of the process (memory, event loop, garbage collection): collected once, whoever asks. */
function metricsOfProcess(): Registry {
  if (processMetrics) return processMetrics
  processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  return processMetrics
}

/** Counts an answer of one route. */
export type Observe = (status: number, elapsedMs: number) => void

export interface HttpMetrics {
  /** Services add their own metrics here. */
  registry: Registry
  ofRoute(method: string, route: string): Observe
  /** Everything, as `/metrics` answers it. */
  text(): Promise<string>
  contentType: string
}

export function createMetrics(service: string): HttpMetrics {
  // From the start: what it counts, it counts from here on.
  const ofProcess = metricsOfProcess()
  const registry = new Registry()
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['service', 'method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  return {
    registry,
    contentType: registry.contentType,
    // Merged when it is asked: a merged registry lacks what services add later.
    text: () => Registry.merge([ofProcess, registry]).metrics(),
    ofRoute(method, route) {
      const byStatus = new Map<number, Histogram.Internal<'service' | 'method' | 'route' | 'status'>>()
      return (status, elapsedMs) => {
        const known = byStatus.get(status)
        if (known) return known.observe(elapsedMs / 1000)
        const child = histogram.labels({ service, method, route, status: String(status) })
        byStatus.set(status, child)
        child.observe(elapsedMs / 1000)
      }
    },
  }
}
