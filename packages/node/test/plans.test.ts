/** Checks how much the database reads for each list if its tables are large. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { explainingDatabase } from '@quorate/platform/testing'
import { CHAIN, type Harness, openHarness } from './harness.ts'
import { type Person, walletsOf } from './wallets.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const ROWS = 100_000
const TOPIC = '0.0.5000'

describe('With many bindings and decisions', { skip: serverUrl ? false : 'needs TEST_DATABASE_URL' }, () => {
  let harness: Harness
  let database: Awaited<ReturnType<typeof explainingDatabase>>
  let wallets: ReturnType<typeof walletsOf>
  let ada: Person
  before(async () => {
    database = await explainingDatabase(serverUrl)
    harness = await openHarness({}, { server: database.server })
    wallets = walletsOf(harness)
    ada = await wallets.person()
    await get('/validators/bindings')
    await database.run(...fill(ada.id))
    database.slow()
  })
  after(async () => {
    wallets?.client.close()
    await harness?.[Symbol.asyncDispose]()
  })

  async function get(path: string) {
    const answer = await harness.ask(path, { token: ada.token })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer
  }

  test('a list reads only a page', async () => {
    for (const path of ['bindings', 'decisions', `decisions?topicId=${TOPIC}`]) {
      const { body, headers } = await get(`/validators/${path}`)
      assert.equal(body.length, 100)
      await get(/<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? assert.fail())
    }
    assert.deepEqual(database.slow(), [])
  })

  test('looking up a binding, or the bytes that wait for a signature, reads only their rows', async () => {
    await get('/validators/bindings/0.0.1000100')
    assert.equal((await get('/validators/decisions/offers')).body.length, 20)
    assert.deepEqual(database.slow(), [])
  })
})

/** The account owns every tenth entity and submitted every tenth decision; others have as many offers. */
function fill(account: string): string[] {
  const numbers = `generate_series(1, ${ROWS}) as i`
  const of = `case when i % 10 = 0 then '${account}' else '0.0.' || (5000000 + i % 1000) end`
  return [
    `insert into node.binding (chain, transaction_id, kind, validator, owner, entity, settled, started)
      select '${CHAIN}', 't' || i, 'account', '1.000000000', ${of}, '0.0.' || (1000000 + i), true, i from ${numbers}`,
    `insert into node.opening (chain, transaction_id, topic_id, consensus_timestamp, node_id, expires_at, state, proposal_id, wallet)
      select '${CHAIN}', 't' || i, case when i % 10 = 1 then '${TOPIC}' else '0.0.' || (6000 + i % 1000) end, i || '.000000000', '', now(), 'used', 'p' || i, ${of} from ${numbers}`,
    `insert into node.offer (chain, topic_id, consensus_timestamp, wallet, sender, transaction_id, node_id, expires_at, request, answer)
      select '${CHAIN}', '${TOPIC}', i || '.000000000', case when i <= 20 then '${account}' else '0.0.' || (5000000 + i % 1000) end, '0.0.1', 'o' || i, '',
        now() + interval '100 years', '{"name": "transfer/hbar", "params": {}, "body": {}}', '{}' from ${numbers}`,
    'analyze',
  ]
}
