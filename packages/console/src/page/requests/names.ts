/** What people call the accounts of a request, and whose account a key is. */
import { isEntityId, type Key, keyText } from '@quorate/verify'

interface Named {
  wallet: string
  name?: string | undefined
}

/** Those of what a service names that are accounts. Whose a key is, the ledger says; it is looked up by its text. */
export const accountsIn = (named: readonly (Named | undefined)[]): Named[] =>
  named.flatMap((one) => (one && isEntityId(one.wallet) ? [one] : []))

/** @param keys Of accounts, as the ledger has them */
export function namesOf(
  named: readonly (Named | undefined)[],
  keys: ReadonlyMap<string, Key> | undefined = new Map(),
): ReadonlyMap<string, string> {
  const names = accountsIn(named).flatMap(({ wallet, name }) => (name ? [[wallet, name] as const] : []))
  return new Map([...names, ...[...keys].map(([account, key]) => [keyText(key), account] as const)])
}
