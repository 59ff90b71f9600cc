/**
 * A Kubo node that runs next to this service, used over its RPC (https://docs.ipfs.tech/reference/kubo/rpc/). Kubo
 * stores blocks and pins; this process stores only the blocks of uploads under way.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { boundedBytes, type Logger, parseJson, ReceivedBytes, unavailable } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { openBlockFiles } from '../blocks/block-files.ts'
import type { AssertRoom } from '../blocks/drive.ts'
import { Unverified } from '../errors.ts'
import { MAX_BLOCK, matches } from '../identifier/hash.ts'
import { cidText, DAG_PB, SHA2_512 } from '../identifier/identifier.ts'
import { withoutTrailingSlashes } from '../streams/text.ts'
import type { ContentNode } from './node.ts'

export interface KuboOptions {
  /** The address of Kubo's RPC: `http://127.0.0.1:5001`. */
  url: string
  /** The folder for blocks of uploads under way. */
  folder: string
  timeoutMs: number
  assertRoom: AssertRoom
  logger: Logger
}

export async function openKubo({ url, folder, timeoutMs, assertRoom, logger }: KuboOptions): Promise<ContentNode> {
  const commands = createCommands(url)
  const files = await openBlockFiles(folder, assertRoom)
  const within = (signal?: AbortSignal) => signal ?? AbortSignal.timeout(timeoutMs)

  const block = createBlockReader(commands)
  async function put(cid: CID, bytes: Uint8Array, signal = within()): Promise<void> {
    const codec = cid.code === DAG_PB ? 'dag-pb' : 'raw'
    const mhtype = cid.multihash.code === SHA2_512 ? 'sha2-512' : 'sha2-256'
    const asked = { 'cid-codec': codec, mhtype, pin: 'false', 'allow-big-block': 'true' }
    const body = new FormData()
    body.append('data', new Blob([bytes as Uint8Array<ArrayBuffer>]))
    await answered(commands.bytes('block/put', asked, { signal, body }))
  }
  /**
   * Stores under way. `repo gc` removes blocks that are stored and not pinned yet, so collections and stores wait for
   * each other.
   */
  const storing = new Set<Promise<unknown>>()
  let collecting: Promise<number> | undefined
  async function collectNow(): Promise<number> {
    await Promise.allSettled(storing)
    let removed = 0
    for await (const { Error: message } of commands.lines('repo/gc', {}, AbortSignal.timeout(GC_TIMEOUT_MS))) {
      if (message) logger.warn({ err: { message } }, 'Kubo could not remove a block')
      else removed++
    }
    return removed
  }
  return {
    kind: 'kubo',
    // A fetched block is returned even if Kubo cannot store it. Pins do not rely on this: Kubo itself says what it has
    // pinned.
    put: (cid, bytes) =>
      put(cid, bytes, AbortSignal.timeout(PUT_TIMEOUT_MS)).catch((error) =>
        logger.warn({ err: error, cid: cidText(cid) }, 'Kubo could not keep a block that was fetched'),
      ),
    use: files.use,
    stage: files.stage,
    async own(cid, signal) {
      try {
        return await block(cid, within(signal), true)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    ask: (cid, signal) => block(cid, signal, false),
    async adopt(staging) {
      for (const cid of staging.cids) await put(cid, await staging.get(cid))
      await staging.discard()
    },
    async pin(cid, signal) {
      await answered(commands.bytes('pin/add', { arg: cidText(cid), recursive: 'true' }, { signal }))
    },
    async unpin(cid) {
      try {
        await commands.bytes('pin/rm', { arg: cidText(cid), recursive: 'true' }, { signal: within() })
      } catch (error) {
        if (!isNotPinned(error)) throw away(error)
      }
    },
    async uncollected(work) {
      // A collection may take minutes. After the timeout, `work` starts anyway.
      if (collecting) await Promise.race([collecting.catch(() => {}), delay(timeoutMs, undefined, { ref: false })])
      const done = work()
      storing.add(done)
      try {
        return await done
      } finally {
        storing.delete(done)
      }
    },
    async collect({ released, settle }) {
      collecting ??= collectNow().finally(() => {
        collecting = undefined
      })
      const removed = await collecting
      // The table `storage.held` records which released roots Kubo still pins, so every release is passed on.
      for await (const page of released()) await settle(page.map(({ note }) => ({ note, isSpared: false })))
      return removed
    },
    async status() {
      await commands.json('id', within())
      const { Peers: peers } = await commands.json('swarm/peers', within()).catch(() => ({ Peers: undefined }))
      return { connected: true, peers: Array.isArray(peers) ? peers.length : 0 }
    },
    async addresses() {
      const { Addresses: addresses } = await commands.json('id', within())
      return Array.isArray(addresses) ? addresses.map(String) : []
    },
    async meet(address) {
      await commands.bytes('swarm/connect', { arg: address }, { signal: within() })
    },
    close: async () => files.close(),
  }
}

/** Returns a function that gets a block and checks its hash. */
function createBlockReader(commands: ReturnType<typeof createCommands>) {
  return async function block(cid: CID, signal: AbortSignal, offline: boolean): Promise<Uint8Array> {
    const wrong = () => new Unverified(`it gave wrong bytes for ${cidText(cid)}`)
    const asked = { arg: cidText(cid), offline: String(offline) }
    const bytes = await commands.bytes('block/get', asked, { signal, exceeded: wrong })
    if (!(await matches(cid, bytes))) throw wrong()
    return bytes
  }
}

const away = (error: unknown) =>
  unavailable('CONTENT_NODE_UNAVAILABLE', `The content node at IPFS_NODE_URL fails: ${messageOf(error)}`, 5, error)

const answered = <T>(asked: Promise<T>): Promise<T> => asked.catch((error: unknown) => Promise.reject(away(error)))

type KuboJson = Record<string, unknown>

interface Sent {
  signal: AbortSignal
  body?: FormData
  exceeded?: (why: string) => Error
}

/**
 * Sends commands to Kubo's RPC. It reads at most a block's size from each answer. From `repo/gc` it reads any number of
 * short lines.
 */
function createCommands(url: string) {
  const { origin, pathname } = new URL(url)
  const api = pathname === '/' ? `${origin}/api/v0` : withoutTrailingSlashes(origin + pathname)
  const send = async (command: string, asked: Record<string, string>, { signal, body }: Sent) => {
    const request = { method: 'POST', signal, ...(body && { body }) }
    const answer = await fetch(`${api}/${command}?${new URLSearchParams(asked)}`, request)
    if (answer.ok) return answer
    const { Message: message } = await boundedBytes(answer, MAX_ERROR).then(parsed, () => ({ Message: undefined }))
    throw new Error(typeof message === 'string' ? message : `it answered ${answer.status}`)
  }
  const bytes = async (command: string, asked: Record<string, string>, sent: Sent) =>
    boundedBytes(await send(command, asked, sent), MAX_BLOCK, sent.exceeded)
  return {
    bytes,
    json: async (command: string, signal: AbortSignal): Promise<KuboJson> =>
      parsed(await bytes(command, {}, { signal })),
    async *lines(command: string, asked: Record<string, string>, signal: AbortSignal): AsyncGenerator<KuboJson> {
      const { body } = await send(command, asked, { signal })
      const received = new ReceivedBytes()
      for await (const part of body ?? [])
        for (let rest = part; rest.length > 0; ) {
          const end = rest.indexOf(NEW_LINE) + 1
          received.add(end === 0 ? rest : rest.subarray(0, end))
          if (received.length > MAX_LINE) throw new Error(`it answered a line of more than ${MAX_LINE} bytes`)
          if (end === 0) break
          yield parsed(received.take())
          rest = rest.subarray(end)
        }
      if (received.length > 0) yield parsed(received.take())
    },
  }
}

/** The answer parsed as an object; empty if it is not one. */
function parsed(answer: Uint8Array): KuboJson {
  try {
    const value: unknown = parseJson(new TextDecoder().decode(answer))
    return typeof value === 'object' && value !== null ? (value as KuboJson) : {}
  } catch {
    return {}
  }
}

const NEW_LINE = 10
/** The maximum bytes of a line of an answer. */
const MAX_LINE = 65_536
/** The maximum bytes of an error from Kubo. */
const MAX_ERROR = 65_536
/** Milliseconds for a whole garbage collection, and for storing one block. */
const GC_TIMEOUT_MS = 600_000
const PUT_TIMEOUT_MS = 2000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Kubo reports this only in the text of its message. */
const isMissing = (error: unknown): boolean => /could not find|not found/i.test(messageOf(error))
const isNotPinned = (error: unknown): boolean => /not pinned/i.test(messageOf(error))
