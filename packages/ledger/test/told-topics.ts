/** A mirror that shows the topics that a test sets, and otherwise passes requests to the ledger's own mirror. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { INITIAL_HASH, runningHash } from '@quorate/verify/recount'
import { createMirrorHttp } from '../src/mirror/http.ts'
import type { Mirror } from '../src/mirror/mirror.ts'
import { createMirror } from '../src/mirror/reads.ts'

/** A message before the ledger has numbered it. */
export interface ToldMessage {
  /** `seconds.nanos` */
  consensusTimestamp: string
  payer: string
  bytes: Uint8Array
  /** `start` is the valid start of the first of `total` chunks, `seconds.nanos`. */
  chunk?: { start: string; number: number; total: number }
}

/** In the Mirror Node's form. */
export type ShownMessage = ReturnType<typeof shownTopic>[number]

/**
 * The messages as the mirror of a ledger with exactly these messages would show them: numbered, and with running
 * hashes.
 */
export function shownTopic(topicId: string, told: readonly ToldMessage[]) {
  let hash: Uint8Array = INITIAL_HASH
  return told.map(({ consensusTimestamp, payer, bytes, chunk }, index) => {
    hash = runningHash(hash, topicId, { consensusTimestamp, payer, bytes, sequence: BigInt(index + 1) })
    return {
      consensus_timestamp: consensusTimestamp,
      payer_account_id: payer,
      message: Buffer.from(bytes).toString('base64'),
      sequence_number: index + 1,
      running_hash: Buffer.from(hash).toString('base64'),
      running_hash_version: 3,
      chunk_info: chunk
        ? {
            initial_transaction_id: { account_id: payer, transaction_valid_start: chunk.start },
            number: chunk.number,
            total: chunk.total,
          }
        : null,
    }
  })
}

/** A consensus node's answer about these messages. */
export const infoOf = (shown: readonly ShownMessage[]) => ({
  nodeId: '0.0.3',
  exists: true,
  sequence: BigInt(shown.length),
  runningHash: Buffer.from(shown.at(-1)?.running_hash ?? Buffer.from(INITIAL_HASH).toString('base64'), 'base64'),
})

export interface TellingMirror {
  url: string
  mirror: Mirror
  /** Sets the answer for the messages of a topic from now on. */
  tell(topicId: string, shown: readonly object[]): void
  /**
   * Sets the answer for a path (without `/api/v1`) from now on: undefined passes it to the honest mirror, null is 404.
   */
  answer(lie: (path: string) => object | null | undefined): void
  close(): void
}

export async function openTellingMirror(honestUrl: string): Promise<TellingMirror> {
  const topics = new Map<string, readonly object[]>()
  let lie: (path: string) => object | null | undefined = () => undefined
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const [, topicId = ''] = /^\/api\/v1\/topics\/([0-9.]+)\/messages/.exec(path) ?? []
    const shown = topics.get(topicId)
    const told = lie(path.slice('/api/v1'.length))
    if (told === null) return void response.writeHead(404).end('{"_status":{"messages":[{"message":"Not found"}]}}')
    if (told) return void response.end(JSON.stringify(told))
    if (shown) {
      const messages = path.includes('order=desc') ? shown.slice(-1) : shown
      return void response.end(JSON.stringify({ messages, links: { next: null } }))
    }
    const honest = await fetch(honestUrl + path)
    response.writeHead(honest.status).end(await honest.text())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = createMirrorHttp({ url, timeoutMs: 60_000 })
  return {
    url,
    mirror: createMirror(http),
    tell: (topicId, shown) => void topics.set(topicId, shown),
    answer(answer) {
      lie = answer
    },
    close() {
      http.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
