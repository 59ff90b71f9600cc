/** A topic's messages sent to a webhook, page by page, each page a job of its own. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { Mirror, MirrorJson } from '@quorate/ledger'
import { type Database, type Jobs, PermanentJobError, unauthorized } from '@quorate/platform'
import { Type } from 'typebox'
import { shaped } from './mirror/shaped.ts'
import { TopicMessage } from './mirror/shapes.ts'
import type { Tables } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** Which messages of a topic, by sequence number. */
export interface Range {
  topic: string
  start: number
  /** No end if absent. */
  end?: number
  /** How many at most. */
  limit: number
}

interface Delivery extends Range {
  id: string
  chain: string
  /** From 1. */
  page: number
  /** Sent with earlier pages. */
  sent: number
  secret: string
  callbackSuccess: string
  callbackError?: string
}

const PAGE = 100
const Page = Type.Object({ messages: Type.Array(TopicMessage) })

/** The first page of a range, at most 100, and whether the topic has more. */
export async function messagesIn(mirror: Mirror, { topic, start, end, limit }: Range) {
  const until = end === undefined ? '' : `&sequencenumber=lte:${end}`
  const path = `/topics/${topic}/messages?sequencenumber=gte:${start}${until}&order=asc&limit=${Math.min(PAGE, limit)}`
  const raw = await mirror.get(path)
  return { messages: shaped(Page, raw, path).messages, hasMore: Boolean((raw.links as MirrorJson | undefined)?.next) }
}

export type Deliveries = ReturnType<typeof createDeliveries>

export interface DeliveriesOptions {
  chains: ReadonlyMap<string, { mirror: Mirror }>
  database: Database<Tables>
  jobs: Jobs
  webhooks: Webhooks
}

export function createDeliveries({ chains, database, jobs, webhooks }: DeliveriesOptions) {
  const kind = jobs.define<Delivery>('node.deliver', async (delivery, { final }) => {
    try {
      await deliver(delivery)
    } catch (error) {
      if (final || error instanceof PermanentJobError) await tellFailure(delivery, error)
      throw error
    }
  })

  async function deliver(delivery: Delivery): Promise<void> {
    const { id, chain, topic, page, secret, callbackSuccess } = delivery
    const mirror = chains.get(chain)?.mirror
    if (!mirror) throw new PermanentJobError(`${chain} is not served any more`)
    const { messages, hasMore } = await messagesIn(mirror, delivery)
    const last = messages.at(-1)
    const limit = delivery.limit - messages.length
    const isLast = !last || !hasMore || limit <= 0
    const sent = delivery.sent + messages.length
    const body = { deliveryId: id, topicId: topic, page, isLast, sent, messages }
    await webhooks.post(callbackSuccess, { id: `${id}/${page}`, secret, body })
    if (isLast) return
    const next: Delivery = { ...delivery, start: Number(last.sequence_number) + 1, limit, page: page + 1, sent }
    const jobId = await database.change((change) =>
      jobs.create(change, kind, next, { singletonKey: `${id}/${page + 1}` }),
    )
    void jobs.run(kind, jobId, next)
  }

  async function tellFailure({ id, topic, page, sent, secret, callbackError }: Delivery, error: unknown) {
    if (!callbackError) return
    const body = { deliveryId: id, topicId: topic, page, sent, error: (error as Error).message }
    await webhooks.post(callbackError, { id: `${id}/error`, secret, body }).catch(() => {})
  }

  return {
    /** Starts one; `secret` is what its webhooks are signed with. @throws 400 WEBHOOK_REFUSED */
    async start(chain: string, range: Range, callbackSuccess: string, callbackError: string | undefined) {
      webhooks.check(callbackSuccess, 'callbackSuccess')
      if (callbackError !== undefined) webhooks.check(callbackError, 'callbackError')
      const delivery: Delivery = {
        ...range,
        id: randomUUID(),
        chain,
        page: 1,
        sent: 0,
        secret: randomBytes(32).toString('base64url'),
        callbackSuccess,
        ...(callbackError === undefined ? {} : { callbackError }),
      }
      const jobId = await database.change((change) => jobs.create(change, kind, delivery))
      void jobs.run(kind, jobId, delivery)
      return { deliveryId: delivery.id, secret: delivery.secret }
    },
  }
}

export const needsSession = () =>
  unauthorized('UNAUTHORIZED', 'Deliveries to a webhook need a session: send Authorization: Bearer <token>')
