/** Every check as metrics, asked anew when they are read, so that an alert needs nobody else to ask. */
import type { Http } from '@quorate/platform'
import { Gauge, Registry } from 'prom-client'
import type { Findings } from './check.ts'

/** They follow the service's own in `/metrics`. */
export function addMetrics({ metrics }: Pick<Http, 'metrics'>, find: () => Promise<Findings>): void {
  const registry = new Registry()
  const registers = [registry]
  const seconds = new Gauge({
    name: 'health_check_duration_seconds',
    help: 'How long a health check took when it was last asked',
    labelNames: ['check'] as const,
    registers,
  })
  new Gauge({
    name: 'health_check_up',
    help: '1 if the component is up, 0 if it is down',
    labelNames: ['check'] as const,
    registers,
    async collect() {
      for (const [check, { status, elapsedMs }] of Object.entries(await find())) {
        this.set({ check }, status === 'up' ? 1 : 0)
        seconds.set({ check }, elapsedMs / 1000)
      }
    },
  })
  const { text } = metrics
  metrics.text = async () => `${await text()}\n${await registry.metrics()}`
}
