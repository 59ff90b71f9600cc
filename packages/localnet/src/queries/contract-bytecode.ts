import { check } from '#protocol/status-error.ts'
import { existingContract } from '#services/contract/contracts.ts'
import { defineQuery } from './query-definition.ts'

/** ContractGetBytecode: the program that a contract runs. */
export const contractBytecode = defineQuery('contractGetBytecode', {
  response: 'contractGetBytecodeResponse',
  isPaid: true,
  answer({ contractID }, { state }) {
    const account = existingContract(state, contractID)
    check(!account.deleted, 'CONTRACT_DELETED')
    return { bytecode: state.contracts.get(account.num)?.bytecode ?? new Uint8Array() }
  },
})
