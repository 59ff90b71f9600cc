/** Receipts and records from the mirror, which keeps them for good. */

import { type MirrorJson, type PublicMirror, parseTransactionId, type TransactionIdParts } from '@quorate/ledger'
import { ApiError, encodeAmount, mapInBatches, notFound } from '@quorate/platform'
import { timestampText } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { shaped } from '../fit-to-schema.ts'
import { NftTransfer, Transaction } from '../mirror.ts'
import { amountsByToken, type ReceiptOut, type RecordOut, serialsByToken, timeOf } from './schemas.ts'

const MirrorTransaction = Type.Object({
  ...Transaction.properties,
  assessed_custom_fees: Type.Optional(Type.Union([Type.Null(), Transaction.properties.assessed_custom_fees])),
  staking_reward_transfers: Type.Optional(
    Type.Union([Type.Null(), Type.Array(Type.Object({ account: Type.String(), amount: Type.Any() }))]),
  ),
  nft_transfers: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.Omit(NftTransfer, ['is_approval']))])),
})
const Answer = Type.Object({ transactions: Type.Array(MirrorTransaction) })
type MirrorTransaction = Static<typeof MirrorTransaction>

interface Family {
  main: MirrorTransaction
  duplicates: MirrorTransaction[]
  children: MirrorTransaction[]
}

const hex = (base64: string | null): string => Buffer.from(base64 ?? '', 'base64').toString('hex')
const idText = ({ payer, seconds, nanos, scheduled }: TransactionIdParts, nonce: number): string =>
  `${payer}@${timestampText(seconds, nanos)}${scheduled ? '?scheduled' : ''}${nonce ? `/${nonce}` : ''}`

/** @throws 404 NOT_FOUND, 503 MIRROR_UNAVAILABLE */
export async function recordFromMirror(mirror: PublicMirror, id: TransactionIdParts): Promise<RecordOut> {
  const { main, duplicates, children } = await familyOf(mirror, id)
  const record = (found: MirrorTransaction): RecordOut => ({ ...recordIn(found, id), duplicates: [], children: [] })
  return { ...record(main), duplicates: duplicates.map(record), children: children.map(record) }
}

/** If a receipt has more duplicates or children, the answer says `truncated: true`. */
const MAX_RELATED = 20

/** @throws 404 NOT_FOUND, 503 MIRROR_UNAVAILABLE */
export async function receiptFromMirror(mirror: PublicMirror, id: TransactionIdParts): Promise<ReceiptOut> {
  const { main, duplicates, children } = await familyOf(mirror, id)
  const others = [
    duplicates.slice(0, MAX_RELATED),
    children.slice(0, Math.max(0, MAX_RELATED - duplicates.length)),
  ] as const
  const truncated = duplicates.length + children.length > MAX_RELATED
  const receipt = async (found: MirrorTransaction) => ({
    ...(await receiptIn(mirror, found, id)),
    duplicates: [],
    children: [],
  })
  return {
    ...(await receipt(main)),
    duplicates: await mapInBatches(others[0], receipt),
    children: await mapInBatches(others[1], receipt),
    ...(truncated && { truncated }),
  }
}

async function familyOf(mirror: PublicMirror, id: TransactionIdParts): Promise<Family> {
  const { payer, seconds, nanos, scheduled, nonce } = id
  const path = `/transactions/${payer}-${timestampText(seconds, nanos, '-')}`
  const { transactions } = shaped(Answer, await mirror.get(path), path)
  const all = transactions.filter((found) => found.scheduled === scheduled)
  const [main, ...duplicates] = all
    .filter((found) => found.nonce === nonce)
    .sort((a, b) => Number(isDuplicate(a)) - Number(isDuplicate(b)))
  if (!main)
    throw notFound(
      'NOT_FOUND',
      `The mirror has no transaction ${idText(id, nonce)}: check the id, or try again in a moment if it is new`,
    )
  return { main, duplicates, children: nonce === 0 ? all.filter((found) => found.nonce > 0) : [] }
}

const isDuplicate = ({ result }: MirrorTransaction): boolean => result === 'DUPLICATE_TRANSACTION'

