import { proto } from '@hiero-ledger/proto'
import { basePrices } from '#ledger/registry.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { addressBook } from '#protocol/nodes.ts'
import { ADDRESS_BOOK, FEE_RATES, FEE_SCHEDULE, NODE_DETAILS } from '#services/file/system-files.ts'
import type { File } from '#state/entities.ts'
import { EXCHANGE_RATES } from '#transaction/fees.ts'
import { QUERY_PRICE } from '#transaction/prices.ts'

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

/** The contents of a file; `addresses` are the nodes' addresses. */
export function contentsOf({ num, contents, deleted }: File, addresses: readonly string[]): Uint8Array {
  if (deleted) return new Uint8Array()
  if (contents.length > 0) return contents
  if (num === ADDRESS_BOOK || num === NODE_DETAILS) return proto.NodeAddressBook.encode(addressBook(addresses)).finish()
  if (num === FEE_SCHEDULE) return feeSchedule()
  return num === FEE_RATES ? proto.ExchangeRateSet.encode(EXCHANGE_RATES).finish() : contents
}

/** The fee schedule: base prices in thousandths of a tinycent. The whole price is in the service's part. */
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
