/** The words of operations that give something away. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Key,
  keyJson,
  keyText,
  type OperationName,
  operationText,
  operationWith,
  readOperation,
} from '@quorate/verify'

const WALLET = '0.0.7'
const walletKey: Key = { type: 'ed25519', bytes: new Uint8Array(32).fill(7) }
const otherKey: Key = { type: 'ed25519', bytes: new Uint8Array(32).fill(8) }

function textOf(name: OperationName, values: Record<string, unknown>, language: 'en' | 'de' = 'en'): string {
  const read = readOperation(operationWith(name, values), WALLET)
  if ('wrong' in read) return read.wrong
  return operationText(read, WALLET, { language, walletKey, amountOf: (token, units) => `${units} of ${token}` })
}

test('An allowance says if it is in effect for everything', () => {
  const everything = /in effect everything that it has or will ever receive/
  const hbars = (amount: string) => textOf('allowance/hbar', { type: 'hbar', spenderAccountId: '0.0.9', amount })
  const tokens = (amount: string) =>
    textOf('allowance/token', { type: 'token', tokenId: '0.0.5', spenderAccountId: '0.0.9', amount })
  for (const text of [hbars('9223372036854775807'), hbars('5000000000000000000'), tokens('9223372036854775807')])
    assert.match(text, everything)
  for (const text of [hbars('4999999999999999999'), tokens('9223372036854775806')])
    assert.doesNotMatch(text, everything)
  const german = textOf(
    'allowance/hbar',
    { type: 'hbar', spenderAccountId: '0.0.9', amount: '9223372036854775807' },
    'de',
  )
  assert.match(german, /praktisch alles, was sie hat und je bekommt/)
})

test("The new key of a token is said to be the wallet's, or not to be", () => {
  const update = (key: Key) => textOf('update/token', { token: '0.0.5', supplyKey: keyJson(key) })
  assert.equal(update(walletKey), "0.0.7 changes the token 0.0.5; Key that may mint and burn: the wallet's key.")
  assert.equal(
    update(otherKey),
    `0.0.7 changes the token 0.0.5; Key that may mint and burn: ${keyText(otherKey)} (not the wallet's key, so others may hold it).`,
  )
})
