import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { contractNumber, longZeroAddress, NOWHERE } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { addressOfAccount } from './contract-world.ts'
import { execute } from './execute.ts'
import { GAS_PRICE, intrinsicGas } from './gas.ts'

const NO_DATA = new Uint8Array()

/** Checks that an id names something that can be called. */
export function checkCallable(id: proto.IContractID | null | undefined): void {
  check(id != null, 'INVALID_CONTRACT_ID')
  if (id.evmAddress == null) check(int64(id.contractNum) !== 0n, 'INVALID_CONTRACT_ID')
  else check(id.evmAddress.length === 20 && id.evmAddress.some((byte) => byte !== 0), 'INVALID_CONTRACT_ID')
}

/**
 * The address of a contract id, whether there is an account or not.
 *
 * @throws StatusError INVALID_CONTRACT_ID if the id is of another shard or realm, or its number is out of range
 */
export function addressToCall(state: State, id: proto.IContractID | null | undefined): string {
  check(contractNumber({ ...id, evmAddress: null }) !== NOWHERE, 'INVALID_CONTRACT_ID')
  const account = state.accountOrContract(id)
  if (account && !account.deleted) return addressOfAccount(account)
  if (id?.evmAddress?.length) return Buffer.from(id.evmAddress).toString('hex')
  return longZeroAddress(Number(int64(id?.contractNum))).toString('hex')
}

/**
 * ContractCall: calls a contract; the payer pays for the gas that it uses. As in Ethereum, a call of an account without
 * a program, or of an address without an account, succeeds and does nothing
 * (contracts.evm.allowCallsToNonContractAccounts).
 */
export const callContract = define('contractCall', {
  type: 7,
  name: 'CONTRACTCALL',
  price: { functionality: 'ContractCall', base: 0n },

  precheck({ contractID, gas, functionParameters }) {
    checkCallable(contractID)
    check(int64(gas) >= BigInt(intrinsicGas(functionParameters ?? NO_DATA, false)), 'INSUFFICIENT_GAS')
  },

  debit: ({ gas, amount }) => int64(gas) * GAS_PRICE + (int64(amount) > 0n ? int64(amount) : 0n),

  signers: () => [],

  handle({ contractID, gas, amount, functionParameters }, context) {
    const { state } = context
    check(int64(amount) >= 0n, 'CONTRACT_NEGATIVE_VALUE')
    const to = addressToCall(state, contractID)
    execute({ to, data: functionParameters ?? NO_DATA, gas: int64(gas), value: int64(amount) }, context)
  },
})
