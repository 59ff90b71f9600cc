import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  AccountId,
  AccountUpdateTransaction,
  KeyList,
  PrivateKey,
  Client as SdkClient,
  TransactionId,
} from '@hiero-ledger/sdk'
import { type Client, createClient, eventNames, isQuorateError, type Live, type LiveSocket } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'
import { testDataDirectory } from '@quorate/platform/testing'
import { openEnvelope, withChecksum } from '@quorate/verify'
import jsqr from 'jsqr'
import { type TOTP, URI } from 'otpauth'
import { PNG } from 'pngjs'
import { fileOf } from './descriptions.ts'
import { freePorts, type PlatformProcess, signBlindly, startProcess } from './process.ts'

const packages = new URL('../../../packages/', import.meta.url)

describe('The typed client', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  before(async () => {
    env = { ...(await freePorts()), DATA_DIR: await testDataDirectory(), GOVERNANCE_ANCHOR_INTERVAL: '200' }
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const accounts = (type: string) =>
    developmentAccounts().filter(({ id, keyType }) => id !== '0.0.2' && keyType === type)
  function clientOf(
    index: number,
    { type = 'ed25519', ...more }: Partial<Parameters<typeof createClient>[0]> & { type?: string } = {},
  ) {
    const { id, privateKey } = accounts(type)[index] ?? assert.fail('there are too few accounts')
    return createClient({ ...platform.at, signer: keySigner({ accountId: id, privateKey }), ...more })
  }
  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'done',
      (error) => (isQuorateError(error) ? error.code : assert.fail(error)),
    )

  /** Creates a wallet with these owners and a threshold of one. */
  async function walletOf(...owners: Client[]): Promise<string> {
    const [creator] = owners as [Client]
    const settings = { owners: owners.map(({ accountId }) => ({ wallet: accountId, name: accountId })), threshold: 1 }
    const creation = await creator.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 10_0000_0000, settings },
    })
    await signBlindly(creator, creation)
    const { walletId } = await creator.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail('the wallet was not created')
  }
  const withdraw = ({ accountId, multisig }: Client, walletId: string, idempotencyKey?: string) =>
    multisig.post('/multisig/wallet/withdraw/request', {
      body: { walletId, receiverId: accountId, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    })

  test('signs like the Hiero SDK, with both types of keys', async () => {
    for (const { id, privateKey } of [...accounts('ed25519').slice(0, 1), ...accounts('secp256k1').slice(0, 1)]) {
      const signer = keySigner({ accountId: id, privateKey })
      const key = PrivateKey.fromStringDer(privateKey)
      assert.equal(signer.publicKey, key.publicKey.toStringRaw())
      const body = Buffer.from([0x0a, 0, 1, 2])
      assert.ok(key.publicKey.verify(body, await signer.signBody(body)))
      const text = 'Ä message'
      const prefixed = Buffer.from(`\x19Hedera Signed Message:\n${Buffer.byteLength(text)}${text}`)
      assert.ok(key.publicKey.verify(prefixed, await signer.signMessage(text)))
    }
  })

  test('logs in and out with both types of keys, and with a second factor', async () => {
    for (const type of ['ed25519', 'secp256k1']) {
      const client = clientOf(0, { type, chain: 'hedera:devnet' })
      assert.equal(await codeOf(client.node.get('/auth/profile')), 'UNAUTHORIZED')
      const session = await client.login({ smartApp: 'test' })
      assert.deepEqual([session.accountId, session.chain], [client.accountId, 'hedera:devnet'])
      const resumed = createClient(platform.at)
      resumed.resume(session)
      assert.equal(await codeOf(resumed.node.get('/auth/profile')), 'done')
      await client.logout()
      assert.equal(await codeOf(resumed.node.get('/auth/profile')), 'TOKEN_REVOKED')
      await resumed.logout()
    }
    assert.equal(await codeOf(clientOf(0, { chain: 'hedera:nowhere' }).login()), 'UNKNOWN_CHAIN')
    const careful = clientOf(9)
    await careful.login()
    const { qr_code } = await careful.node.post('/auth/2fa')
    const factor = URI.parse(scanned(qr_code ?? '')) as TOTP
    await careful.node.post('/auth/2fa/verify', { body: { code: factor.generate() } })
    assert.equal(await codeOf(clientOf(9).login()), 'TOTP_REQUIRED')
    await clientOf(9, { code: () => factor.generate({ timestamp: Date.now() + 30_000 }) }).login()
  })

  test('logs in and signs as an account that is given with its checksum, and not with a wrong one', async () => {
    const { id, privateKey } = accounts('ed25519')[0] ?? assert.fail()
    const as = (accountId: string) =>
      createClient({
        ...platform.at,
        mirror: platform.mirror,
        renew: true,
        signer: keySigner({ accountId, privateKey }),
      })
    const client = as(withChecksum(id, 'hedera:devnet'))
    const { accountId } = await client.login()
    assert.deepEqual([accountId, client.accountId], [id, id])
    const walletId = await walletOf(client)
    const body = {
      ...{ walletId, receiverId: id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 5 },
    }
    const request = await client.multisig.post('/multisig/wallet/withdraw/request', { body })
    const signed = await client.sign(request, { asked: { operation: 'withdraw', payload: body } })
    assert.equal(signed.status, 'success')
    assert.equal(await codeOf(as(`${id}-aaaaa`).login()), 'INVALID_LOGIN')
  })

  test('signs only what was requested or agreed to, and nothing that a lying service substitutes', async () => {
    const lies: ((status: Record<string, unknown>) => object)[] = []
    let signatures = 0
    const { id, privateKey } = accounts('ed25519')[0] ?? assert.fail('there are too few accounts')
    const signer = keySigner({ accountId: id, privateKey })
    const lying: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (!String(input instanceof Request ? input.url : input).includes('/status/')) return answer
      const status = (await answer.json()) as Record<string, unknown>
      return Response.json({ ...status, ...lies[0]?.(status) })
    }
    const ada = clientOf(0, {
      ...{ mirror: platform.mirror, fetch: lying },
      signer: {
        ...signer,
        signBody(bytes) {
          signatures++
          return signer.signBody(bytes)
        },
      },
    })
    await ada.login()
    const walletId = await walletOf(ada)
    signatures = 0
    const payload = { walletId, receiverId: id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 5 }
    const asked = { operation: 'withdraw' as const, payload }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', { body: payload })
    const other = await ada.multisig.post('/multisig/wallet/withdraw/request', {
      body: { ...payload, amountOrSerial: 6 },
    })
    const { bodyBytes, bytes, transactionId } = other
    const login = btoa(JSON.stringify({ url: platform.at.node, node: '0.0.2', data: { token: 'x'.repeat(32) } }))
    const confirm = () => assert.fail('it was shown for agreement')
    for (const [lie, code] of [
      [() => ({ bodyBytes, bytes, transactionId }), 'BYTES_DIFFER'],
      [() => ({ bodyBytes: login }), 'BYTES_DIFFER'],
      [() => ({ bodyBytes: undefined }), 'ANSWER_REFUSED'],
      [() => ({ ...other, status: 'pending' }), 'INVALID_INTENT'],
    ] as const) {
      lies[0] = lie
      assert.equal(await codeOf(ada.sign(request, { confirm })), code)
      assert.equal(await codeOf(ada.sign(request, { asked })), code)
    }
    lies[0] = () => ({ bodyBytes, bytes, transactionId, payload: { ...payload, amountOrSerial: 6 } })
    assert.equal(await codeOf(ada.sign(request, { asked })), 'BYTES_DIFFER', 'not what was asked for')
    assert.equal(await codeOf(ada.sign(request, { confirm: () => false })), 'NOT_CONFIRMED')
    assert.equal(signatures, 0)
    lies.pop()
    let shown: string[] = []
    const agrees = ({ sentences }: { sentences: string[] }) => {
      shown = sentences
      return true
    }
    assert.equal(await codeOf(ada.sign(request, { asked })), 'done')
    assert.equal(await codeOf(ada.sign(other, { confirm: agrees })), 'done')
    assert.match(shown.join(' '), /^Transfer 0\.00000006 ℏ from /)
    assert.equal(await codeOf(clientOf(0).sign(request, { asked })), 'NO_ADDRESS')

    // Bytes that delete a schedule are signed after they are shown, but never if the caller asked for the scheduled
    // transaction.
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const owners = [ada, clientOf(1)].map(({ accountId }) => ({ wallet: accountId, name: accountId }))
    const wallet = { name: 'Both', balance: 10_0000_0000, settings: { owners, threshold: 2 } }
    const creation = await ada.multisig.post('/multisig/wallet/create/request', { body: wallet })
    assert.equal(await codeOf(ada.sign(creation, { asked: { operation: 'create', payload: wallet } })), 'done')
    const { walletId: both } = await ada.multisig.post('/multisig/wallet/create/execute', { body: creation })
    assert.ok(both)
    const kept = { ...payload, walletId: both, expiresAt }
    const scheduled = await ada.multisig.post('/multisig/wallet/withdraw/request', { body: kept })
    const askedKept = { operation: 'withdraw' as const, payload: kept }
    assert.equal(await codeOf(ada.sign(scheduled, { asked: askedKept })), 'done')
    await ada.multisig.post('/multisig/transaction/reject/{jobId}', {
      path: { jobId: scheduled.jobId },
      body: { reason: 'no' },
    })
    assert.equal(await codeOf(ada.sign(scheduled, { asked: askedKept })), 'BYTES_DIFFER')
  })

  test("replaces an owner's earlier key, and never another owner's, no matter which owners the service lists, and in which order", async () => {
    let lie: ((url: string, answer: Record<string, unknown>) => object | undefined) | undefined
    const lying: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const url = String(input instanceof Request ? input.url : input)
      if (!lie || !answer.ok) return answer
      const body = (await answer.json()) as Record<string, unknown>
      return Response.json({ ...body, ...lie(url, body) })
    }
    const [ada, ben, cleo] = [clientOf(0, { mirror: platform.mirror, fetch: lying }), clientOf(6), clientOf(7)]
    await ada.login()
    const walletId = await walletOf(ada, ben, cleo)
    const keyOf = (index: number) => PrivateKey.fromStringDer(accounts('ed25519')[index]?.privateKey ?? '')
    const ask = async (of: Client) => {
      const payload = { walletId, action: 'add' as const, owner: { wallet: of.accountId } }
      const request = await ada.multisig.post('/multisig/wallet/update/request', { body: payload })
      return { request, asked: { operation: 'update' as const, payload } }
    }
    const sdk = SdkClient.forNetwork({ [platform.at.ledger]: '0.0.3' })
    try {
      // Cleo is listed as Dan. The bytes that make Dan an owner would take Cleo's key away.
      const dan = clientOf(8)
      const added = await ask(dan)
      const list = new KeyList(
        [0, 6, 8].map((index) => keyOf(index).publicKey),
        1,
      )
      const replacing = new AccountUpdateTransaction()
        .setAccountId(walletId)
        .setKey(list)
        .setTransactionId(TransactionId.fromString(added.request.transactionId))
        .setNodeAccountIds([AccountId.fromString('0.0.3')])
        .freeze()
      const [{ bodyBytes = new Uint8Array() } = {}] = openEnvelope(replacing.toBytes()).bodies
      lie = (url, { settings }) =>
        url.includes('/status/')
          ? { bodyBytes: Buffer.from(bodyBytes).toString('base64') }
          : url.endsWith(`/wallet/${walletId}`)
            ? {
                settings: {
                  ...(settings as object),
                  owners: [ada, ben, dan].map((one) => ({ wallet: one.accountId })),
                },
              }
            : undefined
      await assert.rejects(
        ada.sign(added.request, { asked: added.asked }),
        /The removed key is not known as a present or earlier key of/,
      )
      lie = undefined
      await ada.multisig.post('/multisig/transaction/reject/{jobId}', {
        path: { jobId: added.request.jobId },
        body: {},
      })

      // Ben replaces his account's key. The ledger shows the earlier one, which is in the wallet.
      const next = PrivateKey.generateED25519()
      sdk.setOperator(ben.accountId, keyOf(6))
      const rotation = new AccountUpdateTransaction().setAccountId(ben.accountId).setKey(next.publicKey).freezeWith(sdk)
      await (await (await rotation.sign(next)).execute(sdk)).getReceipt(sdk)
      const refreshed = await ask(ben)
      assert.equal(await codeOf(ada.sign(refreshed.request, { asked: refreshed.asked })), 'done')
    } finally {
      sdk.close()
    }
  })

  test('sends a write only once if its caller repeats it under the same key', async () => {
    const ada = clientOf(0)
    await ada.login()
    const walletId = await walletOf(ada)
    const [first, again] = [await withdraw(ada, walletId, 'one'), await withdraw(ada, walletId, 'one')]
    assert.equal(again.jobId, first.jobId)
    assert.notEqual((await withdraw(ada, walletId)).jobId, first.jobId)
    const pending = await Array.fromAsync(
      ada.multisig.list('/multisig/wallet/{walletId}/pending', { path: { walletId }, query: { limit: 1 } }),
    )
    assert.equal(pending.length, 2)
  })

  test('receives typed events of what it follows, and follows it again after an outage of the services', async () => {
    const [ada, ben] = [clientOf(0), clientOf(1)]
    await Promise.all([ada.login(), ben.login()])
    const walletId = await walletOf(ada, ben)
    const socket = await ben.live.multisig()
    const governed = await ben.live.governance()
    const heard: [event: string, data: object][] = []
    try {
      assert.equal(await codeOf(socket.subscribe({ walletId: '0.0.2' })), 'FORBIDDEN')
      await socket.subscribe({ walletId })
      for (const one of [socket, governed] as LiveSocket<object, never>[])
        one.onAny(({ event, data }) => heard.push([event, data]))
      const asked = next(socket, 'transaction_pending')
      const { jobId } = await withdraw(ada, walletId)
      const { data, timestamp } = await asked
      assert.deepEqual([data.jobId, data.walletId, timestamp > data.createdAt], [jobId, walletId, true])
      const reloads = [socket, governed].map((one) => new Promise((resolve) => one.onReload(resolve)))
      await platform.kill()
      platform = await startProcess(env)
      assert.deepEqual(await Promise.all(reloads), [{ refused: [] }, { refused: [] }])
      const signed = next(socket, 'signature_added')
      const status = await ada.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
      await signBlindly(ada, status)
      assert.deepEqual([(await signed).data.jobId, (await signed).data.senderId], [jobId, ada.accountId])
      const founded = next(governed, 'dao_created')
      const { daoId } = await ada.governance.post('/daos', {
        body: {
          ...{ name: 'D', description: '', ownerAddress: ada.accountId },
          votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
        },
      })
      assert.equal((await founded).data.daoId, daoId)
      await governed.subscribe({ daoId })
      const joined = next(governed, 'member_added')
      await ada.governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress: '0.0.1030' } })
      assert.equal((await joined).data.memberAddress, '0.0.1030')
      await governed.unsubscribe({ daoId })
      const executed = next(socket, 'transaction_executed')
      await ada.multisig.post('/multisig/wallet/withdraw/execute', { body: status })
      assert.equal((await executed).data.status, 'success')
      for (const event of [
        'transaction_pending',
        'signature_added',
        'transaction_executed',
        'dao_created',
        'member_added',
      ])
        assert.ok(
          heard.some(([name]) => name === event),
          event,
        )
      for (const [event, data] of heard) await assertShape(event, data)
    } finally {
      socket.close()
      governed.close()
    }
  })

  test('waits as long as the service says if it limits the rate', async () => {
    const dataDir = await testDataDirectory()
    const limited = await startProcess({ ...(await freePorts()), DATA_DIR: dataDir, RATE_LIMIT_WALLET: '3' }, ['node'])
    try {
      const waits: number[] = []
      const wait = async (ms: number) => void waits.push(ms)
      const client = clientOf(0, { ...limited.at, retry: { attempts: 2, wait } })
      await client.login()
      const codes = []
      for (let asked = 0; asked < 10; asked++) codes.push(await codeOf(client.node.get('/auth/profile')))
      assert.deepEqual([...new Set(codes)].sort(), ['RATE_LIMITED', 'done'])
      assert.ok(waits.length > 0 && waits.every((ms) => ms >= 1000 && ms <= 60_000), String(waits))
    } finally {
      await limited.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('says why a socket was refused or closed', async () => {
    const ben = clientOf(1)
    assert.equal(await codeOf(ben.live.multisig()), 'UNAUTHORIZED')
    assert.equal(await codeOf(clientOf(1, { sockets: {} }).live.multisig()), 'NO_ADDRESS')
    assert.equal(
      await codeOf(clientOf(1, { sockets: { multisig: 'http://127.0.0.1:1' } }).live.multisig()),
      'UNANSWERED',
    )
    await ben.login()
    const socket = await ben.live.multisig()
    const closed = new Promise<Error>((resolve) => socket.onClose(resolve))
    await clientOf(1)
      .login()
      .then(({ accessToken }) =>
        fetch(`${platform.at.node}/auth/sessions/revoke-all`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}` },
        }),
      )
    const error = await closed
    assert.ok(isQuorateError(error, 'TOKEN_REVOKED'), String(error))
  })

  test('knows every event that a service sends, and no other', async () => {
    for (const [service, names] of Object.entries(eventNames)) {
      const source = await readFile(new URL(`${service}/src/events/announcements.ts`, packages), 'utf8')
      const sent = [...source.matchAll(/realtime\s*\.(?:emit|emitHere|broadcast)\(/g)]
      const events = [...source.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, event]) => event)
      assert.ok(sent.length >= names.length)
      assert.deepEqual([...new Set(events)].sort(), [...names].sort(), service)
    }
  })

  test('runs from plain JavaScript with only the globals of browsers', async () => {
    const src = fileURLToPath(new URL('client/src/', packages))
    for (const path of globSync('**/*.ts', { cwd: src })) {
      const code = (await readFile(join(src, path), 'utf8')).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      assert.doesNotMatch(code, /\b(?:Buffer|process|require|node:\w+)\b/, path)
    }
    const { id, privateKey } = accounts('secp256k1')[1] ?? assert.fail()
    const program = fileURLToPath(new URL('./bare-global.ts', import.meta.url))
    const given = JSON.stringify({ at: platform.at, account: { accountId: id, privateKey } })
    const flags = ['--experimental-vm-modules', '--no-warnings']
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, given])
    assert.deepEqual(JSON.parse(stdout), {
      globals: 'undefined undefined undefined',
      accountId: id,
      wallets: 0,
      heard: 'dao_created',
    })
  })

  test('does what its README shows', async () => {
    const readme = await readFile(new URL('client/README.md', packages), 'utf8')
    const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
    assert.ok(programs.length >= 2)
    const { node, multisig, governance, sockets } = platform.at
    const places: Record<string, string> = {
      3000: node,
      3001: governance,
      3002: sockets.governance,
      3003: multisig,
      3004: sockets.multisig,
      5551: platform.mirror,
    }
    for (const program of programs) {
      const here = program.replace(/http:\/\/127\.0\.0\.1:(\d+)/g, (_, port) => places[port] ?? assert.fail(`:${port}`))
      const run = [
        process.execPath,
        ['--input-type=module-typescript', '--eval', here],
        { cwd: fileURLToPath(packages) },
      ] as const
      await promisify(execFile)(...run)
    }
  })
})

const SHAPES: Record<string, [service: string, schema: string]> = {
  wallet_created: ['multisig', 'WalletSummary'],
  wallet_updated: ['multisig', 'WalletSummary'],
  transaction_pending: ['multisig', 'Request'],
  transaction_executed: ['multisig', 'Execution'],
  dao_created: ['governance', 'Dao'],
  dao_status_changed: ['governance', 'Dao'],
  signature_added: ['events', 'SignatureEvent'],
  member_added: ['events', 'MemberEvent'],
}
/** The lists that events leave out. */
const LISTS = /^(?:memberCount|members|proposals|membersTruncated|proposalsTruncated)$/

/** Checks that an event's data has the members of the resource named by its type. */
async function assertShape(event: string, data: object): Promise<void> {
  const [service, name] = SHAPES[event] ?? assert.fail(`${event} was not expected`)
  const { required, properties } = service === 'events' ? await declared(name) : await described(service, name)
  const given = Object.keys(data)
  assert.deepEqual(
    required.filter((one) => !given.includes(one) && !LISTS.test(one)),
    [],
    event,
  )
  assert.deepEqual(
    given.filter((one) => !properties.includes(one)),
    [],
    event,
  )
}

async function described(service: string, name: string) {
  const { components } = JSON.parse(await readFile(fileOf(service), 'utf8'))
  const { required, properties } = components.schemas[name]
  return { required: required as string[], properties: Object.keys(properties) }
}

/** The members of an interface in the client's events. */
async function declared(name: string) {
  const source = await readFile(new URL('client/src/sockets/events.ts', packages), 'utf8')
  const [, body = ''] = new RegExp(`interface ${name} \\{([^}]*)\\}`).exec(source) ?? []
  const required = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, member = '']) => member)
  return { required, properties: required }
}

/** The text of a QR code, as a scanner reads it. */
function scanned(dataUri: string): string {
  const { data, width, height } = PNG.sync.read(Buffer.from(dataUri.replace('data:image/png;base64,', ''), 'base64'))
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? ''
}

/** The next event of this name. */
function next<Events, E extends keyof Events & string>(
  socket: LiveSocket<Events, never>,
  event: E,
): Promise<Live<E, Events[E]>> {
  return new Promise((resolve) => {
    const end = socket.on(event, (_, live) => {
      end()
      resolve(live)
    })
  })
}
