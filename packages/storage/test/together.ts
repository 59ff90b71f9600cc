/** Harnesses on one database as nodes of one platform. */
import type { StorageEvents } from '../src/model/events.ts'
import type { Harness } from './harness.ts'

const CARRIED = [
  'ipfs:node.started',
  'ipfs:pin.announced',
  'ipfs:replicate',
  'ipfs:replicated',
  'ipfs:collect',
] as const satisfies (keyof StorageEvents)[]

export interface Together {
  /** Carries events from and to this node, as PostgreSQL does between processes, and makes it record that it runs. */
  join(harness: Harness): Promise<void>
}

export function createTogether(): Together {
  const joined: Harness[] = []
  const carried = new WeakSet<object>()
  return {
    async join(harness) {
      joined.push(harness)
      // A PostgreSQL server carries them itself.
      for (const name of harness.server.kind === 'postgres' ? [] : CARRIED)
        harness.content.events.on(name, (event) => {
          if (carried.has(event)) return
          carried.add(event)
          for (const other of joined) if (other !== harness) other.content.events.emit(name, event as never)
        })
      await harness.content.start()
    },
  }
}
