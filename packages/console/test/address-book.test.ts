import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookIn, faultOf, merged } from '../src/page/address-book/additions.ts'
import {
  accountNamed,
  type Book,
  bookText,
  type Entry,
  entriesIn,
  MAX_ENTRIES,
  resembles,
  withEntry,
  withoutEntry,
} from '../src/page/address-book/book.ts'
import { passesForMine, shownSymbol, shownTokenName } from '../src/page/address-book/look-alikes.ts'
import { de, en } from '../src/page/texts/all.ts'

const chain = 'hedera:testnet'

/** The entries of a file; undefined if nothing of it is taken. */
const taken = (text: string): Book | undefined => {
  const read = bookIn(text)
  return 'fault' in read ? undefined : read
}
const ben: Entry = { chain, account: '0.0.4711022', name: 'Ben' }
const claire: Entry = { chain, account: '0.0.8123', name: 'Claire' }

test('A name passes for one in the book if readers could confuse the two; a symbol passes for HBAR likewise', () => {
  const mine = new Map([['0.0.4711022', 'Ben']])
  for (const name of ['Ben', 'Веn', 'BËN.', '0.0.4711022']) assert.ok(passesForMine(name, '0.0.5555', mine), name)
  for (const [id, name] of [
    ['0.0.4711022', 'Ben'],
    ['0.0.5555', 'Benno'],
    ['0.0.5555', 'Claire 0.0.5555'],
  ] as const)
    assert.ok(!passesForMine(name, id, mine), name)
  for (const symbol of ['HBAR', 'НBAR', 'hbar', 'ℏ']) assert.equal(shownSymbol(symbol, '0.0.5555'), undefined, symbol)
  assert.equal(shownSymbol('WHBAR2', '0.0.5555'), 'WHBAR2')
  for (const symbol of [
    '50',
    '5',
    '12,50',
    '000 EUR',
    '000EUR',
    '٥٠',
    '５０',
    '$50',
    '\u200b50',
    '1e6',
    '5HBAR',
    '50 ℏ',
  ])
    assert.equal(shownSymbol(symbol, '0.0.5555'), undefined, symbol)
  for (const symbol of ['1INCH', '3CRV', 'USDC.e2', '€']) assert.equal(shownSymbol(symbol, '0.0.5555'), symbol)
})

test('A token whose name begins as a number does is recognised by its id and the quoted name', () => {
  const shown = (name: string, texts = en) => shownTokenName(name, '0.0.5555', texts.wallet.quotedToken)
  assert.deepEqual([shown('Euro'), shown('1INCH'), shown('Series 3')], ['Euro', '1INCH', 'Series 3'])
  assert.deepEqual([shown('2024 Bond'), shown('50')], ['0.0.5555 “2024 Bond”', '0.0.5555 “50”'])
  assert.equal(shown('2024 Bond', de), '0.0.5555 „2024 Bond“')
  for (const name of ['', 'HBAR', 'НBAR', '0.0.1023']) assert.equal(shown(name), undefined, name)
  // A symbol stands beside an amount.
  assert.equal(shownSymbol('2024 Bond', '0.0.5555'), undefined)
})

test('A name typed in full, in upper or lower case, identifies the one account that has it', () => {
  const names = new Map([
    ['0.0.5', 'Ben Müller'],
    ['0.0.6', 'Kasse'],
    ['0.0.7', 'kasse '],
  ])
  assert.equal(accountNamed(' ben müller ', names), '0.0.5')
  for (const typed of ['', 'Ben', 'Kasse', '0.0.5']) assert.equal(accountNamed(typed, names), undefined, typed)
})

