import type { NodeTypes } from '@quorate/client'
import { withSession } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printOne } from '../terminal/output.ts'

type Commands = CommandTable['notices']['commands']
type Delivery = NodeTypes['MessageDelivery']

export const show = (given: Given<Commands['show']>): Promise<void> =>
  withSession(given, async ({ client }) => print(await client.node.get('/auth/profile/delivery'), given))

export async function when(given: Given<Commands['when']>): Promise<void> {
  const { digest, quiet, urgent, only, timeZone } = given
  const hours = quiet === undefined ? undefined : quietIn(quiet)
  await withSession(given, async ({ client }) =>
    print(
      await client.node.put('/auth/profile/delivery', {
        body: {
          urgentAtOnce: urgent,
          ...(timeZone === undefined ? {} : { timeZone }),
          ...(digest === undefined ? {} : { digestAt: digest }),
          ...(hours === undefined ? {} : { quiet: hours }),
          ...(only === undefined ? {} : { channels: [only as Delivery['channels'][number]] }),
        },
      }),
      given,
    ),
  )
}

export const chat = (given: Given<Commands['chat']>): Promise<void> =>
  withSession(given, async ({ client }) => {
    const { webhook: url, format, template, language, chatId } = given
    const delivery = await client.node.put('/auth/profile/chat', {
      body: {
        ...{ url, format: format as NonNullable<Delivery['chat']>['format'] },
        ...(chatId === undefined ? {} : { chat: chatId }),
        ...(template === undefined ? {} : { template }),
        ...(language === undefined ? {} : { language: language as 'en' | 'de' }),
      },
    })
    if (!given.json) note('Try it with: quorate notices test')
    print(delivery, given)
  })

export const leave = (given: Given<Commands['leave']>): Promise<void> =>
  withSession(given, async ({ client }) => print(await client.node.delete('/auth/profile/chat'), given))

export const test = (given: Given<Commands['test']>): Promise<void> =>
  withSession(given, async ({ client }) => {
    const delivery = await client.node.post('/auth/profile/chat/test')
    if (!given.json) note('The chat has accepted the test message')
    print(delivery, given)
  })

export async function votes(given: Given<Commands['votes']>): Promise<void> {
  const { daoId, about, off } = given
  if (off === about.length > 0) throw new Failure('usage', 'Pass either --about or --off')
  await withSession(given, async ({ client }) => {
    const set = await client.governance.put('/daos/{daoId}/notices', {
      path: { daoId },
      body: { notices: about as ('vote_ending' | 'vote_ended')[] },
    })
    printOne(set, { json: given.json, fields: [['notices', set.notices.join(', ') || 'off']] })
  })
}

function quietIn(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? []
  if (from === undefined || to === undefined)
    throw new Failure('usage', `--quiet is ${JSON.stringify(text)}: pass hours such as 22:00-07:00`)
  return { from, to }
}

function print(delivery: Delivery, { json }: { json: boolean }): void {
  const { channels, timeZone, digestAt, quiet, urgentAtOnce, chat: set } = delivery
  printOne(delivery, {
    json,
    fields: [
      [
        'messages',
        channels.length === 0 ? 'nowhere' : channels.map((one) => (one === 'email' ? 'e-mail' : one)).join(', '),
      ],
      ['chat', set === null ? 'none' : `${set.format} at ${set.host}`],
      ['time zone', timeZone],
      ['e-mail of the day', digestAt ?? 'off'],
      ['quiet hours', quiet === null ? 'none' : `${quiet.from}-${quiet.to}`],
      ['urgent ones', urgentAtOnce ? 'immediately' : 'like the others'],
    ],
  })
}
