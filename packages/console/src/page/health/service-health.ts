/** Parses the health of a service. If something other than the service answers, its state is `unreached`. */

export interface Component {
  name: string
  isUp: boolean
  /** The error in the service's words. */
  message?: string | undefined
  /** When the component was first found down, ISO 8601. */
  since?: string | undefined
  /** Measurements of the component, such as `freeMb` of a disk. */
  figures: Readonly<Record<string, unknown>>
}

export interface ServiceHealth {
  /**
   * `working`: all components are up. `impaired`: it accepts work, but a component is down. `waiting`: it accepts no
   * work.
   */
  state: 'working' | 'impaired' | 'waiting' | 'unreached'
  version?: string | undefined
  /** The components that the service waits for before it accepts work. */
  waitingFor: readonly string[]
  components: readonly Component[]
}

/** The answers of `/health`, `/health/check` and `/health/ready`; undefined if an answer was not JSON. */
export interface HealthAnswers {
  health: unknown
  check: unknown
  ready: unknown
}

const UNREACHED: ServiceHealth = { state: 'unreached', waitingFor: [], components: [] }

export function serviceHealth({ health, check, ready }: HealthAnswers): ServiceHealth {
  if (!isRecord(check) || !isRecord(check.details)) return UNREACHED
  const components = Object.entries(check.details).flatMap(([name, told]) =>
    isRecord(told) ? [component(name, told)] : [],
  )
  const waitingFor = isRecord(ready) && Array.isArray(ready.waitingFor) ? ready.waitingFor.map(String) : []
  const isReady = isRecord(ready) && ready.status === 'ok'
  return {
    state: !isReady ? 'waiting' : components.every(({ isUp }) => isUp) ? 'working' : 'impaired',
    version: isRecord(health) ? textIn(health.version) : undefined,
    waitingFor,
    // Components that are down come first.
    components: components.toSorted((one, other) => Number(one.isUp) - Number(other.isUp)),
  }
}

function component(name: string, { status, message, since, ...figures }: Record<string, unknown>): Component {
  return { name, isUp: status === 'up', message: textIn(message), since: textIn(since), figures }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * A component that is down in any service. Lists the services that report it, and the earliest time of their reports.
 */
export interface Outage {
  name: string
  message?: string | undefined
  since?: string | undefined
  services: readonly string[]
}

export function outagesOf(services: ReadonlyMap<string, ServiceHealth>): Outage[] {
  const found = new Map<string, Outage>()
  for (const [service, { components }] of services)
    for (const { name, isUp, message, since } of components) {
      if (isUp) continue
      const before = found.get(name)
      found.set(name, {
        name,
        message: before?.message ?? message,
        since: earlier(before?.since, since),
        services: [...(before?.services ?? []), service],
      })
    }
  return [...found.values()]
}

const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && Date.parse(other) < Date.parse(one)) ? other : one
