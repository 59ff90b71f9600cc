import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('A request', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let dao: Answer['body']
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    dao = await harness.dao([ada])
  })
  after(() => harness.close())

  const newDao = (more: object = {}, rules: object = {}) => ({
    name: 'Gardeners',
    description: '',
    ownerAddress: ada.id,
    votingRules: { threshold: 50, minVotingPeriod: 1, tokenWeighted: false, ...rules },
    ...more,
  })
  const code = ({ status, body }: Answer) => [status, body.code]

  test('is refused with 401 without a session, for every write', async () => {
    const writes = [
      ['POST', '/daos', newDao()],
      ['PATCH', `/daos/${dao.daoId}`, { status: 'INACTIVE' }],
      ['POST', `/daos/${dao.daoId}/members`, { memberAddress: ben.id }],
      ['DELETE', `/daos/${dao.daoId}/members/${ada.id}`, undefined],
      ['POST', '/proposals', harness.proposalBody(dao.daoId, ada)],
      ['DELETE', `/proposals/${dao.daoId}`, undefined],
      ['POST', '/votes', harness.voteBody({ proposalId: dao.daoId, daoId: dao.daoId }, ada, 'YES')],
    ] as const
    for (const [method, path, body] of writes)
      assert.deepEqual(
        code(await harness.call(method, path, undefined, body)),
        [401, 'UNAUTHORIZED'],
        `${method} ${path}`,
      )
  })

  test("is refused with 403 on behalf of an account that is not the session's", async () => {
    const proposal = await harness.propose(dao.daoId, ada)
    assert.deepEqual(code(await harness.call('POST', '/daos', ben, newDao())), [403, 'NOT_YOUR_ACCOUNT'])
    const member = { memberAddress: ben.id }
    assert.deepEqual(code(await harness.call('POST', `/daos/${dao.daoId}/members`, ben, member)), [
      403,
      'NOT_THE_OWNER',
    ])
    assert.equal((await harness.call('DELETE', `/daos/${dao.daoId}/members/${ada.id}`, ben)).status, 403)
    const body = harness.proposalBody(dao.daoId, ada)
    assert.deepEqual(code(await harness.call('POST', '/proposals', ben, body)), [403, 'NOT_YOUR_ACCOUNT'])
    const asBen = harness.proposalBody(dao.daoId, ben)
    assert.deepEqual(code(await harness.call('POST', '/proposals', ben, asBen)), [403, 'NOT_A_MEMBER'])
    const vote = harness.voteBody(proposal, ada, 'YES')
    assert.deepEqual(code(await harness.call('POST', '/votes', ben, vote)), [403, 'NOT_YOUR_VOTE'])
    assert.deepEqual(code(await harness.vote(proposal, ben, 'YES')), [403, 'NOT_A_MEMBER'])
  })

  test('cannot name a topic: each DAO has its own, without records of other DAOs', async () => {
    const topicId = dao.topicId as string
    for (const body of [newDao({ topicId }), newDao({}, { topicId })])
      assert.deepEqual(code(await harness.call('POST', '/daos', ada, body)), [400, 'VALIDATION_FAILED'])
    const named = harness.proposalBody(dao.daoId, ada, { topicId })
    assert.deepEqual(code(await harness.call('POST', '/proposals', ada, named)), [400, 'VALIDATION_FAILED'])
    const own = await harness.dao([ben])
    const mine = await harness.propose(own.daoId, ben, { proposalData: { topicId, daoId: dao.daoId } })
    const theirs = await harness.propose(dao.daoId, ada)
    const across = harness.voteBody({ ...theirs, daoId: own.daoId }, ben, 'YES')
    assert.deepEqual(code(await harness.call('POST', '/votes', ben, across)), [400, 'WRONG_DAO'])
    assert.equal((await harness.vote(mine, ben, 'YES')).status, 201)
    await harness.pass(24 * HOUR)
    for (const { daoId, topicId } of [dao, own])
      assert.deepEqual([...new Set((await harness.onTopic(topicId)).map(({ record }) => record.daoId))], [daoId])
    assert.notEqual(own.topicId, topicId)
  })

  test('may have null in optional fields, which means that they are absent', async () => {
    const rules = { votingDelay: null, tokenId: null }
    const made = await harness.call('POST', '/daos', ada, newDao({}, rules))
    assert.equal(made.status, 201, made.body.message)
    const more = { proposalData: null, votingOptions: null, startTime: null, validUntil: null, quorum: null }
    const proposal = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, more))
    assert.equal(proposal.status, 201, proposal.body.message)
    assert.deepEqual(proposal.body.votingOptions, ['YES', 'NO', 'ABSTAIN'])
    const vote = { ...harness.voteBody(proposal.body, ada, 'YES'), comment: null }
    assert.equal((await harness.call('POST', '/votes', ada, vote)).status, 201)
    const missing = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, { title: null }))
    assert.deepEqual(code(missing), [400, 'VALIDATION_FAILED'])
  })

  test('is refused with 400 that names the field', async () => {
    const daos = [
      newDao({}, { threshold: 0 }),
      newDao({}, { threshold: 0.5 }),
      newDao({}, { threshold: 100.5 }),
      newDao({}, { minVotingPeriod: -1 }),
      newDao({ ownerAddress: '0.0.x' }),
      newDao({ name: '' }),
      newDao({ votingRules: {} }),
      newDao({}, { tokenId: '0.0.1' }),
    ]
    for (const body of daos)
      assert.equal((await harness.call('POST', '/daos', ada, body)).status, 400, JSON.stringify(body))
    const proposals = [
      { votingOptions: Array.from({ length: 21 }, (_, index) => `option ${index}`) },
      { votingOptions: ['a', 'a'] },
      { votingDurationHours: 0 },
      { votingDurationHours: '24' },
      { quorum: 101 },
      { quorum: 1e-9 },
      { startTime: 'tomorrow' },
      { startTime: '2026-12-31T23:59:60Z' },
      { startTime: new Date(harness.clock.now() - HOUR).toISOString() },
      { proposalData: [] },
      { proposalData: { operation: { amounts: [2 ** 53] } } },
      { proposalData: { amount: -1e300 } },
      { proposalData: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) },
    ]
    for (const more of proposals) {
      const { status } = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, more))
      assert.equal(status, 400, JSON.stringify(more))
    }
    const one = await harness.call(
      'POST',
      '/proposals',
      ada,
      harness.proposalBody(dao.daoId, ada, { votingOptions: ['a'] }),
    )
    assert.match(one.body.message, /send 2 to 5/)
    const { body } = await harness.call('POST', '/daos', ada, newDao({}, { threshold: 0.99 }))
    assert.deepEqual(body.details, [{ path: 'body/votingRules/threshold', message: body.details[0].message }])
  })

  test('is refused if its options look alike', async () => {
    const alike = [
      ['YES', 'yes'],
      ['YES', 'NO', 'N\u200bO'],
      ['caf\u00e9', 'cafe\u0301'],
      ['one tree', 'one\u00a0 tree'],
      ['\uff21', 'a'],
      ['Pay', '\u0420\u0430\u0443'],
      ['pay', '\u03a1ay'],
      ['Plan 1', 'Plan l'],
      ['Plan O', 'Plan 0'],
      ['mail', 'rnail'],
      ['\u2160', 'I'],
    ]
    const unseen = [
      ['YES ', 'NO'],
      ['a\nb', 'c'],
      ['\u200b', 'c'],
      ['\u202eON', 'c'],
      ['\u0423\u0415\u0405', 'NO'],
      ['YES', 'N\u041e'],
    ]
    const ask = async (votingOptions: string[]) =>
      code(await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, { votingOptions })))
    for (const options of alike) assert.deepEqual(await ask(options), [400, 'OPTION_REPEATED'], JSON.stringify(options))
    for (const options of unseen) assert.deepEqual(await ask(options), [400, 'INVALID_OPTION'], JSON.stringify(options))
    assert.deepEqual(await ask(['a\u200cb', 'c']), [400, 'HIDDEN_CHARACTER'])
    const fine = ['d\u2019accord', '\u{1f469}\u200d\u{1f33e}', '"a", {b}, c\\', 'NULL', 'Ja']
    const { votingOptions } = await harness.propose(dao.daoId, ada, { votingOptions: fine })
    assert.deepEqual(votingOptions, fine)
  })

  test('is refused if its texts have invisible characters', async () => {
    const hidden = ['a\u202eb', 'a\u200bb', 'a\u0000b', 'a\u2066b', 'a\u0007b', '\ufeffa']
    for (const text of hidden) {
      const asked: [string, object][] = [
        ['/daos', newDao({ name: text })],
        ['/daos', newDao({ description: text })],
        ['/proposals', harness.proposalBody(dao.daoId, ada, { title: text })],
        ['/proposals', harness.proposalBody(dao.daoId, ada, { description: text })],
      ]
      for (const [path, body] of asked) {
        const [status, found] = code(await harness.call('POST', path, ada, body))
        assert.deepEqual(
          [status, ['HIDDEN_CHARACTER', 'INVALID_TEXT'].includes(found)],
          [400, true],
          JSON.stringify(body),
        )
      }
    }
    const proposal = await harness.propose(dao.daoId, ada, { description: 'A list:\n\t- one\r\n' })
    const { status, body } = await harness.vote(proposal, ada, 'YES', { comment: 'a\u202eb' })
    assert.deepEqual([status, body.code], [400, 'HIDDEN_CHARACTER'])
  })

  test("is refused if its operation's effect depends on who carries it out", async () => {
    const refusal = async (operation: object) => {
      const body = harness.proposalBody(dao.daoId, ada, { proposalData: { operation } })
      return code(await harness.call('POST', '/proposals', ada, body))
    }
    const allowance = { type: 'hbar', spenderAccountId: ada.id, amount: 1 }
    for (const operation of [
      { method: 'POST', path: '/accounts/allowance/approve', body: allowance },
      { method: 'post', path: '/hts/create/token', body: { name: 'T', symbol: 'T', sender: { key: 'mine' } } },
      { method: 'POST', path: '/accounts' },
      { method: 'POST', path: '/contracts/0.0.5001/call', body: { data: '0x12345678', gas: 60_000 } },
      // Neither can be carried out: the node reads null as absent, and no account has such an id.
      { method: 'POST', path: '/accounts/allowance/approve', body: { ...allowance, ownerAccountId: null } },
      { method: 'POST', path: '/accounts', body: { sender: { id: '' } } },
    ])
      assert.deepEqual(await refusal(operation), [422, 'OPERATION_NEEDS_SENDER'])
    const named = { ...allowance, sender: { id: ada.id } }
    await harness.propose(dao.daoId, ada, {
      proposalData: { operation: { method: 'POST', path: '/accounts/allowance/approve', body: named } },
    })
  })

  test("is refused if its operation's path differs from the form that the node API compares", async () => {
    for (const path of [
      ...[
        '/account%73',
        '/hts/create/toke%6e',
        '/accounts/',
        '//accounts',
        '/hcs/../accounts',
        '/accounts?',
        '/accounts#a',
      ],
      ...['accounts', '', '/hcs/./message', '/accounts;a', '/accounts\n', '/ａccounts'],
    ]) {
      const proposalData = { operation: { method: 'POST', path, body: { balance: 1 } } }
      const body = harness.proposalBody(dao.daoId, ada, { proposalData })
      const refused = code(await harness.call('POST', '/proposals', ada, body))
      assert.deepEqual(refused, [422, 'INVALID_OPERATION_PATH'], path)
    }
  })

  test('is refused if its operation could not be permitted by a YES', async () => {
    const operation = { method: 'POST', path: '/transfer/hbar', body: {} }
    const more = { votingOptions: ['Pay', 'Keep'], proposalData: { operation } }
    const refused = await harness.call('POST', '/proposals', ada, harness.proposalBody(dao.daoId, ada, more))
    assert.deepEqual(code(refused), [422, 'OPERATION_NEEDS_YES'])
    await harness.propose(dao.daoId, ada, { ...more, proposalData: { operation: 'the garden' } })
  })

  test('is refused if the ledger or a rule does not allow it', async () => {
    const add = (memberAddress: string) => harness.call('POST', `/daos/${dao.daoId}/members`, ada, { memberAddress })
    assert.deepEqual(code(await add('0.0.999999')), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(code(await add(ada.id)), [409, 'ALREADY_A_MEMBER'])
    const weighted = newDao({}, { tokenWeighted: true, tokenId: '0.0.999999' })
    assert.deepEqual(code(await harness.call('POST', '/daos', ada, weighted)), [422, 'INVALID_TOKEN_ID'])
    const short = harness.proposalBody(dao.daoId, ada, { votingDurationHours: 0.5 })
    assert.deepEqual(code(await harness.call('POST', '/proposals', ada, short)), [422, 'VOTING_TOO_SHORT'])
    const quick = await harness.dao([ada], { minVotingPeriod: 0, threshold: 1 })
    const nothing = harness.proposalBody(quick.daoId, ada, { votingDurationHours: 1e-9 })
    assert.deepEqual(code(await harness.call('POST', '/proposals', ada, nothing)), [422, 'VOTING_TOO_SHORT'])
    const large = harness.proposalBody(dao.daoId, ada, { proposalData: { text: 'x'.repeat(30_000) } })
    assert.deepEqual(code(await harness.call('POST', '/proposals', ada, large)), [413, 'PROPOSAL_TOO_LARGE'])
    const gone = await harness.call('DELETE', `/daos/${dao.daoId}/members/${ben.id}`, ada)
    assert.deepEqual(code(gone), [404, 'NOT_A_MEMBER'])
    assert.deepEqual(code(await harness.call('DELETE', `/daos/${dao.daoId}/members/${ada.id}`, ada)), [
      422,
      'OWNER_STAYS',
    ])
    const proposal = await harness.propose(dao.daoId, ada)
    const other = { ...harness.voteBody(proposal, ada, 'YES'), daoId: crypto.randomUUID() }
    assert.deepEqual(code(await harness.call('POST', '/votes', ada, other)), [400, 'WRONG_DAO'])
  })

  test("returns 404 for nonexistent resources, whatever the id's form", async () => {
    for (const id of [crypto.randomUUID(), 'nonsense', '0', `${crypto.randomUUID()}-1`])
      for (const path of [
        `/daos/${id}`,
        `/daos/${id}/members`,
        `/proposals/${id}`,
        `/proposals/dao/${id}`,
        `/proposals/dao/${id}/active`,
        `/votes/${id}`,
        `/votes/proposal/${id}`,
        `/votes/proposal/${id}/results`,
        `/votes/proposal/${id}/voter/${ada.id}`,
        `/votes/proposal/${id}/audit`,
        `/votes/proposal/${id}/audit/electorate`,
        `/votes/proposal/${id}/audit/batches/1`,
      ])
        assert.equal((await harness.get(path)).status, 404, path)
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.get(`/votes/${proposal.proposalId}-1`)).status, 404)
    assert.equal((await harness.get(`/votes/proposal/${proposal.proposalId}/voter/${ben.id}`)).status, 404)
  })

  test('returns lists in pages, newest first', async () => {
    const owner = await harness.person()
    const daos = [await harness.dao([owner]), await harness.dao([owner]), await harness.dao([owner])].map(
      ({ daoId }) => daoId,
    )
    const first = await harness.get(`/daos/owner/${owner.id}?limit=2`)
    assert.deepEqual(
      first.body.map(({ daoId }: Answer['body']) => daoId),
      [daos[2], daos[1]],
    )
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await harness.get(next)
    assert.deepEqual(
      second.body.map(({ daoId }: Answer['body']) => daoId),
      [daos[0]],
    )
    assert.equal(second.headers.get('link'), null)
    const [daoId = ''] = daos
    const proposals = [await harness.propose(daoId, owner), await harness.propose(daoId, owner)]
    const page = await harness.get(`/proposals/dao/${daoId}?limit=1`)
    assert.equal(page.body[0].proposalId, proposals[1].proposalId)
    assert.match(page.headers.get('link') ?? '', /cursor=\d+/)
    assert.deepEqual((await harness.get(`/daos/${daoId}/members`)).body, [owner.id])
    assert.equal((await harness.get(`/daos/owner/${owner.id}?cursor=x`)).body.code, 'INVALID_CURSOR')
  })

  test('is in the OpenAPI description, for every endpoint', async () => {
    const { body } = await harness.get('/api/docs-json')
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    for (const row of [
      'post /daos',
      'get /daos/{daoId}',
      'patch /daos/{daoId}',
      'get /daos/owner/{ownerAddress}',
      'get /daos/{daoId}/members',
      'post /daos/{daoId}/members',
      'delete /daos/{daoId}/members/{memberAddress}',
      'post /proposals',
      'get /proposals/{proposalId}',
      'delete /proposals/{proposalId}',
      'get /proposals/dao/{daoId}',
      'get /proposals/dao/{daoId}/active',
      'post /votes',
      'get /votes/{voteId}',
      'get /votes/proposal/{proposalId}',
      'get /votes/proposal/{proposalId}/voter/{voterAddress}',
      'get /votes/proposal/{proposalId}/results',
      'get /votes/proposal/{proposalId}/audit',
      'get /votes/proposal/{proposalId}/audit/batches/{batch}',
      'get /votes/proposal/{proposalId}/audit/electorate',
      'get /health',
    ])
      assert.ok(described.includes(row), row)
    assert.equal((await harness.get('/health')).status, 200)
  })
})

