import {
  AccountId,
  Bytes,
  badRequest,
  checkVisible,
  decodeBytes,
  type Http,
  limits as platformLimits,
} from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Checked } from '../answers/requests.ts'
import { SignatureOut, StatusOut, signatureOut, statusOut } from '../answers/status.ts'
import { mayOnlyWithdraw, shownToFormerRequester, signersOf, viewersOf } from '../model/access.ts'
import { notAnOwner } from '../model/errors.ts'
import { type Payment, payments, type Request } from '../model/request.ts'
import type { Service } from '../service.ts'
import { commentsOf } from '../store/events.ts'
import { findRequest } from '../store/requests.ts'
import { signingErrors } from './errors.ts'
import { JobPath, Text } from './request-path.ts'

const SignBody = Type.Object({
  walletId: Type.Optional(AccountId),
  senderId: AccountId,
  historyId: Type.Optional(Type.String({ maxLength: 100 })),
  signature: Bytes,
})
const SignOut = Type.Object({
  jobId: Type.String(),
  historyId: Type.String(),
  walletId: Type.Union([AccountId, Type.Null()]),
  status: Type.Enum(['success', 'pending'], { description: 'pending while the signature is unconfirmed' }),
  ...SignatureOut.properties,
})
const tags = ['transactions']

/** `/multisig/transaction`: a request's state, signatures and rejections. */
export function requestRoutes(http: Http, service: Service): void {
  statusRoutes(http, service)
  signRoute(http, service)
  rejectRoute(http, service)
}

/**
 * The status of a request as an account sees it, with the bytes that `senderId` may sign. @throws 422 `NOT_AN_OWNER`
 */
async function statusFor(
  { database, clock, modes }: Service,
  request: Request,
  account: string,
  { senderId = account, payer }: { senderId?: string | undefined; payer?: Payment | undefined } = {},
): Promise<Static<typeof StatusOut>> {
  const { draftFor } = modes[request.mode]
  const now = clock.now()
  if (mayOnlyWithdraw(request, account))
    return statusOut(shownToFormerRequester(request), [], now, await draftFor(request, account))
  const draft = await draftFor(request, senderId, payer)
  return statusOut(request, await commentsOf(database.read, request.jobId), now, draft)
}

function statusRoutes(http: Http, service: Service): void {
  const { newRequests, findVisible, findShown } = service
  http.get(
    '/multisig/transaction/status/:jobId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get a request',
        description:
          'With its status, signatures, rejections and comments, and with the bytes that the caller may sign.',
        params: JobPath,
        querystring: Type.Object({
          senderId: Type.Optional({
            ...AccountId,
            description: "for a scheduled request: the account that signs the bytes; by default the session's",
          }),
          payer: Type.Optional(
            Type.Enum([...payments], {
              description:
                'for a scheduled request: who pays. By default the service if it pays for owners (SCHEDULE_PAYER), else the sender',
            }),
          ),
        }),
        errors: { 403: ['FORBIDDEN'], 422: ['NOT_AN_OWNER', 'NO_SCHEDULE_PAYER', 'SCHEDULE_PAYER_INVOLVED'] },
        response: { 200: StatusOut },
      },
    },
    async ({ params, query, session }) => {
      const { walletId: account } = session
      const request = await findShown(params.jobId, session)
      const { senderId = account } = query
      const isShown =
        senderId === account ? viewersOf(request).includes(account) : signersOf(request).includes(senderId)
      if (!mayOnlyWithdraw(request, account) && !isShown) throw notAnOwner(senderId)
      return statusFor(service, request, account, query)
    },
  )

  http.get(
    '/multisig/transaction/check/:jobId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Check a pending request against the ledger',
        description: 'Lists what the ledger would refuse if the request were executed now.',
        params: JobPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Checked },
      },
    },
    async ({ params, session }) => ({
      problems: await newRequests.checkAgain(await findVisible(params.jobId, session)),
    }),
  )
}

function signRoute(http: Http, { modes, findSignable }: Service): void {
  http.post(
    '/multisig/transaction/sign/:jobId',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { repeatable: true },
      schema: {
        tags,
        summary: 'Sign a request',
        description:
          "Adds the signature of the owner `senderId` over the request's `bodyBytes`. Answers 202 while the signature cannot be confirmed, because the mirror is away.",
        params: JobPath,
        body: SignBody,
        errors: signingErrors,
        response: { 200: SignOut, 202: SignOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const signature = decodeBytes(body.signature, 'signature')
      const request = await findSignable(params.jobId, session)
      if ((body.historyId ?? request.historyId) !== request.historyId)
        throw badRequest(
          'WRONG_HISTORY',
          `historyId is ${body.historyId}: send ${request.historyId}, the historyId of this request`,
        )
      if ((body.walletId ?? null) !== request.wallet && request.operation !== 'create')
        throw badRequest(
          'WRONG_WALLET',
          `walletId is ${body.walletId ?? 'missing'}: send ${request.wallet}, the wallet of this request`,
        )
      // Otherwise its former requester could learn from the answers who the current owners are, and who of them
      // rejected the request.
      if (mayOnlyWithdraw(request, session.walletId) && body.senderId !== session.walletId)
        throw notAnOwner(body.senderId)
      const counted = await modes[request.mode].sign(request, { senderId: body.senderId, signature })
      reply.status(counted.unconfirmed ? 202 : 200)
      return {
        jobId: request.jobId,
        historyId: request.historyId,
        walletId: request.wallet,
        status: counted.unconfirmed ? ('pending' as const) : ('success' as const),
        ...signatureOut(counted),
      }
    },
  )
}

function rejectRoute(http: Http, service: Service): void {
  const { database, rejections, findRejectable } = service
  http.post(
    '/multisig/transaction/reject/:jobId',
    {
      schema: {
        tags,
        summary: 'Reject or withdraw a request',
        description:
          'The requester withdraws the request; any other owner rejects it. A request ends when those who have not rejected it cannot reach its threshold.',
        params: JobPath,
        body: Type.Object({ reason: Type.Optional(Text) }, { additionalProperties: false }),
        errors: {
          400: ['HIDDEN_CHARACTER'],
          403: ['FORBIDDEN'],
          409: [
            'ALREADY_SIGNED',
            'LIMIT_ENDED',
            'REJECTED',
            'REPLACED',
            'REQUEST_CLOSED',
            'WALLET_CHANGED',
            'WALLET_CHANGING',
            'WITHDRAWN',
          ],
          410: ['REQUEST_EXPIRED'],
        },
        response: { 200: StatusOut },
      },
    },
    async ({ params, body, session }) => {
      checkVisible(body.reason ?? '', 'reason', { lines: true })
      const request = await findRejectable(params.jobId, session)
      await rejections.reject(request, { account: session.walletId, reason: body.reason ?? '' })
      // Does not check again that the session may see the request: the rejection may have closed it for a participant
      // who is not an owner.
      return statusFor(service, (await findRequest(database.read, request.jobId)) ?? request, session.walletId)
    },
  )
}
