/** Bounds on sending content: how many answers at once, and how slowly a client may read. */
import type { OutgoingHttpHeaders } from 'node:http'
import { addressOf, tooMany, unavailable } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { giveBack, SMALL } from '../streams/buffers.ts'
import { createConcurrencyLimit } from './concurrency.ts'

/** Whether an answer of this many bytes counts as a download; smaller ones are sent like any other answer. */
export const isDownload = (bytes: number): boolean => bytes > SMALL

/** Bytes that a client must take within `IPFS_TIMEOUT`. */
const SLICE = 256 * 1024
/** The fraction of all downloads that one address may have. */
const PART_OF_ADDRESS = 1 / 4
const RETRY_SECONDS = 5

export type Downloads = ReturnType<typeof createDownloads>

export function createDownloads({
  IPFS_TIMEOUT,
  IPFS_MAX_DOWNLOADS: inAll,
}: Pick<Settings, 'IPFS_TIMEOUT' | 'IPFS_MAX_DOWNLOADS'>) {
  const each = Math.ceil(inAll * PART_OF_ADDRESS)
  const places = createConcurrencyLimit({ inAll, each })

  return {
    /**
     * Counts an answer until its connection has finished it.
     *
     * @throws 429 `TOO_MANY_DOWNLOADS`, 503 `DOWNLOADS_BUSY`
     */
    enter(request: FastifyRequest, reply: FastifyReply): void {
      // The client may have left while the first block was fetched. Nothing would free the place then.
      if (reply.raw.closed) throw new Error('the reader has left')
      const place = places.take(addressOf(request))
      if (typeof place !== 'string') return void reply.raw.once('close', place)
      if (place === 'own')
        throw tooMany(
          'TOO_MANY_DOWNLOADS',
          `This address has ${each} downloads open, the maximum: finish one, then try again`,
          RETRY_SECONDS,
        )
      const message = `${inAll} downloads are open, the maximum for this node: try again`
      throw unavailable('DOWNLOADS_BUSY', message, RETRY_SECONDS)
    },

    /** Sends an answer whose headers are set. A client that stops reading is disconnected. */
    async send(reply: FastifyReply, parts: AsyncIterable<Uint8Array>): Promise<FastifyReply> {
      const { raw } = reply.hijack()
      const gone = Promise.withResolvers<never>()
      gone.promise.catch(() => {})
      raw.once('close', () => gone.reject(new Error('the connection was closed')))
      const sendSlice = async (bytes: Uint8Array): Promise<void> => {
        const slow = setTimeout(() => raw.destroy(), IPFS_TIMEOUT)
        const taken = new Promise<void>((resolve, reject) => {
          raw.write(bytes, (error) => (error ? reject(error) : resolve()))
        })
        await Promise.race([taken, gone.promise]).finally(() => clearTimeout(slow))
      }
      try {
        raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
        for await (const part of parts) {
          for (let at = 0; at < part.length; at += SLICE) await sendSlice(part.subarray(at, at + SLICE))
          // The operating system has copied the whole part, so its buffer can be reused.
          giveBack(part)
        }
        raw.end()
      } catch (error) {
        reply.log.warn({ err: error }, 'an answer was interrupted')
        raw.destroy()
      }
      return reply
    },
  }
}
