import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { type BuildResult, build } from 'esbuild'

describe('A bundle for browsers', () => {
  let bundle: BuildResult<{ metafile: true; write: false }>
  before(async () => {
    // This fails if any module imports Node's own modules.
    bundle = await build({
      entryPoints: [fileURLToPath(import.meta.resolve('@quorate/verify'))],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'verify',
      write: false,
      metafile: true,
    })
  })

  test('has the plain primitives, and nothing of Node', () => {
    const inputs = Object.keys(bundle.metafile.inputs)
    const primitives = inputs.filter((path) => path.includes('/primitives/')).map((path) => path.split('/').at(-1))
    assert.deepEqual(primitives, ['plain.ts'])
    assert.deepEqual(
      inputs.filter((path) => !/packages\/verify\/src\/|node_modules\/(?:@noble|unhomoglyph)\//.test(path)),
      [],
    )
  })

  test('A browser bundle of the recount has the plain primitives, and nothing of Node', async () => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(import.meta.resolve('@quorate/verify/recount'))],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
    })
    const others = Object.keys(metafile.inputs)
      .filter((path) => !/packages\/verify\/src\/(?!primitives\/node)/.test(path))
      .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    assert.deepEqual([...new Set(others)].sort(), [
      ...['@noble/ciphers', '@noble/curves', '@noble/hashes'],
      ...['lru-cache', 'multiformats', 'typebox', 'unhomoglyph'],
    ])
  })

  test('works without Buffer and process, on the vectors of RFC 8032 §7.1', () => {
    // The browser APIs that the package needs, apart from JavaScript itself.
    const page = createContext({ TextDecoder, TextEncoder, atob, crypto })
    runInContext(bundle.outputFiles[0]?.text ?? '', page)
    const answers = runInContext(WORK, page)
    assert.deepEqual(JSON.parse(answers), ['transactionFee=1,memo="a"', 0, 39, 'e3b0c442', true, false, '["a"]'])
  })
})

const WORK = `
  const hex = (text) => Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16))
  const key = { type: 'ed25519', bytes: hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a') }
  const signature = hex('e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b')
  const bytes = hex('1801320161')
  const { fields, findings } = verify.decode(bytes)
  JSON.stringify([
    fields.map(({ path, value }) => path + '=' + (typeof value === 'string' ? verify.quoted(value) : value)).join(),
    findings.length,
    verify.fingerprint(bytes).length,
    verify.merkleRoot([]).slice(0, 8),
    verify.verify(key, new Uint8Array(), signature),
    verify.verify(key, bytes, signature),
    verify.canonicalJson(['a']),
  ])
`
