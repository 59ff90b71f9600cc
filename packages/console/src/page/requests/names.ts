/** The names of a request's accounts, and the accounts of its keys. */
import { isEntityId, type Key, keyText } from '@quorate/verify'

interface Named {
  wallet: string
  name?: string | undefined
}

/** Keeps only names of account ids. The owner of a key comes from the ledger, where the key's text is looked up. */
export const accountsIn = (named: readonly (Named | undefined)[]): Named[] =>
  named.flatMap((one) => (one && isEntityId(one.wallet) ? [one] : []))

/** @param keys The accounts' keys on the ledger */
export function namesOf(
  named: readonly (Named | undefined)[],
  keys: ReadonlyMap<string, Key> | undefined = new Map(),
): ReadonlyMap<string, string> {
  const names = accountsIn(named).flatMap(({ wallet, name }) => (name ? [[wallet, name] as const] : []))
  return new Map([...names, ...[...keys].map(([account, key]) => [keyText(key), account] as const)])
}
