import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const entrance = import.meta.resolve('@quorate/verify')

test('Nothing that is imported, by us or by what we import, is of Node', async () => {
  const seen = new Set<string>()
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url)) return
    seen.add(url)
    const source = await readFile(new URL(url), 'utf8')
    const code = url.endsWith('.ts') ? stripTypeScriptTypes(source) : source
    for (const [, specifier = ''] of code.matchAll(/(?:^|[\s;}])(?:import|from)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      assert.ok(!isBuiltin(specifier), `${url} imports ${specifier}`)
      await visit(specifier.startsWith('.') ? new URL(specifier, url).href : import.meta.resolve(specifier))
    }
    assert.doesNotMatch(code, /\brequire\(/, url)
  }
  await visit(entrance)
  assert.ok([...seen].some((url) => url.includes('/@noble/hashes/')))
})

/** As in a browser, where these globals of Node are missing. */
const PLAIN = `
  for (const name of ['Buffer', 'process', 'global', 'setImmediate', 'clearImmediate', 'require']) delete globalThis[name]
  const { decode, fingerprint } = await import(${JSON.stringify(entrance)})
  const bytes = Uint8Array.of(0x18, 1, 0x32, 1, 0x61)
  const { fields, findings } = decode(bytes)
  console.log(fields.map(({ path, value }) => path + '=' + value).join(), findings.length, fingerprint(bytes).length)
`

test('It works where there is neither Buffer nor process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PLAIN])
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.deepEqual([code, error], [0, ''])
  assert.equal(out, 'transactionFee=1,memo=a 0 39\n')
})
