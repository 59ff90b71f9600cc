import type { Ledger, Operator } from '@quorate/ledger'
import { badRequest, type Session } from '@quorate/platform'

/** A ledger with an operator, which signs the challenges: accounts of its chain may log in. */
export type OperatedLedger = Ledger & { operator: Operator }

/** The ledger of a session's chain. @throws 400 UNKNOWN_CHAIN */
export function ledgerOf(ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger {
  const ledger = ledgers.get(chain)
  if (ledger) return ledger
  throw badRequest('UNKNOWN_CHAIN', `the session is for "${chain}": expected one of ${[...ledgers.keys()].join(', ')}`)
}
