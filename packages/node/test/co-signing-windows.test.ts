import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountId, Transaction, TransactionId, TransferTransaction } from '@hiero-ledger/sdk'
import { deletedIn, ROWS_DELETED_AT_ONCE } from '@quorate/platform/testing'
import { limits } from '../src/limits.ts'
import { signedIn } from '../src/writes/signatures.ts'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'
import { signed } from './wallets.ts'

describe('A network signature under conditions', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())

  const path = '/accounts/transfer/hbar'
  const gated = (tokenGates: object) =>
    g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
      tokenGates,
    })
  const pay = (from: string) => ({ amount: 1, from, to: g.ben.id })
  const endOf = (body: { expiresAt: string }) => Date.parse(body.expiresAt)

  test("is valid for at most a minute, and not after the validator's time range ends", async () => {
    const tokenId = await g.token(g.ben)
    const now = g.harness.clock.now()
    const held = await g.ask(g.ben, path, pay(await gated({ fungibles: { tokens: [tokenId] } })))
    assert.equal(held.status, 200, JSON.stringify(held.body))
    assert.ok(endOf(held.body) <= now + 60_000, held.body.expiresAt)
    // The window in the answer is the window on the ledger: the body itself expires then.
    const { transactionValidDuration, transactionId } = Transaction.fromBytes(Buffer.from(held.body.bytes, 'base64'))
    const start = Number(transactionId?.validStart?.seconds ?? 0) * 1000
    assert.ok(start + transactionValidDuration * 1000 <= now + 60_000)
    const end = now + 45_000
    const ending = await gated({ timeRange: { end: new Date(end).toISOString() } })
    const early = await g.ask(g.ben, path, pay(ending))
    assert.equal(early.status, 200, JSON.stringify(early.body))
    assert.ok(endOf(early.body) <= end, early.body.expiresAt)
    assert.equal((await g.wallets.submit(early, g.ben)).body.status, 'SUCCESS')
    const late = await g.ask(g.ben, path, pay(ending))
    await g.harness.clock.advance(30_000)
    assert.deepEqual(await g.refusal(g.ben, path, pay(ending)), REFUSED)
    await g.harness.clock.advance(15_001)
    assert.equal((await g.wallets.submit(late, g.ben)).body.code, 'TRANSACTION_EXPIRED')
  })

  test('counts towards a small limit until it is submitted or expires', async () => {
    const tokenId = await g.token(g.ben)
    const id = await gated({ fungibles: { tokens: [tokenId] } })
    const ask = () => g.ask(g.ben, path, pay(id))
    const answers = await Promise.all(Array.from({ length: 14 }, ask))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(4).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.code, 'TOO_MANY_OPEN_BYTES')
    assert.ok(Number(refused?.headers.get('retry-after')) > 0)
    const one = answers.find(({ status }) => status === 200)
    assert.ok(one)
    assert.equal((await g.wallets.submit(one, g.ben)).body.status, 'SUCCESS')
    assert.deepEqual([(await ask()).status, (await ask()).status], [200, 429])
    // Another wallet that holds the token is not blocked.
    const give = { token_id: tokenId, from: g.ben.id, to: g.ada.id, amount: 1 }
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', give)
    assert.equal((await g.ask(g.ada, path, pay(id))).status, 200)
    await g.harness.clock.advance(61_000)
    assert.equal((await ask()).status, 200)
  })

  test('is deleted in batches after it has expired', async () => {
    const id = await gated({ fungibles: { tokens: [await g.token(g.ben)] } })
    const { connections } = g.harness.server
    const session = await connections.session()
    const rows = 2.5 * ROWS_DELETED_AT_ONCE
    await session.query(`
      insert into node.cosigned (chain, entity, wallet, transaction_id, chunks, expires_at)
      select 'c', 'e', 'w', n::text, 1, '2020-01-01' from generate_series(1, ${rows}) n`)
    session.release()
    const deleted = deletedIn(connections)
    assert.equal((await g.ask(g.ben, path, pay(id))).status, 200)
    assert.ok(
      deleted.every((count) => count <= ROWS_DELETED_AT_ONCE),
      String(deleted),
    )
    assert.ok(deleted.reduce((sum, count) => sum + count, 0) >= rows, String(deleted))
  })

  test("stays counted despite a node's receipt, which may be forged, and while other chunks of its message can be submitted", async (t) => {
    t.mock.property(limits.maxConditionalPerWallet, 'value', 1)
    const tokenId = await g.token(g.ben)
    const id = await gated({ fungibles: { tokens: [tokenId] } })
    const answer = await g.ask(g.ben, path, pay(id))
    const { submit, mirror } = g.harness.ledger
    const { transaction } = mirror
    const { transactionId } = answer.body
    g.harness.ledger.submit = async () => ({
      ...{ state: 'final', success: true, status: 'SUCCESS', phase: 'consensus', accepted: true, transactionId },
      receipt: { status: 'SUCCESS' },
    })
    // The mirror shows only an outcome that leaves the id unused.
    const status = 'INVALID_PAYER_SIGNATURE'
    mirror.transaction = async () => ({
      ...{ state: 'final', success: false, status, phase: 'consensus', transactionId },
      ...{ consensusTimestamp: '1.000000001', receipt: { status } },
    })
    assert.equal((await g.wallets.submit(answer, g.ben)).body.status, 'SUCCESS')
    mirror.transaction = transaction
    g.harness.ledger.submit = submit
    assert.equal((await g.ask(g.ben, path, pay(id))).status, 429)
    assert.equal((await g.wallets.submit(answer, g.ben)).body.status, 'SUCCESS')
    assert.equal((await g.ask(g.ben, path, pay(id))).status, 200)

    const validatorConsensusTimestamp = await g.validator('consensus', {
      ...{ smartNodeSecurity: 'full', actionsConditions: { create: ['anyone'] } },
      tokenGates: { fungibleTokens: [tokenId] },
    })
    const { topicId } = await g.wallets.done(g.ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const write = () => g.ask(g.ben, `/hcs/${topicId}/message`, { message: 'x'.repeat(1_500) })
    const long = await write()
    assert.equal(long.body.chunks.length, 2)
    const [first] = signedIn(Buffer.from(await signed(long, g.ben.key), 'base64'))
    const bytes = Buffer.from(first?.bytes ?? []).toString('base64')
    assert.equal((await g.ask(g.ben, '/transactions/submit', { bytes })).body.status, 'SUCCESS')
    assert.equal((await write()).status, 429)
    await g.harness.clock.advance(61_000)
    assert.equal((await write()).status, 200)
  })

  test('no longer counts, and can no longer be executed, once its payer has put another transaction under its id', async (t) => {
    t.mock.property(limits.maxConditionalPerWallet, 'value', 1)
    const id = await gated({ fungibles: { tokens: [await g.token(g.ben)] } })
    const balance = async () => (await g.harness.ledger.mirror.account(id))?.balance
    const answer = await g.ask(g.ben, path, pay(id))
    const other = new TransferTransaction()
      .addHbarTransfer(g.ben.id, -1)
      .addHbarTransfer(g.ada.id, 1)
      .setTransactionId(TransactionId.fromString(answer.body.transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    const bytes = Buffer.from((await other.sign(g.ben.key)).toBytes()).toString('base64')
    const before = await balance()
    assert.equal((await g.ask(g.ben, path, pay(id))).status, 429)
    assert.equal((await g.ask(g.ben, '/transactions/submit', { bytes })).body.status, 'SUCCESS')
    assert.equal((await g.wallets.submit(answer, g.ben)).body.code, 'SUPERSEDED')
    assert.equal((await g.ask(g.ben, path, pay(id))).status, 200)
    assert.equal(await balance(), before)
  })

  test('counts towards a limit per account, across all wallets', async (t) => {
    t.mock.property(limits.maxConditionalPerEntity, 'value', 2)
    const gold = await g.token(g.ada)
    const prices = [{ token_id: gold, amount: 1, counter: { token_id: 'HBAR', amount: 1 } }]
    const actionsConditions = { values: ['transfer/atomic-swap'], controller: 'anyone' }
    const id = await g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions, swapConditions: { prices } })
    await g.wallets.done(g.ada, 'POST', '/accounts/transfer/token', {
      token_id: gold,
      from: g.ada.id,
      to: id,
      amount: 9,
    })
    const swap = { from: id, to: g.ben.id, token_id: gold, amount: 1, counter: { token_id: 'HBAR', amount: 1 } }
    const statuses: number[] = []
    for (const by of [g.ada, g.ben, await g.wallets.person()])
      statuses.push((await g.ask(by, '/accounts/transfer/atomic-swap', swap)).status)
    assert.deepEqual(statuses, [200, 200, 429])
  })

  test('has a full window if the validator checks only who asks', async () => {
    const id = await gated({})
    const { body } = await g.ask(g.ben, path, pay(id))
    assert.ok(endOf(body) > g.harness.clock.now() + 60_000)
  })

  test('is refused if the fee exceeds what an account under a validator may pay', async () => {
    const id = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['create/token'], controller: 'owner' },
    })
    const token = { name: 'T', symbol: 'T', initialSupply: 1, sender: { id } }
    const create = (tinybars: number) => ({ ...token, maxTransactionFee: tinybars })
    assert.equal((await g.ask(g.ada, '/hts/create/token', create(5_000_000_000))).status, 200)
    assert.deepEqual(await g.refusal(g.ada, '/hts/create/token', create(10_000_000_001)), REFUSED)
  })
})
