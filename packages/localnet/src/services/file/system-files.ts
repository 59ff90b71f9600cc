import { proto } from '@hiero-ledger/proto'
import { fileNumber } from '#protocol/ids.ts'
import { toLong } from '#protocol/int64.ts'
import type { Key } from '#protocol/keys.ts'
import { nodeAddress } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import type { File } from '#state/entities.ts'
import { EXCHANGE_RATES } from '#transaction/fees.ts'
import { basePrices, QUERY_PRICE } from '#transaction/prices.ts'
import { isSystemEntity } from '../validation.ts'

const ADDRESS_BOOK = 101
const NODE_DETAILS = 102
const FEE_SCHEDULE = 111
const FEE_RATES = 112

/** The network's own: address book, node details, fee schedule, exchange rates, properties, permissions, throttles. */
const SYSTEM_FILES = [ADDRESS_BOOK, NODE_DETAILS, FEE_SCHEDULE, FEE_RATES, 121, 122, 123]

const QUERIES = [
  'ConsensusGetTopicInfo',
  'CryptoGetAccountRecords',
  'CryptoGetInfo',
  'FileGetContents',
  'FileGetInfo',
  'GetVersionInfo',
  'ScheduleGetInfo',
  'TokenGetInfo',
  'TokenGetNftInfo',
  'TransactionGetRecord',
] as const

/** Who may change them without their key: treasury and system administrator all of them, and the administrator of each. */
const SUPERUSERS = new Set([2, 50])
const ADMINISTRATORS = new Map([
  [ADDRESS_BOOK, 55],
  [NODE_DETAILS, 55],
  [FEE_SCHEDULE, 56],
  [FEE_RATES, 57],
  [121, 55],
  [122, 55],
  [123, 55],
])

export function mayChange(payer: number, file: number): boolean {
  return SUPERUSERS.has(payer) || ADMINISTRATORS.get(file) === payer
}

/** Who may take files away and give them back beside those. */
const SYSTEM_ADMINISTRATORS = { delete: 59, undelete: 60 }

/** Files of the network itself are nobody's to take away, others those accounts' alone. */
export function checkSystemTarget(
  what: keyof typeof SYSTEM_ADMINISTRATORS,
  payer: number,
  id: proto.IFileID | null | undefined,
): void {
  const num = fileNumber(id)
  check(num < 1 || !isSystemEntity(num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
  check(SUPERUSERS.has(payer) || SYSTEM_ADMINISTRATORS[what] === payer, 'AUTHORIZATION_FAILED')
}

/** The system files of a new ledger. Their contents are told by {@link contentsOf} until somebody changes them. */
export function systemFiles(keys: Key, expiry: bigint, createdAt: bigint): File[] {
  const empty = { keys, contents: Buffer.alloc(0), memo: '', expiry, expiryBefore: null, deleted: false, createdAt }
  return SYSTEM_FILES.map((num) => ({ num, ...empty }))
}

/** What is in a file; `address` is where the node listens, `host:port`. */
export function contentsOf({ num, contents, deleted }: File, address: string): Uint8Array {
  if (deleted) return new Uint8Array()
  if (contents.length > 0) return contents
  if (num === ADDRESS_BOOK || num === NODE_DETAILS)
    return proto.NodeAddressBook.encode({ nodeAddress: [nodeAddress(address)] }).finish()
  if (num === FEE_SCHEDULE) return feeSchedule()
  return num === FEE_RATES ? proto.ExchangeRateSet.encode(EXCHANGE_RATES).finish() : contents
}

/** Base prices in thousandths of a tinycent, all of it for the service. */
function feeSchedule(): Uint8Array {
  const prices = new Map([...QUERIES.map((query) => [query, QUERY_PRICE] as const), ...basePrices()])
  const transactionFeeSchedule = Array.from(prices, ([functionality, price]) => ({
    hederaFunctionality: proto.HederaFunctionality[functionality],
    fees: [{ nodedata: {}, networkdata: {}, servicedata: { constant: toLong(price * 1000n) } }],
  }))
  const expiryTime = EXCHANGE_RATES.currentRate?.expirationTime ?? null
  const schedule = { transactionFeeSchedule, expiryTime }
  return proto.CurrentAndNextFeeSchedule.encode({ currentFeeSchedule: schedule, nextFeeSchedule: schedule }).finish()
}
