/** The node's part in signing with the shared key: it answers other members, and asks them. */
import { randomBytes } from 'node:crypto'
import {
  createCoordinator,
  FrostError,
  type GroupKey,
  type KeyMember,
  type ShareRequest,
  type SignerAnswer,
  signAlone,
} from '@quorate/frost'
import { keyFromText } from '@quorate/ledger'
import { ApiError, type Clock, conflict, type Database, forbidden, type Logger, unavailable } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import { Compile } from 'typebox/compile'
import type { HeldKey } from '../../model/shared-key/held-key.ts'
import type { ReadMembers } from '../../network/members.ts'
import type { OperatedLedger } from '../../operated-ledger.ts'
import type { Tables } from '../../store/tables.ts'
import { askMember, type Refusal, refusalIn, UNREACHABLE } from './member-answers.ts'
import { createNonces, type Nonces } from './nonces.ts'
import {
  evidenceDigest,
  isAnswerTo,
  isAskedBy,
  SigningAnswer,
  type SigningEvidence,
  type SigningQuestion,
  signAnswer,
  signQuestion,
} from './questions.ts'
import { isTestMessage, testMessage } from './test-messages.ts'

const answerShape = Compile(SigningAnswer)
const random = (bytes: number): Uint8Array => Uint8Array.from(randomBytes(bytes))

/**
 * Returns the bytes that the network may sign according to the evidence, as a single node would decide.
 * @param from the member that asks
 * @param publicKey the network's key, in raw hex, that is to sign
 * @throws what a single node would throw
 */
export type Permits = (evidence: SigningEvidence, from: string, publicKey: string) => Promise<readonly Uint8Array[]>

export interface SigningDeps {
  ledger: OperatedLedger
  database: Database<Tables>
  clock: Clock
  readMembers: ReadMembers
  /** The keys that this node signs with, starting with the current one. */
  keys(): readonly HeldKey[]
  permits: Permits
  log: Pick<Logger, 'warn'>
}

export interface TestSignature {
  publicKey: string
  message: Uint8Array
  signature: Uint8Array
  /** Accounts that provably answered wrongly. */
  cheaters: readonly string[]
}

export type Signing = ReturnType<typeof createSigning>

/** The bytes to sign, and the evidence that they may be signed. A test message has no evidence. */
interface Asked {
  message: Uint8Array
  evidence?: SigningEvidence | undefined
}

export function createSigning(given: SigningDeps) {
  const deps = { ...given, permits: remembering(given) }
  const nonces = createNonces(deps)
  return {
    /**
     * The signed answer to another member's question. A refusal is signed, too.
     * @throws 403 NOT_A_MEMBER; 409 DKG_NO_SHARE
     */
    async answer(question: SigningQuestion): Promise<SigningAnswer> {
      const { ledger, clock } = deps
      const held = shared(deps.keys().find(({ key }) => key.dkgId === question.dkgId) ?? deps.keys()[0])
      const { key } = held
      const asking = key.members.find(({ id }) => id === question.from)
      const isGenuine = question.dkgId === key.dkgId && question.to === ledger.operator.accountId
      if (!asking || !isGenuine || !isAskedBy(keyFromText(asking.key), question, clock.now()))
        throw forbidden(
          'NOT_A_MEMBER',
          `${question.from} did not sign this question for this node and this shared key in the last minute, or is not a member`,
        )
      try {
        return await answerOf(deps, { nonces, held }, question)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const refused = { code: error.code.slice(0, 60), message: error.message.slice(0, 500) }
        const { accountId, sign } = ledger.operator
        return signAnswer({ from: accountId, question: question.signature, refused }, sign)
      }
    },
    /**
     * Asks members to sign bodies with a key, until a threshold has signed. Each member decides from the evidence
     * alone. This node has already decided.
     * @throws 409 DKG_NO_SHARE; 503 SIGNERS_MISSING; the reasons of members if too many of them refuse
     */
    async sign(publicKey: string, evidence: SigningEvidence, bodies: readonly Uint8Array[]): Promise<Uint8Array[]> {
      const known = deps.keys().find(({ key }) => key.publicKey === publicKey)
      const by = { nonces, held: known ?? shared(known) }
      const signed = await Promise.all(bodies.map((message) => signedBy(deps, by, { message, evidence })))
      return signed.map(({ signature }) => signature)
    },
    /**
     * Asks members to sign a test message, until a threshold has signed.
     * @throws 409 DKG_NO_SHARE; 503 SIGNERS_MISSING
     */
    async test(): Promise<TestSignature> {
      const held = shared(deps.keys()[0])
      const { publicKey, dkgId } = held.key
      const message = testMessage(dkgId)
      return { publicKey, message, ...(await signedBy(deps, { nonces, held }, { message })) }
    },
  }
}

