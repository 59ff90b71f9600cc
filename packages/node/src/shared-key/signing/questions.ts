/** Questions that members ask each other to sign with the shared key, and the answers. */
import { hash } from 'node:crypto'
import { DaoIn } from '@quorate/ledger/operations'
import { AccountId } from '@quorate/platform'
import { canonicalBytes } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { RequestAgain } from '../../answers/writes.ts'
import { Purpose } from '../../model/shared-key/ballot-key-purpose.ts'
import {
  answerFields,
  Hex,
  memberQuestions,
  PublicKey,
  questionFields,
} from '../../model/shared-key/member-questions.ts'

const Commitment = Type.Object(
  {
    number: Type.Integer({ minimum: 1, maximum: 255, description: "the member's number" }),
    hiding: Hex(64),
    binding: Hex(64),
  },
  { additionalProperties: false, description: "a member's public nonces, used once (RFC 9591, section 5.1)" },
)

/** The largest message that is signed, in bytes: a transaction. */
const MAX_MESSAGE_BYTES = 6_144
/** The maximum number of characters of base64 bytes, as in a request to submit them. */
const MAX_BYTES = 163_840
/** The largest question, in bytes: a request to submit bytes, the body to sign, and the commitments. */
export const MAX_QUESTION_BYTES = 196_608

const Base64 = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', title: 'bytes in base64', examples: ['CgsM'], maxLength })

/** The evidence for a write. With it, a member checks by itself whether the network may sign the write. */
export const WriteEvidence = Type.Object(
  {
    wallet: Type.Unsafe<string>({
      ...AccountId,
      description: 'the account that makes the request, as the asking member says',
    }),
    request: RequestAgain,
    bytes: Type.Unsafe<string>({
      ...Base64(MAX_BYTES),
      description: 'a TransactionList: the bodies, with the signatures that they have',
    }),
    ownership: Type.Optional(
      Type.Unsafe<string>({
        ...Base64(MAX_BYTES),
        description: "the account's signature, which proves that it makes the request",
      }),
    ),
  },
  { additionalProperties: false, description: 'evidence for the bodies that this request produces' },
)
export type WriteEvidence = Static<typeof WriteEvidence>

/** The evidence for a signature that a DAO decided on, for a request of a wallet that the DAO co-owns. */
export const SignatureEvidence = Type.Object(
  {
    walletId: AccountId,
    dao: DaoIn,
    publicKey: Type.String({
      pattern: '^[0-9a-f]{64,66}$',
      title: 'a raw public key in hex',
      examples: ['ab'.repeat(32)],
      description: 'the key that makes the request, as the asking member says',
    }),
    bodyBytes: Type.Optional(
      Type.Unsafe<string>({ ...Base64(MAX_BYTES), description: 'of a scheduled request: those of the ScheduleSign' }),
    ),
  },
  { additionalProperties: false, description: 'evidence for the bytes that this decision names' },
)
export type SignatureEvidence = Static<typeof SignatureEvidence>

/** The evidence for a ballot key of a secret vote. The member must have kept its part of the key. */
export const BallotKeyEvidence = Type.Object(
  { purpose: Purpose, publicKey: PublicKey },
  { additionalProperties: false, description: 'evidence for the statement that this key is for this vote' },
)
export type BallotKeyEvidence = Static<typeof BallotKeyEvidence>

/** The evidence with which another node checks by itself whether the network may sign. */
export type SigningEvidence =
  | { write: WriteEvidence }
  | { walletSignature: SignatureEvidence }
  | { ballotKey: BallotKeyEvidence }

export const SigningQuestion = Type.Object(
  {
    ...questionFields,
    message: Type.Optional(
      Type.String({
        pattern: '^([0-9a-f]{2})+$',
        title: 'bytes in lower-case hex',
        examples: ['5175'],
        maxLength: 2 * MAX_MESSAGE_BYTES,
        description: 'what is to be signed, hex: a test message, or what the evidence permits',
      }),
    ),
    write: Type.Optional(WriteEvidence),
    walletSignature: Type.Optional(SignatureEvidence),
    ballotKey: Type.Optional(BallotKeyEvidence),
    session: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'absent: only a commitment is asked for' }),
    ),
    commitments: Type.Optional(
      Type.Array(Commitment, { maxItems: 30, description: 'of those who sign together; present with `session`' }),
    ),
  },
  { additionalProperties: false },
)
export type SigningQuestion = Static<typeof SigningQuestion>

export const SigningAnswer = Type.Object(
  {
    ...answerFields,
    share: Type.Optional(Hex(64)),
    commitment: Type.Optional(Commitment),
    refused: Type.Optional(
      Type.Object(
        {
          code: Type.String({
            maxLength: 60,
            description: 'as of the write; SIGNING_REFUSED for anything else, NONCE_UNKNOWN if its nonce is gone',
          }),
          message: Type.String({ maxLength: 500 }),
        },
        {
          additionalProperties: false,
          description: 'why the member does not sign; the answer then has no other result',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type SigningAnswer = Static<typeof SigningAnswer>

/** The digest of the evidence, in hex. */
export const evidenceDigest = (evidence: SigningEvidence): string => hash('sha256', canonicalBytes(evidence), 'hex')

export const { signQuestion, signAnswer, isAskedBy, isAnswerTo } = memberQuestions<SigningQuestion, SigningAnswer>({
  question: 'signingQuestion',
  answer: 'signingAnswer',
})
