import { proto, Reader } from '@hiero-ledger/proto'
import { hexJson, int64Json } from '#mirror/rest/json.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import {
  type EthereumTransaction,
  parseEthereumTransaction,
  tinybarsOf,
  WEIBARS_PER_TINYBAR,
} from '#protocol/ethereum-transaction.ts'
import { contractNumber, idText } from '#protocol/ids.ts'
import { codeName } from '#protocol/status-error.ts'
import { timestampText } from '#protocol/time.ts'
import { blockAt, gasUsedBetween, indexIn } from './block-lookup.ts'
import { evmAddressOf } from './contract-lookup.ts'

/** The columns that {@link resultJson} needs, of `contract_result c` and `transactions t`. */
export const RESULT_COLUMNS =
  'c.consensus_timestamp, c.contract, c.sender, c.gas_used, c.bloom, t.bytes, t.record, t.result'
export const RESULT_JOIN = 'JOIN transactions t ON t.consensus_timestamp = c.consensus_timestamp'

const NO_BLOOM = Buffer.alloc(256)

/** The transaction hash that Ethereum tools use: the Ethereum transaction's, or else the first 32 bytes of Hedera's. */
export const shortHash = ({ ethereumHash, transactionHash }: proto.TransactionRecord): string =>
  hex(ethereumHash?.length ? ethereumHash : transactionHash?.subarray(0, 32))

export const recordOf = (row: Row): proto.TransactionRecord =>
  proto.TransactionRecord.decode(Reader.create(row.record as Uint8Array))

export const resultOf = (record: proto.TransactionRecord): proto.IContractFunctionResult =>
  record.contractCallResult ?? record.contractCreateResult ?? {}

export interface RequestedCall {
  readonly gas: bigint
  /** Tinybars. */
  readonly amount: bigint
  readonly parameters: Uint8Array
  readonly isCreation: boolean
  /** The transaction that the sender's wallet signed, if it is an Ethereum transaction. */
  readonly ethereum?: EthereumTransaction
}

/** The gas, amount and parameters in the transaction's body. */
export function askedIn(row: Row, { functionParameters }: proto.IContractFunctionResult): RequestedCall {
  const { bodyBytes } = proto.SignedTransaction.decode(Reader.create(row.bytes as Uint8Array))
  const {
    contractCall,
    contractCreateInstance: creation,
    ethereumTransaction,
  } = proto.TransactionBody.decode(Reader.create(bodyBytes))
  if (ethereumTransaction) {
    const ethereum = parseEthereumTransaction(ethereumTransaction.ethereumData ?? new Uint8Array())
    return {
      gas: ethereum.gasLimit,
      amount: tinybarsOf(ethereum),
      parameters: functionParameters?.length ? functionParameters : ethereum.data,
      isCreation: ethereum.to.length === 0,
      ethereum,
    }
  }
  return {
    gas: int64(contractCall?.gas ?? creation?.gas),
    amount: int64(contractCall?.amount ?? creation?.initialBalance),
    parameters: contractCall?.functionParameters ?? creation?.constructorParameters ?? new Uint8Array(),
    isCreation: !contractCall,
  }
}

/** The result of a call or a creation as the Mirror Node writes it in lists. */
export function resultJson(row: Row, context: MirrorContext, inHbar: boolean): object {
  const record = recordOf(row)
  const result = resultOf(record)
  const at = row.consensus_timestamp as bigint
  const { gas, amount, parameters, isCreation, ethereum } = askedIn(row, result)
  const contract = row.contract === null ? null : Number(row.contract)
  const address = contract === null ? null : evmAddressOf(contract, context)
  const isSuccess = codeName(Number(row.result)) === 'SUCCESS'
  return {
    access_list: ethereum ? '0x' : null,
    address,
    amount: int64Json(inHbar ? amount : amount * WEIBARS_PER_TINYBAR),
    ...blockFields(at, context),
    bloom: hex((row.bloom as Uint8Array | null) ?? NO_BLOOM),
    call_result: hex(result.contractCallResult),
    chain_id: bigHex(ethereum?.chainId),
    contract_id: contract === null ? null : idText(contract),
    created_contract_ids: (result.createdContractIDs ?? []).map((id) => idText(contractNumber(id))),
    error_message: isSuccess ? null : result.errorMessage || codeName(Number(row.result)),
    failed_initcode: null,
    from: evmAddressOf(Number(row.sender), context),
    function_parameters: hex(parameters),
    gas_consumed: Number(row.gas_used),
    gas_limit: int64Json(gas),
    gas_price: bigHex(ethereum?.gasPrice),
    gas_used: Number(row.gas_used),
    hash: shortHash(record),
    max_fee_per_gas: bigHex(ethereum?.maxFeePerGas),
    max_priority_fee_per_gas: bigHex(ethereum?.maxPriorityFeePerGas),
    nonce: ethereum ? Number(ethereum.nonce) : null,
    r: wordHex(ethereum?.r),
    result: codeName(Number(row.result)),
    s: wordHex(ethereum?.s),
    status: isSuccess ? '0x1' : '0x0',
    timestamp: timestampText(at),
    to: isCreation ? null : ethereum && !address ? hex(ethereum.to) : address,
    type: ethereum?.type ?? null,
    v: ethereum ? Number(ethereum.v) : null,
  }
}

const bigHex = (value: bigint | undefined): string | null => (value === undefined ? null : `0x${value.toString(16)}`)
const wordHex = (value: bigint | undefined): string | null =>
  value === undefined ? null : `0x${value.toString(16).padStart(64, '0')}`

function blockFields(at: bigint, context: MirrorContext): object {
  const block = blockAt(at, context)
  return {
    block_gas_used: block ? gasUsedBetween(block.consensus_start as bigint, block.consensus_end as bigint, context) : 0,
    block_hash: block ? hexJson(block.hash as Uint8Array) : null,
    block_number: block ? Number(block.number) : null,
    transaction_index: block ? indexIn(block, at, context) : null,
  }
}

/** The result as in {@link resultJson}, with its logs and storage changes. */
export function resultDetailJson(row: Row, context: MirrorContext, inHbar: boolean): object {
  const { logInfo } = resultOf(recordOf(row))
  const at = row.consensus_timestamp as bigint
  const sql = 'SELECT * FROM contract_state_change WHERE consensus_timestamp = ? ORDER BY contract, slot'
  return {
    ...resultJson(row, context, inHbar),
    logs: (logInfo ?? []).map(({ contractID, bloom, data, topic }, index) => ({
      address: evmAddressOf(contractNumber(contractID), context),
      bloom: hex(bloom),
      contract_id: idText(contractNumber(contractID)),
      data: hex(data),
      index,
      topics: (topic ?? []).map(hex),
    })),
    state_changes: select(context, sql, at).map((change) => ({
      address: evmAddressOf(Number(change.contract), context),
      contract_id: idText(Number(change.contract)),
      slot: hex(change.slot as Uint8Array),
      value_read: hex(change.value_read as Uint8Array),
      value_written: hex(change.value_written as Uint8Array),
    })),
  }
}
