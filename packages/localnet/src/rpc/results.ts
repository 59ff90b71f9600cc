import type { proto } from '@hiero-ledger/proto'
import { gasUsedBetween } from '#mirror/rest/contracts/block-lookup.ts'
import { evmAddressOf } from '#mirror/rest/contracts/contract-lookup.ts'
import {
  askedIn,
  RESULT_COLUMNS,
  RESULT_JOIN,
  type RequestedCall,
  recordOf,
  resultOf,
  shortHash,
} from '#mirror/rest/contracts/result-json.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import { executedAmong, findTransactions } from '#mirror/rest/transactions/transaction-lookup.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { offeredPrice, WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import { contractNumber } from '#protocol/ids.ts'
import { codeName } from '#protocol/status-error.ts'
import { BLOOM_BYTES } from '#services/contract/function-result.ts'
import { GAS_PRICE } from '#services/contract/gas.ts'
import { CHAIN_ID } from '#services/contract/run-message.ts'
import { type Block, blockAt } from './block-lookup.ts'
import type { RpcContext } from './context.ts'
import { quantity } from './values.ts'

export const GAS_PRICE_WEIBARS = GAS_PRICE * WEIBARS_PER_TINYBAR

/** A transaction with a contract result: it ran a contract, or failed before it could. */
export interface Executed {
  /** Its consensus time. */
  readonly at: bigint
  readonly block: Block
  /** Its position in the block. */
  readonly index: number
  readonly asked: RequestedCall
  readonly result: proto.IContractFunctionResult
  readonly isSuccess: boolean
  /** The response code. */
  readonly status: string
  readonly hash: string
  readonly from: string
  /** The contract or account that was called, or the contract that was created. */
  readonly address: string | null
  readonly gasUsed: number
  readonly bloom: Uint8Array
}

/** Excludes child transactions, which Ethereum does not have. */
const OWN = 'c.nonce = 0'
const WITHIN = 'c.consensus_timestamp BETWEEN ? AND ?'

/** The transactions of a block that ran contracts, in their order. */
export function executedIn(block: Block, context: RpcContext): Executed[] {
  const sql = `SELECT ${RESULT_COLUMNS} FROM contract_result c ${RESULT_JOIN} WHERE ${WITHIN} AND ${OWN} ORDER BY 1`
  return select(context.ledger, sql, block.start, block.end).map((row, index) => executedOf(row, block, index, context))
}

/** The transaction with a hash of 32 bytes; undefined if there is none that ran a contract. */
export async function executedBy(hash: Buffer, context: RpcContext): Promise<Executed | undefined> {
  const request = { path: { id: hash.toString('hex') } } as never
  const rows = await findTransactions(request, context.ledger, { nonce: undefined, scheduled: undefined })
  const at = executedAmong(rows)?.consensus_timestamp as bigint | undefined
  const block = at === undefined ? undefined : blockAt(at, context)
  if (at === undefined || !block) return undefined
  const sql = `SELECT ${RESULT_COLUMNS} FROM contract_result c ${RESULT_JOIN} WHERE c.consensus_timestamp = ? AND ${OWN}`
  const [row] = select(context.ledger, sql, at)
  const executed = row && executedOf(row, block, indexOf(at, block, context), context)
  return executed?.hash === hex(hash) ? executed : undefined
}

/** The position of a transaction among the transactions of its block that ran contracts. */
export function indexOf(at: bigint, block: Block, { ledger }: RpcContext): number {
  const sql = `SELECT count(*) AS n FROM contract_result c WHERE ${WITHIN} AND ${OWN}`
  return Number(select(ledger, sql, block.start, at - 1n)[0]?.n ?? 0)
}

function executedOf(row: Row, block: Block, index: number, { ledger }: RpcContext): Executed {
  const record = recordOf(row)
  const result = resultOf(record)
  const status = codeName(Number(row.result))
  return {
    at: row.consensus_timestamp as bigint,
    block,
    index,
    result,
    status,
    isSuccess: status === 'SUCCESS',
    hash: shortHash(record),
    asked: askedIn(row, result),
    from: evmAddressOf(Number(row.sender), ledger),
    address: row.contract === null ? null : evmAddressOf(Number(row.contract), ledger),
    gasUsed: Number(row.gas_used),
    bloom: (row.bloom as Uint8Array | null) ?? Buffer.alloc(BLOOM_BYTES),
  }
}

