/** A socket to a service: typed events, and subscriptions that survive a lost connection. */
import { io, type Socket } from 'socket.io-client'
import { withoutSlash } from '../requests/address.ts'
import { QuorateError } from '../requests/errors.ts'

export interface Live<Event extends string, Data> {
  event: Event
  data: Data
  /** When the service sent it, ISO 8601. */
  timestamp: string
}

/** Passed to the listeners of `onReload` after events were lost. */
export interface Reload {
  /** The errors of subscriptions that the service has refused since. The socket drops these subscriptions. */
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
  /** Calls `listener` when the connection is lost. `onReload` follows after a reconnect, `onClose` if there is none. */
  onLost(listener: () => void): () => void
  /** Calls `listener` once, if the socket ends for good other than by `close`. */
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

/**
 * Temporary refusals: the service does not know the logouts yet because it is starting, or has its maximum of sockets.
 */
const PASSING = new Set([429, 503])
const RETRY_DELAY_MS = 1_000
/** Sent by the service if it missed events from another of its processes. */
const RESYNC = 'resync'

/**
 * Connects. Resolves once the service has accepted the socket.
 *
 * @throws QuorateError with the service's code, or `UNANSWERED`
 */
export async function openLive<Events, Topics extends object>(
  options: LiveOptions,
): Promise<LiveSocket<Events, Topics>> {
  const { url, namespace, token, renew, timeoutMs, signal } = options
  signal?.throwIfAborted()
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
  const followed = new Map<string, Topics>()
  const reloads = new Set<(reload: Reload) => void>()
  const losses = new Set<() => void>()
  const closes = new Set<(error: QuorateError) => void>()
  const opened = Promise.withResolvers<void>()
  let isOpen = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = (): void => {
    isClosed = true
    clearTimeout(timer)
    socket.close()
  }
  const end = (error: QuorateError): void => {
    close()
    opened.reject(error)
    for (const listener of closes) listener(error)
    closes.clear()
  }
  socket.on('connect', () => {
    if (!isOpen) {
      isOpen = true
      return opened.resolve()
    }
    void subscribeAgain().then((reload) => {
      for (const listener of socket.connected ? reloads : []) listener(reload)
    })
  })
  socket.on(RESYNC, () => {
    for (const listener of reloads) listener({ refused: [] })
  })
  socket.on('connect_error', (error) => {
    const refusal = refusalOf(error, url)
    if (!isOpen && refusal.status === 0) return end(refusal)
    // Socket.IO reconnects by itself after a lost connection, but not after a refusal.
    if (socket.active) return
    if (isOpen && PASSING.has(refusal.status)) connectLater()
    else void connectWithNewSession(refusal)
  })
  // The service disconnects the sockets of an ended session. The next connection attempt gets the reason.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') connectLater()
    if (!isClosed) for (const listener of losses) listener()
  })

  const connectLater = (): void => {
    timer = setTimeout(() => socket.connect(), RETRY_DELAY_MS)
  }

  let tried: string | undefined
  async function connectWithNewSession(refusal: QuorateError): Promise<void> {
    const old = token()
    if (refusal.code !== 'TOKEN_EXPIRED' || tried === old) return end(refusal)
    tried = old
    const isRenewed = await renew().catch(() => false)
    if (!isRenewed) end(refusal)
    else if (!isClosed) socket.connect()
  }

  async function subscribeAgain(): Promise<Reload> {
    const refused: QuorateError[] = []
    for (const [name, topic] of followed)
      await ask('subscribe', topic).catch((error: QuorateError) => {
        // If the connection breaks meanwhile, another reload follows.
        if (error.code === 'SOCKET_CLOSED') return
        followed.delete(name)
        refused.push(error)
      })
    return { refused }
  }

  async function ask(verb: 'subscribe' | 'unsubscribe', topic: Topics): Promise<void> {
    if (isClosed) throw new QuorateError({ code: 'SOCKET_CLOSED', message: 'The socket is closed: open another one' })
    const ack: Ack = await socket
      .timeout(timeoutMs)
      .emitWithAck(`${verb}_${kindOf(topic)}`, topic)
      .catch((cause: unknown) => {
        throw new QuorateError({ code: 'SOCKET_CLOSED', message: `The service did not answer over the socket`, cause })
      })
    if (!ack.ok) throw new QuorateError(ack)
  }

  const added = <T>(listeners: Set<T>, listener: T): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const abort = (): void => {
    socket.close()
    opened.reject(signal?.reason)
  }
  signal?.addEventListener('abort', abort, { once: true })
  socket.connect()
  await opened.promise.finally(() => signal?.removeEventListener('abort', abort))

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
      await ask('subscribe', topic)
      followed.set(JSON.stringify(topic), topic)
    },
    async unsubscribe(topic) {
      followed.delete(JSON.stringify(topic))
      await ask('unsubscribe', topic)
    },
    close,
  }
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
