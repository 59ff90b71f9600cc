/**
 * The transaction in a schedule of somebody else that a wallet is asked to sign. It is read as a request of the wallet,
 * so that its signers see the same words and the same checks.
 */
import { compareScheduled, type Intent } from '../bodies/intent.ts'
import type { OperationName } from '../bodies/operations/definitions.ts'
import { operationIn, readOperation } from '../bodies/operations/operations.ts'
import {
  elements,
  type OperationContext,
  type ReadFields,
  readFields,
  summaryAt,
} from '../bodies/operations/value-types.ts'
import { unprocessable } from '../error.ts'
import type { Key } from '../keys/keys.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'

export interface Contained {
  operation: 'operation' | 'pay' | 'withdraw'
  /** As the body of a request of the wallet. */
  payload: Readonly<Record<string, unknown>>
  /** The account that pays for the scheduled transaction. */
  payerId: string
  /** Its SchedulableTransactionBody. */
  decoded: Decoded
}

/** The payer of the schedule is who acts in these, whoever signs. */
const BY_PAYER: readonly OperationName[] = ['create/token', 'create/account', 'message/topic']
/** The highest fee in tinybars that the wallet may offer for a transaction in a schedule: 500 hbars. */
const MOST_FEE = 50_000_000_000n

/**
 * @param schedule.body its SchedulableTransactionBody
 * @param schedule.payer the account that pays for it; null if that is unknown
 * @throws VerifyError OPERATION_UNKNOWN if the transaction cannot be put in words, or does more than the wallet decides
 */
export function containedIn(
  schedule: { body: Uint8Array; payer: string | null },
  { walletId, walletKey }: { walletId: string; walletKey: Key },
): Contained {
  const { body, payer } = schedule
  const decoded = decode(body, 'SchedulableTransactionBody')
  const [finding] = decoded.findings
  if (finding) throw unknown(finding.message)
  if (payer === null) throw unknown('it is not known who pays')
  const fields = readFields(decoded)
  const memo = fields.at('memo')?.value
  const common = { walletId, ...(typeof memo === 'string' && memo !== '' ? { memo } : {}) }
  const found: Contained = fields.at('cryptoTransfer')
    ? { payerId: payer, decoded, ...transferIn(fields, common) }
    : {
        payerId: payer,
        decoded,
        operation: 'operation',
        payload: { ...common, operation: operationIn(decoded, { walletId, walletKey }) },
      }
  checkActor(found, walletId)
  const [difference] = compareScheduled(body, intentOf(found, walletKey))
  if (difference) throw unknown(difference.message)
  return found
}

const unknown = (why: string) =>
  unprocessable(
    'OPERATION_UNKNOWN',
    `The scheduled transaction cannot be put in words, so nobody is asked to sign it: ${why}`,
  )

function checkActor({ operation, payload, payerId }: Contained, walletId: string): void {
  const read = operation === 'operation' ? readOperation(payload.operation, walletId) : undefined
  if (!read || !('name' in read)) return
  if (read.name === 'call/contract') throw unknown('it calls a contract, which the wallet can be asked for directly')
  if (payerId !== walletId && BY_PAYER.includes(read.name))
    throw unknown(`${payerId} pays for it, and acts in place of the wallet`)
}

const intentOf = ({ operation, payload, payerId }: Contained, walletKey: Key): Intent => ({
  operation,
  payload,
  walletKey,
  requesterId: payerId,
  validStart: { latest: 0 },
  schedule: {
    ...{ jobId: '', expiresAt: 0n, execute: 'signed', adminKey: walletKey },
    ...(payerId === payload.walletId ? { maxTransactionFee: MOST_FEE } : {}),
  },
})

/** A transfer that takes from the wallet only: one NFT, or payments in hbars and tokens. */
function transferIn(
  fields: ReadFields,
  common: { walletId: string; memo?: string },
): Pick<Contained, 'operation' | 'payload'> {
  const lists = elements((index) => {
    const list = `cryptoTransfer.tokenTransfers[${index}]`
    return fields.at(list) ? { list, tokenId: summaryAt(`${list}.token`, fields) ?? '' } : undefined
  })
  const hbars = changesAt('cryptoTransfer.transfers.accountAmounts', fields)
  const nft = lists?.length === 1 && hbars.length === 0 ? nftAt(lists[0] as never, fields) : undefined
  if (nft) return { operation: 'withdraw', payload: { ...common, ...nft } }
  const assets = [
    { tokenId: 'HBAR', changes: hbars },
    ...(lists ?? []).map(({ list, tokenId }) => ({ tokenId, changes: changesAt(`${list}.transfers`, fields) })),
  ]
  const payments = assets.flatMap(({ tokenId, changes }) =>
    changes
      .filter(({ accountId }) => accountId !== common.walletId)
      .map(({ accountId: receiverId, amount }) => {
        if (amount <= 0n) throw unknown(`it takes ${-amount} of ${tokenId} from ${receiverId}, not from the wallet`)
        return { receiverId, tokenId, amount: String(amount) }
      }),
  )
  if (payments.length === 0) throw unknown('it moves nothing')
  return { operation: 'pay', payload: { ...common, payments } }
}

const changesAt = (list: string, fields: ReadFields): { accountId: string; amount: bigint }[] =>
  elements((index) => {
    const amount = fields.at(`${list}[${index}].amount`)?.value
    return fields.at(`${list}[${index}]`)
      ? {
          accountId: summaryAt(`${list}[${index}].accountID`, fields) ?? '',
          amount: typeof amount === 'bigint' ? amount : 0n,
        }
      : undefined
  }) ?? []

function nftAt({ list, tokenId }: { list: string; tokenId: string }, fields: ReadFields) {
  const own = `${list}.nftTransfers[0]`
  if (!fields.at(own)) return undefined
  const serial = fields.at(`${own}.serialNumber`)?.value
  return {
    ...{ tokenId, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: String(serial) },
    receiverId: summaryAt(`${own}.receiverAccountID`, fields) ?? '',
  }
}

/** The schedule that an operation of the wallet signs or deletes; undefined for other operations. */
export function scheduleIn(
  payload: Readonly<Record<string, unknown>>,
  walletId: OperationContext['walletId'],
): { id: string; act: 'sign' | 'delete' } | undefined {
  const read = readOperation(payload.operation, walletId)
  if (!('name' in read)) return undefined
  if (read.name !== 'sign/schedule' && read.name !== 'delete/schedule') return undefined
  return { id: String(read.values.schedule), act: read.name === 'sign/schedule' ? 'sign' : 'delete' }
}
