/** What once held an event loop, and could not be said in one generated request. */

import { connect as connectHttp2 } from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { AccountCreateTransaction, Client, Hbar, KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { fileBomb, identifierOf, textOf, upload, wideDirectory, wideGraph } from './dag.ts'
import type { AttackedPlatform, Entrance, Person } from './platform.ts'
import { connection, frameOf, requestText, settled, webSocket } from './raw.ts'

export interface Scenario {
  name: string
  /** Prepares what an honest client may, and answers the attack itself, which may be carried out several times. */
  prepare(platform: AttackedPlatform, by: Person): Promise<() => Promise<unknown>> | (() => Promise<unknown>)
}

/** The status of an answer whose body is read, within ten seconds. */
async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status ?? 0
}

/** Many requests sent at once over one connection, the answers of which are read for a second. */
async function pipelined(url: string, request: string, count: number): Promise<void> {
  const socket = await connection(url)
  socket.write(request.repeat(count))
  await settled(socket, 1000)
  await delay(500)
  socket.destroy()
}

const ahead = (entrance: Entrance, path: string, count: number): Scenario => ({
  name: `${count} requests of GET ${path} sent ahead to ${entrance}`,
  prepare:
    ({ url }) =>
    () =>
      pipelined(url[entrance], requestText('GET', path), count),
})

/** A request from each of so many connections, which were open before; eight addresses have an equal part of them. */
async function together(url: string, request: string, count = 250): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) => connection(url, { from: `127.0.0.${1 + (index % 8)}` })),
  )
  for (const socket of sockets) socket.write(request)
  await delay(1500)
  for (const socket of sockets) socket.destroy()
}

/** One gRPC message over a connection of its own; resolves when the stream ends. */
async function grpcCall(address: string, path: string, message: Uint8Array): Promise<void> {
  const session = connectHttp2(`http://${address}`)
  session.on('error', () => {})
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  stream.on('error', () => {})
  stream.resume().end(Buffer.concat([head, message]))
  await Promise.race([new Promise((resolve) => stream.on('close', resolve)), delay(5000, undefined, { ref: false })])
  session.destroy()
}

/** A login with so many junk pairs without a prefix for an account under one of twenty keys. */
async function manyKeys(platform: AttackedPlatform, pairs: number): Promise<() => Promise<unknown>> {
  const { id, key } = await platform.newAccount(100)
  const client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
  client.setOperator(id, key)
  const keys = new KeyList(
    Array.from({ length: 20 }, () => PrivateKey.generateED25519().publicKey),
    1,
  )
  const creation = new AccountCreateTransaction().setKeyWithoutAlias(keys).setInitialBalance(new Hbar(1))
  const { accountId } = await (await creation.execute(client)).getReceipt(client)
  client.close()
  // SignatureMap { sigPair = 1 { ed25519 = 3 } }
  const pair = Buffer.concat([Buffer.from([0x0a, 66, 0x1a, 64]), Buffer.alloc(64, 7)])
  const signature = Buffer.concat(Array.from({ length: pairs }, () => pair)).toString('base64')
  return async () => {
    const { body } = await platform.call('node', 'GET', '/auth/web3/request')
    return platform.call('node', 'POST', '/auth/web3/login', undefined, {
      payload: body.payload,
      operator: { accountId: `${accountId}` },
      signedData: { signature },
    })
  }
}

/** Frames on a WebSocket that never reads, until the server ends it or a second has passed. */
async function frames(url: string, opcode: number, payload: string, count: number): Promise<void> {
  const { socket, frame } = await webSocket(url, { reads: false })
  for (let i = 0; i < count && !socket.destroyed; i++) {
    if (!frame(opcode, payload)) await settled(socket, 200)
  }
  await delay(300)
  socket.destroy()
}

const content = (
  name: string,
  make: (platform: AttackedPlatform, by: Person) => Promise<string>,
  paths: (cid: string) => string[],
): Scenario => ({
  name,
  async prepare(platform, by) {
    const cid = await make(platform, by)
    return async () => {
      for (const path of paths(cid)) await statusOf(platform.url.node + path)
    }
  },
})

const pinned = (name: string, make: (platform: AttackedPlatform, by: Person) => Promise<string>): Scenario => ({
  name: `a pin of ${name}`,
  async prepare(platform, by) {
    const cid = await make(platform, by)
    return async () => {
      const headers = { authorization: `Bearer ${by.token}` }
      await statusOf(`${platform.url.node}/ipfs/pin/${cid}`, { method: 'POST', headers })
      await delay(1000)
    }
  },
})

const metadataOf = (value: unknown) => async (platform: AttackedPlatform, by: Person) => {
  const bytes = Buffer.from(JSON.stringify(value))
  await upload(platform, by, bytes)
  return textOf(identifierOf('raw', bytes))
}

