import { proto } from '@hiero-ledger/proto'
import { toBytes, type Word, wordOf } from '#evm/word.ts'
import {
  type ContractKey,
  contractKeyToProto,
  type Key,
  keyFromBytes,
  keyFromProto,
  keyToProto,
  publicKey,
  type Signer,
} from '#protocol/keys.ts'
import type { Node, RegisteredNode, Signatory } from '#state/entities.ts'

/** A value of a SQLite cell; integers are read as BigInt. */
export type Cell = null | number | bigint | string | Uint8Array

/** Converts a field to its column and back. */
export interface Codec<T> {
  readonly sql: 'INTEGER' | 'TEXT' | 'BLOB'
  encode(value: T): Cell
  decode(cell: Cell): T
}

export const integer: Codec<number> = { sql: 'INTEGER', encode: (v) => v, decode: Number }
export const big: Codec<bigint> = { sql: 'INTEGER', encode: (v) => v, decode: (c) => BigInt(c as bigint) }
export const text: Codec<string> = { sql: 'TEXT', encode: (v) => v, decode: String }
export const flag: Codec<boolean> = { sql: 'INTEGER', encode: (v) => (v ? 1 : 0), decode: (c) => Number(c) === 1 }
export const bytes: Codec<Buffer> = { sql: 'BLOB', encode: (v) => v, decode: (c) => Buffer.from(c as Uint8Array) }
/** A 256-bit integer as 32 bytes. */
export const word256: Codec<Word> = { sql: 'BLOB', encode: toBytes, decode: (c) => wordOf(c as Uint8Array) }
export const key: Codec<Key> = { sql: 'BLOB', encode: (v) => v.encoded, decode: (c) => keyFromBytes(c as Uint8Array) }

/** One of a few names, as text. */
export function oneOf<T extends string>(): Codec<T> {
  return { sql: 'TEXT', encode: (v) => v, decode: (c) => c as T }
}

export function optional<T>(codec: Codec<T>): Codec<T | null> {
  return {
    sql: codec.sql,
    encode: (v) => (v === null ? null : codec.encode(v)),
    decode: (c) => (c === null ? null : codec.decode(c)),
  }
}

/** Custom fees as the repeated field of a token creation: the protocol's own encoding of such a list. */
export const customFees: Codec<readonly proto.ICustomFee[]> = {
  sql: 'BLOB',
  encode: (fees) => proto.TokenCreateTransactionBody.encode({ customFees: [...fees] }).finish(),
  decode: (c) => proto.TokenCreateTransactionBody.decode(c as Uint8Array).customFees,
}

/** Keys as a proto.KeyList. */
export const keys: Codec<readonly Key[]> = {
  sql: 'BLOB',
  encode: (list) => proto.KeyList.encode({ keys: list.map(keyToProto) }).finish(),
  decode: (c) => proto.KeyList.decode(c as Uint8Array).keys.map(keyFromProto),
}

/** Integers as text, separated by commas. */
export const sums: Codec<readonly bigint[]> = {
  sql: 'TEXT',
  encode: (list) => list.join(),
  decode: (c) => (c === '' ? [] : (c as string).split(',').map(BigInt)),
}

/** Fixed fees as the repeated field of a topic creation. */
export const fixedFees: Codec<readonly proto.IFixedCustomFee[]> = {
  sql: 'BLOB',
  encode: (fees) => proto.ConsensusCreateTopicTransactionBody.encode({ customFees: [...fees] }).finish(),
  decode: (c) => proto.ConsensusCreateTopicTransactionBody.decode(c as Uint8Array).customFees,
}

/** Fields of a node, encoded as a NodeCreate. */
export const nodeDetails: Codec<Node['details']> = {
  sql: 'BLOB',
  encode: (nodeCreate) => proto.TransactionBody.encode({ nodeCreate }).finish(),
  decode: (c) => proto.TransactionBody.decode(c as Uint8Array).nodeCreate ?? {},
}

type Endpoints = RegisteredNode['endpoints']

/** Endpoints of a registered node as the repeated field of its creation. */
export const registeredEndpoints: Codec<Endpoints> = {
  sql: 'BLOB',
  encode: (list) => proto.TransactionBody.encode({ registeredNodeCreate: { serviceEndpoint: [...list] } }).finish(),
  decode: (c) => proto.TransactionBody.decode(c as Uint8Array).registeredNodeCreate?.serviceEndpoint ?? [],
}

/** Names, each between commas, so that a search for `,name,` finds it. */
export function names<T extends string>(): Codec<readonly T[]> {
  return {
    sql: 'TEXT',
    encode: (list) => `,${list.join()},`,
    decode: (c) => (c as string).split(',').filter((name) => name !== '') as T[],
  }
}

/** Signatories as JSON: `[kind, key, signature, timestamp]` each, bytes in base64. */
export const signatories: Codec<readonly Signatory[]> = {
  sql: 'TEXT',
  encode: (list) =>
    JSON.stringify(
      list.map(({ key, signature, signedAt }) => [
        key.kind,
        keyBytes(key).toString('base64'),
        signature.toString('base64'),
        String(signedAt),
      ]),
    ),
  decode: (c) => (JSON.parse(c as string) as [Signatory['key']['kind'], string, string, string][]).map(decodeSignatory),
}

/** A public key itself; a contract as the protobuf of a key. */
const keyBytes = (key: Signer): Buffer =>
  key.kind === 'contract' ? Buffer.from(proto.Key.encode(contractKeyToProto(key)).finish()) : key.bytes

function decodeSignatory([kind, key, signature, at]: [Signatory['key']['kind'], string, string, string]): Signatory {
  const bytes = Buffer.from(key, 'base64')
  return {
    key: kind === 'contract' ? (keyFromBytes(bytes).rule as ContractKey) : publicKey(kind, bytes),
    signature: Buffer.from(signature, 'base64'),
    signedAt: BigInt(at),
  }
}
