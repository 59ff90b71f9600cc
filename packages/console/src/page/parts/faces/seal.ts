/**
 * The shapes and colours of identicons ("faces"). An account's identicon depends only on its chain and id, so it is the
 * same everywhere. It is a hint for the eye, never a proof.
 */

/** FNV-1a, then mixed so that neighbouring ids (0.0.1022, 0.0.1023) differ in every bit that is used. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** One of twelve hues, 30 degrees apart. */
export const hueOf = (seed: number): number => ((seed % 12) * 30 + 15) % 360

/** The corner of the disc behind the initials. */
export const cornerOf = (seed: number): string => ['0 0', '100% 0', '0 100%', '100% 100%'][(seed >>> 9) & 3] ?? '0 0'

/** A tile of 20 by 20: one of eleven shapes. */
const SHAPES: readonly ((x: number, y: number) => string)[] = [
  // Quarter discs.
  (x, y) => `M${x} ${y}h20a20 20 0 0 1-20 20z`,
  (x, y) => `M${x + 20} ${y}v20a20 20 0 0 1-20-20z`,
  (x, y) => `M${x + 20} ${y + 20}h-20a20 20 0 0 1 20-20z`,
  (x, y) => `M${x} ${y + 20}v-20a20 20 0 0 1 20 20z`,
  // Half discs.
  (x, y) => `M${x} ${y}h20a10 10 0 0 1-20 0z`,
  (x, y) => `M${x} ${y + 20}h20a10 10 0 0 0-20 0z`,
  (x, y) => `M${x} ${y}v20a10 10 0 0 0 0-20z`,
  (x, y) => `M${x + 20} ${y}v20a10 10 0 0 1 0-20z`,
  // A disc and two leaves.
  (x, y) => `M${x + 10} ${y + 2}a8 8 0 0 1 0 16a8 8 0 0 1 0-16z`,
  (x, y) => `M${x} ${y}a20 20 0 0 1 20 20a20 20 0 0 1-20-20z`,
  (x, y) => `M${x + 20} ${y}a20 20 0 0 1-20 20a20 20 0 0 1 20-20z`,
]
const PLACES = [
  [0, 0],
  [20, 0],
  [0, 20],
  [20, 20],
] as const

export interface Seal {
  hue: number
  /** The hue of the odd tile. */
  second: number
  /** Four tiles: a tone (1, 2, or 3 for the odd one) and a path on a grid of 40. */
  tiles: { tone: number; path: string }[]
}

export function sealOf(seed: number): Seal {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const hue = hueOf(seed)
  const second = (hue + 60 * (1 + next(4))) % 360
  const odd = next(4)
  const tiles = PLACES.map(([x, y], index) => {
    const tone = index === odd ? 3 : next(2) ? 1 : 2
    return { tone, path: SHAPES[next(SHAPES.length)]?.(x, y) ?? '' }
  })
  return { hue, second, tiles }
}

/** The first letters of the first and the last word; undefined if they are not letters or digits. */
export function initialsOf(name: string): string | undefined {
  const words = name.trim().split(/[\s-]+/u)
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? '')][0] ?? '')
  return letters.every((letter) => /^[\p{L}\p{N}]$/u.test(letter)) ? letters.join('').toUpperCase() : undefined
}
