/** Finds ids in names that others chose, in any spelling. */

/** In characters. Only this part of a name is checked and shown. */
export const MAX_NAME = 2000
/** Characters that people read as the digits and points of an id, such as in `O.O.1023` and `0·0·1023`. */
const LIKE_ZERO = /[OoΟοОоՕօ०০໐০٥۵]/g
const LIKE_ONE = /[lIІӀ|١۱]/g
const LIKE_POINT = /[·•․‧∙⋅・･。｡ꞏ٫٠۰]/g

/** An EVM address. Readers cannot see which id it belongs to. */
const EVM_ADDRESS = /0x[\da-f]{40}/i

/** Whether the name of `id` contains the id of something else, or an EVM address. */
export function holdsAnotherId(name: string, id: string): boolean {
  const text = name
    .slice(0, MAX_NAME)
    .normalize('NFKC')
    .replace(/\s|\p{DI}/gu, '')
    .replace(LIKE_ZERO, '0')
    .replace(LIKE_ONE, '1')
    .replace(LIKE_POINT, '.')
  return EVM_ADDRESS.test(text) || text.split(/[^\d.]/).some((part) => /\d\.\d+\.\d/.test(part) && part !== id)
}
