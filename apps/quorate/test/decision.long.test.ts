import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Transaction } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { type Answer, caller, testDataDirectory } from '@quorate/platform/testing'
import { canonicalBytes } from '@quorate/verify'
import {
  command,
  freePorts,
  owners,
  type Person,
  type PlatformProcess,
  runCommand,
  signBlindly,
  startProcess,
} from './process.ts'

/** Long enough for a busy machine: the votes of several proposals are cast before the first one ends. */
const votingSeconds = 8
const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }

describe('A decision of a DAO', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    const payer = developmentAccounts().findLast(({ keyType }) => keyType === 'ed25519') ?? assert.fail()
    env = {
      ...(await freePorts()),
      ...{ DATA_DIR: await testDataDirectory(), GOVERNANCE_ANCHOR_INTERVAL: '200' },
      SCHEDULE_PAYER: 'service',
      HEDERA_DEVNET_SCHEDULE_PAYER_ID: payer.id,
      HEDERA_DEVNET_SCHEDULE_PAYER_KEY: payer.privateKey,
    }
    platform = await startProcess(env, ['node', 'governance', 'multisig'])
    ;[ada, ben, cleo] = (await owners(platform.at, 3)) as [Person, Person, Person]
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const asked = (port: string, path: string, by: Person, body?: unknown): Promise<Answer> =>
    caller(`http://127.0.0.1:${env[port]}`)(body === undefined ? 'GET' : 'POST', path, by, body)
  const node = (path: string, by: Person, body?: unknown) => asked('NODE_HTTP_PORT', path, by, body)
  const governance = (path: string, by: Person, body?: unknown) => asked('GOVERNANCE_HTTP_PORT', path, by, body)

  /** Signs what the node prepared, submits it, and returns the result. */
  async function signed({ status, body }: Answer, by: Person): Promise<Answer['body']> {
    assert.equal(status, 200, JSON.stringify(body))
    const transaction = Transaction.fromBytes(Buffer.from(body.bytes, 'base64'))
    const bytes = Buffer.from((await transaction.sign(by.key)).toBytes()).toString('base64')
    const done = await node('/transactions/submit', by, { bytes })
    assert.equal(done.body.status, 'SUCCESS', JSON.stringify(done.body))
    return done.body
  }

  async function decided(proposalId: string) {
    for (;;) {
      const proposal = await ada.client.governance.get('/proposals/{proposalId}', { path: { proposalId } })
      if (proposal.decision) return { ...proposal, decision: proposal.decision }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }

  async function newDao(): Promise<{ daoId: string; topicId: string }> {
    const body = { name: 'D', description: '', ownerAddress: ada.id, votingRules }
    const { daoId, topicId } = await ada.client.governance.post('/daos', { body })
    return { daoId, topicId: topicId ?? assert.fail('the DAO has no topic yet') }
  }

  /** A proposal by Ada, who also votes on it. */
  async function proposed(daoId: string, operation: object, choice: string): Promise<string> {
    const { governance } = ada.client
    const { proposalId } = await governance.post('/proposals', {
      body: {
        ...{ daoId, title: 'Pay Ben', description: '', creatorAddress: ada.id, proposalData: { operation } },
        votingDurationHours: votingSeconds / 3600,
      },
    })
    await governance.post('/votes', { body: { proposalId, daoId, voterAddress: ada.id, choice } })
    return proposalId
  }

  /** A wallet of the three, paid for by Ada. */
  async function newWallet(threshold: number): Promise<string> {
    const { client } = ada
    const settings = { owners: [ada, ben, cleo].map(({ id }) => ({ wallet: id, name: id })), threshold }
    const creation = await client.multisig.post('/multisig/wallet/create/request', { body: { name: 'T', settings } })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail('the wallet was not created')
  }

  test('permits exactly the write in its proposal, once, and no other decision or DAO permits it', async () => {
    const [dao, other] = [await newDao(), await newDao()]
    const validator = await done(
      node('/validators/accounts', ada, {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: `dao:${dao.topicId}` },
      }),
    )
    const creation = { validatorConsensusTimestamp: validator, balance: 200_000_000 }
    const { accountId: treasury } = await signed(await node('/accounts', ada, creation), ada)
    const path = '/accounts/transfer/hbar'
    const transfer = { amount: 5, from: treasury, to: ben.id }
    const operation = { method: 'POST', path, body: transfer }
    // What is no operation of the node API is not known to be the same for every sender.
    const named = { body: { ...transfer, sender: { id: treasury } } }
    const proposalIds = await Promise.all([
      proposed(dao.daoId, operation, 'YES'),
      proposed(dao.daoId, operation, 'NO'),
      proposed(other.daoId, operation, 'YES'),
      proposed(dao.daoId, { ...operation, ...named, method: 'DELETE' }, 'YES'),
      proposed(dao.daoId, { ...operation, ...named, path: '/accounts/transfer/fungible' }, 'YES'),
    ])
    type Decided = Awaited<ReturnType<typeof decided>>
    const [passed, failed, elsewhere, anotherMethod, anotherPath] = (await Promise.all(proposalIds.map(decided))) as [
      ...[Decided, Decided, Decided, Decided, Decided],
    ]
    assert.deepEqual(
      [passed, failed, elsewhere].map(({ status }) => status),
      ['PASSED', 'REJECTED', 'PASSED'],
    )
    const { decision } = passed
    const tried = async (body: object): Promise<[number, string]> => {
      const answer = await node(path, ben, body)
      return [answer.status, answer.body.code]
    }
    assert.equal((await tried(transfer))[0], 403, 'without a decision')
    const changes = [{ amount: 6 }, { to: cleo.id }, { from: ada.id }, { memo: 'x' }]
    for (const change of changes)
      assert.notEqual((await tried({ ...transfer, ...change, dao: decision }))[0], 200, JSON.stringify(change))
    assert.deepEqual(await tried({ ...transfer, amount: 6, dao: decision }), [403, 'DECISION_DOES_NOT_PERMIT'])
    for (const { decision: wrong } of [failed, anotherMethod, anotherPath])
      assert.deepEqual(await tried({ ...transfer, dao: wrong }), [403, 'DECISION_DOES_NOT_PERMIT'])
    assert.equal((await tried({ ...transfer, dao: elsewhere.decision }))[0], 403, 'the decision of another DAO')
    const mixed = { topicId: dao.topicId, consensusTimestamp: elsewhere.decision.consensusTimestamp }
    assert.deepEqual(await tried({ ...transfer, dao: mixed }), [403, 'DECISION_NOT_FOUND'])
    await signed(await node(path, ben, { ...transfer, dao: decision }), ben)
    assert.deepEqual(await tried({ ...transfer, dao: decision }), [409, 'DECISION_USED'])
  })

  test('opens the wallet request in its proposal automatically, once, and the owners sign it', async () => {
    const wallet = await newWallet(2)
    const { daoId } = await newDao()
    const executeAt = new Date(Date.now() + 3_600_000).toISOString()
    const body = { walletId: wallet, receiverId: cleo.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 5 }
    const operation = { method: 'POST', path: '/multisig/wallet/withdraw/request', body: { ...body, executeAt } }
    const proposalIds = await Promise.all(['YES', 'NO'].map((choice) => proposed(daoId, operation, choice)))
    const [passed] = await Promise.all(proposalIds.map(decided))
    const { multisig } = ada.client
    const opened = async () => {
      for (;;) {
        const path = { walletId: wallet }
        const pending = await ben.client.multisig.get('/multisig/wallet/{walletId}/pending', { path })
        if (pending.length > 0) return pending
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const [request = assert.fail(), ...others] = await opened()
    assert.deepEqual(others, [])
    const { proposalId, decision } = passed ?? assert.fail()
    assert.deepEqual(request.payload, { ...body, proposal: { daoId, proposalId, ...decision } })
    assert.equal(request.executeAt, executeAt)
    const { jobId } = await cleo.client.multisig.post('/multisig/proposal/request', { body: decision })
    assert.equal(jobId, request.jobId)
    const status = () => multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
    const { bodyBytes, bytes } = await status()
    assert.equal(Transaction.fromBytes(Buffer.from(bytes, 'base64')).transactionMemo, `Proposal ${proposalId}`)
    for (const owner of [ada, ben]) {
      const signature = `0x${Buffer.from(owner.key.sign(Buffer.from(bodyBytes, 'base64'))).toString('hex')}`
      const given = { walletId: wallet, senderId: owner.id, signature }
      await owner.client.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body: given })
    }
    assert.deepEqual((await status()).missing, [])
    assert.equal((await opened()).length, 1)
  })

  test('signs requests of a wallet that its account co-owns, exactly as in its proposal', async () => {
    const multisig = (path: string, by: Person, body?: unknown) => asked('MULTISIG_HTTP_PORT', path, by, body)
    const { daoId, topicId } = await newDao()
    const validator = await done(
      node('/validators/accounts', ada, {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['sign/wallet'], controller: `dao:${topicId}` },
      }),
    )
    const account = { validatorConsensusTimestamp: validator, balance: 200_000_000 }
    const { accountId: member } = await signed(await node('/accounts', ada, account), ada)
    const others = [ada, ben].map(({ id }) => ({ wallet: id, name: id }))
    const settings = { owners: [...others, { wallet: member, name: 'DAO', guarded: true }], threshold: 2 }
    const { client } = ada
    const creation = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'T', settings, balance: 2_000_000_000 },
    })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    const payment = { walletId, receiverId: cleo.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 5 }
    const request = (more: object = {}) =>
      done(multisig('/multisig/wallet/withdraw/request', ada, { ...payment, ...more }))
    const [first, replaced, again] = [await request(), await request(), await request()]
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const kept = await request({ expiresAt })
    const signatureOf = ({ key }: Person, bodyBytes: string) =>
      `0x${Buffer.from(key.sign(Buffer.from(bodyBytes, 'base64'))).toString('hex')}`
    const sign = (jobId: string, senderId: string, signature: string) =>
      multisig(`/multisig/transaction/sign/${jobId}`, ben, { walletId, senderId, signature })
    await done(sign(kept.jobId, ada.id, signatureOf(ada, kept.bodyBytes)))
    const { scheduleId } = (await done(multisig(`/multisig/transaction/status/${kept.jobId}`, ben))).schedule
    const mirror = `http://127.0.0.1:${env.LOCALNET_REST_PORT}/api/v1/schedules/${scheduleId}`
    const { transaction_body } = (await (await fetch(mirror)).json()) as { transaction_body: string }
    const operation = ({ jobId, bodyBytes }: Answer['body'], more: object = {}) => ({
      ...{ method: 'POST', path: `/multisig/transaction/sign/${jobId}` },
      body: { walletId, senderId: member, bodyBytes, ...more },
    })
    const proposals = await Promise.all(
      [operation(first), operation(replaced), operation({ ...kept, bodyBytes: transaction_body }, { scheduleId })].map(
        (one) => proposed(daoId, one, 'YES'),
      ),
    )
    const [one, two, three] = await Promise.all(proposals.map(decided))
    const open = ({ decision }: Answer['body'], by: Person, more: object = {}) =>
      node(`/wallets/${walletId}/sign`, by, { dao: decision, ...more })
    assert.equal((await open(one, cleo)).body.code, 'NOT_AN_OWNER')
    const given = await done(open(one, ben))
    assert.deepEqual([given.jobId, given.senderId], [first.jobId, member])
    // The signature is valid for this request, and not for an identical one.
    assert.equal((await sign(again.jobId, member, given.signature)).body.code, 'INVALID_SIGNATURE')
    assert.equal((await sign(first.jobId, cleo.id, given.signature)).body.code, 'NOT_AN_OWNER')
    assert.equal((await sign(first.jobId, ben.id, given.signature)).body.code, 'INVALID_SIGNATURE')
    const counted = await Promise.all([1, 2, 3].map(() => done(sign(first.jobId, member, given.signature))))
    assert.deepEqual(new Set(counted.map(({ senderId, timestamp }) => `${senderId} ${timestamp}`)).size, 1)
    await done(sign(first.jobId, ben.id, signatureOf(ben, first.bodyBytes)))
    await done(multisig('/multisig/wallet/withdraw/execute', ben, { jobId: first.jobId, bytes: first.bytes }))
    assert.equal((await done(multisig(`/multisig/transaction/status/${first.jobId}`, ben))).status, 'success')
    // A withdrawn request accepts no more signatures.
    await done(multisig(`/multisig/transaction/reject/${replaced.jobId}`, ada, {}))
    const late = await done(open(two, ben))
    assert.equal((await sign(replaced.jobId, member, late.signature)).body.code, 'WITHDRAWN')
    // For a request that the ledger keeps, it signs the ScheduleSign, which the service pays.
    const status = await done(multisig(`/multisig/transaction/status/${kept.jobId}?senderId=${member}`, ben))
    const { signature } = await done(open(three, ben, { bodyBytes: status.bodyBytes }))
    await done(sign(kept.jobId, member, signature))
    const end = await done(multisig(`/multisig/transaction/status/${kept.jobId}`, ben))
    assert.deepEqual([end.status, end.schedule.state], ['success', 'executed'])
    const balanceOf = await (await fetch(`${platform.mirror}/api/v1/accounts/${member}`)).json()
    assert.equal((balanceOf as Answer['body']).balance.balance, 200_000_000)
  })

  test("counts a wallet's vote that its owners signed together, and a recount confirms it", async () => {
    const wallet = await newWallet(2)
    const { daoId, topicId } = await newDao()
    const { client } = ada
    await client.governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress: wallet } })
    const { proposalId, proposalHash } = await client.governance.post('/proposals', {
      body: {
        ...{ daoId, title: 'A tree', description: '', creatorAddress: ada.id },
        votingDurationHours: votingSeconds / 3600,
      },
    })
    const vote = { proposalId, daoId, voterAddress: wallet, choice: 'YES' }
    const message = canonicalBytes({ chain: 'hedera:devnet', proposalHash, ...vote })
    const by = (...signers: Person[]) => ({
      signatures: signers.map(({ key }) => ({
        publicKey: key.publicKey.toStringRaw(),
        signature: `0x${Buffer.from(key.sign(message)).toString('hex')}`,
      })),
    })
    const cast = async (signatures: object) => (await governance('/votes', cleo, { ...vote, ...signatures })).body
    assert.equal((await cast({})).code, 'NOT_YOUR_VOTE')
    assert.equal((await cast(by(ada))).code, 'SIGNATURES_MISSING')
    assert.equal((await cast({ ...by(ada, ben), choice: 'NO' })).code, 'INVALID_SIGNATURE')
    const { voterAddress, signed: proved } = await cast(by(ada, cleo))
    assert.deepEqual([voterAddress, proved], [wallet, true])
    await decided(proposalId)
    const { code, output } = await runCommand(env, ['recount', proposalId])
    assert.equal(code, 0, output)
    assert.match(output, /1 of 1 vote is signed by its voter/)
    assert.match(output, /The published result holds/)
    assert.match(output, /^The published result holds, on the topic that the service named\.$/m)
    assert.match(output, /^Topic +0\.0\.\d+ of hedera:devnet, written by/m)
    assert.match(output, /^Mirror +127\.0\.0\.1:\d+, whose first \d+ messages .* are compared with the consensus node/m)
    const sure = await runCommand(env, ['recount', proposalId, '--chain', 'hedera:devnet', '--topic', topicId])
    assert.match(sure.output, /^The published result holds\.$/m)
    const other = await runCommand(env, ['recount', '--chain=hedera:mainnet', '--topic', topicId, proposalId])
    assert.equal(other.code, 2)
    assert.match(other.output, /is on hedera:devnet, not on hedera:mainnet: nothing was counted/)
    const elsewhere = (await newDao()).topicId
    const wrong = await runCommand(env, ['recount', proposalId, '--chain', 'hedera:devnet', '--topic', elsewhere])
    assert.equal(wrong.code, 2)
    assert.match(wrong.output, /has no proposal/)
  })

  test('is recounted by a command that never reports a failure of the machine as a wrong result', async () => {
    const { daoId } = await newDao()
    const proposalId = await proposed(daoId, { method: 'POST', path: '/accounts/transfer/hbar', body: {} }, 'YES')
    await decided(proposalId)
    const preloaded = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`
    const old = preloaded('Object.defineProperty(process, "versions", { value: { node: "20.0.0" } })')
    const failing = (how: string) => preloaded(`process.stdout.write = () => setImmediate(() => ${how})`)
    /** Runs a line of bash in which `recount` is the command. */
    async function run(line: string, imported?: string, program = command): Promise<number | null> {
      const given = [process.execPath, ...(imported === undefined ? [] : ['--import', imported]), program]
      const child = spawn('bash', ['-c', `recount() { "$@" recount ${proposalId}; }; ${line}`, 'bash', ...given], {
        env: { PATH: process.env.PATH, ...env },
        stdio: 'ignore',
      })
      const [code] = (await once(child, 'close')) as [number | null]
      return code
    }
    assert.equal(await run('recount "$@"'), 0)
    assert.equal(await run('recount "$@" > /dev/full'), 2, 'a full disk')
    assert.equal(await run('recount "$@" > /dev/full 2>&1'), 2, 'a full disk for errors, too')
    assert.equal(await run('set -o pipefail; recount "$@" | true'), 2, 'a closed pipe')
    assert.equal(await run('recount "$@"', old), 0, 'an old Node, which hands over to the one beside us')
    const alone = join(String(env.DATA_DIR), 'main.mjs')
    await copyFile(command, alone)
    assert.equal(await run('recount "$@"', old, alone), 2, 'an old Node alone')
    assert.equal(await run('recount "$@"', failing('{ throw new Error("thrown") }')), 2, 'an exception')
    assert.equal(await run('recount "$@"', failing('Promise.reject(new Error("rejected"))')), 2, 'a rejection')
  })

  test('is recounted by a command that explains a wrong call, and fails if nothing is found', async () => {
    for (const [given, says] of [
      [[], /Missing required argument 'proposal-id'/],
      [['a', 'b'], /Too many arguments/],
      [['a', '--chain'], /argument missing/],
      [['a', '--colour', 'b'], /Unknown option '--colour'/],
      [['a', '--topic', '0.0.1035'], /--topic needs --chain/],
      [['a', '--chain', 'hedera:devnet', '--topic', '1035'], /Expected an id on the ledger/],
      [['a', '--most', '-1'], /Expected an integer from 0/],
      [[crypto.randomUUID()], /PROPOSAL_NOT_FOUND/],
      [[crypto.randomUUID(), '--url', 'http://127.0.0.1:1'], /Nothing answers at http:\/\/127\.0\.0\.1:1/],
    ] as const) {
      const { code, output } = await runCommand(env, ['recount', ...given])
      assert.equal(code, 2)
      assert.match(output, says)
      assert.doesNotMatch(output, /\n\s+at /, 'no stack')
    }
  })
})
