/** Measures how long an event takes to reach many sockets. */
import type { Client } from '@quorate/client'
import { io, type Socket } from 'socket.io-client'
import type { Measurements } from './measurements.ts'

/** Connections opened at the same time. A service accepts 32 from one address before they send a session. */
const OPENING = 16
/** A service accepts 300 new connections a minute from one address. */
const PER_ADDRESS = 250
const EVENTS = 5
const EVENT_TIMEOUT_MS = 30_000

/**
 * Opens sockets that receive the event of every new DAO, founds a few DAOs, and measures when the last socket received
 * each event. On loopback the sockets connect from 127.0.1.1 and the addresses after it, like separate clients.
 * Otherwise they connect from the address of this machine, and a service accepts MAX_CONNECTIONS_PER_ADDRESS of them.
 */
export async function broadcast(url: string, people: Client[], count: number, to: Measurements): Promise<void> {
  const { hostname } = new URL(url)
  const isLoopback = hostname === '127.0.0.1' || hostname === 'localhost'
  const sockets = new Set<Socket>()
  const open = async (index: number): Promise<void> => {
    const client = people[index % people.length] as Client
    const address = Math.floor(index / PER_ADDRESS) + 1
    const socket = io(`${url}/dao_events`, {
      auth: { token: client.session?.accessToken },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      // An option of the transport in Node that its types lack.
      ...(isLoopback ? { localAddress: `127.0.1.${address}` } : {}),
    })
    // A service may close a socket right after it accepted it, if the account opened others at the same moment.
    let ended: string | undefined
    socket.once('disconnect', (reason) => {
      ended = reason
      if (sockets.delete(socket)) to.failed('socket: stay open', reason)
    })
    const begin = performance.now()
    const refusal = await new Promise<unknown>((resolve) => {
      socket.once('connect', () => resolve(undefined))
      socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
        resolve(error.data?.code ?? 'UNANSWERED'),
      )
    })
    if (refusal !== undefined) {
      to.failed('socket: open', String(refusal))
      socket.close()
      return
    }
    to.took('socket: open', performance.now() - begin)
    if (ended === undefined) sockets.add(socket)
    else to.failed('socket: stay open', ended)
  }
  let next = 0
  const openOthers = async (): Promise<void> => {
    while (next < count) await open(next++)
  }
  await Promise.all(Array.from({ length: OPENING }, openOthers))
  for (let event = 0; event < EVENTS; event++) await tellAll(sockets, people[event % people.length] as Client, to)
  const opened = [...sockets]
  sockets.clear()
  for (const socket of opened) socket.close()
}

/** Resolves when all open sockets have received the event of a new DAO. */
async function tellAll(sockets: ReadonlySet<Socket>, client: Client, to: Measurements): Promise<void> {
  const name = `Load ${crypto.randomUUID()}`
  const listening = [...sockets]
  const waiting = new Set(listening)
  let first = 0
  const all = Promise.withResolvers<void>()
  const endIfHeard = (socket: Socket): void => {
    waiting.delete(socket)
    if (waiting.size === 0) all.resolve()
  }
  const stops = listening.map((socket) => {
    const hear = ({ data }: { data: { name: string } }): void => {
      if (data.name !== name) return
      first ||= performance.now()
      endIfHeard(socket)
    }
    const lose = () => endIfHeard(socket)
    socket.on('dao_created', hear)
    socket.on('disconnect', lose)
    return () => {
      socket.off('dao_created', hear)
      socket.off('disconnect', lose)
    }
  })
  await client.governance.post('/daos', {
    body: {
      name,
      description: 'Founded by the load generator',
      ownerAddress: client.accountId,
      votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
    },
  })
  const timer = setTimeout(all.resolve, EVENT_TIMEOUT_MS)
  await all.promise
  clearTimeout(timer)
  for (const stop of stops) stop()
  for (const _ of waiting) to.failed('socket: event to all', 'EVENT_LOST')
  if (waiting.size === 0) to.took('socket: event to all', performance.now() - first)
}