/** A file whose second leaf, taken alone, looks like a picture that never begins. */
async function commentedLeaf(platform: AttackedPlatform, by: Person): Promise<string> {
  const leaf = Buffer.from('<!---->'.repeat(45))
  await upload(platform, by, leaf)
  return textOf(identifierOf('raw', leaf))
}

/**
 * Messages for a topic whose `customInterface` has one long name, which `additionalProperties` reads for each of their
 * objects.
 */
async function longNames(platform: AttackedPlatform, by: Person): Promise<() => Promise<unknown>> {
  const items = { properties: { ['.'.repeat(3_500)]: true }, additionalProperties: true }
  const { status, body: validatorConsensusTimestamp } = await platform.call(
    'node',
    'POST',
    '/validators/consensus',
    by,
    {
      ...{ smartNodeSecurity: 'full', actionsConditions: { create: ['anyone'] } },
      customInterface: { parameters: { list: { items } } },
    },
  )
  if (status !== 200) throw new Error(`no validator: ${status} ${JSON.stringify(validatorConsensusTimestamp)}`)
  const prepared = await platform.call('node', 'POST', '/hcs', by, { validatorConsensusTimestamp })
  const { body } = await platform.submitSigned(prepared, by)
  return async () => {
    for (const length of [100, 1_400]) {
      const message = JSON.stringify({ list: Array.from({ length }, () => ({ a: 0 })) })
      await platform.call('node', 'POST', `/hcs/${body.topicId}/message`, by, { message })
    }
  }
}

