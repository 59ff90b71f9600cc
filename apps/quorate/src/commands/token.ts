import { withSession } from '../connection/connect.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { printList, printOne } from '../terminal/output.ts'

type Commands = CommandTable['token']['commands']

export async function create(given: Given<Commands['create']>): Promise<void> {
  const { name, days, json } = given
  await withSession(given, async ({ client, places }) => {
    const made = await client.node.post('/auth/applications', { body: { name, days } })
    printOne(made, {
      json,
      fields: [
        ['id', made.id],
        ['name', made.name],
        ['expires', made.expiresAt],
        ['endpoint', `${places.node}/ipfs/pinning`],
        ['token', made.token],
      ],
    })
  })
}

export async function list(given: Given<Commands['list']>): Promise<void> {
  const { json } = given
  await withSession(given, async ({ client }) =>
    printList(await client.node.get('/auth/applications'), {
      json,
      empty: 'You have no tokens',
      columns: [
        { title: 'id', of: ({ id }) => id },
        { title: 'name', of: ({ name }) => name },
        { title: 'expires', of: ({ expiresAt }) => expiresAt },
        { title: 'last used', of: ({ usedAt }) => usedAt },
      ],
    }),
  )
}

export async function revoke(given: Given<Commands['revoke']>): Promise<void> {
  const { id, json } = given
  await withSession(given, async ({ client }) => {
    const revoked = await client.node.delete('/auth/applications/{id}', { path: { id } })
    printOne(revoked, {
      json,
      fields: [
        ['id', revoked.id],
        ['name', revoked.name],
        ['status', 'revoked'],
      ],
    })
  })
}
