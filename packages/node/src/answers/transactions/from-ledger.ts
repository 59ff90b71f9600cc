/** Receipts and records from a consensus node, which returns them for some minutes. */
import type { TransactionReceipt, TransactionRecord } from '@hiero-ledger/sdk'
import { encodeAmount } from '@quorate/platform'
import { amountsByToken, type ReceiptOut, type RecordOut, serialsByToken, timeOf } from './schemas.ts'

type Textual = { toString(): string } | null | undefined
const text = (value: Textual): string | null => value?.toString() ?? null
const amount = (value: { toString(): string }): number | string => encodeAmount(BigInt(value.toString()))
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const hexOrNull = (bytes: Uint8Array | null): string | null => (bytes?.length ? hex(bytes) : null)
/** Null for 0: the protocol writes 0 where a number does not apply to the receipt. */
const unlessZero = (value: Textual): number | string | null => {
  const read = value == null ? 0 : amount(value)
  return read === 0 ? null : read
}

export function receiptOf(receipt: TransactionReceipt): ReceiptOut {
  return {
    status: receipt.status.toString(),
    accountId: text(receipt.accountId),
    fileId: text(receipt.fileId),
    contractId: text(receipt.contractId),
    topicId: text(receipt.topicId),
    tokenId: text(receipt.tokenId),
    scheduleId: text(receipt.scheduleId),
    exchangeRate: rateOf(receipt.exchangeRate),
    nextExchangeRate: rateOf(receipt.nextExchangeRate),
    topicSequenceNumber: unlessZero(receipt.topicSequenceNumber),
    topicRunningHash: hexOrNull(receipt.topicRunningHash),
    totalSupply: unlessZero(receipt.totalSupply),
    scheduledTransactionId: text(receipt.scheduledTransactionId),
    serials: receipt.serials.map(amount),
    nodeId: unlessZero(receipt.nodeId),
    duplicates: receipt.duplicates.map(receiptOf),
    children: receipt.children.map(receiptOf),
  }
}

type Rate = TransactionReceipt['exchangeRate']

/** The protocol sends a rate of 0 cents if none was set. */
const rateOf = (rate: Rate | null): ReceiptOut['exchangeRate'] =>
  rate?.cents ? { hbars: rate.hbars, cents: rate.cents, expirationTime: rate.expirationTime.toISOString() } : null

export function recordOf(record: TransactionRecord): RecordOut {
  const tokenTransfersList = record.tokenTransfersList.map((transfer) => ({
    tokenId: transfer.tokenId.toString(),
    accountId: transfer.accountId.toString(),
    amount: amount(transfer.amount),
  }))
  return {
    receipt: { status: record.receipt.status.toString(), accountId: text(record.receipt.accountId) },
    transactionHash: hex(record.transactionHash),
    consensusTimestamp: timeOf(record.consensusTimestamp.toString()),
    transactionId: record.transactionId.toString(),
    transactionMemo: record.transactionMemo,
    transactionFee: record.transactionFee.toTinybars().toString(),
    transfers: record.transfers.map(transferOf),
    contractFunctionResult: contractResultOf(record),
    tokenTransfers: amountsByToken(tokenTransfersList),
    tokenTransfersList,
    scheduleRef: text(record.scheduleRef),
    assessedCustomFees: record.assessedCustomFees.map((fee) => ({
      amount: amount(fee.amount ?? 0),
      tokenId: text(fee.tokenId),
      feeCollectorAccountId: text(fee.feeCollectorAccountId),
    })),
    nftTransfers: serialsByToken(nftsOf(record)),
    automaticTokenAssociations: record.automaticTokenAssociations.map(({ tokenId, accountId }) => ({
      tokenId: text(tokenId),
      accountId: text(accountId),
    })),
    parentConsensusTimestamp: record.parentConsensusTimestamp && timeOf(record.parentConsensusTimestamp.toString()),
    aliasKey: text(record.aliasKey),
    ethereumHash: hexOrNull(record.ethereumHash),
    paidStakingRewards: record.paidStakingRewards.map(transferOf),
    prngBytes: hexOrNull(record.prngBytes),
    prngNumber: record.prngNumber,
    evmAddress: text(record.evmAddress) || null,
    newPendingAirdrops: record.newPendingAirdrops.map(({ airdropId, amount: value }) => ({
      tokenId: text(airdropId.tokenId ?? airdropId.nftId?.tokenId) ?? '',
      accountId: text(airdropId.receiverId) ?? '',
      amount: amount(value ?? 1),
    })),
    duplicates: record.duplicates.map(recordOf),
    children: record.children.map(recordOf),
  }
}

type Transfers = TransactionRecord['transfers'][number]
const transferOf = ({ accountId, amount: hbars }: Transfers) => ({
  accountId: accountId.toString(),
  amount: amount(hbars.toTinybars()),
})

const nftsOf = ({ nftTransfers }: TransactionRecord) =>
  [...nftTransfers].flatMap(([tokenId, transfers]) =>
    transfers.map(({ recipient, serial }) => ({
      tokenId: tokenId.toString(),
      receiver: recipient.num.isZero() ? null : recipient.toString(),
      serial: amount(serial),
    })),
  )

function contractResultOf({ contractFunctionResult: result }: TransactionRecord): RecordOut['contractFunctionResult'] {
  if (!result) return null
  const logs = result.logs.map(({ contractId, data }) => ({ contractId: text(contractId), data: hex(data) }))
  return { contractId: text(result.contractId), gasUsed: amount(result.gasUsed), bloom: hex(result.bloom), logs }
}
