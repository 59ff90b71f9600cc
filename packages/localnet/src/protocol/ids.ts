import type { proto } from '@hiero-ledger/proto'
import { int64 } from './encoding/int64.ts'

type Longish = Parameters<typeof int64>[0]
interface ShardAndRealm {
  shardNum?: Longish
  realmNum?: Longish
}

/** A number that no entity has. Ids of other shards, aliases and numbers out of range become this. */
export const NOWHERE = -1

function entityNumber(id: ShardAndRealm, num: Longish): number {
  if (int64(id.shardNum) !== 0n || int64(id.realmNum) !== 0n) return NOWHERE
  const value = int64(num)
  return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : NOWHERE
}

/** The account's number; 0 for 0.0.0, {@link NOWHERE} for an alias or another shard. */
export function accountNumber(id: proto.IAccountID | null | undefined): number {
  if (!id || id.alias?.length) return NOWHERE
  return entityNumber(id, id.accountNum)
}

/**
 * The canonical text of an id: `0.0.5` is the same with or without shard and realm. An alias stays an alias, because
 * only the state knows its account.
 */
export function accountName(id: proto.IAccountID | null | undefined): string {
  return id?.alias?.length ? Buffer.from(id.alias).toString('hex') : idText(accountNumber(id))
}

export function tokenNumber(id: proto.ITokenID | null | undefined): number {
  return id ? entityNumber(id, id.tokenNum) : NOWHERE
}

export function fileNumber(id: proto.IFileID | null | undefined): number {
  return id ? entityNumber(id, id.fileNum) : NOWHERE
}

export function topicNumber(id: proto.ITopicID | null | undefined): number {
  return id ? entityNumber(id, id.topicNum) : NOWHERE
}

export function scheduleNumber(id: proto.IScheduleID | null | undefined): number {
  return id ? entityNumber(id, id.scheduleNum) : NOWHERE
}

/** A contract's number; {@link NOWHERE} for an EVM address or another shard. */
export function contractNumber(id: proto.IContractID | null | undefined): number {
  if (!id || id.evmAddress?.length) return NOWHERE
  return entityNumber(id, id.contractNum)
}

type Id = { low: number; high: number; unsigned: boolean }
const long = (num: number): Id => ({ low: num | 0, high: Math.floor(num / 2 ** 32), unsigned: false })

export function accountId(num: number): proto.IAccountID {
  return { accountNum: long(num) } as proto.IAccountID
}

export function tokenId(num: number): proto.ITokenID {
  return { tokenNum: long(num) } as proto.ITokenID
}

export function fileId(num: number): proto.IFileID {
  return { fileNum: long(num) } as proto.IFileID
}

export function topicId(num: number): proto.ITopicID {
  return { topicNum: long(num) } as proto.ITopicID
}

export function scheduleId(num: number): proto.IScheduleID {
  return { scheduleNum: long(num) } as proto.IScheduleID
}

export function contractId(num: number): proto.IContractID {
  return { contractNum: long(num) } as proto.IContractID
}

/** `0.0.num` */
export function idText(num: number): string {
  return `0.0.${num}`
}

/** The number in `0.0.num`, `0.num` or `num`, as the Mirror Node reads ids; undefined for any other text. */
export function parseId(text: string): number | undefined {
  const match = /^(?:(?:0\.)?0\.)?(\d{1,16})$/.exec(text)
  const num = match ? Number(match[1]) : Number.NaN
  return Number.isSafeInteger(num) ? num : undefined
}

/** The EVM address that stands for an entity's number (long-zero form), 20 bytes. */
export function longZeroAddress(num: number): Buffer {
  const address = Buffer.alloc(20)
  address.writeBigUInt64BE(BigInt(num), 12)
  return address
}

/** The number behind a long-zero address; undefined for any other address. */
export function longZeroNumber(address: Uint8Array): number | undefined {
  const bytes = Buffer.from(address)
  if (bytes.length !== 20 || bytes.subarray(0, 12).some((byte) => byte !== 0)) return undefined
  const num = bytes.readBigUInt64BE(12)
  return num <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(num) : undefined
}

const ADDRESS = /^(?:0x)?([0-9a-fA-F]{40})$/

/** The number in an id or a long-zero EVM address; undefined if the text is neither. */
export function parseEntityId(text: string): number | undefined {
  const digits = ADDRESS.exec(text)?.[1]
  return digits ? longZeroNumber(Buffer.from(digits, 'hex')) : parseId(text)
}
