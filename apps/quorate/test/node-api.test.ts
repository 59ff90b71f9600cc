/** Rules that every route of the node's address must follow: it is listed, and it checks who is let in. */
import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { PrivateKey } from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { makeKeySet } from '@quorate/platform'
import { inlined, testDataDirectory } from '@quorate/platform/testing'
import { freePorts, login, type PlatformProcess, startProcess } from './process.ts'

/** The node API's endpoints, with a `body` after those that take one. */
const ROWS = `
GET /smart-node/identifier
GET /smart-node/network
GET /smart-node/status
GET /smart-node/utilities
GET /health/check
GET /health/infos
GET /metrics
POST /ipfs/upload body
POST /snapshots/generate/{tokenId}
POST /validators/accounts body
GET /validators/accounts/{timestamp}
POST /validators/consensus body
GET /validators/consensus/{timestamp}
POST /validators/tokens body
GET /validators/tokens/{timestamp}
GET /auth/profile
GET /auth/web3/request
POST /auth/web3/login body
GET /auth/web3/logout
POST /hcs body
PUT /hcs/{topic} body
DELETE /hcs/{topic} body
GET /hcs/{topic}
POST /hcs/{topic}/message body
GET /hcs/{topic}/messages
POST /hts/burn/nft/{token} body
POST /hts/burn/token/{token} body
POST /hts/create/token body
DELETE /hts/delete/{token}
POST /hts/freeze/{token} body
POST /hts/unfreeze/{token} body
POST /hts/grant-kyc/{token} body
POST /hts/revoke-kyc/{token} body
POST /hts/mint/nft/{token} body
POST /hts/mint/token/{token} body
POST /hts/pause/{token}
POST /hts/unpause/{token}
PATCH /hts/update/{token} body
PATCH /hts/update/{token}/fees body
POST /hts/wipe/nft/{token} body
POST /hts/wipe/token/{token} body
GET /hts/nft/{token}/{serialNumber}
GET /hts/token/{token}
POST /accounts body
GET /accounts/{wallet}
PUT /accounts/{wallet} body
DELETE /accounts/{wallet} body
GET /accounts/{wallet}/balance
GET /accounts/{wallet}/publicKey
POST /accounts/allowance/approve body
POST /accounts/allowance/delete body
POST /accounts/transfer/atomic-swap body
POST /accounts/transfer/hbar body
POST /accounts/transfer/nft body
POST /accounts/transfer/token body
GET /transactions/query/{transaction}
GET /transactions/receipt/{transaction}
GET /mirrors/transactions/{transaction}
GET /mirrors/transactions/{transaction}/stateproof
GET /mirrors/transactions/schedules/{schedule}
GET /mirrors/hcs/topics/{topic}/messages
GET /mirrors/hcs/topics/{topic}/messages/{sequenceNumber}
GET /mirrors/hcs/topics/messages/{timestamp}
GET /mirrors/hts/tokens/{token}
GET /mirrors/hts/tokens/{token}/balances
GET /mirrors/hts/tokens/{token}/nfts
GET /mirrors/hts/tokens/{token}/nfts/{serialNumber}
GET /mirrors/hts/tokens/{token}/nfts/transactions
GET /mirrors/accounts/{wallet}
GET /mirrors/accounts/{wallet}/nfts
GET /mirrors/accounts/{wallet}/rewards
GET /mirrors/accounts/{wallet}/tokens
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [method: string, path: string, body?: 'body'])

interface Operation {
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; schema?: object }[]
  requestBody?: { content: Record<string, { schema?: { type?: string; anyOf?: object[] } }> }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

interface Refused {
  token?: string
  code: string
}

const base64url = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describe("the node's address", () => {
  const tokenKey = generateKeyPairSync('ed25519').privateKey
  let dataDir = ''
  let platform: PlatformProcess
  let paths: Record<string, Record<string, Operation>>
  before(async () => {
    dataDir = await testDataDirectory()
    const AUTH_TOKEN_KEY = tokenKey.export({ format: 'der', type: 'pkcs8' }).toString('hex')
    platform = await startProcess({ ...(await freePorts()), DATA_DIR: dataDir, AUTH_TOKEN_KEY }, ['node'])
    paths = inlined(await (await fetch(`${platform.at.node}/api/docs-json`)).json()).paths
  })
  after(async () => {
    await platform?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('describes every row of the document, with its input and its answers', () => {
    assert.equal(ROWS.length, 72)
    for (const [method, path, takes] of ROWS) {
      const row = `${method} ${path}`
      const found = paths[path]?.[method.toLowerCase()]
      assert.ok(found, `${row} is not described`)
      const [body] = Object.values(found.requestBody?.content ?? {})
      if (takes) assert.ok(body?.schema?.type === 'object' || body?.schema?.anyOf, `${row} describes no body`)
      for (const [, name] of path.matchAll(/\{(\w+)\}/g))
        assert.ok(
          found.parameters?.some((one) => one.in === 'path' && one.name === name && one.schema),
          `${row} does not describe ${name}`,
        )
      const done = Object.entries(found.responses).filter(([status]) => status.startsWith('2'))
      assert.ok(done.length > 0, `${row} describes no answer`)
      for (const [status, { content = {} }] of done) {
        const schemas = Object.values(content).map(({ schema }) => schema)
        assert.ok(schemas.length > 0 && schemas.every((schema) => schema), `${row} does not describe its ${status}`)
      }
      for (const family of ['4XX', '5XX'])
        assert.ok(found.responses[family]?.content?.['application/json'], `${row} does not describe its ${family}`)
    }
  })

  test('refuses requests without a token, or with an expired, revoked, forged or wrong kind of token', async () => {
    const { node } = platform.at
    const account = developmentAccounts().find(({ id }) => id === '0.0.1022')
    assert.ok(account)
    const owner = { id: account.id, key: PrivateKey.fromStringDer(account.privateKey) }
    const loggedIn = async () => (await login(platform.at, owner)).token
    const [good, revoked] = [await loggedIn(), await loggedIn()]
    await fetch(`${node}/auth/web3/logout`, { headers: { authorization: `Bearer ${revoked}` } })
    const [head = '', claims = ''] = good.split('.')
    const session = {
      ...{ walletId: account.id, publicKey: owner.key.publicKey.toStringRaw(), role: 'operator' as const },
      ...{ chain: 'hedera:devnet', app: '' },
    }
    const issued = async (key: KeyObject, now: number) =>
      (await (await makeKeySet(key, { now: () => now } as never)).issue(session)).token
    const publicPem = createPublicKey(tokenKey).export({ format: 'pem', type: 'spki' })
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const hmac = (header: object, secret: string | Buffer) => {
      const text = `${base64url(header)}.${claims}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const rawKey = Buffer.from(createPublicKey(tokenKey).export({ format: 'jwk' }).x ?? '', 'base64url')
    const refused: Record<string, Refused> = {
      none: { code: 'UNAUTHORIZED' },
      expired: { token: await issued(tokenKey, Date.now() - 7_200_000), code: 'TOKEN_EXPIRED' },
      revoked: { token: revoked, code: 'TOKEN_REVOKED' },
      "another node's": {
        token: await issued(generateKeyPairSync('ed25519').privateKey, Date.now()),
        code: 'TOKEN_INVALID',
      },
      "another's signature under our key's name": {
        token: `${head}.${claims}.${(await issued(generateKeyPairSync('ed25519').privateKey, Date.now())).split('.')[2]}`,
        code: 'TOKEN_INVALID',
      },
      'HS256 with the public key as PEM': {
        token: hmac({ alg: 'HS256', typ: 'JWT', kid }, publicPem),
        code: 'TOKEN_INVALID',
      },
      'HS256 with the bare public key': {
        token: hmac({ alg: 'HS256', typ: 'JWT', kid }, rawKey),
        code: 'TOKEN_INVALID',
      },
      'alg none': { token: `${base64url({ alg: 'none', typ: 'JWT' })}.${claims}.`, code: 'TOKEN_INVALID' },
      'without a signature': { token: `${head}.${claims}.`, code: 'TOKEN_INVALID' },
      'with other claims': {
        token: `${head}.${base64url({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '0.0.2' })}.${good.split('.')[2]}`,
        code: 'TOKEN_INVALID',
      },
      nonsense: { token: 'nonsense', code: 'TOKEN_INVALID' },
    }
    const counts = { session: 0, optional: 0, public: 0 }
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security, requestBody }] of Object.entries(methods)) {
        const access = security.length === 0 ? 'public' : security.length === 2 ? 'session' : 'optional'
        counts[access]++
        const url = node + path.replace(/\{\*\}/, 'x').replace(/\{\w+\}/g, '0.0.2')
        const isForm = requestBody?.content['multipart/form-data'] !== undefined
        for (const [kind, { token, code }] of Object.entries(refused)) {
          const response = await fetch(url, {
            method: method.toUpperCase(),
            headers: {
              ...(token ? { authorization: `Bearer ${token}` } : {}),
              ...(requestBody && !isForm ? { 'content-type': 'application/json' } : {}),
            },
            ...(requestBody && !isForm ? { body: '{}' } : {}),
          })
          const text = await response.text()
          const what = `${method} ${path} (${access}) with a token that is ${kind}`
          const isOpen = access === 'public' || (access === 'optional' && token === undefined)
          // A login is refused for its own reasons.
          if (isOpen) assert.ok(response.status !== 401 || path === '/auth/web3/login', what)
          // The Pinning Service API has a form of errors of its own, and one reason for all of these.
          else if (path.startsWith('/ipfs/pinning/'))
            assert.deepEqual([response.status, JSON.parse(text).error.reason], [401, 'UNAUTHORIZED'], what)
          else assert.deepEqual([response.status, JSON.parse(text).code], [401, code], what)
        }
      }
    assert.ok(counts.session >= 45 && counts.optional >= 24 && counts.public >= 20, JSON.stringify(counts))
    const profile = await fetch(`${node}/auth/profile`, { headers: { authorization: `Bearer ${good}` } })
    assert.equal(profile.status, 200, 'the token that they were made of is good')
  })
})
