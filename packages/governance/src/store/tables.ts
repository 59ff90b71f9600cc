import type { BudgetCounts, Change, Reader } from '@quorate/platform'
import type { Proof } from '@quorate/verify/recount'
import type { Generated } from 'kysely'
import type { ProposalStatus } from '../model/dao.ts'

/** The tables that the migrations create. Dates are instants; weights are decimal text. */
export interface Tables {
  'governance.dao': {
    dao_id: string
    sequence: Generated<bigint>
    chain: string
    name: string
    description: string
    owner: string
    inactive: Generated<boolean>
    topic_id: string | null
    threshold: number
    min_voting_period: number
    token_weighted: boolean
    token_id: string | null
    /** Hours. */
    voting_delay: Generated<number>
    decimals: number
    member_count: Generated<number>
    created_at: Date
    updated_at: Date
  }
  'governance.member': {
    id: Generated<bigint>
    dao_id: string
    /** The chain and the sequence of the DAO. */
    chain: string | null
    dao_sequence: bigint | null
    account: string
    added_at: Date
    removed_at: Date | null
  }
  'governance.membership_change': {
    id: Generated<bigint>
    dao_id: string
    account: string
    change: 'added' | 'removed'
    changed_at: Date
  }
  'governance.proposal': {
    proposal_id: string
    sequence: Generated<bigint>
    dao_id: string
    title: string
    /** Forms used to compare the title with others. */
    skeletons: string[]
    description: string
    creator: string
    status: ProposalStatus
    cancelled: Generated<boolean>
    cancel_signed: Generated<boolean>
    /** Whether accounts that join or leave now do so after the start. */
    begun: Generated<boolean>
    options: string[]
    quorum: number | null
    proposal_data: Record<string, unknown>
    record_hash: string
    start_at: Date
    end_at: Date
    valid_until: string | null
    electorate_root: string | null
    electorate_size: number | null
    eligible_weight: string | null
    winner: string | null
    decision_record: bigint | null
    created_at: Date
    updated_at: Date
  }
  'governance.poll': {
    proposal_id: string
    open: Generated<boolean>
    cast_count: Generated<number>
    tally: StoredCount[]
    batching: Generated<boolean>
    batched: Generated<number>
    batches: Generated<number>
  }
  'governance.vote': {
    proposal_id: string
    number: number
    voter: string
    choice: number
    weight: string
    comment: string | null
    proof: Proof | null
    cast_at: Date
  }
  'governance.batch': {
    proposal_id: string
    number: number
    first: number
    last: number
    root: string
    leaves: string
    record_id: bigint
  }
  /** `eligible` is set if it differs from the weight; `weight` is null if only `eligible` is known. */
  'governance.weight': { proposal_id: string; account: string; weight: string | null; eligible: string | null }
  'governance.record': {
    id: Generated<bigint>
    dao_id: string
    content: Uint8Array
    anchored: Generated<boolean>
    /** The number of the present attempt to write it, from 1. */
    attempt: Generated<number>
    consensus_timestamp: string | null
    created_at: Date
  }
  /** Ledger messages that were set aside. A holder is a wallet or a DAO. */
  'governance.spending': BudgetCounts
  'governance.submission': {
    name: string
    transaction_id: string
    node_id: string
    body_bytes: Uint8Array
    expires_at: Date
    receipt: Record<string, unknown> | null
  }
}

/** The count of one option. Options are in the proposal's order. */
export interface StoredCount {
  votes: number
  weight: string
}

/** A source of reads: the database, or a change in progress. */
export type Read = Pick<Reader<Tables>, 'selectFrom'>
export type Trx = Change<Tables>

export interface Page {
  limit: number
  /** The last entry of the previous page. */
  cursor: bigint | undefined
}
