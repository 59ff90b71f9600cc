/** Handles storage events. If several processes receive an event, only one acts on it. */
import { type Clock, decodeBytes, type Events } from '@quorate/platform'
import { parseCid } from '../identifier/identifier.ts'
import type { StorageEvents } from '../model/events.ts'
import type { PinOwner } from '../model/owner.ts'
import type { AddFile } from '../pins/add-file.ts'
import type { Pins } from '../pins/pins.ts'
import type { Blocks } from '../sources/blocks.ts'
import { openFile } from '../unixfs/content.ts'

/** Begins to listen; returns a function that stops it. */
export function listen(deps: {
  events: Events<StorageEvents>
  blocks: Blocks
  pins: Pins
  addFile: AddFile
  /** The chain of owners in events that name none. */
  chain: string
  clock: Clock
}): () => void {
  const { events, blocks, pins, addFile, chain, clock } = deps
  const ownerIn = (event: { owner: string; chain?: string }): PinOwner => ({
    owner: event.owner,
    chain: event.chain ?? chain,
  })
  const failing = (cid: string) => (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    events.emit('ipfs:pin.failed', { cid, error: message, timestamp: clock.now() })
  }
  const stops = [
    events.on('ipfs:write', async ({ content, filename, ...event }) => {
      async function* bytes() {
        yield decodeBytes(content, 'content', { isContent: true })
      }
      await addFile(ownerIn(event), bytes(), filename).catch(failing(''))
    }),
    events.on('ipfs:read', async ({ cid }) => {
      const reader = blocks.reader('node first')
      await openFile({ cid: parseCid(cid), path: [] }, reader.get).finally(reader.close)
    }),
    events.on('ipfs:pin', async ({ cid, ...event }) => {
      await (async () => pins.pin(ownerIn(event), parseCid(cid)))().catch(failing(cid))
    }),
    events.on('ipfs:unpin', async ({ cid, ...event }) => {
      await pins.unpin(ownerIn(event), parseCid(cid))
    }),
  ]
  return () => void stops.map((stop) => stop())
}
