import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Drafts and their discussion', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let stranger: Person
  let daoId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo, stranger] = (await harness.people(4)) as [Person, Person, Person, Person]
    ;({ daoId } = await harness.dao([ada, ben, cleo]))
  })
  after(() => harness.close())

  const assertError = (answer: Answer, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
  const proposalBy = (author: Person, more: object = {}) => harness.proposalBody(daoId, author, more)
  async function draftBy(author: Person, more: object = {}): Promise<Answer['body']> {
    const { status, body } = await harness.call('POST', '/drafts', author, { proposal: proposalBy(author, more) })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const comment = (id: string, by: Person, text: string) =>
    harness.call('POST', `/discussions/${id}/comments`, by, { text })
  async function commented(id: string, by: Person, text: string): Promise<Answer['body']> {
    const { status, body } = await comment(id, by, text)
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const textsOn = async (id: string) =>
    (await harness.get(`/discussions/${id}/comments`)).body.map(({ text }: { text: string }) => text)

  test('a member stores a draft and changes it, and nothing of it is on the topic', async () => {
    const { topicId } = (await harness.get(`/daos/${daoId}`)).body
    await harness.jobs.idle()
    const before = (await harness.onTopic(topicId)).length
    const proposal = proposalBy(ben, { proposalData: { budget: 12 }, votingOptions: ['Oak', 'Elm'], quorum: 40 })
    const made = await harness.call('POST', '/drafts', ben, { proposal })
    assert.equal(made.status, 201)
    const { draftId } = made.body
    assert.equal(made.headers.get('location'), `/drafts/${draftId}`)
    assert.deepEqual(made.body.proposal, proposal)
    assert.deepEqual([made.body.revision, made.body.authorAddress, made.body.chain], [1, ben.id, chain])
    const next = proposalBy(ben, { title: 'Plant two trees' })
    await harness.clock.advance(1000)
    const changed = await harness.call('PUT', `/drafts/${draftId}`, ben, { revision: 1, proposal: next })
    assert.equal(changed.status, 200)
    assert.deepEqual([changed.body.revision, changed.body.proposal], [2, next])
    assert.notEqual(changed.body.updatedAt, made.body.updatedAt)
    assert.deepEqual((await harness.get(`/drafts/${draftId}`)).body, changed.body)
    const listed = await harness.get(`/daos/${daoId}/drafts`)
    assert.deepEqual(listed.body[0], changed.body)
    await harness.jobs.idle()
    assert.equal((await harness.onTopic(topicId)).length, before)
  })

  test('refuses a change of an earlier version, by another member, or to another DAO', async () => {
    const { draftId } = await draftBy(ben)
    const change = (by: Person, body: object) => harness.call('PUT', `/drafts/${draftId}`, by, body)
    assert.equal((await change(ben, { revision: 1, proposal: proposalBy(ben, { title: 'Second' }) })).status, 200)
    assertError(await change(ben, { revision: 1, proposal: proposalBy(ben) }), 409, 'DRAFT_CHANGED')
    assertError(await change(ada, { revision: 2, proposal: proposalBy(ada) }), 403, 'NOT_YOUR_DRAFT')
    const other = await harness.dao([ben])
    const elsewhere = harness.proposalBody(other.daoId, ben)
    assertError(await change(ben, { revision: 2, proposal: elsewhere }), 409, 'DRAFT_OF_ANOTHER_DAO')
    assert.equal((await harness.get(`/drafts/${draftId}`)).body.proposal.title, 'Second')
  })

  test('refuses drafts that the DAO would refuse as proposals, and those of strangers', async () => {
    const draft = (by: Person, more: object = {}) =>
      harness.call('POST', '/drafts', by, { proposal: proposalBy(by, more) })
    assertError(await draft(stranger), 403, 'NOT_A_MEMBER')
    assertError(await draft(ben, { creatorAddress: ada.id }), 403, 'NOT_YOUR_ACCOUNT')
    assertError(await draft(ben, { votingDurationHours: 0.5 }), 422, 'VOTING_TOO_SHORT')
    assertError(await draft(ben, { votingMethod: 'ranked' }), 422, 'VOTING_METHOD_NOT_ALLOWED')
    assertError(await draft(ben, { title: 'a\u202eb' }), 400, 'HIDDEN_CHARACTER')
    assertError(await draft(ben, { proposalData: { text: 'x'.repeat(21_000) } }), 413, 'PROPOSAL_TOO_LARGE')
    assertError(await draft(ben, { startTime: '2026-12-01T10:00' }), 400, 'VALIDATION_FAILED')
    assertError(await harness.get('/drafts/nonsense'), 404, 'DRAFT_NOT_FOUND')
  })

  test('becomes a proposal of the same id that is exactly what the request states, with its discussion', async () => {
    const { draftId } = await draftBy(ben, { title: 'As a draft' })
    await commented(draftId, ada, 'How many?')
    const start = { ...proposalBy(ben, { title: 'As it starts' }), draftId }
    assertError(
      await harness.call('POST', '/proposals', ada, { ...start, creatorAddress: ada.id }),
      404,
      'DRAFT_NOT_FOUND',
    )
    const { status, body: proposal } = await harness.call('POST', '/proposals', ben, start)
    assert.equal(status, 201, JSON.stringify(proposal))
    assert.deepEqual([proposal.proposalId, proposal.title], [draftId, 'As it starts'])
    assertError(await harness.get(`/drafts/${draftId}`), 404, 'DRAFT_NOT_FOUND')
    assertError(await harness.call('POST', '/proposals', ben, start), 409, 'DRAFT_STARTED')
    assertError(
      await harness.call('PUT', `/drafts/${draftId}`, ben, { revision: 1, proposal: proposalBy(ben) }),
      404,
      'DRAFT_NOT_FOUND',
    )
    await commented(draftId, cleo, 'Two')
    assert.deepEqual(await textsOn(draftId), ['Two', 'How many?'])
    const { topicId } = (await harness.get(`/daos/${daoId}`)).body
    await harness.jobs.idle()
    const recorded = (await harness.onTopic(topicId)).map(({ record }) => record)
    const ofThis = recorded.filter((record) => 'proposalId' in record && record.proposalId === draftId)
    assert.equal(ofThis[0]?.type === 'proposal' && ofThis[0].title, 'As it starts')
    assert.ok(!JSON.stringify(recorded).includes('How many?'))
    await harness.pass(25 * HOUR)
    assertError(await comment(draftId, ada, 'Too late'), 409, 'DISCUSSION_CLOSED')
    assert.deepEqual(await textsOn(draftId), ['Two', 'How many?'])
  })

  test('starts once, if two requests start it at the same time', async () => {
    const { draftId } = await draftBy(ben)
    const start = { ...proposalBy(ben), draftId }
    const both = await Promise.all([1, 2].map(() => harness.call('POST', '/proposals', ben, start)))
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  })

  test('keeps the draft if its start is refused', async () => {
    const { draftId } = await draftBy(ben)
    const start = { ...proposalBy(ben, { startTime: '2020-01-01T10:00:00+02:00' }), draftId }
    assertError(await harness.call('POST', '/proposals', ben, start), 400, 'START_IN_THE_PAST')
    assert.equal((await harness.get(`/drafts/${draftId}`)).status, 200)
  })

  test('starts at a time with an offset from UTC', async () => {
    const { draftId } = await draftBy(ben)
    const at = new Date(harness.clock.now() + 5 * HOUR)
    const berlin = new Date(at.getTime() + 2 * HOUR).toISOString().replace('Z', '+02:00')
    const { status, body } = await harness.call('POST', '/proposals', ben, {
      ...proposalBy(ben, { startTime: berlin }),
      draftId,
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual([body.status, body.startTime], ['PENDING', at.toISOString()])
  })

  test('only members comment, and only authors change and delete what they wrote', async () => {
    const { draftId } = await draftBy(ben)
    assertError(await comment(draftId, stranger, 'Hello'), 403, 'NOT_A_MEMBER')
    assertError(await comment('nonsense', ada, 'Hello'), 404, 'DISCUSSION_NOT_FOUND')
    assertError(await comment(draftId, ada, 'a\u200bb'), 400, 'HIDDEN_CHARACTER')
    const { commentId, editedAt } = await commented(draftId, ada, 'Frist')
    assert.equal(editedAt, null)
    const path = `/discussions/${draftId}/comments/${commentId}`
    assertError(await harness.call('PATCH', path, ben, { text: 'Mine' }), 403, 'NOT_YOUR_COMMENT')
    assertError(await harness.call('DELETE', path, ben), 403, 'NOT_YOUR_COMMENT')
    const edited = await harness.call('PATCH', path, ada, { text: 'First' })
    assert.deepEqual([edited.status, edited.body.text], [200, 'First'])
    assert.notEqual(edited.body.editedAt, null)
    const elsewhere = await draftBy(ben)
    const wrong = `/discussions/${elsewhere.draftId}/comments/${commentId}`
    assertError(await harness.call('PATCH', wrong, ada, { text: 'x' }), 404, 'COMMENT_NOT_FOUND')
    assert.equal((await harness.call('DELETE', path, ada)).status, 200)
    assert.deepEqual(await textsOn(draftId), [])
    assertError(await harness.call('DELETE', path, ada), 404, 'COMMENT_NOT_FOUND')
  })

  test("the DAO's owner hides a comment, whose text nobody is shown until the owner shows it again", async () => {
    const { draftId } = await draftBy(ben)
    const { commentId } = await commented(draftId, cleo, 'Rude')
    const path = `/discussions/${draftId}/comments/${commentId}/hidden`
    assertError(await harness.call('PUT', path, ben, { hidden: true }), 403, 'NOT_THE_OWNER')
    const hidden = await harness.call('PUT', path, ada, { hidden: true })
    assert.deepEqual([hidden.status, hidden.body.hidden, hidden.body.text], [200, true, ''])
    const [listed] = (await harness.get(`/discussions/${draftId}/comments`, cleo)).body
    assert.deepEqual([listed.text, listed.hidden], ['', true])
    assert.equal((await harness.call('PUT', path, ada, { hidden: false })).body.text, 'Rude')
  })

  test('are listed by page, newest first', async () => {
    const { draftId } = await draftBy(ben)
    for (const text of ['one', 'two', 'three']) await commented(draftId, ada, text)
    const first = await harness.get(`/discussions/${draftId}/comments?limit=2`)
    assert.deepEqual(
      first.body.map(({ text }: { text: string }) => text),
      ['three', 'two'],
    )
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? assert.fail('no link')
    assert.deepEqual(
      (await harness.get(next)).body.map(({ text }: { text: string }) => text),
      ['one'],
    )
  })

  test('only its author and the owner of the DAO delete a draft, with its comments', async () => {
    const { draftId } = await draftBy(ben)
    await commented(draftId, cleo, 'No')
    assertError(await harness.call('DELETE', `/drafts/${draftId}`, cleo), 403, 'NOT_YOUR_DRAFT')
    assert.equal((await harness.call('DELETE', `/drafts/${draftId}`, ada)).status, 200)
    assertError(await harness.get(`/discussions/${draftId}/comments`), 404, 'DISCUSSION_NOT_FOUND')
  })

  test('bounds the drafts of an account, and its comments in a day', async () => {
    const [owner] = (await harness.people(1)) as [Person]
    const dao = await harness.dao([owner])
    const proposal = harness.proposalBody(dao.daoId, owner)
    const draft = () => harness.call('POST', '/drafts', owner, { proposal })
    const made = await Promise.all(Array.from({ length: 51 }, draft))
    assert.deepEqual(
      made.filter(({ status }) => status !== 201).map(({ body }) => body.code),
      ['TOO_MANY_DRAFTS'],
    )
    const { draftId } = made.find(({ status }) => status === 201)?.body ?? assert.fail()
    for (let count = 0; count < 199; count++) assert.equal((await comment(draftId, owner, 'again')).status, 201)
    const { commentId } = (await comment(draftId, owner, 'deleted')).body
    const path = `/discussions/${draftId}/comments/${commentId}`
    assert.equal((await harness.call('DELETE', path, owner)).status, 200)
    assertError(await harness.call('DELETE', path, owner), 404, 'COMMENT_NOT_FOUND')
    const { body: left } = await harness.get(`/discussions/${draftId}/comments`)
    assert.ok(left.every(({ text }: { text: string }) => text === 'again'))
    // Otherwise an author could write and delete without end.
    assertError(await comment(draftId, owner, 'again'), 429, 'TOO_MANY_COMMENTS')
    await harness.pass(25 * HOUR)
    assert.equal((await comment(draftId, owner, 'again')).status, 201)
  })

  test('are announced to followers of the DAO, without the text of what is hidden', async () => {
    const socket = await harness.socket(stranger)
    assert.deepEqual(await socket.connection.emitWithAck('subscribe_dao', { daoId }), { ok: true })
    const draft = await draftBy(ben)
    const { draftId } = draft
    assert.deepEqual(await socket.next('draft_changed'), draft)
    const said = await commented(draftId, ada, 'Hm')
    assert.deepEqual(await socket.next('comment_changed'), said)
    await harness.call('PUT', `/discussions/${draftId}/comments/${said.commentId}/hidden`, ada, { hidden: true })
    await harness.call('DELETE', `/discussions/${draftId}/comments/${said.commentId}`, ada)
    await socket.next('comment_deleted')
    assert.deepEqual(
      socket.heard.filter(({ event }) => event.startsWith('comment_')).map(({ event, data }) => [event, data.text]),
      [
        ['comment_changed', 'Hm'],
        ['comment_changed', ''],
        ['comment_deleted', ''],
      ],
    )
    await harness.call('DELETE', `/drafts/${draftId}`, ben)
    assert.equal((await socket.next('draft_deleted')).draftId, draftId)
  })

  test('an inactive DAO takes no drafts', async () => {
    const dao = await harness.dao([ben])
    await harness.call('PATCH', `/daos/${dao.daoId}`, ben, { status: 'INACTIVE' })
    const proposal = harness.proposalBody(dao.daoId, ben)
    assertError(await harness.call('POST', '/drafts', ben, { proposal }), 409, 'DAO_INACTIVE')
  })
})
