import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { httpSource, recount, rulesText, vetoText } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Body = Answer['body']

describe('A wallet that may veto and change rules at once', () => {
  let harness: Harness
  let people: Person[]
  let wallet: string
  let dao: Body
  const owners = Array.from({ length: 3 }, () => PrivateKey.generateED25519())
  before(async () => {
    harness = await openHarness()
    people = await harness.people(2)
    wallet = (
      await harness.account(
        new KeyList(
          owners.map((key) => key.publicKey),
          2,
        ),
        0,
      )
    ).toString()
    dao = await harness.dao(people, { executionDelay: 48, veto: wallet, emergency: wallet })
    await harness.jobs.idle()
    dao = (await harness.get(`/daos/${dao.daoId}`)).body
  })
  after(() => harness.close())
  const at = (index: number): Person => people[index] as Person
  const owner = (index: number): PrivateKey => owners[index] as PrivateKey
  const signatureBy = (key: PrivateKey, text: string) => ({
    publicKey: key.publicKey.toStringRaw(),
    signature: `0x${Buffer.from(key.sign(Buffer.from(text))).toString('hex')}`,
  })

  async function passed(title: string): Promise<Body> {
    const proposal = await harness.propose(dao.daoId, at(0), { title })
    await harness.vote(proposal, at(0), 'YES')
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    return (await harness.get(`/proposals/${proposal.proposalId}`)).body
  }
  const vetoed = ({ proposalId, proposalHash }: Body, key: PrivateKey, reason?: string): Promise<Answer> => {
    const text = vetoText({ chain, daoId: dao.daoId, proposalId, proposalHash, account: wallet, reason })
    return harness.call('POST', `/proposals/${proposalId}/veto/signatures`, at(1), {
      signatures: [signatureBy(key, text)],
      ...(reason === undefined ? {} : { reason }),
    })
  }
  const begun = async ({ proposalId }: Body) => (await harness.get(`/proposals/${proposalId}/veto/signatures`)).body

  test('vetoes when enough of its owners have signed the same, one after the other', async () => {
    const proposal = await passed('Dig')
    const first = await vetoed(proposal, owner(0), 'too deep')
    assert.deepEqual([first.status, first.body.missing, first.body.done], [201, 1, false])
    // Another reason is another text.
    assert.equal((await vetoed(proposal, owner(1), 'too wide')).body.missing, 1)
    assert.deepEqual((await begun(proposal)).map(({ reason, missing }: Body) => [reason, missing]).toSorted(), [
      ['too deep', 1],
      ['too wide', 1],
    ])
    const stranger = await vetoed(proposal, PrivateKey.generateED25519(), 'too deep')
    assert.deepEqual([stranger.status, stranger.body.code], [400, 'UNKNOWN_KEY'])
    const again = await vetoed(proposal, owner(0), 'too deep')
    assert.deepEqual([again.body.signedBy.length, again.body.done], [1, false])
    const last = await vetoed(proposal, owner(1), 'too deep')
    assert.deepEqual([last.body.missing, last.body.done], [0, true])
    const { execution } = (await harness.get(`/proposals/${proposal.proposalId}`)).body
    assert.deepEqual([execution.vetoed.by, execution.vetoed.reason], [wallet, 'too deep'])
    assert.deepEqual(await begun(proposal), [])
    const late = await vetoed(proposal, owner(2), 'too deep')
    assert.deepEqual([late.status, late.body.code], [409, 'ALREADY_VETOED'])
    await harness.jobs.idle()
    const { mirror, topicInfo } = harness.ledger
    const { faults, veto } = await recount({
      ...{ proposalId: proposal.proposalId, chain, topicId: dao.topicId, mirror, topicInfo },
      ...{ source: httpSource(harness.url), now: harness.clock.now() },
    })
    assert.deepEqual([faults, veto?.by], [[], wallet])
  })

  test('changes the rules at once when enough of its owners have signed them', async () => {
    const { topicId, daoId, votingRules } = (await harness.get(`/daos/${dao.daoId}`)).body
    const body = { number: 2, rules: { threshold: 60 } }
    const signed = { chain, daoId, topicId, account: wallet, number: 2 }
    const text = rulesText({ ...signed, votingRules: { ...votingRules, decimals: 0, threshold: 60 } })
    const sign = (key: PrivateKey) =>
      harness.call('POST', `/daos/${daoId}/rules/signatures`, at(1), { ...body, signatures: [signatureBy(key, text)] })
    const first = await sign(owner(2))
    assert.deepEqual([first.status, first.body.text, first.body.missing], [201, text, 1])
    const open = (await harness.get(`/daos/${daoId}/rules/signatures`)).body
    assert.deepEqual(
      open.map(({ number, rules }: Body) => ({ number, rules })),
      [body],
    )
    const none = await harness.call('POST', `/daos/${daoId}/rules/signatures`, at(1), body)
    assert.deepEqual([none.status, none.body.code], [400, 'SIGNATURES_MISSING'])
    assert.equal((await sign(owner(0))).body.done, true)
    const after = (await harness.get(`/daos/${daoId}`)).body
    assert.deepEqual([after.rulesNumber, after.votingRules.threshold], [2, 60])
    assert.deepEqual((await harness.get(`/daos/${daoId}/rules/signatures`)).body, [])
  })
})
