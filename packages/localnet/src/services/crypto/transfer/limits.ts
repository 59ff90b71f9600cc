import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountName, tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { checkNoHooks } from '#services/crypto/hooks.ts'

type Body = proto.ICryptoTransferTransactionBody

/** ledger.transfers.maxLen, ledger.tokenTransfers.maxLen, ledger.nftTransfers.maxLen */
const MAX_ENTRIES = 10

const sum = (amounts: readonly proto.IAccountAmount[]): bigint =>
  amounts.reduce((total, { amount }) => total + int64(amount), 0n)

/** The account of an entry as text; entries by an allowance count as other accounts. */
const nameOf = ({ accountID, isApproval }: proto.IAccountAmount): string =>
  `${accountName(accountID)}/${isApproval ?? false}`

function isRepeated(amounts: readonly proto.IAccountAmount[]): boolean {
  return amounts.length > 1 && new Set(amounts.map(nameOf)).size < amounts.length
}

/**
 * Checks that no entry calls a hook, and that each list sums to zero and names each account once. Until
 * `withAccountNumbers` has replaced them, aliases count as other accounts. So the precheck, which has no state, is
 * repeated at consensus.
 */
export function checkSums(body: Body): void {
  const amounts = body.transfers?.accountAmounts ?? []
  amounts.forEach(checkNoHooks)
  check(sum(amounts) === 0n, 'INVALID_ACCOUNT_AMOUNTS')
  check(
    amounts.every(({ accountID }) => accountID != null),
    'INVALID_ACCOUNT_ID',
  )
  check(!isRepeated(amounts), 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS')
  const lists = body.tokenTransfers ?? []
  for (const list of lists) checkTokenList(list)
  const tokens = new Set(lists.map(({ token }) => tokenNumber(token)))
  check(tokens.size === lists.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST')
}

function checkTokenList({ token, transfers, nftTransfers }: proto.ITokenTransferList): void {
  check(token != null && tokenNumber(token) !== 0, 'INVALID_TOKEN_ID')
  const amounts = transfers ?? []
  amounts.forEach(checkNoHooks)
  nftTransfers?.forEach(checkNoHooks)
  check(sum(amounts) === 0n, 'TRANSFERS_NOT_ZERO_SUM_FOR_TOKEN')
  check(
    amounts.every(({ accountID }) => accountID != null),
    'INVALID_TRANSFER_ACCOUNT_ID',
  )
  check(!isRepeated(amounts), 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS')
  checkNftList(nftTransfers ?? [])
  check(amounts.length + (nftTransfers?.length ?? 0) > 0, 'EMPTY_TOKEN_TRANSFER_ACCOUNT_AMOUNTS')
}

function checkNftList(transfers: readonly proto.INftTransfer[]): void {
  const serials = new Set<bigint>()
  for (const { senderAccountID, receiverAccountID, serialNumber } of transfers) {
    const serial = int64(serialNumber)
    check(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    check(senderAccountID != null && receiverAccountID != null, 'INVALID_TRANSFER_ACCOUNT_ID')
    check(!serials.has(serial), 'INVALID_ACCOUNT_AMOUNTS')
    serials.add(serial)
    check(accountName(senderAccountID) !== accountName(receiverAccountID), 'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS')
  }
}

/** Checks the lengths of the lists. */
export function checkLengths(body: Body): void {
  const lists = body.tokenTransfers ?? []
  const count = (length: (list: proto.ITokenTransferList) => number) => lists.reduce((n, list) => n + length(list), 0)
  check((body.transfers?.accountAmounts?.length ?? 0) <= MAX_ENTRIES, 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
  check(count((list) => list.transfers?.length ?? 0) <= MAX_ENTRIES, 'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
  check(count((list) => list.nftTransfers?.length ?? 0) <= MAX_ENTRIES, 'BATCH_SIZE_LIMIT_EXCEEDED')
}
