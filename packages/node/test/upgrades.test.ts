/** Databases of earlier versions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@quorate/platform/testing'
import { sql } from 'kysely'
import { schema } from '../src/index.ts'
import type { Tables } from '../src/store/tables.ts'

const CHAIN = 'hedera:testnet'

test('A database from before bindings were read from creations keeps them, without those that were never created', async (context) => {
  const server = await testDatabase()
  context.after(() => server.close())
  const current = await server.open<Tables>(schema)
  await current.change((trx) => sql`drop schema node cascade`.execute(trx))
  const migrations = Object.fromEntries(Object.entries(schema.migrations).filter(([name]) => name < '004'))
  const earlier = await server.open<Tables>({ ...schema, migrations })
  await earlier.change(async (trx) => {
    await sql`
      insert into node.intent (chain, transaction_id, node_id, kind, validator, owner, expires_at, entity, written, wallet)
      values (${CHAIN}, '0.0.7@1795985285.000000005', '0.0.3', 'account', '1.000000001', '0.0.7', now(), '0.0.8', false, '0.0.7'),
        (${CHAIN}, '0.0.7@1795985286.000000005', '0.0.3', 'topic', '1.000000002', '0.0.7', now(), null, false, '0.0.7')`.execute(
      trx,
    )
    await sql`
      insert into node.opening (chain, transaction_id, topic_id, consensus_timestamp, node_id, expires_at, state, proposal_id)
      values (${CHAIN}, '0.0.7@1795985287.000000005', '0.0.9', '1.000000003', '0.0.3', now(), 'used', 'p')`.execute(trx)
  })
  const { read } = await server.open<Tables>(schema)
  const binding = { chain: CHAIN, transaction_id: '0.0.7@1795985285.000000005', kind: 'account', entity: '0.0.8' }
  assert.deepEqual(await read.selectFrom('node.binding').selectAll().execute(), [
    {
      ...{ ...binding, validator: '1.000000001', owner: '0.0.7', topic_id: null, settled: true },
      started: 1_795_985_285_000_000_005n,
    },
  ])
  const [opening] = await read.selectFrom('node.opening').selectAll().execute()
  assert.deepEqual([opening?.state, opening?.recorded_at, opening?.body_hash], ['used', null, null])
})
