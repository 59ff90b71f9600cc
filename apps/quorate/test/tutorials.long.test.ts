import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Block, blocksOf, follow, isPrinted, prepareFolder, root, writeFiles } from './pages.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

/** In this order, since the vote needs the logins of the wallet. */
const TUTORIALS = ['first-wallet.md', 'first-vote.md', 'first-test-against-localnet.md'].map(
  (name) => `docs/tutorials/${name}`,
)
const MOVES_THE_CLOCK = '/api/development/clock'

const pages = globSync(['docs/**/*.md', 'packages/*/README.md'], { cwd: root }).sort()
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')
const movesTheClock = (name: string): boolean => textOf(name).includes(MOVES_THE_CLOCK)
const usesOwnClock = (name: string): boolean => textOf(name).includes('Date.now()')
const isRun = ({ language }: Block): boolean => language === 'sh'

describe('The commands on pages of the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-pages-'))
  let env: Record<string, string>
  let platform: PlatformProcess

  before(async () => {
    env = {
      ...(await freePorts()),
      DATA_DIR: join(folder, 'data'),
      XDG_STATE_HOME: join(folder, 'state'),
      ANCHOR_INTERVAL: '200',
    }
    prepareFolder(folder)
    for (const name of pages) writeFiles(textOf(name), folder, env)
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = pages.filter((name) => blocksOf(textOf(name)).some(isRun) && !TUTORIALS.includes(name))
  // Programs that use their own clock come before pages that move the ledger's clock, and such a page that also uses
  // its own clock before the others.
  const still = run.filter((name) => !movesTheClock(name))
  const moving = run.filter(movesTheClock)
  const inOrder = [
    ...still,
    ...moving.filter(usesOwnClock),
    ...moving.filter((name) => !usesOwnClock(name)),
    ...TUTORIALS,
  ]
  for (const name of inOrder)
    test(`${name} works as written`, async () => {
      const { code, output, printed } = await follow(textOf(name), folder, env)
      assert.equal(code, 0, output)
      for (const { code, expected, actual } of printed)
        assert.ok(isPrinted(expected, actual), `${code}\nprinted\n${actual}\nand not\n${expected}`)
    })

  test('include all tutorials', () => {
    assert.deepEqual(readdirSync(join(root, 'docs/tutorials')).sort(), TUTORIALS.map((name) => name.slice(15)).sort())
  })
})
