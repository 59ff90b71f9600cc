import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { HOUR, openHarness, type Person } from './harness.ts'

test('A passed proposal of a wallet is told to the multi-signature service until that takes or refuses it', async () => {
  const told: { path: string | undefined; topicId: string; consensusTimestamp: string; chain: string }[] = []
  let status = 503
  const service = createServer(async (request, response) => {
    told.push({ path: request.url, ...((await json(request)) as { topicId: string }) } as never)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const harness = await openHarness({ MULTISIG_URL: url })
  try {
    const [ada] = (await harness.people(1)) as [Person]
    const dao = await harness.dao([ada])
    const proposed = async (path: string, choice: string) => {
      const operation = { method: 'POST', path, body: { walletId: '0.0.5' } }
      const title = `${path} ${choice}`
      const proposal = await harness.propose(dao.daoId, ada, { title, proposalData: { operation } })
      await harness.vote(proposal, ada, choice)
      return proposal.proposalId as string
    }
    const path = '/multisig/wallet/withdraw/request'
    const passed = await proposed(path, 'YES')
    await proposed(path, 'NO')
    await proposed('/accounts/transfer/hbar', 'YES')
    await harness.pass(24 * HOUR)
    for (let times = 0; times < 3; times++) await harness.pass(60_000)
    const { decision } = (await harness.get(`/proposals/${passed}`)).body
    const expected = { path: '/multisig/proposal/request', chain: 'hedera:devnet', ...decision }
    assert.ok(told.length > 1, 'asked again after a failure')
    for (const one of told) assert.deepEqual(one, expected)
    status = 200
    for (let times = 0; times < 3; times++) await harness.pass(60_000)
    const count = told.length
    for (let times = 0; times < 3; times++) await harness.pass(HOUR)
    assert.equal(told.length, count, 'not told again once it was taken')
    status = 403
    await proposed(path, 'YES')
    await harness.pass(24 * HOUR)
    for (let times = 0; times < 4; times++) await harness.pass(60_000)
    assert.equal(told.length, count + 1, 'not told again once it was refused for good')
    told.length = 0
    status = 409
    await proposed('/multisig/wallet/stake/request', 'YES')
    await harness.pass(24 * HOUR)
    for (let times = 0; times < 36; times++) await harness.pass(HOUR / 6)
    assert.ok(told.length > 5 && told.length < 20, `told ${told.length} times in six hours`)
    await harness.pass(24 * HOUR)
    const last = told.length
    for (let times = 0; times < 3; times++) await harness.pass(2 * HOUR)
    assert.equal(told.length, last, 'not told again after a day')
  } finally {
    await harness.close()
    service.close()
  }
})
