/** The start of a vote, as people enter it: a local time. Its zone is shown and sent. */
import { offsetAt, pad } from '../../parts/moments.ts'

/**
 * The time of an `<input type="datetime-local">` in ISO 8601 with its offset. Undefined for an invalid time, such as
 * one that the change to summer time skips.
 */
export function withOffset(local: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return undefined
  const at = new Date(local)
  return !Number.isNaN(at.getTime()) && localOf(at) === local ? `${local}:00${offsetAt(at)}` : undefined
}

/** A time in the format of `<input type="datetime-local">`. */
export const localOf = (at: Date): string =>
  `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
