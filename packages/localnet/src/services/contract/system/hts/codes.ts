import type { SystemOutcome } from '#evm/world.ts'
import { INT64_MAX, toLong } from '#protocol/encoding/int64.ts'
import type { BodyCase } from '#protocol/envelope.ts'
import type { Bodies } from '#transaction/definition.ts'
import { AbiError } from '../abi.ts'
import { type Answering, codeValue, standardized } from '../call.ts'

/** Dispatches a transaction, and answers with its response code. */
export function answerCode<K extends BodyCase>(
  { call, success }: Answering,
  bodyCase: K,
  op: Bodies[K],
): SystemOutcome {
  const { status, gas } = call.dispatch(bodyCase, op)
  return success(gas, codeValue(standardized(status)))
}

/**
 * An integer as the ledger's 64-bit integer.
 *
 * @throws AbiError if it is larger
 */
export function exact(value: bigint): ReturnType<typeof toLong> {
  if (!isAmount(value)) throw new AbiError('the integer has more than 63 bits')
  return toLong(value)
}

/** Whether an amount is within the range of the ledger's amounts. */
export const isAmount = (amount: bigint): boolean => amount <= INT64_MAX
