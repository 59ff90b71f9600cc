import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contentIdentifier, httpSource, recount } from '@quorate/verify/recount'
import { chain, HOUR, openHarness, type Person } from './harness.ts'
import { openStorage } from './storage.ts'

describe('Leaves in content storage', () => {
  test('are stored there, after retries, and a recount finds them there', async () => {
    const storage = await openStorage({ refused: 2 })
    const harness = await openHarness({ STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token' })
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const dao = await harness.dao([ada, ben])
      const proposal = await harness.propose(dao.daoId, ada)
      await harness.vote(proposal, ada, 'YES')
      await harness.vote(proposal, ben, 'NO')
      await harness.pass(24 * HOUR)
      for (let round = 0; round < 6; round++) await harness.pass(20_000)
      assert.deepEqual([...storage.sessions], ['Bearer the-token'])
      const { body } = await harness.get(`/votes/proposal/${proposal.proposalId}/audit`)
      assert.deepEqual(
        [...storage.files.keys()],
        body.batches.map(({ leaves }: { leaves: string }) => leaves),
      )
      const source = httpSource(harness.url, { storages: [storage.url] })
      const { mirror } = harness.ledger
      const options = { proposalId: proposal.proposalId, chain, topicId: dao.topicId, mirror, source }
      assert.deepEqual((await recount(options)).faults, [])
    } finally {
      await harness.close()
      storage.close()
    }
  })

  test('wait as long as storage says if it has no room', async () => {
    const storage = await openStorage({ refused: 1, status: 429, retryAfter: '600' })
    const harness = await openHarness({ STORAGE_URL: storage.url, STORAGE_TOKEN: 'the-token' })
    try {
      const [ada] = (await harness.people(1)) as [Person]
      const dao = await harness.dao([ada])
      const proposal = await harness.propose(dao.daoId, ada)
      await harness.vote(proposal, ada, 'YES')
      await harness.pass(24 * HOUR)
      for (let round = 0; round < 29; round++) await harness.pass(20_000)
      assert.equal(storage.asked(), 1)
      for (let round = 0; round < 2; round++) await harness.pass(20_000)
      assert.equal(storage.files.size, 1)
    } finally {
      await harness.close()
      storage.close()
    }
  })
})

describe('A content identifier', () => {
  test('is the CIDv1 of a raw block', () => {
    assert.equal(contentIdentifier('hello world'), 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  })
})
