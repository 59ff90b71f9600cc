/** Stand-ins for the other side of WalletConnect: a local relay and a wallet app. */
import { sign } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { walletMessage } from '@quorate/verify'
import { SignClient } from '@walletconnect/sign-client'
import { type WebSocket, WebSocketServer } from 'ws'
import { ed25519, mapOf } from './people.ts'

export interface Relay {
  url: string
  close(): void
}

interface Call {
  id: number
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: each method has other parameters
  params?: any
}

/**
 * A relay that cannot read its messages. Each message goes to all other subscribers of its topic, including later ones.
 */
export async function openRelay(): Promise<Relay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const messages = new Map<string, { from: WebSocket; data: object }[]>()
  const subscribers = new Map<string, Map<WebSocket, string>>()
  let last = 0
  const deliver = (to: WebSocket, id: string, data: object) =>
    to.send(JSON.stringify({ id: ++last, jsonrpc: '2.0', method: 'irn_subscription', params: { id, data } }))
  function publish(from: WebSocket, topic: string, message: string, tag: number): void {
    const data = { topic, message, publishedAt: Date.now(), tag }
    messages.set(topic, [...(messages.get(topic) ?? []), { from, data }])
    for (const [socket, id] of subscribers.get(topic) ?? []) if (socket !== from) deliver(socket, id, data)
  }
  function subscribe(socket: WebSocket, topic: string): string {
    const ids = subscribers.get(topic) ?? new Map<WebSocket, string>()
    subscribers.set(topic, ids)
    const known = ids.get(socket)
    if (known) return known
    const id = `${++last}`
    ids.set(socket, id)
    // After the answer, which contains the id of the subscription.
    setImmediate(() => {
      for (const { from, data } of messages.get(topic) ?? []) if (from !== socket) deliver(socket, id, data)
    })
    return id
  }
  const answers: Record<string, (socket: WebSocket, params: Call['params']) => unknown> = {
    irn_subscribe: (socket, { topic }) => subscribe(socket, topic),
    irn_batchSubscribe: (socket, { topics }) => topics.map((topic: string) => subscribe(socket, topic)),
    irn_publish(socket, { topic, message, tag }) {
      publish(socket, topic, message, tag)
      return true
    },
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession(socket, { pairingTopic, sessionProposal }) {
      subscribe(socket, pairingTopic)
      publish(socket, pairingTopic, sessionProposal, 1100)
      return true
    },
    wc_approveSession(socket, { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest }) {
      subscribe(socket, sessionTopic)
      publish(socket, pairingTopic, sessionProposalResponse, 1101)
      publish(socket, sessionTopic, sessionSettlementRequest, 1102)
      return true
    },
  }
  server.on('connection', (socket) => {
    socket.on('message', (text) => {
      const { id, method, params }: Call = JSON.parse(String(text))
      if (method === undefined) return
      const result = answers[method]?.(socket, params) ?? true
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
    })
    socket.on('close', () => {
      for (const ids of subscribers.values()) ids.delete(socket)
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

export interface WalletAppOptions {
  relayUrl: string
  /** Such as `hedera:devnet:0.0.1022`. */
  accounts: string[]
  privateKey: string
}

export interface Asked {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests check what the console sends
  params: any
}

export interface WalletApp {
  /** The requests that it received, in order. */
  asked: Asked[]
  /** Returns an answer other than a signature, or throws an error. */
  instead: ((asked: Asked) => unknown) | undefined
  /** The accounts that it offers when it is paired. */
  accounts: string[]
  /** Whether it accepts a pairing. */
  agrees: boolean
  pair(uri: string): Promise<void>
  /** Ends all pairings. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** A wallet app that signs every request according to HIP-820. */
export async function openWalletApp({ relayUrl, accounts, privateKey }: WalletAppOptions): Promise<WalletApp> {
  const kept = new Map<string, unknown>()
  const client = await SignClient.init({
    ...{ projectId: 'wallet', relayUrl, telemetryEnabled: false, logger: 'silent' },
    metadata: { name: 'A wallet app', description: '', url: 'https://wallet.example', icons: [] },
    storage: {
      getKeys: async () => [...kept.keys()],
      getEntries: async <T>() => [...kept] as [string, T][],
      getItem: async <T>(key: string) => kept.get(key) as T | undefined,
      setItem: async <T>(key: string, value: T) => void kept.set(key, value),
      removeItem: async (key: string) => void kept.delete(key),
    },
  })
  const key = ed25519(privateKey)
  const app: WalletApp = {
    asked: [],
    instead: undefined,
    accounts,
    agrees: true,
    async pair(uri) {
      await client.core.pairing.pair({ uri })
    },
    async leave() {
      for (const topic of client.session.keys)
        await client.disconnect({ topic, reason: { code: 6000, message: 'Left' } })
    },
    async close() {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    },
  }
  client.on('session_proposal', async ({ id, params: { optionalNamespaces } }) => {
    const { methods = [], events = [] } = optionalNamespaces.hedera ?? {}
    if (!app.agrees) return void (await client.reject({ id, reason: { code: 5000, message: 'No, thank you' } }))
    await client.approve({ id, namespaces: { hedera: { accounts: app.accounts, methods, events } } })
  })
  client.on('session_request', async ({ id, topic, params: { request } }) => {
    const one = request as Asked
    app.asked.push(one)
    const answer = (): unknown => {
      if (app.instead) return app.instead(one)
      const bytes =
        one.method === 'hedera_signMessage'
          ? walletMessage(Buffer.from(one.params.message))
          : Buffer.from(one.params.transactionBody, 'base64')
      return { signatureMap: mapOf(sign(null, bytes, key)).toString('base64') }
    }
    try {
      await client.respond({ topic, response: { id, jsonrpc: '2.0', result: answer() } })
    } catch (error) {
      const { message } = error as Error
      await client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message } } })
    }
  })
  return app
}
