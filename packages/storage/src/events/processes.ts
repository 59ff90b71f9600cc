/**
 * How the processes of the platform tell each other about their nodes. An embedded node refuses peers that it does not
 * know. So each process first permits the other's node to connect, then tells it its own addresses, and connects once
 * the other process has told its own.
 */
import type { Service } from '../service.ts'

/** Returns a function that stops it. @param knownPeers Ids of the peers that may connect to this process's node. */
export function meetProcesses({ events, node }: Service, knownPeers: Set<string>): () => void {
  /** Ids of the nodes that this process has told its addresses. */
  const told = new Set<string>()

  async function hear(addresses: string[], { isStart = false, to = '' }): Promise<void> {
    const ownAddresses = await node.addresses()
    const own = peerOf(ownAddresses)
    const peer = peerOf(addresses)
    if (peer === undefined || peer === own) return
    const wasTold = told.has(peer)
    knownPeers.add(peer)
    told.add(peer)
    // A node that has just started has forgotten what it was told before.
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

/** The id of a node, with which each of its addresses ends. */
const peerOf = (addresses: string[]): string | undefined => addresses[0]?.split('/p2p/').at(-1)
