import type { Change, Reader } from '@quorate/platform'
import type { Generated } from 'kysely'

export type PinStatus = 'queued' | 'pinning' | 'pinned' | 'failed'

export interface Tables {
  'storage.pin': {
    sequence: Generated<bigint>
    chain: string
    owner: string
    cid: string
    status: PinStatus
    /** The sum over its blocks, as the owner's quota counts them; 0 until the content is pinned. */
    bytes: bigint
    /** The file's size in bytes; null for a directory, and until it is known. */
    size: bigint | null
    filename: string | null
    mimetype: string | null
    /** The reason why the pin failed, or is not fetched yet. */
    error: string | null
    created_at: Date
    updated_at: Date
  }
  /** Why a pin is kept. It ends with the last of its requests. */
  'storage.pin_request': {
    id: Generated<string>
    chain: string
    owner: string
    cid: string
    /** The identifier in the form that the client sent. */
    given: string
    name: string | null
    meta: Record<string, string> | null
    /** The wallet's own upload or pin: at most one for each content. The others are of the Pinning Service API. */
    is_direct: boolean
    created_at: Date
  }
  'storage.usage': {
    chain: string
    owner: string
    /** Bytes of all content that the wallet pins. */
    bytes: bigint
    /** The number of the wallet's pin records of any status. */
    pins: Generated<bigint>
  }
  /** Content that a wallet has unpinned. Its bytes count for the wallet until the blocks are removed. */
  'storage.release': { id: Generated<string>; chain: string; owner: string; cid: string; bytes: bigint }
  /**
   * Content that a node that keeps pins itself may hold for us. Until `letting_go_until` a process may be unpinning it.
   */
  'storage.held': { cid: string; since: Date; letting_go_until: Date | null }
  /** The content nodes on this database, by peer id. */
  'storage.node': {
    id: string
    host: string
    /** The folder on its host that holds its blocks. */
    folder: string
    addresses: string[]
    /** Whether it stores blocks itself. Kubo nodes do not count as holders of content. */
    is_embedded: boolean
    seen_at: Date
  }
  /** An upload of a folder: open until `cid`, the directory's identifier, is set. */
  'storage.folder': {
    id: Generated<string>
    chain: string
    owner: string
    name: string | null
    files: Generated<number>
    /** Bytes of the files' content. */
    size: Generated<bigint>
    /** The sum over the blocks of its files, as the owner's quota counts them. */
    bytes: Generated<bigint>
    blocks: Generated<bigint>
    /** Counts the changes of its files. */
    revision: Generated<bigint>
    cid: string | null
    created_at: Date
    expires_at: Date
  }
  /** A file of an open folder. Its blocks are stored and not pinned. */
  'storage.folder_file': {
    folder: string
    path: string
    cid: string
    /** Bytes of the file. */
    size: bigint
    /** Bytes of all its blocks (dag-pb's `Tsize`). */
    total: bigint
    bytes: bigint
    blocks: bigint
    /** The content node that stored the blocks. */
    node: string | null
    /** Whether a node that keeps pins itself (Kubo) holds the file. */
    is_held: boolean
  }
  /** `node` has all blocks below `cid`; `since` is when this was recorded. */
  'storage.replica': { cid: string; node: string; since: Date }
  /** The newest record of each IPNS name that a wallet keeps here. */
  'storage.name': {
    /** In base36. */
    name: string
    record: Uint8Array
    value: string
    sequence: bigint
    valid_until: Date
    ttl_ms: bigint
    /** When the record was last given to all routers; null until then. */
    routed_at: Date | null
    /** The reason why a router did not take it. */
    routing_error: string | null
    updated_at: Date
  }
  'storage.name_owner': { chain: string; owner: string; name: string; created_at: Date }
}

export type Read = Reader<Tables> | Change<Tables>
export type Trx = Change<Tables>
