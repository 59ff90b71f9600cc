/**
 * Answers with many or large rows of the database: a few are made at once, so that their rows don't fill the memory,
 * and others are served meanwhile.
 */
import type { FastifyReply, RouteOptions } from 'fastify'
import { limits } from '../base/platform-limits.ts'
import { createFairTurns } from '../cache/fair-turns.ts'
import { createSharedTurns } from '../cache/shared-turns.ts'
import { addressOf } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer is made of many or large rows: it takes turns with others, and equal reads of one address share one
     * where their sessions differ in nothing but their tokens.
     */
    large?: true
  }
}

/** An answer as it is sent. It is written while its turn lasts, since its rows take many times the memory. */
interface Written {
  bytes: Buffer
  type: string
  link: string | undefined
}

/** Makes the handlers of large answers take turns by address. */
export function largeAnswersInTurn(): (route: RouteOptions, isRead: boolean) => void {
  const turns = createFairTurns(limits.largeAnswersAtOnce.value, limits.largeAnswersOfAddress.value)
  const shared = createSharedTurns<Written>(turns)
  return (route, isRead) => {
    const { handler, url } = route
    route.handler = isRead
      ? async function inSharedTurn(request, reply) {
          const who = request.sessionIfAny && { ...request.sessionIfAny, tokenId: '', expiresAt: 0 }
          const asked = JSON.stringify([url, who, request.params, request.query])
          const written = await shared(addressOf(request), asked, request.raw.socket, async () =>
            write(await handler.call(this, request, reply), reply),
          )
          if (!written) return reply.hijack()
          if (written.link !== undefined) reply.header('link', written.link)
          return reply.type(written.type).send(written.bytes)
        }
      : function inTurn(request, reply) {
          return turns(addressOf(request), async () => handler.call(this, request, reply))
        }
  }
}

function write(body: unknown, reply: FastifyReply): Written {
  const type = reply.getHeader('content-type') ?? 'application/json; charset=utf-8'
  const text = typeof body === 'string' ? body : reply.serialize(body)
  return { bytes: Buffer.from(text as string), type: String(type), link: reply.getHeader('link') as string | undefined }
}
