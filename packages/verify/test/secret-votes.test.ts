import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Ballot, ballotOpener, isBallotSecret, sealBallot, sealedBytes } from '@quorate/verify/recount'
import fc from 'fast-check'
import { openerOf, seal } from '../src/keys/hpke.ts'
import * as node from '../src/primitives/node.ts'
import * as plain from '../src/primitives/plain.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('HPKE', () => {
  test('gives what RFC 9180 has in appendix A.2.1', async () => {
    const info = hex('4f6465206f6e2061204772656369616e2055726e')
    const ephemeral = hex('f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600')
    const receiver = hex('4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a')
    const privateKey = hex('8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb')
    const associated = hex('436f756e742d30')
    const message = hex('4265617574792069732074727574682c20747275746820626561757479')
    const sealed = await seal(receiver, { info, associated, message }, ephemeral)
    assert.equal(
      toHex(sealed),
      '1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a' +
        '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
    )
    assert.deepEqual(await openerOf(privateKey, info)(sealed, associated), message)
  })

  test('its primitives for browsers and services agree', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const given = fc.tuple(bytes(32), bytes(32), bytes(12), fc.uint8Array({ maxLength: 90 }))
    await fc.assert(
      fc.asyncProperty(given, async ([one, other, nonce, message]) => {
        assert.deepEqual(plain.x25519Public(one), node.x25519Public(one))
        assert.deepEqual(plain.hmacSha256(message, one), Uint8Array.from(node.hmacSha256(message, one)))
        assert.deepEqual(await plain.x25519Of(one)(other), await node.x25519Of(one)(other))
        const chacha = { key: other, nonce, associated: one }
        const sealed = node.sealChaCha(chacha, message)
        assert.deepEqual(plain.sealChaCha(chacha, message), sealed)
        const altered = sealed.with(0, (sealed[0] ?? 0) ^ 1)
        for (const { openChaCha } of [node, plain])
          assert.deepEqual([openChaCha(chacha, sealed), openChaCha(chacha, altered)], [message, undefined])
      }),
      { numRuns: 20 },
    )
    for (const small of ['00'.repeat(32), '01'.padEnd(64, '0')])
      for (const { x25519Of } of [node, plain]) assert.equal(await x25519Of(randomBytes(32))(hex(small)), undefined)
  })
})

describe('A sealed ballot', () => {
  const secret = toHex(randomBytes(32))
  const publicKey = toHex(node.x25519Public(hex(secret)))
  const ballotKey = { topicId: '0.0.5', publicKey, networkKey: '', signature: '' }
  const voting = (more: object = {}) => ({
    ...{ chain: 'hedera:devnet', daoId: 'd', proposalId: 'p', votingOptions: ['A', 'B', 'C'], ballotKey },
    ...more,
  })
  const ranked = voting({ votingMethod: 'ranked' as const })

  test('opens to what was sealed, and all have one length', async () => {
    const ballots: [object, Ballot][] = [
      [{}, { choice: 'B' }],
      [{ votingMethod: 'ranked' }, { choices: ['C', 'A', 'B'] }],
      [{ votingMethod: 'approval' }, { choices: ['A'] }],
      [{ votingMethod: 'weighted' }, { choices: ['A', 'C'], shares: [1, 99] }],
    ]
    for (const [method, ballot] of ballots) {
      const sealed = await sealBallot(voting(method), '0.0.7', ballot)
      assert.equal(Buffer.from(sealed, 'base64').length, sealedBytes(ranked))
      assert.deepEqual(await ballotOpener(voting(method), secret)('0.0.7', { sealed }), { ballot })
    }
    assert.ok(isBallotSecret(ranked, secret))
    assert.ok(!isBallotSecret(ranked, '11'.repeat(32)))
    assert.ok(!isBallotSecret(ranked, '11'))
  })

  test('has room for 20 options in each voting method', async () => {
    const votingOptions = Array.from({ length: 20 }, (_, index) => `option ${index}`)
    for (const [votingMethod, ballot] of [
      ['ranked', { choices: votingOptions.toReversed() }],
      ['quadratic', { choices: votingOptions, shares: [...Array(19).fill(3), 43] }],
    ] as const) {
      const many = voting({ votingOptions, votingMethod })
      const sealed = await sealBallot(many, '0.0.7', ballot)
      assert.equal(Buffer.from(sealed, 'base64').length, sealedBytes(many))
      assert.deepEqual(await ballotOpener(many, secret)('0.0.7', { sealed }), { ballot })
    }
  })

  test('opens for its voter, proposal and key only', async () => {
    const sealed = await sealBallot(voting(), '0.0.7', { choice: 'A' })
    const elsewhere = [
      ballotOpener(voting(), secret)('0.0.8', { sealed }),
      ballotOpener(voting({ proposalId: 'q' }), secret)('0.0.7', { sealed }),
      ballotOpener(voting({ chain: 'hedera:testnet' }), secret)('0.0.7', { sealed }),
      ballotOpener(voting(), toHex(randomBytes(32)))('0.0.7', { sealed }),
    ]
    for (const { invalid, ballot } of await Promise.all(elsewhere)) {
      assert.match(invalid ?? '', /it does not open/)
      assert.deepEqual(ballot, { choices: [] })
    }
  })

  test('counts for no option if it opens to no ballot', async () => {
    const open = ballotOpener(ranked, secret)
    const info = new TextEncoder().encode('Quorate ballot v1\n{"chain":"hedera:devnet","daoId":"d","proposalId":"p"}')
    const associated = new TextEncoder().encode('0.0.7')
    const none = [
      '',
      'null',
      '{',
      '[]',
      '{"choice":0}',
      '{"choices":[]}',
      '{"choices":[0,0]}',
      '{"choices":[3]}',
      '{"choices":["length"]}',
      '{"choices":[0],"shares":[100]}',
      '{"choices":[0],"shares":{"0":100,"length":1}}',
      '{"choices":[0],"more":1}',
    ]
    for (const text of none) {
      const message = new TextEncoder().encode(text)
      const sealed = Buffer.from(await seal(hex(publicKey), { info, associated, message })).toString('base64')
      const { ballot, invalid } = await open('0.0.7', { sealed })
      assert.deepEqual(ballot, { choices: [] }, text)
      assert.ok(invalid, text)
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { invalid } = await open('0.0.7', { sealed: Buffer.from(bytes).toString('base64') })
        assert.match(invalid ?? '', /it does not open/)
      }),
      { numRuns: 20 },
    )
  })
})
