/** The schemas of the records that governance writes on a DAO's consensus topic. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { limits } from '../../limits.ts'
import { EntityId } from '../../values/ids/entity-id-schema.ts'
import { type OptimisticKind, optimisticKinds } from '../counting/optimistic.ts'
import { FRACTION_PATTERN } from '../counting/ratios.ts'
import { type VotingMethod, votingMethods } from '../counting/voting-methods.ts'
import { MAX_AREA_LENGTH } from './areas.ts'

export const AnyMembers = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { title: 'an object of any form', additionalProperties: Type.Unknown() }),
)
const Weight = Type.String({ pattern: '^(0|[1-9][0-9]*)$' })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const LedgerTime = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })
const checkLedgerTime = Compile(LedgerTime)
/** Whether the text is a ledger time that a record can hold. */
export const isLedgerTime = (text: string): boolean => checkLedgerTime.Check(text)
/**
 * An object with exactly these fields. Others are refused, because a reader may ignore a field that a signer was shown.
 */
export const Exact = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/**
 * The percentage of votes or of weight that decides. It is counted in millionths, so anything smaller would be zero.
 */
export const Percent = Type.Number({ minimum: 0.000_001, maximum: 100, description: 'percent, above 0 to 100' })
/** In hours: the shortest voting time that a DAO permits, or the time between a proposal and its voting. */
export const VotingPeriod = Type.Number({ minimum: 0, maximum: 87_600 })
export const VotingDelay = Type.Number({ minimum: 0, maximum: 8760 })
/** A share that decides, such as `2/3`; at most 1. */
export const Fraction = Type.String({
  title: 'a fraction of up to 1',
  pattern: FRACTION_PATTERN,
  maxLength: 13,
  examples: ['2/3'],
})

/** Signatures that satisfy an account's key, as it was on the ledger at `keyAt`. */
const Proof = Exact({
  keyAt: LedgerTime,
  signatures: Type.Array(Exact({ publicKey: Type.String(), signature: Type.String() }), {
    minItems: 1,
    maxItems: limits.maxVoteSignatures.value,
  }),
})

/** Values whose TypeScript types are wider than what a record may hold. */
interface Values {
  Id: Type.TString
  Account: Type.TString
  Token: Type.TString
  Time: Type.TString
  Identifier: Type.TString
  Percent: Type.TNumber
  Period: Type.TNumber
  Delay: Type.TNumber
  Count: Type.TInteger
  /** A number that counts from 1. */
  Ordinal: Type.TInteger
  Fraction: Type.TString
  Method: Type.TUnsafe<VotingMethod>
  Kind: Type.TUnsafe<OptimisticKind>
  /** The name of an area. */
  Area: Type.TString
  /** The maximum number of options of a proposal. */
  Options: Type.TInteger
  options: Type.TArrayOptions
}

/** The first fields of every record. */
const head = <T extends string>(type: T, Id: Type.TString) => ({
  quorate: Type.Literal(1, { description: 'the version of the format' }),
  type: Type.Literal(type),
  chain: Type.String(),
  daoId: Id,
})

