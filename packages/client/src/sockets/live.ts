/** A socket of a service: typed events, and subscriptions that outlive a lost connection. */
import { io, type Socket } from 'socket.io-client'
import { withoutSlash } from '../requests/address.ts'
import { QuorateError } from '../requests/errors.ts'

/** An event as a service sends it. */
export interface Live<Event extends string, Data> {
  event: Event
  data: Data
  /** When it was sent, ISO 8601. */
  timestamp: string
}

/** What has to be known when events were lost. */
export interface Reload {
  /** Subscriptions that the service has refused since, which are given up. */
  refused: readonly QuorateError[]
}

export interface LiveSocket<Events, Topics> {
  /** Calls `listener` with what the event carries; answers what ends that. */
  on<E extends keyof Events & string>(
    event: E,
    listener: (data: Events[E], live: Live<E, Events[E]>) => void,
  ): () => void
  /** Calls `listener` with every event. */
  onAny(listener: (live: Live<keyof Events & string, Events[keyof Events]>) => void): () => void
  /**
   * Calls `listener` after each reconnect, once all subscriptions stand again, and when the service says that events
   * did not reach it. Such events are lost: what is shown has to be read again.
   */
  onReload(listener: (reload: Reload) => void): () => void
  /** Calls `listener` when the connection is lost; `onReload` follows when it is back, or `onClose`. */
  onLost(listener: () => void): () => void
  /** Calls `listener` once, when the socket has ended for good other than by `close`. */
  onClose(listener: (error: QuorateError) => void): () => void
  /** Follows a wallet, a DAO or a proposal, until `unsubscribe`, also over reconnects. */
  subscribe(topic: Topics): Promise<void>
  unsubscribe(topic: Topics): Promise<void>
  close(): void
}

export interface LiveOptions {
  /** The address of the sockets, such as `http://127.0.0.1:3004`; it may have a path. */
  url: string
  /** Such as `multisig`. */
  namespace: string
  token(): string | undefined
  renew(): Promise<boolean>
  timeoutMs: number
  signal?: AbortSignal
}

/** What an event is sent with. */
interface Sent<Data> {
  data: Data
  timestamp: string
}
/** A service's acknowledgement. */
type Ack = { ok: true } | { ok: false; code: string; message: string }

/** The service may be starting: it knows no logouts yet, or has more sockets than it takes. */
const PASSING = new Set([429, 503])
const RETRY_DELAY_MS = 1_000
/** The service's word that events were lost on their way to it, from another of its processes. */
const RESYNC = 'resync'

/**
 * Connects, and resolves once the service has let the socket in.
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
    // Polling would need each request to reach the same process.
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
    // Without a connection socket.io goes on by itself; a socket that was refused it leaves alone.
    if (socket.active) return
    if (isOpen && PASSING.has(refusal.status)) connectLater()
    else void connectWithNewSession(refusal)
  })
  // The service ends the sockets of a session that is over: it will say why when they connect again.
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
        // A connection that breaks meanwhile is followed by another reload.
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

/** `wallet` of `{walletId}`: what the services' events are named after. */
const kindOf = (topic: object): string => (Object.keys(topic)[0] ?? '').replace(/Id$/, '')

/** A refusal of the service carries its status and code; what else fails is the connection. */
function refusalOf(
  error: Error & { data?: { statusCode: number; code: string; message: string } },
  url: string,
): QuorateError {
  const { data } = error
  if (data?.code) return new QuorateError({ ...data, status: data.statusCode })
  return new QuorateError({ code: 'UNANSWERED', message: `Nothing answers at ${new URL(url).origin}`, cause: error })
}
