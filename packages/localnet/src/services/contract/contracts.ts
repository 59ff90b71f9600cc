import type { proto } from '@hiero-ledger/proto'
import { keyToProto } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/**
 * The account of a contract, which may be deleted.
 *
 * @throws StatusError INVALID_CONTRACT_ID if there is no such contract
 */
export function existingContract(state: State, id: proto.IContractID | null | undefined): Account {
  const account = state.contractAccount(id)
  check(account !== undefined, 'INVALID_CONTRACT_ID')
  return account
}

/** Checks that a contract has an administrator. Without one, its key is a contract id. */
export function checkMutable({ key }: Account, code: ResponseCode = 'MODIFYING_IMMUTABLE_CONTRACT'): void {
  const { contractID, delegatableContractId } = keyToProto(key)
  check(contractID == null && delegatableContractId == null, code)
}

/** Checks the fields for hooks (HIP-1195), which the ledger does not run. */
export function checkNoHooks(hooks: readonly unknown[] | null | undefined): void {
  check(!hooks?.length, 'HOOKS_NOT_ENABLED')
}
