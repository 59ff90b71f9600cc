/** The common parts of operations that move an entity to the network's current key. */
import { unprocessable } from '@quorate/platform'
import { type Key, sameKey } from '@quorate/verify'
import type { EntityKind } from './write.ts'

/** Whether an operation replaces only network keys. Validators do not list such operations. */
export const isMove = (name: string): boolean => name.startsWith('move/')

/** The error for an entity whose keys contain no earlier network key. */
export const nothingToMove = (kind: EntityKind, id: string) =>
  unprocessable(
    'NOTHING_TO_MOVE',
    `No key of the ${kind} ${id} contains an earlier network key, so there is nothing to move`,
  )

/** The keys of an entity that change, by name, with the network's current key in place of earlier ones. */
export function movedKeys<Name extends string>(
  keys: readonly (readonly [Name, Key | null | undefined])[],
  movedKey: (key: Key) => Key,
): [Name, Key][] {
  return keys.flatMap(([name, key]): [Name, Key][] => {
    const next = key && movedKey(key)
    return !key || !next || sameKey(next, key) ? [] : [[name, next]]
  })
}
