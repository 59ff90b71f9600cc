/** Whether names of others look like those that the reader knows. The table of characters for it is large. */
import { HBAR_NAMES, type KnownNames, knownNames, passesForAnother } from '@quorate/verify'

const made = new WeakMap<ReadonlyMap<string, string>, KnownNames>()

/** @param mine The reader's own names, by account */
export function passesForMine(name: string, id: string, mine: ReadonlyMap<string, string>): boolean {
  const known = made.get(mine) ?? knownNames(mine)
  made.set(mine, known)
  return passesForAnother(name, id, known)
}

/** Whether a token's symbol passes for HBAR, or for the id of another token. */
export const passesForHbar = (symbol: string, token: string): boolean => passesForAnother(symbol, token, HBAR_NAMES)
