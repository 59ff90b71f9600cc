import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serviceNames, settingsFor } from '../src/settings.ts'
import { table } from '../src/table/commands.ts'
import { program } from '../src/table/program.ts'
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
const isRun = ({ language }: Block): boolean => language === 'sh'

// Some hundred commands run one after the other, which takes longer than a test may take that hangs.
describe('The commands on pages of the documentation', { timeout: 900_000 }, () => {
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
  // Programs with a clock of their own come before those that move the ledger's clock away from it.
  const inOrder = [...run.filter((name) => !movesTheClock(name)), ...run.filter(movesTheClock), ...TUTORIALS]
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

/** The settings that `quorate start` reads, and those of the command itself. */
const SETTINGS = new Set([
  ...[...textOf('.env.example').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name),
  ...textOf('docs/reference/cli.md')
    .matchAll(/`(QUORATE_[A-Z_]+)`/g)
    .map(([, name]) => name),
])
const ofService = (name: string): string => name.replace(/^(NODE|MULTISIG|GOVERNANCE|CONSOLE)_/, '')
const ofChain = (name: string): string => name.replace(/^HEDERA_(DEVNET|PREVIEWNET|MAINNET)_/, 'HEDERA_TESTNET_')
const isSetting = (name: string): boolean => [name, ofService(name), ofChain(name)].some((known) => SETTINGS.has(known))

/** The lines of a block, each with those that a backslash at its end continues it on. */
const linesOf = (code: string): string[] => code.replaceAll(/ *\\\n */g, ' ').split('\n')
/** The arguments of a command in a line of a shell, up to a comment or the next command. */
function argumentsOf(call: string): string[] {
  const own = /^(?:"[^"]*"|'[^']*'|[^|>&;#)'"])*/.exec(call)?.[0] ?? ''
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => found.slice(1).find(Boolean) ?? '')
}

describe('The blocks of the documentation that no test runs', () => {
  const blocks = [...pages, 'deploy/README.md', 'README.md'].flatMap((name) =>
    blocksOf(textOf(name)).flatMap((block) =>
      ['console', 'env'].includes(block.language) ? [{ name, ...block }] : [],
    ),
  )

  test('call commands that exist, with their own options', async () => {
    let calls = 0
    for (const { name, code } of blocks)
      for (const line of linesOf(code))
        for (const [, call = ''] of line.matchAll(/(?:^|[ (])(?:npx )?quorate ((?![=:])[a-z].*)/g)) {
          const called: string[] = []
          const one = program(table, { name: 'quorate', summary: '', version: '0' }, async (_, own) => {
            called.push(own)
          })
          await assert.doesNotReject(one.parseAsync(argumentsOf(call), { from: 'user' }), `${name}: ${line}`)
          assert.equal(called.length, 1, `${name}: ${line}`)
          calls++
        }
    assert.ok(calls > 50)
  })

  test('give settings that exist, with values that they may have', () => {
    let given = 0
    for (const { name, code } of blocks)
      for (const line of linesOf(code))
        for (const [, setting = '', quoted, plain] of line.matchAll(
          /(?:^|[ -])([A-Z][A-Z0-9_]+)=(?:"([^"]*)"|(\S*))/g,
        )) {
          assert.ok(isSetting(setting), `${name}: ${setting}`)
          const value = quoted ?? plain ?? ''
          if (!/[$…]/.test(value)) settingsFor(serviceNames, { [setting]: value })
          given++
        }
    assert.ok(given > 10)
  })

  test('name files and npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    for (const { name, code } of blocks) {
      for (const [file] of code.matchAll(/\b(?:deploy|docs|examples|apps|packages|load)\/[\w./-]+/g))
        if (!file.startsWith('deploy/out')) assert.ok(existsSync(join(root, file)), `${name}: ${file}`)
      for (const [, script = ''] of code.matchAll(/npm (?:run )?(?!ci|install|start|test)([\w:]+)/g))
        assert.ok(script in scripts, `${name}: npm run ${script}`)
    }
  })
})
