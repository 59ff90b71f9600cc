import { type Connection, withSession } from '../connection/connect.ts'
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
        fields: [
          ...addresses({ email, pending }),
          ['reminders by e-mail', reminders.email ? reminders.before.join(', ') : 'off'],
        ],
      },
    )
  })

export const set = (given: Given<Commands['set']>): Promise<void> =>
  changed(given, async ({ client }) => {
    const view = await client.node.post('/auth/profile/email', { body: { email: given.address } })
    if (!given.json) note(`A code is on its way to ${plain(given.address)}: quorate email confirm <code>`)
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

export async function remind(given: Given<Commands['remind']>): Promise<void> {
  await withSession(given, async ({ client }) => {
    const { webhook, socket } = await client.multisig.get('/multisig/reminders')
    // Setting a webhook again would create a new secret, and its receiver would need it.
    if (webhook !== null)
      throw new Failure(
        'usage',
        'Reminders go to a webhook: set both with quorate api PUT /multisig/reminders, which answers a new secret',
      )
    const before = given.before === undefined ? {} : { before: [given.before] }
    const reminders = await client.multisig.put('/multisig/reminders', {
      body: { socket, email: !given.off, ...before },
    })
    printOne(reminders, {
      json: given.json,
      fields: [['reminders by e-mail', reminders.email ? reminders.before.join(', ') : 'off']],
    })
  })
}

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
