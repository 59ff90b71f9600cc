import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deletedIn, ROWS_DELETED_AT_ONCE } from '@quorate/platform/testing'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const DAY = 86_400_000
const OTHER_CHAIN = 'hedera:testnet'
/** Until nothing can happen on the ledger any more, and the mirror has had time to show it. */
const ledgerWindow = 200_000

async function withHarness(env: Record<string, string>, work: (harness: Harness) => Promise<void>): Promise<void> {
  const harness = await openHarness({ env, otherChain: OTHER_CHAIN })
  try {
    await work(harness)
  } finally {
    await harness.close()
  }
}

/** People whose sessions last as long as the test. */
async function lasting(harness: Harness, count: number): Promise<Person[]> {
  const people = await harness.people(count)
  const issue = ({ id, key }: Person) =>
    harness.tokens.issue({ walletId: id, publicKey: key.publicKey.toStringRaw(), lifetimeMs: 10 * DAY })
  return Promise.all(people.map(async (person) => ({ ...person, token: await issue(person) })))
}

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('What people store', () => {
  test('is deleted some days after it came to nothing, with what was said of it; what was executed stays', () =>
    withHarness({ REQUEST_RETENTION: '2' }, async (harness) => {
      const [ada, ben] = (await lasting(harness, 2)) as [Person, Person]
      const walletId = await harness.wallet([ada, ben], 1)
      const ask = () => harness.ask('stake', ada, { walletId })
      const say = (jobId: string) => harness.post(`/multisig/transaction/comment/${jobId}`, ben, { text: 'Why?' })
      const statusesOf = async (requests: { jobId: string }[]) => {
        const answers = requests.map(({ jobId }) => harness.get(`/multisig/transaction/status/${jobId}`, ada))
        return new Set((await Promise.all(answers)).map(({ status }) => status))
      }
      const historyOf = async () =>
        (await harness.pages(`/multisig/wallet/${walletId}/history`, ada)).flat().map(({ jobId }) => jobId)

      const executed = await ask()
      const [rejected, ...expired] = await Promise.all(Array.from({ length: 110 }, ask))
      await harness.sign(rejected, ben, walletId)
      for (const { jobId } of [executed, rejected, expired[0]]) assert.equal((await say(jobId)).status, 201)
      await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ada, { reason: 'no' })
      await harness.sign(executed, ada, walletId)
      assert.equal((await harness.execute('stake', ada, executed)).status, 200)
      await harness.clock.advance(ledgerWindow)
      await harness.jobs.idle()

      await harness.clock.advance(2 * DAY - ledgerWindow)
      await harness.jobs.idle()
      const last = await ask()
      assert.deepEqual(await statusesOf([executed, rejected, ...expired]), new Set([200]))
      assert.equal((await historyOf()).length, 113)

      const rows = 2.5 * ROWS_DELETED_AT_ONCE
      const session = await harness.server.connections.session()
      try {
        await session.query(`
          insert into multisig.comment (id, job_id, account, text, timestamp)
          select gen_random_uuid()::text, '${rejected.jobId}', '${ben.id}', 'x', now() from generate_series(1, ${rows}) n`)
        await session.query(`
          insert into multisig.inbox (chain, account, ends_at, job_id, source, turn)
          values ('${harness.network.chain}', '${ben.id}', now(), '${rejected.jobId}', '${walletId}', 1)`)
      } finally {
        session.release()
      }
      const deleted = deletedIn(harness.server.connections)
      await harness.clock.advance(2 * 3_600_000 + ledgerWindow)
      await harness.jobs.idle()
      assert.ok(
        deleted.every((count) => count <= ROWS_DELETED_AT_ONCE),
        String(deleted),
      )
      assert.ok(deleted.reduce((sum, count) => sum + count, 0) > rows, String(deleted))
      assert.deepEqual(await statusesOf([rejected, ...expired]), new Set([403]))
      assert.deepEqual(codeOf(await say(rejected.jobId)), [403, 'FORBIDDEN'])
      assert.deepEqual((await historyOf()).slice(0, 2), [last.jobId, executed.jobId])
      const { body } = await harness.get(`/multisig/transaction/status/${executed.jobId}`, ada)
      assert.deepEqual([body.status, body.comments.length], ['success', 1])
    }))

  test('is bounded for each person and for all of one chain, and becomes free with time, or where a request is executed', () =>
    withHarness({ REQUEST_BYTES_PER_HOUR: '262144' }, async (harness) => {
      const [ada, ben, ...crowd] = (await lasting(harness, 6)) as [Person, Person, ...Person[]]
      const walletId = await harness.wallet([ada, ben], 1)
      const ask = (by: Person, operation = 'stake', body: object = { walletId }) =>
        harness.post(`/multisig/wallet/${operation}/request`, by, body)
      const creation = ({ id }: Person) => ({
        name: 'x',
        settings: { owners: [{ wallet: id, name: 'x' }], threshold: 1 },
      })
      /** Asks until it is refused, and answers what was accepted. */
      async function fill(...what: Parameters<typeof ask>): Promise<Answer['body'][]> {
        const accepted = []
        for (let index = 0; index < 50; index++) {
          const answer = await ask(...what)
          if (answer.status === 200) accepted.push(answer.body)
          else {
            assert.deepEqual(codeOf(answer), [429, 'STORAGE_BUDGET_USED'])
            assert.ok(Number(answer.headers.get('retry-after')) > 0)
            return accepted
          }
        }
        throw new Error('50 requests were accepted')
      }
      const mine = await fill(ada)
      assert.ok(mine.length >= 3, `${mine.length} requests`)
      const [first] = mine
      assert.ok(first)
      const path = (what: string) => `/multisig/transaction/${what}/${first.jobId}`
      const text = 'x'.repeat(1000)
      const full = [429, 'STORAGE_BUDGET_USED']
      const filled = []
      for (let index = 0; index < 20; index++)
        filled.push((await harness.post(path('comment'), ada, { text: 'x'.repeat(1000) })).status)
      assert.ok(filled.includes(429), 'comments count')
      assert.deepEqual(codeOf(await harness.post(path('reject'), ada, { reason: text })), full)
      assert.equal((await harness.post(path('reject'), ada, {})).status, 200, 'a rejection needs no room')
      assert.equal((await ask(ben)).status, 200, 'others have their parts')

      const second = mine[1]
      assert.ok(second)
      await harness.sign(second, ada, walletId)
      assert.equal((await harness.execute('stake', ada, second)).status, 200)
      assert.equal((await ask(ada)).status, 200, 'what was executed is given back')
      assert.deepEqual(codeOf(await ask(ada)), full)

      for (const person of crowd) await fill(person, 'create', creation(person))
      const [some] = crowd
      assert.ok(some)
      let late: Person | undefined
      for (let count = 0; count < 30 && !late; count++) {
        const [person] = (await lasting(harness, 1)) as [Person]
        if ((await fill(person, 'create', creation(person))).length === 0) late = person
      }
      assert.ok(late, 'somebody finds no room')
      const elsewhere = await harness.tokens.issue({ walletId: late.id, chain: OTHER_CHAIN, lifetimeMs: DAY })
      assert.equal((await ask({ ...late, token: elsewhere }, 'create', creation(late))).status, 200)

      await harness.clock.advance(24 * 3_600_000)
      for (const person of [ada, some])
        assert.equal((await harness.post('/multisig/wallet/create/request', person, creation(person))).status, 200)
    }))

  test('has room for a change of the largest wallet, whatever the budget', () =>
    withHarness({ REQUEST_BYTES_PER_HOUR: '262144' }, async (harness) => {
      const owners = await lasting(harness, 20)
      const [ada] = owners as [Person]
      const walletId = await harness.wallet(owners, 1)
      const change = { walletId, action: 'add', owner: { wallet: ada.id }, threshold: 2 }
      const answer = await harness.post('/multisig/wallet/update/request', ada, change)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }))
})
