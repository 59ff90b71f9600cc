/** Measures how busy the processors were over the last second. */
import { cpus } from 'node:os'

interface Sample {
  at: number
  busy: number
  total: number
}

export interface CpuMeter {
  /** Percent of all processors together, 0 to 100, over about the last second. */
  usage(): number
  close(): void
}

/** The milliseconds between two samples, and the minimum between the two samples that usage is computed from. */
const SAMPLE_INTERVAL_MS = 500
const SPAN_MS = 950

/** Takes a sample twice a second, so that `usage` is always about the last second. */
export function createCpuMeter(): CpuMeter {
  const samples = [sample()]
  const timer = setInterval(() => {
    samples.push(sample())
    if (samples.length > 4) samples.shift()
  }, SAMPLE_INTERVAL_MS).unref()
  return {
    usage() {
      const now = sample()
      const before = samples.findLast(({ at }) => now.at - at >= SPAN_MS) ?? samples[0] ?? now
      const total = now.total - before.total
      return total <= 0 ? 0 : (100 * (now.busy - before.busy)) / total
    },
    close: () => clearInterval(timer),
  }
}

function sample(): Sample {
  let busy = 0
  let total = 0
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq
    total += all
    busy += all - times.idle
  }
  return { at: performance.now(), busy, total }
}
