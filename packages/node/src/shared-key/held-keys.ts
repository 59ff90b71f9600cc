/** The shared keys in the node's database that are not retired, with the node's shares of them. */
import { createSharedReads } from '@quorate/platform'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { Shares } from './shares.ts'

/** @param known the keys in the database at startup */
export function createHeldKeys(shares: Shares, known: readonly HeldKey[] = []) {
  let keys = known
  // One read at a time, so that a slow, older read cannot overwrite the result of a newer one.
  const readAgain = createSharedReads(async () => {
    keys = await shares.living()
  }, 1)
  return {
    /** Reads the keys again. Afterwards, all changes stored before this call are known. */
    read: (): Promise<void> => readAgain(''),
    /** The current key. */
    held: (): HeldKey | undefined => keys[0],
    /** The keys that rotations have replaced. */
    former: (): readonly HeldKey[] => keys.slice(1),
  }
}
