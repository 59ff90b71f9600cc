import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpSource, recount } from '@quorate/verify/recount'
import { type Answer, chain, HOUR, openHarness } from './harness.ts'

const VOTERS = 1_500

describe('Thousands of votes on one proposal', () => {
  test('are listed in pages and anchored in batches of at most 1,000 votes and 256 KiB, and a recount holds', async () => {
    const harness = await openHarness()
    try {
      const owner = await harness.person()
      const dao = await harness.dao([owner])
      const session = await harness.server.connections.session()
      await session.query(
        `insert into governance.member (dao_id, account, added_at)
         select $1, '0.0.' || (1000000 + n), $2 from generate_series(1, $3::int) n`,
        [dao.daoId, new Date(harness.clock.now() - HOUR), VOTERS],
      )
      await session.query(
        `insert into governance.membership_change (dao_id, account, change, changed_at)
         select dao_id, account, 'added', added_at from governance.member where dao_id = $1 and account <> $2`,
        [dao.daoId, owner.id],
      )
      session.release()
      const proposal = await harness.propose(dao.daoId, owner, { quorum: 99 })
      let next = 1
      const voter = async () => {
        for (let n = next++; n <= VOTERS; n = next++) {
          const id = `0.0.${1_000_000 + n}`
          const token = await harness.tokens.issue({ walletId: id })
          // The first three hundred or so do not fit into 256 KiB. Of the rest, more than a thousand would.
          const comment = n <= 330 ? { comment: `${n} ${'tree '.repeat(190)}` } : {}
          const body = harness.voteBody(proposal, { id }, n % 3 ? 'YES' : 'NO', comment)
          const { status } = await harness.call('POST', '/votes', { token }, body)
          assert.equal(status, 201)
        }
      }
      await Promise.all(Array.from({ length: 16 }, voter))

      const numbers: number[] = []
      for (let path: string | undefined = `/votes/proposal/${proposal.proposalId}?limit=700`; path; ) {
        const page: Answer = await harness.get(path)
        numbers.push(...page.body.map(({ number }: { number: number }) => number))
        path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
      }
      assert.deepEqual(
        numbers,
        Array.from({ length: VOTERS }, (_, index) => VOTERS - index),
      )

      await harness.pass(24 * HOUR)
      const { body: results } = await harness.get(`/votes/proposal/${proposal.proposalId}/results`)
      assert.deepEqual([results.status, results.totalVotes, results.quorum.reached], ['PASSED', VOTERS, true])
      const batches: Answer['body'][] = []
      for (let path: string | undefined = `/votes/proposal/${proposal.proposalId}/audit?limit=2`; path; ) {
        const page: Answer = await harness.get(path)
        batches.push(...page.body.batches)
        path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
      }
      assert.equal(batches.at(-1).last, VOTERS)
      for (const [index, { batch, first, last }] of batches.entries()) {
        assert.deepEqual([batch, first], [index + 1, (batches[index - 1]?.last ?? 0) + 1])
        const file = await harness.get(`/votes/proposal/${proposal.proposalId}/audit/batches/${batch}`)
        assert.ok(last - first < 1_000 && Buffer.byteLength(file.body) <= 256 * 1024)
      }
      assert.ok(batches.length >= 3)
      const counted = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        // These voters have no accounts on the ledger.
        mirror: { ...harness.ledger.mirror, existedAt: async () => 'yes' },
        source: httpSource(harness.url),
      })
      assert.deepEqual([counted.faults, counted.totalVotes, counted.status], [[], VOTERS, 'PASSED'])
    } finally {
      await harness.close()
    }
  })
})
