import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bases } from 'multiformats/basics'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { cidText, parseContentPath } from '../src/index.ts'
import { openGateway } from './gateway.ts'
import { openHarness } from './harness.ts'

const read = (text: string) => {
  const { cid, path } = parseContentPath(text)
  return [cidText(cid), ...path].join('/')
}
const refusal = (code: string) => (error: { code?: string }) => error.code === code

describe('A content identifier', () => {
  /** From the CID specification and the documentation of IPFS. */
  const vectors = [
    ['QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n', 'bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'],
    [
      'zb2rhe5P4gXftAwvA4eXQ5HJwsER2owDyS9sKaQRRVQPn93bA',
      'bafkreidon73zkcrwdb5iafqtijxildoonbwnpv7dyd6ef3qdgads2jc4su',
    ],
    [
      'zdj7WhuEjrB52m1BisYCtmjH1hSKa7yZ3jEZ9JcXaFRD51wVz',
      'bafybeifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
    ],
  ] as const
  test('is read in version 0 and 1, and answered in version 1', () => {
    for (const [given, expected] of vectors) assert.equal(read(given), expected)
    const hex = `f01551220${'6e6ff7950a36187a801613426e858dce686cd7d7e3c0fc42ee0330072d245c95'}`
    assert.equal(read(hex), vectors[2][1])
    assert.equal(read(hex.toUpperCase()), vectors[2][1])
  })

  test('is read in any base', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(...Object.values(bases).filter(({ prefix }) => prefix !== '\0')),
        fc.constantFrom(0x55, 0x70),
        (digest, base, codec) => {
          const cid = CID.createV1(codec, create(0x12, digest))
          assert.equal(read(base.encode(cid.bytes)), cid.toString())
        },
      ),
    )
  })

  test('is read out of addresses, with the path below it', () => {
    const [[v0, v1]] = vectors
    for (const [address, expected] of [
      [`ipfs://${v0}`, v1],
      [`ipfs://ipfs/${v0}/`, v1],
      [`IPFS://${v1}/a%20b/c.png?x=1#y`, `${v1}/a b/c.png`],
      [`/ipfs/${v1}/1.json`, `${v1}/1.json`],
      [`https://ipfs.io/ipfs/${v0}/1.json?download=true`, `${v1}/1.json`],
      [`http://127.0.0.1:8080/ipfs/${v1}`, v1],
      [`http://127.0.0.1:3000/ipfs/file/${v1}/x`, `${v1}/x`],
      [`https://${v1}.ipfs.dweb.link/dir/x.svg`, `${v1}/dir/x.svg`],
      [`http://${v1}.ipfs.localhost:8080`, v1],
      [` ${v1} `, v1],
    ] as const)
      assert.equal(read(address), expected, address)
  })

  test('A content identifier that is invalid is refused with a reason', () => {
    const [[v0, v1]] = vectors
    for (const text of [
      '',
      'x',
      'Qm',
      `${v0}x`,
      v0.slice(1),
      v1.slice(0, -1),
      'ipfs://',
      'https://example.org/a.png',
      ...['https://', 'https:////', 'https://\\\\', 'https://\n', 'https://user@'].map(
        (start) => `${start}\u7db2\u7ad9/ipfs/${v1}`,
      ),
      `https://${'a.'.repeat(151)}org/ipfs/${v1}`,
      `${v1}/../x`,
      'https://[',
      'bafybei%00',
    ])
      assert.throws(() => read(text), refusal('INVALID_CID'), text)
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        try {
          read(text)
        } catch (error) {
          assert.ok(['INVALID_CID', 'UNSUPPORTED_CONTENT'].includes((error as { code: string }).code), String(error))
        }
      }),
    )
  })

  test('A content identifier with an unsupported codec or hash is refused as such', () => {
    const digest = create(0x12, new Uint8Array(32))
    assert.throws(() => read(CID.createV1(0x78, digest).toString()), refusal('UNSUPPORTED_CONTENT'))
    assert.throws(() => read(CID.createV1(0x72, digest).toString()), refusal('UNSUPPORTED_CONTENT'))
    assert.throws(
      () => read(CID.createV1(0x55, create(0x11, new Uint8Array(20))).toString()),
      refusal('UNSUPPORTED_CONTENT'),
    )
    assert.throws(() => read(CID.createV1(0x55, create(0x12, new Uint8Array(20))).toString()), refusal('INVALID_CID'))
    assert.throws(() => read(CID.createV1(0x55, create(0x00, new Uint8Array(129))).toString()), refusal('INVALID_CID'))
  })
})

describe('Known content', () => {
  test("has the identifiers that Kubo's documentation shows", async () => {
    await using gateway = await openGateway((request, response) =>
      response.end(request.url?.includes('QmbFM') ? '' : 'hello world\n'),
    )
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    const v1 = (await harness.upload('hello world\n')).body.cid
    assert.equal(v1, 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4')
    const v0 = await harness.get('/ipfs/QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o')
    assert.equal(await v0.text(), 'hello world\n')
    const empty = (await harness.upload('')).body.cid
    assert.equal(empty, 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
  })

  test('Known content that is inlined in its identifier is read from it', async () => {
    await using harness = await openHarness()
    const answer = await harness.get('/ipfs/bafkqadlimvwgy3zmeb3w64tmmqqq')
    assert.equal(
      await answer.text(),
      Buffer.from(CID.parse('bafkqadlimvwgy3zmeb3w64tmmqqq').multihash.digest).toString(),
    )
  })
})
