import type { Ledger, Operator } from '@quorate/ledger'
import { badRequest, type Session } from '@quorate/platform'

/** A chain whose accounts may log in: the operator signs what wallets are asked to sign. */
export type OperatedLedger = Ledger & { operator: Operator }

/** @throws 400 UNKNOWN_CHAIN */
export function ledgerOf(ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger {
  const ledger = ledgers.get(chain)
  if (ledger) return ledger
  throw badRequest('UNKNOWN_CHAIN', `the session is for "${chain}": expected one of ${[...ledgers.keys()].join(', ')}`)
}
