import type { Session } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'

type User = Pick<Session, 'chain' | 'walletId'>

export type Roles = ReturnType<typeof createRoles>

/** Who is an operator: the node's own account on each chain, and ADMIN_WALLETS. */
export function createRoles(
  ledgers: ReadonlyMap<string, OperatedLedger>,
  { ADMIN_WALLETS }: { ADMIN_WALLETS: readonly string[] },
) {
  const [defaultChain] = ledgers.keys()

  /** ADMIN_WALLETS are ids of the default chain: elsewhere the same numbers are other people's. */
  const of = ({ chain, walletId }: User): Session['role'] => {
    const isAdmin = chain === defaultChain && ADMIN_WALLETS.includes(walletId)
    return isAdmin || walletId === ledgers.get(chain)?.operator.accountId ? 'operator' : 'user'
  }

  return {
    of,
    /** The role of a session, by its token and by the present settings: a token may be older than they are. */
    ofSession: (session: User & Pick<Session, 'role'>): Session['role'] =>
      session.role === 'operator' ? of(session) : session.role,
  }
}
