import { AccountId, encodeBytes, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { modeOf, signsIntent } from '../model/modes.ts'
import type { CountedSignature, Request } from '../model/request.ts'
import { missingKeys, missingSigners } from '../model/signatures.ts'
import type { Comment } from '../store/events.ts'
import type { Draft } from '../store/schedules.ts'
import { isPast, Needs, needsOut, past, RequestOut, requestOut } from './requests.ts'
import { Time } from './values.ts'

export const SignatureOut = namedSchema(
  'Signature',
  Type.Object({
    senderId: AccountId,
    publicKey: Type.String({ description: 'raw, hex' }),
    timestamp: Time,
    byMirror: Type.Optional(
      Type.Boolean({
        description:
          'the mirror shows it with a schedule, and it was not sent here: it may be invalid, and does not count',
      }),
    ),
    unconfirmed: Type.Optional(
      Type.Boolean({
        description:
          'it was sent while the mirror was away, and does not count until its key is seen on the ledger; then it is confirmed or withdrawn',
      }),
    ),
  }),
)

export const CommentOut = namedSchema(
  'Comment',
  Type.Object({
    commentId: Type.String(),
    walletId: AccountId,
    text: Type.String(),
    timestamp: Time,
  }),
)

const waits = ['signature', 'execution', 'time', 'ledger', 'nothing'] as const

/** The event that a request waits for at `now`. */
function waitOf(request: Request, now: number): (typeof waits)[number] {
  if (request.state === 'executing') return 'ledger'
  if (request.state !== 'pending' || isPast(request, now)) return 'nothing'
  if (missingKeys(request).signatures > 0) return 'signature'
  return modeOf(request).afterSigning(request)
}

export const StatusOut = namedSchema(
  'RequestStatus',
  Type.Object({
    ...RequestOut.properties,
    bytesExpireAt: Type.Optional(
      Type.Unsafe<string>({
        ...Time,
        description: 'for a scheduled request: how long `bytes` can be signed; absent if there is nothing to sign',
      }),
    ),
    waitsFor: Type.Enum([...waits], {
      description:
        'signature: some that are missing; execution: somebody who executes it; time: it is complete, and executed by itself when its time comes; ledger: its outcome; nothing: it is over',
    }),
    signatures: Type.Array(SignatureOut),
    missing: Type.Array(AccountId, {
      description: 'whose signature could still help; empty once the keys are satisfied',
    }),
    needs: Needs,
    rejections: Type.Array(Type.Object({ walletId: AccountId, reason: Type.String(), timestamp: Time })),
    comments: Type.Array(CommentOut),
  }),
)

/**
 * A request's status at `now`. After `expiresAt` it accepts no signatures, though the ledger may still execute it. With
 * a draft, the answer has the bytes that the caller may sign.
 */
export const statusOut = (
  request: Request,
  comments: Comment[],
  now: number,
  draft?: Draft,
): Static<typeof StatusOut> => ({
  ...requestOut(request),
  ...bytesToSign(request, draft),
  ...(isPast(request, now) ? past(request) : {}),
  waitsFor: waitOf(request, now),
  signatures: request.signatures.map(signatureOut),
  missing: request.state !== 'pending' || isPast(request, now) ? [] : missingSigners(request),
  needs: request.state !== 'pending' || isPast(request, now) ? [] : needsOut(request),
  rejections: request.rejections.map(({ account, reason, timestamp }) => ({
    walletId: account,
    reason,
    timestamp: timestamp.toISOString(),
  })),
  comments: comments.map(commentOut),
})

/** A signature without its bytes. */
export const signatureOut = ({
  senderId,
  publicKey,
  timestamp,
  byMirror,
  unconfirmed,
}: Omit<CountedSignature, 'signature'>): Static<typeof SignatureOut> => ({
  senderId,
  publicKey,
  timestamp: timestamp.toISOString(),
  ...(byMirror ? { byMirror } : {}),
  ...(unconfirmed ? { unconfirmed } : {}),
})

/** The bytes that the caller may sign for a scheduled request. */
function bytesToSign(request: Request, draft: Draft | undefined) {
  if (draft)
    return {
      bytes: encodeBytes(draft.bytes),
      bodyBytes: encodeBytes(draft.body_bytes),
      bytesExpireAt: draft.expires_at.toISOString(),
    }
  const signsCreation = request.state === 'pending' && !signsIntent(request)
  return signsCreation ? { bytesExpireAt: request.expiresAt.toISOString() } : {}
}

export const commentOut = (comment: Comment): Static<typeof CommentOut> => ({
  commentId: comment.id,
  walletId: comment.account,
  text: comment.text,
  timestamp: comment.timestamp.toISOString(),
})
