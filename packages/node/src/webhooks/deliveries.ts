/** Deliveries send a topic's messages to a webhook page by page, with a job for each page. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import {
  type Change,
  type Clock,
  type Database,
  type Jobs,
  PermanentJobError,
  tooMany,
  unauthorized,
  type Webhooks,
} from '@quorate/platform'
import { Type } from 'typebox'
import { shaped } from '../answers/fit-to-schema.ts'
import { TopicMessage } from '../answers/mirror.ts'
import { limits } from '../limits.ts'
import { countDeliveries, deleteDeliveriesBefore, deleteDelivery, insertDelivery } from '../store/deliveries.ts'
import { lockWallet } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'

/** A range of a topic's messages, by sequence number. */
export interface Range {
  topic: string
  start: number
  /** The last sequence number; if absent, the range has no end. */
  end?: number
  /** The maximum number of messages. */
  limit: number
}

interface Delivery extends Range {
  id: string
  chain: string
  /** The wallet that requested it. */
  wallet: string
  /** The number of the page, from 1. */
  page: number
  /** How many messages earlier pages have sent. */
  sent: number
  secret: string
  callbackSuccess: string
  callbackError?: string
}

const PAGE = 100
/** After this time a delivery no longer counts as running, even if its end was never recorded. */
const FORGOTTEN_MS = 86_400_000
const Page = Type.Object({ messages: Type.Array(TopicMessage) })

/** The first messages of a range, at most 100, and whether the mirror has more. */
export async function messagesIn(mirror: PublicMirror, { topic, start, end, limit }: Range) {
  const until = end === undefined ? '' : `&sequencenumber=lte:${end}`
  const path = `/topics/${topic}/messages?sequencenumber=gte:${start}${until}&order=asc&limit=${Math.min(PAGE, limit)}`
  const raw = await mirror.get(path)
  return { messages: shaped(Page, raw, path).messages, hasMore: Boolean((raw.links as MirrorJson | undefined)?.next) }
}

export type Deliveries = ReturnType<typeof createDeliveries>

export interface DeliveriesOptions {
  chains: ReadonlyMap<string, { mirror: PublicMirror }>
  database: Database<Tables>
  jobs: Jobs
  webhooks: Webhooks
  clock: Clock
}

export function createDeliveries({ chains, database, jobs, webhooks, clock }: DeliveriesOptions) {
  const kind = jobs.define<Delivery>(
    'node.deliver',
    async (delivery, { final }) => {
      try {
        await deliver(delivery)
      } catch (error) {
        if (final || error instanceof PermanentJobError) {
          await tellFailure(delivery, error)
          await end(delivery)
        }
        throw error
      }
    },
    { ownerOf: ({ chain, wallet }) => `${chain} ${wallet}` },
  )

  jobs.whenSetAside(kind, async (delivery, message) => {
    await tellFailure(delivery, new Error(message))
    await end(delivery)
  })

  async function deliver(delivery: Delivery): Promise<void> {
    const { id, chain, topic, page, secret, callbackSuccess } = delivery
    const mirror = chains.get(chain)?.mirror
    if (!mirror) throw new PermanentJobError(`${chain} is no longer served by this node`)
    const { messages, hasMore } = await messagesIn(mirror, delivery)
    const last = messages.at(-1)
    const limit = delivery.limit - messages.length
    const isLast = !last || !hasMore || limit <= 0
    const sent = delivery.sent + messages.length
    const body = { deliveryId: id, topicId: topic, page, isLast, sent, messages }
    await webhooks.post(callbackSuccess, { id: `${id}/${page}`, secret, body })
    if (isLast) return end(delivery)
    const next: Delivery = { ...delivery, start: Number(last.sequence_number) + 1, limit, page: page + 1, sent }
    await database.change((trx) => jobs.createAndRun(trx, kind, next, { singletonKey: `${id}/${page + 1}` }))
  }

  const end = async ({ id }: Delivery): Promise<void> => {
    await database.change((trx) => deleteDelivery(trx, id))
  }

  /** Records that a wallet's delivery is running. @throws 429 TOO_MANY_DELIVERIES */
  async function begin(trx: Change<Tables>, id: string, chain: string, wallet: string): Promise<void> {
    await lockWallet(trx, chain, wallet)
    const open = await countDeliveries(trx, chain, wallet)
    const { value: most } = limits.maxDeliveriesPerWallet
    if (open >= most)
      throw tooMany(
        'TOO_MANY_DELIVERIES',
        `${wallet} has ${open} running deliveries, and the maximum is ${most}: try again later`,
        60,
      )
    await insertDelivery(trx, { id, chain, wallet, started_at: new Date(clock.now()) })
  }

  async function tellFailure({ id, topic, page, sent, secret, callbackError }: Delivery, error: unknown) {
    if (!callbackError) return
    const body = { deliveryId: id, topicId: topic, page, sent, error: (error as Error).message }
    await webhooks.post(callbackError, { id: `${id}/error`, secret, body }).catch(() => {})
  }

  return {
    /**
     * Starts a delivery for a wallet. Its webhooks are signed with `secret`.
     * @throws 400 WEBHOOK_REFUSED, 429 TOO_MANY_DELIVERIES
     */
    async start(
      { chain, wallet }: { chain: string; wallet: string },
      range: Range,
      callbackSuccess: string,
      callbackError: string | undefined,
    ) {
      webhooks.check(callbackSuccess, 'callbackSuccess')
      if (callbackError !== undefined) webhooks.check(callbackError, 'callbackError')
      const delivery: Delivery = {
        ...range,
        id: randomUUID(),
        chain,
        wallet,
        page: 1,
        sent: 0,
        secret: randomBytes(32).toString('base64url'),
        callbackSuccess,
        ...(callbackError === undefined ? {} : { callbackError }),
      }
      await deleteDeliveriesBefore(database, new Date(clock.now() - FORGOTTEN_MS))
      await database.change(async (trx) => {
        await begin(trx, delivery.id, chain, wallet)
        await jobs.createAndRun(trx, kind, delivery)
      })
      return { deliveryId: delivery.id, secret: delivery.secret }
    },
  }
}

export const needsSession = () =>
  unauthorized('UNAUTHORIZED', 'Deliveries to a webhook need a session: send Authorization: Bearer <token>')
