import type { Ledger, Operator } from '@quorate/ledger'

/** A chain whose accounts may log in: the operator signs what wallets are asked to sign. */
export type OperatedLedger = Ledger & { operator: Operator }
