/** The chain that a list is about. */
import { type Ledger, onChain } from '@quorate/ledger'
import type { Session } from '@quorate/platform'
import { Type } from 'typebox'

export const ChainParameter = Type.Optional(
  Type.String({ maxLength: 64, description: "the chain; the session's if absent, else the default one" }),
)

/** The chain that the query names, else the session's, else the first of CHAINS. @throws 400 UNKNOWN_CHAIN */
export function chainOf(
  ledgers: ReadonlyMap<string, Ledger>,
  { query, sessionIfAny }: { query: { chain?: string }; sessionIfAny: Session | undefined },
): string {
  const [first = ''] = ledgers.keys()
  return onChain(ledgers, query.chain ?? sessionIfAny?.chain ?? first).chain
}