const shortBlockHash = ({ hash }: Block): string => hex(hash.subarray(0, 32))

const place = ({ block, index }: Executed) => ({
  blockHash: shortBlockHash(block),
  blockNumber: quantity(block.number),
  transactionIndex: quantity(index),
})

/** The account that was called; null for a creation. */
export const receiverOf = ({ asked, address }: Executed): string | null =>
  asked.isCreation ? null : (address ?? (asked.ethereum ? hex(asked.ethereum.to) : null))

/** The sender's price for a unit of gas, in weibars. */
const pricePaid = ({ asked: { ethereum } }: Executed): bigint =>
  ethereum && offeredPrice(ethereum) < GAS_PRICE ? offeredPrice(ethereum) * WEIBARS_PER_TINYBAR : GAS_PRICE_WEIBARS

/** A transaction as `eth_getTransactionByHash` answers it. */
export function transactionOf(executed: Executed): object {
  const { asked, from, hash } = executed
  const { ethereum, gas, amount, parameters } = asked
  const common = {
    ...place(executed),
    chainId: quantity(ethereum ? (ethereum.chainId ?? CHAIN_ID) : CHAIN_ID),
    from,
    hash,
    input: hex(parameters),
    to: receiverOf(executed),
    gas: quantity(gas),
    gasPrice: quantity(ethereum?.gasPrice ?? pricePaid(executed)),
    nonce: quantity(ethereum?.nonce ?? 0n),
    value: quantity(amount * WEIBARS_PER_TINYBAR),
    type: quantity(ethereum?.type ?? 0),
    v: quantity(ethereum?.v ?? 0n),
    r: quantity(ethereum?.r ?? 0n),
    s: quantity(ethereum?.s ?? 0n),
  }
  if (!ethereum || ethereum.type === 0) return common
  const accessList = ethereum.accessList.map(({ address, slots }) => ({
    address: hex(address),
    storageKeys: slots.map(hex),
  }))
  if (ethereum.type === 1) return { ...common, accessList, yParity: quantity(ethereum.v) }
  return {
    ...common,
    accessList,
    yParity: quantity(ethereum.v),
    maxFeePerGas: quantity(ethereum.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: quantity(ethereum.maxPriorityFeePerGas ?? 0n),
  }
}

/** A receipt as `eth_getTransactionReceipt` answers it. */
export function receiptOf(executed: Executed, context: RpcContext): object {
  const { at, asked, block, from, hash, isSuccess, gasUsed, bloom, address, result, status } = executed
  const { errorMessage } = result
  return {
    ...place(executed),
    from,
    to: receiverOf(executed),
    transactionHash: hash,
    contractAddress: asked.isCreation && isSuccess ? address : null,
    cumulativeGasUsed: quantity(gasUsedBetween(block.start, at, context.ledger)),
    effectiveGasPrice: quantity(pricePaid(executed)),
    gasUsed: quantity(gasUsed),
    logs: logsIn(executed, context),
    logsBloom: hex(bloom),
    status: isSuccess ? '0x1' : '0x0',
    type: quantity(asked.ethereum?.type ?? 0),
    ...(isSuccess ? {} : { revertReason: errorMessage?.startsWith('0x') ? errorMessage : hex(Buffer.from(status)) }),
  }
}

/** The logs of a transaction. */
export function logsIn(executed: Executed, { ledger }: RpcContext): object[] {
  const { result, hash } = executed
  return (result.logInfo ?? []).map(({ contractID, data, topic }, index) => ({
    ...place(executed),
    address: evmAddressOf(contractNumber(contractID), ledger),
    data: hex(data),
    logIndex: quantity(index),
    removed: false,
    topics: (topic ?? []).map(hex),
    transactionHash: hash,
  }))
}
