/** Input of system contracts that is not a valid ABI encoding, or encodes nonsense values. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { AbiError, type AbiValue, decode, encode, parseTypes } from '../src/services/contract/system/abi.ts'
import { functionsOf } from '../src/services/contract/system/index.ts'
import { testNetwork } from './support/network.ts'

const network = await testNetwork({ after }, { ports: { rpc: 0 } })

const functions = [...functionsOf].flatMap(([num, all]) =>
  [...all].map(([selector, { signature }]) => ({ num, selector, signature })),
)
const SENDER = network.accounts.find(({ id }) => id === '0.0.1012')?.evmAddress

async function call(num: number, data: Buffer) {
  const params = [
    { from: SENDER, to: `0x${num.toString(16).padStart(40, '0')}`, data: `0x${data.toString('hex')}` },
    'latest',
  ]
  const response = await fetch(String(network.rpc), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }),
  })
  return (await response.json()) as { result?: string; error?: { code: number; message: string } }
}

/** Words that decoders trip over: offsets, lengths, edges of integers, addresses of system entities. */
const word = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((n) => BigInt(32 * n)),
  fc.integer({ min: 0, max: 1100 }).map(BigInt),
  fc.constantFrom(2n ** 256n - 1n, 2n ** 255n, 2n ** 63n, 2n ** 63n - 1n, 2n ** 64n, 2n ** 31n, 2n ** 160n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const words = fc
  .array(word, { maxLength: 40 })
  .map((all) => Buffer.from(all.map((one) => one.toString(16).padStart(64, '0')).join(''), 'hex'))
const input = fc.oneof(
  words,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
)

test('every function answers any input with a result, a revert or a failure', async () => {
  const property = fc.asyncProperty(fc.constantFrom(...functions), input, async ({ num, selector }, bytes) => {
    const { error } = await call(num, Buffer.concat([Buffer.from(selector ?? '', 'hex'), bytes]))
    assert.notEqual(error?.code, -32_603, error?.message ?? '')
  })
  await fc.assert(property, { numRuns: 600 })
})

test('every function answers well-formed arguments with any values', async () => {
  const wellFormed = fc.constantFrom(...functions).chain(({ num, selector, signature }) => {
    const types = signature.slice(signature.indexOf('('))
    return types === '()'
      ? fc.constant({ num, selector, bytes: Buffer.alloc(0) })
      : valuesOf(types).map((values) => ({ num, selector, bytes: encode(parseTypes(types), values as AbiValue[]) }))
  })
  const property = fc.asyncProperty(wellFormed, async ({ num, selector, bytes }) => {
    const { error } = await call(num, Buffer.concat([Buffer.from(selector ?? '', 'hex'), bytes]))
    assert.notEqual(error?.code, -32_603, error?.message ?? '')
  })
  await fc.assert(property, { numRuns: 600 })
})

/** Types as signatures write them. */
const typeText: fc.Arbitrary<string> = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('uint256', 'int64', 'uint8', 'address', 'bool', 'bytes', 'string'),
    tie('type').map((type) => `${type}[]`),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((types) => `(${types.join()})`),
  ),
})).type

function valuesOf(text: string): fc.Arbitrary<AbiValue> {
  if (text.endsWith('[]')) return fc.array(valuesOf(text.slice(0, -2)), { maxLength: 3 })
  if (text.startsWith('(')) return fc.tuple(...fieldsOf(text).map(valuesOf))
  const integer = /^(u?)int(\d+)$/.exec(text)
  if (integer) return integerOf(integer[1] === 'u', BigInt(integer[2] ?? 0))
  if (text === 'bool') return fc.boolean()
  if (text === 'string') return fc.string({ maxLength: 40 })
  if (text === 'address') return address
  return fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes))
}

function integerOf(isUnsigned: boolean, bits: bigint): fc.Arbitrary<bigint> {
  const most = isUnsigned ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n
  return fc.oneof(fc.bigInt({ min: 0n, max: 130n }), fc.bigInt({ min: isUnsigned ? 0n : -most - 1n, max: most }))
}

/** Addresses of accounts, of tokens, of nothing. */
const address = fc.oneof(
  fc.constantFrom(SENDER ?? '').map((text) => Buffer.from(text.slice(2), 'hex')),
  fc.integer({ min: 0, max: 1040 }).map((num) => Buffer.from(num.toString(16).padStart(40, '0'), 'hex')),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
)

/** The parts of a tuple between its own commas. */
function fieldsOf(text: string): string[] {
  const fields: string[] = []
  let [depth, start] = [0, 1]
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '(') depth++
    if ((text[at] === ',' || at === text.length - 1) && depth === 0) {
      fields.push(text.slice(start, at))
      start = at + 1
    }
    if (text[at] === ')') depth--
  }
  return fields
}

const typed = typeText.map((type) => `(${type})`).chain((text) => fc.tuple(fc.constant(text), valuesOf(text)))

test('what is encoded is decoded as it was, and as ethers decodes it', async () => {
  const { AbiCoder } = await import('ethers')
  const coder = AbiCoder.defaultAbiCoder()
  fc.assert(
    fc.property(typed, ([text, values]) => {
      const types = parseTypes(text)
      const bytes = encode(types, values as readonly AbiValue[])
      assert.deepEqual(decode(types, bytes), values)
      const names = fieldsOf(text).map((field) => field.replaceAll('(', 'tuple('))
      assert.equal(coder.encode(names, coder.decode(names, bytes)), `0x${bytes.toString('hex')}`)
    }),
    { numRuns: 500 },
  )
})

test('offsets that lead to the same bytes many times are refused', () => {
  const count = 200
  const types = parseTypes('(bytes[][])')
  const rows = Array.from({ length: count }, () => BigInt(32 * count))
  const number = (n: bigint) => Buffer.from(n.toString(16).padStart(64, '0'), 'hex')
  const bomb = Buffer.concat([
    number(32n),
    number(BigInt(count)),
    ...rows.map(number),
    number(BigInt(count)),
    ...rows.map(number),
    number(0n),
  ])
  assert.throws(() => decode(types, bomb), AbiError)
})
