import type { BudgetCounts, Change, Reader } from '@quorate/platform'
import type { Generated } from 'kysely'

/** A source of reads: the database, or a change of it. */
export type Reads = Pick<Reader<Tables>, 'selectFrom'>
export type Writes = Change<Tables>

export interface Tables {
  'node.challenge': {
    /** The random part of the payload, which identifies the challenge. */
    token: string
    sequence: Generated<bigint>
    chain: string
    /** SHA-256 of the cookie that came with the challenge. */
    binding: Uint8Array
    /** The JSON exactly as it was sent and as the wallet signs it. */
    payload: string
    server_account: string
    created_at: Date
    expires_at: Date
    consumed_at: Date | null
  }
  /** A login of a wallet, which several of its owners sign. */
  'node.wallet_login': {
    id: string
    sequence: Generated<bigint>
    chain: string
    wallet: string
    /** The account that requested it and will get the session. */
    holder: string
    /** Raw hex of the key that the holder had logged in with. */
    holder_key: string
    /** The JSON exactly as the owners sign it, without the line in front of it. */
    payload: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  'node.wallet_login_signature': { login: string; public_key: string; signature: Uint8Array; created_at: Date }
  /** An owner's revocation of all sessions of a wallet. It applies until it expires. */
  'node.wallet_revocation': { id: string; chain: string; wallet: string; public_key: string; expires_at: Date }
  /** A process that uses this database. `keys` has the fingerprint of each key by the name of its setting. */
  'node.process': { id: string; host: string; keys: Record<string, string>; seen_at: Date }
  /** A ScheduleSign that the network signed for a DAO's account; it counts until it expires. */
  'node.wallet_signature': {
    chain: string
    proposal_id: string
    public_key: string
    transaction_id: string
    expires_at: Date
  }
  'node.user': { chain: string; wallet: string; created_at: Date; updated_at: Date }
  'node.snapshot': {
    id: string
    chain: string
    token: string
    sender: string
    /** `PENDING` waits for another snapshot of its sender. A snapshot has a job only from `RUNNING` on. */
    status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
    /** The holders counted so far. */
    holders: number
    /** The ledger time that the snapshot shows, `seconds.nanos`. */
    at: string | null
    files: SnapshotFiles | null
    /** The bytes of its files so far. */
    bytes: Generated<bigint>
    error: string | null
    created_at: Date
    finished_at: Date | null
  }
  'node.two_factor': {
    chain: string
    wallet: string
    /** The name that the user knows the second factor by. */
    factor: string
    /** Sealed: see keys/secret-box. */
    secret: Uint8Array
    status: 'PENDING' | 'ACTIVE'
    /** The time step of the last code that was used. Codes of this and earlier steps are used up. */
    last_step: bigint
    /** Wrong codes at logins since the last correct one. */
    failures: number
    /** Until when logins accept no code. */
    locked_until: Date | null
    /** Hashes of the recovery codes that have not been used. */
    recovery_hashes: Generated<string[]>
    created_at: Date
  }
  /** Sessions that have not ended; {@link Tables['node.revocation']} has those that were ended. */
  'node.session': {
    token_id: string
    chain: string
    wallet: string
    public_key: string
    expires_at: Date
    /**
     * The account that holds the session, if several owners of the wallet signed for it; `public_key` is then its key.
     */
    holder: string | null
    /** The hash of the wallet's key when such a session was created. */
    key_hash: string | null
    /** Wrong codes of the second factor that the session sent since the last correct one. */
    wrong_codes: Generated<number>
    /** The name of the application that has the token; null for the session of a login. */
    application: Generated<string | null>
    created_at: Generated<Date | null>
    used_at: Generated<Date | null>
    /** The `User-Agent` of the login. */
    device: Generated<string | null>
  }
  /** How far a chain with sessions has been read for accounts whose key changed, `seconds.nanos`. */
  'node.key_watch': { chain: string; read_to: string }
  'node.revocation': { token_id: string; revoked_at: Date; expires_at: Date }
  /** Transactions that the node itself submits, once under each name. */
  'node.submission': {
    chain: string
    name: string
    transaction_id: string
    node_id: string
    body_bytes: Uint8Array
    expires_at: Date
    /** null until the ledger reported success. */
    receipt: unknown
  }
  /** The node topic of each chain. */
  'node.topic': {
    chain: string
    topic_id: string
    /** The consensus timestamp of the newest message that was read back; null before the first. */
    read_to: string | null
  }
  /** An entity under a validator, stored before the client gets the bytes of its creation. */
  'node.intent': {
    chain: string
    transaction_id: string
    node_id: string
    kind: string
    /** The consensus timestamp of the validator's record. */
    validator: string
    owner: string
    expires_at: Date
    /** null until the creation is known to have succeeded. */
    entity: string | null
    /** Whether the binding is on the node topic. */
    written: Generated<boolean>
    /** The wallet of the session that asked for the creation; null if the binding was read from the topic. */
    wallet: string | null
    /** The body of the creation that the client got; null if the binding was read from the topic. */
    body_bytes: Uint8Array | null
    sequence: Generated<bigint>
  }
  /** Bytes returned for a DAO's decision, which the network has not signed. */
  'node.offer': {
    chain: string
    topic_id: string
    consensus_timestamp: string
    /** The wallet of the session that asked. */
    wallet: string
    /** The account that pays. */
    sender: string
    transaction_id: string
    node_id: string
    expires_at: Date
    /** The request: the operation's name, its parameters and body. */
    request: unknown
    answer: unknown
  }
  /** A transaction that the network signed for a DAO's decision, or was about to. */
  'node.opening': {
    chain: string
    /** The transaction id of the first chunk. */
    transaction_id: string
    topic_id: string
    consensus_timestamp: string
    node_id: string
    expires_at: Date
    proposal_id: string
    /** The wallet of the session that submitted the signed bytes; null if the row was read from the topic. */
    wallet: string | null
    /**
     * The id of each chunk, with its hash and body unless the row was read from the topic. null once the outcome is
     * known.
     */
    parts: unknown
    /**
     * States of a transaction that may still happen: `claimed` (at most one per decision), `sent` (claimed, and may
     * have left this process), `refused` (sent, but a consensus node refused it before consensus), `abandoned` (sent,
     * but this node has not sent its further chunks) and `restored` (read from the topic). They become `used`, or, if
     * they never happen, `spoiled` by their payer or `void`.
     */
    state: 'claimed' | 'sent' | 'refused' | 'abandoned' | 'restored' | 'used' | 'void' | 'spoiled'
    /** Whether it failed at consensus, so that the ledger charged its payer. For a message: whether some chunk did. */
    charged: Generated<boolean>
    sequence: Generated<bigint>
  }
  /** A topic's messages on their way to a webhook. */
  'node.delivery': { id: string; chain: string; wallet: string; started_at: Date }
  /** Tinybars that the node has set aside to pay. A budget is for a chain, or for a chain and a wallet. */
  'node.spending': BudgetCounts
  /** The confirmed e-mail address of an account. */
  'node.email': { chain: string; wallet: string; address: string; confirmed_at: Date }
  /** An address that waits for its code; null until that is sent. */
  'node.email_confirmation': {
    chain: string
    wallet: string
    id: string
    address: string
    /** SHA-256 of the code. */
    code_hash: Uint8Array | null
    wrong_codes: number
    expires_at: Date
  }
  /** How much e-mail was sent. */
  'node.messages': BudgetCounts
  /** The chain of each network key. */
  'node.network_key': { public_key: string; chain: string }
  /**
   * A transaction that the network signed under conditions that are true for a while, and that may still be executed.
   */
  'node.cosigned': {
    chain: string
    entity: string
    wallet: string
    transaction_id: string
    chunks: number
    expires_at: Date
  }
}

export interface SnapshotFile {
  /** The content identifier, if there is content storage. */
  cid: string | null
  size: number
}
export interface SnapshotFiles {
  json: SnapshotFile
  csv: SnapshotFile
}
