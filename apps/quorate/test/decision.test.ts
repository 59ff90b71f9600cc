import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Transaction } from '@hiero-ledger/sdk'
import { testDataDirectory } from '@quorate/platform/testing'
import type { Answer, Owner } from '../src/client.ts'
import { freePorts, owners, type PlatformProcess, startProcess } from './process.ts'

const votingSeconds = 2

describe('A decision of a DAO', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let ada: Owner
  let ben: Owner
  before(async () => {
    env = { ...(await freePorts()), DATA_DIR: await testDataDirectory() }
    platform = await startProcess(env, ['node', 'governance'])
    ;[ada, ben] = (await owners(platform.at, 2)) as [Owner, Owner]
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  async function call(port: string, path: string, by: Owner, body?: unknown): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${env[port]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text }
  }
  const node = (path: string, by: Owner, body?: unknown) => call('NODE_HTTP_PORT', path, by, body)
  const governance = (path: string, by: Owner, body?: unknown) => call('GOVERNANCE_HTTP_PORT', path, by, body)

  /** Signs what the node prepared, has it submitted, and answers what came of it. */
  async function signed({ status, body }: Answer, by: Owner): Promise<Answer> {
    assert.equal(status, 200, JSON.stringify(body))
    const transaction = Transaction.fromBytes(Buffer.from(body.bytes, 'base64'))
    const bytes = Buffer.from((await transaction.sign(by.key)).toBytes()).toString('base64')
    const done = await node('/transactions/submit', by, { bytes })
    assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
    return done.body
  }

  async function decided(proposalId: string): Promise<Answer> {
    for (;;) {
      const { body } = await governance(`/proposals/${proposalId}`, ada)
      if (body.decision) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  it('opens the write that the proposal named, nothing else, and once', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const dao = (await governance('/daos', ada, { name: 'D', description: '', ownerAddress: ada.id, votingRules })).body
    const validator = await node('/validators/accounts', ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: `dao:${dao.topicId}` },
    })
    assert.equal(validator.status, 200, JSON.stringify(validator.body))
    const creation = { validatorConsensusTimestamp: validator.body, balance: 200_000_000 }
    const { accountId: treasury } = await signed(await node('/accounts', ada, creation), ada)
    const path = '/accounts/transfer/hbar'
    const transfer = { amount: 5, from: treasury, to: ben.id }
    const proposal = (
      await governance('/proposals', ada, {
        daoId: dao.daoId,
        title: 'Pay Ben',
        description: '',
        creatorAddress: ada.id,
        votingDurationHours: votingSeconds / 3600,
        proposalData: { operation: { method: 'POST', path, body: transfer } },
      })
    ).body
    const { proposalId } = proposal
    const vote = { proposalId, daoId: dao.daoId, voterAddress: ada.id, choice: 'YES' }
    assert.equal((await governance('/votes', ada, vote)).status, 201)
    const { status, decision } = await decided(proposalId)
    assert.equal(status, 'PASSED')

    assert.equal((await node(path, ben, transfer)).status, 403)
    assert.equal(
      (await node(path, ben, { ...transfer, amount: 6, dao: decision })).body.code,
      'DECISION_DOES_NOT_PERMIT',
    )
    await signed(await node(path, ben, { ...transfer, dao: decision }), ben)
    assert.equal((await node(path, ben, { ...transfer, dao: decision })).body.code, 'DECISION_USED')
  })
})
