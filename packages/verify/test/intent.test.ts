import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { compareIntent, decode, type Field, saysSame } from '@quorate/verify'
import { bodyOf, EXAMPLES, KEY, RECEIVER, TOKEN, WALLET } from './bodies.ts'

/** The fields that an intent leaves open: any node, and any duration that the network takes. */
const OPEN = /^(nodeAccountID|transactionValidDuration)/
/** Limits of a fee. A lower fee is not a difference. */
const FEE = /transactionFee$/

describe('Bytes that say what the request states', () => {
  for (const [name, example] of Object.entries(EXAMPLES))
    test(`${name} has no difference`, () => {
      const { intent, list } = example()
      assert.deepEqual(compareIntent(bodyOf(list), intent), [])
    })
})

describe('Bytes with one changed byte', () => {
  for (const [name, example] of Object.entries(EXAMPLES))
    test(`${name}: each change is reported, wherever it is`, () => {
      const { intent, list } = example()
      const body = Uint8Array.from(bodyOf(list))
      const unseen = unseenIn(decode(body).fields)
      for (const [at, byte] of body.entries()) {
        if (unseen.has(at)) continue
        for (const other of new Set([byte ^ 1, byte ^ 0x80, (byte + 8) & 0xff, 0])) {
          if (other === byte) continue
          const changed = body.with(at, other)
          assert.notDeepEqual(compareIntent(changed, intent), [], `byte ${at}: ${byte} became ${other}`)
        }
      }
    })
})

test('Fields of different list elements are never combined into one transfer', () => {
  const { intent, list } = EXAMPLES['A withdrawal of an NFT']?.() ?? assert.fail()
  const body = proto.TransactionBody.decode(bodyOf(list))
  const [token] = body.cryptoTransfer?.tokenTransfers ?? []
  const { senderAccountID, receiverAccountID } = token?.nftTransfers?.[0] ?? assert.fail()
  // The index of the second one equals the serial number of the first.
  Object.assign(token ?? {}, { nftTransfers: [{ serialNumber: 1 }, { senderAccountID, receiverAccountID }] })
  const bytes = proto.TransactionBody.encode(body).finish()
  const payload = { ...intent.payload, amountOrSerial: 1 }
  assert.notDeepEqual(compareIntent(bytes, { ...intent, payload }), [])
})

/** The positions of bytes that the intent leaves open, of fees, and of the tags of empty fields. */
function unseenIn(fields: Field[]): Set<number> {
  const unseen = new Set<number>()
  const visit = (field: Field): void => {
    const { path, value, start, contentStart, end } = field
    const isOpen = OPEN.test(path) || FEE.test(path)
    const isDefault = value === 0n || value === false || value === '' || (value === null && contentStart === end)
    for (let at = start; at < (isOpen ? end : isDefault ? contentStart : start); at++) unseen.add(at)
    field.fields?.forEach(visit)
  }
  fields.forEach(visit)
  return unseen
}

describe('Two messages', () => {
  const account = (hex: string) => Uint8Array.fromHex(hex)

  test("say the same with and without defaults, except if a field's presence has a meaning", () => {
    assert.ok(saysSame(account('1805'), account('080010001805'), 'AccountID'))
    // An account without a number is not account 0.
    assert.ok(!saysSame(account(''), account('1800'), 'AccountID'))
    for (const [one, other] of [
      ['', '7a00'],
      ['7a00', '7a021200'],
      ['7a021200', '7a0412020800'],
    ] as const)
      assert.equal(
        saysSame(account(one), account(other), 'TransactionBody'),
        other === '7a0412020800',
        `${one} and ${other}`,
      )
    const key = '7a041a020a00'
    assert.ok(!saysSame(account('7a021a00'), account(key), 'TransactionBody'), key)
  })

  test('are not the same if a reader could read them differently, though they look alike', () => {
    assert.ok(!saysSame(account('188100'), account('188100'), 'TransactionBody'))
  })
})

describe('Differences in words', () => {
  const differences = (name: string, changes: object) => {
    const { intent, list } = EXAMPLES[name]?.() ?? assert.fail()
    return compareIntent(bodyOf(list), { ...intent, ...changes }).map(({ message }) => message)
  }
  const withdrawal = { walletId: WALLET, receiverId: RECEIVER, type: 'FUNGIBLE_COMMON', tokenId: TOKEN }

  test('report another amount, and another receiver', () => {
    const list = `cryptoTransfer.tokenTransfers[${TOKEN}].transfers`
    assert.deepEqual(differences('A withdrawal of tokens', { payload: { ...withdrawal, amountOrSerial: 8 } }), [
      `${list}[${WALLET}].amount is -7, and the request states -8`,
      `${list}[${RECEIVER}].amount is 7, and the request states 8`,
    ])
    const other = { ...withdrawal, amountOrSerial: 7, receiverId: '0.0.9' }
    assert.deepEqual(differences('A withdrawal of tokens', { payload: other }), [
      `${list}[0.0.9].accountID is not in the bytes, and the request states 0.0.9`,
      `${list}[0.0.9].amount is not in the bytes, and the request states 7`,
      `${list}[${RECEIVER}].accountID is ${RECEIVER}, which the request does not state`,
      `${list}[${RECEIVER}].amount is 7, which the request does not state`,
    ])
  })

  test('report a key that nobody stated, a higher fee, and another transaction', () => {
    assert.match(differences('A change of owners', { newKey: undefined })[0] ?? '', /^cryptoUpdateAccount\.key is 2 of/)
    const keys = { newKey: { ...KEY, threshold: 1 } }
    assert.match(differences('A change of owners', keys)[0] ?? '', /is 2 of .* and the request states 1 of/)
    assert.deepEqual(differences('An association', { maxTransactionFee: 1n }), [
      'transactionFee is 500000000: at most 1',
    ])
    assert.deepEqual(differences('An association', { transactionId: `${WALLET}@1.000000002` }), [
      'transactionID.transactionValidStart is 1795000000.000000005, and the request states 1.000000002',
    ])
  })

  test('report every statement of another operation', () => {
    const [first, ...others] = differences('An association', { operation: 'dissociate' })
    assert.equal(first, `tokenDissociate.account is not in the bytes, and the request states ${WALLET}`)
    assert.equal(others.length, 3)
  })

  test('A request without comparable statements is refused', () => {
    const { intent, list } = EXAMPLES['A withdrawal of tokens']?.() ?? assert.fail()
    for (const payload of [{}, { ...withdrawal, amountOrSerial: '7.0' }, { ...withdrawal, walletId: 'x' }])
      assert.throws(() => compareIntent(bodyOf(list), { ...intent, payload }), { code: 'INVALID_INTENT' })
    const other = { ...intent, transactionId: '0.0.9@1.000000002' }
    assert.throws(() => compareIntent(bodyOf(list), other), { code: 'INVALID_INTENT' })
    assert.throws(() => compareIntent(bodyOf(list), { ...intent, operation: 'burn' as never }), {
      code: 'INVALID_INTENT',
    })
  })
})
