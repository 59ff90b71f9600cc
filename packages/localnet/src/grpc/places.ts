import { BlockList, isIPv6, type Socket } from 'node:net'

interface Place {
  readonly end: () => void
}

interface Peer {
  readonly address: string
  readonly places: Set<Place>
}

/**
 * Takes a place for a peer, `address:port`. Answers a function that gives the place back and says whether the peer
 * still held it; undefined if no place is free. Calls `end` if the place is taken away for another peer.
 */
export type TakePlace = (peer: string, end: () => void) => (() => boolean) | undefined

/**
 * Places that peers share. When all are taken, a peer that holds fewer than another gets a place of that one: the
 * newest place of the largest peer at the largest address, by places held.
 */
export function createPeerPlaces(inAll: number, each = inAll): TakePlace {
  const held = new Map<string, Peer>()
  const ofAddress = new Map<string, number>()
  let taken = 0
  const countOf = (peer: string): number => held.get(peer)?.places.size ?? 0
  const atAddress = (address: string): number => ofAddress.get(address) ?? 0

  function count(address: string, difference: 1 | -1): void {
    taken += difference
    const sum = atAddress(address) + difference
    if (sum === 0) ofAddress.delete(address)
    else ofAddress.set(address, sum)
  }

  function leave(peer: string, place: Place): boolean {
    const one = held.get(peer)
    if (!one?.places.delete(place)) return false
    count(one.address, -1)
    if (one.places.size === 0) held.delete(peer)
    return true
  }

  /**
   * The peer with the most places at the address with the most places. It takes one pass, because it runs at every
   * refusal.
   */
  function largest(): [peer: string, Peer] | undefined {
    let most: [peer: string, Peer] | undefined
    for (const entry of held) {
      const [one, other] = [entry[1], most?.[1]]
      const more = other ? atAddress(one.address) - atAddress(other.address) || one.places.size - other.places.size : 1
      if (more > 0) most = entry
    }
    return most
  }

  function makeRoom(peer: string): boolean {
    const found = largest()
    if (!found) return false
    const [most, { address, places }] = found
    const isNeighbour = address === addressOf(peer)
    const [own, others] = isNeighbour ? [countOf(peer), places.size] : [atAddress(addressOf(peer)), atAddress(address)]
    if (others <= own + 1) return false
    const newest = [...places].at(-1) as Place
    leave(most, newest)
    newest.end()
    return true
  }

  return (peer, end) => {
    if (countOf(peer) >= each || (taken >= inAll && !makeRoom(peer))) return undefined
    const place = { end }
    const one = held.get(peer) ?? { address: addressOf(peer), places: new Set() }
    held.set(peer, one)
    one.places.add(place)
    count(one.address, 1)
    return () => leave(peer, place)
  }
}

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

const addressOf = (peer: string): string => networkOf(peer.slice(0, peer.lastIndexOf(':')))

/** The network that an address stands for: one IPv6 host can use all addresses of its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || mapped.check(address, 'ipv6')) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':')
  if (tail === undefined) return before.slice(0, 4).join(':')
  const zeros = 8 - before.length - tail.split(':').length
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

/** Closes connections beyond the limit. */
export function boundConnections(
  server: { on(event: 'connection', listener: (socket: Socket) => void): unknown },
  most: number,
): void {
  const take = createPeerPlaces(most)
  server.on('connection', (socket) => {
    const leave = take(`${socket.remoteAddress}:${socket.remotePort}`, () => socket.destroy())
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}
