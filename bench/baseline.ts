/** Compares the ratios of a run with those of `baseline.json`, which do not depend on how fast the machine is. */
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('./baseline.json', import.meta.url)
/** A smaller loss is noise. */
const LOSS = 0.1

/** The ratios by what was measured, such as `wallets on PGlite: life cycles, 8 at a time / bare routes`. */
export type Ratios = Record<string, number>

const read = (): Ratios => JSON.parse(readFileSync(FILE, 'utf8'))

/** One line for each ratio that is more than a tenth below the baseline. */
export function losses(measured: Ratios, baseline: Ratios = read()): string[] {
  return Object.entries(measured).flatMap(([what, value]) => {
    const before = baseline[what]
    if (before === undefined || value >= before * (1 - LOSS)) return []
    return `${what}: ${value.toFixed(3)}, in the baseline ${before.toFixed(3)}`
  })
}

/** Replaces the measured ratios in the baseline, and keeps the others. */
export function keepAsBaseline(measured: Ratios): void {
  const rounded = Object.entries({ ...read(), ...measured }).map(([what, value]) => [what, Number(value.toFixed(4))])
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), undefined, 2)}\n`)
}
