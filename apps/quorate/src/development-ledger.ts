/**
 * The clock of a platform with an embedded ledger. Development moves it for ledger, services and jobs together, so that
 * they agree on the time. It stays moved over restarts, because data with its times stays, too.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevelopmentLedger } from '@quorate/console'
import type { Localnet } from '@quorate/localnet'
import { createMovableClock, type Jobs, type MovableClock } from '@quorate/platform'

const FILE = 'development-clock.json'

/** Moves the ledger's clock to the time at which the platform was stopped. Returns the clock of the services. */
export async function openDevelopmentClock(dataDir: string, net: Pick<Localnet, 'advance'>): Promise<MovableClock> {
  const aheadMs = await readAhead(dataDir)
  if (aheadMs > 0) await net.advance(aheadMs)
  return createMovableClock(aheadMs)
}

/** Returns 0 if the file is missing or does not contain a number of milliseconds. */
async function readAhead(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => '')
  const [, digits = '0'] = /^{"aheadMs":(\d{1,15})}$/.exec(text.trim()) ?? []
  return Number(digits)
}

async function keepAhead(dataDir: string, aheadMs: number): Promise<void> {
  const path = join(dataDir, FILE)
  await writeFile(`${path}.new`, JSON.stringify({ aheadMs }), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/**
 * For how long after a due time the clock also stops at every other job, in milliseconds. Follow-up work, such as the
 * request that a DAO's decision opens, has a window of two minutes.
 */
const FOLLOW_UP_MS = 120_000
/** The shortest step during that time, in milliseconds. */
const STEP_MS = 1_000
/** How long the clock waits for the jobs at one stop, in real milliseconds. Simulated faults may delay them. */
const LONGEST_STOP_MS = 30_000

export function developmentLedger(deps: {
  net: Pick<Localnet, 'advance' | 'snapshots' | 'faults' | 'snapshot' | 'restore' | 'dropSnapshot' | 'setFault'>
  clock: MovableClock
  jobs: Pick<Jobs, 'moveStarts' | 'nextStart' | 'settled'>
  dataDir: string
}): DevelopmentLedger {
  const { net, clock, jobs, dataDir } = deps
  /** Moves services and jobs to the time that the ledger's clock already has. */
  async function follow(aheadMs: number): Promise<void> {
    const ms = aheadMs - clock.aheadMs
    clock.aheadMs = aheadMs
    await keepAhead(dataDir, aheadMs)
    await jobs.moveStarts(ms)
  }
  async function moveTo(aheadMs: number): Promise<void> {
    if (aheadMs <= clock.aheadMs) return
    await net.advance(aheadMs - clock.aheadMs)
    await follow(aheadMs)
  }

  async function settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LONGEST_STOP_MS)
    await Promise.race([jobs.settled(), promise]).finally(() => clearTimeout(timer))
  }

  /** The services' time at which the clock stops next; `followUntil` is the end of the last follow-up. */
  async function nextStop(followUntil: number): Promise<{ at: number; isMoment: boolean } | undefined> {
    const [moment, any] = [await jobs.nextStart('stopping'), await jobs.nextStart('all')]
    const at = any === undefined ? undefined : Math.max(any, clock.now() + STEP_MS)
    if (at !== undefined && at <= followUntil && (moment === undefined || at < moment)) return { at, isMoment: false }
    return moment === undefined ? undefined : { at: moment, isMoment: true }
  }

  /**
   * Moves the clock to `target`. It stops at each due time on its way, until the jobs of that time are done. If the
   * clock jumped past them, they would be too late, for example to execute a timed request within its window.
   */
  async function advanceTo(target: number): Promise<void> {
    for (let followUntil = 0, last = Number.NEGATIVE_INFINITY; ; ) {
      const stop = await nextStop(followUntil)
      // The jobs of the last stop did not finish in time.
      if (stop && stop.at <= last) break
      // A millisecond later, so that the job has started by every clock.
      const aheadMs = stop && Math.max(clock.aheadMs, Math.ceil(stop.at - Date.now()) + 1)
      if (!stop || aheadMs === undefined || aheadMs >= target) break
      await moveTo(aheadMs)
      await settled()
      if (stop.isMoment) followUntil = clock.now() + FOLLOW_UP_MS
      last = stop.at
    }
    await moveTo(target)
  }

  return {
    get aheadMs() {
      return clock.aheadMs
    },
    snapshots: async () => (await net.snapshots()).map((one) => ({ ...one, takenAt: one.takenAt.toISOString() })),
    faults: async () =>
      (await net.faults()).map(({ kind, on, calls, delayMs }) => ({
        kind,
        on,
        calls,
        ...(delayMs === undefined ? {} : { delayMs }),
      })),
    advance: (ms) => advanceTo(clock.aheadMs + ms),
    snapshot: () => net.snapshot(),
    async restore(snapshot) {
      const kept = (await net.snapshots()).find((one) => one.snapshot === snapshot)
      await net.restore(snapshot)
      if (kept) await follow(kept.aheadMs)
    },
    dropSnapshot: (snapshot) => net.dropSnapshot(snapshot),
    setFault: (fault) => net.setFault(fault),
  }
}
