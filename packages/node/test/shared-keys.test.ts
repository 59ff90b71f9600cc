import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError } from '@quorate/platform'
import { sql } from 'kysely'
import { openHarness } from './harness.ts'

const needsServer = process.env.TEST_DATABASE_URL ? false : 'needs TEST_DATABASE_URL'

/** Opens a second node with the first one's database and the keys in `dataDir`, and closes it again. */
const beside = async (
  { network, clock, server }: Awaited<ReturnType<typeof openHarness>>,
  dataDir: string,
  env: Record<string, string> = {},
) => {
  const second = await openHarness(env, { network, clock, server, dataDir })
  await second.stop()
  return second.url
}

const another = () => mkdtemp(join(tmpdir(), 'quorate-node-'))

describe('Nodes on one database', { skip: needsServer }, () => {
  test('start together if their keys are equal; otherwise the second fails, and its error names the key', async () => {
    await using first = await openHarness()
    assert.ok(await beside(first, first.dataDir))
    const refused = (name: string) => (error: unknown) =>
      error instanceof ConfigError && error.message.startsWith(`${name} differs from the value of the process on`)
    await assert.rejects(beside(first, await another()), refused('AUTH_TOKEN_KEY'))
    const TWO_FACTOR_KEY = randomBytes(32).toString('hex')
    await assert.rejects(beside(first, first.dataDir, { TWO_FACTOR_KEY }), refused('TWO_FACTOR_KEY'))
    assert.ok(await beside(first, first.dataDir), 'a refused process does not block later ones')
  })

  test('may use another key once the processes with the old one are gone', async () => {
    await using first = await openHarness()
    const dataDir = await another()
    await first.tokens.close()
    assert.ok(await beside(first, dataDir))
    const database = first.tokens.database
    await database.change((trx) =>
      sql`insert into node.process values (gen_random_uuid(), 'killed', '{"AUTH_TOKEN_KEY": "another"}', now())`.execute(
        trx,
      ),
    )
    await assert.rejects(beside(first, dataDir), /of the process on killed/)
    await database.change((trx) => sql`update node.process set seen_at = now() - interval '46 seconds'`.execute(trx))
    assert.ok(await beside(first, dataDir))
  })
})
