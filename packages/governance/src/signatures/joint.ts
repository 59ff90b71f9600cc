/** Collects signatures of a wallet's owners, one after the other, until they satisfy the wallet's key. */
import type { Ledger } from '@quorate/ledger'
import type { Clock, Database } from '@quorate/platform'
import { type Key, missing, satisfied } from '@quorate/verify'
import { namedLeaves } from '@quorate/verify/recount'
import {
  deleteJointSignatures,
  deleteOldJointSignatures,
  type JointSignature,
  jointSignaturesOf,
  putJointSignature,
} from '../store/joint-signatures.ts'
import type { Tables } from '../store/tables.ts'
import { type GivenSignature, keyTime, noKey, verifiedSignatures } from './proofs.ts'

/** A text that owners of one account sign together. */
export interface JointText {
  chain: string
  /** The proposal, or the DAO. */
  subject: string
  account: string
  text: string
  body: Record<string, unknown>
}

export interface JointState extends Omit<JointText, 'chain' | 'subject'> {
  /** The keys of the account that have signed it, in hex. */
  signedBy: string[]
  /** The least number of further signatures that it needs. */
  missing: number
}

/** Incomplete sets of signatures are deleted after this time, in milliseconds. */
const KEPT_MS = 30 * 86_400_000

export type JointSignatures = ReturnType<typeof createJointSignatures>

export function createJointSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, ledgerOf } = deps

  async function keyNow({ chain, account }: Pick<JointText, 'chain' | 'account'>): Promise<Key> {
    const { mirror } = ledgerOf({ chain })
    const key = await mirror.keyAt(account, await keyTime({ chain, mirror }, new Date(clock.now())))
    if (!key) throw noKey(account)
    return key
  }

  return {
    /**
     * Adds signatures by keys of the account. Returns all signatures of this text so far, and whether they are enough.
     *
     * @throws the errors of `verifiedSignatures`
     */
    async add(joint: JointText, given: readonly GivenSignature[]) {
      const { subject, account, text, body } = joint
      const key = await keyNow(joint)
      const verified = await verifiedSignatures(key, given, { account, text })
      const givenAt = new Date(clock.now())
      const all = await database.change(async (trx) => {
        await deleteOldJointSignatures(trx, new Date(clock.now() - KEPT_MS))
        for (const [publicKey, signature] of verified)
          await putJointSignature(trx, { subject, account, text, body, publicKey, signature, givenAt })
        return jointSignaturesOf(trx, subject)
      })
      const own = ofText(all, joint, key)
      const signatures = own.map(({ publicKey, signature }) => ({
        publicKey,
        signature: Uint8Array.from(Buffer.from(signature, 'hex')),
      }))
      return { state: stateOf(joint, own, key), signatures, isEnough: satisfied(key, new Set(keysOf(own))) }
    },

    /** The texts that owners of the account have begun to sign. */
    async list({ chain, subject, account }: Omit<JointText, 'text' | 'body'>): Promise<JointState[]> {
      const all = (await jointSignaturesOf(database.read, subject)).filter((one) => one.account === account)
      if (all.length === 0) return []
      const key = await keyNow({ chain, account })
      const texts = [...new Map(all.map((one) => [one.text, one])).values()]
      const states = texts.map(({ text, body }) => ({
        joint: { account, text, body },
        own: ofText(all, { account, text }, key),
      }))
      return states.flatMap(({ joint, own }) => (own.length === 0 ? [] : [stateOf(joint, own, key)]))
    },

    /** Deletes the signatures for a subject that is done. */
    forget: (subject: string): Promise<void> => database.change((trx) => deleteJointSignatures(trx, subject)),
  }
}

/** The signatures that count now: an owner may have been replaced since. */
function ofText(all: readonly JointSignature[], { account, text }: Pick<JointText, 'account' | 'text'>, key: Key) {
  const named = namedLeaves(key)
  return all.filter((one) => one.account === account && one.text === text && named.has(one.publicKey))
}

const keysOf = (signatures: readonly JointSignature[]): string[] => signatures.map(({ publicKey }) => publicKey)

const stateOf = (
  { account, text, body }: Pick<JointText, 'account' | 'text' | 'body'>,
  own: readonly JointSignature[],
  key: Key,
): JointState => ({ account, text, body, signedBy: keysOf(own), missing: missing(key, new Set(keysOf(own))).count })
