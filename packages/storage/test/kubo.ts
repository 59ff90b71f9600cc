/**
 * A stand-in for Kubo that speaks the part of its RPC that we use, after https://docs.ipfs.tech/reference/kubo/rpc/.
 * It has the blocks that it is given and knows none else.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { linksOf } from '../src/dag.ts'
import { cidText, keyOf } from '../src/identifier.ts'
import { openGateway } from './gateway.ts'

export async function openKuboStandIn() {
  const blocks = new Map<string, Uint8Array>()
  const pins = new Map<string, CID>()
  const calls: string[] = []
  let away = false

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
    const block = blocks.get(keyOf(root))
    if (!block) throw new Error(`block was not found locally (offline): ipld: could not find ${root}`)
    return [root, ...linksOf(root, block).flatMap(below)]
  }
  const commands: Record<string, (query: URLSearchParams, body: Buffer) => object | Uint8Array | string> = {
    'block/put': (query, body) => {
      const bytes = partOf(body)
      const digest = create(0x12, createHash('sha256').update(bytes).digest())
      const cid = CID.createV1(query.get('cid-codec') === 'dag-pb' ? 0x70 : 0x55, digest)
      blocks.set(keyOf(cid), bytes)
      return { Key: cidText(cid), Size: bytes.length }
    },
    'block/get': (query) => {
      const cid = CID.parse(query.get('arg') ?? '')
      const block = blocks.get(keyOf(cid))
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
      if (!pins.delete(cid)) throw new Error('not pinned or pinned indirectly')
      return { Pins: [cid] }
    },
    'repo/gc': () => {
      const kept = new Set([...pins.values()].flatMap(below).map(keyOf))
      const gone = [...blocks.keys()].filter((key) => !kept.has(key))
      for (const key of gone) blocks.delete(key)
      return gone.map(() => `${JSON.stringify({ Key: { '/': 'bafkqaaa' } })}\n`).join('')
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
    const url = new URL(request.url ?? '', 'http://kubo')
    const command = url.pathname.replace(/^\/api\/v0\//, '')
    calls.push(command)
    const body = await bodyOf(request)
    try {
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
    leave: () => {
      away = true
    },
    comeBack: () => {
      away = false
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}
