import { setImmediate } from 'node:timers/promises'
import {
  type CountVerifications,
  checkVerifications,
  keyFromText,
  ledgerTimestamp,
  MESSAGE_FORMS,
  type Mirror,
} from '@quorate/ledger'
import { badRequest, forbidden, unavailable, unprocessable } from '@quorate/platform'
import {
  canonicalJson,
  inDomain,
  type Key,
  leaves,
  type Leaf as PublicKey,
  publicKeyText,
  satisfied,
  verifyWalletMessage,
} from '@quorate/verify'
import { limits } from '../limits.ts'
import { CLOCKS_MS, isQuiet, type Proof } from './dao.ts'

/** A vote as its voter signs it, in canonical JSON (RFC 8785); `comment` is left out where there is none. */
export interface SignedVote {
  chain: string
  daoId: string
  proposalId: string
  /**
   * SHA-256 of the proposal's record. Votes of earlier versions have none, so they do not prove what the proposal said.
   */
  proposalHash?: string | undefined
  voterAddress: string
  choice: string
  comment?: string
}

export const signedText = (vote: SignedVote): string => {
  const { chain, daoId, proposalId, proposalHash, voterAddress, choice, comment } = vote
  return canonicalJson({ chain, daoId, proposalId, proposalHash, voterAddress, choice, comment })
}
export const signedBytes = (vote: SignedVote): Uint8Array => Buffer.from(signedText(vote))

/** The text that a proposal's creator signs to cancel it. */
export const cancellationText = (of: {
  chain: string
  daoId: string
  proposalId: string
  proposalHash: string
  creatorAddress: string
}): string => {
  const { chain, daoId, proposalId, proposalHash, creatorAddress } = of
  const what = canonicalJson({ chain, daoId, proposalId, proposalHash, creatorAddress })
  return Buffer.from(inDomain('cancellation', what)).toString()
}

/**
 * A signature as a request gives it: with its key, or, from a SignatureMap, with the beginning of it and its type; with
 * neither if the signer's key is a single one.
 */
export interface GivenSignature {
  publicKey?: string
  prefix?: Uint8Array
  kind?: PublicKey['type']
  signature: Uint8Array
}

/** The most by which a mirror may be behind for its answer about an account to be accepted, in milliseconds. */
export const MAX_LAG_MS = 600_000
/** How many signatures are verified in one turn of the event loop. */
const VERIFIED_AT_ONCE = 8

/**
 * Returns the time up to which the mirror surely knows the ledger. Anybody can ask later for the key that an account
 * had then, whereas "now" depends on how far a mirror is behind. The mirror of a quiet ledger without new transactions
 * is not behind.
 *
 * @throws 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export async function keyTime(on: Known, castAt: Date): Promise<string> {
  return knownTime(on, castAt, "the voter's key of now")
}

interface Known {
  chain: string
  mirror: Pick<Mirror, 'newestTimestamp'>
}

/** The same for whatever is asked for, which `what` names. */
export async function knownTime({ chain, mirror }: Known, castAt: Date, what: string): Promise<string> {
  const newest = await mirror.newestTimestamp()
  const earliest = ledgerTimestamp(castAt.getTime() - MAX_LAG_MS)
  // The question may have taken long: the key's time must not be further behind the vote's than clocks differ, which
  // `isKeyTime` asks for.
  const latest = ledgerTimestamp(castAt.getTime() + CLOCKS_MS)
  if (newest !== null && Number(newest) >= Number(earliest)) return Number(newest) > Number(latest) ? latest : newest
  if (isQuiet(chain)) return earliest
  throw unavailable(
    'MIRROR_UNAVAILABLE',
    `The mirror of ${chain} is more than ${MAX_LAG_MS / 60_000} minutes behind: it does not know ${what}. Nothing was recorded`,
    30,
  )
}

/** Whether the key at `keyAt` may prove a vote that was cast at `castAt` (milliseconds). */
export function isKeyTime(keyAt: string, castAt: number): boolean {
  const at = Number(keyAt) * 1000
  return at >= castAt - MAX_LAG_MS - 1 && at <= castAt + CLOCKS_MS
}

/** The leaf keys in a key, by their text. */
const namedLeaves = (key: Key): Map<string, PublicKey> =>
  new Map(leaves(key).map((leaf) => [publicKeyText(leaf), leaf]))

