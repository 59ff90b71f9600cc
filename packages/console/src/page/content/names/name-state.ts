/** From this long before its end, a record should be renewed: 30 days, in milliseconds. */
const SOON_MS = 30 * 86_400_000

export type NameState = 'valid' | 'soon' | 'expired'

/** The state of a name's record at a time, in milliseconds since the epoch. */
export function nameState(validUntil: string, now: number): NameState {
  const left = Date.parse(validUntil) - now
  return left <= 0 ? 'expired' : left < SOON_MS ? 'soon' : 'valid'
}
