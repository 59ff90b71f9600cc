import { type FoundSignature, type Ledger, signaturesIn, verifiedSignatures } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import {
  type Key,
  leaves,
  listed,
  missing,
  neededSentence,
  plural,
  publicKeyText,
  satisfied,
  stillNeeded,
} from '@quorate/verify'
import type { CountedSignature, Request } from '../../model/request.ts'
import { people, rejectedLeaves, signedKeys, uselessLeaves } from '../../model/signatures.ts'
import { checkFees } from './custom-fees.ts'
import { checkNewOwners, keysNeeded, leavesHeld, leavesOwned, type NeededKey, receiversKeys } from './needed-keys.ts'
import { checkOpen } from './open-request.ts'

/**
 * Returns the unverified signatures in submitted bytes. @throws 422 `BODY_MISMATCH` unless every body is the stored one
 */
export function signaturesOver(request: Request, bytes: Uint8Array): FoundSignature[] {
  const signed = signaturesIn(bytes)
  if (signed.some(({ bodyBytes }) => !bodyBytes || Buffer.compare(bodyBytes, request.bodyBytes) !== 0))
    throw unprocessable('BODY_MISMATCH', `The bytes do not match the request ${request.jobId}`)
  return signed.flatMap((body) => body.signatures)
}

/**
 * Returns the verified signatures in the bytes that were not counted before, if these and the counted ones satisfy
 * every key.
 *
 * @throws as `Executions.execute`
 */
export async function checkExecutable(
  ledger: Ledger,
  request: Request,
  signed: FoundSignature[],
  now: number,
): Promise<CountedSignature[]> {
  checkOpen(request, now)
  const [keys, receivers] = await Promise.all([keysNeeded(ledger, request, now), receiversKeys(ledger, request)])
  const needed = [...keys, ...receivers]
  const found = await countedIn(signed, request, needed, { ledger, now })
  checkSatisfied(request, needed, found)
  await checkNewOwners(ledger, request)
  // The fee check takes the most reads, so requests that lack signatures are refused before it.
  await checkFees(ledger, request)
  return found
}

/**
 * The verified signatures in the bytes that were not counted before. They count as if they had been sent separately: an
 * owner's signature counts while its account holds the leaf on the ledger. The leaves of owners who have rejected the
 * request do not count, even if other accounts have them, too.
 */
async function countedIn(
  signatures: FoundSignature[],
  request: Request,
  needed: NeededKey[],
  { ledger, now }: { ledger: Ledger; now: number },
): Promise<CountedSignature[]> {
  const [counted, rejected] = [signedKeys(request), rejectedLeaves(request)]
  const candidates = new Map(
    needed
      .flatMap(({ key }) => leaves(key))
      .map((leaf) => [publicKeyText(leaf), leaf] as const)
      .filter(([text]) => !counted.has(text) && !rejected.has(text)),
  )
  const verified = verifiedSignatures(request.bodyBytes, signatures, [...candidates.values()])
  const accounts = new Set([...people(request).keys(), ...needed.flatMap(({ account }) => account ?? [])])
  const rejecting = new Set(request.rejections.map(({ account }) => account))
  const owned = [...accounts.difference(rejecting)].map((account) => ({
    account,
    leaves: leavesOwned(request, needed, account),
  }))
  const found = await Promise.all(
    verified.map(async ({ publicKey, signature }) => {
      const text = publicKeyText(publicKey)
      for (const { account, leaves } of owned)
        if (leaves.has(text) && (await leavesHeld(ledger, account)).has(text))
          return { senderId: account, publicKey: text, signature, timestamp: new Date(now) }
      return []
    }),
  )
  return found.flat()
}

/** @throws 422 `THRESHOLD_NOT_MET`; its details list the keys that could help */
function checkSatisfied(request: Request, needed: NeededKey[], found: CountedSignature[]): void {
  const signers = signedKeys(request).union(new Set(found.map(({ publicKey }) => publicKey)))
  const open = needed.filter(({ key }) => !satisfied(key, signers)).map(({ key }) => missing(key, signers))
  if (open.length === 0) return
  const [useless, holders] = [uselessLeaves(request), holdersOf(request, needed)]
  const helping = (of: typeof open) =>
    [...new Set(of.flatMap(({ leaves }) => leaves).map(publicKeyText)).difference(useless)].map((publicKey) => ({
      publicKey,
      ...(holders.has(publicKey) ? { accountId: holders.get(publicKey) } : {}),
    }))
  const from = (of: typeof open) => [...new Set(helping(of).map(({ accountId, publicKey }) => accountId ?? publicKey))]
  const still = stillNeeded({
    needs: open.map((one) => ({ missing: one.count, from: from([one]) })),
    missing: from(open),
  })
  const rejecting = request.rejections.map(({ account }) => account)
  throw unprocessable(
    'THRESHOLD_NOT_MET',
    [
      `${plural(signers.size, 'verified signature is', 'verified signatures are')} not enough`,
      still ? neededSentence(still) : 'Nobody who may still sign can help',
      ...(rejecting.length > 0 ? [`Those of ${listed(rejecting, 'and')}, who rejected the request, do not count`] : []),
    ].join('. '),
    helping(open),
  )
}

/** The accounts that take part in a request, by their keys: old and new owners, and others that must sign. */
function holdersOf(request: Request, needed: NeededKey[]): Map<string, string> {
  const others = needed.flatMap(({ account, key }) => (account && account !== request.wallet ? [[account, [key]]] : []))
  const all = [...(others as [string, Key[]][]), ...people(request)]
  return new Map(
    all.flatMap(([account, keys]) => keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), account] as const)),
  )
}
