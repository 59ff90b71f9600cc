import { type Ledger, type Operator, onChain } from '@quorate/ledger'
import type { Session } from '@quorate/platform'

/** A ledger with an operator, which signs the challenges: accounts of its chain may log in. */
export type OperatedLedger = Ledger & { operator: Operator }

/** The ledger of a session's chain. @throws 400 UNKNOWN_CHAIN */
export const ledgerOf = (ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger =>
  onChain(ledgers, chain)
