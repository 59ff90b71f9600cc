import { AccountId, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { GroupOut } from '../answers/groups.ts'
import { isPast } from '../answers/requests.ts'
import { statusOut } from '../answers/status.ts'
import { hasEnded } from '../model/access.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { isKept } from '../model/modes.ts'
import type { Request } from '../model/request.ts'
import { missingKeys } from '../model/signatures.ts'
import type { Service } from '../service.ts'
import { partsOf } from '../store/groups.ts'
import { findRequests } from '../store/requests.ts'
import { checkMay } from '../wallets/check-member.ts'

/** `/multisig/wallet/{walletId}/group/{groupId}`: requests that are reviewed and signed together. */
export function groupRoutes(http: Http, service: Service): void {
  const { database, clock, modes } = service
  http.get(
    '/multisig/wallet/:walletId/group/:groupId',
    {
      config: { access: 'session' },
      schema: {
        tags: ['transactions'],
        summary: 'Get a group of requests',
        description: 'The parts of a list of payments, each with the bytes that the caller may sign. Without comments.',
        params: Type.Object({ walletId: AccountId, groupId: Type.String({ maxLength: 100 }) }),
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: GroupOut },
      },
    },
    async ({ params: { walletId, groupId }, session: { chain, walletId: account } }) => {
      await checkMay(service, { chain, wallet: walletId, account }, 'see')
      const parts = await partsOf(database.read, { chain, wallet: walletId, groupId })
      const [first] = parts
      if (!first) throw notFoundOrDenied()
      const found = await findRequests(
        database.read,
        parts.map(({ jobId }) => jobId),
      )
      const byId = new Map(found.map((request) => [request.jobId, request]))
      const requests = parts.flatMap(({ jobId }) => byId.get(jobId) ?? [])
      const now = clock.now()
      const answers = []
      for (const request of requests)
        answers.push(statusOut(request, [], now, await modes[request.mode].draftFor(request, account)))
      return {
        groupId,
        walletId,
        requesterId: first.requester,
        size: first.size,
        counts: countsOf(requests, now),
        unpaid: requests.filter((request) => isUnpaid(request, now)).map(({ jobId }) => jobId),
        requests: answers,
      }
    },
  )
}

function countsOf(requests: Request[], now: number) {
  const isOpen = (request: Request): boolean =>
    request.state === 'executing' || (request.state === 'pending' && !isPast(request, now))
  const open = requests.filter(isOpen)
  const waiting = open.filter((request) => request.state === 'pending' && missingKeys(request).signatures > 0).length
  const executed = requests.filter(({ state }) => state === 'success').length
  return {
    requests: requests.length,
    waiting,
    signed: open.length - waiting,
    executed,
    failed: requests.length - open.length - executed,
  }
}

/** Only when its ledger window is over, it is certain that a request will not be executed any more. */
const isUnpaid = (request: Request, now: number): boolean =>
  request.state === 'error' && !isKept(request) && (request.consensusTimestamp !== null || hasEnded(request, now))
