import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as Abi from 'ox/Abi'
import * as AbiFunction from 'ox/AbiFunction'
import { abiReader } from '../src/page/explorer/contracts/abi.ts'

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

test('a call is read by JSON of a compiler, by an artifact, and by lines', () => {
  const abi = [
    {
      type: 'function',
      name: 'pay',
      stateMutability: 'nonpayable',
      inputs: [{ name: 'cents', type: 'uint256' }],
      outputs: [{ name: '', type: 'uint256' }],
    },
  ]
  const data = `0xc290d691${word(5)}`
  for (const text of [JSON.stringify(abi), JSON.stringify({ abi }), 'function pay(uint256 cents) returns (uint256);']) {
    const reader = abiReader(text)
    assert.equal(reader?.call(data), 'pay(cents: 5)')
    assert.equal(reader?.returned(data, `0x${word(2n ** 255n)}`), String(2n ** 255n))
    assert.equal(reader?.isGuess, false)
  }
})

test('an event is read with indexed values, and the one with the right number of topics is chosen', () => {
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const [from, to] = [`0x${word(1)}`, `0x${word(2)}`]
  const reader = abiReader('')
  assert.match(
    reader?.event([transfer, from, to], `0x${word(7)}`) ?? '',
    /^Transfer\(from: 0x0+1, to: 0x0+2, amount: 7\)$/,
  )
  assert.match(reader?.event([transfer, from, to, `0x${word(7)}`], '0x') ?? '', /to: 0x0+2, id: 7\)$/)
  assert.equal(reader?.isGuess, true)
})

test('structs, lists, texts and unnamed values are shown in full', () => {
  const lines = ['struct Part { address to; uint8 share; }', 'function split(Part[] parts, string, bool[2] flags)']
  const split = Abi.from(lines).find((one) => one.type === 'function')
  assert.ok(split)
  const to = `0x${'0'.repeat(37)}3ff`
  const data = AbiFunction.encodeData(split, [[{ to, share: 3 }], 'a "note"', [true, false]] as never)
  assert.equal(
    abiReader(lines.join('\n'))?.call(data),
    `split(parts: [{to: ${to}, share: 3}], "a \\"note\\"", flags: [true, false])`,
  )
  assert.equal(abiReader('function stop()')?.call('0x07da68f5'), 'stop()')
  const [send] = Abi.from(['function send(uint256[] units)'])
  assert.equal(
    abiReader('function send(uint256[] units)')?.call(AbiFunction.encodeData(send, [[9n]])),
    'send(units: [9])',
  )
})

test('what is no ABI is refused, and data that does not fit is not read', () => {
  for (const text of ['x', '{}', '[]', '[1]', '[null]', 'null', '{"abi":5}', 'function', 'a'.repeat(200_001)])
    assert.equal(abiReader(text), undefined, text.slice(0, 20))
  const reader = abiReader('function pay(uint256[] cents)')
  assert.equal(reader?.call('0x12345678'), undefined)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const data = Buffer.from(bytes).toString('hex')
      for (const one of [`0x${data}`, `0xaa00a2cf${data}`, `0xa9059cbb${data}`]) {
        for (const own of [reader, abiReader('')]) {
          const text = own?.call(one)
          assert.ok(text === undefined || text.length <= 2_001)
          own?.error(one)
          own?.returned(one, one)
          own?.event([one.padEnd(66, '0').slice(0, 66)], one)
        }
      }
    }),
  )
})
