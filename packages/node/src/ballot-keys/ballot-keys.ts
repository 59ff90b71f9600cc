/**
 * Keys that encrypt the ballots of secret votes, made for a governance service. The members of the shared key make them
 * together. A node without a shared key makes and keeps such a key alone.
 */
import { FrostError, isBallotKeyShare, openBallotKey } from '@quorate/frost'
import { keyFromText, type Signer } from '@quorate/ledger'
import { type Clock, forbidden, type Logger, unavailable } from '@quorate/platform'
import { type Leaf, leaves, publicKeyText, satisfied, verify } from '@quorate/verify'
import {
  type BallotKey,
  type BallotKeyPurpose,
  ballotKeyRequestText,
  ballotKeyText,
  ballotPublicKey,
} from '@quorate/verify/recount'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { NetworkKeys } from '../model/shared-key/network-keys.ts'
import type { ReadMembers } from '../network/members.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Signing } from '../shared-key/signing/signing.ts'
import { isDealing, type Part, type Parts, random } from './parts.ts'
import { askMember, type BallotKeyAnswer, type BallotKeyQuestion, isAnsweredBy, signQuestion } from './questions.ts'

/** How long to wait for slow members once enough have answered. */
const GRACE_MS = 3_000
/** The largest difference between the clocks of a governance service and a node. */
const MAX_SKEW_MS = 60_000

export interface BallotKeysDeps {
  ledger: OperatedLedger
  clock: Clock
  readMembers: ReadMembers
  held(): HeldKey | undefined
  ownNetworkKey(ledger: OperatedLedger): Signer
  allNetworkKeys(ledger: OperatedLedger): NetworkKeys
  trusted(ledger: OperatedLedger): Set<string>
  parts: Parts
  signing: Pick<Signing, 'sign'>
  log: Pick<Logger, 'warn'>
}

/** A request that a governance service has signed. */
export interface BallotKeyRequest {
  purpose: BallotKeyPurpose
  publisher: string
  timestamp: string
  signature: string
}

export type BallotKeys = ReturnType<typeof createBallotKeys>

