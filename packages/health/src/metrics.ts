/** Every check as metrics. The checks run when the metrics are read, so that an alert needs no other caller. */
import type { Http } from '@quorate/platform'
import { Gauge } from 'prom-client'
import type { Finding, Findings } from './check.ts'

/** @param find runs the checks once for all concurrent callers */
export function addMetrics({ metrics }: Pick<Http, 'metrics'>, find: () => Promise<Findings>): void {
  const gauge = (name: string, help: string, figure: (finding: Finding) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['check'] as const,
      registers: [metrics.registry],
      async collect() {
        for (const [check, finding] of Object.entries(await find())) this.set({ check }, figure(finding))
      },
    })
  gauge('health_check_up', '1 if the component is up, 0 if it is down', ({ status }) => (status === 'up' ? 1 : 0))
  gauge(
    'health_check_duration_seconds',
    'How long a health check took when it last ran',
    ({ elapsedMs }) => elapsedMs / 1000,
  )
}
