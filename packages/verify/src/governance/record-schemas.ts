/** The schemas of the records that governance writes on a DAO's consensus topic. */
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { limits } from '../limits.ts'
import { EntityId } from '../values/entity-id-schema.ts'

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
  options: Type.TArrayOptions
}

/** The fields with which every record begins. */
const head = <T extends string>(type: T, Id: Type.TString) => ({
  quorate: Type.Literal(1, { description: 'the version of the format' }),
  type: Type.Literal(type),
  chain: Type.String(),
  daoId: Id,
})

const rulesOf = ({ Percent, Period, Token, Count, Delay }: Values) =>
  Exact({
    threshold: Percent,
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
  })

const outcomeOf = ({ Count }: Values) =>
  Exact({
    options: Type.Array(Exact({ option: Type.String(), votes: Count, weight: Weight })),
    totalVotes: Count,
    totalWeight: Weight,
    /** null if neither a quorum nor equal weights needed it. */
    eligibleWeight: orNull(Weight),
    /** The option that was adopted. */
    winner: orNull(Type.String()),
  })

function recordsOf(values: Values) {
  const { Id, Account, Time, Identifier, Percent, Count, Ordinal, options } = values
  const Rules = rulesOf(values)
  return {
    dao: Exact({
      ...head('dao', Id),
      name: Type.String(),
      ownerAddress: Account,
      votingRules: Rules,
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
    proposal: Exact({
      ...head('proposal', Id),
      proposalId: Id,
      title: Type.String(),
      description: Type.String(),
      creatorAddress: Account,
      votingOptions: Type.Array(Type.String(), options),
      /** The DAO's rules when the proposal was made. They decide it. */
      votingRules: Rules,
      /** The percentage of the eligible weight that must be cast; null for none. */
      quorum: orNull(Percent),
      startTime: Time,
      endTime: Time,
      /**
       * The ledger time (`seconds.nanoseconds`) until which the decision may be carried out; absent if it never
       * expires.
       */
      validUntil: Type.Optional(LedgerTime),
      proposalData: AnyMembers,
    }),
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
    decision: Exact({
      ...head('decision', Id),
      proposalId: Id,
      status: Type.Enum(['PASSED', 'REJECTED']),
      /** Withdrawn by its creator before the first vote. */
      cancelled: Type.Boolean(),
      /**
       * The creator's signatures of the cancellation, by its key on the ledger at `keyAt`; absent if none were given.
       */
      cancellation: Type.Optional(
        Exact({
          keyAt: LedgerTime,
          signatures: Type.Array(Exact({ publicKey: Type.String(), signature: Type.String() }), {
            minItems: 1,
            maxItems: limits.maxVoteSignatures.value,
          }),
        }),
      ),
      decidedAt: Time,
      result: outcomeOf(values),
      /** The number of `votes` records that the decision counts. */
      batches: Count,
      /** Copied from the proposal: nothing is carried out after this ledger time (`seconds.nanoseconds`). */
      validUntil: Type.Optional(LedgerTime),
      /**
       * Copied from the proposal, so that this record alone says what was decided. `operation {method, path, body}` is
       * what a passed proposal permits.
       */
      proposalData: AnyMembers,
    }),
  }
}

/** The schemas for reading records. They are wide, since readers must see a record whatever its values are. */
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
  options: { minItems: 2, maxItems: limits.maxVotingOptions.value },
})
