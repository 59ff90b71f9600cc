import type { MultisigTypes } from '@quorate/client'
import { type Connection, type SessionOptions, withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'
import { plain } from '../terminal/plain.ts'

type Commands = CommandTable['email']['commands']

export const show = (given: Given<Commands['show']>): Promise<void> =>
  withSession(given, async (connection) => {
    const { email, pendingEmail: pending } = await connection.client.node.get('/auth/profile')
    const reminders = await connection.client.multisig.get('/multisig/reminders')
    printOne(
      { email, pending, reminders },
      {
        json: given.json,
        fields: [...addresses({ email, pending }), ...messagesIn(reminders)],
      },
    )
  })

export const set = (given: Given<Commands['set']>): Promise<void> =>
  changed(given, async ({ client }) => {
    const view = await client.node.post('/auth/profile/email', {
      body: {
        email: given.address,
        ...(given.language === undefined ? {} : { language: given.language as 'en' | 'de' }),
      },
    })
    if (!given.json) note(`A code was sent to ${plain(given.address)}. Enter it with: quorate email confirm <code>`)
    return view
  })

export const confirm = (given: Given<Commands['confirm']>): Promise<void> =>
  changed(given, ({ client }) => client.node.post('/auth/profile/email/confirm', { body: { code: given.code } }))

export const remove = (given: Given<Commands['remove']>): Promise<void> =>
  changed(given, async ({ client }) => {
    const view = await client.node.delete('/auth/profile/email')
    if (!given.json) note('The account has no e-mail address any more')
    return view
  })

export const remind = (given: Given<Commands['remind']>): Promise<void> =>
  changedMessages(given, ({ notices }) => ({
    before: given.off ? [] : given.before === undefined ? ['day', 'hour'] : [given.before as Before],
    notices,
  }))

export async function notify(given: Given<Commands['notify']>): Promise<void> {
  if (given.off === given.about.length > 0) throw new Failure('usage', 'Pass either --about or --off')
  await changedMessages(given, ({ before }) => ({ before, notices: given.about as Notice[] }))
}

type Settings = MultisigTypes['Reminders']
type Before = Settings['before'][number]
type Notice = Settings['notices'][number]

async function changedMessages(
  given: SessionOptions & { json: boolean },
  change: (now: Settings) => Pick<Settings, 'before' | 'notices'>,
): Promise<void> {
  await withSession(given, async ({ client }) => {
    const now = await client.multisig.get('/multisig/reminders')
    const { webhook, socket } = now
    // Setting a webhook again would create a new secret, and its receiver would need it.
    if (webhook !== null)
      throw new Failure(
        'usage',
        'Reminders go to a webhook: change both with quorate api PUT /multisig/reminders. The webhook gets a new secret',
      )
    const { before, notices } = change(now)
    const messages = before.length + notices.length > 0
    const after = await client.multisig.put('/multisig/reminders', { body: { socket, messages, before, notices } })
    printOne(after, { json: given.json, fields: [...messagesIn(after)] })
  })
}

const messagesIn = ({ messages, before, notices }: Settings) =>
  [
    ['reminders', messages && before.length > 0 ? before.join(', ') : 'off'],
    ['notices', messages && notices.length > 0 ? notices.join(', ') : 'off'],
  ] as const

interface View {
  email: string | null
  pending: string | null
}

async function changed(
  given: Given<Commands['remove']>,
  change: (connection: Connection) => Promise<View & { expiresAt: string | null }>,
): Promise<void> {
  await withSession(given, async (connection) => {
    const view = await change(connection)
    printOne(view, { json: given.json, fields: [...addresses(view), ['code expires', view.expiresAt]] })
  })
}

const addresses = ({ email, pending }: View) => [['e-mail', email] as const, ['waits for its code', pending] as const]
