/** Reads wallets' transactions before the network signs them for an owner that is a DAO's account. */
import { proto } from '@hiero-ledger/proto'
import { unprocessable } from '@quorate/platform'
import { decode, type Field } from '@quorate/verify'

const ACCOUNT = ['shardNum', 'realmNum', 'accountNum']
const OPERATIONS = ['cryptoTransfer', 'cryptoUpdateAccount', 'tokenAssociate', 'tokenDissociate']
/** The fields that wallets' requests may have, by protobuf message. Keys are accepted whole. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  TransactionBody: [
    'transactionID',
    'nodeAccountID',
    'transactionFee',
    'transactionValidDuration',
    'memo',
    'scheduleSign',
    ...OPERATIONS,
  ],
  SchedulableTransactionBody: ['transactionFee', 'memo', ...OPERATIONS],
  TransactionID: ['transactionValidStart', 'accountID', 'scheduled'],
  Timestamp: ['seconds', 'nanos'],
  Duration: ['seconds'],
  AccountID: ACCOUNT,
  TokenID: ['shardNum', 'realmNum', 'tokenNum'],
  ScheduleID: ['shardNum', 'realmNum', 'scheduleNum'],
  CryptoTransferTransactionBody: ['transfers', 'tokenTransfers'],
  TransferList: ['accountAmounts'],
  AccountAmount: ['accountID', 'amount', 'is_approval'],
  TokenTransferList: ['token', 'transfers', 'nftTransfers'],
  NftTransfer: ['senderAccountID', 'receiverAccountID', 'serialNumber', 'is_approval'],
  CryptoUpdateTransactionBody: ['accountIDToUpdate', 'key', 'memo', 'staked_node_id'],
  StringValue: ['value'],
  TokenAssociateTransactionBody: ['account', 'tokens'],
  TokenDissociateTransactionBody: ['account', 'tokens'],
  ScheduleSignTransactionBody: ['scheduleID'],
}
/** SDKs write these fields as false. If one is true, the transaction has another meaning. */
const NEVER_TRUE = new Set(['scheduled', 'is_approval'])

/**
 * @throws 422 BODY_NOT_UNDERSTOOD if any reader could find something in the bytes that wallets' requests never contain
 */
function assertKnown(bytes: Uint8Array, message: string): void {
  const { fields, findings } = decode(bytes, message)
  const [finding] = findings
  if (finding) throw notUnderstood(finding.path, finding.message)
  const check = (parts: readonly Field[], of: string): void => {
    for (const { name, path, type, value, fields: inner } of parts) {
      const isKnown = name !== null && KNOWN[of]?.includes(name) && !(NEVER_TRUE.has(name) && value !== false)
      if (!isKnown) throw notUnderstood(path, "wallets' requests do not contain this field or value")
      if (inner && type !== 'Key') check(inner, type)
    }
  }
  check(fields, message)
}

const notUnderstood = (path: string, why: string) =>
  unprocessable('BODY_NOT_UNDERSTOOD', `bodyBytes: ${path}: ${why}, so the network does not sign it`)

/** The body of a wallet's request, or of a ScheduleSign. @throws 422 BODY_NOT_UNDERSTOOD */
export function walletBody(bytes: Uint8Array): proto.TransactionBody {
  assertKnown(bytes, 'TransactionBody')
  const body = proto.TransactionBody.decode(bytes)
  const { data } = body
  if (data && (OPERATIONS.includes(data) || data === 'scheduleSign')) return body
  throw notUnderstood('data', 'this is not an operation of wallets')
}

/**
 * The transaction in a wallet's schedule, in the form that it would have if the wallet sent it itself. @throws 422
 * BODY_NOT_UNDERSTOOD
 */
export function scheduledWalletBody(bytes: Uint8Array, wallet: string): proto.TransactionBody {
  assertKnown(bytes, 'SchedulableTransactionBody')
  const { data, ...fields } = proto.SchedulableTransactionBody.decode(bytes)
  if (!OPERATIONS.includes(data ?? '')) throw notUnderstood('data', 'this is not an operation of wallets')
  const [shardNum = 0, realmNum = 0, accountNum = 0] = wallet.split('.').map(Number)
  const transactionID = { accountID: { shardNum, realmNum, accountNum } }
  const ordinary = { ...fields, transactionID } as unknown as proto.ITransactionBody
  return proto.TransactionBody.decode(proto.TransactionBody.encode(ordinary).finish())
}