export function createBallotKeys(deps: BallotKeysDeps) {
  const { parts, log } = deps
  return {
    /**
     * Makes a key for the ballots of a vote.
     * @throws 403 NOT_A_PUBLISHER; 409 DKG_NO_SHARE; 503 SIGNERS_MISSING
     */
    async make(request: BallotKeyRequest): Promise<BallotKey> {
      await assertPublisher(deps, request)
      const { purpose } = request
      return deps.held() ? makeTogether(deps, purpose) : makeAlone(deps, purpose)
    },
    /**
     * Returns the private key for the ballots once the vote is over.
     * @throws 404 BALLOT_KEY_NOT_FOUND; 409 BALLOTS_NOT_CLOSED; 503 SIGNERS_MISSING
     */
    async open(publicKey: string, closedAt: string): Promise<{ ballotSecret: string; cheaters: string[] }> {
      const part = await parts.of(publicKey)
      await parts.assertClosed(part, closedAt)
      const { secret, cheaters } = part.shared
        ? await openTogether(deps, part, closedAt)
        : { secret: part.share, cheaters: [] }
      if (cheaters.length > 0) log.warn(`wrong parts of the ballot key ${publicKey} came from ${cheaters.join(', ')}`)
      return { ballotSecret: hexOf(secret), cheaters }
    },
    /** The public keys of the network, starting with the one for new votes. */
    networkKeys: (): string[] => deps.allNetworkKeys(deps.ledger).map(publicKeyText),
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** @throws 403 NOT_A_PUBLISHER */
async function assertPublisher(
  { ledger, clock, trusted }: BallotKeysDeps,
  { purpose, publisher, timestamp, signature }: BallotKeyRequest,
): Promise<void> {
  const text = ballotKeyRequestText(purpose, publisher, timestamp)
  const isOfNow = Math.abs(Date.parse(timestamp) - clock.now()) <= MAX_SKEW_MS
  const isKnown = purpose.chain === ledger.chain && trusted(ledger).has(publisher)
  const isSigned = (leaf: Leaf): boolean => verify(leaf, text, Buffer.from(signature, 'hex'))
  if (isOfNow && isKnown && (await keysOf(ledger, publisher)).some(isSigned)) return
  throw forbidden(
    'NOT_A_PUBLISHER',
    `Publisher ${publisher} did not sign this request for ${ledger.chain} in the last minute, or this node does not trust that publisher`,
  )
}

/** The keys that can each sign alone for an account. */
async function keysOf({ operator, mirror }: OperatedLedger, account: string): Promise<Leaf[]> {
  if (account === operator.accountId) return [operator.publicKey]
  const key = (await mirror.account(account))?.key
  return key ? leaves(key).filter((leaf) => satisfied(key, new Set([publicKeyText(leaf)]))) : []
}

/** Makes a key that this node keeps whole. */
async function makeAlone({ ledger, ownNetworkKey, parts }: BallotKeysDeps, purpose: BallotKeyPurpose) {
  const share = random(32)
  const publicKey = ballotPublicKey(hexOf(share))
  await parts.keep({ purpose, publicKey, share, shared: null })
  const network = ownNetworkKey(ledger)
  const networkKey = publicKeyText(network.publicKey)
  const signature = hexOf(network.sign(ballotKeyText(purpose, publicKey)))
  return { topicId: purpose.topicId, publicKey, networkKey, signature }
}

/** Makes a key that members keep parts of. Their common signature proves that a threshold of them kept their parts. */
async function makeTogether(deps: BallotKeysDeps, purpose: BallotKeyPurpose): Promise<BallotKey> {
  const { ledger, signing, log } = deps
  const { key } = deps.held() ?? {}
  if (!key) throw unavailable('SIGNERS_MISSING', 'This node holds no part of a shared key')
  const { threshold, dkgId } = key
  const ask = asking(deps, key.members, { dkgId, purpose })
  let dealt = (await ask({}, (answer) => isDealing(key, answer), threshold)).filter((answer) => isDealing(key, answer))
  const blamed: number[] = []
  for (;;) {
    if (dealt.length < threshold) throw missing(threshold, blamed, 'dealt shares of the ballot key')
    const answers = await ask({ dealings: dealt }, ({ publicKey }) => publicKey !== undefined, threshold)
    const worst = mostRefused(answers)
    if (worst !== undefined && dealt.length > threshold) {
      blamed.push(worst)
      dealt = dealt.filter(({ dealing }) => dealing.from !== worst)
      continue
    }
    const [publicKey, holders] = mostHeld(answers)
    if (publicKey === undefined || holders < threshold)
      throw missing(threshold, blamed, 'kept their part of the ballot key')
    if (blamed.length > 0) log.warn(`wrong parts of a ballot key came from the members ${blamed.join(', ')}`)
    const evidence = { ballotKey: { purpose, publicKey } }
    const [signature] = await signing.sign(key.publicKey, evidence, [ballotKeyText(purpose, publicKey)])
    if (!signature) throw new Error(`the members did not sign the ballot key ${publicKey} of ${ledger.chain}`)
    return { topicId: purpose.topicId, publicKey, networkKey: key.publicKey, signature: hexOf(signature) }
  }
}

const missing = (threshold: number, blamed: readonly number[], what: string) =>
  unavailable(
    'SIGNERS_MISSING',
    `Fewer than ${threshold} members have ${what}${blamed.length > 0 ? `; wrong answers came from the members ${blamed.join(', ')}` : ''}`,
  )

/** The number of the dealer that the most members refuse. */
function mostRefused(answers: readonly BallotKeyAnswer[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of answers.flatMap(({ refused = [] }) => refused)) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** The public key that the most members have a part of, and how many members that is. */
function mostHeld(answers: readonly BallotKeyAnswer[]): [string | undefined, number] {
  const counts = new Map<string, number>()
  for (const { publicKey } of answers)
    if (publicKey !== undefined) counts.set(publicKey, (counts.get(publicKey) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [undefined, 0]
}

/** Returns the private key, joined from the parts of a threshold of members, and the members that sent wrong parts. */
async function openTogether(deps: BallotKeysDeps, part: Part, closedAt: string) {
  const { shared, publicKey } = part
  if (!shared) throw new Error(`the ballot key ${publicKey} is not shared`)
  const purpose = JSON.parse(part.purpose) as BallotKeyPurpose
  const numberOf = (id: string): number => shared.members.find((member) => member.id === id)?.number ?? 0
  const isRight = ({ from, share = '' }: BallotKeyAnswer): boolean =>
    isBallotKeyShare(shared, numberOf(from), bytesOf(share))
  const ask = asking(deps, shared.members, { dkgId: shared.dkgId, purpose })
  const answers = await ask({ open: { publicKey, closedAt } }, isRight, shared.commitments.length, 0)
  const right = answers.filter(isRight)
  const cheaters = answers.filter((answer) => !right.includes(answer)).map(({ from }) => from)
  try {
    const shares = new Map(right.map(({ from, share = '' }) => [numberOf(from), bytesOf(share)]))
    return { secret: openBallotKey(shared, shares), cheaters }
  } catch (error) {
    if (!(error instanceof FrostError)) throw error
    const wrong = cheaters.length > 0 ? `; wrong parts came from ${cheaters.join(', ')}` : ''
    throw unavailable('SIGNERS_MISSING', `${error.message}${wrong}`)
  }
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

type About = Pick<BallotKeyQuestion, 'dkgId' | 'purpose'>

/** Asks all members, including this node. Once enough have answered, waits for the others only a little longer. */
function asking(
  { ledger, clock, readMembers, parts, log }: BallotKeysDeps,
  members: readonly { id: string; key: string }[],
  about: About,
) {
  const { accountId, sign } = ledger.operator
  return async (
    fields: Partial<BallotKeyQuestion>,
    isGood: (answer: BallotKeyAnswer) => boolean,
    enough: number,
    graceMs = GRACE_MS,
  ): Promise<BallotKeyAnswer[]> => {
    const urls = new Map((await readMembers()).map(({ walletId, url }) => [walletId, url]))
    const answers: BallotKeyAnswer[] = []
    const ending = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const timestamp = new Date(clock.now()).toISOString()
    const askOne = async ({ id, key }: { id: string; key: string }): Promise<void> => {
      const question = signQuestion({ from: accountId, to: id, timestamp, ...about, ...fields }, sign)
      const url = urls.get(id)
      const answer =
        id === accountId
          ? await parts.answerOwn(question).catch((error: unknown) => void log.warn({ err: error }, 'no part here'))
          : url && (await askMember(url, question, ending.signal))
      if (!answer || !isAnsweredBy(keyFromText(key), answer)) return
      answers.push(answer)
      if (answers.filter(isGood).length >= enough) timer ??= setTimeout(() => ending.abort(), graceMs)
    }
    await Promise.all(members.map(askOne))
    clearTimeout(timer)
    return answers
  }
}
