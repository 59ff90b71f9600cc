import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, type PlatformProcess, runCommand, startProcess } from './process.ts'

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))

describe('The examples and the tour', () => {
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

  /** Returns the output of a program, which must exit with 0. */
  async function printed(program: string, ...options: string[]): Promise<string> {
    const urls = {
      NODE_URL: platform.at.node,
      MULTISIG_URL: platform.at.multisig,
      GOVERNANCE_URL: `http://127.0.0.1:${env.GOVERNANCE_HTTP_PORT}`,
      MIRROR_URL: platform.mirror,
    }
    const given = { env: { PATH: process.env.PATH, ...env, ...urls } }
    return (await promisify(execFile)(process.execPath, [...options, `${examples}${program}`], given)).stdout
  }

  test('log in with keys of both types', async () => {
    const output = await printed('login.ts')
    assert.match(output, /is logged in with its ed25519 key/)
    assert.match(output, /is logged in with its secp256k1 key/)
  })

  test('create a wallet and withdraw from it', async () => {
    assert.match(await printed('wallet.ts'), /Ben has withdrawn 1 ℏ, as 0\.0\.\d+@/)
  })

  test('log in as a wallet, which then owns a DAO and votes', async () => {
    assert.match(
      await printed('wallet-login.ts'),
      /Ada has a session of (0\.0\.\d+) until[\s\S]*The wallet has voted YES, signed by its owners/,
    )
  })

  test('decide by votes, and a recount confirms the decision', async () => {
    assert.match(await printed('dao.ts'), /The proposal is PASSED\n[\s\S]*The published result holds/)
  })

  test('upload a file and read it', async () => {
    assert.match(await printed('content.ts'), /first five bytes are "hello"\nAda's pin is pinned/)
  })

  test('tell the story of a wallet to its end', async () => {
    const { code, output } = await runCommand(env, ['tour'])
    assert.equal(code, 0, output)
    assert.match(output, /Executed after .+\n[\s\S]*3 must sign\n/)
  })

  test('test a program on a separate ledger', async () => {
    assert.match(await printed('ledger.test.ts', '--test', '--test-reporter=spec'), /fail 0/)
  })
})
