/** Secrets that must survive a restart, encrypted in the database: a running ceremony's seed, and the node's share. */
import { randomBytes } from 'node:crypto'
import { type GroupKey, groupKeyDigest } from '@quorate/frost'
import type { Change, Clock, Database, Logger } from '@quorate/platform'
import type { SecretBox } from '../keys/secret-box.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import { reopenMoves } from '../store/key-moves.ts'
import {
  ceremonyOf,
  ceremonyRecord,
  endCeremony,
  insertCeremony,
  insertCeremonyRecord,
  insertSharedKey,
  lastOutcome,
  livingKeysOf,
  type NewKey,
  replaceShare,
  retireKey,
  setBackedUp,
  sharedKeysOf,
} from '../store/shared-key.ts'
import type { Tables } from '../store/tables.ts'

export type Shares = ReturnType<typeof createShares>

export interface SharesDeps {
  database: Database<Tables>
  shareBox: SecretBox
  clock: Clock
  log: Pick<Logger, 'error'>
}

/** The key that a ceremony made, and this node's share of it, if it has one. */
export interface Made {
  key: GroupKey
  share: Uint8Array | undefined
  /** Whether the key existed before and only a lost share was repaired. */
  isRepair: boolean
}

const SEED_BYTES = 32
const seedPlace = (dkgId: string): string => `seed of ${dkgId}`
const sharePlace = (key: GroupKey): string => `share of ${groupKeyDigest(key)}`
const backupPlace = (key: GroupKey): string => `backup of the share of ${groupKeyDigest(key)}`

export function createShares({ database, shareBox, clock, log }: SharesDeps, chain: string) {
  const told = new Set<string>()
  const opened = (sealed: Uint8Array, place: string): Uint8Array | undefined => {
    const secret = shareBox.open(sealed, place)
    if (secret || told.has(place)) return secret
    told.add(place)
    log.error(`the ${place} cannot be decrypted: it was encrypted with another SHARE_KEY`)
    return undefined
  }
  const seed = async (dkgId: string): Promise<Uint8Array | undefined> => {
    const sealed = (await ceremonyOf(database.read, dkgId))?.seed
    return sealed ? opened(sealed, seedPlace(dkgId)) : undefined
  }
  async function living(): Promise<HeldKey[]> {
    const rows = await livingKeysOf(database.read, chain)
    return rows.map(({ key, share: sealed, backedUpAt, createdAt }) => {
      const share = sealed ? opened(sealed, sharePlace(key)) : undefined
      return { key, share, createdAt, backedUpAt: backedUpAt ?? undefined }
    })
  }
  const held = async (): Promise<HeldKey | undefined> => (await living())[0]
  async function storeKey(trx: Change<Tables>, row: NewKey): Promise<void> {
    const known = await sharedKeysOf(trx, chain)
    await insertSharedKey(trx, row)
    const isNew = known.every(({ publicKey }) => publicKey !== row.key.publicKey)
    if (isNew) await reopenMoves(trx, chain, row.createdAt)
  }
  return {
    /** The seed of a running ceremony; undefined if the node takes no part in it. */
    seed,
    /** Like `seed`, but makes a seed if the node has none yet, and stores the key that the ceremony changes. */
    async seedOrNew(dkgId: string, previous: GroupKey | undefined): Promise<Uint8Array | undefined> {
      if (!(await ceremonyOf(database.read, dkgId))) {
        const sealed = shareBox.seal(randomBytes(SEED_BYTES), seedPlace(dkgId))
        const row = { dkg_id: dkgId, chain, seed: sealed, previous, created_at: new Date(clock.now()) }
        await database.change((trx) => insertCeremony(trx, row))
      }
      return seed(dkgId)
    },
    /** The key that a running ceremony changes, if the node takes part in the ceremony. */
    previousOf: async (dkgId: string): Promise<GroupKey | undefined> =>
      ((await ceremonyOf(database.read, dkgId))?.previous as GroupKey | null | undefined) ?? undefined,
    /**
     * Returns the stored record of this name; if there is none, stores and returns `made`. A record needs several
     * messages, and after an outage the node makes it again. The new one may differ, because ECDSA signatures are
     * random.
     */
    async firstRecord(dkgId: string, name: string, made: Uint8Array): Promise<Uint8Array> {
      const stored = async () => (await ceremonyRecord(database.read, dkgId, name))?.bytes
      const before = await stored()
      if (before) return before
      await database.change((trx) => insertCeremonyRecord(trx, { dkg_id: dkgId, name, bytes: made }))
      return (await stored()) ?? made
    },
    /**
     * Ends a ceremony. The database transaction that stores the key and the node's new share, if any, also erases the
     * seed and all earlier shares of the same key.
     */
    async end(dkgId: string, outcome: object, made: Made | undefined): Promise<void> {
      const share = made?.share ? shareBox.seal(made.share, sharePlace(made.key)) : null
      const now = new Date(clock.now())
      await database.change(async (trx) => {
        const row = made && { chain, key: made.key, share, createdAt: now }
        if (row && !made.isRepair) await storeKey(trx, row)
        if (row?.share && made?.isRepair) await replaceShare(trx, row)
        await endCeremony(trx, { dkgId, chain, outcome, endedAt: now })
      })
    },
    /** The shared keys that are not retired: the current one and the ones that it has replaced. */
    living,
    /** The present shared key. */
    held,
    /** All shared keys that this database has ever had. */
    ever: () => sharedKeysOf(database.read, chain),
    /** Erases all shares of a public key that was replaced. */
    retire: (publicKey: string) => database.change((trx) => retireKey(trx, chain, publicKey, new Date(clock.now()))),
    sealForBackup: (key: GroupKey, share: Uint8Array): Buffer => Buffer.from(shareBox.seal(share, backupPlace(key))),
    /** The share in a backup; undefined if it was sealed with another SHARE_KEY or for another key. */
    openBackup: (key: GroupKey, sealed: Uint8Array): Uint8Array | undefined => shareBox.open(sealed, backupPlace(key)),
    setBackedUp: (dkgId: string): Promise<boolean> =>
      database.change((trx) => setBackedUp(trx, dkgId, new Date(clock.now()))),
    /** Stores a restored share. */
    async restore(key: GroupKey, share: Uint8Array): Promise<void> {
      const sealed = shareBox.seal(share, sharePlace(key))
      await database.change((trx) => replaceShare(trx, { chain, key, share: sealed, createdAt: new Date(clock.now()) }))
    },
    /** The outcome of the last ceremony that has ended. */
    lastOutcome: () => lastOutcome(database.read, chain),
  }
}
