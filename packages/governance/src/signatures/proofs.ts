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
 * A signature in a request, with its key or, from a SignatureMap, with the type and prefix of its key. It has neither
 * if the signer's account has a single key.
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
 * Returns a time that the mirror has certainly passed. Anybody can later look up the key that an account had then,
 * whereas "now" depends on how far a mirror is behind. The mirror of a quiet ledger without new transactions is not
 * behind.
 *
 * @throws 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export async function keyTime(on: Known, castAt: Date): Promise<string> {
  return knownTime(on, castAt, "the voter's current key")
}

interface Known {
  chain: string
  mirror: Pick<Mirror, 'newestTimestamp'>
}

/** Like {@link keyTime}, for any purpose. If the mirror is behind, the error says that it does not know `what`. */
export async function knownTime({ chain, mirror }: Known, castAt: Date, what: string): Promise<string> {
  const newest = await mirror.newestTimestamp()
  const earliest = ledgerTimestamp(castAt.getTime() - MAX_LAG_MS)
  // The query may have taken long. The key's time may differ from the vote's only by as much as clocks do, as
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
 * @throws 422 `NO_KEY` if the account has no key; 403 `SIGNATURES_MISSING` if the signatures do not satisfy the key;
 * and the errors of {@link verifiedSignatures}
 */
export async function proofOf(
  key: Key | null,
  keyAt: string,
  given: readonly GivenSignature[],
  { account, text }: { account: string; text: string },
): Promise<Pick<Proof, 'keyAt' | 'signatures'>> {
  if (!key) throw noKey(account)
  const proof = await verifiedSignatures(key, given, { account, text })
  if (!satisfied(key, new Set(proof.keys())))
    throw forbidden('SIGNATURES_MISSING', `These signatures do not satisfy the key of ${account} on the ledger`)
  return { keyAt, signatures: [...proof].map(([publicKey, signature]) => ({ publicKey, signature })) }
}

export const noKey = (account: string) =>
  unprocessable('NO_KEY', `${account} has no key on the ledger that could have signed`)

/**
 * Returns the signatures by leaf keys of the account, both in hex.
 *
 * @throws 422 `INVALID_SIGNATURE` for a signature that does not verify; 400 `UNKNOWN_KEY` for a named key that is not
 * part of the account's; 400 `TOO_MANY_SIGNATURES`, before any is verified, if that would take too many verifications
 */
export async function verifiedSignatures(
  key: Key,
  given: readonly GivenSignature[],
  { account, text }: { account: string; text: string },
): Promise<Map<string, string>> {
  const message = Buffer.from(text)
  const tries = triesOf(key, given)
  // Wallets count the length of a non-ASCII message in two ways, so it has one more form.
  const forms = isAscii(message) ? MESSAGE_FORMS - 1 : MESSAGE_FORMS
  const verifications = tries.reduce((sum, { among }) => sum + among.length, 0) * forms
  checkVerifications(verifications)
  const verified = new Map<string, string>()
  for (const [index, { publicKey, signature, among }] of tries.entries()) {
    // Lets other requests run in the meantime.
    if (index > 0 && index % VERIFIED_AT_ONCE === 0) await setImmediate()
    const signer = among.find((leaf) => verifyWalletMessage(leaf, message, signature))
    if (!signer)
      throw unprocessable(
        'INVALID_SIGNATURE',
        `A signature is not ${publicKey === undefined ? `${account}'s` : `of ${publicKey}`} over ${text}`,
      )
    const canonical = canonicalSignature(signer.type, signature) ?? signature
    verified.set(publicKeyText(signer), Buffer.from(canonical).toString('hex'))
  }
  return verified
}

/**
 * Adds to each signature the leaf keys that may have made it. Further signatures by a named key are ignored: the first
 * must verify.
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
