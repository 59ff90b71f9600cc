import type { RouteErrors } from '@quorate/platform'

/** The errors of every request that writes to a topic. */
export const ledgerBudgetErrors: RouteErrors = { 429: ['LEDGER_BUDGET_USED', 'WALLET_BUDGET_USED'] }
