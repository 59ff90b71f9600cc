import type { Clock } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Settings } from '../settings.ts'
import type { Challenges } from './challenges.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Login } from './login.ts'
import type { Roles } from './roles.ts'
import type { Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor/two-factor.ts'
import type { WalletLogins } from './wallet-logins.ts'

/** The parts of the service that the session routes share. */
export interface Service {
  tokens: Tokens
  challenges: Challenges
  login: Login
  walletLogins: WalletLogins
  twoFactor: TwoFactor
  sessions: LiveSessions
  roles: Roles
  /** The first is the default. */
  ledgers: Map<string, OperatedLedger>
  settings: Settings
  clock: Clock
}
