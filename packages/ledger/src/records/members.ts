/**
 * The members of a network of nodes, as a record on a separate topic: one record lists all of them and is signed by the
 * network's publisher. The latest record counts.
 */
import { AccountId, parseJson } from '@quorate/platform'
import { canonicalBytes, type Leaf, verify } from '@quorate/verify'
import { type Static, type TProperties, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** An object with exactly these fields. */
const Exact = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
const ShortText = Type.String({ minLength: 1, maxLength: 1000 })

export const NetworkMember = Exact({
  walletId: AccountId,
  url: Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2048 }),
  /** The key of the node's account, which signs its heartbeats. DER or raw hex. */
  publicKey: ShortText,
  name: Type.Optional(ShortText),
  description: Type.Optional(ShortText),
  operator: Type.Optional(Exact({ id: ShortText, name: ShortText })),
  type: Type.Optional(ShortText),
  clusters: Type.Optional(Type.Array(Exact({ id: ShortText, name: ShortText, nodes: Type.Array(ShortText) }))),
  dkgId: Type.Optional(ShortText),
})
export type NetworkMember = Static<typeof NetworkMember>
export const NetworkMembers = Type.Array(NetworkMember, { maxItems: 1000 })

export const MembersRecord = Exact({
  quorate: Type.Literal(1),
  type: Type.Literal('members'),
  chain: Type.String(),
  /** The topic that the record is for. On another topic it is invalid. */
  topicId: Type.String(),
  /** Orders the lists, so that an old list does not count if somebody submits it again. */
  issuedAt: Type.String({ format: 'date-time' }),
  members: NetworkMembers,
  /** The publisher's signature over the canonical JSON of the other fields, in hex. */
  signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
})
export type MembersRecord = Static<typeof MembersRecord>
const checkMembers = Compile(MembersRecord)

/** Returns the signed bytes for the topic. */
export function encodeMembers(
  record: Omit<MembersRecord, 'signature'>,
  sign: (message: Uint8Array) => Uint8Array,
): Uint8Array {
  return canonicalBytes({ ...record, signature: Buffer.from(sign(canonicalBytes(record))).toString('hex') })
}

/** The list in these bytes if the publisher signed it; undefined for anything else. */
export function decodeMembers(bytes: Uint8Array, publisher: Leaf): MembersRecord | undefined {
  try {
    const value: unknown = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!checkMembers.Check(value)) return undefined
    const { signature, ...rest } = value
    return verify(publisher, canonicalBytes(rest), Buffer.from(signature, 'hex')) ? value : undefined
  } catch {
    return undefined
  }
}
