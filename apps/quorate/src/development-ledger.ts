/**
 * The clock of a platform with an embedded ledger. Development moves it: ledger, services and jobs together, so that
 * none refuses what another says of the time. It stays moved over restarts, as what happened on it does.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevelopmentLedger } from '@quorate/console'
import type { Localnet } from '@quorate/localnet'
import { createMovableClock, type Jobs, type MovableClock } from '@quorate/platform'

const FILE = 'development-clock.json'

/** Moves the ledger's clock to where it was when the platform was stopped; answers the clock of the services. */
export async function openDevelopmentClock(dataDir: string, net: Pick<Localnet, 'advance'>): Promise<MovableClock> {
  const aheadMs = await readAhead(dataDir)
  if (aheadMs > 0) await net.advance(aheadMs)
  return createMovableClock(aheadMs)
}

/** 0 without the file, or where it says something else than a number of milliseconds. */
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

export function developmentLedger(deps: {
  net: Localnet
  clock: MovableClock
  jobs: Pick<Jobs, 'moveStarts'>
  dataDir: string
}): DevelopmentLedger {
  const { net, clock, jobs, dataDir } = deps
  /** The ledger's clock is there already. */
  async function follow(aheadMs: number): Promise<void> {
    const ms = aheadMs - clock.aheadMs
    clock.aheadMs = aheadMs
    await keepAhead(dataDir, aheadMs)
    await jobs.moveStarts(ms)
  }
  return {
    get aheadMs() {
      return clock.aheadMs
    },
    snapshots: async () => (await net.snapshots()).map((one) => ({ ...one, takenAt: one.takenAt.toISOString() })),
    faults: async () =>
      (await net.faults()).map(({ kind, on, calls, delayMs }) => ({
        ...{ kind, on, calls },
        ...(delayMs === undefined ? {} : { delayMs }),
      })),
    async advance(ms) {
      await net.advance(ms)
      await follow(clock.aheadMs + ms)
    },
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