describe('Too many requests', () => {
  const answersOf = async (harness: Harness, ask: (index: number) => Promise<Answer>) => {
    const answers: Answer[] = []
    for (let index = 0; index < 4; index++) answers.push(await ask(index))
    assert.deepEqual(
      answers.map(({ status }) => status === 429),
      [false, false, false, true],
    )
    const [first, , , refused] = answers as [Answer, Answer, Answer, Answer]
    assert.deepEqual([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')], ['3', '2'])
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    for (const name of ['ratelimit-reset', 'retry-after']) {
      const seconds = Number(refused.headers.get(name))
      assert.ok(seconds >= 1 && seconds <= 60, name)
    }
    await harness.clock.advance(60_000)
    assert.notEqual((await ask(4)).status, 429, 'a minute later')
  }

  test('Too many requests from a wallet get a 429 with the standard headers, even for votes', async () => {
    const harness = await openHarness({}, { limits: { wallet: 3, address: 100 } })
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const nowhere = { proposalId: crypto.randomUUID(), daoId: crypto.randomUUID() }
      await answersOf(harness, () => harness.vote(nowhere, ada, 'YES'))
      assert.equal((await harness.vote(nowhere, ben, 'YES')).status, 404, 'others may go on')
    } finally {
      await harness.close()
    }
  })

  test('Too many requests from an address without a session get a 429, too', async () => {
    const harness = await openHarness({}, { limits: { wallet: 100, address: 3 } })
    try {
      await answersOf(harness, () => harness.get(`/proposals/${crypto.randomUUID()}`))
      for (let index = 0; index < 10; index++) assert.equal((await harness.get('/health')).status, 200)
    } finally {
      await harness.close()
    }
  })
})
