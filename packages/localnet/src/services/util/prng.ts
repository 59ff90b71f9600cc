import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'

/** UtilPrng: pseudo-random bytes, or a number below `range`, from the hash of the previous record. */
export const prng = define('utilPrng', {
  type: 52,
  name: 'UTILPRNG',
  price: { functionality: 'UtilPrng', base: 9_000_000n },

  precheck: ({ range }) => check((range ?? 0) >= 0, 'INVALID_PRNG_RANGE'),

  signers: () => [],

  handle({ range }, { record, dispatch }) {
    const seed = dispatch.entropy()
    if (range) record.prngNumber = modulo(seed.readInt32BE(0), range)
    else record.prngBytes = seed
  },
})

/** The remainder, which is never negative. */
function modulo(value: number, range: number): number {
  return ((value % range) + range) % range
}
