/** Measurements in Prometheus' text format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Clock } from './clock.ts'

/** How long `/metrics` answers the same text, in milliseconds. */
const MAX_AGE_MS = 1000

interface ProcessMetrics {
  registry: Registry
  jobsSetAside: Gauge
  jobAttempts: Counter<'kind' | 'outcome'>
}

let processMetrics: ProcessMetrics | undefined

/**
 * Metrics of the process (memory, event loop, garbage collection, jobs): one registry, which all services of the
 * process share.
 */
function metricsOfProcess(): ProcessMetrics {
  if (processMetrics) return processMetrics
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const jobsSetAside = new Gauge({
    name: 'quorate_jobs_set_aside',
    help: 'Jobs that ended their process too often and are not begun again',
    registers: [registry],
  })
  const jobAttempts = new Counter({
    name: 'quorate_job_attempts_total',
    help: 'Attempts of jobs: done, retrying (another follows) or dead (none follows)',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  })
  processMetrics = { registry, jobsSetAside, jobAttempts }
  return processMetrics
}

export const jobAttempts = () => metricsOfProcess().jobAttempts
export const jobsSetAside = (): Gauge => metricsOfProcess().jobsSetAside

/** Counts an answer of one route. */
export type Observe = (status: number, elapsedMs: number) => void

export interface HttpMetrics {
  /** Services add their own metrics here. */
  registry: Registry
  ofRoute(method: string, route: string): Observe
  /** All metrics, as `/metrics` answers them. The text is made at most once a second. */
  text(): Promise<string>
  contentType: string
}

export function createMetrics(service: string, clock: Clock): HttpMetrics {
  // Called at the start, since the default metrics count only from their creation.
  const { registry: ofProcess } = metricsOfProcess()
  const registry = new Registry()
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['service', 'method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  })
  let made: { at: number; text: Promise<string> } | undefined
  return {
    registry,
    contentType: registry.contentType,
    text() {
      const now = clock.now()
      // Merged on each call, since a merged registry lacks metrics that services add later.
      if (!made || now - made.at >= MAX_AGE_MS || now < made.at)
        made = { at: now, text: Registry.merge([ofProcess, registry]).metrics() }
      return made.text
    },
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
