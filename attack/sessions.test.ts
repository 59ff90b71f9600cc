import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, Client, PrivateKey } from '@hiero-ledger/sdk'
import { socketsAt } from '@quorate/platform/testing'
import { type AttackedPlatform, type Person, startPlatform } from './platform.ts'

describe('Somebody who has a part of a session', () => {
  let platform: AttackedPlatform
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.close())

  test('can only upload with a token for uploads', async () => {
    const [ada] = (await platform.people(1)) as [Person]
    const { body: challenge } = await platform.call('node', 'GET', '/auth/web3/request?scope=ipfs:upload')
    const signature = Buffer.from(ada.key.sign(Buffer.from(JSON.stringify(challenge.payload)))).toString('base64')
    const { body } = await platform.call('node', 'POST', '/auth/web3/login', undefined, {
      payload: challenge.payload,
      operator: { accountId: ada.id },
      signedData: { signature },
    })
    const scoped = { ...ada, token: body.accessToken }
    for (const [service, method, path] of [
      ['node', 'GET', '/auth/profile'],
      ['node', 'POST', '/auth/sessions/revoke-all'],
      ['node', 'POST', '/accounts'],
      ['multisig', 'POST', '/multisig/wallet/create/request'],
      ['governance', 'POST', '/daos'],
    ] as const) {
      const answer = await platform.call(service, method, path, scoped)
      assert.deepEqual([answer.status, answer.body.code], [403, 'TOKEN_SCOPE'], path)
    }
  })

  test('receives no more events on any socket once the key that logged in is no longer the account’s', async () => {
    const account = await platform.newAccount()
    const stays = await platform.login(await platform.newAccount())
    const thief = await platform.login(account)
    const entrances = [
      ['multisigSockets', 'multisig'],
      ['governanceSockets', 'dao_events'],
    ] as const
    const all = entrances.map(([entrance]) => socketsAt(platform.url[entrance]))
    const client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' }).setOperator(account.id, account.key)
    try {
      const open = (by: { token: string }) =>
        Promise.all(entrances.map(([, namespace], index) => all[index]?.open(namespace, by)))
      const others = await open(stays)
      const cut = (await open(thief)).map((socket) => once(socket?.connection as never, 'disconnect'))
      const key = PrivateKey.generateED25519()
      const rotation = new AccountUpdateTransaction().setAccountId(account.id).setKey(key.publicKey).freezeWith(client)
      await (await (await rotation.sign(key)).execute(client)).getReceipt(client)
      await Promise.all(cut)
      await assert.rejects(open(thief), (error: { data?: { code: string } }) => error.data?.code === 'TOKEN_REVOKED')
      assert.equal((await platform.call('node', 'GET', '/auth/profile', thief)).body.code, 'TOKEN_REVOKED')
      assert.ok(
        others.every((socket) => socket?.connection.connected),
        'others hear on',
      )
      await open(await platform.login({ ...account, key }))
    } finally {
      client.close()
      for (const sockets of all) sockets.close()
    }
  })
})