function recordIn(found: MirrorTransaction, id: TransactionIdParts): Omit<RecordOut, 'duplicates' | 'children'> {
  const tokenTransfersList = found.token_transfers.map(({ token_id, account, amount }) => ({
    tokenId: token_id,
    accountId: account,
    amount,
  }))
  return {
    receipt: { status: found.result, accountId: createdIn(found).accountId ?? null },
    transactionHash: hex(found.transaction_hash),
    consensusTimestamp: timeOf(found.consensus_timestamp),
    transactionId: idText(id, found.nonce),
    transactionMemo: Buffer.from(found.memo_base64 ?? '', 'base64').toString(),
    transactionFee: String(found.charged_tx_fee),
    transfers: found.transfers.map(({ account, amount }) => ({ accountId: account, amount })),
    contractFunctionResult: null,
    tokenTransfers: amountsByToken(tokenTransfersList),
    tokenTransfersList,
    scheduleRef: found.scheduled ? found.entity_id : null,
    assessedCustomFees: (found.assessed_custom_fees ?? []).map((fee) => ({
      amount: fee.amount,
      tokenId: fee.token_id,
      feeCollectorAccountId: fee.collector_account_id,
    })),
    nftTransfers: serialsByToken(
      (found.nft_transfers ?? []).map((nft) => ({
        tokenId: nft.token_id,
        receiver: nft.receiver_account_id,
        serial: nft.serial_number,
      })),
    ),
    automaticTokenAssociations: null,
    parentConsensusTimestamp: found.parent_consensus_timestamp ? timeOf(found.parent_consensus_timestamp) : null,
    aliasKey: null,
    ethereumHash: null,
    paidStakingRewards: (found.staking_reward_transfers ?? []).map(({ account, amount }) => ({
      accountId: account,
      amount,
    })),
    prngBytes: null,
    prngNumber: null,
    evmAddress: null,
    newPendingAirdrops: null,
    partial: true,
  }
}

type Ids = Partial<Record<'accountId' | 'fileId' | 'contractId' | 'topicId' | 'tokenId' | 'scheduleId', string>>

const CREATES: Record<string, keyof Ids> = {
  CRYPTOCREATEACCOUNT: 'accountId',
  FILECREATE: 'fileId',
  CONTRACTCREATEINSTANCE: 'contractId',
  CONTRACTCALL: 'contractId',
  CONSENSUSCREATETOPIC: 'topicId',
  TOKENCREATION: 'tokenId',
  SCHEDULECREATE: 'scheduleId',
}

/** The id of the entity that a transaction created, in the receipt field for its kind. */
function createdIn({ name, entity_id: id, result }: MirrorTransaction): Ids {
  const field = CREATES[name]
  return field && id && result === 'SUCCESS' ? { [field]: id } : {}
}

const SUPPLY_CHANGES = new Set(['TOKENMINT', 'TOKENBURN', 'TOKENWIPE'])

async function receiptIn(
  mirror: PublicMirror,
  found: MirrorTransaction,
  id: TransactionIdParts,
): Promise<Omit<ReceiptOut, 'duplicates' | 'children'>> {
  const { name, result, consensus_timestamp: at, entity_id: entity } = found
  const worked = result === 'SUCCESS'
  const message = worked && name === 'CONSENSUSSUBMITMESSAGE' ? await maybe(mirror, `/topics/messages/${at}`) : null
  const changed = worked && SUPPLY_CHANGES.has(name) ? await maybe(mirror, `/tokens/${entity}?timestamp=${at}`) : null
  const rates = await maybe(mirror, `/network/exchangerate?timestamp=${at}`)
  const minted = worked && name === 'TOKENMINT' ? (found.nft_transfers ?? []) : []
  return {
    accountId: null,
    fileId: null,
    contractId: null,
    topicId: null,
    tokenId: null,
    scheduleId: null,
    ...createdIn(found),
    status: result,
    exchangeRate: rateIn(rates?.current_rate),
    nextExchangeRate: rateIn(rates?.next_rate),
    topicSequenceNumber: (message?.sequence_number as number | undefined) ?? null,
    topicRunningHash: message ? hex(String(message.running_hash)) : null,
    totalSupply: changed ? encodeAmount(BigInt(String(changed.total_supply))) || null : null,
    scheduledTransactionId: worked ? await scheduledIn(mirror, found, id) : null,
    serials: minted.map(({ serial_number: serial }) => serial),
    nodeId: null,
  }
}

/** A scheduled transaction has the id of its schedule's creation, with `?scheduled`. */
async function scheduledIn(
  mirror: PublicMirror,
  { name, entity_id: schedule }: MirrorTransaction,
  id: TransactionIdParts,
) {
  if (name === 'SCHEDULECREATE') return `${idText(id, 0)}?scheduled`
  if (name !== 'SCHEDULESIGN') return null
  const created = await maybe(mirror, `/schedules/${schedule}`)
  const at = created && (await maybe(mirror, `/transactions?timestamp=${created.consensus_timestamp}&limit=1`))
  const [creation] = (at?.transactions as MirrorJson[] | undefined) ?? []
  const parts = parseTransactionId(String(creation?.transaction_id))
  return parts ? `${idText(parts, 0)}?scheduled` : null
}

async function maybe(mirror: PublicMirror, path: string): Promise<MirrorJson | null> {
  return mirror.get(path).catch((error) => {
    if (error instanceof ApiError && error.statusCode < 500) return null
    throw error
  })
}

function rateIn(rate: unknown): ReceiptOut['exchangeRate'] {
  const { cent_equivalent: cents, hbar_equivalent: hbars, expiration_time: expires } = (rate ?? {}) as MirrorJson
  if (!cents || !hbars) return null
  return {
    hbars: Number(hbars),
    cents: Number(cents),
    expirationTime: new Date(Number(expires) * 1000).toISOString(),
  }
}
