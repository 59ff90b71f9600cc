/** Checks the place of a new request in a group. */
import { type Change, conflict } from '@quorate/platform'
import type { Request } from '../../model/request.ts'
import { partsOf } from '../../store/groups.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Refuses a part that exists already, so that a list that is sent again after an interruption pays nobody twice. Also
 * refuses a part of another account's group. Call this while the wallet is locked.
 *
 * @throws 409 `GROUP_PART_EXISTS`, `WRONG_GROUP`
 */
export async function checkGroup(
  trx: Change<Tables>,
  {
    chain,
    wallet,
    operation,
    requester,
    group,
  }: Pick<Request, 'chain' | 'wallet' | 'operation' | 'requester' | 'group'>,
): Promise<void> {
  if (!group) return
  const { groupId, position, size } = group
  // Owners sign a group as one list of payments, which would not show other operations.
  if (operation !== 'pay')
    throw conflict('WRONG_GROUP', `A group consists of payments (pay/request): send ${operation} without group`)
  if (wallet === null || position >= size)
    throw conflict('WRONG_GROUP', `A group has parts 0 to ${size - 1} of one wallet, and this is part ${position}`)
  const parts = await partsOf(trx, { chain, wallet, groupId })
  const [first] = parts
  if (first && (first.requester !== requester || first.size !== size))
    throw conflict('WRONG_GROUP', `The group ${groupId} has ${first.size} parts, requested by ${first.requester}`)
  const taken = parts.find((part) => part.position === position)
  if (taken)
    throw conflict('GROUP_PART_EXISTS', `The request ${taken.jobId} is part ${position} of the group ${groupId}`, [
      { jobId: taken.jobId },
    ])
}
