/**
 * A stand-in for Kubo that speaks the part of its RPC that we use, after https://docs.ipfs.tech/reference/kubo/rpc/:
 * only POST, only documented arguments, errors as `{Message, Code, Type}` with status 500, blocks above 2 MiB only if
 * that is allowed, and streams of JSON lines. It has only the blocks that it is given.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CID } from 'multiformats/cid'
import { create, decode } from 'multiformats/hashes/digest'
import { blockKey, cidText } from '../src/identifier/identifier.ts'
import { linksOf } from '../src/unixfs/dag.ts'
import { endlessly, openGateway } from './gateway.ts'

/** The arguments of each command; all commands also accept `offline` and `timeout`. */
const ARGUMENTS: Record<string, string[]> = {
  'block/put': ['cid-codec', 'mhtype', 'mhlen', 'pin', 'allow-big-block'],
  'block/get': ['arg'],
  'pin/add': ['arg', 'recursive', 'name', 'progress', 'stream'],
  'pin/rm': ['arg', 'recursive'],
  'repo/gc': ['stream-errors', 'quiet', 'silent'],
  'swarm/peers': ['verbose', 'streams', 'latency', 'direction', 'identify'],
  'swarm/connect': ['arg'],
  id: ['arg', 'format', 'peerid-base'],
}
const CODECS: Record<string, number> = { raw: 0x55, 'dag-pb': 0x70 }
const HASHES: Record<string, [code: number, name: string]> = {
  'sha2-256': [0x12, 'sha256'],
  'sha2-512': [0x13, 'sha512'],
}
const BIG = 2 * 1024 * 1024

export async function openKuboStandIn() {
  const blocks = new Map<string, Uint8Array>()
  const pins = new Map<string, CID>()
  const calls: string[] = []
  const holds = new Map<string, { begun: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> }>()
  const tooLong = new Map<string, { form: 'a line without end' | 'pieces'; closed: () => void }>()
  let away = false
  let silent = false

  const bodyOf = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  /** The one part of a form. */
  const partOf = (body: Buffer): Buffer => {
    const boundary = body.subarray(0, body.indexOf('\r\n'))
    const start = body.indexOf('\r\n\r\n') + 4
    return body.subarray(start, body.lastIndexOf(boundary) - 2)
  }
  const below = (root: CID): CID[] => {
    const block = blocks.get(blockKey(root))
    if (!block) throw new Error(`block was not found locally (offline): ipld: could not find ${root}`)
    return [root, ...linksOf(root, block).flatMap(below)]
  }
  const commands: Record<string, (query: URLSearchParams, body: Buffer) => object | Uint8Array | string> = {
    'block/put': (query, body) => {
      const bytes = partOf(body)
      if (bytes.length > BIG && query.get('allow-big-block') !== 'true')
        throw new Error("produced block is over 2MiB: big blocks can't be exchanged with other peers")
      const codec = CODECS[query.get('cid-codec') ?? 'raw']
      const [code, name] = HASHES[query.get('mhtype') ?? 'sha2-256'] ?? []
      if (codec === undefined || code === undefined || name === undefined) throw new Error('unrecognized function')
      const cid = CID.createV1(codec, create(code, createHash(name).update(bytes).digest()))
      blocks.set(blockKey(cid), bytes)
      return { Key: String(cid), Size: bytes.length }
    },
    'block/get': (query) => {
      const cid = CID.parse(query.get('arg') ?? '')
      const block = blocks.get(blockKey(cid))
      if (!block) throw new Error(`block was not found locally (offline): ipld: could not find ${cid}`)
      return block
    },
    'pin/add': (query) => {
      const cid = CID.parse(query.get('arg') ?? '')
      below(cid)
      pins.set(cidText(cid), cid)
      return { Pins: [cidText(cid)] }
    },
    'pin/rm': (query) => {
      const cid = cidText(CID.parse(query.get('arg') ?? ''))
      if (query.get('recursive') === 'false' || !pins.delete(cid)) throw new Error('not pinned or pinned indirectly')
      return { Pins: [cid] }
    },
    'repo/gc': () => {
      const kept = new Set([...pins.values()].flatMap(below).map(blockKey))
      const gone = [...blocks.keys()].filter((key) => !kept.has(key))
      const rawNames = new Map(gone.map((key) => [key, String(CID.createV1(0x55, decode(Buffer.from(key, 'base64'))))]))
      for (const key of gone) blocks.delete(key)
      return gone.map((key) => `${JSON.stringify({ Key: { '/': rawNames.get(key) } })}\n`).join('')
    },
    id: () => ({
      ID: '12D3KooWC5F2RntE2oGMsahvdbcEiEXd94NXgyBsremMwtPi2YP7',
      PublicKey: '',
      Addresses: [],
      AgentVersion: 'kubo/0.0.0',
      Protocols: [],
    }),
    'swarm/peers': () => ({ Peers: null }),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (away) return response.destroy()
    if (silent) return
    if (request.method !== 'POST') return response.writeHead(405).end('405 - Method Not Allowed')
    const url = new URL(request.url ?? '', 'http://kubo')
    const command = url.pathname.replace(/^\/api\/v0\//, '')
    calls.push(command)
    const body = await bodyOf(request)
    const long = tooLong.get(command)
    if (long) {
      response.on('close', long.closed)
      // Writes lines of one byte directly to the socket. The response would put everything written in one turn into one
      // chunk.
      if (long.form === 'pieces') response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders()
      const { socket } = response
      while (long.form === 'pieces' && socket && !socket.destroyed)
        if (!socket.write('1\r\n\n\r\n'.repeat(1000)))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      return endlessly(response, Buffer.alloc(65_536, ' '))
    }
    const held = holds.get(command)
    held?.begun.resolve()
    await held?.released.promise
    try {
      for (const name of url.searchParams.keys())
        if (![...(ARGUMENTS[command] ?? []), 'offline', 'timeout'].includes(name))
          throw new Error(`${command} takes no ${name}`)
      const result = commands[command]?.(url.searchParams, body)
      if (result === undefined) return response.writeHead(404).end()
      if (result instanceof Uint8Array) return response.setHeader('content-type', 'text/plain').end(result)
      response.setHeader('content-type', 'application/json')
      return response.end(typeof result === 'string' ? result : JSON.stringify(result))
    } catch (error) {
      response.writeHead(500, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ Message: (error as Error).message, Code: 0, Type: 'error' }))
    }
  }
  const gateway = await openGateway(answer)
  return {
    url: gateway.url,
    blocks,
    pins,
    calls,
    /** Makes a command wait until it is released. */
    hold(command: string) {
      const held = { begun: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() }
      holds.set(command, held)
      return { begun: held.begun.promise, release: () => held.released.resolve() }
    },
    /** Makes a command answer without end; resolves when the connection of such an answer is closed. */
    answerTooLong: (command: string, form: 'a line without end' | 'pieces') =>
      new Promise<void>((closed) => void tooLong.set(command, { form, closed })),
    leave: () => {
      away = true
    },
    /** Accepts requests, and answers none. */
    fallSilent: () => {
      silent = true
    },
    comeBack: () => {
      away = false
      silent = false
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}
