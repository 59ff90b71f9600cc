import { proto } from '@hiero-ledger/proto'
import { MirrorError } from '#mirror/rest/errors.ts'
import { type Row, select, turn } from '#mirror/rest/page.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { addressBook, NODE_ACCOUNT_TEXT } from '#protocol/nodes.ts'
import { hashObject, int64Bytes, recordStreamObject, sha384 } from '#store/record-files/hashes.ts'
import { type Frame, fileHead, signatureFile, transactionBytes, VERSION } from '#store/record-files/record-file.ts'
import { findTransactions } from './transaction-lookup.ts'

const SUCCESS = 22n
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * GET /transactions/{id}/stateproof: everything needed to prove offline that the transaction happened: its record, the
 * hashes of the other transactions in its block, and the node's signature of the running hashes before and after the
 * block.
 */
export const stateProof: MirrorRoute = {
  path: '/transactions/:id/stateproof',
  parameters: ['nonce', 'scheduled'],
  async answer(request, context) {
    context.store.blocks.close()
    const nonce = request.query.integers('nonce').at(-1)?.value ?? 0n
    const scheduled = request.query.flag('scheduled', false)
    const named = await findTransactions(request, context, { nonce, scheduled })
    const found = named.find(({ result }) => result === SUCCESS)
    if (!found) throw new MirrorError(404, 'Transaction not found')
    const at = found.consensus_timestamp as bigint
    const block = select(context, 'SELECT * FROM block WHERE consensus_end >= ? ORDER BY consensus_end LIMIT 1', at)[0]
    if (!block) throw new MirrorError(404, 'No block holds the transaction yet')
    return proofOf(request, at, block, context)
  },
}

async function proofOf(request: MirrorRequest, at: bigint, block: Row, context: MirrorContext): Promise<object> {
  const frame = {
    number: block.number as bigint,
    startHash: block.start_hash as Uint8Array,
    endHash: block.end_hash as Uint8Array,
  }
  const book = proto.NodeAddressBook.encode(addressBook(context.addresses)).finish()
  return {
    address_books: [base64(book)],
    record_file: await compactFile(request, at, frame, block, context),
    signature_files: { [NODE_ACCOUNT_TEXT]: base64(signatureFile(frame, block.hash as Uint8Array)) },
    version: VERSION,
  }
}

/** The block's record file, with hashes in place of all transactions but one. */
async function compactFile(_request: MirrorRequest, at: bigint, frame: Frame, block: Row, context: MirrorContext) {
  const [hashesBefore, hashesAfter]: [string[], string[]] = [[], []]
  let proven: Uint8Array = new Uint8Array()
  for await (const row of transactionsOf(block, context)) {
    const object = recordStreamObject(row.record as Uint8Array, transactionBytes(row.bytes as Uint8Array))
    const time = row.consensus_timestamp as bigint
    if (time === at) proven = object
    else (time < at ? hashesBefore : hashesAfter).push(base64(sha384(object)))
  }
  return {
    block_number: base64(int64Bytes(frame.number)),
    end_running_hash_object: base64(hashObject(frame.endHash)),
    hashes_after: hashesAfter,
    hashes_before: hashesBefore,
    head: base64(fileHead()),
    record_stream_object: base64(proven),
    start_running_hash_object: base64(hashObject(frame.startHash)),
  }
}

/** The maximum number of a block's transactions that are hashed before other requests have a turn. */
const WINDOW = 500
const TRANSACTIONS = `SELECT consensus_timestamp, bytes, record FROM transactions
  WHERE consensus_timestamp BETWEEN ? AND ? ORDER BY consensus_timestamp LIMIT ?`

async function* transactionsOf(block: Row, context: MirrorContext): AsyncGenerator<Row> {
  const end = block.consensus_end as bigint
  for (let start = block.consensus_start as bigint; ; ) {
    const rows = select(context, TRANSACTIONS, start, end, WINDOW)
    yield* rows
    if (rows.length < WINDOW) return
    start = (rows.at(-1)?.consensus_timestamp as bigint) + 1n
    await turn()
  }
}
