import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { conflict, type Messenger } from '@quorate/platform'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Notices of votes', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let daoId: string
  const sent: { to: string; id: string; isUrgent: boolean; path: string; subject: string; text: string }[] = []
  const messenger: Messenger = {
    async check({ walletId }) {
      if (walletId === cleo.id) throw conflict('EMAIL_NOT_CONFIRMED', 'none')
    },
    async send({ walletId: to }, { id, isUrgent, path, in: { en, de } }) {
      sent.push({ to, id, isUrgent, path, ...en, text: `${en.text}\n${de.subject}\n${de.text}` })
    },
  }
  before(async () => {
    harness = await openHarness({}, { messenger })
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
    ;({ daoId } = await harness.dao([ada, ben, cleo]))
  })
  after(() => harness.close())
  const set = (by: Person, ...notices: string[]) => harness.call('PUT', `/daos/${daoId}/notices`, by, { notices })

  test('come to those who asked for them and have somewhere to be written to', async () => {
    assert.deepEqual((await harness.get(`/daos/${daoId}/notices`, ben)).body, { daoId, notices: [] })
    assert.equal((await harness.get(`/daos/${daoId}/notices`)).status, 401)
    assert.equal((await set(cleo, 'vote_ended')).body.code, 'EMAIL_NOT_CONFIRMED')
    assert.equal((await set(ben, 'anything')).status, 400)
    for (const person of [ada, ben]) await set(person, 'vote_ending', 'vote_ended')
    assert.deepEqual((await harness.get(`/daos/${daoId}/notices`, ben)).body.notices, ['vote_ending', 'vote_ended'])
  })

  test('come an hour before the end to those who have not voted, and after it, once and without words of others', async () => {
    const proposal = await harness.propose(daoId, ada, { title: 'Buy this coin', votingDurationHours: 24 })
    assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
    await harness.pass(23 * HOUR + 1000)
    assert.deepEqual(
      sent.map(({ to, isUrgent, path }) => [to, isUrgent, path]),
      [[ben.id, true, `/proposals/${proposal.proposalId}`]],
    )
    assert.match(sent[0]?.subject ?? '', /^A vote of DAO 0\.0\.\d+ ends soon$/)
    await harness.pass(HOUR)
    assert.deepEqual(
      sent
        .slice(1)
        .map(({ to }) => to)
        .sort(),
      [ada.id, ben.id].sort(),
    )
    assert.match(sent[1]?.subject ?? '', /passed$/)
    assert.match(sent[1]?.text ?? '', /wurde angenommen/)
    await harness.pass(HOUR)
    assert.equal(sent.length, 3)
    assert.doesNotMatch(JSON.stringify(sent), /coin|Gardeners/)
    assert.equal(new Set(sent.map(({ id }) => id)).size, 3)
  })

  test('end when they are turned off, and tell of a cancelled proposal', async () => {
    await set(ada)
    await set(ben, 'vote_ended')
    sent.length = 0
    const proposal = await harness.propose(daoId, ada)
    assert.equal((await harness.call('DELETE', `/proposals/${proposal.proposalId}`, ada)).status, 200)
    await harness.jobs.idle()
    assert.deepEqual(
      sent.map(({ to, subject }) => [to, subject.endsWith('was cancelled')]),
      [[ben.id, true]],
    )
  })
})

test('Notices of votes are refused if the node runs in another process', async () => {
  const harness = await openHarness()
  const [ada] = (await harness.people(1)) as [Person]
  const { daoId } = await harness.dao([ada])
  const { status, body } = await harness.call('PUT', `/daos/${daoId}/notices`, ada, { notices: ['vote_ended'] })
  assert.deepEqual([status, body.code], [501, 'EMAIL_UNAVAILABLE'])
  await harness.close()
})
