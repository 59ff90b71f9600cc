import { type Ledger, type Operator, onChain } from '@quorate/ledger'
import { ConfigError, type Session } from '@quorate/platform'

/** A ledger with an operator. The operator's key signs login challenges, so that accounts of the chain may log in. */
export type OperatedLedger = Ledger & { operator: Operator }

/** The ledger of a session's chain. @throws 400 UNKNOWN_CHAIN */
export const ledgerOf = (ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger =>
  onChain(ledgers, chain)

/** @throws ConfigError for a chain without an operator */
export const operatedLedgers = (ledgers: ReadonlyMap<string, Ledger>): Map<string, OperatedLedger> =>
  new Map([...ledgers].map(([chain, ledger]) => [chain, operated(ledger)]))

function operated(ledger: Ledger): OperatedLedger {
  if (ledger.operator) return ledger as OperatedLedger
  const name = ledger.chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')
  throw new ConfigError(
    `${name}_OPERATOR_ID is not set: the node signs logins on ${ledger.chain} with its operator's key`,
  )
}

/**
 * The accounts whose topic records count, besides each ledger's operator. TRUSTED_PUBLISHERS are ids on the default
 * chain: on other chains the same ids are other people's accounts.
 */
export function trustedPublishers(deps: {
  ledgers: ReadonlyMap<string, OperatedLedger>
  settings: { TRUSTED_PUBLISHERS: readonly string[] }
}) {
  const [defaultChain] = deps.ledgers.keys()
  return ({ chain, operator }: OperatedLedger): Set<string> =>
    new Set([operator.accountId, ...(chain === defaultChain ? deps.settings.TRUSTED_PUBLISHERS : [])])
}
