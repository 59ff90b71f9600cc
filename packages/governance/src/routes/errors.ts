import type { RouteErrors } from '@quorate/platform'

/** What every message to a topic may answer. */
export const ledgerBudgetErrors: RouteErrors = { 429: ['LEDGER_BUDGET_USED', 'WALLET_BUDGET_USED'] }
