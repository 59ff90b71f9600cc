import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    -0,
    '',
    ' ',
    '0',
    [],
    {},
    [[]],
    'NaN',
    '0.0.1',
    '0.0.0x',
    '__proto__',
  ),
  fc.constantFrom(
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    "'; drop table governance.vote; --",
    '{}',
    '9'.repeat(40),
    '../..',
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
)

/** Valid bodies with some of their fields, including inner ones, replaced, removed or added. */
const changed = (body: Record<string, unknown>) =>
  fc
    .array(
      fc.record({
        at: fc.constantFrom(...Object.keys(body), 'more', 'constructor'),
        put: fc.option(odd, { nil: undefined }),
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((changes) => {
      const result: Record<string, unknown> = { ...body }
      for (const { at, put } of changes) {
        const inner = result[at]
        if (put !== undefined && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
          result[at] = { ...inner, [Object.keys(inner)[0] ?? 'a']: put }
        else result[at] = put
      }
      return result
    })

describe('Hostile requests', () => {
  let harness: Harness
  let ada: Person
  let dao: Answer['body']
  let proposal: Answer['body']
  before(async () => {
    harness = await openHarness()
    ada = await harness.person()
    dao = await harness.dao([ada])
    proposal = await harness.propose(dao.daoId, ada)
  })
  after(() => harness.close())

  const isAnswered = ({ status, body }: Answer, what: string) => {
    assert.ok(status < 500, `${what}: ${status} ${JSON.stringify(body)}`)
    if (status >= 400) assert.match(body.code, /^[A-Z_0-9]+$/, what)
  }

  test('get an answer that says what is wrong, whatever their bodies contain', async () => {
    const operation = { method: 'POST', path: '/x', body: {} }
    const votingRules = { threshold: 50, minVotingPeriod: 1, tokenWeighted: false, tokenId: null }
    const signature = harness.signedVote(proposal, ada.key, ada.id, 'YES')
    const signatures = [{ publicKey: ada.key.publicKey.toStringRaw(), signature }]
    const bodies: [string, string, Record<string, unknown>][] = [
      ['POST', '/daos', { name: 'D', description: '', ownerAddress: ada.id, votingRules }],
      ['PATCH', `/daos/${dao.daoId}`, { status: 'ACTIVE' }],
      ['POST', `/daos/${dao.daoId}/members`, { memberAddress: ada.id }],
      [
        'POST',
        '/proposals',
        harness.proposalBody(dao.daoId, ada, {
          proposalData: { operation },
          votingOptions: ['YES', 'NO'],
          quorum: 50,
          startTime: new Date(harness.clock.now()).toISOString(),
        }),
      ],
      ['POST', '/votes', harness.voteBody(proposal, ada, 'YES', { signature, comment: 'a' })],
      ['POST', '/votes', harness.voteBody(proposal, ada, 'YES', { signatures })],
    ]
    for (const [method, path, body] of bodies)
      await fc.assert(
        fc.asyncProperty(changed(body), async (sent) => {
          isAnswered(await harness.call(method, path, ada, sent), `${method} ${path} ${JSON.stringify(sent)}`)
        }),
        { numRuns: 60 },
      )
  })

  test('get an answer that says what is wrong, whatever their paths and queries contain', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        proposal.proposalId,
        dao.daoId,
        ada.id,
        '0.0.00',
        `${proposal.proposalId}-0`,
        `${proposal.proposalId}-99999999999`,
        '-1',
        '1e3',
        '\u0000',
      ),
    )
    const paths = [
      (a: string) => `/daos/${a}`,
      (a: string, b: string) => `/daos/${a}/members?limit=${b}`,
      (a: string, b: string) => `/daos/owner/${a}?cursor=${b}`,
      (a: string) => `/proposals/${a}`,
      (a: string, b: string) => `/proposals/dao/${a}/active?limit=1&cursor=${b}`,
      (a: string) => `/votes/${a}`,
      (a: string, b: string) => `/votes/proposal/${proposal.proposalId}/voter/${a}?x=${b}`,
      (a: string, b: string) => `/votes/proposal/${proposal.proposalId}?limit=${a}&cursor=${b}`,
      (a: string, b: string) => `/votes/proposal/${proposal.proposalId}/audit?limit=${a}&cursor=${b}`,
      (a: string) => `/votes/proposal/${proposal.proposalId}/audit/batches/${a}`,
    ]
    const wellFormed = (one: string) => encodeURIComponent(one.toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), text, text, async (pathOf, a, b) => {
        const path = pathOf(wellFormed(a), wellFormed(b))
        isAnswered(await harness.get(path), path)
      }),
      { numRuns: 300 },
    )
  })
})
