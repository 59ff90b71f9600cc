/** Health monitoring: a module that every service mounts. The files are listed in README.md. */
import { type Clock, type Http, systemClock } from '@quorate/platform'
import { type Checks, type Findings, runChecks } from './check.ts'
import { createLatest } from './latest.ts'
import { addMetrics } from './metrics.ts'
import { answerOf, checkRoute, infosRoute, probeRoutes } from './routes.ts'
import { createSystem, type System } from './system.ts'

export { type Check, type Checks, type Details, Down } from './check.ts'
export { diskCheck, memoryCheck, pingCheck, reachCheck, serviceCheck, urlCheck } from './checks.ts'
export { dagCheck, type HealthEvents, type NetworkThreshold } from './network-of-nodes.ts'
export { HealthResult } from './result.ts'
export { type Settings, settings } from './settings.ts'
export { createSystem, type System, SystemInfo } from './system.ts'

export interface HealthDeps {
  http: Http
  /** Checks by component; all must be up for the service to be `ok`. */
  checks: Checks
  /** The components without which the service takes no work. Default: none. */
  required?: readonly string[]
  /**
   * Names what is still being opened (migrations, keys ...); the service is ready only once this is empty. Default:
   * nothing.
   */
  missing?: () => string[]
  /** Figures of the machine, shared by the services of a process; if absent, the service makes its own. */
  system?: System
  /** A folder on the drive to report, for a `system` that the service makes itself. */
  path?: string
  clock?: Clock
}

/** Adds the health endpoints and metrics to a service, in addition to the platform's `/health`. */
export function health(deps: HealthDeps): void {
  const { http, checks, required = [], missing = () => [], clock = systemClock } = deps
  const unknown = required.find((name) => !(name in checks))
  if (unknown !== undefined) throw new Error(`The service requires the check ${unknown}, which it does not have`)
  let last: Findings = {}
  const latest = createLatest(clock, async () => {
    const findings = dated(await runChecks(checks), last, clock.now())
    tellChanges(http, last, findings)
    last = findings
    return { findings, ...answerOf(findings) }
  })
  checkRoute(http, latest)
  probeRoutes(http, async () => {
    const { findings } = await latest.get()
    return [...missing(), ...required.filter((name) => findings[name]?.status !== 'up')]
  })
  addMetrics(http, async () => (await latest.get()).findings)
  infosRoute(http, deps.system ?? ownSystem(deps), clock)
}

/** Adds to each finding that is down the time when it was first found down. */
const dated = (findings: Findings, before: Findings, now: number): Findings =>
  Object.fromEntries(
    Object.entries(findings).map(([check, finding]) => {
      if (finding.status === 'up') return [check, finding]
      return [check, { ...finding, since: before[check]?.since ?? new Date(now).toISOString() }]
    }),
  )

/** Logs each new reason once, with details that answers do not show. */
function tellChanges({ log }: Http, before: Findings, findings: Findings): void {
  for (const [check, { reason }] of Object.entries(findings)) {
    if (reason === before[check]?.reason) continue
    if (reason) log.warn({ check, reason }, `${check} is down`)
    else log.info({ check }, `${check} is up again`)
  }
}

function ownSystem({ http, path = '.' }: HealthDeps): System {
  const system = createSystem({ path })
  http.addHook('onClose', () => system.close())
  return system
}
