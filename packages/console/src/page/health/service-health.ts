/** What a service says of its health, read so that anything else that answers in its place counts as not reached. */

export interface Component {
  name: string
  isUp: boolean
  /** What is wrong, in the service's words. */
  message?: string | undefined
  /** ISO 8601: when it was first found down. */
  since?: string | undefined
  /** Figures of the component, such as `freeMb` of a disk. */
  figures: Readonly<Record<string, unknown>>
}

export interface ServiceHealth {
  /** `working`: all is up; `impaired`: it takes work, and something is down; `waiting`: it takes none. */
  state: 'working' | 'impaired' | 'waiting' | 'unreached'
  version?: string | undefined
  /** What it waits for before it takes work. */
  waitingFor: readonly string[]
  components: readonly Component[]
}

/** The answers of `/health`, `/health/check` and `/health/ready`; undefined for what was no JSON. */
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
    // What is down stands first.
    components: components.toSorted((one, other) => Number(one.isUp) - Number(other.isUp)),
  }
}

function component(name: string, { status, message, since, ...figures }: Record<string, unknown>): Component {
  return { name, isUp: status === 'up', message: textIn(message), since: textIn(since), figures }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What is down in any service, each once, with the services that say so, and since when the first of them does. */
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
