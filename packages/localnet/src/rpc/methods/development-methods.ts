import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { CHAIN_ID } from '#services/contract/run-message.ts'
import { newestBlock } from '../block-lookup.ts'
import type { Methods, RpcContext } from '../context.ts'
import type { Relay } from '../relay.ts'
import { invalidParameter, optionalQuantity, quantity, quantityIn } from '../values.ts'
import { fixedMethods } from './fixed-methods.ts'

/**
 * The maximum number of blocks of one `hardhat_mine`. Each costs a transaction, since the ledger has no empty blocks.
 */
const MAX_MINED = 1000
/** The maximum number of seconds that one call may move the clock: a hundred years. */
const MAX_SECONDS = 3_155_760_000n

/** Methods of development networks that Hedera does not have: snapshots, time, and blocks at will. */
export function developmentMethods(relay: Relay): Methods {
  const mineMany = async ([count, interval]: readonly unknown[], context: RpcContext): Promise<true> => {
    const blocks = optionalQuantity(count, 'the number of blocks') ?? 1n
    if (blocks > BigInt(MAX_MINED)) throw invalidParameter(`at most ${MAX_MINED} blocks can be mined at once`)
    const seconds = optionalQuantity(interval, 'the interval') ?? 0n
    for (let mined = 0n; mined < blocks; mined++) {
      if (mined > 0n && seconds > 0n) context.ledger.advance(inRange(seconds) * NANOS_PER_SECOND)
      await relay.mine()
    }
    return true
  }
  const increaseTime = ([value]: readonly unknown[], { ledger }: RpcContext): number => {
    const seconds = inRange(secondsIn(value))
    ledger.advance(seconds * NANOS_PER_SECOND)
    return Number(ledger.clock.offset / NANOS_PER_SECOND)
  }
  const setNextBlockTimestamp = ([value]: readonly unknown[], { ledger }: RpcContext): string => {
    const at = secondsIn(value) * NANOS_PER_SECOND
    const { clock } = ledger
    const now = clock.now()
    const isPast = at <= now - NANOS_PER_SECOND
    if (isPast && at <= clock.last)
      throw invalidParameter(
        `the ledger's clock cannot go back: send more than ${clock.last / NANOS_PER_SECOND}, the time of its last transaction`,
      )
    inRange((at - now) / NANOS_PER_SECOND)
    // Tools count from the newest block, so their time may be past. The clock may go back to it: nothing happened
    // since.
    if (isPast) clock.advance(at - now)
    else if (at > now) ledger.advance(at - now)
    return quantity(at / NANOS_PER_SECOND)
  }
  const snapshot = (_: readonly unknown[], { ledger }: RpcContext): string => quantity(ledger.snapshot() + 1)
  const revert = ([id]: readonly unknown[], { ledger }: RpcContext): boolean => {
    const kept = Number(quantityIn(id, 'the snapshot')) - 1
    if (!ledger.snapshots.some((one) => one.id === kept)) return false
    ledger.restore(kept)
    ledger.dropSnapshot(kept)
    return true
  }
  return {
    evm_snapshot: snapshot,
    anvil_snapshot: snapshot,
    evm_revert: revert,
    anvil_revert: revert,
    evm_increaseTime: increaseTime,
    anvil_increaseTime: increaseTime,
    evm_setNextBlockTimestamp: setNextBlockTimestamp,
    anvil_setNextBlockTimestamp: setNextBlockTimestamp,
    async evm_mine(params, context) {
      const [given] = params
      const at = typeof given === 'object' && given !== null ? (given as { timestamp?: unknown }).timestamp : given
      if (at !== undefined && at !== null) setNextBlockTimestamp([at], context)
      await relay.mine()
      return '0x0'
    },
    hardhat_mine: mineMany,
    anvil_mine: mineMany,
    ...fixedMethods,
    /** Hardhat's helpers work only with networks whose names they know. */
    web3_clientVersion: () => 'anvil/quorate-localnet',
    hardhat_getAutomine: () => true,
    anvil_getAutomine: () => true,
    hardhat_metadata: (_, { ledger }) => ({
      clientVersion: 'quorate-localnet',
      chainId: CHAIN_ID,
      instanceId: ledger.store.about.id,
      latestBlockNumber: newestBlock({ ledger })?.number ?? 0,
    }),
  }
}

/** Seconds as a quantity, a decimal text or a number. */
const secondsIn = (value: unknown): bigint =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? BigInt(value) : quantityIn(value, 'the time')

function inRange(seconds: bigint): bigint {
  if (seconds > MAX_SECONDS) throw invalidParameter(`the clock can be moved by at most ${MAX_SECONDS} seconds at once`)
  return seconds
}
