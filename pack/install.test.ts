/**
 * Installs each tarball of `npm run pack` into an empty folder and uses it as a stranger does, on each Node that is
 * supported. It needs npm's registry: `npm run pack:test`, and CI, run it.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@quorate/quorate/testing'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const tarball = (name: string): string => join(root, 'pack/out', `${name}-0.1.0.tgz`)
const OLDER = ['22', '24']
/** An ECDSA signature of `message`. */
const ECDSA = {
  publicKey: '02989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f',
  signature:
    'f79ba4d971e66d933687c55fa8b96fae7ef652cad505f404a9082d6fc278b4f818b471f02df1f11c2be95f6afb81c8e0a3a325fb6ffbe8e66cc856b5d8485a35',
}

describe('A package that is installed from its tarball', () => {
  let folder: string
  /** Programs of Node by their major version. */
  const nodes = new Map([['26', process.execPath]])
  const platform = `${process.platform}-${process.arch}`

  const install = async (...names: string[]): Promise<void> => {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...names], { cwd: folder })
  }
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-install-'))
    await write('package.json', '{"type":"module"}')
    await install(
      tarball('quorate-localnet'),
      tarball('quorate-client'),
      tarball('quorate-verify'),
      tarball('quorate'),
      '@hiero-ledger/sdk@2.87.0',
      ...OLDER.map((major) => `node-${major}@npm:node-${platform}@${major}`),
    )
    for (const major of OLDER) nodes.set(major, join(folder, `node_modules/node-${major}/bin/node`))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('is @quorate/localnet: a network, in this thread or another, on every supported Node', async () => {
    await write(
      'network.js',
      `import { localnet } from '@quorate/localnet'
      for (const thread of [false, true]) {
        const network = await localnet({ ports: { rpc: 0 }, thread })
        const socket = new WebSocket(network.rpc.replace('http', 'ws'))
        socket.onopen = () => socket.send('{"id":1,"method":"eth_chainId"}')
        console.log(await new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(JSON.parse(data).result))))
        socket.close()
        const answer = await fetch(network.mirrorRest + '/api/v1/accounts/0.0.1022')
        console.log(JSON.stringify((await answer.json()).balance.balance))
        await network.advance(1000)
        await network[Symbol.asyncDispose]() // Node 22 does not know await using
      }`,
    )
    for (const [major, node] of nodes) {
      const { stdout } = await run(node, ['network.js'], { cwd: folder })
      assert.equal(stdout, '0x12a\n50000000000000\n0x12a\n50000000000000\n', `on Node ${major}`)
    }
  })

  test('is @quorate/localnet: transactions that ECDSA keys sign, also on a Node without keccak-256', async () => {
    await write(
      'ecdsa.js',
      `import { AccountId, Client, Hbar, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
      import { localnet } from '@quorate/localnet'
      const network = await localnet({ ports: { rpc: 0 } })
      const { id, privateKey, evmAddress } = network.accounts.find((account) => account.evmAddress)
      const client = Client.fromConfig({ network: { [network.grpc]: new AccountId(3) }, scheduleNetworkUpdate: false })
      client.setOperator(id, PrivateKey.fromStringDer(privateKey))
      const pay = new TransferTransaction().addHbarTransfer(id, new Hbar(-1)).addHbarTransfer('0.0.2', new Hbar(1))
      console.log((await (await pay.execute(client)).getReceipt(client)).status.toString())
      const forged = new TransferTransaction().addHbarTransfer('0.0.1003', -1).addHbarTransfer(id, 1).freezeWith(client)
      const { status } = await (await forged.execute(client)).getReceipt(client).catch((error) => error)
      console.log(status.toString())
      const own = { from: evmAddress, to: evmAddress, value: '0x2540be400' }
      const call = { method: 'eth_sendTransaction', params: [own] }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
      const headers = { 'content-type': 'application/json' }
      const { result } = await (await fetch(network.rpc, { method: 'POST', headers, body })).json()
      const answer = await fetch(network.mirrorRest + '/api/v1/contracts/results/' + result)
      console.log((await answer.json()).result)
      client.close()
      await network[Symbol.asyncDispose]()`,
    )
    for (const [major, node] of nodes) {
      const { stdout } = await run(node, ['ecdsa.js'], { cwd: folder })
      assert.equal(stdout, 'SUCCESS\nINVALID_SIGNATURE\nSUCCESS\n', `on Node ${major}`)
    }
  })

  test('is @quorate/localnet: a command', async () => {
    for (const [, node] of nodes) {
      const { stdout } = await run(node, ['node_modules/.bin/quorate-localnet', '--help'], { cwd: folder })
      assert.match(stdout, /--data-dir <folder>/)
    }
  })

  test('is small without dependencies (@quorate/localnet), and its types, also those of the client and verify, compile without skipLibCheck', async () => {
    const { dependencies } = JSON.parse(
      await readFile(join(folder, 'node_modules/@quorate/localnet/package.json'), 'utf8'),
    )
    assert.equal(dependencies, undefined)
    assert.ok((await readFile(tarball('quorate-localnet'))).length < 1_000_000)
    await write(
      'types.ts',
      `import { createClient } from '@quorate/client'
      import { keySigner } from '@quorate/client/keys'
      import { fingerprint } from '@quorate/verify'
      import { type Recount, recount } from '@quorate/verify/recount'
      import { type DevelopmentAccount, type Localnet, localnet, startAdmin } from '@quorate/localnet'
      await using network: Localnet = await localnet({ ports: {}, thread: true })
      const accounts: readonly DevelopmentAccount[] = network.accounts
      await network.setFault({ kind: 'busy', calls: 1 })
      const { url } = await startAdmin(network, 0)
      const client = createClient({ node: url, signer: keySigner({ accountId: '0.0.2', privateKey: '' }) })
      const text: string = (await client.governance.get('/daos'))[0]?.name ?? ''
      const words: string = fingerprint(new Uint8Array(1))
      const counted: (...of: Parameters<typeof recount>) => Promise<Recount> = recount
      export { accounts, counted, text, url, words }
      // @ts-expect-error There is no such fault.
      await network.setFault({ kind: 'lazy', calls: 1 })`,
    )
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node']
    const types = ['--typeRoots', join(root, 'node_modules/@types')]
    await run(join(root, 'node_modules/.bin/tsc'), [...strict, ...types, 'types.ts'], { cwd: folder }).catch((error) =>
      assert.fail(String(error.stdout)),
    )
  })

  test('is @quorate/verify: the checks that need no service, on every supported Node', async () => {
    await write(
      'verify.js',
      `import { canonicalJson, decode, fingerprint, verify } from '@quorate/verify'
      import { httpSource, openMirror, recount } from '@quorate/verify/recount'
      console.log(canonicalJson({ b: 1, a: 2 }), typeof decode, fingerprint(new Uint8Array([1])).length > 0)
      const key = { type: 'secp256k1', bytes: Buffer.from('${ECDSA.publicKey}', 'hex') }
      const signature = Buffer.from('${ECDSA.signature}', 'hex')
      console.log(verify(key, Buffer.from('message'), signature), verify(key, Buffer.from('another'), signature))
      const options = { proposalId: 'p', chain: 'hedera:devnet', topicId: '0.0.5', mirror: openMirror('http://127.0.0.1:1', { timeoutMs: 1 }) }
      const code = await recount({ ...options, source: httpSource('http://127.0.0.1:1') }).catch((error) => error.code)
      console.log(code)`,
    )
    for (const [major, node] of nodes) {
      const { stdout } = await run(node, ['verify.js'], { cwd: folder })
      assert.equal(stdout, '{"a":2,"b":1} function true\ntrue false\nMIRROR_UNAVAILABLE\n', `on Node ${major}`)
    }
  })

  test('is quorate: the whole platform, which runs on its own Node if an older one starts it, and works with @quorate/client', async () => {
    await write(
      'client.js',
      `import { createClient } from '@quorate/client'
      import { keySigner } from '@quorate/client/keys'
      import { developmentAccounts } from '@quorate/localnet'
      const { id, privateKey } = developmentAccounts().find((account) => account.id === '0.0.1022')
      const client = createClient({ node: process.argv[2], signer: keySigner({ accountId: id, privateKey }) })
      await client.login()
      await client.node.get('/auth/profile')
      console.log(client.session.accountId + ' is logged in')`,
    )
    for (const [major, node] of nodes) {
      const ports = await freePorts()
      const env = { ...process.env, ...ports, DATA_DIR: join(folder, `data-${major}`) }
      const child = spawn(node, ['node_modules/.bin/quorate', 'start'], { cwd: folder, env })
      after(() => child.kill('SIGKILL'))
      let said = ''
      const ready = new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (text) => {
          said += text
          if (said.includes('Ready in')) resolve()
        })
        child.once('exit', () => reject(new Error(`It ended on Node ${major}: ${said}`)))
      })
      await ready
      for (const name of ['NODE_HTTP_PORT', 'MULTISIG_HTTP_PORT', 'GOVERNANCE_HTTP_PORT']) {
        const answer = await fetch(`http://127.0.0.1:${ports[name]}/health`)
        assert.equal(((await answer.json()) as { status: string }).status, 'ok')
      }
      const page = await fetch(`http://127.0.0.1:${ports.NODE_HTTP_PORT}/api/docs/`)
      assert.match(await page.text(), /swagger/i)
      const console = `http://127.0.0.1:${ports.CONSOLE_HTTP_PORT}`
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(console)).text())?.[1]
      assert.equal((await fetch(console + script)).status, 200, 'the page is carried built')
      const { stdout } = await run(node, ['client.js', `http://127.0.0.1:${ports.NODE_HTTP_PORT}`], { cwd: folder })
      assert.equal(stdout, '0.0.1022 is logged in\n', `@quorate/client on Node ${major}`)
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      assert.equal(code, 0, `its end on Node ${major}`)
    }
  })
})
