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
          'true for a signature that the mirror node shows with the schedule and that was not sent here: it does not count, and may be invalid',
      }),
    ),
    unconfirmed: Type.Optional(
      Type.Boolean({
        description:
          'true for a signature that was sent while the mirror node was away: it does not count until its key has been checked on the ledger',
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

/** What a request waits for at `now`. */
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
        description: 'for a scheduled request: until when `bytes` can be signed; absent if there is nothing to sign',
      }),
    ),
    waitsFor: Type.Enum([...waits], {
      description:
        'signature: more signatures; execution: somebody who executes it; time: the moment at which the service executes it; ledger: its outcome; nothing: it has ended',
    }),
    signatures: Type.Array(SignatureOut),
    missing: Type.Array(AccountId, {
      description: 'who can still sign; empty once there are enough signatures',
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