describe('The address book', () => {
  test('has one name for each account of a chain, and one account for each name', () => {
    const book = withEntry(withEntry([], claire), ben)
    assert.deepEqual(book, [ben, claire])
    assert.deepEqual(withEntry(book, { ...ben, name: 'Zoe' }), [claire, { ...ben, name: 'Zoe' }])
    assert.equal(faultOf({ ...ben, account: '0.0.5555', name: 'BEN' }, book), 'taken')
    for (const name of ['Bеn', 'Веn', 'Bën', 'Ben.', 'B‑en', 'Ｂen', 'Be\u0301n'])
      assert.equal(faultOf({ ...ben, account: '0.0.5555', name }, book), 'taken', name)
    assert.equal(faultOf({ ...ben, account: '0.0.5555', name: 'Benno' }, book), undefined)
    assert.equal(taken(bookText([ben, { ...ben, account: '0.0.5555', name: 'Веn' }])), undefined)
    const kept: Book = [ben, { ...ben, account: '0.0.5555', name: 'Ben.' }]
    assert.deepEqual(entriesIn(bookText(kept)), kept, 'what an earlier version took is not lost')
    assert.equal(merged([ben], [{ ...ben, account: '0.0.5555', name: 'Bën' }]).added, 0)
    assert.equal(faultOf({ ...ben, name: 'ben' }, book), undefined)
    assert.equal(faultOf({ ...ben, chain: 'hedera:mainnet', account: '0.0.5555' }, book), undefined)
    assert.deepEqual(withoutEntry(book, { ...ben, name: '' }), [claire])
  })

  test('rejects a name that hides characters, shows nothing, or passes for another account', () => {
    for (const name of [
      '',
      ' ',
      ' Ben',
      'Ben\u202e',
      '\u0301',
      '0.0.1023',
      'Ben 0.0.1023',
      'O.O.1023',
      '0·0·1023',
      'o.0.l023',
      '0٫0٫1023',
      'x'.repeat(101),
      'a\nb',
    ])
      assert.equal(faultOf({ ...ben, name }, []), 'name', JSON.stringify(name))
    assert.equal(faultOf({ ...ben, name: 'Ben 0.0.4711022' }, []), undefined)
    for (const account of ['', '1022', '0.0.01', '0.0.1-abcde', '0.0.x'])
      assert.equal(faultOf({ ...ben, account }, []), 'account')
  })

  test('is read back as it was written; one faulty entry makes a whole file invalid', () => {
    const book: Book = [ben, claire]
    assert.deepEqual(taken(bookText(book)), book)
    const file = (entries: unknown, more: object = {}) =>
      taken(JSON.stringify({ kind: 'quorate-address-book', version: 1, entries, ...more }))
    assert.deepEqual(file([{ ...ben, more: 1 }]), [ben])
    for (const entries of [
      ...[
        undefined,
        {},
        [null],
        ['Ben'],
        [{ ...ben, name: 5 }],
        [{ ...ben, chain: '<b>' }],
        [{ chain, account: '0.0.1' }],
      ],
      ...[[ben, { ...ben, name: 'Other' }], [ben, { ...claire, name: 'Ben' }], [{ ...ben, name: 'Ada\u2066' }]],
    ])
      assert.equal(file(entries), undefined, JSON.stringify(entries))
    assert.equal(file([ben], { version: 2 }), undefined)
    for (const text of ['', 'null', '[]', '{', 'x'.repeat(2_000_000)]) assert.equal(taken(text), undefined)
  })

  test('names the first fault of a file', () => {
    for (const [entries, expected] of [
      [
        [ben, { ...claire, name: 'Claire\u200b' }],
        { fault: 'name', place: 2, account: claire.account, name: 'Claire\u200b' },
      ],
      [[ben, { ...ben, name: 'Other' }], { fault: 'twice', place: 2, account: ben.account, name: 'Other' }],
      [[ben, { ...claire, name: 'ben' }], { fault: 'taken', place: 2, account: claire.account, name: 'ben' }],
      [[{ ...ben, account: '1023' }], { fault: 'account', place: 1, account: '1023', name: ben.name }],
      [[null], { fault: 'name', place: 1, account: '', name: '' }],
    ] as const)
      assert.deepEqual(bookIn(JSON.stringify({ kind: 'quorate-address-book', version: 1, entries })), expected)
    assert.deepEqual(bookIn('account;name\n0.0.1030;Zwei'), { fault: 'notABook' })
  })

  test('holds at most a thousand names', () => {
    const many = Array.from({ length: MAX_ENTRIES }, (_, index) => ({
      chain,
      account: `0.0.${5000 + index}`,
      name: `N${index}`,
    }))
    assert.equal(taken(bookText(many))?.length, MAX_ENTRIES)
    assert.equal(taken(bookText([...many, ben])), undefined)
    assert.deepEqual(merged(many, [ben]), { book: many, added: 0, kept: [ben] })
  })

  test('compares each name of a file once, whatever its length and characters', (t) => {
    // This letter is normalised to eighteen characters.
    const name = '\ufdfa'.repeat(90)
    const many = Array.from({ length: MAX_ENTRIES }, (_, index) => ({
      ...{ chain, account: `0.0.${5000 + index}`, name: `${name}${index}` },
    }))
    const levelling = t.mock.method(String.prototype, 'normalize')
    const read = taken(bookText(many)) ?? []
    assert.equal(merged([], read).added, MAX_ENTRIES)
    assert.ok(levelling.mock.callCount() <= 20 * MAX_ENTRIES, `${levelling.mock.callCount()} times`)
  })

  test('imports nothing from a file that would change its entries', () => {
    const theirs: Book = [
      { ...ben, name: 'Not Ben' },
      { ...claire, account: '0.0.9999' },
      { ...claire, account: '0.0.7', name: 'Dora' },
    ]
    const { book, added, kept } = merged([ben, claire], theirs)
    assert.deepEqual(
      book.map(({ name, account }) => `${name} ${account}`),
      ['Ben 0.0.4711022', 'Claire 0.0.8123', 'Dora 0.0.7'],
    )
    assert.equal(added, 1)
    assert.deepEqual(kept, theirs.slice(0, 2))
    assert.deepEqual(merged(book, [ben]), { book, added: 0, kept: [] })
  })
})

test('An account resembles one with the same first and last digits, but not its neighbours', () => {
  for (const [account, other] of [
    ['0.0.4799922', '0.0.4711022'],
    ['0.0.471022', '0.0.4711022'],
    ['0.0.47110922', '0.0.4711022'],
    ['0.0.471102', '0.0.471122'],
    ['0.1.1022', '0.0.1022'],
  ] as const)
    assert.ok(resembles(account, other), `${account} ${other}`)
  for (const [account, other] of [
    ['0.0.1022', '0.0.1022'],
    ['0.0.1023', '0.0.1022'],
    ['0.0.1023', '0.0.1033'],
    ['0.0.1032', '0.0.1022'],
    ['0.0.3', '0.0.1023'],
    ['0.0.133', '0.0.123'],
    ['0.0.4899923', '0.0.4711022'],
    ['0.0.4', '0.0.4444'],
  ] as const)
    assert.ok(!resembles(account, other), `${account} ${other}`)
})
