/**
 * Questions that members of a shared key ask each other, and the answers. Both are signed with the members' account
 * keys, so nobody can ask, answer or refuse for another member, and no man in the middle can make a member look like a
 * cheater.
 */
import { AccountId } from '@quorate/platform'
import { canonicalBytes, inDomain, type Leaf, verify } from '@quorate/verify'
import { Type } from 'typebox'

export const Hex = (characters: number) =>
  Type.String({
    pattern: '^[0-9a-f]+$',
    minLength: characters,
    maxLength: characters,
    title: `${characters / 2} bytes in lower-case hex`,
    examples: ['ab'.repeat(characters / 2)],
  })
export const PublicKey = Hex(64)
export const Signature = Hex(128)
export const MAX_MEMBERS = 30

/** The fields of every question. */
export const questionFields = {
  from: AccountId,
  to: AccountId,
  dkgId: Type.String({ maxLength: 200, description: 'the shared key' }),
  timestamp: Type.String({ format: 'date-time', maxLength: 40, description: 'when it was signed, ISO 8601' }),
  signature: Signature,
}

/** The fields of every answer. */
export const answerFields = {
  from: AccountId,
  question: Type.Unsafe<string>({ ...Signature, description: 'the signature of the question' }),
  signature: Signature,
}

/** The largest difference between two nodes' clocks. */
const MAX_SKEW_MS = 60_000

interface Question {
  to: string
  timestamp: string
  signature: string
}
interface Answer {
  from: string
  question: string
  signature: string
}
type Sign = (message: Uint8Array) => Uint8Array
type SigningDomain = Parameters<typeof inDomain>[0]
type Unsigned<T> = Omit<T, 'signature'>

/** Signs and verifies one kind of questions and answers, each in its own signing domain. */
export function memberQuestions<Q extends Question, A extends Answer>(domains: {
  question: SigningDomain
  answer: SigningDomain
}) {
  const bytesOf = (domain: SigningDomain, record: object): Uint8Array => inDomain(domain, canonicalBytes(record))
  const signed = (domain: SigningDomain, record: object, sign: Sign) => ({
    ...record,
    signature: Buffer.from(sign(bytesOf(domain, record))).toString('hex'),
  })
  const isSigned = (domain: SigningDomain, key: Leaf, { signature, ...rest }: { signature: string }): boolean =>
    verify(key, bytesOf(domain, rest), Buffer.from(signature, 'hex'))
  const isAnsweredBy = (key: Leaf, answer: A): boolean => isSigned(domains.answer, key, answer)
  return {
    signQuestion: (question: Unsigned<Q>, sign: Sign): Q => signed(domains.question, question, sign) as Q,
    signAnswer: (answer: Unsigned<A>, sign: Sign): A => signed(domains.answer, answer, sign) as A,
    /** Whether `key` signed the question at most a minute before or after `now` (milliseconds). */
    isAskedBy: (key: Leaf, question: Q, now: number): boolean =>
      Math.abs(Date.parse(question.timestamp) - now) <= MAX_SKEW_MS && isSigned(domains.question, key, question),
    /** Whether `key` signed the answer. */
    isAnsweredBy,
    /** Whether `key` signed this as the answer to the question. */
    isAnswerTo: (key: Leaf, question: Q, answer: A): boolean =>
      answer.question === question.signature && answer.from === question.to && isAnsweredBy(key, answer),
  }
}
