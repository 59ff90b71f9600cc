/** Findings in the format of NestJS Terminus, which its clients know. */
import { AnyNames, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Finding, Findings } from './check.ts'

const Status = Type.Enum(['up', 'down'])
const Component = Type.Object({ status: Status }, { additionalProperties: true })
const components = (description: string) => AnyNames(Component, { description })

export const HealthResult = namedSchema(
  'Health',
  Type.Object({
    status: Type.Enum(['ok', 'error'], { description: 'error if any component is down' }),
    info: components('the components that are up'),
    error: components('the components that are down, with a message and the time since they are down (ISO 8601)'),
    details: components('all components, with their details'),
  }),
)
export type HealthResult = Static<typeof HealthResult>

export function resultOf(findings: Findings): HealthResult {
  const entries = Object.entries(findings)
  const up = entries.filter(([, { status }]) => status === 'up')
  const down = entries.filter(([, { status }]) => status === 'down')
  return {
    status: down.length === 0 ? 'ok' : 'error',
    info: Object.fromEntries(up.map(([name, { status }]) => [name, { status }])),
    error: Object.fromEntries(down.map(([name, { status, message, since }]) => [name, { status, message, since }])),
    details: Object.fromEntries(entries.map(([name, finding]) => [name, detailsOf(finding)])),
  }
}

const detailsOf = ({ status, message, since, details }: Finding) => ({
  ...details,
  status,
  ...(message === undefined ? {} : { message }),
  ...(since === undefined ? {} : { since }),
})
