import type { WebSocket } from 'ws'
import type { Ledger } from '#ledger/ledger.ts'
import { limits } from '#limits.ts'
import { blocksAfter, newestBlock } from './block-lookup.ts'
import type { Methods } from './context.ts'
import type { Dispatcher } from './dispatch.ts'
import { headJson } from './methods/block-methods.ts'
import { type LogFilter, logFilterIn, logsBetween } from './methods/log-methods.ts'
import { invalidParameter, RpcError, SERVER_ERROR } from './values.ts'

/** The maximum number of subscriptions of one connection, as in the relay. */
const MAX_SUBSCRIPTIONS = 10
/** The maximum number of blocks that are announced at once; others follow with the next block. */
const MAX_BLOCKS = 100

/** The subject of a subscription: blocks, or the logs in them. */
type Subscription = { readonly kind: 'newHeads' } | { readonly kind: 'logs'; readonly filter: LogFilter }

interface Served {
  readonly ledger: Ledger
  readonly dispatcher: Dispatcher
  /** The methods of this connection, in addition to the methods of every connection. */
  readonly methods: Methods
}

/** Answers the requests of a WebSocket, and sends the events of its subscriptions. */
export function serveSocket(socket: WebSocket, { ledger, dispatcher, methods }: Served): void {
  const context = { ledger }
  const subscriptions = new Map<string, Subscription>()
  let last = -1
  const own: Methods = {
    ...methods,
    eth_subscribe([kind, criteria]) {
      if (subscriptions.size >= MAX_SUBSCRIPTIONS)
        throw new RpcError(SERVER_ERROR, `A connection has at most ${MAX_SUBSCRIPTIONS} subscriptions`)
      if (kind !== 'newHeads' && kind !== 'logs')
        throw invalidParameter('the subscription must be "newHeads" or "logs"')
      if (subscriptions.size === 0) last = newestBlock(context)?.number ?? -1
      const id = `0x${crypto.randomUUID().replaceAll('-', '')}`
      subscriptions.set(id, kind === 'logs' ? { kind, filter: logFilterIn(criteria ?? {}) } : { kind })
      return id
    },
    eth_unsubscribe: ([id]) => subscriptions.delete(String(id)),
  }
  const tell = (): void => {
    if (subscriptions.size === 0 || ledger.failure) return
    if (socket.bufferedAmount > limits.maxUnreadBytes.value) {
      socket.terminate()
      return
    }
    // Restoring a snapshot removed the blocks after it.
    last = Math.min(last, newestBlock(context)?.number ?? -1)
    for (const block of blocksAfter(last, context, MAX_BLOCKS)) {
      last = block.number
      for (const [subscription, wanted] of subscriptions) {
        const results =
          wanted.kind === 'newHeads'
            ? [headJson(block, context)]
            : logsBetween(block.start, block.end, wanted.filter, context)
        for (const result of results)
          socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }))
      }
    }
  }
  const end = ledger.onCommit(() => setImmediate(tell))
  socket.on('close', end)
  // A broken connection is closed by the library.
  socket.on('error', () => {})
  const answer = async (text: string): Promise<void> => {
    const answered = await dispatcher.answer(text, own)
    if (answered !== undefined) await sent(socket, answered)
  }
  // One after the other, so that a client that does not read its answers gets no further ones.
  let answering = Promise.resolve()
  let waiting = 0
  socket.on('message', (data) => {
    waiting++
    socket.pause()
    answering = answering.then(async () => {
      await answer(String(data)).catch(() => socket.terminate())
      if (--waiting === 0) socket.resume()
    })
  })
}

/** Sends a text; ends when all of it has left this process, or the connection is closed. */
const sent = (socket: WebSocket, text: string): Promise<void> =>
  new Promise((resolve) => socket.send(text, () => resolve()))
