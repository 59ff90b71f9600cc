/** Shows the progress of long work, on a terminal only. */
const WIDTH = 24
const EVERY_MS = 100

export interface Progress {
  /** Shows `done` of `total`; without a total, only `done`. */
  show(done: number, total?: number): void
  end(): void
}

export function progress(what: string, unit: (count: number) => string): Progress {
  if (process.stderr.isTTY !== true) return { show() {}, end() {} }
  let shown = Number.NEGATIVE_INFINITY
  const clear = '\r\u001b[K'
  return {
    show(done, total) {
      const now = performance.now()
      if (now - shown < EVERY_MS) return
      shown = now
      const filled = total ? Math.min(WIDTH, Math.floor((done / total) * WIDTH)) : 0
      const bar = total ? ` [${'█'.repeat(filled)}${' '.repeat(WIDTH - filled)}]` : ''
      process.stderr.write(`${clear}${what}${bar} ${unit(done)}${total ? ` of ${unit(total)}` : ''}`)
    },
    end: () => void process.stderr.write(clear),
  }
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB']

export function inBytes(count: number): string {
  const step = count < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(count) / 10))
  return `${step === 0 ? count : (count / 1024 ** step).toFixed(1)} ${UNITS[step]}`
}
