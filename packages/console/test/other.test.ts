/** The form for any other transaction of a wallet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Key,
  keyJson,
  type OperationName,
  operationDefinitions,
  operationText,
  readOperation,
} from '@quorate/verify'
import { emptyForm, type Form, fieldsOf, operationIn, whensOf } from '../src/page/wallets/asking/other.ts'

const walletId = '0.0.1040'
const walletKey: Key = { type: 'ed25519', bytes: new Uint8Array(32).fill(7) }
const decimals = new Map([
  ['0.0.2002', 2],
  ['0.0.2003', 6],
])
const around = { walletId, walletKey, language: 'en', decimals }
const filled = (name: OperationName, part: Partial<Form>): Form => ({ ...emptyForm(name), ...part })

test('states the operation once its fields are filled in', () => {
  const form = filled('mint/token', { texts: { token: '0.0.2002' } })
  assert.equal(operationIn(form, around), undefined, 'the amount is missing')
  assert.deepEqual(operationIn({ ...form, amounts: { amount: { text: '5' } } }, around), {
    method: 'POST',
    path: '/hts/mint/token/0.0.2002',
    body: { amount: '500' },
  })
})

test('gives a new token the wallet as its treasury, and the keys that are ticked', () => {
  const form = filled('create/token', { texts: { name: 'Gold', symbol: 'GLD' }, flags: { supplyKey: true } })
  assert.deepEqual(operationIn(form, around)?.body, {
    name: 'Gold',
    symbol: 'GLD',
    tokenType: { _code: 0 },
    supplyType: { _code: 0 },
    treasuryAccountId: walletId,
    supplyKey: true,
  })
})

test('reads a typed amount for the token and the decimals that the form has now', () => {
  const amounts = { amount: { text: '5' } }
  const allowance = (tokenId: string) => {
    const form = filled('allowance/token', { texts: { tokenId, spenderAccountId: '0.0.1041' }, amounts })
    return operationIn(form, around)?.body?.amount
  }
  // The text stays in the field if another token is chosen.
  assert.deepEqual(['0.0.2003', '0.0.2002'].map(allowance), ['5000000', '500'])
  assert.equal(allowance('0.0.2004'), undefined, 'the decimals of this token are not known')
  const supplyWith = (texts: Record<string, string>) => {
    const named = { name: 'Gold', symbol: 'GLD', ...texts }
    const form = filled('create/token', { texts: named, amounts: { initialSupply: { text: '1000' } } })
    return operationIn(form, around)?.body?.initialSupply
  }
  assert.deepEqual([supplyWith({}), supplyWith({ decimals: '2' })], ['1000', '100000'])
  // The language, too, may change after an amount was typed.
  const mint = filled('mint/token', { texts: { token: '0.0.2003' }, amounts: { amount: { text: '1.5000' } } })
  assert.equal(operationIn(mint, around)?.body?.amount, '1500000')
  assert.equal(operationIn(mint, { ...around, language: 'de' }), undefined, 'German readers may mean 15,000')
})

test('puts amounts of hbars and of a new token in the words of the page', () => {
  const inWords = (form: Form, language: 'en' | 'de') => {
    const read = readOperation(operationIn(form, around), walletId)
    assert.ok('name' in read)
    return operationText(read, walletId, { language, amountOf: () => assert.fail() })
  }
  const amount = { text: '1500.50' }
  const texts = { name: 'Punkte', symbol: 'PKT', decimals: '2' }
  const creation = filled('create/token', { texts, amounts: { initialSupply: amount } })
  assert.match(inWords(creation, 'de'), / 1\.500,50 "PKT"/)
  assert.match(inWords(creation, 'en'), / 1,500\.50 "PKT"/)
  const allowed = { text: '1500.50 ℏ' }
  const allowance = filled('allowance/hbar', { texts: { spenderAccountId: '0.0.1041' }, amounts: { amount: allowed } })
  assert.match(inWords(allowance, 'de'), / 1\.500,50 ℏ/)
})

test("offers the wallet's key for a topic, and reads lists and other keys", () => {
  assert.deepEqual(operationIn(filled('create/topic', { flags: { key: true } }), around)?.body, {
    key: keyJson(walletKey),
  })
  assert.equal(operationIn(filled('create/topic', { texts: { key: 'not a key' } }), around), undefined)
  const burn = filled('burn/nft', { texts: { token: '0.0.2002', serialNumbers: '1, 3;4' } })
  assert.deepEqual(operationIn(burn, around)?.body, { serialNumbers: [1, 3, 4] })
  const mint = filled('mint/nft', { texts: { token: '0.0.2002', metadata: 'ipfs://a\nipfs://b' } })
  assert.deepEqual(operationIn(mint, around)?.body, { metadata: ['ipfs://a', 'ipfs://b'] })
})

test('takes the data of a call as tools print it, with and without 0x', () => {
  const texts = { contract: '0.0.2005', gas: '60000' }
  for (const data of ['0xA9059CBB', 'a9059cbb', ' 0xa9059cbb '])
    assert.equal(operationIn(filled('call/contract', { texts: { ...texts, data } }), around)?.body?.data, '0xa9059cbb')
  assert.equal(operationIn(filled('call/contract', { texts: { ...texts, data: 'transfer(5)' } }), around), undefined)
})

test('reads receivers, airdrops, contents of files and times from the fields', () => {
  const body = (name: OperationName, texts: Record<string, string>) =>
    operationIn(filled(name, { texts }), around)?.body
  assert.deepEqual(body('airdrop/token', { token: '0.0.2002', airdrops: '0.0.1041 1.50\n0.0.1042; 2' }), {
    airdrops: [
      { receiverId: '0.0.1041', amount: '150' },
      { receiverId: '0.0.1042', amount: '200' },
    ],
  })
  assert.equal(body('airdrop/token', { token: '0.0.2002', airdrops: '0.0.1041' }), undefined, 'no amount')
  assert.deepEqual(body('cancel/airdrop', { airdrops: '0.0.1041 0.0.2002/7' }), {
    airdrops: [{ receiverId: '0.0.1041', tokenId: '0.0.2002', serialNumber: 7 }],
  })
  assert.deepEqual(body('reject/token', { tokens: '0.0.2002\n0.0.2003/1' }), {
    tokens: [{ tokenId: '0.0.2002' }, { tokenId: '0.0.2003', serialNumber: 1 }],
  })
  const file = { contents: 'Grün', expiresAt: '2027-03-01T00:00Z' }
  assert.deepEqual(body('create/file', file), { contents: '0x4772c3bc6e', expiresAt: '2027-03-01T00:00:00.000Z' })
  assert.deepEqual(body('append/file', { file: '0.0.7', contents: '0x00FF' }), { contents: '0x00ff' })
})

test('has a form for every operation, and offers a schedule only where the network keeps one', () => {
  for (const name of Object.keys(operationDefinitions) as OperationName[]) {
    for (const [field] of fieldsOf(name)) assert.notEqual(field, 'type')
    assert.equal(whensOf(name).includes('until'), operationDefinitions[name].isSchedulable === true, name)
  }
  assert.ok('wrong' in readOperation({ method: 'POST', path: '/hts/mint/token/0.0.1' }, walletId))
})
