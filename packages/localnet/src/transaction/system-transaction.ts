import { proto } from '@hiero-ledger/proto'
import type { BodyCase } from '#protocol/envelope.ts'
import { accountId } from '#protocol/ids.ts'
import { Signatures } from '#protocol/signatures.ts'
import { toTimestamp } from '#protocol/time.ts'
import type { DispatchedTransaction, TransactionDefinition } from './definition.ts'

/** The system administrator. It pays for the network's transactions. */
const SYSTEM_PAYER = 50

/** A transaction of the network itself, without fee and signatures. `now` is its valid start. */
export function systemTransaction(
  bodyCase: BodyCase,
  fields: proto.ITransactionBody,
  now: bigint,
  given: Pick<TransactionDefinition<unknown>, 'type' | 'name' | 'handle'>,
): DispatchedTransaction {
  const transactionID = { accountID: accountId(SYSTEM_PAYER), transactionValidStart: toTimestamp(now) }
  const bodyBytes = proto.TransactionBody.encode({ transactionID, ...fields }).finish()
  const body = proto.TransactionBody.decode(bodyBytes)
  const admitted = {
    signedBytes: proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish(),
    body,
    bodyCase,
    pairs: [],
    signatures: Signatures.given([]),
    payer: SYSTEM_PAYER,
    fee: 0n,
    validStart: now,
    definition: { ...given, signers: () => [] },
    op: body[bodyCase],
  }
  return { admitted, parent: null }
}
