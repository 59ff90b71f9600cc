import { proto } from '@hiero-ledger/proto'
import { badRequest } from '@quorate/platform'
import { timestampText } from '@quorate/verify'

/** The last second whose nanoseconds fit in an int64: no transaction can start later. */
const LAST_SECOND = 9_223_372_036n
const LAST_NANO = 999_999_999

type Id = { shardNum?: unknown; realmNum?: unknown } | null | undefined
/** `shard.realm.num` of an entity id in a transaction body. */
export const entityIdText = (id: Id, number: unknown): string =>
  `${id?.shardNum ?? 0}.${id?.realmNum ?? 0}.${number ?? 0}`

/** @throws 400 INVALID_TRANSACTION_BYTES */
export function decodeBody(bodyBytes: Uint8Array): proto.TransactionBody {
  try {
    return proto.TransactionBody.decode(bodyBytes)
  } catch {
    throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes are not a transaction')
  }
}

/** `0.0.n@seconds.nanos`, which every reader of the ledger accepts. @throws 400 INVALID_TRANSACTION_BYTES */
export function transactionIdOf(bodyBytes: Uint8Array): string {
  const id = decodeBody(bodyBytes).transactionID
  const start = id?.transactionValidStart
  if (!id?.accountID || !start)
    throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes contain a transaction without an id')
  const payer = entityIdText(id.accountID, id.accountID.accountNum)
  const nanos = start.nanos ?? 0
  const seconds = BigInt(String(start.seconds ?? 0))
  if (nanos < 0 || nanos > LAST_NANO || seconds < 0n || seconds >= LAST_SECOND)
    throw badRequest(
      'INVALID_TRANSACTION_BYTES',
      `bytes contain a transaction whose valid start is ${seconds} seconds and ${nanos} nanoseconds: expected 0 to ${LAST_SECOND - 1n} seconds and 0 to ${LAST_NANO} nanoseconds`,
    )
  return `${payer}@${timestampText(String(seconds), nanos)}`
}
