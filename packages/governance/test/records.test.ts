import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeRecord } from '@quorate/verify/recount'
import fc from 'fast-check'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

const runs = process.env.TEST_LONG ? 500 : 30

describe('Accepted input that goes on a topic', () => {
  let harness: Harness
  let ada: Person
  before(async () => {
    harness = await openHarness({ WALLET_MESSAGES_PER_HOUR: '1000000', MESSAGES_PER_HOUR: '10000000' })
    ada = await harness.person()
  })
  after(() => harness.close())

  /** Its records, including those that nobody can read. */
  async function recordsOf(daoId: string): Promise<Uint8Array[]> {
    const session = await harness.server.connections.session()
    const { rows } = await session.query('select content from governance.record where dao_id = $1 order by id', [daoId])
    session.release()
    return rows.map(({ content }) => content as Uint8Array)
  }

  const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  /** Mostly valid values, so that a refusal of one field does not hide the others. */
  const usually = <T>(value: T, other: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: fc.constant(value), weight: 4 }, { arbitrary: other, weight: 1 })
  const text = (maxLength: number) => fc.oneof(fc.string({ maxLength }), fc.string({ unit: 'binary', maxLength }))
  /** Includes years beyond four digits, which `toISOString` writes with a sign. */
  const time = fc.date({ noInvalidDate: true, min: new Date(0) }).map((at) => at.toISOString())
  const ledgerTime = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.nat(999_999_999))
    .map(([seconds, nanos]) => `${seconds}.${nanos}`)
  const proposalBody = fc.record({
    title: usually('T', text(40)),
    description: usually('', text(100)),
    proposalData: usually(undefined, fc.dictionary(text(10), fc.jsonValue({ maxDepth: 5 }), { maxKeys: 5 })),
    votingOptions: usually(undefined, fc.uniqueArray(text(20), { minLength: 2, maxLength: 5 })),
    quorum: usually(null, fc.double({ min: 0, max: 100, noNaN: true })),
    votingDurationHours: usually(24, fc.double({ min: 1, max: 87_600, noNaN: true })),
    startTime: usually(undefined, time),
    validUntil: usually(undefined, fc.oneof(time, ledgerTime, fc.constant(null))),
  })
  const daoBody = fc.record({
    name: usually('N', text(40)),
    description: usually('', text(100)),
    votingRules: fc.record({
      threshold: fc.double({ min: 1, max: 100, noNaN: true }),
      minVotingPeriod: fc.double({ min: 0, max: 87_600, noNaN: true }),
      tokenWeighted: fc.boolean(),
      votingDelay: orAbsent(fc.double({ min: 0, max: 8760, noNaN: true })),
    }),
  })

  test('can be read back, for any proposal', async () => {
    const dao = await harness.dao([ada])
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(proposalBody, async (body) => {
        const { status, body: proposal } = await harness.call('POST', '/proposals', ada, {
          ...harness.proposalBody(dao.daoId, ada),
          ...body,
        })
        assert.ok(status < 500, JSON.stringify(proposal))
        if (status !== 201) return
        accepted++
        assert.equal((await harness.call('DELETE', `/proposals/${proposal.proposalId}`, ada)).status, 200)
      }),
      { numRuns: runs },
    )
    await harness.pass(HOUR)
    const records = await recordsOf(dao.daoId)
    assert.ok(accepted > 0 && records.length >= 1 + 2 * accepted)
    for (const record of records) assert.ok(decodeRecord(record), Buffer.from(record).toString())
  })

  test('can be read back, for any DAO', async () => {
    await fc.assert(
      fc.asyncProperty(daoBody, async (body) => {
        const { status, body: dao } = await harness.call('POST', '/daos', ada, { ...body, ownerAddress: ada.id })
        assert.ok(status < 500, JSON.stringify(dao))
        if (status !== 201) return
        for (const record of await recordsOf(dao.daoId)) assert.ok(decodeRecord(record), Buffer.from(record).toString())
      }),
      { numRuns: Math.min(runs, 150) },
    )
  })
})
