import { gasUsedBetween } from '#mirror/rest/contracts/block-lookup.ts'
import { BLOCK_GAS_LIMIT } from '#mirror/rest/network/block-json.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { joinedBloom } from '#services/contract/function-result.ts'
import { type Block, blockHashed, blockNamed, blockNumbered, newestBlock } from '../block-lookup.ts'
import type { Methods, RpcContext } from '../context.ts'
import { type Executed, executedBy, executedIn, GAS_PRICE_WEIBARS, receiptOf, transactionOf } from '../results.ts'
import { hashIn, invalidParameter, quantity, quantityIn } from '../values.ts'

const ZERO_HASH = hex(Buffer.alloc(32))
/** keccak-256 of an empty list in RLP: a block without uncles. */
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
/** The root of an empty trie. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
/** The maximum number of blocks in one answer about fees. */
const MAX_FEE_HISTORY = 1024

/** A block as `eth_getBlockByNumber` answers it, with the transactions that ran contracts. */
export function blockJson(block: Block, isWhole: boolean, context: RpcContext): object {
  const executed = executedIn(block, context)
  return {
    ...headOf(block, executed),
    size: quantity(block.bytes),
    transactions: executed.map((one) => (isWhole ? transactionOf(one) : one.hash)),
    uncles: [],
    withdrawals: [],
  }
}

/** A block as the subscription `newHeads` announces it. */
export const headJson = (block: Block, context: RpcContext): object => headOf(block, executedIn(block, context))

function headOf(block: Block, executed: readonly Executed[]): object {
  const hash = hex(block.hash.subarray(0, 32))
  return {
    number: quantity(block.number),
    hash,
    parentHash: hex(block.previousHash.subarray(0, 32)),
    timestamp: quantity(block.start / NANOS_PER_SECOND),
    gasLimit: quantity(BLOCK_GAS_LIMIT),
    gasUsed: quantity(executed.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
    baseFeePerGas: quantity(GAS_PRICE_WEIBARS),
    logsBloom: hex(joinedBloom(executed.map(({ bloom }) => bloom))),
    miner: hex(Buffer.alloc(20)),
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    totalDifficulty: '0x0',
    extraData: '0x',
    receiptsRoot: executed.length === 0 ? EMPTY_ROOT : ZERO_HASH,
    sha3Uncles: NO_UNCLES,
    stateRoot: EMPTY_ROOT,
    // The ledger has no tries, so the block's hash replaces the root of its transactions.
    transactionsRoot: executed.length === 0 ? EMPTY_ROOT : hash,
    withdrawalsRoot: ZERO_HASH,
  }
}

const isWholeIn = (value: unknown): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  throw invalidParameter('the second parameter must be true for whole transactions, or false for their hashes')
}

const blockByHash = (hash: unknown, context: RpcContext): Block | undefined =>
  blockHashed(hashIn(hash, 'the block hash'), context)

function transactionAt(block: Block | undefined, index: unknown, context: RpcContext): object | null {
  const place = Number(quantityIn(index, 'the index'))
  const executed = block && executedIn(block, context)[place]
  return executed ? transactionOf(executed) : null
}

const countIn = (block: Block | undefined, context: RpcContext): string | null =>
  block ? quantity(executedIn(block, context).length) : null

export const blockMethods: Methods = {
  eth_blockNumber: (_, context) => quantity(newestBlock(context)?.number ?? 0),

  eth_getBlockByNumber([tag, whole], context) {
    const block = blockNamed(tag, context)
    return block ? blockJson(block, isWholeIn(whole), context) : null
  },

  eth_getBlockByHash([hash, whole], context) {
    const block = blockByHash(hash, context)
    return block ? blockJson(block, isWholeIn(whole), context) : null
  },

  eth_getBlockReceipts([tag], context) {
    const isHash = typeof tag === 'string' && tag.length === 66
    const block = isHash ? blockByHash(tag, context) : blockNamed(tag, context)
    return block ? executedIn(block, context).map((one) => receiptOf(one, context)) : null
  },

  eth_getBlockTransactionCountByHash: ([hash], context) => countIn(blockByHash(hash, context), context),
  eth_getBlockTransactionCountByNumber: ([tag], context) => countIn(blockNamed(tag, context), context),

  eth_getTransactionByBlockHashAndIndex: ([hash, index], context) =>
    transactionAt(blockByHash(hash, context), index, context),
  eth_getTransactionByBlockNumberAndIndex: ([tag, index], context) =>
    transactionAt(blockNamed(tag, context), index, context),

  async eth_getTransactionByHash([hash], context) {
    const executed = await executedBy(hashIn(hash, 'the transaction hash'), context)
    return executed ? transactionOf(executed) : null
  },

  async eth_getTransactionReceipt([hash], context) {
    const executed = await executedBy(hashIn(hash, 'the transaction hash'), context)
    return executed ? receiptOf(executed, context) : null
  },

  eth_feeHistory([count, tag, percentiles], context) {
    const asked = Number(quantityIn(count, 'the number of blocks'))
    if (asked < 1 || asked > MAX_FEE_HISTORY)
      throw invalidParameter(`the number of blocks must be 1 to ${MAX_FEE_HISTORY}, but is ${asked}`)
    const newest = blockNamed(tag, context)
    if (!newest) throw invalidParameter('there is no such block')
    const oldest = Math.max(0, newest.number - asked + 1)
    const blocks = Array.from({ length: newest.number - oldest + 1 }, (_, index) => oldest + index)
    const rewards = Array.isArray(percentiles) ? percentiles.map(() => '0x0') : undefined
    return {
      oldestBlock: quantity(oldest),
      baseFeePerGas: [...blocks, undefined].map(() => quantity(GAS_PRICE_WEIBARS)),
      gasUsedRatio: blocks.map((number) => gasUsedRatio(number, context)),
      ...(rewards && { reward: blocks.map(() => rewards) }),
    }
  },
}

function gasUsedRatio(number: number, context: RpcContext): number {
  const block = blockNumbered(number, context)
  const used = block ? gasUsedBetween(block.start, block.end, context.ledger) : 0
  return Math.min(1, used / BLOCK_GAS_LIMIT)
}
