import { proto } from '@hiero-ledger/proto'
import { NODE_ACCOUNT_TEXT, nodeAddress } from '../../nodes.ts'
import { hashObject, int64Bytes, recordStreamObject, sha384 } from '../../recordFiles/hashes.ts'
import { type Frame, fileHead, signatureFile, transactionBytes, VERSION } from '../../recordFiles/recordFile.ts'
import { MirrorError } from './errors.ts'
import { type Row, select } from './page.ts'
import type { MirrorContext, MirrorRoute } from './route.ts'
import { findTransactions } from './transactionLookup.ts'

const SUCCESS = 22n
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * GET /transactions/{id}/stateproof: what proves offline that the transaction happened. Its record, the hashes of the
 * others in its block, and the node's signature of the running hashes before and after.
 */
export const stateProof: MirrorRoute = {
  path: '/transactions/:id/stateproof',
  parameters: ['nonce', 'scheduled'],
  answer(request, context) {
    context.store.blocks.close()
    const nonce = request.query.integers('nonce').at(-1)?.value ?? 0n
    const scheduled = request.query.flag('scheduled', false)
    const found = findTransactions(request.path.id ?? '', context).find(
      (row) => row.nonce === nonce && (row.scheduled === 1n) === scheduled && row.result === SUCCESS,
    )
    if (!found) throw new MirrorError(404, 'Transaction not found')
    const at = found.consensus_timestamp as bigint
    const block = select(context, 'SELECT * FROM block WHERE consensus_end >= ? ORDER BY number LIMIT 1', at)[0]
    if (!block) throw new MirrorError(404, 'No block holds the transaction yet')
    return proofOf(at, block, context)
  },
}

function proofOf(at: bigint, block: Row, context: MirrorContext): object {
  const frame = {
    number: block.number as bigint,
    startHash: block.start_hash as Uint8Array,
    endHash: block.end_hash as Uint8Array,
  }
  const addressBook = proto.NodeAddressBook.encode({ nodeAddress: [nodeAddress(context.address)] }).finish()
  return {
    address_books: [base64(addressBook)],
    record_file: compactFile(at, frame, block, context),
    signature_files: { [NODE_ACCOUNT_TEXT]: base64(signatureFile(frame, block.hash as Uint8Array)) },
    version: VERSION,
  }
}

/** The record file with hashes in the place of all transactions but one. */
function compactFile(at: bigint, frame: Frame, block: Row, context: MirrorContext): object {
  const sql = `SELECT consensus_timestamp, bytes, record FROM transactions
    WHERE consensus_timestamp BETWEEN ? AND ? ORDER BY consensus_timestamp`
  const rows = select(context, sql, block.consensus_start as bigint, block.consensus_end as bigint)
  const index = rows.findIndex((row) => row.consensus_timestamp === at)
  const objects = rows.map(({ record, bytes }) =>
    recordStreamObject(record as Uint8Array, transactionBytes(bytes as Uint8Array)),
  )
  const hashes = objects.map((object) => base64(sha384(object)))
  return {
    block_number: base64(int64Bytes(frame.number)),
    end_running_hash_object: base64(hashObject(frame.endHash)),
    hashes_after: hashes.slice(index + 1),
    hashes_before: hashes.slice(0, index),
    head: base64(fileHead()),
    record_stream_object: base64(objects[index] ?? new Uint8Array()),
    start_running_hash_object: base64(hashObject(frame.startHash)),
  }
}
