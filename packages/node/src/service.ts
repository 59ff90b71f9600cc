import type { Ledger, Operator } from '@quorate/ledger'
import type { Clock } from '@quorate/platform'
import type { Challenges } from './challenges.ts'
import type { Login } from './login.ts'
import type { Settings } from './settings.ts'
import type { Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor/two-factor.ts'

/** A chain whose accounts may log in: the operator signs what wallets are asked to sign. */
export type OperatedLedger = Ledger & { operator: Operator }

/** What the routes work with. */
export interface Service {
  tokens: Tokens
  challenges: Challenges
  login: Login
  twoFactor: TwoFactor
  /** The first is the default. */
  ledgers: Map<string, OperatedLedger>
  settings: Settings
  clock: Clock
}