const rulesOf = ({ Account, Percent, Period, Token, Count, Delay, Fraction, Method, Kind, Options, Area }: Values) =>
  Exact({
    threshold: Percent,
    /** The exact share, such as `2/3`. If present, it decides, and `threshold` is its rounded percentage. */
    thresholdFraction: Type.Optional(Fraction),
    minVotingPeriod: Period,
    tokenWeighted: Type.Boolean(),
    /** null for the native currency, or if all votes weigh the same. */
    tokenId: orNull(Token),
    decimals: Count,
    /**
     * The least hours from a proposal to the start of its voting. A vote's weight is the lowest balance of the voter in
     * these hours before the start. If 0 or absent, the weight is the balance at the start.
     */
    votingDelay: Type.Optional(Delay),
    /** The voting methods that a proposal may use; if absent, only `single`. */
    votingMethods: Type.Optional(
      Type.Array(Method, { minItems: 1, maxItems: votingMethods.length, uniqueItems: true }),
    ),
    /** If absent, five. */
    maxOptions: Type.Optional(Options),
    /** A voter may replace its vote until the end. */
    votesChangeable: Type.Optional(Type.Literal(true)),
    /** Votes are sealed, and opened together after the end. */
    secretVotes: Type.Optional(Type.Literal(true)),
    /** The network of nodes whose key opens ballots: Ed25519, hex. If absent, any network may. */
    networkKey: Type.Optional(Hash),
    /** A member may name a delegate. The delegate's vote then counts for both. */
    delegation: Type.Optional(Type.Literal(true)),
    /** Subjects of proposals. For each of them, a member may name another delegate. */
    areas: Type.Optional(Type.Array(Area, { minItems: 1, maxItems: limits.maxAreas.value, uniqueItems: true })),
    /** The least quorum of a proposal, in percent; if absent, a proposal needs none. */
    quorum: Type.Optional(Percent),
    /** The exact share. If present, it decides, and `quorum` is its rounded percentage. */
    quorumFraction: Type.Optional(Fraction),
    /** In hours: the longest voting time of a proposal. */
    maxVotingPeriod: Type.Optional(Period),
    /** The only members who may propose; if absent, all may. */
    proposers: Type.Optional(
      Type.Array(Account, { minItems: 1, maxItems: limits.maxProposers.value, uniqueItems: true }),
    ),
    /** The least balance, in smallest units, that a member needs to propose. */
    proposalWeight: Type.Optional(Weight),
    /** Only passed proposals add and remove members. Otherwise the owner may, too. */
    membersByProposal: Type.Optional(Type.Literal(true)),
    /** An account that may change the rules without a proposal, by its signature. */
    emergency: Type.Optional(Account),
    /** The hours between a decision and its execution. */
    executionDelay: Type.Optional(Delay),
    /** An account that may veto a passed proposal within these hours, by its signature. */
    veto: Type.Optional(Account),
    /**
     * The share of the eligible weight, in percent, that stops an optimistic proposal by voting NO. If absent, no
     * proposal is optimistic.
     */
    objections: Type.Optional(Percent),
    /** The exact share. If present, it decides, and `objections` is its rounded percentage. */
    objectionsFraction: Type.Optional(Fraction),
    /** In hours: the shortest voting time of an optimistic proposal. */
    objectionPeriod: Type.Optional(Period),
    /** The only members who may propose optimistically; if absent, all who may propose. */
    optimisticProposers: Type.Optional(
      Type.Array(Account, { minItems: 1, maxItems: limits.maxProposers.value, uniqueItems: true }),
    ),
    /** The kinds that an optimistic proposal may have; if absent, all but a change of the rules or members. */
    optimisticKinds: Type.Optional(
      Type.Array(Kind, { minItems: 1, maxItems: optimisticKinds.length, uniqueItems: true }),
    ),
  })

/** The rules from now on, and why: a passed proposal, or the signature of the account that the rules name. */
const changedRulesOf = (values: Values) => {
  const { Id, Account, Time, Ordinal } = values
  const Accounts = Type.Array(Account, { minItems: 1 })
  return Exact({
    ...head('rules', Id),
    /** The rules in the DAO's record have the number 1. */
    number: Ordinal,
    votingRules: rulesOf(values),
    /** Accounts that joined and left with this change, by the proposal. */
    members: Type.Optional(Exact({ add: Type.Optional(Accounts), remove: Type.Optional(Accounts) })),
    /**
     * These rules end the delegations that they no longer allow, for good. Earlier versions wrote records without this
     * field. After such records, delegations were in force again once the rules allowed them.
     */
    endsDelegations: Type.Optional(Type.Literal(true)),
    changedAt: Time,
    /** The proposal that decided this. */
    decidedBy: Type.Optional(Id),
    /** The account that changed the rules without a proposal, with its signatures. */
    emergency: Type.Optional(Exact({ account: Account, proof: Proof })),
  })
}

