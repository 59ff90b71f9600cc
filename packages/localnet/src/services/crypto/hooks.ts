import type { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'

type WithHooks = Pick<proto.ICryptoUpdateTransactionBody, 'hookCreationDetails' | 'hookIdsToDelete'> &
  Pick<proto.IAccountAmount, 'preTxAllowanceHook' | 'prePostTxAllowanceHook'> &
  Pick<
    proto.INftTransfer,
    | 'preTxSenderAllowanceHook'
    | 'prePostTxSenderAllowanceHook'
    | 'preTxReceiverAllowanceHook'
    | 'prePostTxReceiverAllowanceHook'
  >

const LISTS = ['hookCreationDetails', 'hookIdsToDelete'] as const
const CALLS = [
  'preTxAllowanceHook',
  'prePostTxAllowanceHook',
  'preTxSenderAllowanceHook',
  'prePostTxSenderAllowanceHook',
  'preTxReceiverAllowanceHook',
  'prePostTxReceiverAllowanceHook',
] as const

/**
 * HIP-1340: accounts cannot delegate to a contract's code here. The ledger refuses such a transaction instead of
 * ignoring the field.
 */
export function checkNoDelegation({ delegationAddress }: { readonly delegationAddress?: Uint8Array | null }): void {
  check(!delegationAddress?.length, 'NOT_SUPPORTED')
}

/**
 * HIP-1195: the ledger has no hooks. It refuses messages that create, delete or call one: if it ignored the hook, a
 * transfer or an account would succeed without the check that the hook makes.
 */
export function checkNoHooks(message: WithHooks): void {
  const hasHook = LISTS.some((list) => message[list]?.length) || CALLS.some((call) => message[call] != null)
  check(!hasHook, 'HOOKS_NOT_ENABLED')
}
