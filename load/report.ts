/** The report of a run: a table for terminals, and a self-contained page with plots. */
import type { Measurements, Point, Row } from './measurements.ts'

export interface Report {
  /** ISO 8601. */
  begin: string
  seconds: number
  people: number
  target: string
  rows: Row[]
  points: Record<string, Point[]>
}

export function reportOf(measured: Measurements, about: Omit<Report, 'rows' | 'points'>): Report {
  const rows = measured.rows(about.seconds).sort((a, b) => a.name.localeCompare(b.name))
  return { ...about, rows, points: Object.fromEntries(rows.map(({ name }) => [name, measured.points(name)])) }
}

const HEADINGS = ['operation', 'done', 'a second', 'failed', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'codes']

function cellsOf({ name, done, perSecond, failed, codes, ...times }: Row): string[] {
  const ms = [times.p50, times.p95, times.p99, times.max].map((value) => (done ? value.toFixed(1) : ''))
  const failures = Object.entries(codes).map(([code, count]) => `${code} ${count}`)
  return [name, String(done), perSecond.toFixed(1), String(failed), ...ms, failures.join(', ')]
}

export function tableOf({ rows }: Report): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const isText = (column: number): boolean => column === 0 || column === HEADINGS.length - 1
  const line = (cells: string[]): string =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return lines.map(line).join('\n')
}

export function pageOf(report: Report): string {
  const { begin, seconds, people, target, rows, points } = report
  const head = HEADINGS.map((heading) => `<th>${heading}</th>`).join('')
  const body = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((cell) => `<td>${escaped(cell)}</td>`)
        .join('')}</tr>`,
  )
  const plots = rows.map(({ name }) => plotOf(name, points[name] ?? []))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Load on ${escaped(target)}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums }
  th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884 }
  th:is(:first-child, :last-child), td:is(:first-child, :last-child) { text-align: left }
  .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; margin-top: 2rem }
  figure { margin: 0 } figcaption { font-weight: 600 }
  svg { width: 100%; height: auto } text { font-size: 10px; fill: currentColor }
  .p50 { stroke: #2a78d6 } .p99 { stroke: #d6562a; stroke-dasharray: 4 2 } .failed { fill: #d62a2a }
</style>
<h1>Load on ${escaped(target)}</h1>
<p>${people} accounts for ${seconds} s, from ${begin}. Durations count from the moment when an operation was due.
Lines: median (solid) and 99th percentile (dashed) of each second; dots at the bottom: seconds in which something failed.</p>
<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>
<div class="plots">${plots.join('\n')}</div>
</html>
`
}

const WIDTH = 320
const HEIGHT = 120
const LEFT = 44
const BOTTOM = 16

function plotOf(name: string, points: Point[]): string {
  const lastSecond = Math.max(1, ...points.map(({ second }) => second))
  const top = Math.max(1, ...points.map(({ p99 }) => p99))
  const x = (second: number): string => (LEFT + (second / lastSecond) * (WIDTH - LEFT - 4)).toFixed(1)
  const y = (ms: number): string => (HEIGHT - BOTTOM - (ms / top) * (HEIGHT - BOTTOM - 10)).toFixed(1)
  const line = (of: 'p50' | 'p99'): string =>
    `<polyline class="${of}" fill="none" stroke-width="1.5" points="${points
      .filter(({ done }) => done)
      .map((point) => `${x(point.second)},${y(point[of])}`)
      .join(' ')}"/>`
  const failures = points
    .filter(({ failed }) => failed)
    .map(({ second }) => `<circle class="failed" cx="${x(second)}" cy="${HEIGHT - BOTTOM}" r="2.5"/>`)
  return `<figure><figcaption>${escaped(name)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Durations of ${escaped(name)} over the run">
<text x="${LEFT - 4}" y="14" text-anchor="end">${top.toFixed(0)} ms</text>
<text x="${LEFT - 4}" y="${HEIGHT - BOTTOM}" text-anchor="end">0</text>
<text x="${WIDTH - 4}" y="${HEIGHT - 3}" text-anchor="end">${lastSecond} s</text>
<path d="M${LEFT} 8V${HEIGHT - BOTTOM}H${WIDTH - 4}" fill="none" stroke="currentColor" opacity=".4"/>
${line('p50')}${line('p99')}${failures.join('')}</svg></figure>`
}

/** Codes and addresses come from services, and a report is opened in a browser. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '')
