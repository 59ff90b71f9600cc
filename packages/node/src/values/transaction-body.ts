import { proto } from '@hiero-ledger/proto'
import { badRequest } from '@quorate/platform'
import { timestampText } from '@quorate/verify'

type Id = { shardNum?: unknown; realmNum?: unknown } | null | undefined
/** `shard.realm.num` */
export const transactionIdText = (id: Id, number: unknown): string =>
  `${id?.shardNum ?? 0}.${id?.realmNum ?? 0}.${number ?? 0}`

/** @throws 400 INVALID_TRANSACTION_BYTES */
export function decodeBody(bodyBytes: Uint8Array): proto.TransactionBody {
  try {
    return proto.TransactionBody.decode(bodyBytes)
  } catch {
    throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes are no transaction')
  }
}

/** `0.0.n@seconds.nanos`. @throws 400 INVALID_TRANSACTION_BYTES */
export function transactionIdOf(bodyBytes: Uint8Array): string {
  const id = decodeBody(bodyBytes).transactionID
  const start = id?.transactionValidStart
  if (!id?.accountID || !start) throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes hold a transaction without an id')
  const payer = transactionIdText(id.accountID, id.accountID.accountNum)
  return `${payer}@${timestampText(start.seconds ?? 0, start.nanos ?? 0)}`
}
