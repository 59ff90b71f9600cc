/** The messages of a topic, returned or delivered (`GET /hcs/{topic}/messages`). */
import type { PublicMirror } from '@quorate/ledger'
import { ChainParameter, chainOf } from '@quorate/ledger'
import { badRequest, forbidden, type Http, TopicId } from '@quorate/platform'
import { Type } from 'typebox'
import { Links, TopicMessage } from '../answers/mirror.ts'
import { type Deliveries, messagesIn, needsSession, type Range } from '../webhooks/deliveries.ts'

const Sequence = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'a sequence number' })
const Callback = Type.String({ maxLength: 2048, description: 'a URL whose host is one of WEBHOOK_HOSTS' })

const Query = Type.Object(
  {
    start: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 1, description: 'a sequence number' }),
    end: Type.Optional(Sequence),
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 100, description: 'maximum number of entries' }),
    callbackSuccess: Type.Optional(Callback),
    callbackError: Type.Optional(Callback),
    chain: ChainParameter,
  },
  { additionalProperties: false },
)

export interface MessageReads {
  chains: ReadonlyMap<string, { chain: string; mirror: PublicMirror }>
  deliveries: Deliveries
}

export function messageRoutes(http: Http, { chains, deliveries }: MessageReads): void {
  http.get(
    '/hcs/:topic/messages',
    {
      config: { access: 'optional', acts: true },
      schema: {
        tags: ['topics'],
        summary: 'List or deliver the messages of a topic',
        description:
          'From `start` to `end`. With `callbackSuccess` the messages are posted to that URL as signed webhooks instead, and the answer is 202.',
        params: Type.Object({ topic: TopicId }),
        querystring: Query,
        errors: {
          400: ['INVALID_PARAMETER', 'UNKNOWN_CHAIN', 'WEBHOOK_REFUSED'],
          403: ['WRONG_CHAIN'],
          429: ['TOO_MANY_DELIVERIES'],
        },
        response: {
          200: Type.Object({ messages: Type.Array(TopicMessage), links: Links }),
          202: Type.Object({
            deliveryId: Type.String(),
            topicId: Type.String(),
            secret: Type.String({
              description:
                'x-quorate-signature is sha256=HMAC-SHA256(secret, x-quorate-timestamp + "." + body) in hex; deliveryId and page in the body identify a page that is sent again; an old timestamp may mean that somebody else repeats it',
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      const { start, end, limit, callbackSuccess, callbackError } = request.query
      const { topic } = request.params
      const { chain, mirror } = chainOf(chains, request)
      const range: Range = { topic, start, limit, ...(end === undefined ? {} : { end }) }
      if (callbackSuccess === undefined && limit > MAX_ANSWERED)
        throw badRequest(
          'VALIDATION_FAILED',
          `query/limit is ${limit}: expected at most ${MAX_ANSWERED}. For more, send callbackSuccess`,
        )
      if (callbackSuccess === undefined) return answer(mirror, range, request.query.chain)
      const session = request.sessionIfAny
      if (!session) throw needsSession()
      if (session.chain !== chain)
        throw forbidden(
          'WRONG_CHAIN',
          `The session is for ${session.chain}, but the topic is on ${chain}: log in on that chain`,
        )
      await mirror.get(`/topics/${topic}`)
      reply.code(202)
      const by = { chain, wallet: session.walletId }
      return { topicId: topic, ...(await deliveries.start(by, range, callbackSuccess, callbackError)) }
    },
  )
}

/**
 * The maximum number of messages in one answer. A client gets more through the link to the next page, or with a
 * delivery.
 */
const MAX_ANSWERED = 1000
/** The most mirror pages read for one answer, since a mirror may return fewer messages than requested. */
const MAX_PAGES = 20

async function answer(mirror: PublicMirror, range: Range, chain: string | undefined) {
  const { topic, end } = range
  const found: Awaited<ReturnType<typeof messagesIn>>['messages'] = []
  let { start } = range
  const wanted = range.limit
  for (let hasMore = true, pages = 0; hasMore && found.length < wanted && pages < MAX_PAGES; pages++) {
    const page = await messagesIn(mirror, { ...range, start, limit: wanted - found.length })
    found.push(...page.messages)
    start = Number(found.at(-1)?.sequence_number ?? 0) + 1
    hasMore = page.hasMore && page.messages.length > 0
    if (!hasMore) return { messages: found, links: { next: null } }
  }
  const search = new URLSearchParams({ start: String(start), limit: String(range.limit) })
  if (end !== undefined) search.set('end', String(end))
  if (chain !== undefined) search.set('chain', chain)
  const isAll = end !== undefined && start > end
  return { messages: found, links: { next: isAll ? null : `/hcs/${topic}/messages?${search}` } }
}
