/**
 * How the processes of the platform tell each other of their nodes. An embedded node refuses peers that it does not know: each process
 * lets the other's node in before it tells it of its own, and connects to it once that one has told of itself in turn.
 */
import type { Service } from '../service.ts'

/** @param knownPeers Ids of the peers that may connect to this process's node. Returns how to stop. */
export function meetProcesses({ events, node }: Service, knownPeers: Set<string>): () => void {
  /** Ids of the nodes that have been told of this one. */
  const told = new Set<string>()

  async function hear(addresses: string[], { isStart = false, to = '' }): Promise<void> {
    const ownAddresses = await node.addresses()
    const own = peerOf(ownAddresses)
    const peer = peerOf(addresses)
    if (peer === undefined || peer === own) return
    const wasTold = told.has(peer)
    knownPeers.add(peer)
    told.add(peer)
    // Who has just started has forgotten what it was told before.
    if (isStart || !wasTold) events.emit('ipfs:node.answered', { addresses: ownAddresses, to: peer })
    const letsUsIn = !isStart && (wasTold || to === own)
    if (letsUsIn) await Promise.any(addresses.map((address) => node.meet(address))).catch(() => {})
  }
  const stops = [
    events.on('ipfs:node.started', ({ addresses }) => hear(addresses, { isStart: true })),
    events.on('ipfs:node.answered', ({ addresses, to }) => hear(addresses, { to })),
    events.on('ipfs:pin.announced', ({ addresses }) => hear(addresses, {})),
  ]
  return () => void stops.map((stop) => stop())
}

/** Each address of a node ends with its id. */
const peerOf = (addresses: string[]): string | undefined => addresses[0]?.split('/p2p/').at(-1)
