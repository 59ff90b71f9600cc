/**
 * The records that governance writes on a DAO's consensus topic, for everybody who recounts or executes a decision. A
 * record is one JSON object in canonical form (RFC 8785), in one message or in chunks. The consensus timestamp of its
 * first message identifies it.
 *
 *     dao         the first record: the rules
 *     membership  who joined or left, and when; the owner is a member from the beginning
 *     delegation  which member named which delegate, and when
 *     rules       the new rules, and the proposal or the signature that changed them
 *     proposal    what is voted on, and when
 *     electorate  who may vote, as of the start: the Merkle root over the members' ids
 *     closing     after all votes of a secret vote: their ballots may be opened
 *     votes       a batch of votes, numbered from `first` to `last`: the Merkle root over them
 *     decision    the outcome
 *     veto        a veto against a passed proposal
 *
 * Weights are decimal strings in smallest units; times are ISO 8601; roots are RFC 9162 tree hashes in hex.
 */
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { VerifyError } from '../../error.ts'
import { canonicalBytes } from '../../records/canonical-json.ts'
import { withArticle } from '../../values/english.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import { parseJson } from '../../values/json.ts'
import { AnyMembers, Exact, read, sound } from './record-schemas.ts'

export type RecordedRules = Static<typeof read.dao>['votingRules']
export type DaoRecord = Static<typeof read.dao>
export type MembershipRecord = Static<typeof read.membership>
export type DelegationRecord = Static<typeof read.delegation>
export type RulesRecord = Static<typeof read.rules>
export type ProposalRecord = Static<typeof read.proposal>
export type ElectorateRecord = Static<typeof read.electorate>
export type VotesRecord = Static<typeof read.votes>
export type VetoRecord = Static<typeof read.veto>
export type ClosingRecord = Static<typeof read.closing>
export type DecisionRecord = Static<typeof read.decision>
export type GovernanceRecord =
  | DaoRecord
  | MembershipRecord
  | DelegationRecord
  | RulesRecord
  | VetoRecord
  | ProposalRecord
  | ElectorateRecord
  | VotesRecord
  | ClosingRecord
  | DecisionRecord

const check = Compile(Type.Union(Object.values(read)))
const soundness = {
  dao: Compile(sound.dao),
  membership: Compile(sound.membership),
  delegation: Compile(sound.delegation),
  rules: Compile(sound.rules),
  veto: Compile(sound.veto),
  proposal: Compile(sound.proposal),
  electorate: Compile(sound.electorate),
  votes: Compile(sound.votes),
  closing: Compile(sound.closing),
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

/** Compares ids, ignoring case and outer spaces, as a program that carries out a decision may do. */
export const isSameId = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Whether an object is a record or contains one. A record inside a longer record could be shown as a separate message.
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
 * Whether the path is spelled the one way that the node API compares: no `%`, `?`, `#`, `//` or `..`, and no slash at
 * the end.
 */
export const isPlainPath = ({ path }: Operation): boolean => PLAIN_PATH.test(path)

/**
 * The operation that a decision permits. Undefined if YES was not adopted (only YES adopts an operation), if the
 * proposal was cancelled, or if the path is not plain. Earlier versions wrote such records, so they are still read.
 */
export function permittedOperation({ status, cancelled, result, proposalData }: DecisionRecord): Operation | undefined {
  const isAdopted = status === 'PASSED' && !cancelled && result.winner === 'YES'
  const operation = isAdopted ? operationIn(proposalData) : undefined
  return operation && isPlainPath(operation) ? operation : undefined
}

/**
 * The operations of the node API that have the same effect whoever sends them; `{}` is an id in the path. All others
 * need a sender: the sender gets a role in what they create, or it acts and pays in them, such as in a contract's call.
 */
const SAME_FOR_EVERY_SENDER = new Set([
  ...['PUT /hcs/{}', 'DELETE /hcs/{}', 'PUT /hcs/{}/network-key', 'POST /hcs/{}/message'],
  ...['POST /hts/mint/token/{}', 'POST /hts/burn/token/{}', 'POST /hts/wipe/token/{}'],
  ...['POST /hts/mint/nft/{}', 'POST /hts/burn/nft/{}', 'POST /hts/wipe/nft/{}'],
  ...['POST /hts/freeze/{}', 'POST /hts/unfreeze/{}', 'POST /hts/grant-kyc/{}', 'POST /hts/revoke-kyc/{}'],
  ...['POST /hts/pause/{}', 'POST /hts/unpause/{}', 'DELETE /hts/delete/{}', 'PUT /hts/{}/network-key'],
  ...['PATCH /hts/update/{}', 'PATCH /hts/update/{}/fees'],
  ...['PUT /accounts/{}', 'DELETE /accounts/{}', 'PUT /accounts/{}/network-key'],
  ...['POST /accounts/transfer/hbar', 'POST /accounts/transfer/token', 'POST /accounts/transfer/nft'],
  'POST /accounts/transfer/atomic-swap',
])
/** Operations on the sender's allowances, unless the body names another owner. */
const ON_ALLOWANCES = new Set(['POST /accounts/allowance/approve', 'POST /accounts/allowance/delete'])
const IN_NODE_API = /^\/(?:accounts|contracts|hcs|hts)(?:\/|$)/

/**
 * Whether the effect of an operation depends on its sender, although `body.sender.id` does not name one. The account
 * that carries out such a decision could choose the sender. So no proposal may name such an operation, and the node API
 * does not open it.
 */
export function operationNeedsSender({ method, path, body = {} }: Operation): boolean {
  const { id } = (body.sender ?? {}) as { id?: unknown }
  if (!IN_NODE_API.test(path) || (typeof id === 'string' && isEntityId(id))) return false
  const parts = path.split('/').map((part) => (isEntityId(part) ? '{}' : part))
  const operation = `${method.toUpperCase()} ${parts.join('/')}`
  if (ON_ALLOWANCES.has(operation)) return (body.ownerAccountId ?? null) === null
  return !SAME_FOR_EVERY_SENDER.has(operation)
}

/** The canonical form; empty if the value is nested too deep for one. */
function canonicalOrEmpty(value: object): Uint8Array {
  try {
    return canonicalBytes(value)
  } catch {
    return new Uint8Array()
  }
}
