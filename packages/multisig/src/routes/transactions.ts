import { randomUUID } from 'node:crypto'
import {
  AccountId,
  Bytes,
  badRequest,
  type Change,
  checkVisible,
  decodeBytes,
  type Http,
  limits as platformLimits,
  tooMany,
} from '@quorate/platform'
import { Type } from 'typebox'
import {
  Checked,
  CommentOut,
  commentOut,
  SignatureOut,
  StatusOut,
  signatureOut,
  statusOut,
} from '../answers/resources.ts'
import { limits } from '../limits.ts'
import { notAnOwner, notFoundOrDenied } from '../model/errors.ts'
import { mayComment, mayOnlyWithdraw, type Request, shownToFormerRequester, signersOf } from '../model/request.ts'
import { type Payment, payments } from '../requests/schedule-payer.ts'
import { storedText } from '../requests/storage-budget.ts'
import type { Service } from '../service.ts'
import { commentsOf, countComments, insertComment } from '../store/events.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'

const JobPath = Type.Object({ jobId: Type.String({ maxLength: 100 }) })
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
  status: Type.Enum(['success', 'pending'], { description: 'pending while it is unconfirmed' }),
  ...SignatureOut.properties,
})
const text = Type.String({ minLength: 1, maxLength: 1000 })
const tags = ['transactions']

