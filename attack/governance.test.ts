import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, TokenAssociateTransaction, TokenCreateTransaction, TransferTransaction } from '@hiero-ledger/sdk'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'

describe('An attacker of a DAO', () => {
  let platform: AttackedPlatform
  let client: Client
  let ada: Person
  let eve: Person
  before(async () => {
    platform = await startPlatform()
    ;[ada, eve] = (await platform.people(2)) as [Person, Person]
    client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
    client.setOperator(ada.id, ada.key)
  })
  after(async () => {
    client?.close()
    await platform.close()
  })

  const post = (path: string, by: Person, body: unknown) => platform.call('governance', 'POST', path, by, body)
  const newDao = ({ id }: Person, rules: object = {}) => ({
    ...{ name: 'Gardeners', description: '', ownerAddress: id },
    votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, ...rules },
  })
  const newProposal = (daoId: string, { id }: Person, more: object = {}) => ({
    ...{ daoId, title: 'T', description: '', creatorAddress: id, votingDurationHours: 1, ...more },
  })
  async function done(asked: Promise<Answer>): Promise<Answer['body']> {
    const answer = await asked
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }

  test('gets no weight for holdings borrowed at the moment of the proposal', async () => {
    const create = await new TokenCreateTransaction()
      .setTokenName('Seeds')
      .setTokenSymbol('SEED')
      .setInitialSupply(600_001)
      .setTreasuryAccountId(ada.id)
      .execute(client)
    const { tokenId } = await create.getReceipt(client)
    assert.ok(tokenId)
    const give = async (from: Person, to: Person, amount: number) => {
      const transfer = new TransferTransaction()
        .addTokenTransfer(tokenId, from.id, -amount)
        .addTokenTransfer(tokenId, to.id, amount)
        .freezeWith(client)
      await (await (await transfer.sign(from.key)).execute(client)).getReceipt(client)
    }
    const associate = new TokenAssociateTransaction().setAccountId(eve.id).setTokenIds([tokenId]).freezeWith(client)
    await (await (await associate.sign(eve.key)).execute(client)).getReceipt(client)
    await give(ada, eve, 1)
    const { daoId } = await done(
      post('/daos', ada, newDao(ada, { tokenWeighted: true, tokenId: `${tokenId}`, votingDelay: 1 / 1800 })),
    )
    await done(post(`/daos/${daoId}/members`, ada, { memberAddress: eve.id }))
    await give(ada, eve, 600_000)
    const proposal = await done(post('/proposals', eve, newProposal(daoId, eve)))
    await give(eve, ada, 600_000)
    assert.equal(proposal.status, 'PENDING')
    let vote: Answer
    do {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const body = { proposalId: proposal.proposalId, daoId, voterAddress: eve.id, choice: 'YES' }
      vote = await post('/votes', eve, body)
    } while (vote.body.code === 'VOTING_NOT_STARTED' || vote.status === 503)
    assert.deepEqual([vote.status, vote.body.weight], [201, 1], JSON.stringify(vote.body))
  })

  test('cannot use options or names that look like others', async () => {
    const { daoId } = await done(post('/daos', eve, newDao(eve)))
    for (const votingOptions of [
      ['Pay', '\u0420\u0430\u0443'],
      ['\u0423\u0415\u0405', 'NO'],
      ['YES', 'NO', 'N\u200bO'],
    ]) {
      const { status } = await post('/proposals', eve, newProposal(daoId, eve, { votingOptions }))
      assert.equal(status, 400, JSON.stringify(votingOptions))
    }
    const hidden = await post('/daos', eve, { ...newDao(eve), name: 'Gar\u202edeners' })
    assert.deepEqual([hidden.status, hidden.body.code], [400, 'HIDDEN_CHARACTER'])
  })

  test('cannot make the operator pay more than the limit for one wallet, or use up the limit of another', async () => {
    const poor = await platform.login(await platform.newAccount(1))
    const answers = await Promise.all(Array.from({ length: 80 }, () => post('/daos', poor, newDao(poor))))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.ok(refused.length >= 20, `${refused.length} of 80 refused`)
    for (const { status, body, headers } of refused) {
      assert.deepEqual([status, body.code], [429, 'WALLET_BUDGET_USED'])
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
    await done(post('/daos', ada, newDao(ada)))
  })
})
