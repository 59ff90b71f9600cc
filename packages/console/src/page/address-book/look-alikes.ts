/**
 * Whether names from others look like names that the reader knows. Loaded on demand: the table of confusables is large.
 */
import { type KnownNames, knownNames, passesForAnother, shownSymbol, shownTokenName } from '@quorate/verify'

const made = new WeakMap<ReadonlyMap<string, string>, KnownNames>()

/** @param mine The reader's own names, by account */
export function passesForMine(name: string, id: string, mine: ReadonlyMap<string, string>): boolean {
  const known = made.get(mine) ?? knownNames(mine)
  made.set(mine, known)
  return passesForAnother(name, id, known)
}

export { shownSymbol, shownTokenName }
