import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const entrance = import.meta.resolve('@quorate/verify')
const primitives = new URL('../src/primitives/plain.ts', import.meta.url).href

/** As a bundler for browsers resolves it. */
function resolved(specifier: string, from: string): string {
  if (specifier === '#primitives') return primitives
  return specifier.startsWith('.') ? new URL(specifier, from).href : import.meta.resolve(specifier)
}

test('A bundler for browsers gets the plain primitives', async () => {
  const { imports } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  assert.deepEqual(Object.keys(imports), ['#primitives'])
  assert.equal(new URL(`../${imports['#primitives'].default}`, import.meta.url).href, primitives)
})

test('Nothing that is imported, by us or by what we import, is of Node', async () => {
  const seen = new Set<string>()
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url)) return
    seen.add(url)
    const source = await readFile(new URL(url), 'utf8')
    const code = url.endsWith('.ts') ? stripTypeScriptTypes(source) : source
    for (const [, specifier = ''] of code.matchAll(/(?:^|[\s;}])(?:import|from)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      assert.ok(!isBuiltin(specifier), `${url} imports ${specifier}`)
      await visit(resolved(specifier, url))
    }
    assert.doesNotMatch(code, /\brequire\(/, url)
  }
  await visit(entrance)
  assert.ok([...seen].some((url) => url.includes('/@noble/hashes/')))
})

/** RFC 8032 §7.1, test 1, as in a browser, where these globals of Node are missing. */
const PLAIN = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '#primitives' ? { url: ${JSON.stringify(primitives)}, shortCircuit: true } : next(specifier, context),
  })
  for (const name of ['Buffer', 'process', 'global', 'setImmediate', 'clearImmediate', 'require']) delete globalThis[name]
  const { decode, fingerprint, merkleRoot, verify } = await import(${JSON.stringify(entrance)})
  const bytes = Uint8Array.of(0x18, 1, 0x32, 1, 0x61)
  const { fields, findings } = decode(bytes)
  console.log(fields.map(({ path, value }) => path + '=' + value).join(), findings.length, fingerprint(bytes).length)
  const key = { type: 'ed25519', bytes: Uint8Array.fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a') }
  const signature = Uint8Array.fromHex('e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b')
  console.log(merkleRoot([]).slice(0, 8), verify(key, new Uint8Array(), signature), verify(key, bytes, signature))
`

test('It works where there is neither Buffer nor process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PLAIN])
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  assert.deepEqual([code, error], [0, ''])
  assert.equal(out, 'transactionFee=1,memo=a 0 39\ne3b0c442 true false\n')
})
