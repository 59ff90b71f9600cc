/** Bounds how long we wait for the other end of a connection: `ms` milliseconds for each `bytes` bytes. */

export interface Pace {
  /** How many more milliseconds we may wait. */
  left(): number
  /** Counts time that we waited for the other end; our own delays do not count. */
  waited(ms: number): void
  /** Counts bytes that the other end sent or took. */
  passed(bytes: number): void
}

export function createPace(bytes: number, ms: number): Pace {
  let left = ms
  let total = 0
  return {
    left: () => Math.max(left, 0),
    waited(waitedMs) {
      left -= waitedMs
    },
    passed(more) {
      if (Math.floor(total / bytes) < Math.floor((total + more) / bytes)) left = ms
      total += more
    },
  }
}
