/** The endpoints that set where and when the session's account gets messages. */
import { randomUUID } from 'node:crypto'
import { badRequest, type Http, messageLanguages } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { DeliveryOut, Quiet, TimeOfDay } from '../answers/delivery.ts'
import { chatFormats } from '../model/messages/chat-templates.ts'
import { channels } from '../model/messages/delivery.ts'
import { isTimeZone } from '../model/messages/local-times.ts'
import type { Service } from '../service.ts'
import { checkFreshLogin } from '../sessions/fresh-login.ts'
import { refuseHolder } from '../sessions/owners.ts'

const Delivery = Type.Object(
  {
    channels: Type.Optional(
      Type.Array(Type.Enum([...channels]), {
        uniqueItems: true,
        maxItems: channels.length,
        description: 'where messages go, as far as it is set; by default everywhere',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'a name of the IANA time zone database; by default UTC',
        examples: ['Europe/Berlin'],
      }),
    ),
    digestAt: Type.Optional(TimeOfDay),
    quiet: Type.Optional({ ...Quiet, description: 'the hours when nothing is sent' }),
    urgentAtOnce: Type.Optional(
      Type.Boolean({
        description: 'whether messages about something that ends within an hour are always sent immediately',
      }),
    ),
  },
  { additionalProperties: false },
)

const Chat = Type.Object(
  {
    url: Type.String({ maxLength: 2_000, description: 'the webhook, on a host of WEBHOOK_HOSTS' }),
    format: Type.Enum([...chatFormats], { description: 'the format that the webhook expects' }),
    template: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          'with `custom`: a JSON object with the placeholders {{subject}}, {{text}}, {{link}}, {{account}}, {{chat}}',
      }),
    ),
    chat: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[@\\w-]+$',
        title: "Telegram's chat id",
        examples: ['-1001234567890'],
      }),
    ),
    language: Type.Optional(
      Type.Enum([...messageLanguages], { description: 'the language of messages to it; by default English' }),
    ),
  },
  { additionalProperties: false },
)

export function deliveryRoutes(http: Http, { chats, messenger, clock }: Service): void {
  const tags = ['sessions']
  const config = { access: 'session' } as const
  const response = { 200: DeliveryOut }
  type User = Parameters<typeof messenger.delivery>[0]
  const out = async (user: User): Promise<Static<typeof DeliveryOut>> => {
    const [delivery, chat] = await Promise.all([messenger.delivery(user), chats.of(user)])
    return {
      ...delivery,
      chat: chat ? { host: new URL(chat.url).host, format: chat.format, language: chat.language } : null,
    }
  }
  http.get(
    '/auth/profile/delivery',
    { config, schema: { tags, summary: 'Get where and when I want messages', response } },
    ({ session }) => out(session),
  )
  http.put(
    '/auth/profile/delivery',
    {
      config,
      schema: {
        tags,
        summary: 'Set where and when I want messages',
        description:
          'Replaces the settings. With `digestAt`, one e-mail a day has all messages. During `quiet` hours nothing is sent. Afterwards, one message contains all held messages.',
        body: Delivery,
        errors: { 400: ['INVALID_TIME_ZONE'] },
        response,
      },
    },
    async ({ session, body }) => {
      const { timeZone = 'UTC', digestAt = null, quiet = null, urgentAtOnce = false } = body
      if (!isTimeZone(timeZone))
        throw badRequest(
          'INVALID_TIME_ZONE',
          `timeZone is ${JSON.stringify(timeZone)}: expected a name of the IANA database, such as Europe/Berlin`,
        )
      const chosen = body.channels ?? [...channels]
      await messenger.deliver(session, { channels: chosen, timeZone, digestAt, quiet, urgentAtOnce })
      return out(session)
    },
  )
  http.put(
    '/auth/profile/chat',
    {
      config,
      schema: {
        tags,
        summary: 'Set the chat that I get messages in',
        description: 'Needs a login of the last ten minutes. The URL is never shown again.',
        body: Chat,
        errors: {
          400: ['CHAT_MISSING', 'TEMPLATE_INVALID', 'WEBHOOK_REFUSED'],
          403: ['LOGIN_TOO_OLD', 'WALLET_SESSION'],
        },
        response,
      },
    },
    async ({ session, body }) => {
      refuseHolder(session)
      checkFreshLogin(session, clock, 'a chat can be set')
      await chats.set(session, { ...body, language: body.language ?? 'en' })
      return out(session)
    },
  )
  http.delete(
    '/auth/profile/chat',
    { config, schema: { tags, summary: 'Remove the chat', response } },
    async ({ session }) => {
      await chats.remove(session)
      return out(session)
    },
  )
  http.post(
    '/auth/profile/chat/test',
    {
      config,
      schema: {
        tags,
        summary: 'Post a test message to the chat',
        errors: { 404: ['CHAT_NOT_SET'], 422: ['CHAT_FAILED'], 429: ['TOO_MANY_CHAT_MESSAGES'] },
        response,
      },
    },
    async ({ session }) => {
      await chats.test(session, randomUUID())
      return out(session)
    },
  )
}
