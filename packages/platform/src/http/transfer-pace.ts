/** How long the other end of a connection is waited for: so many milliseconds for each so many bytes. */

export interface Pace {
  /** Milliseconds that may still be waited. */
  left(): number
  /** Counts time that was waited for the other end, and not for ourselves. */
  waited(ms: number): void
  /** Counts bytes that came, or were taken. */
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
