import { unavailable } from '../error.ts'
import { keyFromMirror } from '../keys/encodings.ts'
import type { Key } from '../keys/keys.ts'

/** The code of the 503 for an entity whose key this version cannot read. */
export const KEY_UNREADABLE = 'KEY_UNREADABLE'

/** The key of `id`, as the mirror shows it. @throws 503 {@link KEY_UNREADABLE} */
export function keyOf(id: string, key: { _type: string; key: string } | null | undefined): Key | null {
  try {
    return keyFromMirror(key ?? null)
  } catch (error) {
    throw unavailable(KEY_UNREADABLE, `the mirror's key of ${id} cannot be read: ${String(error)}`)
  }
}
