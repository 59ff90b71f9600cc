import { randomUUID } from 'node:crypto'
import { checkVisible, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { CommentOut, commentOut } from '../answers/status.ts'
import { mayComment } from '../model/access.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { checkRoomForComment } from '../requests/limits/comment-counts.ts'
import type { Service } from '../service.ts'
import { insertComment } from '../store/events.ts'
import { lockRequest } from '../store/requests.ts'
import { JobPath, Text } from './request-path.ts'

/** `/multisig/transaction/comment`. */
export function commentRoutes(http: Http, { database, clock, announcements, findVisible }: Service): void {
  http.post(
    '/multisig/transaction/comment/:jobId',
    {
      schema: {
        tags: ['transactions'],
        summary: 'Comment on a request',
        params: JobPath,
        body: Type.Object({ text: Text }, { additionalProperties: false }),
        errors: { 400: ['HIDDEN_CHARACTER'], 403: ['FORBIDDEN'], 429: ['TOO_MANY_COMMENTS'] },
        response: { 201: CommentOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const { chain, walletId: account } = session
      checkVisible(body.text, 'text', { lines: true })
      const request = await findVisible(params.jobId, session)
      if (!mayComment(request, account)) throw notFoundOrDenied()
      const now = new Date(clock.now())
      const comment = { id: randomUUID(), job_id: request.jobId, account, text: body.text, timestamp: now }
      await database.change(async (trx) => {
        // The request may have been deleted in the meantime.
        if (!(await lockRequest(trx, request.jobId))) throw notFoundOrDenied()
        await checkRoomForComment(trx, { chain, account, now })
        await insertComment(trx, comment)
        trx.onCommit(() => announcements.commentAdded(request, comment))
      })
      reply.status(201)
      return commentOut(comment)
    },
  )
}
