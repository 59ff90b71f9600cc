import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { PrivateKey } from '@hiero-ledger/sdk'
import { keyFromText } from '@quorate/ledger'
import { verify, walletMessage } from '@quorate/verify'
import { contentIdentifier } from '@quorate/verify/recount'
import { storageAccount } from '../src/anchoring/storage-session.ts'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

async function serve(answer: Answer): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).map(String).join('')
    answer(request, body, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('A login at content storage', () => {
  /** Answers a request for a challenge, as the storage at `url`. Each test sets it. */
  let challenge: (url: string, response: ServerResponse) => void
  const logins: {
    operator: { accountId: string }
    payload: object
    scope: string
    signedData: { signature: string }
  }[] = []
  const uploads: string[] = []
  const asked: string[] = []
  const key = PrivateKey.generateED25519()
  const env: Record<string, string> = {}
  let storage: { url: string; server: Server }
  let elsewhere: { url: string; server: Server }
  let harness: Harness
  let ada: Person
  before(async () => {
    storage = await serve((request, body, response) => {
      const path = request.url ?? ''
      asked.push(path)
      if (path.startsWith('/auth/web3/request')) return challenge(storage.url, response)
      if (path === '/auth/web3/login') {
        logins.push(JSON.parse(body))
        return json(response, 200, { accessToken: 'a-token' })
      }
      uploads.push(request.headers.authorization ?? '')
      const text = body.slice(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf('\r\n--'))
      return json(response, 201, { cid: contentIdentifier(text) })
    })
    elsewhere = await serve((_request, _body, response) => {
      asked.push('elsewhere')
      json(response, 200, { payload: payloadOf(storage.url) })
    })
    Object.assign(env, {
      STORAGE_URL: storage.url,
      STORAGE_ACCOUNT_ID: '0.0.4321',
      STORAGE_ACCOUNT_KEY: key.toStringRaw(),
    })
    harness = await openHarness(env)
    ;[ada] = (await harness.people(1)) as [Person]
  })
  after(async () => {
    await harness.close()
    for (const { server } of [storage, elsewhere]) {
      server.closeAllConnections()
      server.close()
    }
  })

  const payloadOf = (url: string, more: object = {}) => ({
    url,
    node: '0.0.2',
    data: { token: 'random' },
    chain: 'hedera:devnet',
    scope: 'ipfs:upload',
    ...more,
  })

  /** Makes the service upload a vote's leaves, as often as it tries. */
  async function upload(): Promise<void> {
    const dao = await harness.dao([ada])
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.vote(proposal, ada, 'YES')
    await harness.pass(24 * HOUR)
    for (let round = 0; round < 3; round++) await harness.pass(5_000)
  }

  test('is never signed for a payload with another address, a wider scope, or another form', async () => {
    const refused: [string, (url: string, response: ServerResponse) => void][] = [
      ['of another host', (_url, response) => json(response, 200, { payload: payloadOf('http://node.example') })],
      [
        'of another port',
        (url, response) => json(response, 200, { payload: payloadOf(url.replace(/:[0-9]+$/, ':1')) }),
      ],
      [
        'of another scheme',
        (url, response) => json(response, 200, { payload: payloadOf(url.replace('http', 'https')) }),
      ],
      ['a host that begins alike', (url, response) => json(response, 200, { payload: payloadOf(`${url}.example`) })],
      ['a user in the address', (url, response) => json(response, 200, { payload: payloadOf(`${url}@node.example`) })],
      ['no address', (_url, response) => json(response, 200, { payload: payloadOf('node') })],
      ['without scope', (url, response) => json(response, 200, { payload: { ...payloadOf(url), scope: undefined } })],
      ['another scope', (url, response) => json(response, 200, { payload: payloadOf(url, { scope: '*' }) })],
      [
        'another chain',
        (url, response) => json(response, 200, { payload: payloadOf(url, { chain: 'hedera:mainnet' }) }),
      ],
      ['without chain', (url, response) => json(response, 200, { payload: payloadOf(url, { chain: undefined }) })],
      ['something beside it', (url, response) => json(response, 200, { payload: payloadOf(url, { transfer: 'all' }) })],
      ['no payload', (_url, response) => json(response, 200, { payload: 'sign this' })],
      ['no object', (_url, response) => json(response, 200, null)],
      [
        'an answer without end',
        (url, response) => json(response, 200, { payload: payloadOf(url), more: 'x'.repeat(100_000) }),
      ],
      ['a redirect', (_url, response) => void response.writeHead(302, { location: elsewhere.url }).end()],
      ['a refusal', (url, response) => json(response, 401, { payload: payloadOf(url) })],
    ]
    for (const [what, answer] of refused) {
      challenge = answer
      asked.length = 0
      await upload()
      assert.ok(
        asked.some((path) => path.startsWith('/auth/web3/request?chain=hedera%3Adevnet&scope=ipfs:upload')),
        `${what}: asked`,
      )
      assert.deepEqual([logins.length, uploads.length], [0, 0], what)
      assert.equal(asked.includes('elsewhere'), false, what)
    }
  })

  test("is signed by the configured account, with the wallets' prefix, for a token that may only upload", async () => {
    challenge = (url, response) => json(response, 200, { payload: payloadOf(url) })
    await upload()
    const [login = assert.fail()] = logins
    assert.deepEqual([login.operator.accountId, login.scope], ['0.0.4321', 'ipfs:upload'])
    const leaf = keyFromText(key.publicKey.toStringRaw())
    const signature = Buffer.from(login.signedData.signature.slice(2), 'hex')
    const message = Buffer.from(JSON.stringify(login.payload))
    assert.equal(verify(leaf, walletMessage(message), signature), true)
    assert.equal(verify(leaf, message, signature), false)
    assert.ok(uploads.length > 0)
    assert.deepEqual([...new Set(uploads)], ['Bearer a-token'])
  })

  test('cannot be configured with half an account, an invalid key, or the operator', () => {
    const { operator, chain } = harness.ledger
    const ledgers = new Map([[chain, harness.ledger]])
    const wrong: [Record<string, string>, RegExp][] = [
      [{ STORAGE_ACCOUNT_KEY: key.toStringRaw() }, /STORAGE_ACCOUNT_ID is not set/],
      [{ STORAGE_ACCOUNT_ID: '0.0.4321' }, /STORAGE_ACCOUNT_KEY is not set/],
      [{ STORAGE_ACCOUNT_ID: '0.0.4321', STORAGE_ACCOUNT_KEY: 'secret' }, /STORAGE_ACCOUNT_KEY is set, but not usable/],
      [
        { STORAGE_ACCOUNT_ID: operator?.accountId ?? '', STORAGE_ACCOUNT_KEY: key.toStringRaw() },
        /the operator's account/,
      ],
    ]
    for (const [account, expected] of wrong) assert.throws(() => storageAccount(account, ledgers), expected)
    assert.equal(storageAccount({}, ledgers), undefined)
  })
})