type Held = HeldKey & { share: Uint8Array }

function shared(held: HeldKey | undefined): Held {
  if (held?.share) return { ...held, share: held.share }
  throw conflict('DKG_NO_SHARE', held ? 'This node has lost its share' : 'This node has no share of a shared key')
}

/** How long the result for the same evidence is reused, in milliseconds: for the chunks of a message, and retries. */
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 1_000

/** Remembers results: the same evidence comes with each body and each attempt to sign it. */
function remembering({ permits, clock }: SigningDeps): Permits {
  const known = new LRUCache<string, { at: number; bodies: ReturnType<Permits> }>({ max: MAX_REMEMBERED })
  return (evidence, from, publicKey) => {
    const name = `${from} ${publicKey} ${evidenceDigest(evidence)}`
    const before = known.get(name)
    if (before && clock.now() - before.at < REMEMBERED_MS) return before.bodies
    const bodies = permits(evidence, from, publicKey)
    known.set(name, { at: clock.now(), bodies })
    // A refusal is not remembered, so that the evidence is checked again.
    bodies.catch(() => known.delete(name))
    return bodies
  }
}

/** The key to sign with. A node without its share can still ask the others. */
interface With {
  nonces: Nonces
  held: HeldKey
}

/** `isOwn`: this node asks itself, and has already checked the evidence. */
async function answerOf(deps: SigningDeps, by: With, question: SigningQuestion, isOwn = false): Promise<SigningAnswer> {
  const { accountId, sign } = deps.ledger.operator
  const signer = by.nonces.of(by.held, question.from)
  const share = question.commitments && (await shareOf(deps, by, { ...question, isOwn }, question.commitments))
  const answer = { from: accountId, question: question.signature, commitment: signer.commit() }
  return signAnswer({ ...answer, ...(share ? { share } : {}) }, sign)
}

async function shareOf(
  deps: SigningDeps,
  { nonces, held }: With,
  question: SigningQuestion & { isOwn: boolean },
  commitments: NonNullable<SigningQuestion['commitments']>,
): Promise<string> {
  const signer = nonces.of(held, question.from)
  // Another process of this node may have the nonce. The asking node retries until it reaches that process.
  if (!signer.holds(commitments))
    throw nonceUnknown('this process did not give out the commitment, or has already used it')
  const message = Uint8Array.from(Buffer.from(question.message ?? '', 'hex'))
  if (!question.isOwn) await assertMaySign(deps, held.key, question, message)
  try {
    return await signer.sign(message, commitments)
  } catch (error) {
    if (!(error instanceof FrostError)) throw error
    throw nonceUnknown(error.message)
  }
}

const nonceUnknown = (why: string) => conflict('NONCE_UNKNOWN', `This node cannot sign with these commitments: ${why}`)

/** @throws 403 SIGNING_REFUSED; and what a single node would throw */
async function assertMaySign(
  { permits }: SigningDeps,
  { publicKey }: GroupKey,
  { from, dkgId, write, walletSignature, ballotKey }: SigningQuestion,
  message: Uint8Array,
): Promise<void> {
  const given = [write && { write }, walletSignature && { walletSignature }, ballotKey && { ballotKey }]
  const [evidence, ...others] = given.filter((one) => one !== undefined)
  if (!evidence || others.length > 0) {
    if (!evidence && isTestMessage(message, dkgId)) return
    throw forbidden('SIGNING_REFUSED', 'Without evidence of exactly one kind, this node signs only test messages')
  }
  const bodies = await permits(evidence, from, publicKey)
  if (bodies.some((body) => Buffer.compare(body, message) === 0)) return
  throw forbidden('SIGNING_REFUSED', 'The message is none of the bodies that the evidence permits')
}

interface Signed {
  signature: Uint8Array
  cheaters: readonly string[]
}

async function signedBy(deps: SigningDeps, by: With, asked: Asked): Promise<Signed> {
  const { key } = by.held
  if (key.threshold === 1) return { signature: signAlone(shared(by.held).share, asked.message, random), cheaters: [] }
  let ended = await signedTogether(deps, by, asked)
  // A member's process that has restarted since its commitment has lost the nonce, but gives new ones.
  const isForgotten = !('signature' in ended) && ended.refusals.values().some(({ code }) => code === 'NONCE_UNKNOWN')
  if (isForgotten) ended = await signedTogether(deps, by, asked)
  if (ended.cheaters.length > 0) deps.log.warn(`wrong shares of a signature came from ${ended.cheaters.join(', ')}`)
  if ('signature' in ended) return ended
  throw notSigned(key, ended)
}

interface NotSigned {
  /** By member id. */
  refusals: ReadonlyMap<string, Refusal>
  cheaters: readonly string[]
}

