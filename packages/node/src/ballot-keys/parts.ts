/**
 * The node's role in ballot keys for secret votes: it deals, keeps its parts, and reveals them after the vote has
 * ended.
 */
import { randomBytes } from 'node:crypto'
import {
  type BallotKeyPart,
  type BallotKeyPlace,
  ballotKeyOf,
  dealBallotKey,
  FrostError,
  type GroupKey,
  partOf,
} from '@quorate/frost'
import { keyFromText } from '@quorate/ledger'
import { type Clock, conflict, type Database, forbidden, type Logger, notFound } from '@quorate/platform'
import { type BallotKeyPurpose, ballotKeyPurpose, decodeRecord } from '@quorate/verify/recount'
import type { SecretBox } from '../keys/secret-box.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { type BallotKeyRow, deleteOldBallotKeys, insertBallotKey, ballotKeyOf as rowOf } from '../store/ballot-keys.ts'
import type { Tables } from '../store/tables.ts'
import { type BallotKeyAnswer, type BallotKeyQuestion, isAnsweredBy, isAskedBy, signAnswer } from './questions.ts'

/** How long a part is kept after its vote has ended, in case a governance service is down for long. */
const KEPT_MS = 365 * 86_400_000
const DELETE_EVERY_MS = 86_400_000

export interface PartsDeps {
  ledger: OperatedLedger
  database: Database<Tables>
  clock: Clock
  shareBox: SecretBox
  held(): HeldKey | undefined
  log: Pick<Logger, 'warn'>
}

/** A key that the node has a part of. */
export type Part = BallotKeyRow

export const random = (bytes: number): Uint8Array => Uint8Array.from(randomBytes(bytes))
const placeOf = (publicKey: string): string => `part of the ballot key ${publicKey}`

export type Parts = ReturnType<typeof createParts>

export function createParts(deps: PartsDeps) {
  const { database, clock, shareBox, ledger } = deps
  const assertClosed = (part: Part, closedAt: string) => assertVoteIsClosed(ledger, part, closedAt)
  let deletedAt = 0

  async function keep(part: Omit<Part, 'chain' | 'endsAt' | 'purpose'> & { purpose: BallotKeyPurpose }): Promise<void> {
    const now = clock.now()
    if (now - deletedAt > DELETE_EVERY_MS) {
      deletedAt = now
      await deleteOldBallotKeys(database, new Date(now - KEPT_MS))
    }
    const { purpose, publicKey } = part
    const share = shareBox.seal(part.share, placeOf(publicKey))
    const about = { purpose: ballotKeyPurpose(purpose), chain: purpose.chain, endsAt: new Date(purpose.endTime) }
    await database.change((trx) => insertBallotKey(trx, { ...part, ...about, share }))
  }

  return {
    keep,
    of: partFor,
    /** Whether the node keeps its part of this key for this vote. */
    async has(purpose: BallotKeyPurpose, publicKey: string): Promise<boolean> {
      return (await rowOf(database.read, publicKey))?.purpose === ballotKeyPurpose(purpose)
    },
    /**
     * The answer to another member's question.
     * @throws 403 NOT_A_MEMBER; 404 BALLOT_KEY_NOT_FOUND; 409 DKG_NO_SHARE, BALLOTS_NOT_CLOSED
     */
    async answer(question: BallotKeyQuestion): Promise<BallotKeyAnswer> {
      const part = question.open && (await partFor(question.open.publicKey))
      const members = part ? (part.shared?.members ?? []) : (deps.held()?.key.members ?? [])
      const dkgId = part ? part.shared?.dkgId : deps.held()?.key.dkgId
      const asking = members.find(({ id }) => id === question.from)
      const isGenuine = question.dkgId === dkgId && question.to === ledger.operator.accountId
      if (!asking || !isGenuine || !isAskedBy(keyFromText(asking.key), question, clock.now()))
        throw forbidden(
          'NOT_A_MEMBER',
          `${question.from} did not sign this question for this node and this key in the last minute, or is not a member`,
        )
      return this.answerOwn(question)
    },
    /** The answer to a question from this node itself or from a member. */
    async answerOwn(question: BallotKeyQuestion): Promise<BallotKeyAnswer> {
      const { accountId, sign } = ledger.operator
      const said = question.open
        ? { share: Buffer.from(await given(question.open)).toString('hex') }
        : await made(question)
      return signAnswer({ from: accountId, question: question.signature, ...said }, sign)
    },
    assertClosed,
  }

  /** Returns the node's part. @throws 404 BALLOT_KEY_NOT_FOUND */
  async function partFor(publicKey: string): Promise<Part> {
    const row = await rowOf(database.read, publicKey)
    const share = row && shareBox.open(row.share, placeOf(publicKey))
    if (row && share) return { ...row, share }
    throw notFound('BALLOT_KEY_NOT_FOUND', `This node has no part of the ballot key ${publicKey}`)
  }

  async function given({ publicKey, closedAt }: NonNullable<BallotKeyQuestion['open']>): Promise<Uint8Array> {
    const part = await partFor(publicKey)
    await assertClosed(part, closedAt)
    return part.share
  }

  /** If the question has no dealings, makes one. Otherwise makes the node's part from them. */
  async function made({ purpose, dealings }: BallotKeyQuestion) {
    const held = deps.held()
    const number = held?.key.members.find(({ id }) => id === ledger.operator.accountId)?.number
    if (!held?.share || number === undefined) throw conflict('DKG_NO_SHARE', 'This node has no share of a shared key')
    const place: BallotKeyPlace = { key: held.key, purpose: ballotKeyPurpose(purpose) }
    if (!dealings) return { dealing: dealBallotKey(place, number, random) }
    const { part, refused } = partIn(place, { number, share: held.share }, dealings)
    if (!part) return { refused }
    const { dkgId, members } = held.key
    const shared = {
      dkgId,
      commitments: part.commitments,
      members: members.map(({ id, key, number: of }) => ({ id, key, number: of })),
    }
    const publicKey = ballotKeyOf(part)
    await keep({ purpose, publicKey, share: part.share, shared })
    return { publicKey }
  }
}

