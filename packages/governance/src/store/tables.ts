import type { BudgetCounts, Change, Reader } from '@quorate/platform'
import type { BallotKey, Proof, VotingMethod } from '@quorate/verify/recount'
import type { Generated } from 'kysely'
import type { FurtherRules, ProposalStatus, VotingRules } from '../model/dao.ts'
import type { Delegation } from '../model/delegation.ts'
import type { NoticeKind } from '../model/notice.ts'
import type { ProposalBody } from '../model/proposal-body.ts'
import type { RulesVersion } from '../model/rules.ts'

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
    further_rules: FurtherRules
    rules_number: Generated<number>
    member_count: Generated<number>
    created_at: Date
    updated_at: Date
  }
  'governance.member': {
    id: Generated<bigint>
    dao_id: string
    /** The chain and the sequence number of the DAO. */
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
  'governance.delegation': {
    id: Generated<bigint>
    dao_id: string
    account: string
    number: number
    delegate: string | null
    /** The area of the delegation; null for all areas. */
    area: string | null
    changed_at: Date
    proof: Delegation['proof']
    /** Whether it is the account's last delegation for the area, and new rules have not ended it. */
    current: Generated<boolean>
    /** When new rules ended it. */
    ended_at: Generated<Date | null>
    /** Whether it is in a record. */
    recorded: Generated<boolean>
  }
  /** The notices that accounts want of a DAO's votes. */
  'governance.notice': { dao_id: string; account: string; chain: string; kinds: NoticeKind[] }
  /** The notices made so far, so that none is made twice. */
  'governance.noticed': { proposal_id: string; account: string; kind: NoticeKind }
  'governance.statement': { dao_id: string; account: string; text: string; stated_at: Date }
  'governance.treasury': { dao_id: string; account: string; label: string; named_at: Date }
  'governance.draft': {
    draft_id: string
    sequence: Generated<bigint>
    dao_id: string
    chain: string
    author: string
    revision: Generated<number>
    content: ProposalBody
    created_at: Date
    updated_at: Date
  }
  'governance.comment': {
    id: Generated<bigint>
    discussion_id: string
    dao_id: string
    chain: string
    author: string
    text: string
    written_at: Date
    edited_at: Date | null
    hidden_at: Date | null
    /**
     * A deleted comment counts for its author's limit until a day after it was written. Until then, the row stays
     * without the text.
     */
    deleted_at: Generated<Date | null>
  }
  /** All versions of a DAO's rules. */
  'governance.rules': {
    dao_id: string
    number: number
    voting_rules: VotingRules
    /** Accounts that joined and left with this change. */
    members: RulesVersion['members']
    proposal_id: string | null
    emergency: RulesVersion['emergency']
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
    /** Whether voting has begun, so that accounts that join or leave now do so after the start. */
    begun: Generated<boolean>
    options: string[]
    voting_method: Generated<VotingMethod>
    quorum: number | null
    quorum_fraction: string | null
    optimistic: Generated<boolean>
    area: string | null
    proposal_data: Record<string, unknown>
    record_hash: string
    /** If votes are secret: the public key that seals ballots. */
    ballot_key: BallotKey | null
    /** The private ballot key, once ballots are opened. */
    ballot_secret: Generated<string | null>
    closing_record: Generated<bigint | null>
    /** The rules that decide it. */
    voting_rules: VotingRules
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
  'governance.veto': {
    proposal_id: string
    account: string
    reason: string | null
    proof: Pick<Proof, 'keyAt' | 'signatures'>
    vetoed_at: Date
    /** null for vetoes of earlier versions. */
    record_id: Generated<bigint | null>
  }
  /** Why the wallet requests of passed proposals were not opened. */
  'governance.wallet_refusal': {
    proposal_id: string
    /** null if the answer had none. */
    code: string | null
    message: string
    refused_at: Date
  }
  /** Signatures of a wallet's owners that do not satisfy its key yet. */
  'governance.joint_signature': {
    subject: string
    public_key: string
    account: string
    text_signed: string
    body: Record<string, unknown>
    signature: string
    given_at: Date
  }
  'governance.poll': {
    proposal_id: string
    open: Generated<boolean>
    /** All votes, including replaced ones. */
    cast_count: Generated<number>
    /** The number of voters, and the sum of their weights. */
    voters: Generated<number>
    weight: Generated<string>
    tally: StoredCount[]
    batching: Generated<boolean>
    batched: Generated<number>
    batches: Generated<number>
  }
  'governance.vote': {
    proposal_id: string
    number: number
    voter: string
    /** Positions among the options: `choice` for the method `single`, otherwise `choices`. */
    choice: number | null
    choices: number[] | null
    shares: number[] | null
    /** If it has `choices`: its parts of the tally, as pairs of a position and a weight. */
    parts: [number, string][] | null
    weight: string
    comment: string | null
    proof: Proof | null
    cast_at: Date
    revision: Generated<number>
    replaced: Generated<boolean>
    /** The sealed ballot of a secret vote. Once it is opened, the other fields contain its choices. */
    sealed: string | null
    /** Why an opened vote is not valid. */
    invalid: Generated<string | null>
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
    /** The number of the current attempt to write it, from 1. */
    attempt: Generated<number>
    consensus_timestamp: string | null
    /** The consensus timestamp of its last chunk; null for records of earlier versions, too. */
    completed_timestamp: Generated<string | null>
    created_at: Date
  }
  /** Reserved ledger messages. A holder is a wallet or a DAO. */
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
