import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { callText, declared, KNOWN_CALLS } from '../src/bodies/operations/calls.ts'

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

test('selectors are those of the declared functions', () => {
  for (const [selector, text] of Object.entries(KNOWN_CALLS)) {
    const { name, arguments: parts } = declared(text)
    const signature = `${name}(${parts.map(({ type }) => type).join(',')})`
    assert.equal(bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4)), selector, signature)
  }
})

test('a known call is read with its arguments, and only if there is nothing else', () => {
  const transfer = `0xa9059cbb${word(1030)}${word(5)}`
  assert.equal(callText(transfer), 'transfer(to: 0.0.1030, amount: 5)')
  const address = 'ab'.repeat(20)
  assert.equal(
    callText(`0xa9059cbb${address.padStart(64, '0')}${word(2n ** 256n - 1n)}`),
    `transfer(to: 0x${address}, amount: ${2n ** 256n - 1n})`,
  )
  assert.equal(callText('0x0a754de6'), 'associate()')
  assert.equal(callText(`0xa22cb465${word(7)}${word(1)}`), 'setApprovalForAll(operator: 0.0.7, approved: true)')
  for (const unread of [
    '0x',
    '0x12345678',
    `${transfer}00`,
    transfer.slice(0, -2),
    `0xa9059cbb${'1'.padEnd(24, '0')}${address}${word(5)}`, // dirty bytes before the address
    `0xa22cb465${word(7)}${word(2)}`, // no bool
    `0x0a754de6${word(1)}`,
    transfer.toUpperCase(),
  ])
    assert.equal(callText(unread), undefined, unread)
})

test('what is read is encoded to the same data', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      (to, amount) => {
        assert.equal(callText(`0xa9059cbb${word(to)}${word(amount)}`), `transfer(to: 0.0.${to}, amount: ${amount})`)
      },
    ),
  )
})
