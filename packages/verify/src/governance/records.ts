/**
 * The records that governance writes on a DAO's consensus topic, for everybody who recounts or executes a decision. A
 * record is one JSON object in canonical form (RFC 8785), in one message or in chunks. The consensus timestamp of its
 * first message identifies it.
 *
 *     dao         the first record: the rules
 *     membership  who joined or left, and when; the owner is a member from the beginning
 *     proposal    what is voted on, and when
 *     electorate  who may vote, as of the start: the Merkle root over the members' ids
 *     votes       a batch of votes, numbered from `first` to `last`: the Merkle root over them
 *     decision    the outcome
 *
 * Weights are decimal strings in smallest units; times are ISO 8601; roots are RFC 9162 tree hashes in hex.
 */
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { VerifyError } from '../error.ts'
import { limits } from '../limits.ts'
import { canonicalBytes } from '../records/canonical-json.ts'
import { withArticle } from '../values/english.ts'
import { EntityId } from '../values/entity-id-schema.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { parseJson } from '../values/json.ts'

const AnyMembers = Type.Unsafe<Record<string, unknown>>(
  Type.Object({}, { title: 'an object of any form', additionalProperties: Type.Unknown() }),
)
const Weight = Type.String({ pattern: '^(0|[1-9][0-9]*)$' })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const LedgerTime = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })
const checkLedgerTime = Compile(LedgerTime)
/** Whether the text is a ledger time that a record can hold. */
export const isLedgerTime = (text: string): boolean => checkLedgerTime.Check(text)
/** An object with exactly these fields. A signer may have been shown a field that a reader ignores. */
const Exact = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
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

