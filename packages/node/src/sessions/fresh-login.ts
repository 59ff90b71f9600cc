import { type Clock, forbidden } from '@quorate/platform'
import { SESSION_MS } from './live-sessions.ts'

/** How old a login may be for changes that must not be possible with an older, stolen token. */
const MAX_LOGIN_AGE_MS = 10 * 60_000

/**
 * Refuses a session whose login was too long ago. A login needs the wallet's signature and the code of its second
 * factor.
 *
 * @param what The start of the message, such as `a second factor can be set up`
 * @throws 403 LOGIN_TOO_OLD
 */
export function checkFreshLogin({ expiresAt }: { expiresAt: number }, clock: Clock, what: string): void {
  const age = clock.now() - (expiresAt - SESSION_MS)
  if (age <= MAX_LOGIN_AGE_MS) return
  throw forbidden(
    'LOGIN_TOO_OLD',
    `${what[0]?.toUpperCase()}${what.slice(1)} only within ${MAX_LOGIN_AGE_MS / 60_000} minutes of the login, which was ${Math.floor(age / 60_000)} minutes ago: log in again`,
  )
}
