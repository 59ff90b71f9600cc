import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { accountId, tokenId } from '../src/ids.ts'
import { toLong } from '../src/int64.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const isCode = (code: string): boolean => code in proto.ResponseCodeEnum && code !== 'FAIL_INVALID'

test('Random bytes, and transactions with some bytes changed, get a code', async () => {
  const good = signed(
    body(
      transferOf([
        [1022, -1n],
        [1023, 1n],
      ]),
    ),
    [operator],
  )
  const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  const changed = changes.map((edits) => {
    const copy = Buffer.from(good)
    for (const [at, byte] of edits) copy[at] = byte
    return copy
  })
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), changed)
  await fc.assert(
    fc.asyncProperty(bytes, async (any) => assert.ok(isCode(await raw.submit(any)))),
    { numRuns: 400 },
  )
})

test('Bodies with changed bytes that are signed correctly get a code, at precheck or in the receipt', async () => {
  const bodies = [
    body(
      transferOf([
        [1022, -1n],
        [1023, 1n],
      ]),
    ),
    body({
      cryptoCreateAccount: {
        key: { ed25519: operator.publicKey },
        memo: 'm',
        autoRenewPeriod: { seconds: toLong(7_776_000n) },
      },
    }),
    body({ cryptoUpdateAccount: { accountIDToUpdate: accountId(1022), memo: { value: 'm' } } }),
    body({ tokenCreation: { name: 'n', symbol: 's', treasury: accountId(1022), expiry: { seconds: toLong(1n) } } }),
    body({ tokenAssociate: { account: accountId(1022), tokens: [tokenId(5), tokenId(6)] } }),
  ].map((fields) => Buffer.from(proto.TransactionBody.encode(fields).finish()))
  const arbitrary = fc.tuple(
    fc.constantFrom(...bodies),
    fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 3 }),
  )
  const property = fc.asyncProperty(arbitrary, async ([original, edits]) => {
    const bodyBytes = Buffer.from(original)
    for (const [at, byte] of edits) bodyBytes[at % bodyBytes.length] = byte
    const code = await raw.submit(envelope({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }))
    assert.ok(isCode(code), code)
    if (code !== 'OK') return
    const status = await raw.status(proto.TransactionBody.decode(bodyBytes))
    assert.ok(isCode(status), status)
  })
  await fc.assert(property, { numRuns: 400 })
})

test('A key that nests a thousand deep is refused', async () => {
  let key: proto.IKey = { ed25519: operator.publicKey }
  for (let depth = 0; depth < 1000; depth++) key = { keyList: { keys: [key] } }
  const fields = body({ cryptoCreateAccount: { key, autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  assert.ok(['TRANSACTION_OVERSIZE', 'BAD_ENCODING'].includes(await raw.run(fields, [operator])))
})

test('Amounts at the edges of 64 bits are refused with a code', async () => {
  const max = 2n ** 63n - 1n
  assert.equal(
    await raw.run(
      body(
        transferOf([
          [1022, max],
          [1023, 1n],
          [1024, -max],
          [1025, -1n],
        ]),
      ),
      [operator],
    ),
    'INVALID_SIGNATURE',
  )
  assert.equal(
    await raw.run(
      body(
        transferOf([
          [1022, -(2n ** 63n)],
          [1023, max],
          [1024, 1n],
        ]),
      ),
      [operator],
    ),
    'INSUFFICIENT_PAYER_BALANCE',
  )
  const create = { key: { ed25519: operator.publicKey }, autoRenewPeriod: { seconds: toLong(7_776_000n) } }
  const wrapped = body({ cryptoCreateAccount: { ...create, initialBalance: toLong(-(2n ** 63n)) } })
  assert.equal(await raw.run(wrapped, [operator]), 'INVALID_INITIAL_BALANCE')
})

test('Lists that are too long are refused with a code', async () => {
  const many: [number, bigint][] = [
    [1022, -10n],
    ...Array.from({ length: 10 }, (_, i): [number, bigint] => [1002 + i, 1n]),
  ]
  assert.equal(await raw.run(body(transferOf(many)), [operator]), 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED')
})

test('Queries of random bytes get an answer', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
    proto.Response.decode(await raw.call('/proto.CryptoService/getAccountInfo', bytes))
  })
  await fc.assert(property, { numRuns: 200 })
})
