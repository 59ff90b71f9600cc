import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

describe('The name of a wallet', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const rename = (by: Person, walletId: string, body: object) =>
    harness.call('PATCH', `/multisig/wallet/${walletId}`, by, body)
  const seen = async (by: Person, walletId: string) => {
    const { name, description, named } = (await harness.get(`/multisig/wallet/${walletId}`, by)).body
    return { name, description, by: named?.by }
  }
  const codeOf = ({ status, body }: Answer) => [status, body.code]

  test('is changed by an owner, apart from the description, and the others learn at once who did', async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const socket = await harness.socket(ben)
    assert.deepEqual(await seen(ada, walletId), { name: 'Treasury', description: '', by: undefined })
    const { status, body } = await rename(ada, walletId, { name: 'Travel fund' })
    assert.equal(status, 200)
    assert.deepEqual([body.name, body.named.by], ['Travel fund', ada.id])
    const event = await socket.next('wallet_updated')
    assert.deepEqual([event.wallet, event.name, event.named.by], [walletId, 'Travel fund', ada.id])
    await rename(ben, walletId, { description: 'For trips\nof the club' })
    const now = { name: 'Travel fund', description: 'For trips\nof the club', by: ben.id }
    assert.deepEqual(await seen(ada, walletId), now)
    // Nothing new is no change.
    await rename(ada, walletId, { name: now.name, description: now.description })
    assert.deepEqual(await seen(ada, walletId), now)
    await rename(ada, walletId, { description: '' })
    assert.equal((await seen(ben, walletId)).description, '')
    socket.connection.disconnect()
  })

  test('stays when the owners change', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    await rename(ben, walletId, { name: 'Kitchen', description: 'Pans' })
    const request = await harness.ask('update', ada, { walletId, action: 'remove', owner: { wallet: ben.id } })
    await harness.sign(request, ada, walletId)
    assert.equal((await harness.execute('update', ada, request)).status, 200)
    assert.deepEqual(await seen(ada, walletId), { name: 'Kitchen', description: 'Pans', by: ben.id })
    assert.deepEqual(codeOf(await rename(ben, walletId, { name: 'Mine' })), [403, 'FORBIDDEN'])
  })

  test('is not changed by others, nor to one that hides something', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    assert.deepEqual(codeOf(await rename(cleo, walletId, { name: 'Mine' })), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await rename(ada, walletId, { name: ' ' })), [400, 'BLANK_TEXT'])
    assert.deepEqual(codeOf(await rename(ada, walletId, { name: 'a\u202eb' })), [400, 'HIDDEN_CHARACTER'])
    assert.deepEqual(codeOf(await rename(ada, walletId, { description: 'a\u202eb' })), [400, 'HIDDEN_CHARACTER'])
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(101) }, { name: 'x', threshold: 1 }])
      assert.deepEqual(codeOf(await rename(ada, walletId, body)), [400, 'VALIDATION_FAILED'])
    assert.equal((await seen(ada, walletId)).name, 'Treasury')
  })

  test('reaches no owner who has muted the wallet', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    await harness.call('PUT', `/multisig/muted/${walletId}`, ben)
    const [muted, other] = [await harness.socket(ben), await harness.socket(ada)]
    await rename(ada, walletId, { name: 'Look here' })
    await other.next('wallet_updated')
    const later = await harness.wallet([ben], 1)
    assert.equal((await muted.next('wallet_created')).wallet, later)
    assert.ok(!muted.heard.some(({ event }) => event === 'wallet_updated'))
    for (const { connection } of [muted, other]) connection.disconnect()
  })
})
