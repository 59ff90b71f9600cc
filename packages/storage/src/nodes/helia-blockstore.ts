/** Our block files behind the blockstore interface that Helia expects. */
import type { HeliaInit } from 'helia'
import type { CID } from 'multiformats/cid'
import type { BlockFiles } from '../blocks/block-files.ts'

type Blockstore = NonNullable<HeliaInit['blockstore']>

export function heliaBlockstore(files: BlockFiles): Blockstore {
  async function* get(cid: CID) {
    const bytes = await files.get(cid)
    if (!bytes) throw Object.assign(new Error(`${cid} is not here`), { name: 'NotFoundError', code: 'ERR_NOT_FOUND' })
    yield bytes
  }
  return {
    get,
    has: (cid) => files.has(cid),
    async put(cid, bytes) {
      await files.put(cid, await whole(bytes))
      return cid
    },
    delete: (cid) => files.delete(cid),
    async *putMany(source) {
      for await (const { cid, bytes } of source) {
        await files.put(cid, await whole(bytes))
        yield cid
      }
    },
    async *getMany(source) {
      for await (const cid of source) yield { cid, bytes: get(cid) }
    },
    async *deleteMany(source) {
      for await (const cid of source) {
        await files.delete(cid)
        yield cid
      }
    },
    // Helia's own collection finds no blocks, since only ours removes them.
    async *getAll() {},
  }
}

async function whole(bytes: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