/** Routes to a request's state, signatures, rejections and comments. */
export function transactionRoutes(
  http: Http,
  {
    database,
    clock,
    storage,
    turns,
    announcements,
    requests,
    signatures,
    schedules,
    rejections,
    findVisible,
    findWithdrawable,
  }: Service,
): void {
  async function status(request: Request, account: string, senderId: string, payer: Payment | undefined) {
    if (mayOnlyWithdraw(request, account)) return formerRequestersStatus(request)
    if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
    const draft = await schedules.draftFor(request, senderId, payer)
    return statusOut(request, await commentsOf(database.read, request.jobId), clock.now(), draft)
  }

  const formerRequestersStatus = async (request: Request) =>
    statusOut(shownToFormerRequester(request), [], clock.now(), await schedules.draftFor(request, request.requester))

  http.get(
    '/multisig/transaction/status/:jobId',
    {
      config: { access: 'session', large: true },
      schema: {
        tags,
        summary: 'The status of a request',
        params: JobPath,
        querystring: Type.Object({
          senderId: Type.Optional({
            ...AccountId,
            description: "of a scheduled request: whose bytes to sign are answered; the session's account if absent",
          }),
          payer: Type.Optional(
            Type.Enum([...payments], {
              description:
                'of a scheduled request: who pays what is signed. If absent, the service where it pays for owners (SCHEDULE_PAYER), else the sender',
            }),
          ),
        }),
        errors: { 403: ['FORBIDDEN'], 422: ['NOT_AN_OWNER'] },
        response: { 200: StatusOut },
      },
    },
    async ({ params, query, session }) => {
      const request = await findWithdrawable(params.jobId, session)
      return status(request, session.walletId, query.senderId ?? session.walletId, query.payer)
    },
  )

  http.get(
    '/multisig/transaction/check/:jobId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'What the ledger would refuse of a pending request now',
        params: JobPath,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Checked },
      },
    },
    async ({ params, session }) => ({ problems: await requests.checkAgain(await findVisible(params.jobId, session)) }),
  )

  http.post(
    '/multisig/transaction/sign/:jobId',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { repeatable: true },
      schema: {
        tags,
        summary: "Add an owner's signature",
        params: JobPath,
        body: SignBody,
        errors: {
          400: [
            'INVALID_BYTES',
            'INVALID_TRANSACTION_BYTES',
            'TOO_MANY_SIGNATURES',
            'UNKNOWN_CHAIN',
            'WRONG_HISTORY',
            'WRONG_WALLET',
          ],
          403: ['FORBIDDEN', 'NOT_THE_SCHEDULE'],
          409: [
            'ALREADY_REJECTED',
            'CUSTOM_FEES_CHANGED',
            'DRAFT_EXPIRED',
            'OWNER_KEY_ROTATED',
            'REJECTED',
            'REQUEST_CLOSED',
            'SCHEDULE_NOT_CREATED',
            'SIGNER_GONE',
            'WALLET_CHANGED',
            'WALLET_CHANGING',
            'WALLET_DELETED',
            'WALLET_KEY_CHANGED',
          ],
          410: ['REQUEST_EXPIRED'],
          422: [
            'INSUFFICIENT_PAYER_BALANCE',
            'INVALID_SIGNATURE',
            'NOT_AN_OWNER',
            'NO_NEW_VALID_SIGNATURES',
            'RECEIVER_MUST_SIGN',
            'SUPERSEDED',
            'THRESHOLD_NOT_MET',
          ],
          429: ['SCHEDULE_BUDGET_USED'],
        },
        response: { 200: SignOut, 202: SignOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const signature = decodeBytes(body.signature, 'signature')
      const request = await findWithdrawable(params.jobId, session)
      if ((body.historyId ?? request.historyId) !== request.historyId)
        throw badRequest(
          'WRONG_HISTORY',
          `historyId is ${body.historyId}: send ${request.historyId}, the request's own`,
        )
      if ((body.walletId ?? null) !== request.wallet && request.operation !== 'create')
        throw badRequest(
          'WRONG_WALLET',
          `walletId is ${body.walletId ?? 'missing'}: send ${request.wallet}, the wallet of this request`,
        )
      // Else its former requester would learn from the answers who the owners are now, and who of them has rejected it.
      if (mayOnlyWithdraw(request, session.walletId) && body.senderId !== session.walletId)
        throw notAnOwner(body.senderId)
      const counted = await (request.schedule ? schedules : signatures).sign(request, {
        session,
        senderId: body.senderId,
        signature,
      })
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

  http.post(
    '/multisig/transaction/reject/:jobId',
    {
      schema: {
        tags,
        summary: 'Reject a request, or withdraw it',
        params: JobPath,
        body: Type.Object({ reason: Type.Optional(text) }, { additionalProperties: false }),
        errors: {
          400: ['HIDDEN_CHARACTER'],
          403: ['FORBIDDEN'],
          409: ['ALREADY_SIGNED', 'REJECTED', 'REQUEST_CLOSED', 'WALLET_CHANGED', 'WALLET_CHANGING'],
          410: ['REQUEST_EXPIRED'],
          429: ['STORAGE_BUDGET_USED'],
        },
        response: { 200: StatusOut },
      },
    },
    async ({ params, body, session }) => {
      checkVisible(body.reason ?? '', 'reason', { lines: true })
      const request = await findWithdrawable(params.jobId, session)
      await rejections.reject(request, { account: session.walletId, reason: body.reason ?? '' })
      // A participant who is no owner may not open the request any more if this rejection has closed it.
      const rejected = (await findRequest(database.read, request.jobId)) ?? request
      if (mayOnlyWithdraw(rejected, session.walletId)) return formerRequestersStatus(rejected)
      const draft = await schedules.draftFor(rejected, session.walletId)
      return statusOut(rejected, await commentsOf(database.read, request.jobId), clock.now(), draft)
    },
  )

  http.post(
    '/multisig/transaction/comment/:jobId',
    {
      schema: {
        tags,
        summary: 'Comment on a request',
        params: JobPath,
        body: Type.Object({ text }, { additionalProperties: false }),
        errors: { 400: ['HIDDEN_CHARACTER'], 403: ['FORBIDDEN'], 429: ['STORAGE_BUDGET_USED', 'TOO_MANY_COMMENTS'] },
        response: { 201: CommentOut },
      },
    },
    async ({ params, body, session }, reply) => {
      checkVisible(body.text, 'text', { lines: true })
      const request = await findVisible(params.jobId, session)
      if (!mayComment(request, session.walletId)) throw notFoundOrDenied()
      const comment = {
        id: randomUUID(),
        job_id: request.jobId,
        account: session.walletId,
        text: body.text,
        timestamp: new Date(clock.now()),
      }
      const store = () =>
        database.change(async (trx) => {
          // The request may have been deleted since.
          if (!(await lockRequest(trx, request.jobId))) throw notFoundOrDenied()
          await checkComments(trx, request.jobId, session.walletId)
          await insertComment(trx, comment)
          await storage.take(trx, { chain: session.chain, account: session.walletId }, storedText(body.text))
          trx.onCommit(() => announcements.commentAdded(request, comment))
        })
      await turns(`request ${request.jobId}`, store)
      reply.status(201)
      return commentOut(comment)
    },
  )
}

/** @throws 429 `TOO_MANY_COMMENTS` */
async function checkComments(trx: Change<Tables>, jobId: string, account: string): Promise<void> {
  const { maxComments, maxCommentsOfPerson } = limits
  const { all, own } = await countComments(trx, { jobId, account, most: maxComments.value })
  if (all >= maxComments.value || own >= maxCommentsOfPerson.value)
    throw tooMany(
      'TOO_MANY_COMMENTS',
      `There are ${all} comments on this request, ${own} of them yours: at most ${maxComments.value}, and ${maxCommentsOfPerson.value} of one person`,
      3600,
    )
}
