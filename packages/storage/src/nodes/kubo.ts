/**
 * A Kubo node beside this service, used over its RPC (https://docs.ipfs.tech/reference/kubo/rpc/). Kubo stores blocks and pins; this process stores
 * only the blocks of uploads under way.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, unavailable } from '@quorate/platform'
import { create } from 'kubo-rpc-client'
import type { CID } from 'multiformats/cid'
import { openBlockFiles } from '../blocks/block-files.ts'
import type { AssertRoom } from '../blocks/drive.ts'
import { MAX_BLOCK, matches } from '../identifier/hash.ts'
import { cidText, DAG_PB, SHA2_512 } from '../identifier/identifier.ts'
import { Unverified } from '../sources/hedge.ts'
import { atMost, collect, inFewPieces } from '../streams/streams.ts'
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
  const kubo = create({ url })
  const { pathname } = kubo.getEndpointConfig()
  const api = new URL(url).origin + pathname
  const files = await openBlockFiles(folder, assertRoom)
  const within = (signal?: AbortSignal) => signal ?? AbortSignal.timeout(timeoutMs)

  async function block(cid: CID, signal: AbortSignal, offline: boolean): Promise<Uint8Array> {
    // Kubo's client would take an answer of any length, so the command is sent without it.
    const answer = await fetch(`${api}/block/get?arg=${cidText(cid)}&offline=${offline}`, { method: 'POST', signal })
    const wrong = () => new Unverified(`it gave wrong bytes for ${cidText(cid)}`)
    const bytes = await collect(atMost(inFewPieces(answer.body ?? [], wrong), MAX_BLOCK, wrong))
    if (!answer.ok) throw new Error(errorIn(bytes) ?? `it answered ${answer.status}`)
    if (!(await matches(cid, bytes))) throw wrong()
    return bytes
  }
  async function put(cid: CID, bytes: Uint8Array, signal = within()): Promise<void> {
    const cidCodec = cid.code === DAG_PB ? 'dag-pb' : 'raw'
    const mhtype = cid.multihash.code === SHA2_512 ? 'sha2-512' : 'sha2-256'
    const options = { cidCodec, mhtype, pin: false, allowBigBlock: true, signal }
    await answered(kubo.block.put(bytes, options as object))
  }
  /** Stores under way. `repo gc` removes blocks that are stored and not pinned yet, so collections and stores wait for each other. */
  const storing = new Set<Promise<unknown>>()
  let collecting: Promise<number> | undefined
  async function collectNow(): Promise<number> {
    await Promise.allSettled(storing)
    let removed = 0
    for await (const { err } of kubo.repo.gc({ signal: AbortSignal.timeout(COLLECT_MS) })) {
      if (err) logger.warn({ err }, 'Kubo could not remove a block')
      else removed++
    }
    return removed
  }
  return {
    kind: 'kubo',
    // A fetched block is answered even if Kubo cannot store it. Pins do not rely on this: Kubo itself says what it has pinned.
    put: (cid, bytes) =>
      put(cid, bytes, AbortSignal.timeout(KEEP_MS)).catch((error) =>
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
      await answered(kubo.pin.add(cid, { recursive: true, signal }))
    },
    async unpin(cid) {
      try {
        await kubo.pin.rm(cid, { recursive: true, signal: within() })
      } catch (error) {
        if (!isNotPinned(error)) throw away(error)
      }
    },
    async uncollected(work) {
      // The wait has an end: a collection may take minutes, and Kubo's own answer is then waited for as usual.
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
      // Whether Kubo still holds a released root is answered by the table `storage.held`, so no release is spared here.
      for await (const page of released()) await settle(page.map(({ note }) => ({ note, isSpared: false })))
      return removed
    },
    async status() {
      await kubo.id({ signal: within() })
      const peers = await kubo.swarm.peers({ signal: within() }).catch(() => [])
      return { connected: true, peers: peers.length }
    },
    async addresses() {
      const { addresses } = await kubo.id({ signal: within() })
      return addresses.map(String)
    },
    async meet(address) {
      const { multiaddr } = await import('kubo-rpc-client')
      await kubo.swarm.connect(multiaddr(address), { signal: within() })
    },
    close: async () => {},
  }
}

const away = (error: unknown) =>
  unavailable('CONTENT_NODE_UNAVAILABLE', `The content node at IPFS_NODE_URL fails: ${messageOf(error)}`, 5, error)

const answered = <T>(asked: Promise<T>): Promise<T> => asked.catch((error: unknown) => Promise.reject(away(error)))

/** The message of an error that Kubo answers. */
function errorIn(answer: Uint8Array): string | undefined {
  try {
    const { Message } = JSON.parse(Buffer.from(answer.buffer, answer.byteOffset, answer.length).toString()) as {
      Message?: unknown
    }
    return typeof Message === 'string' ? Message : undefined
  } catch {
    return undefined
  }
}

const COLLECT_MS = 600_000
const KEEP_MS = 2000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Kubo's answer says this in its message alone. */
const isMissing = (error: unknown): boolean => /could not find|not found/i.test(messageOf(error))
const isNotPinned = (error: unknown): boolean => /not pinned/i.test(messageOf(error))
