/** A socket to a service: typed events, and subscriptions that survive a lost connection. */
import { io, type Socket } from 'socket.io-client'
import { withoutSlash } from '../requests/address.ts'
import { QuorateError } from '../requests/errors.ts'

export interface Live<Event extends string, Data> {
  event: Event
  data: Data
  /** When the service sent the event, ISO 8601. */
  timestamp: string
}

/** Passed to the listeners of `onReload` after events were lost. */
export interface Reload {
  /** Errors of the subscriptions that the service refused after reconnecting. The socket drops them. */
  refused: readonly QuorateError[]
}

export interface LiveSocket<Events, Topics> {
  /** Calls `listener` with the data of each such event. Returns a function that removes the listener. */
  on<E extends keyof Events & string>(
    event: E,
    listener: (data: Events[E], live: Live<E, Events[E]>) => void,
  ): () => void
  /** Calls `listener` with every event. */
  onAny(listener: (live: Live<keyof Events & string, Events[keyof Events]>) => void): () => void
  /**
   * Calls `listener` after each reconnect, once all subscriptions are restored, and when the service reports that it
   * missed events. Those events are lost: reload what is shown.
   */
  onReload(listener: (reload: Reload) => void): () => void
  /** Calls `listener` when the connection is lost. `onReload` follows if it is restored, otherwise `onClose`. */
  onLost(listener: () => void): () => void
  /** Calls `listener` once if the socket ends for good, except by `close`. */
  onClose(listener: (error: QuorateError) => void): () => void
  /** Follows a wallet, a DAO or a proposal until `unsubscribe`, across reconnects. */
  subscribe(topic: Topics): Promise<void>
  unsubscribe(topic: Topics): Promise<void>
  close(): void
}

export interface LiveOptions {
  /** The base URL of the sockets, such as `http://127.0.0.1:3004`. It may have a path. */
  url: string
  /** For example `multisig`. */
  namespace: string
  token(): string | undefined
  renew(): Promise<boolean>
  timeoutMs: number
  signal?: AbortSignal
}

/** The payload of an event on the wire. */
interface Sent<Data> {
  data: Data
  timestamp: string
}
type Ack = { ok: true } | { ok: false; code: string; message: string }

/** Temporary refusals: the service is starting and does not know ended sessions yet, or has its maximum of sockets. */
const PASSING = new Set([429, 503])
const RETRY_DELAY_MS = 1_000
/** Sent by the service if it missed events from another of its processes. */
const RESYNC = 'resync'

/** A connection, which is replaced when it is lost. */
interface Connection<Topics> {
  options: LiveOptions
  socket: Socket
  /** The subscriptions, which are repeated after a reconnect, by their topics' JSON. */
  followed: Map<string, Topics>
  reloads: Set<(reload: Reload) => void>
  losses: Set<() => void>
  closes: Set<(error: QuorateError) => void>
  opened: PromiseWithResolvers<void>
  isOpen: boolean
  isClosed: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** The expired token that led to a request for a new session. */
  renewed: string | undefined
}

/**
 * Connects. Resolves once the service has accepted the socket.
 *
 * @throws QuorateError with the service's code, or `UNANSWERED`
 */
export async function openLive<Events, Topics extends object>(
  options: LiveOptions,
): Promise<LiveSocket<Events, Topics>> {
  options.signal?.throwIfAborted()
  const connection = connectionOf<Topics>(options)
  const { socket, followed, reloads, losses, closes } = connection
  listen(connection)
  await connect(connection)
  return {
    on(event, listener) {
      const heard = ({ data, timestamp }: Sent<Events[typeof event]>) => listener(data, { event, data, timestamp })
      const events: Socket = socket
      events.on(event as string, heard)
      return () => void events.off(event as string, heard)
    },
    onAny(listener) {
      const heard = (event: string, { data, timestamp }: Sent<Events[keyof Events]>) => {
        if (event !== RESYNC) listener({ event: event as keyof Events & string, data, timestamp })
      }
      socket.onAny(heard)
      return () => void socket.offAny(heard)
    },
    onReload: (listener) => added(reloads, listener),
    onLost: (listener) => added(losses, listener),
    onClose: (listener) => added(closes, listener),
    async subscribe(topic) {
      await ask(connection, 'subscribe', topic)
      followed.set(JSON.stringify(topic), topic)
    },
    async unsubscribe(topic) {
      followed.delete(JSON.stringify(topic))
      await ask(connection, 'unsubscribe', topic)
    },
    close: () => close(connection),
  }
}

