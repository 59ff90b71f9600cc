import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Person, startPlatform } from './platform.ts'

describe('A stranger without any key of the node', () => {
  let platform: AttackedPlatform
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.close())

  test("does not log in as the operator with the node's own signature of a challenge", async () => {
    const { body: challenge } = await platform.call('node', 'GET', '/auth/web3/request')
    const { signature, serverSigningAccount } = challenge.signedData
    for (const operator of [{ accountId: serverSigningAccount }, { id: serverSigningAccount }]) {
      for (const signedData of [
        { signature },
        { signature, serverSigningAccount },
        {
          signedPayload: { serverSignature: signature, originalPayload: challenge.payload },
          userSignature: signature,
        },
      ]) {
        const answer = await platform.call('node', 'POST', '/auth/web3/login', undefined, {
          payload: challenge.payload,
          operator,
          signedData,
        })
        assert.equal(answer.status, 401, JSON.stringify(answer.body))
        assert.equal(answer.body.accessToken, undefined)
      }
    }
  })

  test('does not log in with the challenge of another account or with no signature at all', async () => {
    const [ada, ben] = (await platform.people(2)) as [Person, Person]
    const { body: challenge } = await platform.call('node', 'GET', '/auth/web3/request')
    const signed = Buffer.from(ada.key.sign(Buffer.from(JSON.stringify(challenge.payload)))).toString('base64')
    for (const signature of [signed, Buffer.alloc(64).toString('base64'), challenge.signedData.signature]) {
      const answer = await platform.call('node', 'POST', '/auth/web3/login', undefined, {
        payload: challenge.payload,
        operator: { accountId: ben.id },
        signedData: { signature },
      })
      assert.equal(answer.status, 401, JSON.stringify(answer.body))
    }
  })

  test('learns nothing about a token from the length of the answer that contains it', async () => {
    const [ada] = (await platform.people(1)) as [Person]
    const { body: challenge } = await platform.call('node', 'GET', '/auth/web3/request')
    const signature = Buffer.from(ada.key.sign(Buffer.from(JSON.stringify(challenge.payload)))).toString('base64')
    // The answer repeats the client's `operator` next to the token, so compression could leak the token by its length.
    const operator = { accountId: ada.id, guess: 'eyJhbGciOiJFZERTQSIs'.repeat(60) }
    const answer = await fetch(`${platform.url.node}/auth/web3/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br, gzip' },
      body: JSON.stringify({ payload: challenge.payload, operator, signedData: { signature } }),
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.ok((await answer.text()).includes(operator.guess))
  })
})
