/** Keeps connections to known peers open. */
import type { Libp2p } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Logger } from '@quorate/platform'

export const multiaddrOf = (text: string): ReturnType<typeof multiaddr> => multiaddr(text)

/** The id of the peer at the end of a multiaddr, in the form that peers give; undefined if the multiaddr names none. */
export function peerIdOf(address: string): string | undefined {
  try {
    // An id has several text forms; decoded from its bytes it has only one.
    return multiaddr(multiaddr(address).bytes)
      .getComponents()
      .findLast(({ name }) => name === 'p2p')?.value
  } catch {
    return undefined
  }
}

/** Milliseconds between attempts to reach missing peers; one attempt takes no longer. */
const DIAL_INTERVAL_MS = 15_000

/** Dials each of `addresses` now, and again whenever its peer is not connected. */
export function keepMeeting(libp2p: Libp2p, addresses: readonly string[], logger: Logger): { close(): void } {
  const away = new Set<string>()
  const isConnected = (address: string): boolean => {
    const id = peerIdOf(address)
    return libp2p.getPeers().some((peer) => peer.toString() === id)
  }
  const meet = async (address: string): Promise<void> => {
    if (isConnected(address)) return void away.delete(address)
    try {
      await libp2p.dial(multiaddrOf(address), { signal: AbortSignal.timeout(DIAL_INTERVAL_MS) })
      away.delete(address)
    } catch (error) {
      if (!away.has(address)) logger.warn({ err: error, address }, `The IPFS_BOOTSTRAP peer ${address} is not there`)
      away.add(address)
    }
  }
  const meetAll = () => void Promise.all(addresses.map(meet))
  meetAll()
  const timer = setInterval(meetAll, DIAL_INTERVAL_MS).unref()
  return { close: () => clearInterval(timer) }
}
