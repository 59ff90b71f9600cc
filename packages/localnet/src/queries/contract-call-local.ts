import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber } from '#protocol/ids.ts'
import { check, codeNumber } from '#protocol/status-error.ts'
import { addressToCall, checkCallable } from '#services/contract/call-contract.ts'
import { addressOfAccount, ContractWorld } from '#services/contract/contract-world.ts'
import { functionResult } from '#services/contract/function-result.ts'
import { intrinsicGas, MAX_GAS } from '#services/contract/gas.ts'
import { runMessage } from '#services/contract/run-message.ts'
import { simulatedNative } from '#services/contract/system/native.ts'
import { defineQuery, type QueryContext } from './query-definition.ts'

/** ContractCallLocal: calls a contract without changing anything. */
export const contractCallLocal = defineQuery('contractCallLocal', {
  response: 'contractCallLocal',
  isPaid: true,
  answer({ contractID, gas, functionParameters, senderId }, context, payer) {
    const data = functionParameters ?? new Uint8Array()
    check(int64(gas) >= 0n, 'CONTRACT_NEGATIVE_GAS')
    check(int64(gas) <= MAX_GAS, 'MAX_GAS_LIMIT_EXCEEDED')
    check(int64(gas) >= BigInt(intrinsicGas(data, false)), 'INSUFFICIENT_GAS')
    checkCallable(contractID)
    check(context.state.contractAccount(contractID) !== undefined, 'INVALID_CONTRACT_ID')
    const to = addressToCall(context.state, contractID)
    if (payer === undefined) return {}
    return call({ to, data, gas: Number(int64(gas)), sender: senderId ? accountNumber(senderId) : payer }, context)
  },
})

interface LocalCall {
  readonly to: string
  readonly data: Uint8Array
  readonly gas: number
  readonly sender: number
}

function call({ to, data, gas, sender: num }: LocalCall, { state, clock, store, dispatch }: QueryContext) {
  const sender = state.accounts.get(num)
  check(sender !== undefined, 'INVALID_ACCOUNT_ID')
  const now = clock.now()
  const entropy = Buffer.alloc(32)
  const native = simulatedNative(dispatch, now, { entropy, isSigned: false })
  const world = new ContractWorld({ state, now, native, entropy })
  const request = { sender: addressOfAccount(sender), gas, value: 0n, to, data, isStatic: true }
  const savepoint = state.journal.savepoint()
  try {
    const result = runMessage(request, { state, world, block: store.blocks.blockAt(now) })
    const effects = { state, world, sender: num, originals: new Map() }
    const header = { nodeTransactionPrecheckCode: codeNumber(result.status === 'SUCCESS' ? 'OK' : result.status) }
    return {
      functionResult: functionResult(request, result, effects),
      ...(result.status === 'SUCCESS' ? {} : { header }),
    }
  } finally {
    state.journal.rollback(savepoint)
  }
}
