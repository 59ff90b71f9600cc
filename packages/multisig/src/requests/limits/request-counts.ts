import { type Change, conflict, tooMany } from '@quorate/platform'
import { limits } from '../../limits.ts'
import { notFoundOrDenied } from '../../model/errors.ts'
import type { Request } from '../../model/request.ts'
import { countRequests, lockCounts } from '../../store/requests.ts'
import { memberOf } from '../../store/roles.ts'
import type { Tables } from '../../store/tables.ts'
import { checkNoScheduledUpdate } from '../checks/owner-changes.ts'

const DAY_MS = 86_400_000

/**
 * Checks that there is room for another request, and that its wallet still has the owners that were read. Until the
 * change ends, no other request of the wallet or the account can be stored.
 *
 * @throws 403 `FORBIDDEN`; 429 `TOO_MANY_OPEN_REQUESTS`, `TOO_MANY_REQUESTS_A_DAY`; 409 `WALLET_CHANGED`,
 * `WALLET_CHANGING`
 */
export async function checkRoomFor(trx: Change<Tables>, request: Request): Promise<void> {
  const { chain, wallet, countedFor, createdAt, governance, requesterRole } = request
  await lockCounts(trx, { chain, wallet, account: countedFor })
  const { open, openHere, notExecuted, changedAt } = await countRequests(trx, {
    chain,
    wallet,
    countedFor,
    now: createdAt,
    since: new Date(createdAt.getTime() - DAY_MS),
  })
  if (wallet && changedAt?.getTime() !== governance?.changedAt.getTime())
    throw conflict(
      'WALLET_CHANGED',
      `The owners of ${wallet} have changed since this was requested: create the request again`,
    )
  // The role may have ended or changed since it was read.
  if (wallet && requesterRole && (await memberOf(trx, chain, wallet, request.requester)) !== requesterRole)
    throw notFoundOrDenied()
  if (requesterRole && openHere >= limits.openRequestsOfProposer.value)
    throw tooMany(
      'TOO_MANY_OPEN_REQUESTS',
      `${countedFor} has ${openHere} open requests at ${wallet}, the maximum for an account that does not own it: withdraw some`,
      30,
    )
  if (wallet && request.operation === 'update') await checkNoScheduledUpdate(trx, { ...request, wallet })
  if (open >= limits.maxOpenRequestsOfPerson.value)
    throw tooMany(
      'TOO_MANY_OPEN_REQUESTS',
      `${countedFor} has ${open} open requests, the maximum: execute or withdraw some`,
      30,
    )
  if (notExecuted >= limits.maxUnsettledRequestsADay.value)
    throw tooMany(
      'TOO_MANY_REQUESTS_A_DAY',
      `${countedFor} has created ${notExecuted} requests within a day that were never executed, the maximum`,
      3600,
    )
}
