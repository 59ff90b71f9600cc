/** The rules of drafts that need no browser: starts with their zone, links to content, forms of stored drafts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyProposal, proposalBodyOf, proposalFormOf } from '../src/page/daos/forms/dao-form.ts'
import { changeFormOf, changeOf } from '../src/page/daos/forms/rules-form.ts'
import { localOf, withOffset } from '../src/page/daos/forms/start-time.ts'
import { contentLink, contentLinkIn } from '../src/page/parts/content-link.ts'
import { zoneText } from '../src/page/parts/moments.ts'
import { ADA, BEN } from './people.ts'

const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

describe('The start of a vote', () => {
  // Dates read the zone anew after it is set.
  const inZone = <T>(zone: string, run: () => T): T => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      return run()
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  }

  test('is sent with the offset that the local zone has at that time', () => {
    inZone('Europe/Berlin', () => {
      assert.equal(withOffset('2030-01-10T09:30'), '2030-01-10T09:30:00+01:00')
      assert.equal(withOffset('2030-07-10T09:30'), '2030-07-10T09:30:00+02:00')
      assert.equal(zoneText(new Date('2030-07-10T09:30Z')), 'Europe/Berlin, UTC+02:00')
    })
    inZone('America/St_Johns', () => assert.equal(withOffset('2030-01-10T09:30'), '2030-01-10T09:30:00-03:30'))
    inZone('UTC', () => assert.equal(withOffset('2030-01-10T09:30'), '2030-01-10T09:30:00+00:00'))
  })

  test('is no time that the zone does not have', () => {
    inZone('Europe/Berlin', () => {
      assert.equal(withOffset('2030-03-31T02:30'), undefined)
      for (const wrong of ['', '2030-02-30T10:00', '2030-01-10', '10:00', 'x'])
        assert.equal(withOffset(wrong), undefined, wrong)
    })
  })

  test('is the same moment after it went through the form', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia'])
      inZone(zone, () => {
        for (let at = Date.parse('2030-01-01T00:30Z'); at < Date.parse('2031-01-01'); at += 3_600_000) {
          const sent = Date.parse(withOffset(localOf(new Date(at))) ?? '')
          // Of the two equal hours of a night in autumn, the form has one.
          assert.ok([0, 3_600_000].includes(Math.abs(sent - at)), localOf(new Date(at)))
        }
      })
  })
})

describe('A link to content', () => {
  test("leads to the platform's own gateway", () => {
    assert.deepEqual(contentLinkIn(`ipfs://${CID}`), { cid: CID, address: `/api/node/ipfs/${CID}` })
    assert.equal(contentLinkIn(`ipfs://${CID}/a%20b/c.pdf`)?.address, `/api/node/ipfs/${CID}/a%20b/c.pdf`)
    assert.equal(contentLinkIn(`ipfs://${CID}/`)?.address, `/api/node/ipfs/${CID}/`)
  })

  test('never leads anywhere else on this origin', () => {
    for (const href of [
      ...[
        `ipfs://${CID}/../../auth/logout`,
        `ipfs://${CID}/%2e%2e/%2E./x`,
        `ipfs://${CID}/a%2fb`,
        `ipfs://${CID}/a%5Cb`,
      ],
      ...[`ipfs://${CID}?format=car`, `ipfs://${CID}#x`, 'ipfs://../x', 'ipfs://', `ipfs:${CID}`, `IPFS://${CID}`],
      ...[`javascript:ipfs://${CID}`, `ipfs://${CID}/%ff`, `ipfs://user@${CID}`, ` ipfs://${CID}`],
    ])
      assert.equal(contentLinkIn(href), undefined, href)
    const parts = ['..', '.', '%2e%2e', '%2E', '/', '//', '%2f', '\\', 'a', ' ', '%00', '..%5c', '?', '@']
    for (const first of parts)
      for (const second of parts)
        for (const third of parts) {
          const found = contentLinkIn(`ipfs://${CID}/${first}/${second}/${third}`)
          if (!found) continue
          const { origin, pathname } = new URL(found.address, 'https://here')
          assert.ok(origin === 'https://here' && pathname.startsWith(`/api/node/ipfs/${CID}/`), found.address)
        }
  })

  test('keeps the name of a file as text', () => {
    assert.equal(contentLink('a[b](x)\nc', CID), `[a\\[b\\](x) c](ipfs://${CID})`)
  })
})

describe('The form of a stored draft', () => {
  const by = { daoId: 'd', me: ADA, language: 'en', mostOptions: 5, now: 0 }

  test('states the same as the draft', () => {
    const drafts = [
      {
        ...{ daoId: 'd', title: 'Plant', description: 'Why', creatorAddress: ADA, votingDurationHours: 0.25 },
        ...{ votingOptions: ['Oak', 'Elm'], votingMethod: 'ranked' as const, quorumFraction: '1/3' },
      },
      {
        ...{ daoId: 'd', title: 'Plant', description: '', creatorAddress: ADA, votingDurationHours: 72 },
        ...{ quorum: 12.5, startTime: withOffset('2030-01-10T09:30') ?? '' },
      },
    ]
    for (const draft of drafts)
      for (const language of ['en', 'de'])
        assert.deepEqual(
          proposalBodyOf(proposalFormOf(draft, ['single', 'ranked'], language), { ...by, language }).body,
          draft,
        )
  })

  test('refuses a start that is over, or no time', () => {
    const form = { ...emptyProposal(['single']), title: 'Plant' }
    assert.equal(proposalBodyOf({ ...form, start: '' }, by).faults, undefined)
    for (const start of ['2030-01-10T09:30', 'x'])
      assert.deepEqual(proposalBodyOf({ ...form, start }, { ...by, now: Date.parse('2030-02-01') }).faults, ['start'])
  })
})

describe('The form of a stored change of rules', () => {
  const now = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, tokenId: null, quorum: 20 }
  const chain = 'hedera:devnet'

  test('says exactly the same as the change', () => {
    const changes = [
      { rules: { quorumFraction: '1/3', executionDelay: 1.5, veto: BEN } },
      { rules: { threshold: 66.666667, quorum: null, emergency: null, maxVotingPeriod: 72 } },
      { rules: { delegation: false, votesChangeable: true, proposers: [ADA, BEN], maxOptions: 7 } },
      { rules: { votingMethods: ['single' as const, 'ranked' as const] }, members: { add: [BEN] } },
      { members: { add: [ADA], remove: [BEN] } },
    ]
    for (const change of changes)
      for (const language of ['en', 'de']) {
        const form = changeFormOf(change, now, { chain, language }) ?? assert.fail(JSON.stringify(change))
        assert.deepEqual(changeOf(form, { chain, language, names: new Map(), ofWeight: undefined }), { change })
      }
  })

  test('does not exist for a change that it could not say', () => {
    for (const rules of [{ executionDelay: 0.00000015 }, { proposalWeight: '500' }, { tokenId: '0.0.9' }])
      assert.equal(changeFormOf({ rules } as never, now, { chain, language: 'en' }), undefined)
  })
})
