/** Questions that members ask each other about ballot keys for secret votes, and the answers. */
import { plainJson } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { ClosedAt, Purpose } from '../model/shared-key/ballot-key-purpose.ts'
import {
  answerFields,
  Hex,
  MAX_MEMBERS,
  memberQuestions,
  PublicKey,
  questionFields,
} from '../model/shared-key/member-questions.ts'

const Dealing = Type.Object(
  {
    from: Type.Integer({ minimum: 1, maximum: 255, description: "the dealer's number" }),
    commitments: Type.Array(PublicKey, { maxItems: MAX_MEMBERS, description: 'points of the coefficients' }),
    proof: Hex(128),
    ephemeral: PublicKey,
    sealed: Type.Array(Hex(96), { maxItems: MAX_MEMBERS, description: 'a share for each member' }),
  },
  { additionalProperties: false, description: "a member's contribution to the key" },
)

export const BallotKeyAnswer = Type.Object(
  {
    ...answerFields,
    dealing: Type.Optional(Dealing),
    publicKey: Type.Optional(PublicKey),
    refused: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 255 }), {
        maxItems: MAX_MEMBERS,
        description: 'the numbers of the dealers whose dealings are wrong',
      }),
    ),
    share: Type.Optional(PublicKey),
  },
  { additionalProperties: false },
)
export type BallotKeyAnswer = Static<typeof BallotKeyAnswer>

export const BallotKeyQuestion = Type.Object(
  {
    ...questionFields,
    purpose: Purpose,
    dealings: Type.Optional(
      Type.Array(BallotKeyAnswer, {
        maxItems: MAX_MEMBERS,
        description:
          'the answers that make the key; the member keeps its part. If they are absent, the member is asked for a dealing',
      }),
    ),
    open: Type.Optional(
      Type.Object(
        {
          publicKey: PublicKey,
          closedAt: ClosedAt,
        },
        { additionalProperties: false, description: 'the member is asked for its part' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type BallotKeyQuestion = Static<typeof BallotKeyQuestion>

/** The largest question, in bytes: the dealings of 30 members. */
export const MAX_QUESTION_BYTES = 262_144
const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

export const { signQuestion, signAnswer, isAskedBy, isAnsweredBy, isAnswerTo } = memberQuestions<
  BallotKeyQuestion,
  BallotKeyAnswer
>({ question: 'ballotKeyQuestion', answer: 'ballotKeyAnswer' })

/** A member's answer to the question; undefined if it does not answer. */
export async function askMember(
  url: string,
  question: BallotKeyQuestion,
  signal?: AbortSignal,
): Promise<BallotKeyAnswer | undefined> {
  const to = new URL(`${url.replace(/\/$/, '')}/smart-node/dkg/ballot-keys`)
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])]),
  }
  try {
    const answer = await plainJson(to, request, MAX_ANSWER_BYTES)
    const isAnswer = Check(BallotKeyAnswer, answer) && answer.question === question.signature
    return isAnswer && answer.from === question.to ? answer : undefined
  } catch {
    return undefined
  }
}