/** A veto against a passed proposal. It counts if it reached the ledger before the delay had ended. */
const vetoOf = ({ Id, Account, Time }: Values) =>
  Exact({
    ...head('veto', Id),
    proposalId: Id,
    vetoedBy: Account,
    vetoedAt: Time,
    reason: Type.Optional(Type.String()),
    proof: Proof,
  })

const outcomeOf = ({ Count }: Values) =>
  Exact({
    options: Type.Array(Exact({ option: Type.String(), votes: Count, weight: Weight })),
    /** How many voters' votes count. */
    totalVotes: Count,
    /** The sum of the voters' weights. */
    totalWeight: Weight,
    /** How many of the counted votes are delegated; absent if the DAO has no delegation. */
    delegatedVotes: Type.Optional(Count),
    /** Needed for a quorum, objections, equal weights or delegation; null if nothing needed it. */
    eligibleWeight: orNull(Weight),
    /** The option that was adopted. */
    winner: orNull(Type.String()),
  })

const BallotKeyOf = ({ Account }: Values) =>
  Exact({
    /** The DAO's topic. */
    topicId: Account,
    publicKey: Hash,
    networkKey: Hash,
    signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
  })

const delegationOf = ({ Id, Account, Time, Ordinal, Area }: Values) =>
  Exact({
    ...head('delegation', Id),
    /** In chronological order. */
    changes: Type.Array(
      Exact({
        account: Account,
        /** null if it ends the previous delegation. */
        delegate: orNull(Account),
        /** The area of the delegation; absent if it is for all areas without a separate delegate. */
        area: Type.Optional(Area),
        /** The number of this delegation among the account's delegations, from 1. */
        number: Ordinal,
        changedAt: Time,
        /** The member's signatures, by its key on the ledger at `keyAt`; absent if none were given. */
        proof: Type.Optional(Proof),
      }),
      { minItems: 1 },
    ),
  })

function proposalOf(values: Values) {
  const { Id, Account, Time, Percent, Fraction, Method, Area, options } = values
  return Exact({
    ...head('proposal', Id),
    proposalId: Id,
    title: Type.String(),
    description: Type.String(),
    creatorAddress: Account,
    votingOptions: Type.Array(Type.String(), options),
    /** If absent, `single`. */
    votingMethod: Type.Optional(Method),
    /** The area that the proposal is about, one of those in the rules. */
    area: Type.Optional(Area),
    /** It passes unless objections stop it, as the rules say. */
    optimistic: Type.Optional(Type.Literal(true)),
    /** The DAO's rules when the proposal was made. They decide it. */
    votingRules: rulesOf(values),
    /** The percentage of the eligible weight that must be cast; null for none. */
    quorum: orNull(Percent),
    /** The exact share. If present, it decides, and `quorum` is its rounded percentage. */
    quorumFraction: Type.Optional(Fraction),
    startTime: Time,
    endTime: Time,
    /**
     * The ledger time (`seconds.nanoseconds`) until which the decision may be carried out; absent if it never
     * expires.
     */
    validUntil: Type.Optional(LedgerTime),
    /** The ledger time of the creator's balance, if the rules have a `proposalWeight`. */
    proposerWeighedAt: Type.Optional(LedgerTime),
    /** The key that ballots are sealed with, if votes are secret. */
    ballotKey: Type.Optional(BallotKeyOf(values)),
    proposalData: AnyMembers,
  })
}

