/**
 * HTTP gateways. Their answers are always verified. A trustless gateway
 * (https://specs.ipfs.tech/http-gateways/trustless-gateway/) gives single blocks or all blocks below a root, and each
 * is checked as it arrives. Any other gateway gives a file's plain bytes. These are made into blocks again, and are
 * accepted if the blocks have the same identifier.
 */

import { createReadStream, createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { atMost, collect, plainAnswer } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { AssertRoom } from '../blocks/drive.ts'
import { Unverified } from '../errors.ts'
import { MAX_BLOCK, matches } from '../identifier/hash.ts'
import { blockKey, cidText, DAG_PB, MAX_ADDRESS } from '../identifier/identifier.ts'
import type { ContentNode } from '../nodes/node.ts'
import { withoutTrailingSlashes } from '../streams/text.ts'
import { importInto, PROFILES } from '../unixfs/import.ts'
import { openArchive } from './archives.ts'
import type { Source } from './hedge.ts'

export interface GatewayOptions {
  url: string
  node: ContentNode
  /** The maximum size in bytes of a file that is fetched as plain bytes. */
  maxFileSize: number
}

const RAW_TYPE = 'application/vnd.ipld.raw'
const CAR_TYPE = 'application/vnd.ipld.car'

export function createGateway({ url, node, maxFileSize }: GatewayOptions): Source {
  const base = gatewayBase(url)
  // The name appears in public error messages, so it has neither path nor password.
  const { host: name } = new URL(base)
  /** Whether the gateway is trustless; assumed until it answers otherwise. */
  let givesArchives = true
  const bodyOf = async (cid: CID, format: 'raw' | 'car', signal: AbortSignal) => {
    const accept = format === 'raw' ? RAW_TYPE : `${CAR_TYPE}; version=1; order=dfs; dups=n`
    const answer = await askGateway(new URL(`${base}/ipfs/${cidText(cid)}?format=${format}`), accept, signal)
    const { statusCode: status = 0, headers } = answer
    if (status >= 200 && status < 300) {
      return {
        cancel: () => answer.destroy(),
        bytes: answer,
        type: headers['content-type'] ?? '',
      }
    }
    answer.destroy()
    throw new Error(`it answered ${status}`)
  }
  return {
    name,
    archive(root, keep) {
      if (!givesArchives) return undefined
      const fetched = async (signal: AbortSignal) => {
        const { cancel, bytes, type } = await bodyOf(root, 'car', signal)
        if (type.startsWith(CAR_TYPE)) return bytes
        givesArchives = false
        cancel()
        throw new Error('it does not send archives')
      }
      return openArchive({ name, root, node, keep, fetched })
    },
    async get(cid, signal) {
      const { bytes: received, type } = await bodyOf(cid, 'raw', signal)
      if (!type.startsWith(RAW_TYPE) && cid.code === DAG_PB) {
        givesArchives = false
        return await rehash(cid, received, { node, maxFileSize, signal })
      }
      const tooMuch = () => new Unverified('it gave more bytes than a block has')
      const bytes = await collect(atMost(received, MAX_BLOCK, tooMuch))
      if (!(await matches(cid, bytes))) throw new Unverified('it gave wrong bytes')
      await node.put(cid, bytes)
      return bytes
    },
  }
}

/** The address that paths of a gateway begin with. Settings may have `/ipfs` at its end. */
export function gatewayBase(url: string): string {
  const trimmed = withoutTrailingSlashes(url)
  return trimmed.endsWith('/ipfs') ? trimmed.slice(0, -'/ipfs'.length) : trimmed
}

const REDIRECTS = 4

/** Follows redirects to the gateway's own subdomains only: another port may belong to somebody else. */
export async function askGateway(url: URL, accept: string, signal: AbortSignal): Promise<IncomingMessage> {
  let at = url
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const answer = await plainAnswer(at, { signal, headers: { accept } })
    const { statusCode: status = 0, headers } = answer
    const { location } = headers
    if (status < 300 || status >= 400 || !location) return answer
    answer.destroy()
    const next = location.length <= MAX_ADDRESS && URL.parse(location, at)
    if (!next) throw new Error('it redirects without an address')
    at = next
    const isOwn = at.hostname === url.hostname || at.hostname.endsWith(`.${url.hostname}`)
    const isSafer = url.protocol === 'http:' && at.protocol === 'https:' && at.port === ''
    const isThere = (at.protocol === url.protocol && at.port === url.port) || isSafer
    if (!isOwn || !isThere) throw new Error(`it redirects to ${at.origin}, outside its own domain, scheme and port`)
  }
  throw new Error('it redirects in circles')
}

interface RehashOptions extends Pick<GatewayOptions, 'node' | 'maxFileSize'> {
  /** Aborted once no reader waits for the file. */
  signal: AbortSignal
}

/** Checks that the drive has room before each chunk is written. */
async function* withRoom(body: AsyncIterable<Uint8Array>, assertRoom: AssertRoom): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    await assertRoom()
    yield bytes
  }
}

/**
 * Stores the plain bytes in a temporary file, and imports them by each profile until the identifier is the one asked
 * for.
 */
async function rehash(
  cid: CID,
  body: AsyncIterable<Uint8Array>,
  { node, maxFileSize: maxBytes, signal }: RehashOptions,
): Promise<Uint8Array> {
  const spool = await node.stage()
  try {
    const path = join(spool.folder, 'plain')
    const tooMuch = () => new Unverified(`it gave more than ${maxBytes} bytes`)
    await pipeline(withRoom(atMost(body, maxBytes, tooMuch), spool.assertRoom), createWriteStream(path), { signal })
    for (const profile of PROFILES) {
      const staging = await node.stage()
      try {
        const made = await importInto(staging, createReadStream(path, { signal }), profile)
        if (made.code !== cid.code || blockKey(made) !== blockKey(cid)) continue
        const root = await staging.get(made)
        await node.adopt(staging)
        return root
      } finally {
        await staging.discard()
      }
    }
    throw new Unverified('its bytes do not have this identifier')
  } finally {
    await spool.discard()
  }
}
