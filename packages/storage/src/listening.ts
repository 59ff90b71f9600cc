/** What storage does when it is told of something (document 3, Events). Whatever two processes hear, they do once. */
import { decodeBytes } from '@quorate/platform'
import { openFile } from './content.ts'
import { parseCid } from './identifier.ts'
import type { Pins } from './pins.ts'
import type { Service } from './service.ts'
import type { Owner } from './store.ts'
import type { Store } from './storing.ts'

/** @param chain Of owners whose events name none. Returns how to stop listening. */
export function listen({ events, blocks, node, clock }: Service, pins: Pins, store: Store, chain: string): () => void {
  const ownerIn = (event: { owner: string; chain?: string }): Owner => ({
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
        yield decodeBytes(content)
      }
      await store(ownerIn(event), bytes(), filename).catch(failing(''))
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
    events.on('ipfs:pin.announced', ({ addresses }) => meetOne(addresses)),
    events.on('ipfs:node.started', ({ addresses }) => meetOne(addresses)),
  ]
  async function meetOne(addresses: string[]): Promise<void> {
    const own = new Set((await node.addresses()).map(peerOf))
    const others = addresses.filter((address) => !own.has(peerOf(address)))
    await Promise.any(others.map((address) => node.meet(address))).catch(() => {})
  }
  return () => void stops.map((stop) => stop())
}

const peerOf = (address: string): string | undefined => address.split('/p2p/').at(-1)
