/** Durations and failures of operations, in total and for each second of the run. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

export interface Quantiles {
  p50: number
  p95: number
  p99: number
  max: number
}

/** Results of one operation over the whole run, in milliseconds. */
export interface Row extends Quantiles {
  name: string
  done: number
  perSecond: number
  failed: number
  /** The number of failures with each code. */
  codes: Record<string, number>
}

/** Results of one operation in one second of the run, counted from 0. */
export interface Point {
  second: number
  done: number
  failed: number
  /** In milliseconds; 0 if no operation ended in this second. */
  p50: number
  p99: number
}

export interface Measurements {
  took(name: string, ms: number): void
  failed(name: string, code: string): void
  /** @param seconds The run's duration */
  rows(seconds: number): Row[]
  points(name: string): Point[]
}

interface Counts {
  durations: RecordableHistogram
  codes: Map<string, number>
}

export function createMeasurements(): Measurements {
  const begin = performance.now()
  const all = new Map<string, { whole: Counts; seconds: Map<number, Counts> }>()
  const counts = (): Counts => ({ durations: createHistogram({ figures: 3 }), codes: new Map() })
  const countedIn = (name: string): Counts[] => {
    const entry = all.getOrInsertComputed(name, () => ({ whole: counts(), seconds: new Map() }))
    const second = Math.floor((performance.now() - begin) / 1000)
    return [entry.whole, entry.seconds.getOrInsertComputed(second, counts)]
  }
  return {
    took(name, ms) {
      // A histogram takes whole numbers from 1 on: microseconds.
      const us = Math.max(1, Math.round(ms * 1000))
      for (const { durations } of countedIn(name)) durations.record(us)
    },
    failed(name, code) {
      for (const { codes } of countedIn(name)) codes.set(code, (codes.get(code) ?? 0) + 1)
    },
    rows: (seconds) =>
      [...all].map(([name, { whole }]) => ({
        name,
        done: whole.durations.count,
        perSecond: whole.durations.count / seconds,
        failed: failuresOf(whole),
        codes: Object.fromEntries(whole.codes),
        ...quantilesOf(whole.durations),
      })),
    points: (name) =>
      [...(all.get(name)?.seconds ?? [])]
        .sort(([a], [b]) => a - b)
        .map(([second, one]) => {
          const { p50, p99 } = quantilesOf(one.durations)
          return { second, done: one.durations.count, failed: failuresOf(one), p50, p99 }
        }),
  }
}

const failuresOf = ({ codes }: Counts): number => codes.values().reduce((sum, count) => sum + count, 0)

function quantilesOf(durations: RecordableHistogram): Quantiles {
  const ms = (us: number): number => (durations.count ? us / 1000 : 0)
  const at = (percent: number): number => ms(durations.percentile(percent))
  return { p50: at(50), p95: at(95), p99: at(99), max: ms(durations.max) }
}
