import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { CHECKS_PER_MINUTE } from '../src/proposals/wallet-requests.ts'
import { HOUR, openHarness, type Person } from './harness.ts'

test("A wallet's passed proposal is sent to the multi-signature service until that accepts or refuses it", async () => {
  const told: { path: string | undefined; topicId: string; consensusTimestamp: string; chain: string }[] = []
  let status = 503
  let answer = '{}'
  const service = createServer(async (request, response) => {
    if (request.url === '/multisig/proposal/check') return void response.writeHead(404).end('{}')
    told.push({ path: request.url, ...((await json(request)) as { topicId: string }) } as never)
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
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
    const refusalOf = async (proposalId: string) => (await harness.get(`/proposals/${proposalId}`)).body.walletRefusal
    assert.equal(await refusalOf(passed), null)
    status = 422
    answer = '{"code":"INVALID_ACCOUNT_ID","message":"The receiver 0.0.88888 does not exist on the ledger"}'
    const refused = await proposed(path, 'YES')
    await harness.pass(24 * HOUR)
    for (let times = 0; times < 4; times++) await harness.pass(60_000)
    assert.equal(told.length, count + 1, 'not told again once it was refused for good')
    const { refusedAt, ...reason } = await refusalOf(refused)
    assert.deepEqual(reason, JSON.parse(answer))
    assert.ok(Date.parse(refusedAt) <= harness.clock.now())

    answer = '{}'
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

test("A wallet's operation can be proposed unless the multi-signature service says that it is wrong", async () => {
  const asked: { operation: object; daoId: string; topicId: string; endsAt: string; validUntil?: string }[] = []
  let [status, answer] = [200, '{"permitted":true}']
  const service = createServer(async (request, response) => {
    if (request.url === '/multisig/proposal/check') asked.push((await json(request)) as never)
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const harness = await openHarness({ MULTISIG_URL: url })
  try {
    const [ada] = (await harness.people(1)) as [Person]
    const dao = await harness.dao([ada])
    const operation = { method: 'POST', path: '/multisig/wallet/withdraw/request', body: { walletId: '0.0.5' } }
    let titles = 0
    const proposed = (proposalData: object) =>
      harness.call('POST', '/proposals', ada, {
        ...{ daoId: dao.daoId, title: `Title ${titles++}`, description: '', creatorAddress: ada.id, proposalData },
        votingDurationHours: 1,
      })
    const taken = await proposed({ operation })
    assert.equal(taken.status, 201, JSON.stringify(taken.body))
    const { daoId, topicId } = dao
    const endsAt = taken.body.endTime
    assert.deepEqual(asked, [{ chain: 'hedera:devnet', daoId, topicId, operation, endsAt }])
    ;[status, answer] = [403, '{"code":"NOT_THE_WALLETS_DAO","message":"0.0.5 is not a wallet here"}']
    const refused = await proposed({ operation })
    assert.deepEqual([refused.status, refused.body.code], [422, 'WALLET_OPERATION_REFUSED'])
    assert.match(refused.body.message, /0\.0\.5 is not a wallet here \(NOT_THE_WALLETS_DAO\)/)
    // Answers that say nothing about the operation block no proposal, and other operations are not sent there.
    for (const one of [404, 409, 429, 500]) {
      status = one
      assert.equal((await proposed({ operation })).status, 201)
    }
    ;[status, answer] = [422, '<html>']
    assert.equal((await proposed({ operation })).status, 201)
    const count = asked.length
    assert.equal((await proposed({ operation: { ...operation, path: '/accounts/transfer/hbar' } })).status, 201)
    assert.equal(asked.length, count)
    // New proposals do not use up the request limit at that service, which passed proposals need.
    ;[status, answer] = [403, '{"code":"NOT_THE_WALLETS_DAO","message":"0.0.5 is not a wallet here"}']
    await harness.clock.advance(60_000)
    const most = CHECKS_PER_MINUTE
    const before = asked.length
    for (let times = 0; times < most; times++) assert.equal((await proposed({ operation })).status, 422)
    assert.equal((await proposed({ operation })).status, 201)
    assert.equal(asked.length, before + most)
    await harness.clock.advance(60_000)
    assert.equal((await proposed({ operation })).status, 422)
    service.closeAllConnections()
    service.close()
    assert.equal((await proposed({ operation })).status, 201)
  } finally {
    await harness.close()
    service.close()
  }
})
