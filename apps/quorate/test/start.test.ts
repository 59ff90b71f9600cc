import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chmod, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts, startProcess } from './process.ts'

const command = fileURLToPath(new URL('../src/main.js', import.meta.url))

describe('A start', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-start-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('keeps everything in DATA_DIR from other users, also where the folder was there and open', async () => {
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
      assert.match(again.output(), /keys in DATA_DIR could be read by others until now/)
    } finally {
      await again.stop()
    }
  })

  it('through a shell, as npm makes it, ends when the shell does', async () => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'npm'),
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

  it('where others can reach the node is refused without PUBLIC_URL, in one line', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'other'), HOST: '0.0.0.0', ...(await freePorts()) }
    const refusal = await promisify(execFile)(process.execPath, [command, 'start', 'node'], { env }).catch(
      (error) => error,
    )
    assert.equal(refusal.code, 1)
    const [line, ...more] = refusal.stderr.trim().split('\n')
    assert.match(line, /^PUBLIC_URL is not set: with HOST 0\.0\.0\.0/)
    assert.deepEqual(more, [])
  })
})
