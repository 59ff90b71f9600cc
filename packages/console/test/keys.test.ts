import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { readKey, textOfFile } from '../src/page/connect/key-file.ts'

const ed25519 = generateKeyPairSync('ed25519').privateKey
const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
const raw = (key: typeof ed25519): string =>
  Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url').toString('hex')

describe('A key file', () => {
  test('is read in the formats of OpenSSL', () => {
    for (const [key, type, form] of [
      [ed25519, 'ed25519', 'pkcs8'],
      [secp256k1, 'secp256k1', 'pkcs8'],
      [secp256k1, 'secp256k1', 'sec1'],
    ] as const) {
      const expected = { privateKey: raw(key), type }
      assert.deepEqual(readKey(String(key.export({ format: 'pem', type: form }))), expected)
      assert.deepEqual(readKey(textOfFile(key.export({ format: 'der', type: form }))), expected)
    }
  })

  test('is read in the formats of the Hiero SDKs', () => {
    const digits = raw(ed25519)
    assert.deepEqual(readKey(`302e020100300506032b657004220420${digits}`), { privateKey: digits, type: 'ed25519' })
    assert.deepEqual(readKey(`3030020100300706052b8104000a04220420${digits}`), {
      privateKey: digits,
      type: 'secp256k1',
    })
    assert.deepEqual(readKey(` 0x${digits.toUpperCase()}\n`), { privateKey: digits, type: undefined })
  })

  test('is rejected if it contains no key', () => {
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })
    for (const text of [
      '',
      'hello',
      'ab'.repeat(31),
      String(p256),
      'a'.repeat(100_000),
      '-----BEGIN PRIVATE KEY-----!-----END',
    ])
      assert.equal(readKey(text), undefined)
  })
})
