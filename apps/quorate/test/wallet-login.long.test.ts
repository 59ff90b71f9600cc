import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { createClient } from '@quorate/client'
import { caller, testDataDirectory } from '@quorate/platform/testing'
import { freePorts, owners, type Person, signBlindly, startProcess } from './process.ts'

describe("A wallet's login", () => {
  test('ends in all services, sockets and processes if one owner revokes it, and so does a signed one', async (t) => {
    const started = async (services: string[], more: Record<string, string> = {}) => {
      const env = { ...(await freePorts()), ...more, DATA_DIR: await testDataDirectory() }
      const platform = await startProcess(env, services)
      t.after(async () => {
        await platform.kill()
        await rm(env.DATA_DIR, { recursive: true, force: true })
      })
      return platform
    }
    const { at } = await started(['node', 'governance', 'multisig'])
    // This process has a separate database, and learns from the node which sessions have ended.
    const apart = await started(['multisig'], { AUTH_JWKS_URL: `${at.node}/.well-known/jwks.json` })
    const [ada, ben] = (await owners(at, 2)) as [Person, Person]
    const settings = { owners: [ada, ben].map(({ id }) => ({ wallet: id, name: id })), threshold: 2 }
    const creation = await ada.client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'T', settings },
    })
    await signBlindly(ada.client, creation)
    const created = await ada.client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    const walletId = created.walletId ?? assert.fail('the wallet was not created')

    async function signedLogin(): Promise<string> {
      const { id, text } = await ada.client.node.post('/auth/multisig/request', { body: { walletId } })
      for (const { client } of [ada, ben]) {
        const signature = await client.signWalletLogin(text, { walletId, holder: ada.id })
        const publicKey = client.session?.publicKey ?? ''
        await client.node.post('/auth/multisig/sign', { body: { id, signature, publicKey } })
      }
      return id
    }
    const [taken, open] = [await signedLogin(), await signedLogin()]
    const { accessToken, session } = await ada.client.node.post('/auth/multisig/session', { body: { id: taken } })
    const clientAt = (where: typeof at) => {
      const client = createClient(where)
      client.resume({ accessToken, accountId: walletId, chain: session.chain, role: session.role, publicKey: '' })
      return client
    }
    const [here, there] = [clientAt(at), clientAt(apart.at)]
    const sockets = [await here.live.multisig(), await here.live.governance(), await there.live.multisig()]
    const ended = sockets.map((socket) => new Promise((resolve) => socket.onClose(({ code }) => resolve(code))))
    const answers = () =>
      Promise.all(
        [
          [at.node, '/auth/profile'],
          [at.multisig, '/multisig/wallets'],
          [apart.at.multisig, '/multisig/wallets'],
        ].map(async ([url = '', path = '']) => {
          const { status, body } = await caller(url)('GET', path, { token: accessToken } as Person)
          return [status, body.code]
        }),
      )
    assert.deepEqual(await answers(), Array(3).fill([200, undefined]))

    const revoked = await ben.client.node.post('/auth/multisig/revoke', { body: { walletId } })
    assert.deepEqual(revoked, { revoked: 1, logins: 1 })
    assert.deepEqual(await Promise.all(ended), Array(3).fill('TOKEN_REVOKED'))
    assert.deepEqual(await answers(), Array(3).fill([401, 'TOKEN_REVOKED']))
    const vote = await caller(at.governance)('POST', '/daos', { token: accessToken } as Person, {})
    assert.deepEqual([vote.status, vote.body.code], [401, 'TOKEN_REVOKED'])
    const again = await caller(at.node)('POST', '/auth/multisig/session', ada, { id: open })
    assert.deepEqual([again.status, again.body.code], [403, 'FORBIDDEN'])
  })
})