function connectionOf<Topics>(options: LiveOptions): Connection<Topics> {
  const { url, namespace, token, timeoutMs } = options
  const { origin, pathname } = new URL(url)
  const socket = io(`${origin}/${namespace}`, {
    path: `${withoutSlash(pathname)}/socket.io`,
    auth: (send) => send({ token: token() }),
    // With polling, each request would have to reach the same process.
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    timeout: timeoutMs,
  })
  return {
    options,
    socket,
    followed: new Map(),
    reloads: new Set(),
    losses: new Set(),
    closes: new Set(),
    opened: Promise.withResolvers(),
    isOpen: false,
    isClosed: false,
    timer: undefined,
    renewed: undefined,
  }
}

/** Listens to the socket before it connects. */
function listen<Topics extends object>(connection: Connection<Topics>): void {
  const { options, socket, reloads, losses, opened } = connection
  socket.on('connect', () => {
    if (!connection.isOpen) {
      connection.isOpen = true
      return opened.resolve()
    }
    void subscribeAgain(connection).then((reload) => {
      for (const listener of socket.connected ? reloads : []) listener(reload)
    })
  })
  socket.on(RESYNC, () => {
    for (const listener of reloads) listener({ refused: [] })
  })
  socket.on('connect_error', (error) => {
    const refusal = refusalOf(error, options.url)
    if (!connection.isOpen && refusal.status === 0) return end(connection, refusal)
    // Socket.IO reconnects by itself after a lost connection, but not after a refusal.
    if (socket.active) return
    if (connection.isOpen && PASSING.has(refusal.status)) connectLater(connection)
    else void connectWithNewSession(connection, refusal)
  })
  // The service disconnects the sockets of an ended session. The next connection attempt gets the reason.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') connectLater(connection)
    if (!connection.isClosed) for (const listener of losses) listener()
  })
}

async function connect<Topics>({ options: { signal }, socket, opened }: Connection<Topics>): Promise<void> {
  const abort = (): void => {
    socket.close()
    opened.reject(signal?.reason)
  }
  signal?.addEventListener('abort', abort, { once: true })
  socket.connect()
  await opened.promise.finally(() => signal?.removeEventListener('abort', abort))
}

function connectLater<Topics>(connection: Connection<Topics>): void {
  connection.timer = setTimeout(() => connection.socket.connect(), RETRY_DELAY_MS)
}

async function connectWithNewSession<Topics>(connection: Connection<Topics>, refusal: QuorateError): Promise<void> {
  const { token, renew } = connection.options
  const old = token()
  if (refusal.code !== 'TOKEN_EXPIRED' || connection.renewed === old) return end(connection, refusal)
  connection.renewed = old
  const isRenewed = await renew().catch(() => false)
  if (!isRenewed) end(connection, refusal)
  else if (!connection.isClosed) connection.socket.connect()
}

async function subscribeAgain<Topics extends object>(connection: Connection<Topics>): Promise<Reload> {
  const refused: QuorateError[] = []
  for (const [name, topic] of connection.followed)
    await ask(connection, 'subscribe', topic).catch((error: QuorateError) => {
      // If the connection breaks in the meantime, another reload follows.
      if (error.code === 'SOCKET_CLOSED') return
      connection.followed.delete(name)
      refused.push(error)
    })
  return { refused }
}

async function ask<Topics extends object>(
  { options, socket, isClosed }: Connection<Topics>,
  verb: 'subscribe' | 'unsubscribe',
  topic: Topics,
): Promise<void> {
  if (isClosed) throw new QuorateError({ code: 'SOCKET_CLOSED', message: 'The socket is closed: open another one' })
  const ack: Ack = await socket
    .timeout(options.timeoutMs)
    .emitWithAck(`${verb}_${kindOf(topic)}`, topic)
    .catch((cause: unknown) => {
      throw new QuorateError({ code: 'SOCKET_CLOSED', message: `The service did not answer over the socket`, cause })
    })
  if (!ack.ok) throw new QuorateError(ack)
}

function close<Topics>(connection: Connection<Topics>): void {
  connection.isClosed = true
  clearTimeout(connection.timer)
  connection.socket.close()
}

function end<Topics>(connection: Connection<Topics>, error: QuorateError): void {
  const { opened, closes } = connection
  close(connection)
  opened.reject(error)
  for (const listener of closes) listener(error)
  closes.clear()
}

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns `wallet` for `{walletId}`. The subscription events are named after it. */
const kindOf = (topic: object): string => (Object.keys(topic)[0] ?? '').replace(/Id$/, '')

/** A refusal by the service has a status and a code. Any other failure is a connection error. */
function refusalOf(
  error: Error & { data?: { statusCode: number; code: string; message: string } },
  url: string,
): QuorateError {
  const { data } = error
  if (data?.code) return new QuorateError({ ...data, status: data.statusCode })
  return new QuorateError({ code: 'UNANSWERED', message: `Nothing answers at ${new URL(url).origin}`, cause: error })
}
