import type { Session } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'

type User = Pick<Session, 'chain' | 'walletId'>

export type Roles = ReturnType<typeof createRoles>

/**
 * Returns the roles of accounts. Operators are the node's own account on each chain, and ADMIN_WALLETS on the default
 * chain.
 */
export function createRoles(deps: {
  ledgers: ReadonlyMap<string, OperatedLedger>
  settings: { ADMIN_WALLETS: readonly string[] }
}) {
  const { ledgers, settings } = deps
  const [defaultChain] = ledgers.keys()

  /** ADMIN_WALLETS are ids on the default chain: on other chains the same ids are other people's accounts. */
  const of = ({ chain, walletId }: User): Session['role'] => {
    const isAdmin = chain === defaultChain && settings.ADMIN_WALLETS.includes(walletId)
    return isAdmin || walletId === ledgers.get(chain)?.operator.accountId ? 'operator' : 'user'
  }

  return {
    of,
    /**
     * The role of a session. It is operator only if both its token and the present settings say so, because the token
     * may be older than the settings.
     */
    ofSession: (session: User & Pick<Session, 'role'>): Session['role'] =>
      session.role === 'operator' ? of(session) : session.role,
  }
}
