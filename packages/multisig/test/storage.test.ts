import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deletedIn, ROWS_DELETED_AT_ONCE } from '@quorate/platform/testing'
import { type Harness, openHarness, type Person } from './harness.ts'

const DAY = 86_400_000
/** How long until nothing can happen on the ledger any more and the mirror shows everything, in milliseconds. */
const ledgerWindow = 200_000

async function withHarness(env: Record<string, string>, work: (harness: Harness) => Promise<void>): Promise<void> {
  const harness = await openHarness({ env })
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

describe('A stored request', () => {
  test('is deleted with its comments some days after it failed; executed ones stay', () =>
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
})
