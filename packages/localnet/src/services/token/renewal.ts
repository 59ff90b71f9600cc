import type { proto } from '@hiero-ledger/proto'
import { usableAccount } from '#services/validation.ts'
import type { State } from '#state/state.ts'

/** The number of the account that renews a token; checks that it is usable. */
export function renewingAccount(id: proto.IAccountID, state: State): number {
  return usableAccount(state, id, 'INVALID_AUTORENEW_ACCOUNT', 'INVALID_AUTORENEW_ACCOUNT').num
}
