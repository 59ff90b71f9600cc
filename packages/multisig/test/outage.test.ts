import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openHouse, type Person } from './harness.ts'

it('While the network is down requests answer 503 and nothing is lost; when it is back work goes on, without a restart', async () => {
  const ledgerDir = await mkdtemp(join(tmpdir(), 'quorate-ledger-'))
  const house = await openHouse({ ledgerDir })
  try {
    const [ada, ben] = (await house.people(2)) as [Person, Person]
    const walletId = await house.wallet([ada, ben], 2)
    const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 }
    const [open, signed] = [await house.ask('withdraw', ada, payment), await house.ask('withdraw', ada, payment)]
    for (const person of [ada, ben]) await house.sign(signed, person, walletId)

    await house.stopLedger()
    const answers = await Promise.all([
      house.post('/multisig/wallet/withdraw/request', ada, payment),
      house.sign(open, ada, walletId),
      house.execute('withdraw', ada, signed),
      house.get(`/multisig/wallet/${walletId}`, ada),
    ])
    for (const answer of answers) {
      assert.equal(answer.status, 503, JSON.stringify(answer.body))
      assert.match(answer.body.code, /^(MIRROR|LEDGER)_UNAVAILABLE$/)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    assert.equal((await house.get('/multisig/wallets', ada)).status, 200, 'what needs no ledger is answered')
    assert.equal((await house.get(`/multisig/wallet/${walletId}/history`, ada)).status, 200)
    assert.equal((await house.get(`/multisig/transaction/status/${signed.jobId}`, ada)).body.signatures.length, 2)

    await house.restartLedger()
    const executed = await house.execute('withdraw', ada, signed)
    assert.equal(executed.status, 200, JSON.stringify(executed.body))
    for (const person of [ada, ben]) assert.equal((await house.sign(open, person, walletId)).status, 200)
    assert.equal((await house.execute('withdraw', ben, open)).status, 200)
  } finally {
    await house.close()
    await rm(ledgerDir, { recursive: true, force: true })
  }
})
