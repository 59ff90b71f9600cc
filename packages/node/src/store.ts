import type { Change, DatabaseServer, Reader } from '@quorate/platform'
import type { Generated } from 'kysely'
import * as sessions from './migrations/001-sessions.ts'
import * as snapshotsAndTwoFactor from './migrations/002-snapshots-and-two-factor.ts'
import * as validators from './migrations/003-validators.ts'
import * as nodeTopic from './migrations/004-node-topic.ts'

export interface Tables {
  'node.challenge': {
    /** The random part of the payload; names the challenge. */
    token: string
    sequence: Generated<bigint>
    chain: string
    /** SHA-256 of the cookie that it was given with. */
    binding: Uint8Array
    /** The JSON exactly as it was sent and as it is to be signed. */
    payload: string
    server_account: string
    created_at: Date
    expires_at: Date
    consumed_at: Date | null
  }
  'node.user': { chain: string; wallet: string; created_at: Date; updated_at: Date }
  'node.snapshot': {
    id: string
    chain: string
    token: string
    sender: string
    status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
    /** Counted so far. */
    holders: number
    /** The ledger's time that it shows, `seconds.nanos`. */
    at: string | null
    files: SnapshotFiles | null
    error: string | null
    created_at: Date
    finished_at: Date | null
  }
  'node.two_factor': {
    chain: string
    wallet: string
    /** Names it to the user. */
    factor: string
    /** Sealed: see two-factor/sealing. */
    secret: Uint8Array
    status: 'PENDING' | 'ACTIVE'
    /** The time step of the last code that was used: earlier ones are used up. */
    last_step: bigint
    /** Wrong codes since the last right one. */
    failures: number
    locked_until: Date | null
    created_at: Date
  }
  'node.revocation': { token_id: string; revoked_at: Date; expires_at: Date }
  /** What the node writes on the ledger itself, once under each name. */
  'node.submission': {
    chain: string
    name: string
    transaction_id: string
    node_id: string
    body_bytes: Uint8Array
    expires_at: Date
    /** null until the ledger said that it succeeded. */
    receipt: unknown
  }
  /** The node's topic. */
  'node.topic': {
    chain: string
    topic_id: string
    /** The consensus timestamp of the newest message whose binding is here; null before the first. */
    read_to: string | null
  }
  /** An entity under a validator, from before the bytes of its creation were answered. */
  'node.intent': {
    chain: string
    transaction_id: string
    node_id: string
    kind: string
    /** The consensus timestamp of the validator's record. */
    validator: string
    owner: string
    expires_at: Date
    /** null until it exists. */
    entity: string | null
    /** That the binding is on the node's topic. */
    written: Generated<boolean>
  }
  /** A DAO's decision, and the one transaction that it opened. */
  'node.decision': {
    chain: string
    topic_id: string
    consensus_timestamp: string
    transaction_id: string
    node_id: string
    expires_at: Date
    answer: unknown
    used: Generated<boolean>
  }
  /** What the node was ready to pay in an hour. */
  'node.spending': { chain: string; hour: Date; tinybars: bigint }
}

export interface SnapshotFile {
  /** The content identifier, where there is content storage. */
  cid: string | null
  size: number
}
export interface SnapshotFiles {
  json: SnapshotFile
  csv: SnapshotFile
}

export const openTables = (server: DatabaseServer) =>
  server.open<Tables>({
    schema: 'node',
    migrations: {
      '001-sessions': sessions,
      '002-snapshots-and-two-factor': snapshotsAndTwoFactor,
      '003-validators': validators,
      '004-node-topic': nodeTopic,
    },
  })

export interface Challenge {
  token: string
  chain: string
  binding: Uint8Array
  payload: string
  server_account: string
  expires_at: Date
  consumed_at: Date | null
}

export const challengeByToken = (read: Reader<Tables>, token: string): Promise<Challenge | undefined> =>
  read.selectFrom('node.challenge').selectAll().where('token', '=', token).executeTakeFirst()

/** The one that was given last with this cookie, used or not. */
export const lastChallenge = (read: Reader<Tables>, binding: Uint8Array): Promise<Challenge | undefined> =>
  read
    .selectFrom('node.challenge')
    .selectAll()
    .where('binding', '=', binding)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Uses a challenge up; false if it was used already, or has expired. Of many who try at once one succeeds. */
export async function consumeChallenge(change: Change<Tables>, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await change
    .updateTable('node.challenge')
    .set({ consumed_at: now })
    .where('token', '=', token)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Remembers when a wallet first and last logged in. */
export async function recordLogin(change: Change<Tables>, chain: string, wallet: string, now: Date): Promise<void> {
  await change
    .insertInto('node.user')
    .values({ chain, wallet, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['chain', 'wallet']).doUpdateSet({ updated_at: now }))
    .execute()
}

/** Revocations from `since` on whose tokens would still be valid. */
export const revocationsSince = (read: Reader<Tables>, since: Date, now: Date) =>
  read
    .selectFrom('node.revocation')
    .select(['token_id', 'expires_at'])
    .where('revoked_at', '>=', since)
    .where('expires_at', '>', now)
    .orderBy('revoked_at')
    .execute()

/** Deletes what has expired: it can decide nothing any more. */
export async function deleteExpired(change: Change<Tables>, now: Date): Promise<void> {
  await change.deleteFrom('node.challenge').where('expires_at', '<=', now).execute()
  await change.deleteFrom('node.revocation').where('expires_at', '<=', now).execute()
}
