import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { serviceNames, settingsFor } from '../src/settings.ts'
import { table } from '../src/table/commands.ts'
import { program } from '../src/table/program.ts'
import { blocksOf, root } from './pages.ts'

const pages = globSync(['docs/**/*.md', 'packages/*/README.md'], { cwd: root }).sort()
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')

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