/** Asks all members, including this node, until a threshold has signed. */
async function signedTogether(deps: SigningDeps, by: With, asked: Asked): Promise<Signed | NotSigned> {
  const { key } = by.held
  const coordinator = createCoordinator(key, asked.message)
  const urls = new Map((await deps.readMembers()).map(({ walletId, url }) => [walletId, url]))
  const refusals = new Map<string, Refusal>()
  const done = Promise.withResolvers<void>()
  const ask = async (member: KeyMember, request?: ShareRequest): Promise<void> => {
    const answer = await answerFrom(deps, { by, asked, urls }, member, request)
    if ('code' in answer) return void refusals.set(member.id, answer)
    const requests = coordinator.receive(answer)
    if (coordinator.status().signature) done.resolve()
    await Promise.all(
      requests.map((next) => {
        const to = key.members.find(({ number }) => number === next.to)
        return to && ask(to, next)
      }),
    )
  }
  await Promise.race([done.promise, Promise.all(key.members.map((member) => ask(member)))])
  const { signature, cheaters: numbers } = coordinator.status()
  const cheaters = numbers.map((number) => key.members.find((member) => member.number === number)?.id ?? '')
  return signature ? { signature, cheaters } : { refusals, cheaters }
}

/** The members' reasons that are passed on to the client, with their status codes. */
const PASSED_ON: Readonly<Record<string, number>> = {
  DECISION_DOES_NOT_PERMIT: 403,
  DECISION_NEEDS_SENDER: 403,
  DECISION_NOT_FOUND: 403,
  DECISION_NOT_TRUSTED: 403,
  ENTITY_UNBOUND: 403,
  VALIDATOR_REFUSED: 403,
  DECISION_PENDING: 409,
  DECISION_USED: 409,
  DECISION_EXPIRED: 410,
}

/** The members' reason if so many refuse that the others cannot sign; otherwise 503 SIGNERS_MISSING. */
function notSigned({ threshold, members }: GroupKey, { refusals, cheaters }: NotSigned): ApiError {
  const inOrder = members.flatMap(({ id }) => {
    const refusal = refusals.get(id)
    return refusal ? [[id, refusal] as const] : []
  })
  const refusing = inOrder.filter(([, { code, isSigned }]) => isSigned && PASSED_ON[code] !== undefined)
  const [first] = refusing
  if (first && refusing.length > members.length - threshold) {
    const [, { code, message }] = first
    const who = refusing.map(([id]) => id).join(', ')
    return new ApiError(PASSED_ON[code] ?? 403, code, `${message} (refused by the members ${who})`)
  }
  const reasons = inOrder.map(([id, { code, message }]) =>
    code === UNREACHABLE ? `${id} does not answer` : `${id} refuses: ${message} (${code})`,
  )
  const wrong = cheaters.length > 0 ? [`wrong answers came from ${cheaters.join(', ')}`] : []
  const why = [...wrong, ...reasons]
  return unavailable(
    'SIGNERS_MISSING',
    `Fewer than ${threshold} members have signed${why.length > 0 ? `; ${why.join('; ')}` : ''}`,
  )
}

interface Asking {
  by: With
  asked: Asked
  urls: ReadonlyMap<string, string>
}

/** A member's answer, or the reason why there is none. */
async function answerFrom(
  deps: SigningDeps,
  { by, asked, urls }: Asking,
  member: KeyMember,
  request: ShareRequest | undefined,
): Promise<SignerAnswer | Refusal> {
  const { ledger, clock } = deps
  const { accountId: from, sign } = ledger.operator
  const isOwn = member.id === from
  const url = urls.get(member.id)
  if (isOwn ? !by.held.share : !url) return { code: UNREACHABLE, message: '' }
  const message = Buffer.from(asked.message).toString('hex')
  const together = request && {
    ...{ session: request.session, commitments: [...request.commitments], message },
    ...asked.evidence,
  }
  const about = { from, to: member.id, dkgId: by.held.key.dkgId, timestamp: new Date(clock.now()).toISOString() }
  const question = signQuestion({ ...about, ...together }, sign)
  try {
    const answer = isOwn ? await answerOf(deps, by, question, true) : await askMember(url ?? '', question)
    const isGenuine = answerShape.Check(answer) && isAnswerTo(keyFromText(member.key), question, answer)
    if (!isGenuine || !answer.commitment) return { ...refusalIn(answer), isSigned: isGenuine }
    return { from: member.number, session: request?.session, share: answer.share, commitment: answer.commitment }
  } catch (error) {
    return error instanceof ApiError ? { ...refusalIn(error), isSigned: isOwn } : refusalIn(undefined)
  }
}
