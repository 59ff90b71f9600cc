import { setImmediate } from 'node:timers/promises'
import { checkVerifications, keyFromText, MESSAGE_FORMS, type Mirror } from '@quorate/ledger'
import { badRequest, forbidden, unavailable, unprocessable } from '@quorate/platform'
import {
  canonicalSignature,
  type Key,
  type Leaf as PublicKey,
  publicKeyText,
  satisfied,
  verifyWalletMessage,
} from '@quorate/verify'
import { CLOCKS_MS, ledgerTimestamp, MAX_LAG_MS, namedLeaves, type Proof } from '@quorate/verify/recount'
import { isQuiet } from '../model/dao.ts'

/**
 * A signature as a request gives it. It has its key, or, if it comes from a SignatureMap, the beginning of its key and
 * its type. It has neither if the signer's key is a single one.
 */
export interface GivenSignature {
  publicKey?: string
  prefix?: Uint8Array
  kind?: PublicKey['type']
  signature: Uint8Array
}

/** How many signatures are verified in one turn of the event loop. */
const VERIFIED_AT_ONCE = 8

/**
 * Returns the time up to which the mirror certainly knows the ledger. Anybody can later look up the key that an account
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

/** Returns such a time for any purpose. If the mirror is behind, the error says that it does not know `what`. */
export async function knownTime({ chain, mirror }: Known, castAt: Date, what: string): Promise<string> {
  const newest = await mirror.newestTimestamp()
  const earliest = ledgerTimestamp(castAt.getTime() - MAX_LAG_MS)
  // The query may have taken long. The key's time must not precede the vote's by more than clocks differ, as
  // `isKeyTime` requires.
  const latest = ledgerTimestamp(castAt.getTime() + CLOCKS_MS)
  if (newest !== null && Number(newest) >= Number(earliest)) return Number(newest) > Number(latest) ? latest : newest
  if (isQuiet(chain)) return earliest
  throw unavailable(
    'MIRROR_UNAVAILABLE',
    `The mirror of ${chain} is more than ${MAX_LAG_MS / 60_000} minutes behind: it does not know ${what}. Nothing was recorded`,
    30,
  )
}

/**
 * Returns the proof that the account signed the text: these signatures satisfy `key`, its key on the ledger at `keyAt`.
 *
 * @throws 422 `INVALID_SIGNATURE` for a signature that does not verify, 403 `SIGNATURES_MISSING` if together they do
 *     not satisfy the key, 422 `NO_KEY` if the account has none, 400 `UNKNOWN_KEY` for a named key that is not in the
 *     account's, 400 `TOO_MANY_SIGNATURES`, before any is verified, if that would take too many verifications
 */
export async function proofOf(
  key: Key | null,
  keyAt: string,
  given: readonly GivenSignature[],
  { account, text }: { account: string; text: string },
): Promise<Pick<Proof, 'keyAt' | 'signatures'>> {
  if (!key) throw unprocessable('NO_KEY', `${account} has no key on the ledger that could have signed`)
  const message = Buffer.from(text)
  const tries = triesOf(key, given)
  // Wallets disagree on the length of a message that is not ASCII, so such a message has one more form.
  const forms = isAscii(message) ? MESSAGE_FORMS - 1 : MESSAGE_FORMS
  const verifications = tries.reduce((sum, { among }) => sum + among.length, 0) * forms
  checkVerifications(verifications)
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
    const canonical = canonicalSignature(signer.type, signature) ?? signature
    proof.set(publicKeyText(signer), Buffer.from(canonical).toString('hex'))
  }
  if (!satisfied(key, new Set(proof.keys())))
    throw forbidden('SIGNATURES_MISSING', `These signatures do not satisfy the key of ${account} on the ledger`)
  return { keyAt, signatures: [...proof].map(([publicKey, signature]) => ({ publicKey, signature })) }
}

/**
 * Adds to each signature the leaf keys to try it on. Further signatures by a named key are ignored: the first must
 * verify.
 */
function triesOf(key: Key, given: readonly GivenSignature[]): (GivenSignature & { among: PublicKey[] })[] {
  const named = namedLeaves(key)
  const seen = new Set<PublicKey>()
  return given.flatMap((one, index) => {
    const among =
      one.publicKey === undefined
        ? beginningWith(named, one)
        : [namedKey(named, one.publicKey, `signatures/${index}/publicKey`)]
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

function namedKey(named: Map<string, PublicKey>, text: string, field: string): PublicKey {
  const found = named.get(publicKeyText(keyFromText(text, field)))
  if (!found) throw badRequest('UNKNOWN_KEY', `${field}: ${text.slice(0, 140)} is not in the voter's key on the ledger`)
  return found
}
