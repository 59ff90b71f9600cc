import { randomBytes } from 'node:crypto'
import { ApiError, forbidden, type Http } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Reminders } from '../answers/reminders.ts'
import { befores, noticeKinds } from '../model/request.ts'
import type { Service } from '../service.ts'
import { deleteReminder, findReminder, type Reminder, replaceReminder } from '../store/reminders.ts'

const tags = ['wallets']
const Body = Type.Object(
  {
    webhook: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'a URL that each reminder is posted to, on a host of WEBHOOK_HOSTS',
      }),
    ),
    socket: Type.Optional(Type.Boolean({ description: 'whether `transaction_reminder` is sent over sockets' })),
    messages: Type.Optional(
      Type.Boolean({ description: 'whether the node writes to the account: by e-mail, and to its chat' }),
    ),
    before: Type.Optional(
      Type.Array(Type.Enum([...befores]), {
        maxItems: befores.length,
        uniqueItems: true,
        description: 'how long before a request ends to send reminders; by default both',
      }),
    ),
    notices: Type.Optional(
      Type.Array(Type.Enum([...noticeKinds]), {
        maxItems: noticeKinds.length,
        uniqueItems: true,
        description:
          'what else to send by webhook and message, about wallets where the caller has signed or asked for something before; by default nothing',
      }),
    ),
  },
  { additionalProperties: false },
)

/** `/multisig/reminders`: the caller's settings for reminders and notices of requests. */
export function reminderRoutes(http: Http, { database, webhooks, messenger }: Service): void {
  http.get(
    '/multisig/reminders',
    {
      config: { access: 'session' },
      schema: { tags, summary: 'Get my reminder settings', response: { 200: Reminders } },
    },
    async ({ session }) => remindersOut(await findReminder(database.read, session.chain, session.walletId)),
  )

  http.put(
    '/multisig/reminders',
    {
      config: { secret: true },
      schema: {
        tags,
        summary: 'Set my reminders and notices',
        description:
          'Replaces the settings. Without `webhook`, `socket` and `messages`, reminders and notices are off. Sockets have events of their own for what notices say. With `webhook`, the answer has a new `secret`, which is shown only this once: it signs what is posted.',
        body: Body,
        errors: {
          400: ['WEBHOOK_REFUSED'],
          403: ['WALLET_SESSION'],
          409: ['EMAIL_NOT_CONFIRMED'],
          501: ['EMAIL_UNAVAILABLE'],
        },
        response: { 200: Reminders },
      },
    },
    async ({ body, session }) => {
      const { chain, walletId: account } = session
      const { webhook = null, socket = false, messages = false, before = [...befores], notices = [] } = body
      if (webhook !== null && session.holder !== undefined)
        throw forbidden(
          'WALLET_SESSION',
          `${session.holder} holds this session of ${account} for an hour, and a webhook would outlast it: leave webhook out`,
        )
      if (webhook !== null) webhooks.check(webhook, 'webhook')
      if (messages) await (messenger ?? apart).check(session)
      const secret = webhook === null ? null : randomBytes(32).toString('base64url')
      const reminder = { chain, account, webhook, socket, messages, before, notices, secret }
      const isOff = webhook === null && !socket && !messages
      await database.change((trx) => (isOff ? deleteReminder(trx, chain, account) : replaceReminder(trx, reminder)))
      return { ...remindersOut(isOff ? undefined : reminder), ...(secret === null ? {} : { secret }) }
    },
  )
}

const remindersOut = (reminder: Reminder | undefined): Static<typeof Reminders> => ({
  webhook: reminder?.webhook ?? null,
  socket: reminder?.socket ?? false,
  messages: reminder?.messages ?? false,
  before: reminder?.before ?? [],
  notices: reminder?.notices ?? [],
})

const apart = {
  check(): never {
    throw new ApiError(
      501,
      'EMAIL_UNAVAILABLE',
      'The node, which sends messages, is not in the process of this service: choose a webhook or socket',
    )
  },
}
