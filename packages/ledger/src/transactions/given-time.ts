import { badRequest } from '@quorate/platform'
import { ledgerTimeIn } from '@quorate/verify'

/** The source of a regular expression for the texts that {@link toLedgerTime} reads. */
export const TIME_PATTERN =
  '(\\d{1,10}(\\.\\d{1,9})?|\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?)'

/** `seconds.nanos`, nanos with nine digits. @throws 400 INVALID_TIMESTAMP, naming `field` */
export function toLedgerTime(text: string, field = 'timestamp'): string {
  const time = ledgerTimeIn(text)
  if (time !== undefined) return time
  throw badRequest('INVALID_TIMESTAMP', `${field} is "${text.slice(0, 60)}": expected seconds.nanoseconds or ISO 8601`)
}
