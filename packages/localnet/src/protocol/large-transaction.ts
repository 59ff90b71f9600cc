import { Reader } from '@hiero-ledger/proto'
import { NOWHERE } from './ids.ts'

/** governanceTransactions.accountsRange: accounts that may pay for larger transactions (HIP-1300). */
export function isGovernanceAccount(num: number): boolean {
  return num === 2 || (num >= 42 && num <= 799)
}

/** The numbers of fields in the protobufs of a transaction, and their wire types. */
const TRANSACTION = { bodyBytes: 4, signedTransactionBytes: 5 }
const SIGNED_TRANSACTION = { bodyBytes: 1 }
const BODY = { transactionId: 1, ethereumTransaction: 50 }
const TRANSACTION_ID = { accountId: 2 }
const ACCOUNT_ID = { accountNum: 3 }
const VARINT = 0
const BYTES = 2

/**
 * The number of the payer that a transaction names, found without decoding anything else; {@link NOWHERE} if none is
 * found. If a field occurs twice, decoding may find another payer.
 */
export function payerNamedIn(transaction: Uint8Array): number {
  try {
    const body = bodyIn(transaction)
    const id = body && bytesOf(body, BODY.transactionId)
    const account = id && bytesOf(id, TRANSACTION_ID.accountId)
    const reader = account && find(account, ACCOUNT_ID.accountNum, VARINT)
    return reader ? reader.uint32() : NOWHERE
  } catch {
    return NOWHERE
  }
}

/** Whether a transaction has the field of an EthereumTransaction, found without decoding anything else. */
export function isEthereumIn(transaction: Uint8Array): boolean {
  try {
    const body = bodyIn(transaction)
    return body !== undefined && find(body, BODY.ethereumTransaction, BYTES) !== undefined
  } catch {
    return false
  }
}

function bodyIn(transaction: Uint8Array): Uint8Array | undefined {
  const signed = bytesOf(transaction, TRANSACTION.signedTransactionBytes)
  return signed ? bytesOf(signed, SIGNED_TRANSACTION.bodyBytes) : bytesOf(transaction, TRANSACTION.bodyBytes)
}

function bytesOf(message: Uint8Array, field: number): Uint8Array | undefined {
  return find(message, field, BYTES)?.bytes()
}

/** A reader at the value of the field's first occurrence; undefined if there is none. */
function find(message: Uint8Array, field: number, wireType: number): Reader | undefined {
  const reader = Reader.create(message)
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag === field * 8 + wireType) return reader
    reader.skipType(tag & 7)
  }
  return undefined
}
