import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { command, freePorts, type PlatformProcess, startProcess } from './process.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const BLOCK = /^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm
/** The ports of `npm start`, as tutorials name them. */
const PORTS = {
  3000: 'NODE_HTTP_PORT',
  3003: 'MULTISIG_HTTP_PORT',
  3005: 'CONSOLE_HTTP_PORT',
  5551: 'LOCALNET_REST_PORT',
}

/** The guides whose commands need nothing but a running platform. */
const GUIDES = {
  'log-in-from-code.md': /^owns \d+ wallets$/m,
  'pay-from-a-wallet-in-code.md': /^the payment is success$/m,
  'recount-a-vote.md': /The published result holds/,
}

describe('The tutorials and guides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-tutorials-'))
  let env: Record<string, string>
  let platform: PlatformProcess

  before(async () => {
    env = {
      ...(await freePorts()),
      DATA_DIR: join(folder, 'data'),
      XDG_STATE_HOME: join(folder, 'state'),
      ANCHOR_INTERVAL: '200',
    }
    mkdirSync(join(folder, 'bin'))
    const npx = join(folder, 'bin', 'npx')
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${command}" "$@"\n`)
    chmodSync(npx, 0o755)
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Writes the files of a tutorial, and runs its shell blocks as one script. */
  async function follow(name: string): Promise<{ code: number; output: string }> {
    let page = readFileSync(join(root, 'docs', name), 'utf8')
    for (const [port, setting] of Object.entries(PORTS))
      page = page.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${env[setting]}`)
    const blocks = [...page.matchAll(BLOCK)].map(([, kind, file, code = '']) => ({ kind, file, code }))
    for (const { file, code } of blocks) if (file) writeFileSync(join(folder, file), code)
    const script = blocks.flatMap(({ kind, code }) => (kind === 'sh' ? [code] : [])).join('\n')
    const path = [join(folder, 'bin'), join(process.execPath, '..'), process.env.PATH].join(':')
    const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exit = new Promise<number>((resolve) => bash.once('exit', (code) => resolve(code ?? 1)))
    const [out, error] = await Promise.all([text(bash.stdout), text(bash.stderr)])
    return { code: await exit, output: out + error }
  }

  const results: Record<string, RegExp> = {
    'first-wallet.md': /^balance\t97\.49/m,
    'first-vote.md': /The published result holds/,
    'first-test-against-localnet.md': /^# pass 2$|ℹ pass 2$/m,
  }

  // Before the tutorials, which move the ledger's clock away from that of the programs.
  for (const [name, result] of Object.entries(GUIDES))
    test(`${name} works as written`, async () => {
      const { code, output } = await follow(`guides/${name}`)
      assert.equal(code, 0, output)
      assert.match(output, result)
    })

  // In this order, since the vote needs the logins of the wallet.
  for (const name of ['first-wallet.md', 'first-vote.md', 'first-test-against-localnet.md'])
    test(`${name} works as written`, async () => {
      const { code, output } = await follow(`tutorials/${name}`)
      assert.equal(code, 0, output)
      assert.match(output, results[name] ?? /$^/)
    })

  test('are all run here', () => {
    assert.deepEqual(readdirSync(join(root, 'docs/tutorials')).sort(), Object.keys(results).sort())
  })
})
