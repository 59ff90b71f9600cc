import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Answer, HOUR, type House, openHouse, type Person } from './harness.ts'

describe('What is asked', () => {
  let house: House
  let ada: Person
  let ben: Person
  let dao: Answer['body']
  before(async () => {
    house = await openHouse()
    ;[ada, ben] = (await house.people(2)) as [Person, Person]
    dao = await house.dao([ada])
  })
  after(() => house.close())

  const newDao = (more: object = {}, rules: object = {}) => ({
    name: 'Gardeners',
    description: '',
    ownerAddress: ada.id,
    votingRules: { threshold: 50, minVotingPeriod: 1, tokenWeighted: false, ...rules },
    ...more,
  })
  const code = ({ status, body }: Answer) => [status, body.code]

  it('is refused with 401 without a session, for every write', async () => {
    const writes = [
      ['POST', '/daos', newDao()],
      ['PATCH', `/daos/${dao.daoId}`, { status: 'INACTIVE' }],
      ['POST', `/daos/${dao.daoId}/members`, { memberAddress: ben.id }],
      ['DELETE', `/daos/${dao.daoId}/members/${ada.id}`, undefined],
      ['POST', '/proposals', house.proposalBody(dao.daoId, ada)],
      ['DELETE', `/proposals/${dao.daoId}`, undefined],
      ['POST', '/votes', house.voteBody({ proposalId: dao.daoId, daoId: dao.daoId }, ada, 'YES')],
    ] as const
    for (const [method, path, body] of writes)
      assert.deepEqual(
        code(await house.call(method, path, undefined, body)),
        [401, 'UNAUTHORIZED'],
        `${method} ${path}`,
      )
  })

  it('is refused with 403 for an account that the session is not of', async () => {
    const proposal = await house.propose(dao.daoId, ada)
    assert.deepEqual(code(await house.call('POST', '/daos', ben, newDao())), [403, 'NOT_YOUR_ACCOUNT'])
    const member = { memberAddress: ben.id }
    assert.deepEqual(code(await house.call('POST', `/daos/${dao.daoId}/members`, ben, member)), [403, 'NOT_THE_OWNER'])
    assert.equal((await house.call('DELETE', `/daos/${dao.daoId}/members/${ada.id}`, ben)).status, 403)
    const body = house.proposalBody(dao.daoId, ada)
    assert.deepEqual(code(await house.call('POST', '/proposals', ben, body)), [403, 'NOT_YOUR_ACCOUNT'])
    const asBen = house.proposalBody(dao.daoId, ben)
    assert.deepEqual(code(await house.call('POST', '/proposals', ben, asBen)), [403, 'NOT_A_MEMBER'])
    const vote = house.voteBody(proposal, ada, 'YES')
    assert.deepEqual(code(await house.call('POST', '/votes', ben, vote)), [403, 'NOT_YOUR_VOTE'])
    assert.deepEqual(code(await house.vote(proposal, ben, 'YES')), [403, 'NOT_A_MEMBER'])
  })

  it('names no topic: a DAO has its own, on which nothing of another one stands', async () => {
    const topicId = dao.topicId as string
    for (const body of [newDao({ topicId }), newDao({}, { topicId })])
      assert.deepEqual(code(await house.call('POST', '/daos', ada, body)), [400, 'VALIDATION_FAILED'])
    const named = house.proposalBody(dao.daoId, ada, { topicId })
    assert.deepEqual(code(await house.call('POST', '/proposals', ada, named)), [400, 'VALIDATION_FAILED'])
    const own = await house.dao([ben])
    const mine = await house.propose(own.daoId, ben, { proposalData: { topicId, daoId: dao.daoId } })
    const theirs = await house.propose(dao.daoId, ada)
    const across = house.voteBody({ ...theirs, daoId: own.daoId }, ben, 'YES')
    assert.deepEqual(code(await house.call('POST', '/votes', ben, across)), [400, 'WRONG_DAO'])
    assert.equal((await house.vote(mine, ben, 'YES')).status, 201)
    await house.pass(24 * HOUR)
    for (const { daoId, topicId } of [dao, own])
      assert.deepEqual([...new Set((await house.onTopic(topicId)).map(({ record }) => record.daoId))], [daoId])
    assert.notEqual(own.topicId, topicId)
  })

  it('is refused with 400 that names the field', async () => {
    const daos = [
      newDao({}, { threshold: 0 }),
      newDao({}, { threshold: 100.5 }),
      newDao({}, { minVotingPeriod: -1 }),
      newDao({ ownerAddress: '0.0.x' }),
      newDao({ name: '' }),
      newDao({ votingRules: {} }),
      newDao({}, { tokenId: '0.0.1' }),
    ]
    for (const body of daos)
      assert.equal((await house.call('POST', '/daos', ada, body)).status, 400, JSON.stringify(body))
    const proposals = [
      { votingOptions: ['a'] },
      { votingOptions: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { votingOptions: ['a', 'a'] },
      { votingDurationHours: 0 },
      { votingDurationHours: '24' },
      { quorum: 101 },
      { quorum: 1e-9 },
      { startTime: 'tomorrow' },
      { startTime: '2026-12-31T23:59:60Z' },
      { startTime: new Date(house.clock.now() - HOUR).toISOString() },
      { proposalData: [] },
      { proposalData: { operation: { amounts: [2 ** 53] } } },
      { proposalData: { amount: -1e300 } },
      { proposalData: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) },
    ]
    for (const more of proposals) {
      const { status } = await house.call('POST', '/proposals', ada, house.proposalBody(dao.daoId, ada, more))
      assert.equal(status, 400, JSON.stringify(more))
    }
    const { body } = await house.call('POST', '/daos', ada, newDao({}, { threshold: 0 }))
    assert.deepEqual(body.details, [{ path: 'body/votingRules/threshold', message: body.details[0].message }])
  })

  it('is refused for options that people could not tell apart', async () => {
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
      code(await house.call('POST', '/proposals', ada, house.proposalBody(dao.daoId, ada, { votingOptions })))
    for (const options of alike) assert.deepEqual(await ask(options), [400, 'OPTION_REPEATED'], JSON.stringify(options))
    for (const options of unseen) assert.deepEqual(await ask(options), [400, 'INVALID_OPTION'], JSON.stringify(options))
    assert.deepEqual(await ask(['a\u200cb', 'c']), [400, 'HIDDEN_CHARACTER'])
    const fine = ['d\u2019accord', '\u{1f469}\u200d\u{1f33e}', '"a", {b}, c\\', 'NULL', 'Ja']
    const { votingOptions } = await house.propose(dao.daoId, ada, { votingOptions: fine })
    assert.deepEqual(votingOptions, fine)
  })

  it('is refused for texts with characters that nobody sees', async () => {
    const hidden = ['a\u202eb', 'a\u200bb', 'a\u0000b', 'a\u2066b', 'a\u0007b', '\ufeffa']
    for (const text of hidden) {
      const asked: [string, object][] = [
        ['/daos', newDao({ name: text })],
        ['/daos', newDao({ description: text })],
        ['/proposals', house.proposalBody(dao.daoId, ada, { title: text })],
        ['/proposals', house.proposalBody(dao.daoId, ada, { description: text })],
      ]
      for (const [path, body] of asked) {
        const [status, found] = code(await house.call('POST', path, ada, body))
        assert.deepEqual(
          [status, ['HIDDEN_CHARACTER', 'INVALID_TEXT'].includes(found)],
          [400, true],
          JSON.stringify(body),
        )
      }
    }
    const proposal = await house.propose(dao.daoId, ada, { description: 'A list:\n\t- one\r\n' })
    const { status, body } = await house.vote(proposal, ada, 'YES', { comment: 'a\u202eb' })
    assert.deepEqual([status, body.code], [400, 'HIDDEN_CHARACTER'])
  })

  it('is refused for an operation that leaves to whoever carries it out what it does', async () => {
    const refusal = async (operation: object) => {
      const body = house.proposalBody(dao.daoId, ada, { proposalData: { operation } })
      return code(await house.call('POST', '/proposals', ada, body))
    }
    const allowance = { type: 'hbar', spenderAccountId: ada.id, amount: 1 }
    for (const operation of [
      { method: 'POST', path: '/accounts/allowance/approve', body: allowance },
      { method: 'post', path: '/hts/create/token', body: { name: 'T', symbol: 'T', sender: { key: 'mine' } } },
      { method: 'POST', path: '/accounts' },
    ])
      assert.deepEqual(await refusal(operation), [422, 'OPERATION_NEEDS_SENDER'])
    const named = { ...allowance, sender: { id: ada.id } }
    await house.propose(dao.daoId, ada, {
      proposalData: { operation: { method: 'POST', path: '/accounts/allowance/approve', body: named } },
    })
  })

  it('is refused for an operation whose path is spelled otherwise than the node API compares it', async () => {
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
      const body = house.proposalBody(dao.daoId, ada, { proposalData })
      const refused = code(await house.call('POST', '/proposals', ada, body))
      assert.deepEqual(refused, [422, 'INVALID_OPERATION_PATH'], path)
    }
  })

  it('is refused for an operation that no YES would permit', async () => {
    const operation = { method: 'POST', path: '/transfer/hbar', body: {} }
    const more = { votingOptions: ['Pay', 'Keep'], proposalData: { operation } }
    const refused = await house.call('POST', '/proposals', ada, house.proposalBody(dao.daoId, ada, more))
    assert.deepEqual(code(refused), [422, 'OPERATION_NEEDS_YES'])
    await house.propose(dao.daoId, ada, { ...more, proposalData: { operation: 'the garden' } })
  })

  it('is refused where the ledger or a rule says no', async () => {
    const add = (memberAddress: string) => house.call('POST', `/daos/${dao.daoId}/members`, ada, { memberAddress })
    assert.deepEqual(code(await add('0.0.999999')), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(code(await add(ada.id)), [409, 'ALREADY_A_MEMBER'])
    const weighted = newDao({}, { tokenWeighted: true, tokenId: '0.0.999999' })
    assert.deepEqual(code(await house.call('POST', '/daos', ada, weighted)), [422, 'INVALID_TOKEN_ID'])
    const short = house.proposalBody(dao.daoId, ada, { votingDurationHours: 0.5 })
    assert.deepEqual(code(await house.call('POST', '/proposals', ada, short)), [422, 'VOTING_TOO_SHORT'])
    const quick = await house.dao([ada], { minVotingPeriod: 0, threshold: 0.5 })
    const nothing = house.proposalBody(quick.daoId, ada, { votingDurationHours: 1e-9 })
    assert.deepEqual(code(await house.call('POST', '/proposals', ada, nothing)), [422, 'VOTING_TOO_SHORT'])
    const large = house.proposalBody(dao.daoId, ada, { proposalData: { text: 'x'.repeat(30_000) } })
    assert.deepEqual(code(await house.call('POST', '/proposals', ada, large)), [413, 'PROPOSAL_TOO_LARGE'])
    const gone = await house.call('DELETE', `/daos/${dao.daoId}/members/${ben.id}`, ada)
    assert.deepEqual(code(gone), [404, 'NOT_A_MEMBER'])
    assert.deepEqual(code(await house.call('DELETE', `/daos/${dao.daoId}/members/${ada.id}`, ada)), [
      422,
      'OWNER_STAYS',
    ])
    const proposal = await house.propose(dao.daoId, ada)
    const other = { ...house.voteBody(proposal, ada, 'YES'), daoId: crypto.randomUUID() }
    assert.deepEqual(code(await house.call('POST', '/votes', ada, other)), [400, 'WRONG_DAO'])
  })

  it('answers 404 for what is not there, whatever its form', async () => {
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
        assert.equal((await house.get(path)).status, 404, path)
    const proposal = await house.propose(dao.daoId, ada)
    assert.equal((await house.get(`/votes/${proposal.proposalId}-1`)).status, 404)
    assert.equal((await house.get(`/votes/proposal/${proposal.proposalId}/voter/${ben.id}`)).status, 404)
  })

  it('is answered in pages, newest first', async () => {
    const owner = await house.person()
    const daos = [await house.dao([owner]), await house.dao([owner]), await house.dao([owner])].map(
      ({ daoId }) => daoId,
    )
    const first = await house.get(`/daos/owner/${owner.id}?limit=2`)
    assert.deepEqual(
      first.body.map(({ daoId }: Answer['body']) => daoId),
      [daos[2], daos[1]],
    )
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await house.get(next)
    assert.deepEqual(
      second.body.map(({ daoId }: Answer['body']) => daoId),
      [daos[0]],
    )
    assert.equal(second.headers.get('link'), null)
    const [daoId = ''] = daos
    const proposals = [await house.propose(daoId, owner), await house.propose(daoId, owner)]
    const page = await house.get(`/proposals/dao/${daoId}?limit=1`)
    assert.equal(page.body[0].proposalId, proposals[1].proposalId)
    assert.match(page.headers.get('link') ?? '', /cursor=\d+/)
    assert.deepEqual((await house.get(`/daos/${daoId}/members`)).body, [owner.id])
    assert.equal((await house.get(`/daos/owner/${owner.id}?cursor=x`)).body.code, 'INVALID_CURSOR')
  })

  it('is described as OpenAPI, every endpoint of it', async () => {
    const { body } = await house.get('/api/docs-json')
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
    assert.equal((await house.get('/health')).status, 200)
  })
})

describe('Too many requests', () => {
  const answersOf = async (house: House, ask: (index: number) => Promise<Answer>) => {
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
    await house.clock.advance(60_000)
    assert.notEqual((await ask(4)).status, 429, 'a minute later')
  }

  it('of a wallet are answered 429 with the standard headers, also when they are votes', async () => {
    const house = await openHouse({}, { limits: { wallet: 3, address: 100 } })
    try {
      const [ada, ben] = (await house.people(2)) as [Person, Person]
      const nowhere = { proposalId: crypto.randomUUID(), daoId: crypto.randomUUID() }
      await answersOf(house, () => house.vote(nowhere, ada, 'YES'))
      assert.equal((await house.vote(nowhere, ben, 'YES')).status, 404, 'others may go on')
    } finally {
      await house.close()
    }
  })

  it('of an address without a session are, too', async () => {
    const house = await openHouse({}, { limits: { wallet: 100, address: 3 } })
    try {
      await answersOf(house, () => house.get(`/proposals/${crypto.randomUUID()}`))
      for (let index = 0; index < 10; index++) assert.equal((await house.get('/health')).status, 200)
    } finally {
      await house.close()
    }
  })
})