/**
 * Checks on the node's own mirror that the vote is over: a closing record, which says that all votes are on the topic,
 * reached consensus after the vote's end.
 *
 * @throws 409 BALLOTS_NOT_CLOSED
 */
async function assertVoteIsClosed(
  { mirror }: Pick<OperatedLedger, 'mirror'>,
  { purpose: text, publicKey }: Part,
  closedAt: string,
): Promise<void> {
  const purpose = JSON.parse(text) as BallotKeyPurpose
  const { topicId, endTime, proposalId, daoId, chain } = purpose
  const message = await mirror.topicMessage(topicId, closedAt)
  const record = message && decodeRecord(message.bytes)
  const isOver = message !== null && Number(message.consensusTimestamp) * 1000 >= Date.parse(endTime)
  const isClosing = record?.type === 'closing' && record.proposalId === proposalId && record.daoId === daoId
  if (isOver && isClosing && record.chain === chain) return
  throw conflict(
    'BALLOTS_NOT_CLOSED',
    `The ballots for ${publicKey} stay sealed until topic ${topicId} has a closing record of ${proposalId}, from ${endTime} or later. The message at ${closedAt} is not such a record`,
  )
}

/** The member's part, made from signed dealings; or the numbers of the dealers whose dealings are wrong. */
function partIn(
  place: BallotKeyPlace,
  member: { number: number; share: Uint8Array },
  dealings: readonly BallotKeyAnswer[],
): { part?: BallotKeyPart; refused: number[] } {
  const given = dealings.flatMap((answer) => (isDealing(place.key, answer) ? [answer.dealing] : []))
  const unsigned = dealings.flatMap(({ dealing }) => (dealing && !given.includes(dealing) ? [dealing.from] : []))
  if (unsigned.length > 0) return { refused: unsigned }
  try {
    return { part: partOf(place, member, given), refused: [] }
  } catch (error) {
    if (!(error instanceof FrostError)) throw error
    return { refused: [...error.cheaters] }
  }
}

type Dealt = BallotKeyAnswer & { dealing: NonNullable<BallotKeyAnswer['dealing']> }

/** Whether the answer is a dealing that the named member has signed. */
export function isDealing({ members }: GroupKey, answer: BallotKeyAnswer): answer is Dealt {
  const { dealing, from } = answer
  const member = members.find(({ id }) => id === from)
  return member !== undefined && dealing?.from === member.number && isAnsweredBy(keyFromText(member.key), answer)
}
