import type { Row } from '#mirror/rest/page.ts'
import { select } from '#mirror/rest/page.ts'
import type { RpcContext } from './context.ts'
import { hashIn, invalidParameter, objectIn, quantityIn } from './values.ts'

/** A block that the ledger has written. */
export interface Block {
  readonly number: number
  /** Consensus times in nanoseconds of its first and last transaction. */
  readonly start: bigint
  readonly end: bigint
  readonly bytes: number
  /** 48 bytes each; Ethereum tools see the first 32. */
  readonly hash: Buffer
  readonly previousHash: Buffer
}

/** The tags that mean the newest block, because the ledger's transactions are final immediately. */
const NEWEST = new Set(['latest', 'pending', 'safe', 'finalized'])

const blockOf = (row: Row): Block => ({
  number: Number(row.number),
  start: row.consensus_start as bigint,
  end: row.consensus_end as bigint,
  bytes: Number(row.size),
  hash: Buffer.from(row.hash as Uint8Array),
  previousHash: Buffer.from(row.previous_hash as Uint8Array),
})

function find(sql: string, { ledger }: RpcContext, ...values: (bigint | number | Uint8Array)[]): Block | undefined {
  // Closing the open block makes the newest transactions part of a block, too.
  ledger.store.blocks.close()
  const [row] = select(ledger, `SELECT * FROM block ${sql}`, ...values)
  return row && blockOf(row)
}

export const newestBlock = (context: RpcContext): Block | undefined => find('ORDER BY number DESC LIMIT 1', context)

export const blockNumbered = (number: bigint | number, context: RpcContext): Block | undefined =>
  BigInt(number) > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : find('WHERE number = ?', context, BigInt(number))

/** Finds a block by a hash of 32 bytes. The ledger's own hash is longer and begins with it. */
export const blockHashed = (hash: Buffer, context: RpcContext): Block | undefined =>
  find('WHERE hash BETWEEN ? AND ?', context, hash, Buffer.concat([hash, Buffer.alloc(16, 0xff)]))

/** The block of a transaction. */
export const blockAt = (at: bigint, context: RpcContext): Block | undefined =>
  find('WHERE consensus_end >= ? ORDER BY consensus_end LIMIT 1', context, at)

/** The blocks after a number, oldest first. */
export function blocksAfter(number: number, context: RpcContext, limit: number): Block[] {
  context.ledger.store.blocks.close()
  const sql = 'SELECT * FROM block WHERE number > ? ORDER BY number LIMIT ?'
  return select(context.ledger, sql, BigInt(number), limit).map(blockOf)
}

/** The block that a tag or a number names; undefined if there is no such block. */
export function blockNamed(tag: unknown, context: RpcContext): Block | undefined {
  if (tag === undefined || tag === null || isNewest(tag)) return newestBlock(context)
  if (tag === 'earliest') return blockNumbered(0, context)
  if (typeof tag === 'object') return blockInObject(tag, context)
  return blockNumbered(quantityIn(tag, 'the block'), context)
}

/** EIP-1898: a block by `blockHash` or `blockNumber`. */
function blockInObject(value: object, context: RpcContext): Block | undefined {
  const { blockHash, blockNumber } = objectIn(value, 'the block')
  if (blockHash !== undefined) return blockHashed(hashIn(blockHash, 'blockHash'), context)
  if (blockNumber !== undefined) return blockNumbered(quantityIn(blockNumber, 'blockNumber'), context)
  throw invalidParameter('the block must have blockHash or blockNumber')
}

export const isNewest = (tag: unknown): boolean => typeof tag === 'string' && NEWEST.has(tag)

/**
 * The consensus time of a block's end; undefined if the newest state is meant.
 *
 * @throws RpcError if there is no such block
 */
export function momentOf(tag: unknown, context: RpcContext): bigint | undefined {
  if (tag === undefined || tag === null || isNewest(tag)) return undefined
  const block = blockNamed(tag, context)
  if (!block) throw invalidParameter(`there is no block ${JSON.stringify(tag)?.slice(0, 80)}`)
  return block.number === newestBlock(context)?.number ? undefined : block.end
}
