import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeKeySet, systemClock } from '@quorate/platform'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { freePorts, owners, startProcess } from './process.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const command = fileURLToPath(new URL('../src/main.js', import.meta.url))

describe('A start', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-start-'))
  })
  after(async () => {
    for (const one of [folder, ...prepared]) await rm(one, { recursive: true, force: true })
  })

  const prepared: string[] = []
  /** A `DATA_DIR` that already has its database. */
  async function preparedFolder(): Promise<string> {
    const dataDir = await testDataDirectory()
    prepared.push(dataDir)
    return dataDir
  }

  test('keeps everything in DATA_DIR from other users, even if the folder existed and was open', async () => {
    const dataDir = join(folder, 'data')
    const running = await startProcess({ DATA_DIR: dataDir, ...(await freePorts()) })
    await running.stop()
    await chmod(dataDir, 0o777)
    await chmod(join(dataDir, 'token-key.pem'), 0o644)
    await chmod(join(dataDir, 'ledger', 'localnet.sqlite'), 0o644)
    await writeFile(join(dataDir, 'notes'), '', { mode: 0o644 })
    const again = await startProcess({ DATA_DIR: dataDir, ...(await freePorts()) })
    try {
      for (const entry of [
        dataDir,
        ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name)),
      ]) {
        const found = await lstat(entry).catch(() => undefined)
        assert.equal((found?.mode ?? 0) & 0o077, 0, entry)
      }
      assert.match(again.output(), /keys in DATA_DIR were readable by other users until now/)
    } finally {
      await again.stop()
    }
  })

  test('A start without the node accepts no session before it knows which have ended', async (t) => {
    const keySet = await makeKeySet(generateKeyPairSync('ed25519').privateKey, systemClock)
    const revoked = { tokenId: 'revoked', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
    const timestamp = new Date().toISOString()
    let knows = false
    const node = createServer(({ url }, response) => {
      if (url === '/.well-known/jwks.json') response.end(JSON.stringify(keySet.jwks))
      else if (knows) response.end(JSON.stringify({ revocations: [revoked], timestamp }))
      else response.writeHead(503).end()
    }).listen(0, '127.0.0.1')
    t.after(() => node.close())
    await once(node, 'listening')
    const at = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
    const env = {
      DATA_DIR: await preparedFolder(),
      AUTH_JWKS_URL: `${at}/.well-known/jwks.json`,
      ...(await freePorts()),
    }
    const running = await startProcess(env, ['multisig'])
    t.after(() => running.stop())
    const user = {
      walletId: '0.0.1001',
      publicKey: '00'.repeat(32),
      role: 'user',
      chain: 'hedera:devnet',
      app: '',
    } as const
    const ask = async (tokenId: string, path = '/multisig/wallets') => {
      const { token } = await keySet.issue({ ...user, tokenId })
      const answer = await fetch(running.at.multisig + path, { headers: { authorization: `Bearer ${token}` } })
      return { ...((await answer.json()) as { code?: string; waitingFor?: string[] }), status: answer.status }
    }
    for (const tokenId of ['revoked', 'living']) {
      const { status, code } = await ask(tokenId)
      assert.deepEqual([status, code], [503, 'REVOCATIONS_UNAVAILABLE'])
    }
    const { status, waitingFor = [] } = await ask('living', '/health/ready')
    assert.deepEqual([status, waitingFor.includes('revocations')], [503, true])
    knows = true
    let living = await ask('living')
    for (let tries = 0; living.status === 503 && tries < 5000; tries++) living = await ask('living')
    assert.notEqual(living.status, 503)
    assert.equal((await ask('revoked')).code, 'TOKEN_REVOKED')
    assert.equal((await ask('living', '/health/ready')).waitingFor?.includes('revocations') ?? false, false)
  })

  test('A start without the node learns of logouts from the shared database, even if it cannot reach the node', {
    skip: !serverUrl && 'needs TEST_DATABASE_URL',
  }, async (t) => {
    const { url, drop } = await testServerDatabase(serverUrl)
    const common = { DATABASE_URL: url, DATA_DIR: join(folder, 'shared') }
    const node = await startProcess({ ...common, ...(await freePorts()) }, ['node'])
    // A proxy between the two, until it is cut.
    const between = createServer(async ({ url: path = '' }, response) => {
      const answer = await fetch(node.at.node + path)
      response.end(await answer.text())
    }).listen(0, '127.0.0.1')
    await once(between, 'listening')
    const at = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    const env = {
      ...{ ...common, DATA_DIR: join(folder, 'apart'), AUTH_JWKS_URL: `${at}/.well-known/jwks.json` },
      ...{ HEDERA_DEVNET_NODES: `${node.at.ledger}=0.0.3`, HEDERA_DEVNET_MIRROR_URL: node.mirror },
      ...(await freePorts()),
    }
    const apart = await startProcess(env, ['multisig'])
    t.after(async () => {
      between.close()
      await apart.stop()
      await node.stop()
      await drop()
    })
    const [ada] = await owners({ ...node.at, multisig: apart.at.multisig, sockets: apart.at.sockets }, 1)
    const headers = { authorization: `Bearer ${ada?.token}` }
    const ask = async () => (await fetch(`${apart.at.multisig}/multisig/wallets`, { headers })).status
    let status = await ask()
    for (let tries = 0; status === 503 && tries < 5000; tries++) status = await ask()
    assert.equal(status, 200)
    between.close()
    between.closeAllConnections()
    await fetch(`${node.at.node}/auth/web3/logout`, { method: 'POST', headers })
    for (let tries = 0; status === 200 && tries < 20_000; tries++) status = await ask()
    assert.equal(status, 401)
  })

  test('A start through a shell, as by npm, ends when the shell does', async () => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: await preparedFolder(),
      npm_lifecycle_event: 'start',
      ...(await freePorts()),
    }
    // The second command keeps the shell from becoming the platform itself.
    const line = `"${process.execPath}" "${command}" start node; exit 0`
    const shell = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    for await (const text of shell.stdout.setEncoding('utf8')) {
      output += text
      if (output.includes('Ready in')) shell.kill('SIGTERM')
    }
    // The pipe ends with the platform, which holds it open as long as it runs.
    assert.equal(shell.signalCode, 'SIGTERM')
    assert.match(output, /npm has ended/)
  })

  test('A start that lets other machines reach the node is refused without PUBLIC_URL, in one line', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'other'), HOST: '0.0.0.0', ...(await freePorts()) }
    const refusal = await promisify(execFile)(process.execPath, [command, 'start', 'node'], { env }).catch(
      (error) => error,
    )
    assert.equal(refusal.code, 2)
    const [line, ...more] = refusal.stderr.trim().split('\n')
    assert.match(line, /^PUBLIC_URL is not set: with HOST 0\.0\.0\.0/)
    assert.deepEqual(more, [])
  })

  test('A start on a taken port names the setting of the port', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    t.after(() => taken.close())
    const { port } = taken.address() as AddressInfo
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: await preparedFolder() },
      ...(await freePorts()),
      NODE_HTTP_PORT: String(port),
    }
    const { code, stderr } = await promisify(execFile)(process.execPath, [command, 'start', 'node'], { env }).catch(
      (error) => error,
    )
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^Port ${port} is in use: .* or set NODE_HTTP_PORT to another port$`, 'm'))
  })

  test('A start in a path that is not a folder, or has no readable database, says so and changes nothing', async () => {
    const start = async (dataDir: string) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(await freePorts()) }
      return promisify(execFile)(process.execPath, [command, 'start', 'node'], { env }).catch((error) => error)
    }
    const file = join(folder, 'a-file')
    await writeFile(file, '', { mode: 0o644 })
    const refusal = await start(file)
    assert.equal(refusal.code, 2)
    assert.match(refusal.stderr, /^DATA_DIR .*a-file is not a folder and cannot be created: set another one/)
    assert.equal((await lstat(file)).mode & 0o777, 0o644)
    const odd = join(folder, 'odd')
    await mkdir(join(odd, 'postgres'), { recursive: true })
    await writeFile(join(odd, 'postgres', 'PG_VERSION'), 'none')
    assert.match((await start(odd)).stderr, /^The embedded database in .*odd\/postgres cannot be opened: .*restore/)
  })
})
