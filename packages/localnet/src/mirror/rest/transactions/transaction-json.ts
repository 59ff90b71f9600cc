import { proto, Reader } from '@hiero-ledger/proto'
import { typeName } from '#ledger/registry.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import type { Row } from '#mirror/rest/page.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, idText, tokenNumber } from '#protocol/ids.ts'
import { keyFromProto } from '#protocol/keys.ts'
import { codeName } from '#protocol/status-error.ts'
import { timestampText } from '#protocol/time.ts'

/** The columns that {@link transactionJson} needs. */
export const TRANSACTION_COLUMNS =
  't.consensus_timestamp, t.payer, t.valid_start, t.nonce, t.scheduled, t.type, t.result, t.entity, t.parent, t.charged_fee, t.bytes, t.record'

const big = (row: Row, column: string): bigint => row[column] as bigint
const num = (row: Row, column: string): number => Number(row[column])
const timestampOrNull = (nanos: bigint | null): string | null => (nanos === null ? null : timestampText(nanos))
const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64')

/** A transaction as the Mirror Node writes it in lists. */
export function transactionJson(row: Row): object {
  const record = proto.TransactionRecord.decode(Reader.create(row.record as Uint8Array))
  const body = bodyOf(row.bytes as Uint8Array)
  return {
    batch_key: body.batchKey ? keyJson(keyFromProto(body.batchKey)) : null,
    bytes: null,
    charged_tx_fee: int64Json(big(row, 'charged_fee')),
    consensus_timestamp: timestampText(big(row, 'consensus_timestamp')),
    entity_id: row.entity === null ? null : idText(num(row, 'entity')),
    high_volume: body.highVolume,
    high_volume_pricing_multiplier: int64Json(int64(record.highVolumePricingMultiplier)),
    max_custom_fees: (body.maxCustomFees ?? []).flatMap(customFeeLimits),
    max_fee: String(int64(body.transactionFee)),
    memo_base64: base64(Buffer.from(body.memo)),
    name: typeName(num(row, 'type')),
    nft_transfers: nftTransfers(record, body),
    node: body.nodeAccountID ? idText(accountNumber(body.nodeAccountID)) : null,
    nonce: num(row, 'nonce'),
    parent_consensus_timestamp: timestampOrNull(row.parent as bigint | null),
    result: codeName(num(row, 'result')),
    scheduled: num(row, 'scheduled') === 1,
    staking_reward_transfers: (record.paidStakingRewards ?? []).map(stakingReward),
    token_transfers: tokenTransfers(record, body),
    transaction_hash: base64(record.transactionHash),
    transaction_id: mirrorTransactionId(num(row, 'payer'), big(row, 'valid_start')),
    transfers: hbarTransfers(record, body),
    valid_duration_seconds: String(int64(body.transactionValidDuration?.seconds)),
    valid_start_timestamp: timestampText(big(row, 'valid_start')),
  }
}

/** The transaction as in {@link transactionJson}, with the fields that only the answer about one transaction has. */
export function transactionDetailJson(row: Row): object {
  const record = proto.TransactionRecord.decode(Reader.create(row.record as Uint8Array))
  return { ...transactionJson(row), assessed_custom_fees: (record.assessedCustomFees ?? []).map(assessedFee) }
}

/** `0.0.payer-seconds-nanos` */
export function mirrorTransactionId(payer: number, validStart: bigint): string {
  return `${idText(payer)}-${timestampText(validStart).replace('.', '-')}`
}

function customFeeLimits({ accountId, fees }: proto.ICustomFeeLimit): object[] {
  return (fees ?? []).map(({ amount, denominatingTokenId }) => ({
    account_id: idText(accountNumber(accountId)),
    amount: int64Json(int64(amount)),
    denominating_token_id: denominatingTokenId ? idText(tokenNumber(denominatingTokenId)) : null,
  }))
}

function bodyOf(signedBytes: Uint8Array): proto.TransactionBody {
  return proto.TransactionBody.decode(
    Reader.create(proto.SignedTransaction.decode(Reader.create(signedBytes)).bodyBytes),
  )
}

function hbarTransfers(record: proto.TransactionRecord, body: proto.TransactionBody): object[] {
  const approved = approvedDebits(body.cryptoTransfer?.transfers?.accountAmounts)
  return (record.transferList?.accountAmounts ?? []).map((amount) => accountAmount(amount, approved))
}

/** The accounts that were debited by an allowance. The record does not say so, the transaction does. */
function approvedDebits(amounts: readonly proto.IAccountAmount[] | null | undefined): ReadonlySet<number> | undefined {
  const approved = amounts?.filter(({ isApproval, amount }) => isApproval && int64(amount) < 0n)
  return approved?.length ? new Set(approved.map(({ accountID }) => accountNumber(accountID))) : undefined
}

function accountAmount({ accountID, amount }: proto.IAccountAmount, approved: ReadonlySet<number> | undefined) {
  return {
    account: idText(accountNumber(accountID)),
    amount: int64Json(int64(amount)),
    is_approval: int64(amount) < 0n && (approved?.has(accountNumber(accountID)) ?? false),
  }
}

function stakingReward({ accountID, amount }: proto.IAccountAmount) {
  return { account: idText(accountNumber(accountID)), amount: int64Json(int64(amount)) }
}

function tokenTransfers(record: proto.TransactionRecord, body: proto.TransactionBody): object[] {
  return record.tokenTransferLists.flatMap(({ token, transfers }) => {
    const approved = approvedDebits(listOf(token, body)?.transfers)
    const token_id = idText(tokenNumber(token))
    return (transfers ?? []).map((transfer) => ({ token_id, ...accountAmount(transfer, approved) }))
  })
}

function listOf(token: proto.ITokenID | null | undefined, { cryptoTransfer }: proto.TransactionBody) {
  return cryptoTransfer?.tokenTransfers?.find((list) => tokenNumber(list.token) === tokenNumber(token))
}

const accountOrNull = (id: proto.IAccountID | null | undefined): string | null => {
  const account = accountNumber(id)
  return account > 0 ? idText(account) : null
}

function nftTransfers(record: proto.TransactionRecord, body: proto.TransactionBody): object[] {
  return record.tokenTransferLists.flatMap(({ token, nftTransfers }) =>
    (nftTransfers ?? []).map(({ senderAccountID, receiverAccountID, serialNumber }) => ({
      is_approval: isApprovedNft(int64(serialNumber), listOf(token, body)),
      receiver_account_id: accountOrNull(receiverAccountID),
      sender_account_id: accountOrNull(senderAccountID),
      serial_number: int64Json(int64(serialNumber)),
      token_id: idText(tokenNumber(token)),
    })),
  )
}

function isApprovedNft(serial: bigint, list: proto.ITokenTransferList | undefined): boolean {
  return list?.nftTransfers?.some((t) => t.isApproval && int64(t.serialNumber) === serial) ?? false
}

function assessedFee({
  amount,
  feeCollectorAccountId,
  tokenId,
  effectivePayerAccountId,
}: proto.IAssessedCustomFee): object {
  return {
    amount: int64Json(int64(amount)),
    collector_account_id: idText(accountNumber(feeCollectorAccountId)),
    effective_payer_account_ids: (effectivePayerAccountId ?? []).map((id) => idText(accountNumber(id))),
    token_id: tokenId ? idText(tokenNumber(tokenId)) : null,
  }
}