function recordsOf(values: Values) {
  const { Id, Account, Time, Identifier, Count, Delay, Ordinal } = values
  return {
    dao: Exact({
      ...head('dao', Id),
      name: Type.String(),
      ownerAddress: Account,
      votingRules: rulesOf(values),
      createdAt: Time,
      /** Every change of the members is a `membership` record. Absent for DAOs of earlier versions. */
      membersAnchored: Type.Optional(Type.Literal(true)),
    }),
    membership: Exact({
      ...head('membership', Id),
      /** In chronological order. */
      changes: Type.Array(Exact({ account: Account, change: Type.Enum(['added', 'removed']), changedAt: Time }), {
        minItems: 1,
      }),
    }),
    delegation: delegationOf(values),
    rules: changedRulesOf(values),
    veto: vetoOf(values),
    proposal: proposalOf(values),
    electorate: Exact({
      ...head('electorate', Id),
      proposalId: Id,
      members: Count,
      /** The Merkle root over the members' ids as text, sorted by their bytes. */
      root: Hash,
    }),
    votes: Exact({
      ...head('votes', Id),
      proposalId: Id,
      /** From 1. */
      batch: Ordinal,
      /** The numbers of the batch's first and last vote, from 1. */
      first: Ordinal,
      last: Ordinal,
      root: Hash,
      /** The content identifier (CIDv1, raw) of the votes, one JSON text per line. */
      leaves: Identifier,
    }),
    /** States that all votes are on the topic. Only then do nodes open the ballots of a secret vote. */
    closing: Exact({ ...head('closing', Id), proposalId: Id, batches: Count, votes: Count }),
    decision: Exact({
      ...head('decision', Id),
      proposalId: Id,
      status: Type.Enum(['PASSED', 'REJECTED']),
      /** Withdrawn by its creator before the first vote. */
      cancelled: Type.Boolean(),
      /**
       * The creator's signatures of the cancellation, by its key on the ledger at `keyAt`; absent if none were given.
       */
      cancellation: Type.Optional(Proof),
      decidedAt: Time,
      result: outcomeOf(values),
      /** The number of `votes` records that the decision counts. */
      batches: Count,
      /** The private key of the ballots (X25519, hex), if votes are secret and there are some. */
      ballotSecret: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
      /** Copied from the proposal: nothing is carried out after this ledger time (`seconds.nanoseconds`). */
      validUntil: Type.Optional(LedgerTime),
      /**
       * Copied from the rules, if the proposal passed. In consensus time, nothing is carried out for these hours after
       * this record, and nothing at all if this account vetoes within them.
       */
      executionDelay: Type.Optional(Delay),
      veto: Type.Optional(Account),
      /** Copied from the proposal. If it passed, the objections were too few. */
      optimistic: Type.Optional(Type.Literal(true)),
      /**
       * Copied from the proposal, so that this record alone says what was decided. `operation {method, path, body}` is
       * what a passed proposal permits.
       */
      proposalData: AnyMembers,
    }),
  }
}

/**
 * The schemas for reading records. They are wide, since readers must recognise a record even if its values are invalid.
 */
export const read = recordsOf({
  Id: Type.String(),
  Account: Type.String(),
  Token: Type.String(),
  Time: Type.String(),
  Identifier: Type.String(),
  Percent: Type.Number(),
  Period: Type.Number(),
  Delay: Type.Number(),
  Count: Type.Integer(),
  Ordinal: Type.Integer(),
  Fraction: Type.String(),
  Method: Type.Unsafe<VotingMethod>(Type.String()),
  Kind: Type.Unsafe<OptimisticKind>(Type.String()),
  Area: Type.String(),
  Options: Type.Integer(),
  options: {},
})
/** The schemas of records that are written, and that a recount accepts. */
export const sound = recordsOf({
  Id: Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' }),
  Account: EntityId,
  Token: EntityId,
  Time: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$' }),
  Identifier: Type.String({ pattern: '^b[a-z2-7]{58}$' }),
  Percent,
  Period: VotingPeriod,
  Delay: VotingDelay,
  Count: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Ordinal: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Fraction,
  Method: Type.Unsafe<VotingMethod>(Type.Enum([...votingMethods])),
  Kind: Type.Unsafe<OptimisticKind>(Type.Enum([...optimisticKinds])),
  Area: Type.String({ minLength: 1, maxLength: MAX_AREA_LENGTH }),
  Options: Type.Integer({ minimum: 2, maximum: limits.maxManyOptions.value }),
  options: { minItems: 2, maxItems: limits.maxManyOptions.value },
})
