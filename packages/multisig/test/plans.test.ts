/** Checks how much the database reads for each request when its tables are large. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { explainingDatabase } from '@quorate/platform/testing'
import { type Harness, openHarness, type Person } from './harness.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const REQUESTS = 100_000
const WALLETS = 20_000

describe('With many wallets and requests', { skip: serverUrl ? false : 'needs TEST_DATABASE_URL' }, () => {
  let harness: Harness
  let database: Awaited<ReturnType<typeof explainingDatabase>>
  let ada: Person
  let ben: Person
  let wallet: string
  before(async () => {
    database = await explainingDatabase(serverUrl)
    harness = await openHarness({ server: database.server })
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    wallet = await harness.wallet([ada, ben], 2)
    await database.run(...fill(harness.network.chain, wallet, ada, harness.clock.now()))
    database.slow()
  })
  after(() => harness.close())

  const payment = (more: object = {}) => ({
    ...{ walletId: wallet, receiverId: ben.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1, ...more },
  })
  const get = async (path: string) => {
    const answer = await harness.get(path, ada)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer
  }

  test('a list reads only a page', async () => {
    const lists = ['wallets', 'inbox', `wallet/${wallet}/pending`, `wallet/${wallet}/history`]
    for (const list of lists) {
      const { headers } = await get(`/multisig/${list}`)
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (next) await get(next)
    }
    await get(`/multisig/wallet/${wallet}`)
    await get(`/multisig/wallet/${wallet}/public`)
    assert.deepEqual(database.slow(), [])
  })

  test('a request reads only its own rows, from beginning to end', async () => {
    const request = await harness.ask('withdraw', ada, payment())
    for (const owner of [ada, ben]) assert.equal((await harness.sign(request, owner, wallet)).status, 200)
    await harness.post(`/multisig/transaction/comment/${request.jobId}`, ben, { text: 'as agreed' })
    await get(`/multisig/transaction/status/${request.jobId}`)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    const rejected = await harness.ask('withdraw', ada, payment({ amountOrSerial: 2 }))
    assert.equal((await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ben, {})).status, 200)
    const later = new Date(harness.clock.now() + 600_000).toISOString()
    const timed = await harness.ask('withdraw', ada, payment({ executeAt: later }))
    await harness.sign(timed, ada, wallet)
    const update = await harness.ask('update', ada, {
      walletId: wallet,
      action: 'remove',
      owner: { wallet: ben.id },
      threshold: 1,
    })
    for (const owner of [ada, ben]) await harness.sign(update, owner, wallet)
    assert.equal((await harness.execute('update', ada, update)).status, 200)
    assert.deepEqual(database.slow(), [])
  })

  test('background jobs read only what is due', async () => {
    await harness.clock.advance(900_000)
    await harness.jobs.idle()
    await harness.clock.advance(40 * 86_400_000)
    await harness.jobs.idle()
    assert.deepEqual(database.slow(), [])
  })
})

/** The wallet's history is long, the account has many wallets, and other accounts have just as many. */
function fill(chain: string, wallet: string, { id: account }: Person, now: number): string[] {
  const time = `timestamptz '${new Date(now).toISOString()}'`
  const request = (name: string, of: string, by: string, count: number) => `
    insert into multisig.request (job_id, history_id, chain, wallet, operation, type, requester, counted_for, participants,
      payload, threshold, signing, transaction_id, bytes, body_bytes, created_at, updated_at, expires_at, window_ends_at,
      state, open)
    select '${name}' || i, '${name}-history' || i, '${chain}', ${of}, 'withdraw', 'withdraw', ${by}, ${by}, '{}', '{}', 2,
      made.signing, '${name}' || i, made.bytes, made.body_bytes, t, t, t + interval '2 minutes', t + interval '150 seconds',
      case when i % 500 = 0 then 'error' else 'success' end, false
    from (select i, ${time} - i * interval '1 minute' as t from generate_series(1, ${count}) as i) as numbered,
      (select signing, bytes, body_bytes from multisig.request order by sequence limit 1) as made`
  return [
    `insert into multisig.wallet (chain, wallet, smart_app, name, description, threshold, created_at, updated_at)
      select '${chain}', '0.0.' || (1000000 + i), 'app', 'wallet', '', 1, ${time}, ${time} from generate_series(1, ${WALLETS}) as i`,
    `insert into multisig.owner (chain, wallet, position, account, name, key)
      select '${chain}', '0.0.' || (1000000 + i), p, case p when 0 then '${account}' else '0.0.' || (5000000 + i) end, 'owner',
        '\\x1220' || decode(md5(i::text) || md5(p::text), 'hex')
      from generate_series(1, ${WALLETS}) as i, generate_series(0, 1) as p`,
    request('own', `'${wallet}'`, `'${account}'`, REQUESTS),
    request('other', "'0.0.' || (1000000 + i % 20000 + 1)", "'0.0.' || (5000000 + i)", REQUESTS),
    `insert into multisig.event (job_id, action, status, payload, timestamp)
      select job_id, 'request', 'pending', '{}', created_at from multisig.request`,
    `insert into multisig.inbox (chain, account, ends_at, job_id, source, turn)
      select chain, '${account}', ${time} + sequence * interval '1 minute', job_id, wallet, sequence from multisig.request where job_id like 'own%' and sequence % 2000 = 0`,
    `insert into multisig.inbox (chain, account, ends_at, job_id, source, turn)
      select chain, requester, ${time} + sequence * interval '1 minute', job_id, wallet, sequence from multisig.request where job_id like 'other%'`,
    `insert into multisig.acquaintance (chain, account, source, standing, since)
      select distinct chain, requester, wallet, 'known', ${time} from multisig.request where job_id like 'other%'`,
    'analyze',
  ]
}
