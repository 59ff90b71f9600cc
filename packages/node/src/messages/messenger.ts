/**
 * Sends services' messages to accounts, by e-mail and to their chat, immediately or at the time that the account chose.
 * Each channel has its own job, so that a failure of one does not delay the other.
 */
import type { Clock, Database, JobKind, Jobs, MessageLanguage, MessageToSend, Messenger } from '@quorate/platform'
import type { Emails } from '../email/emails.ts'
import { limits } from '../limits.ts'
import { AT_ONCE, type Channel, channels, type Delivery, heldUntil } from '../model/messages/delivery.ts'
import {
  countHeld,
  deleteHeld,
  deliveryOf,
  heldOf,
  hold,
  moveHeld,
  replaceDelivery,
} from '../store/message-deliveries.ts'
import type { Tables, Writes } from '../store/tables.ts'
import { type Chats, MAX_CHAT_TEXT } from './chats.ts'
import { joined, type Linked, withLink } from './texts.ts'

interface User {
  chain: string
  walletId: string
}

interface MessageJob extends User {
  channel: Channel
  id: string
  subject: string
  text: string
  path: string
}

interface HeldJob extends User {
  channel: Channel
  /** ISO 8601. Messages due by this time are sent. */
  due: string
}

interface Deps {
  database: Database<Tables>
  clock: Clock
  jobs: Jobs
  emails: Emails
  chats: Chats
  /** The address of the console, without a trailing slash. */
  consoleUrl: () => string | undefined
}

/** The job of each channel. */
interface Kinds {
  now: Record<Channel, JobKind<MessageJob>>
  held: JobKind<HeldJob>
}

const MAX_HELD = limits.heldMessages.value
const ownerOf = ({ chain, walletId }: User): string => `${chain} ${walletId}`

export type DeliveringMessenger = ReturnType<typeof createMessenger>

export function createMessenger(deps: Deps) {
  const { database, jobs, clock } = deps
  const send = (job: MessageJob) => deliver(deps, job, { ...job, link: linkOf(deps, job.path) })
  const kinds: Kinds = {
    now: {
      email: jobs.define<MessageJob>('node.message.email', send, { ownerOf }),
      chat: jobs.define<MessageJob>('node.message.chat', send, { ownerOf }),
    },
    held: jobs.define<HeldJob>('node.message.held', (job) => sendHeld(deps, job), { ownerOf }),
  }
  const messenger: Messenger = {
    async check(user) {
      if (!(await deps.chats.of(user))) await deps.emails.check(user)
    },

    async send(user, message) {
      const delivery = (await deliveryOf(database.read, user)) ?? AT_ONCE
      const languages = await languagesOf(deps, user)
      await database.change(async (trx) => {
        for (const channel of delivery.channels) {
          const language = languages[channel]
          if (language) await dispatch(deps, kinds, trx, { user, delivery, channel, language, message })
        }
      })
    },
  }
  return {
    ...messenger,

    delivery: async (user: User): Promise<Delivery> => (await deliveryOf(database.read, user)) ?? AT_ONCE,

    /** Replaces an account's settings for where and when it wants messages. Held messages follow the new settings. */
    async deliver({ chain, walletId }: User, delivery: Delivery): Promise<void> {
      const user = { chain, walletId }
      await database.change(async (trx) => {
        await replaceDelivery(trx, user, delivery)
        for (const channel of channels) {
          const until = heldUntil(delivery, { channel, isUrgent: false }, clock.now()) ?? clock.now()
          if (!delivery.channels.includes(channel)) await deleteHeld(trx, { ...user, channel })
          else if (await moveHeld(trx, { ...user, channel }, new Date(until)))
            await schedule(deps, kinds, trx, { ...user, channel }, until)
        }
      })
    },
  }
}

/** The language of each channel that the account has. */
async function languagesOf({ emails, chats }: Deps, user: User): Promise<Record<Channel, MessageLanguage | undefined>> {
  const [email, chat] = await Promise.all([emails.view(user), chats.of(user)])
  return { email: email.language ?? undefined, chat: chat?.language }
}

/** Creates the job that sends a message, or holds it. */
async function dispatch(
  deps: Deps,
  kinds: Kinds,
  trx: Writes,
  {
    user: { chain, walletId },
    delivery,
    channel,
    language,
    message,
  }: { user: User; delivery: Delivery; channel: Channel; language: MessageLanguage; message: MessageToSend },
): Promise<void> {
  const { jobs, clock } = deps
  const { id, isUrgent, path } = message
  const { subject, text } = message.in[language]
  const until = heldUntil(delivery, { channel, isUrgent }, clock.now())
  const to = { chain, walletId, channel }
  if (until === undefined) return jobs.createAndRun(trx, kinds.now[channel], { ...to, id, subject, text, path })
  // One message more than fits is kept, so that the digest can say that there were more.
  if ((await countHeld(trx, to)) <= MAX_HELD)
    await hold(trx, to, channel, {
      ...{ id, subject, text, path },
      ...{ held_at: new Date(clock.now()), due_at: new Date(until) },
    })
  await schedule(deps, kinds, trx, to, until)
}

async function schedule(
  { jobs, clock }: Deps,
  { held }: Kinds,
  trx: Writes,
  to: User & { channel: Channel },
  until: number,
): Promise<void> {
  const due = new Date(until).toISOString()
  const job = { ...to, due }
  const singletonKey = `${keyOf(to)} ${due}`
  if (until <= clock.now()) await jobs.createAndRun(trx, held, job, { singletonKey })
  else await jobs.create(trx, held, job, { startAfter: new Date(until), singletonKey })
}

const keyOf = ({ chain, walletId, channel }: User & { channel: Channel }) => `${chain} ${walletId} ${channel}`

/**
 * Sends all due messages as one, then deletes them. After a crash before the deletion, the message is sent again, under
 * the same id.
 */
async function sendHeld(deps: Deps, { chain, walletId, channel, due }: HeldJob): Promise<void> {
  const { database } = deps
  const to = { chain, walletId, channel }
  const held = await heldOf(database.read, to, { until: new Date(due), limit: MAX_HELD + 1 })
  if (held.length === 0) return
  const language = (await languagesOf(deps, to))[channel]
  if (language) {
    const messages = held.slice(0, MAX_HELD).map(({ held_at: at, path, ...message }) => {
      return { ...message, at, link: linkOf(deps, path) }
    })
    const { timeZone } = (await deliveryOf(database.read, to)) ?? AT_ONCE
    const text = joined(messages, {
      ...{ timeZone, language, hasMore: held.length > MAX_HELD },
      most: channel === 'chat' ? MAX_CHAT_TEXT : undefined,
    })
    await deliver(deps, to, { id: `held.${walletId}.${due.replace(/[^\d]/g, '')}`, ...text, link: linkOf(deps, '/') })
  }
  const ids = held.map(({ id }) => id)
  await database.change((trx) => deleteHeld(trx, to, ids))
}

async function deliver(
  { emails, chats }: Deps,
  { chain, walletId, channel }: User & { channel: Channel },
  { id, subject, text, link }: Linked & { id: string },
): Promise<void> {
  const user = { chain, walletId }
  if (channel === 'chat') await chats.send(user, { id, subject, text, link })
  else
    await emails.send(user, {
      id,
      textIn: (language) => ({ subject, text: withLink({ subject, text, link }, language) }),
    })
}

const linkOf = ({ consoleUrl }: Deps, path: string): string | undefined => {
  const base = consoleUrl()
  return base === undefined ? undefined : `${base.replace(/\/$/, '')}${path}`
}
