/**
 * Bounds on sending content: how many answers at once, how fast a client must read, and how many blocks are read ahead.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { addressOf, createPace, tooMany, unavailable } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { giveBack } from '../streams/buffers.ts'
import { createPlaces } from '../streams/places.ts'

export interface Downloads {
  /**
   * Counts an answer of more than a few kilobytes until its connection has finished it.
   * @throws 429 `TOO_MANY_DOWNLOADS`, 503 `DOWNLOADS_BUSY`
   */
  enter(request: FastifyRequest, reply: FastifyReply): void
  /** Does the same for an answer that walks a whole graph; fewer of these are served at once. */
  enterArchive(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Sends an answer whose headers are set, part by part, to a client that keeps pace. `parts` is given a function that
   * says how many blocks may be read ahead, and holds none of them any more when it goes on where none may.
   */
  send(reply: FastifyReply, parts: (ahead: () => number) => AsyncIterable<Uint8Array>): Promise<FastifyReply>
}

/** Whether an answer of so many bytes counts as a download; smaller ones are sent like any other answer. */
export const isDownload = (bytes: number): boolean => bytes > limits.maxSmallAnswerBytes.value

/** Blocks that are read ahead for a client that takes them at once. */
const AHEAD = 3
/**
 * A client that takes longer than this for a slice is slowed by its own network, so that nothing is read ahead for it.
 */
const QUICK_MS = 100
const RETRY_SECONDS = 5

type Pacing = Pick<Settings, 'IPFS_TIMEOUT' | 'IPFS_MAX_DOWNLOADS'>

export function createDownloads({ IPFS_TIMEOUT, IPFS_MAX_DOWNLOADS }: Pacing): Downloads {
  const { value: slice } = limits.downloadPace
  const share = Math.ceil(IPFS_MAX_DOWNLOADS / limits.shareOfDownloads.value)
  const places = createPlaces({ inAll: IPFS_MAX_DOWNLOADS, each: share })
  const archives = createPlaces({ inAll: limits.maxArchives.value, each: limits.maxArchivesPerAddress.value })
  /** Few clients may have blocks read ahead at once: what is read and not yet sent is held in memory. */
  const { value: inAll } = limits.maxReadAhead
  const readingAhead = createPlaces({ inAll, each: Math.ceil(inAll / limits.shareOfDownloads.value) })

  const enterOne = (at: typeof places, bounds: [own: number, all: number]) => {
    return (request: FastifyRequest, reply: FastifyReply): void => {
      // Its client may have left while the first block was fetched: nothing would free the place any more.
      if (reply.raw.closed) throw new Error('nobody reads any more')
      const place = at.take(addressOf(request))
      if (typeof place !== 'string') return void reply.raw.once('close', place)
      const [own, all] = bounds
      if (place === 'own')
        throw tooMany(
          'TOO_MANY_DOWNLOADS',
          `This address has ${own} downloads open, as many as one may: finish one, and ask again`,
          RETRY_SECONDS,
        )
      const message = `${all} downloads are open, as many as this node gives at once: ask again`
      throw unavailable('DOWNLOADS_BUSY', message, RETRY_SECONDS)
    }
  }
  const enter = enterOne(places, [share, IPFS_MAX_DOWNLOADS])
  const enterArchivePlace = enterOne(archives, [limits.maxArchivesPerAddress.value, limits.maxArchives.value])

  return {
    enter,
    enterArchive(request, reply) {
      enter(request, reply)
      enterArchivePlace(request, reply)
    },
    async send(reply, parts) {
      const { raw } = reply.hijack()
      const pace = createPace(slice, IPFS_TIMEOUT)
      const address = addressOf(reply.request)
      const gone = Promise.withResolvers<never>()
      gone.promise.catch(() => {})
      let isQuick = false
      let ahead: (() => void) | undefined
      const holdNothing = (): void => {
        ahead?.()
        ahead = undefined
      }
      raw.once('close', () => gone.reject(new Error('the connection was closed')))
      const setQuick = (now: boolean): void => {
        isQuick = now
        if (!isQuick || ahead) return
        const place = readingAhead.take(address)
        if (typeof place !== 'string') ahead = place
      }
      const sendSlice = async (bytes: Uint8Array): Promise<void> => {
        const began = performance.now()
        const slow = setTimeout(() => raw.destroy(), pace.left())
        try {
          const taken = new Promise<void>((resolve, reject) => {
            raw.write(bytes, (error) => (error ? reject(error) : resolve()))
          })
          await Promise.race([taken, gone.promise])
        } finally {
          clearTimeout(slow)
        }
        const tookMs = performance.now() - began
        pace.waited(tookMs)
        pace.passed(bytes.length)
        setQuick(tookMs < QUICK_MS)
      }
      try {
        raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
        for await (const part of parts(() => (ahead && isQuick ? AHEAD : 0))) {
          // What was read ahead is held until the next part is asked for, and so is the place.
          if (!isQuick) holdNothing()
          for (let at = 0; at < part.length; at += slice) await sendSlice(part.subarray(at, at + slice))
          // The operating system has copied all of it.
          giveBack(part)
        }
        raw.end()
      } catch (error) {
        reply.log.warn({ err: error }, 'an answer broke off')
        raw.destroy()
      } finally {
        holdNothing()
      }
      return reply
    },
  }
}
