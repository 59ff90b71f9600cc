import type { Socket } from 'node:net'

/** Takes a place for a peer, `address:port`; answers how it is given back, undefined if there is none. `end` is called if another needs it. */
export type TakePlace = (peer: string, end: () => void) => (() => void) | undefined

/**
 * Places that peers share. When all are taken, a peer that has fewer than another gets one of that one's: the newest of the peer
 * that has most, at the address that has most.
 */
export function createPlaces(inAll: number, each = inAll): TakePlace {
  const held = new Map<string, Set<{ readonly end: () => void }>>()
  let taken = 0
  const countOf = (peer: string): number => held.get(peer)?.size ?? 0

  function leave(peer: string, place: { readonly end: () => void }): void {
    const places = held.get(peer)
    if (!places?.delete(place)) return
    taken--
    if (places.size === 0) held.delete(peer)
  }

  function makeRoom(peer: string): boolean {
    const ofAddress = new Map<string, number>()
    for (const [other, { size }] of held) ofAddress.set(addressOf(other), (ofAddress.get(addressOf(other)) ?? 0) + size)
    const atAddress = (other: string): number => ofAddress.get(addressOf(other)) ?? 0
    const rank = (a: string, b: string): number => atAddress(b) - atAddress(a) || countOf(b) - countOf(a)
    const [most = peer] = [...held.keys()].sort(rank)
    const count = addressOf(most) === addressOf(peer) ? countOf : atAddress
    const newest = [...(held.get(most) ?? [])].at(-1)
    if (!newest || count(most) <= count(peer) + 1) return false
    leave(most, newest)
    newest.end()
    return true
  }

  return (peer, end) => {
    if (countOf(peer) >= each || (taken >= inAll && !makeRoom(peer))) return undefined
    const place = { end }
    const places = held.get(peer) ?? new Set()
    held.set(peer, places.add(place))
    taken++
    return () => leave(peer, place)
  }
}

const addressOf = (peer: string): string => peer.slice(0, peer.lastIndexOf(':'))

/** Closes connections for which there is no place. */
export function boundConnections(
  server: { on(event: 'connection', listener: (socket: Socket) => void): unknown },
  most: number,
): void {
  const take = createPlaces(most)
  server.on('connection', (socket) => {
    const leave = take(`${socket.remoteAddress}:${socket.remotePort}`, () => socket.destroy())
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}