/** Whether these signatures together satisfy the account's key. Each leaf key is tried once. */
export function isProof(key: Key, signatures: Proof['signatures'], message: Uint8Array): boolean {
  const named = namedLeaves(key)
  const signers = new Set<string>()
  for (const { publicKey, signature } of signatures.slice(0, limits.maxVoteSignatures.value)) {
    const leaf = named.get(publicKey)
    // Further signatures of the same leaf key are ignored: the first must verify.
    named.delete(publicKey)
    if (leaf && verifyWalletMessage(leaf, message, Buffer.from(signature, 'hex'))) signers.add(publicKey)
  }
  return satisfied(key, signers)
}

/**
 * Returns the proof that the account signed the text: these signatures satisfy `key`, its key on the ledger at `keyAt`.
 *
 * @throws 422 `INVALID_SIGNATURE` for a signature that does not verify, 403 `SIGNATURES_MISSING` if together they do
 *     not satisfy the key, 422 `NO_KEY` if the account has none, 400 `UNKNOWN_KEY` for a named key that is not in the
 *     account's, 400 `TOO_MANY_SIGNATURES`, before any is verified, if that would take too many verifications
 * @param count receives the most verifications that are about to be made
 */
export async function proofOf(
  key: Key | null,
  keyAt: string,
  given: readonly GivenSignature[],
  { account, text }: { account: string; text: string },
  count?: CountVerifications,
): Promise<Pick<Proof, 'keyAt' | 'signatures'>> {
  if (!key) throw unprocessable('NO_KEY', `${account} has no key on the ledger that could have signed`)
  const message = Buffer.from(text)
  const tries = triesOf(key, given)
  // Wallets disagree on the length of a message that is not ASCII, so such a message has one more form.
  const forms = isAscii(message) ? MESSAGE_FORMS - 1 : MESSAGE_FORMS
  const verifications = tries.reduce((sum, { among }) => sum + among.length, 0) * forms
  checkVerifications(verifications)
  count?.(verifications)
  const proof = new Map<string, string>()
  for (const [index, { publicKey, signature, among }] of tries.entries()) {
    // Lets other requests run in between.
    if (index > 0 && index % VERIFIED_AT_ONCE === 0) await setImmediate()
    const signer = among.find((leaf) => verifyWalletMessage(leaf, message, signature))
    if (!signer)
      throw unprocessable(
        'INVALID_SIGNATURE',
        `A signature is not ${publicKey === undefined ? `${account}'s` : `of ${publicKey}`} over ${text}`,
      )
    proof.set(publicKeyText(signer), Buffer.from(signature).toString('hex'))
  }
  if (!satisfied(key, new Set(proof.keys())))
    throw forbidden('SIGNATURES_MISSING', `These signatures do not satisfy the key of ${account} on the ledger`)
  return { keyAt, signatures: [...proof].map(([publicKey, signature]) => ({ publicKey, signature })) }
}

/**
 * Adds to each signature the leaf keys to try it on. Further signatures of a named key are ignored: the first must
 * verify.
 */
function triesOf(key: Key, given: readonly GivenSignature[]): (GivenSignature & { among: PublicKey[] })[] {
  const named = namedLeaves(key)
  const seen = new Set<PublicKey>()
  return given.flatMap((one) => {
    const among = one.publicKey === undefined ? beginningWith(named, one) : [namedKey(named, one.publicKey)]
    const [leaf, ...others] = among
    if (leaf === undefined || others.length > 0) return { ...one, among }
    if (seen.has(leaf)) return []
    seen.add(leaf)
    return { ...one, among }
  })
}

function beginningWith(named: Map<string, PublicKey>, { prefix, kind }: GivenSignature): PublicKey[] {
  const start = Buffer.from(prefix ?? []).toString('hex')
  return [...named]
    .filter(([text, leaf]) => text.startsWith(start) && (kind === undefined || leaf.type === kind))
    .map(([, leaf]) => leaf)
}

const isAscii = (message: Uint8Array): boolean => message.every((byte) => byte < 0x80)

function namedKey(named: Map<string, PublicKey>, text: string): PublicKey {
  const found = named.get(publicKeyText(keyFromText(text)))
  if (!found) throw badRequest('UNKNOWN_KEY', `${text.slice(0, 140)} is not in the voter's key on the ledger`)
  return found
}