function schemas({ Id, Account, Token, Time, Identifier, Percent, Period, Delay, Count, Ordinal, options }: Values) {
  const head = <T extends string>(type: T) => ({
    quorate: Type.Literal(1, { description: 'the version of the format' }),
    type: Type.Literal(type),
    chain: Type.String(),
    daoId: Id,
  })
  const Rules = Exact({
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
  const Outcome = Exact({
    options: Type.Array(Exact({ option: Type.String(), votes: Count, weight: Weight })),
    totalVotes: Count,
    totalWeight: Weight,
    /** null if neither a quorum nor equal weights needed it. */
    eligibleWeight: orNull(Weight),
    /** The option that was adopted. */
    winner: orNull(Type.String()),
  })
  return {
    dao: Exact({
      ...head('dao'),
      name: Type.String(),
      ownerAddress: Account,
      votingRules: Rules,
      createdAt: Time,
      /** Every change of the members is a `membership` record. Absent for DAOs of earlier versions. */
      membersAnchored: Type.Optional(Type.Literal(true)),
    }),
    membership: Exact({
      ...head('membership'),
      /** In chronological order. */
      changes: Type.Array(Exact({ account: Account, change: Type.Enum(['added', 'removed']), changedAt: Time }), {
        minItems: 1,
      }),
    }),
    proposal: Exact({
      ...head('proposal'),
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
      ...head('electorate'),
      proposalId: Id,
      members: Count,
      /** The Merkle root over the members' ids as text, sorted by their bytes. */
      root: Hash,
    }),
    votes: Exact({
      ...head('votes'),
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
      ...head('decision'),
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
      result: Outcome,
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
const read = schemas({
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
const sound = schemas({
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

export type RecordedRules = Static<typeof read.dao>['votingRules']
export type DaoRecord = Static<typeof read.dao>
export type MembershipRecord = Static<typeof read.membership>
export type ProposalRecord = Static<typeof read.proposal>
export type ElectorateRecord = Static<typeof read.electorate>
export type VotesRecord = Static<typeof read.votes>
export type DecisionRecord = Static<typeof read.decision>
export type GovernanceRecord =
  | DaoRecord
  | MembershipRecord
  | ProposalRecord
  | ElectorateRecord
  | VotesRecord
  | DecisionRecord

const check = Compile(
  Type.Union([read.dao, read.membership, read.proposal, read.electorate, read.votes, read.decision]),
)
const soundness = {
  dao: Compile(sound.dao),
  membership: Compile(sound.membership),
  proposal: Compile(sound.proposal),
  electorate: Compile(sound.electorate),
  votes: Compile(sound.votes),
  decision: Compile(sound.decision),
}

/** The first fault in the values of a readable record; undefined if there is none. */
export function recordFault(record: GovernanceRecord): string | undefined {
  const [error] = soundness[record.type].Errors(record)
  if (!error) return undefined
  return `${withArticle(record.type)} record's ${error.instancePath.slice(1).replaceAll('/', '.')} ${error.keyword === 'pattern' ? 'must have another form' : error.message}`
}

/**
 * The bytes to write on the topic. Checks that {@link decodeRecord} can read them: an unreadable record would stay on
 * the topic for good, and readers would lack it.
 *
 * @throws 400 `INVALID_RECORD`, `NESTED_TOO_DEEP`, `NOT_JSON`
 */
export function encodeRecord(record: GovernanceRecord): Uint8Array {
  const bytes = canonicalBytes(record)
  if (decodeRecord(bytes)) return bytes
  throw new VerifyError('INVALID_RECORD', `This ${record.type} record could not be read back from a topic`)
}

/**
 * The record in these bytes; undefined if they are something else, or nested deeper than anything that was anchored.
 */
export function decodeRecord(bytes: Uint8Array): GovernanceRecord | undefined {
  const value = jsonIn(bytes)
  return check.Check(value) && canonicalOrEmpty(value).length > 0 ? value : undefined
}

/** Compares ids without case and outer spaces, since a program that carries out a decision may ignore these. */
export const isSameId = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Whether an object is a record or contains one. The bytes of a record inside a longer one could be shown as a message
 * in its own right.
 */
export function holdsRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return check.Check(value) || Object.values(value).some(holdsRecord)
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export const Operation = Exact({
  method: Type.String(),
  path: Type.String(),
  body: Type.Optional(AnyMembers),
})
/** The one write of the node API that a decision permits. */
export type Operation = Static<typeof Operation>
const checkOperation = Compile(Operation)

/** The operation that a proposal names; undefined if it names none. */
export function operationIn({ operation }: Record<string, unknown>): Operation | undefined {
  return checkOperation.Check(operation) ? operation : undefined
}

const PLAIN_PATH = /^(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)+$/

/**
 * Whether the path has the only spelling that the node API compares: no `%`, `?`, `#`, `//` or `..`, and no slash at
 * the end.
 */
export const isPlainPath = ({ path }: Operation): boolean => PLAIN_PATH.test(path)

/**
 * The operation that a decision permits. Undefined if YES was not adopted (an operation belongs to YES, not to another
 * option), if the proposal was cancelled, whatever else the record says, or if its path is not plain. Earlier versions
 * wrote such records, so they are still read.
 */
export function permittedOperation({ status, cancelled, result, proposalData }: DecisionRecord): Operation | undefined {
  const isAdopted = status === 'PASSED' && !cancelled && result.winner === 'YES'
  const operation = isAdopted ? operationIn(proposalData) : undefined
  return operation && isPlainPath(operation) ? operation : undefined
}

/** Operations that give the sender a role in a new entity: its keys, its treasury, or its owner. */
const MAKE_THE_SENDERS = new Set(['POST /accounts', 'POST /hcs', 'POST /hts/create/token'])
/** Operations on the sender's allowances, unless the body names another owner. */
const GIVE_THE_SENDERS = new Set(['POST /accounts/allowance/approve', 'POST /accounts/allowance/delete'])

/**
 * Whether the effect of an operation depends on its sender, and the operation does not name one in `body.sender.id`.
 * The account that carries out such a decision would choose the sender. So no proposal may name such an operation, and
 * the node API does not open it.
 */
export function operationNeedsSender({ method, path, body = {} }: Operation): boolean {
  const { id } = (body.sender ?? {}) as { id?: unknown }
  if (typeof id === 'string' && isEntityId(id)) return false
  const operation = `${method.toUpperCase()} ${path}`
  return MAKE_THE_SENDERS.has(operation) || (GIVE_THE_SENDERS.has(operation) && (body.ownerAccountId ?? null) === null)
}

/** The canonical form; empty if the value is nested too deep for one. */
function canonicalOrEmpty(value: object): Uint8Array {
  try {
    return canonicalBytes(value)
  } catch {
    return new Uint8Array()
  }
}
