/**
 * The records of a ceremony on a consensus topic. A record has exactly these fields in this order, as JSON without
 * spaces, so that its bytes mean the same to everyone.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { MAX_MEMBERS, MAX_NUMBER, MAX_PHASE_SECONDS, MAX_REASON, MIN_PHASE_SECONDS } from '../limits.ts'

const Exact = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
const Hex = (characters: number) =>
  Type.String({ pattern: '^[0-9a-f]+$', minLength: characters, maxLength: characters })
const PointText = Hex(64)
const Proof = Hex(128)
const MemberNumber = Type.Integer({ minimum: 1, maximum: MAX_NUMBER })
const Text = Type.String({ minLength: 1, maxLength: 200 })
const Signature = Type.String({ pattern: '^([0-9a-f]{2}){1,128}$' })
/** The member whose key signs the record. */
const from = MemberNumber
const signature = Signature
/** The ceremony's id: the digest of its start record's bytes and consensus timestamp. */
const ceremony = Hex(64)

export const StartMember = Exact({ id: Text, key: Text, number: MemberNumber })
export type StartMember = Static<typeof StartMember>

export const Kind = Type.Enum(['generate', 'split', 'reshare', 'refresh', 'repair', 'rotate'])
export type Kind = Static<typeof Kind>

/** The first record of a ceremony. Its consensus timestamp is part of the ceremony's id. */
export const Start = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('start'),
  kind: Kind,
  chain: Text,
  topic: Text,
  epoch: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  threshold: Type.Integer({ minimum: 1, maximum: MAX_MEMBERS }),
  /** The members that have the key afterwards, in ascending order of their numbers. */
  members: Type.Array(StartMember, { minItems: 1, maxItems: MAX_MEMBERS }),
  /** How long each phase waits for members, in consensus time. */
  phaseSeconds: Type.Integer({ minimum: MIN_PHASE_SECONDS, maximum: MAX_PHASE_SECONDS }),
  /**
   * For reshare, refresh and repair: the digest of the shared key that changes. For rotate: of the key that is
   * replaced.
   */
  previous: Type.Optional(Hex(64)),
  /** For split: the public key that is split. */
  publicKey: Type.Optional(PointText),
  /** For split: the member that has the key that is split. */
  holder: Type.Optional(MemberNumber),
  /** For repair: the helpers, as many as the threshold. */
  helpers: Type.Optional(Type.Array(MemberNumber, { minItems: 1, maxItems: MAX_MEMBERS })),
  /** For repair: the member that gets its share back. */
  repaired: Type.Optional(MemberNumber),
  from,
  signature,
})
export type Start = Static<typeof Start>

/** Phase `commit`: keys for this ceremony only, and a dealer's commitments. */
export const Commit = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('commit'),
  ceremony,
  from,
  /** The point with which shares are sealed for this member. */
  receiving: Type.Optional(PointText),
  /** The point with which this dealer seals, and the proof that it knows the point's secret. */
  sealing: Type.Optional(PointText),
  sealingProof: Type.Optional(Proof),
  /** Commitments to the polynomial's coefficients or, in a repair, to the deltas. */
  commitments: Type.Optional(Type.Array(PointText, { maxItems: MAX_MEMBERS })),
  /** FROST20's proof that the dealer knows its part of a new key. */
  proof: Type.Optional(Proof),
  signature,
})
export type Commit = Static<typeof Commit>

/**
 * Phases `deal` (round 1) and `give` (round 2): one sealed share for each receiver, in ascending order of their
 * numbers.
 */
export const Deal = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('deal'),
  ceremony,
  from,
  round: Type.Enum([1, 2]),
  shares: Type.Array(Exact({ to: MemberNumber, sealed: Hex(96) }), { maxItems: MAX_MEMBERS }),
  signature,
})
export type Deal = Static<typeof Deal>

/** The secret that the sender shares with a dealer, and the proof that it is the right one. */
export const Complaint = Exact({ dealer: MemberNumber, shared: PointText, proof: Proof })
export type Complaint = Static<typeof Complaint>

/** Phases `judge` (round 1) and `check` (round 2). Without complaints, it says that all shares are valid. */
export const Verdict = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('verdict'),
  ceremony,
  from,
  round: Type.Enum([1, 2]),
  complaints: Type.Array(Complaint, { maxItems: MAX_MEMBERS }),
  signature,
})
export type Verdict = Static<typeof Verdict>

/** Phase `confirm`: the sender has computed the same key and proves that it has its share. */
export const Confirm = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('confirm'),
  ceremony,
  from,
  /** The digest of the shared key. */
  result: Hex(64),
  proof: Proof,
  signature,
})
export type Confirm = Static<typeof Confirm>

/** Phase `prove`: a signature of the shared key over a test message, made with the new shares. */
export const Proven = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('proven'),
  ceremony,
  from,
  /** Makes each test message different. */
  nonce: Hex(32),
  /** An ordinary Ed25519 signature. */
  made: Hex(128),
  signature,
})
export type Proven = Static<typeof Proven>

/** Its consensus timestamp shows that a phase is over. Any member may write it. */
export const Tick = Exact({ frost: Type.Literal(1), type: Type.Literal('tick'), ceremony, from, signature })
export type Tick = Static<typeof Tick>

/** Phase `commit`: the sender takes no part, for this reason. */
export const Refuse = Exact({
  frost: Type.Literal(1),
  type: Type.Literal('refuse'),
  ceremony,
  from,
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
  signature,
})
export type Refuse = Static<typeof Refuse>

export type CeremonyRecord = Commit | Deal | Verdict | Confirm | Proven | Tick | Refuse
export type AnyRecord = Start | CeremonyRecord

/** A record before it is signed. */
export type Unsigned<R> = R extends unknown ? Omit<R, 'signature'> : never

const schemas = {
  start: Start,
  commit: Commit,
  deal: Deal,
  verdict: Verdict,
  confirm: Confirm,
  proven: Proven,
  tick: Tick,
  refuse: Refuse,
}
export const checks = Object.fromEntries(
  Object.entries(schemas).map(([type, schema]) => [type, Compile(schema)]),
) as Record<string, { Check(value: unknown): value is AnyRecord } | undefined>

/** The order of a record's fields, by its type. */
export const fieldsOf = (type: AnyRecord['type']): readonly string[] => Object.keys(schemas[type].properties)
