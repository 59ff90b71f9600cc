/** The state of a node's shared key and of the ceremony that it follows. */
import type { Ceremony, CeremonyMember, GroupKey } from '@quorate/frost'
import { keyFromText } from '@quorate/ledger'
import type { Clock, Events, Logger } from '@quorate/platform'
import { verify } from '@quorate/verify'
import type { CeremonyOut } from '../answers/shared-key.ts'
import type { Terms } from '../model/shared-key/ceremony-starts.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { ReadMembers } from '../network/members.ts'
import type { Submissions } from '../node-topic/submissions.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { WriteRecord } from './ceremony-records.ts'
import type { Shares, SharesDeps } from './shares.ts'
import type { Signing } from './signing/signing.ts'
import type { Starts } from './starts.ts'

/** Emitted whenever a ceremony makes progress. `missing` are the accounts whose records the phase still waits for. */
export interface SharedKeyEvents {
  'smart_node.dkg.progress': { dkgId: string; phase: CeremonyOut['phase']; missing: readonly string[] }
}

export interface SharedKeyDeps extends SharesDeps {
  ledger: OperatedLedger
  submissions: Submissions
  readMembers: ReadMembers
  settings: {
    DKG_TOPIC?: string | undefined
    DKG_PUBLIC_KEY?: string | undefined
    NETWORK_THRESHOLD?: number | undefined
    NETWORK_HEARTBEAT: number
  }
  /** The plain network key of this node, which it can split. */
  plainKey: PlainKey
  events: Pick<Events<SharedKeyEvents>, 'emit'>
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** The keys in the database at startup. They count even without DKG_TOPIC. */
  known?: readonly HeldKey[] | undefined
}

export interface PlainKey {
  /** Hex. */
  publicKey: string
  /** The scalar that a split deals: 32 bytes, little-endian. */
  scalar(): Uint8Array
}

export interface Running {
  ceremony: Ceremony
  /** The key that the ceremony changes. */
  previous: GroupKey | undefined
  member: CeremonyMember | undefined
}

export interface State extends SharedKeyDeps {
  shares: Shares
  write: WriteRecord
  topic: string
  reader: ReturnType<OperatedLedger['mirror']['topicReader']>
  /** The running ceremony. Others that are started meanwhile don't count. */
  running: Running | undefined
  /** The outcome of the last ceremony. */
  ended: CeremonyOut | undefined
  readonly held: HeldKey | undefined
  /** The keys that rotations have replaced, until the node retires them. */
  readonly former: readonly HeldKey[]
  /** Reads the keys from the database: another process of the node may have changed them. */
  readKeys(): Promise<void>
  /** Decides which starts on the topic count. */
  starts: Starts
  /** The key that other nodes reported when this node started to repair its share. */
  told: GroupKey | undefined
  /** Signs with the new shares of the ceremony that runs. */
  proving: Pick<Signing, 'test'> | undefined
  /**
   * Reads what the members have written on the topic for the current key. With other shares, or before this node knew
   * the members, it could not be read.
   */
  readRecords: (() => Promise<void>) | undefined
  /** Called when a ceremony has ended with a key. */
  changed: (() => Promise<void>) | undefined
  /** Whether the topic must be read again: the terms have changed, or a start could not be checked. */
  mustReadAgain: boolean
  /** The list and the threshold at the last read. */
  lastTerms: string | undefined
}

export async function termsOf(state: State): Promise<Terms> {
  const { ledger, topic, settings, readMembers, plainKey, held, former } = state
  const { DKG_PUBLIC_KEY: pinned, NETWORK_THRESHOLD: threshold } = settings
  return {
    ...{ chain: ledger.chain, topic, threshold },
    members: await readMembers(),
    known: held?.key,
    unretired: former.length,
    splittable: pinned ?? plainKey.publicKey,
    expected: pinned,
  }
}

export function verifySignature(key: string, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(keyFromText(key), message, signature)
  } catch {
    return false
  }
}
