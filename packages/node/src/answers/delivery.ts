import { messageLanguages, namedSchema } from '@quorate/platform'
import { Type } from 'typebox'
import { chatFormats } from '../model/messages/chat-templates.ts'
import { channels } from '../model/messages/delivery.ts'

/** `HH:MM`. A quantifier would let 24 to 29 pass. */
export const TimeOfDay = Type.String({
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  title: 'a time such as 08:30',
  examples: ['08:30'],
})
export const Quiet = Type.Object({ from: TimeOfDay, to: TimeOfDay }, { additionalProperties: false })

export const DeliveryOut = namedSchema(
  'MessageDelivery',
  Type.Object({
    channels: Type.Array(Type.Enum([...channels]), { description: 'where messages go, as far as it is set' }),
    timeZone: Type.String({ description: 'the time zone of the times here' }),
    digestAt: Type.Union([TimeOfDay, Type.Null()], {
      description: 'when one e-mail with the messages of the day is sent; null: each message has its own',
    }),
    quiet: Type.Union([Quiet, Type.Null()], { description: 'the hours when nothing is sent; null: none' }),
    urgentAtOnce: Type.Boolean({
      description: 'whether messages about something that ends within an hour are always sent immediately',
    }),
    chat: Type.Union(
      [
        Type.Object({
          host: Type.String({ description: 'the host of the webhook; its URL is not shown, because it is a secret' }),
          format: Type.Enum([...chatFormats]),
          language: Type.Enum([...messageLanguages], { description: 'the language of messages to it' }),
        }),
        Type.Null(),
      ],
      { description: 'where messages go in a chat; null: nowhere' },
    ),
  }),
)
