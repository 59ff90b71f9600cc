import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHarness, type Person } from './harness.ts'

test('During a network outage, requests return 503 and nothing is lost; afterwards work continues without a restart', async () => {
  const ledgerDir = await mkdtemp(join(tmpdir(), 'quorate-ledger-'))
  const harness = await openHarness({ ledgerDir })
  try {
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const walletId = await harness.wallet([ada, ben], 2)
    const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 }
    const [open, signed] = [await harness.ask('withdraw', ada, payment), await harness.ask('withdraw', ada, payment)]
    for (const person of [ada, ben]) await harness.sign(signed, person, walletId)

    await harness.stopLedger()
    const answers = await Promise.all([
      harness.post('/multisig/wallet/withdraw/request', ada, payment),
      harness.execute('withdraw', ada, open),
      harness.execute('withdraw', ada, signed),
      harness.get(`/multisig/wallet/${walletId}`, ada),
    ])
    for (const answer of answers) {
      assert.equal(answer.status, 503, JSON.stringify(answer.body))
      assert.match(answer.body.code, /^(MIRROR|LEDGER)_UNAVAILABLE$/)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    assert.equal((await harness.sign(open, ada, walletId)).status, 202, 'signatures are taken')
    assert.equal((await harness.get('/multisig/wallets', ada)).status, 200, 'what needs no ledger is answered')
    assert.equal((await harness.get(`/multisig/wallet/${walletId}/history`, ada)).status, 200)
    assert.equal((await harness.get(`/multisig/transaction/status/${signed.jobId}`, ada)).body.signatures.length, 2)

    await harness.restartLedger()
    const executed = await harness.execute('withdraw', ada, signed)
    assert.equal(executed.status, 200, JSON.stringify(executed.body))
    for (const person of [ada, ben]) assert.equal((await harness.sign(open, person, walletId)).status, 200)
    assert.equal((await harness.execute('withdraw', ben, open)).status, 200)
  } finally {
    await harness.close()
    await rm(ledgerDir, { recursive: true, force: true })
  }
})