export const scenarios: Scenario[] = [
  { name: 'a message for a topic whose interface has a name of 3,500 characters', prepare: longNames },
  ...[20, 100, 900].map((pairs) => ({
    name: `a login with ${pairs} junk pairs against twenty keys`,
    prepare: (platform: AttackedPlatform) => manyKeys(platform, pairs),
  })),
  ahead('node', '/metrics', 1_800),
  ahead('governance', '/metrics', 1_800),
  ahead('multisig', '/health/check', 1_800),
  ahead('node', '/api/docs-json', 500),
  ahead('node', '/nowhere', 3_000),
  ...['/api/docs-json', '/api/docs/json'].map((path) => ({
    name: `250 connections that ask for ${path} and have it already`,
    prepare:
      ({ url }: AttackedPlatform) =>
      () =>
        together(url.node, requestText('GET', path, { 'if-none-match': '*' })),
  })),
  ...[1, 100].map((each) => ({
    name: `${each} requests from each of 600 connections of eight addresses`,
    prepare:
      ({ url }: AttackedPlatform) =>
      () =>
        together(url.node, requestText('GET', '/nowhere').repeat(each), 600),
  })),
  ...(
    [
      ['node', '/auth/web3/login', 'application/json'],
      ['mirror', '/api/v1/network/fees', 'application/x-protobuf'],
    ] as const
  ).map(([entrance, path, type]) => ({
    name: `bodies in chunks of one byte from 250 connections to ${entrance}`,
    prepare: ({ url }: AttackedPlatform) => {
      const head = requestText('POST', path, { 'content-type': type, 'transfer-encoding': 'chunked' })
      return () => together(url[entrance], head + '1\r\n \r\n'.repeat(10_000))
    },
  })),
  {
    name: '100 requests from each of 480 connections to the mirror',
    prepare:
      ({ url }) =>
      () =>
        together(url.mirror, requestText('GET', '/nowhere').repeat(100), 480),
  },
  {
    name: '10,000 pings on each of 25 WebSockets',
    prepare:
      ({ url }) =>
      async () => {
        const sockets = await Promise.all(Array.from({ length: 25 }, () => webSocket(url.multisigSockets)))
        const pings = Buffer.concat(Array<Buffer>(10_000).fill(frameOf(9, Buffer.alloc(0))))
        for (const { socket } of sockets) socket.write(pings)
        await delay(1000)
        for (const { socket } of sockets) socket.destroy()
      },
  },
  ahead('mirror', '/api/v1/transactions?limit=100', 2_000),
  ahead('mirror', '/api/v1/accounts?limit=100', 2_000),
  ahead('multisigSockets', '/socket.io/?EIO=4&transport=polling', 2_000),
  ...(['multisigSockets', 'governanceSockets'] as const).flatMap((entrance) =>
    [
      [9, 'x'.repeat(120), 20_000],
      [10, '', 20_000],
      [1, '2', 20_000],
      [1, '40/multisig,{"token":"x"}', 5_000],
      [1, '42'.padEnd(16_000, '['), 50],
      [1, `42["${'a'.repeat(15_000)}"]`, 200],
      [1, `451-["a",${'{"_placeholder":true,"num":0},'.repeat(400)}0]`, 50],
    ].map(([opcode, payload, count]) => ({
      name: `${count} frames of type ${opcode}, ${JSON.stringify(String(payload).slice(0, 20))}, to ${entrance}`,
      prepare:
        ({ url }: AttackedPlatform) =>
        () =>
          frames(url[entrance], Number(opcode), String(payload), Number(count)),
    })),
  ),
  content('a file of blocks that link to each other again and again', fileBomb, (cid) => [
    `/ipfs/metadata/${cid}`,
    `/ipfs/${cid}`,
    `/ipfs/file/${cid}`,
    `/ipfs/${cid}?format=car`,
  ]),
  content('ten reads of a directory of 5,000 names', wideDirectory, (cid) =>
    Array.from({ length: 10 }, (_, i) => `/ipfs/${cid}/${i}`),
  ),
  content('an address of 150 kB in metadata', metadataOf({ image: `ipfs://z${'1'.repeat(150_000)}` }), (cid) => [
    `/ipfs/metadata/${cid}`,
  ]),
  content(
    'metadata of 200,000 values',
    metadataOf({ properties: { files: Array.from({ length: 200_000 }, () => 0) } }),
    (cid) => [`/ipfs/metadata/${cid}`],
  ),
  content('comments without end', commentedLeaf, (cid) => [`/ipfs/${cid}`, `/ipfs/file/${cid}`]),
  pinned('comments without end', commentedLeaf),
  pinned('eight blocks of 5,000 links', wideGraph),
  pinned('blocks that link to each other again and again', fileBomb),
  ...[7_800_000, 130_000, 16_000].map((size) => ({
    name: `a free query of ${size} bytes`,
    prepare:
      ({ process }: AttackedPlatform) =>
      () =>
        grpcCall(process.at.ledger, '/proto.CryptoService/getTransactionReceipts', Buffer.alloc(size, 0x0a)),
  })),
  ...(
    [
      ['node', '/auth/web3/login', 'application/json'],
      ['node', '/ipfs/upload', 'multipart/form-data; boundary=x'],
      ['node', '/nowhere', 'application/json'],
      ['multisig', '/health', 'application/json'],
      ['mirror', '/api/v1/network/fees', 'application/x-protobuf'],
      ['multisigSockets', '/socket.io/?EIO=4&transport=polling', 'text/plain'],
    ] as const
  ).map(([entrance, path, type]) => ({
    name: `a body of 400,000 chunks of one byte to ${path} of ${entrance}`,
    prepare:
      ({ url }: AttackedPlatform, by: Person) =>
      async () => {
        const headers = { authorization: `Bearer ${by.token}`, 'content-type': type, 'transfer-encoding': 'chunked' }
        const socket = await connection(url[entrance])
        socket.write(requestText('POST', path, headers) + '1\r\n \r\n'.repeat(400_000))
        await settled(socket, 1000)
        socket.destroy()
      },
  })),
  ...[25_000, 120_000].map((length) => ({
    // Sixteen digits, so that what is no exact number is looked for.
    name: `18,000 values under a name of ${length} characters`,
    prepare:
      ({ url }: AttackedPlatform, by: Person) =>
      () =>
        statusOf(`${url.node}/transactions/submit`, {
          method: 'POST',
          headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
          body: `{"${'n'.repeat(length)}":["0000000000000000",${'1,'.repeat(18_000)}1]}`,
        }),
  })),
  ...[
    '/api/v1/transactions?timestamp=gte:0&limit=100&order=asc',
    `/api/v1/accounts?${'account.id=gte:0.0.1&'.repeat(100)}limit=100`,
    `/api/v1/accounts?${'account.id=gte:0.0.1&'.repeat(700)}limit=100`,
    `/api/v1/balances?timestamp=lt:${'9'.repeat(19)}&limit=100`,
    `/api/v1/accounts/${'9'.repeat(4_000)}`,
    `/api/v1/accounts/${'A'.repeat(4_000)}`,
    `/api/v1/transactions/${'0.0.1022-'.repeat(400)}`,
    `/api/v1/tokens?${'token.id=gt:0.0.1&'.repeat(99)}limit=100&order=desc`,
    `/api/v1/schedules?${'a='.repeat(6_000)}`,
    '/api/v1/network/nodes?limit=100',
    '/api/v1/network/supply?timestamp=0',
    '/api/v1/network/stake',
  ].map((path) => ({
    name: `GET ${path.slice(0, 60)} of the mirror`,
    prepare:
      ({ url }: AttackedPlatform) =>
      () =>
        statusOf(url.mirror + path),
  })),
]
