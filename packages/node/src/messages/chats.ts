/** The chat of an account: a webhook that a service such as Slack creates for a channel. */
import {
  ApiError,
  badRequest,
  type Change,
  type Clock,
  type Database,
  type MessageLanguage,
  type MessageText,
  notFound,
  PermanentJobError,
  tooMany,
  unprocessable,
  type Webhooks,
} from '@quorate/platform'
import { limits } from '../limits.ts'
import { type ChatFormat, checkTemplate, filled, presetOf } from '../model/messages/chat-templates.ts'
import type { Settings } from '../settings.ts'
import { takeMessage } from '../store/emails.ts'
import { type Chat, chatOf, deleteChat, deleteHeld, replaceChat } from '../store/message-deliveries.ts'
import type { Tables } from '../store/tables.ts'
import { testText } from './texts.ts'

interface User {
  chain: string
  walletId: string
}

export interface ChatToSet {
  url: string
  format: ChatFormat
  template?: string
  chat?: string
  language: MessageLanguage
}

export interface ChatMessage extends MessageText {
  id: string
  link: string | undefined
}

/** Chat services truncate or refuse long texts: Discord accepts 2,000 characters. */
export const MAX_CHAT_TEXT = 1_500

interface Deps {
  database: Database<Tables>
  clock: Clock
  webhooks: Webhooks
  settings: Pick<Settings, 'MAIL_PER_HOUR'>
  consoleUrl: () => string | undefined
}

export type Chats = ReturnType<typeof createChats>

export function createChats(deps: Deps) {
  const { database, webhooks } = deps
  return {
    of: (user: User): Promise<Chat | undefined> => chatOf(database.read, user),

    /** @throws 400 WEBHOOK_REFUSED, TEMPLATE_INVALID, CHAT_MISSING */
    async set({ chain, walletId }: User, { url, format, template, chat, language }: ChatToSet): Promise<void> {
      webhooks.check(url, 'url')
      if ((template !== undefined) !== (format === 'custom'))
        throw badRequest('TEMPLATE_INVALID', 'Format "custom" needs a template; other formats take none')
      if (template !== undefined) checkTemplate(template)
      if ((chat !== undefined) !== (format === 'telegram') && format !== 'custom')
        throw badRequest(
          'CHAT_MISSING',
          'Format "telegram" needs chat, the id of the chat; format "custom" may have it; other formats take none',
        )
      const row = {
        ...{ chain, wallet: walletId, url, format, language, chat: chat ?? null },
        template: format === 'custom' ? (template ?? '') : presetOf(format),
      }
      await database.change((trx) => replaceChat(trx, row))
    },

    async remove(user: User): Promise<void> {
      await database.change(async (trx) => {
        await deleteChat(trx, user)
        await deleteHeld(trx, { ...user, channel: 'chat' })
      })
    },

    /** Posts to the account's chat, if it has one. @throws PermanentJobError if another attempt would be refused */
    async send(user: User, message: ChatMessage): Promise<void> {
      const chat = await chatOf(database.read, user)
      if (!chat) return
      if (await database.change((trx) => takeOne(deps, trx, user)))
        throw new PermanentJobError(
          'The limit of messages for this hour is reached (MAIL_PER_HOUR, or the limit per account)',
        )
      await post(deps, chat, message)
    },

    /** Posts a test message now. @throws 404 CHAT_NOT_SET, 422 CHAT_FAILED, 429 TOO_MANY_CHAT_MESSAGES */
    async test(user: User, id: string): Promise<void> {
      const chat = await chatOf(database.read, user)
      if (!chat) throw notFound('CHAT_NOT_SET', 'No chat is set: set one with PUT /auth/profile/chat')
      const refused = await database.change((trx) => takeOne(deps, trx, user))
      if (refused)
        throw tooMany(
          'TOO_MANY_CHAT_MESSAGES',
          `${limits.chatMessagesPerAccount.value} messages were sent to the chat within an hour, which is the maximum: try again later`,
          Math.ceil(refused.waitMs / 1000),
        )
      try {
        await post(deps, chat, { id, ...testText(chat.language), link: deps.consoleUrl() })
      } catch (error) {
        if (error instanceof ApiError) throw error
        throw unprocessable('CHAT_FAILED', `The test message did not arrive: ${(error as Error).message}`)
      }
    },
  }
}

async function post({ webhooks }: Deps, chat: Chat, { id, subject, text, link = '' }: ChatMessage): Promise<void> {
  const body = filled(chat.template, {
    ...{ subject, link, account: chat.wallet, chat: chat.chat ?? '' },
    text: text.length > MAX_CHAT_TEXT ? `${text.slice(0, MAX_CHAT_TEXT - 1)}…` : text,
  })
  await webhooks.post(chat.url, { id, body })
}

const takeOne = ({ settings, clock }: Deps, trx: Change<Tables>, { chain, walletId }: User) =>
  takeMessage(
    trx,
    { name: 'chat', perHour: settings.MAIL_PER_HOUR },
    { id: `${chain} ${walletId}`, percent: 0, atLeast: limits.chatMessagesPerAccount.value },
    clock.now(),
  )
