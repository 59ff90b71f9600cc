import type { Clock } from '@quorate/platform'
import type { OperatedLedger } from './operated-ledger.ts'
import type { Challenges } from './sessions/challenges.ts'
import type { LiveSessions } from './sessions/live-sessions.ts'
import type { Login } from './sessions/login.ts'
import type { Roles } from './sessions/roles.ts'
import type { Tokens } from './sessions/tokens.ts'
import type { TwoFactor } from './sessions/two-factor/two-factor.ts'
import type { Settings } from './settings.ts'

/** The parts of the service that the session routes share. */
export interface Service {
  tokens: Tokens
  challenges: Challenges
  login: Login
  twoFactor: TwoFactor
  sessions: LiveSessions
  roles: Roles
  /** The first is the default. */
  ledgers: Map<string, OperatedLedger>
  settings: Settings
  clock: Clock
}
