import { bySelector, type Functions, fn } from './call.ts'
import { VIEW_GAS } from './native.ts'

/** HIP-351: 256 pseudo-random bits, which are the block's PREVRANDAO. */
export const prng: Functions = bySelector(
  fn(
    'getPseudorandomSeed()',
    '(uint256)',
    (_, { call, success }) => {
      const seed = BigInt(`0x${Buffer.from(call.entropy).toString('hex', 0, 32)}`)
      // A static call leaves no record.
      if (call.isStatic) return success(VIEW_GAS, seed)
      const { gas } = call.dispatch('utilPrng', {})
      return success(Math.max(gas, VIEW_GAS), seed)
    },
    { isView: true },
  ),
)
