import type { BudgetCounts, Change, MessageLanguage, Reader } from '@quorate/platform'
import type { Generated } from 'kysely'
import type { ChatFormat } from '../model/messages/chat-templates.ts'
import type { Channel } from '../model/messages/delivery.ts'

/** A source of reads: the database, or a running change. */
export type Reads = Pick<Reader<Tables>, 'selectFrom'>
export type Writes = Change<Tables>

export interface Tables {
  /** A ceremony for the shared key of the network of nodes that this node took part in. */
  'node.ceremony': {
    dkg_id: string
    chain: string
    /** The seed of all the node's secrets in the ceremony, sealed; null once it has ended. */
    seed: Uint8Array | null
    created_at: Date
    /** The `GroupKey` that the ceremony changes, if the node had to ask others for it. */
    previous: object | null
    /** The API's answer about the ceremony after its end. */
    outcome: object | null
    ended_at: Date | null
  }
  /** The node's records in a running ceremony. */
  'node.ceremony_record': { dkg_id: string; name: string; bytes: Uint8Array }
  /** The hash of each signing commitment already used with the shared key. No commitment is used twice. */
  'node.used_nonce': { hash: string; used_at: Date }
  /** A part of a ballot key for a secret vote. */
  'node.ballot_key': {
    public_key: string
    chain: string
    purpose: string
    ends_at: Date
    share: Uint8Array
    shared: object | null
  }
  /** A shared key that a ceremony made. */
  'node.shared_key': {
    dkg_id: string
    chain: string
    epoch: number
    /** A `GroupKey` of @quorate/frost. */
    key: object
    /** The node's share, sealed; null if it has none. */
    share: Uint8Array | null
    created_at: Date
    /** When an operator last confirmed that a backup contains the share. */
    backed_up_at: Date | null
    /** When the node erased its share, after a rotation had replaced the key. */
    retired_at: Date | null
  }
  /** A transaction that may have created an entity under one of the network's keys. */
  'node.creation': { chain: string; transaction_id: string; kind: string; expires_at: Date }
  /** An entity that moves, or has moved, from an earlier network key to the current one. */
  'node.key_move': {
    chain: string
    entity: string
    kind: string
    /** `OWNER_NEEDED`: its owner must sign, too. `FAILED`: it is tried again. */
    state: 'WAITING' | 'MOVED' | 'OWNER_NEEDED' | 'FAILED'
    /** Why it has not moved yet. */
    reason: string | null
    updated_at: Date
  }
  'node.challenge': {
    /** The random part of the payload, which identifies the challenge. */
    token: string
    sequence: Generated<bigint>
    chain: string
    /** SHA-256 of the cookie that was set together with the challenge. */
    binding: Uint8Array
    /** The exact JSON that was sent and that the wallet signs. */
    payload: string
    server_account: string
    created_at: Date
    expires_at: Date
    consumed_at: Date | null
  }
  /** A login of a wallet that several of its owners sign. */
  'node.wallet_login': {
    id: string
    sequence: Generated<bigint>
    chain: string
    wallet: string
    /** The account that requested the login and will hold the session. */
    holder: string
    /** Raw hex of the key that the holder was logged in with. */
    holder_key: string
    /** The exact JSON that the owners sign, without the line before it. */
    payload: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  'node.wallet_login_signature': { login: string; public_key: string; signature: Uint8Array; created_at: Date }
  /** An owner's revocation of all sessions of a wallet. It applies until it expires. */
  'node.wallet_revocation': { id: string; chain: string; wallet: string; public_key: string; expires_at: Date }
  /** A process that uses this database. `keys` maps the name of each key's setting to the key's fingerprint. */
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
    /** `PENDING`: waits for another snapshot of its sender. A snapshot has no job before `RUNNING`. */
    status: 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED'
    /** The holders counted so far. */
    holders: number
    /** The ledger time of the balances, `seconds.nanos`. */
    at: string | null
    files: SnapshotFiles | null
    /** The size of its files so far, in bytes. */
    bytes: Generated<bigint>
    error: string | null
    created_at: Date
    finished_at: Date | null
  }
  'node.two_factor': {
    chain: string
    wallet: string
    /** The name by which the user knows the second factor. */
    factor: string
    /** Encrypted: see keys/secret-box. */
    secret: Uint8Array
    status: 'PENDING' | 'ACTIVE'
    /** The time step of the last used code. Codes of this and earlier steps are refused. */
    last_step: bigint
    /** Wrong codes at logins since the last correct one. */
    failures: number
    /** The time until which logins accept no code. */
    locked_until: Date | null
    /** Hashes of the recovery codes that have not been used. */
    recovery_hashes: Generated<string[]>
    created_at: Date
  }
  /** Sessions that have not ended; {@link Tables['node.revocation']} contains the ended ones. */
  'node.session': {
    token_id: string
    chain: string
    wallet: string
    public_key: string
    expires_at: Date
    /** If several owners signed for the session: the account that holds it. `public_key` is then that account's key. */
    holder: string | null
    /** The hash of the wallet's key at the session's creation, if several owners signed for it. */
    key_hash: string | null
    /** Wrong codes of the second factor that the session sent since the last correct one. */
    wrong_codes: Generated<number>
    /** The name of the application that the token was created for; null for a session from a login. */
    application: Generated<string | null>
    created_at: Generated<Date | null>
    used_at: Generated<Date | null>
    /** The `User-Agent` of the login. */
    device: Generated<string | null>
  }
  /** The time up to which a chain's accounts have been checked for changed keys, `seconds.nanos`. */
  'node.key_watch': { chain: string; read_to: string }
  'node.revocation': { token_id: string; revoked_at: Date; expires_at: Date }
  /** Transactions that the node itself submits. Each name has at most one. */
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
    /** The consensus timestamp of the newest message read; null before the first. */
    read_to: string | null
  }
  /** The topics of shared keys, and the time up to which each was read. */
  'node.members_topic': { chain: string; topic_id: string; read_to: string | null }
  /** The binding of an entity to a validator, according to the entity's creation or to a record on the node topic. */
  'node.binding': {
    chain: string
    /** The transaction that created the entity. */
    transaction_id: string
    kind: string
    entity: string
    /** The consensus timestamp of the validator's record. */
    validator: string
    /** The topic with that record; null for the node's own topic. */
    topic_id: string | null
    /** The account that paid for the creation. */
    owner: string
    /** Whether the entity's creation confirms the binding, so that it can no longer change. */
    settled: boolean
    /** The valid start of the transaction, in nanoseconds since 1970. Lists are ordered by it. */
    started: bigint
  }
  /** Bytes returned for a DAO's decision, without the network's signature. */
  'node.offer': {
    chain: string
    topic_id: string
    consensus_timestamp: string
    /** The wallet of the session that requested the bytes. */
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
     * The hash of the bodies that the decision was opened for. null if the record on the topic dates from before
     * records had this hash.
     */
    body_hash: string | null
    /**
     * When the last chunk of its record reached consensus, `seconds.nanos`. If a decision has several records, the
     * first one counts. null until this database has read the record.
     */
    recorded_at: string | null
    /** The id of each chunk, with its hash and body if this node has them. null once the outcome is known. */
    parts: unknown
    /**
     * States while the transaction may still be executed: `claimed` (at most one per decision), `sent` (claimed, and
     * may have left this process), `refused` (sent, but a consensus node refused it before consensus), `abandoned`
     * (sent, but this node has not sent the remaining chunks) and `restored` (read from the topic). The final state is
     * `used`, or, if it was not executed, `spoiled` by its payer or `void`.
     */
    state: 'claimed' | 'sent' | 'refused' | 'abandoned' | 'restored' | 'used' | 'void' | 'spoiled'
    /**
     * Whether it failed at consensus, so that the ledger charged its payer. For a message, whether any chunk failed so.
     */
    charged: Generated<boolean>
    sequence: Generated<bigint>
  }
  /** A running delivery of a topic's messages to a webhook. */
  'node.delivery': { id: string; chain: string; wallet: string; started_at: Date }
  /** Tinybars that the node has reserved for payments. A budget is for a chain, or for a chain and a wallet. */
  'node.spending': BudgetCounts
  /** The confirmed e-mail address of an account. */
  'node.email': { chain: string; wallet: string; address: string; confirmed_at: Date; language: MessageLanguage }
  /** An address that waits to be confirmed. */
  'node.email_confirmation': {
    chain: string
    wallet: string
    id: string
    address: string
    /** SHA-256 of the code. */
    code_hash: Uint8Array | null
    wrong_codes: number
    expires_at: Date
    language: MessageLanguage
  }
  /** How many messages were sent. */
  'node.messages': BudgetCounts
  /** Where and when accounts want messages. Times are `HH:MM` in the account's time zone. */
  'node.message_delivery': {
    chain: string
    wallet: string
    channels: Channel[]
    time_zone: string
    digest_at: string | null
    quiet_from: string | null
    quiet_to: string | null
    urgent_at_once: boolean
  }
  /** The webhooks of chats. `url` is a secret: whoever knows it can post to the chat. */
  'node.chat': {
    chain: string
    wallet: string
    url: string
    format: ChatFormat
    template: string
    /** Telegram's chat id. */
    chat: string | null
    language: MessageLanguage
  }
  /** Messages that wait for the daily e-mail or for the end of quiet hours. */
  'node.held_message': {
    chain: string
    wallet: string
    channel: Channel
    id: string
    subject: string
    text: string
    path: string
    held_at: Date
    due_at: Date
  }
  /** The chain of each network key. */
  'node.network_key': { public_key: string; chain: string }
  /**
   * A transaction that the network signed under conditions that may stop being true (holdings, prices, time), and that
   * may still be executed.
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
