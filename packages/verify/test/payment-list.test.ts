import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransactions, MAX_RECEIVERS, sumsOf, tooManyFor } from '@quorate/verify'
import {
  type ListReader,
  MAX_LIST_LINES,
  MAX_LIST_TEXT,
  readPaymentList,
  textOfList,
} from '@quorate/verify/payment-list'
import fc from 'fast-check'

const reader: ListReader = {
  walletId: '0.0.9',
  language: 'en',
  accountOf: (text) => ({ Ada: '0.0.1001', Ben: '0.0.1002' })[text] ?? (/^0\.0\.\d+$/.test(text) ? text : undefined),
  assetOf: (text) =>
    ({
      '': { tokenId: 'HBAR', decimals: 8 },
      USDC: { tokenId: '0.0.2001', decimals: 2 },
      unread: { tokenId: '0.0.2002', decimals: undefined },
      ART: { tokenId: '0.0.2003', decimals: 0, isNft: true },
    })[text],
}
const read = (text: string, more: Partial<ListReader> = {}) => readPaymentList(text, { ...reader, ...more })
const paid = (text: string, more: Partial<ListReader> = {}) => {
  const { payments, faults } = read(text, more)
  assert.deepEqual(faults, [])
  return payments.map(({ receiverId, tokenId, amount, lines }) => [receiverId, tokenId, amount, lines])
}
const faultsOf = (text: string) => read(text).faults.map(({ line, column, fault }) => [line, column, fault])

describe('A list of payments', () => {
  test('has a receiver, an amount and perhaps a token in each line, with or without headings', () => {
    const expected = [
      ['0.0.1001', 'HBAR', 250_000_000n],
      ['0.0.1002', '0.0.2001', 1_234_500n],
    ]
    const lists = [
      'Ada,2.5\n0.0.1002,"12,345.00",USDC\n',
      'Receiver,Amount,Token\r\nAda,2.5,\r\n0.0.1002,"12,345.00",USDC\r\n',
      '\ufeffToken;Amount;Note;To\n;2.5;x;Ada\n\nUSDC;12345.00;y;Ben\n',
      'Ada\t2.5\nBen\t12345.00\tUSDC',
      'Zweck;Betrag (brutto);Währung;Konto-ID\nx;2.5;;Ada\ny;12345.00;USDC;Ben',
      'token_id,Amount in ℏ,account_id\n,2.5,Ada\nUSDC,12345.00,Ben',
    ]
    for (const list of lists)
      assert.deepEqual(
        paid(list).map((one) => one.slice(0, 3)),
        expected,
        list,
      )
  })

  test('is read by the numbers of its language', () => {
    const german = paid('Empfänger;Betrag\nAda;2,5\nBen;1.000.000,25\n', { language: 'de' })
    assert.deepEqual(
      german.map(([, , amount]) => amount),
      [250_000_000n, 100_000_025_000_000n],
    )
  })

  test('may have the symbol of hbars after amounts of hbars, and no other symbol', () => {
    const german = paid('Ada;1.500,50 ℏ\nBen;2,5 HBAR\n0.0.5;ℏ 12,50', { language: 'de' })
    assert.deepEqual(
      german.map(([, , amount]) => amount),
      [150_050_000_000n, 250_000_000n, 1_250_000_000n],
    )
    assert.deepEqual(faultsOf('Ada,5 €\nBen,5 ℏ,USDC\nBen,ℏ 5 ℏ'), [
      [1, 'amount', 'notANumber'],
      [2, 'amount', 'notANumber'],
      [3, 'amount', 'notANumber'],
    ])
  })

  test('is not read if a line has more cells than columns, which may be an amount with a comma', () => {
    for (const [text, line] of [
      ['to,amount\nAda,1\nBen,2,5', 3],
      ['to,amount\nAda,1,500', 2],
      ['token,to,amount\n\n,Ada,2,5\n', 3],
      ['Ada,2,USDC,50', 1],
    ] as const)
      assert.deepEqual([faultsOf(text), read(text).payments], [[[line, 'list', 'cells']], []], text)
    assert.deepEqual(paid('Ada,1,,,\n'), [['0.0.1001', 'HBAR', 100_000_000n, [1]]])
  })

  test('does not take what follows a decimal comma for a token, even if a token is called so', () => {
    const assetOf = (text: string) => ({ tokenId: text === '' ? 'HBAR' : '0.0.6666', decimals: 2 })
    const lists = ['Ada,12,50', 'Ada,1.50\n0.0.1022, 12,50\n', 'Ada,1.5\nBen,12,50 ℏ', 'to,amount,token\nAda,12,50HBAR']
    for (const text of lists) {
      const { payments, faults } = readPaymentList(text, { ...reader, language: 'de', assetOf })
      assert.deepEqual([payments, faults.map(({ fault }) => fault)], [[], ['cells']], text)
    }
  })

  test('may begin with the line in which Excel names the separator', () => {
    for (const separator of [';', ',', '\t'])
      assert.deepEqual(paid(`\ufeffsep=${separator}\r\nto${separator}amount\r\nAda${separator}1\r\n`), [
        ['0.0.1001', 'HBAR', 100_000_000n, [3]],
      ])
    assert.deepEqual(faultsOf('sep=|\nAda,1'), [
      [1, 'receiver', 'unknown'],
      [1, 'amount', 'empty'],
    ])
  })

  test('is not read if two headings name the receiver, the amount or the token', () => {
    for (const text of [
      'account,to,amount\nAda,Ben,7',
      'Empfänger;Menge;Betrag\nAda;3;150',
      'to,amount,Amount\nAda,1,2',
    ])
      assert.deepEqual([faultsOf(text), read(text).payments], [[[1, 'list', 'headings']], []], text)
  })

  test('is not read if its first line names columns, but not those of the receiver and the amount', () => {
    for (const text of ['Nom;Montant\nAda;2.5', 'Receiver,Price\nAda,2', 'Mitarbeiter;Lohn;Token\nAda;3;USDC'])
      assert.deepEqual([faultsOf(text), read(text).payments], [[[1, 'list', 'unknownHeadings']], []], text)
    assert.deepEqual(faultsOf('Nobody;x2'), [
      [1, 'receiver', 'unknown'],
      [1, 'amount', 'notANumber'],
    ])
  })

  test('adds up the lines that pay one receiver in one asset', () => {
    assert.deepEqual(paid('Ada,1\nBen,2\nAda,3\nAda,4,USDC\n0.0.1001,5'), [
      ['0.0.1001', 'HBAR', 900_000_000n, [1, 3, 5]],
      ['0.0.1002', 'HBAR', 200_000_000n, [2]],
      ['0.0.1001', '0.0.2001', 400n, [4]],
    ])
  })

  test('names each fault with its line, and pays nothing of such a line', () => {
    const list =
      'to,amount,token\nEve,1,\n0.0.9,1,\nAda,"5,100",\nAda,0,\nAda,,\nAda,1.234,USDC\nAda,1,GOLD\nAda,1,unread\nBen,1,'
    assert.deepEqual(faultsOf(list), [
      [2, 'receiver', 'unknown'],
      [3, 'receiver', 'itself'],
      [4, 'amount', 'ambiguous'],
      [5, 'amount', 'zero'],
      [6, 'amount', 'empty'],
      [7, 'amount', 'tooPrecise'],
      [8, 'token', 'unknown'],
      [9, 'token', 'unknown'],
    ])
    assert.deepEqual(
      read(list).payments.map(({ receiverId }) => receiverId),
      ['0.0.1002'],
    )
  })

  test('tells a mistyped checksum from an unknown name, and NFTs from tokens', () => {
    assert.deepEqual(faultsOf('0.0.1001-abcde,1\n0.0.x-abcde,1\nAda,1,ART\nAda,1,0.0.2001-abcde'), [
      [1, 'receiver', 'checksum'],
      [2, 'receiver', 'unknown'],
      [3, 'token', 'nft'],
      [4, 'token', 'checksum'],
    ])
  })

  test('is read from the encodings that spreadsheets write', () => {
    const list = 'Empfänger;Betrag\nJürgen Müßig;2,50 €\n'
    const windows = Buffer.from(list.replace('€', '\x80'), 'latin1')
    for (const file of [
      Buffer.from(list),
      Buffer.from(`\ufeff${list}`),
      windows,
      Buffer.from(`\ufeff${list}`, 'utf16le'),
    ])
      assert.equal(textOfList(file), list)
  })

  test('is refused as a whole if it is empty, too long or has an open quotation mark', () => {
    assert.deepEqual(faultsOf(''), [[1, 'list', 'empty']])
    assert.deepEqual(faultsOf('receiver,amount\n\n'), [[1, 'list', 'empty']])
    assert.deepEqual(faultsOf('Ada,"1\nBen,2'), [[1, 'list', 'quotes']])
    assert.deepEqual(faultsOf('Ada,1\n'.repeat(MAX_LIST_LINES + 1)), [[MAX_LIST_LINES + 1, 'list', 'tooLong']])
    assert.deepEqual(faultsOf('x'.repeat(MAX_LIST_TEXT + 1)), [[1, 'list', 'tooLong']])
  })

  test('A list of payments without a column of tokens pays hbars, whatever other columns it has', () => {
    assert.deepEqual(
      paid('Amount,Note,Receiver\n2.5,USDC,Ada\n').map((one) => one.slice(0, 3)),
      [['0.0.1001', 'HBAR', 250_000_000n]],
    )
  })
})

test('Payments are divided among transactions that the ledger takes, in their order, and each is as full as it can be', () => {
  const payment = fc.record({
    receiverId: fc.constantFrom('0.0.1', '0.0.2', '0.0.3'),
    tokenId: fc.constantFrom('HBAR', '0.0.2001', '0.0.2002', '0.0.2003'),
    amount: fc.bigInt({ min: 1n, max: 10n }),
  })
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 60 }), (payments) => {
      const groups = inTransactions(payments)
      assert.deepEqual(groups.flat(), payments)
      for (const [index, group] of groups.entries()) {
        assert.equal(tooManyFor(group), undefined)
        const next = groups[index + 1]?.[0]
        if (next) assert.notEqual(tooManyFor([...group, next]), undefined)
      }
      const sums = sumsOf(payments)
      const expected = payments
        .filter(({ tokenId }) => tokenId === 'HBAR')
        .reduce((sum, { amount }) => sum + amount, 0n)
      assert.equal(sums.get('HBAR') ?? 0n, expected)
    }),
  )
  const hbars = (count: number) => Array.from({ length: count }, () => ({ tokenId: 'HBAR' }))
  assert.deepEqual(
    inTransactions(hbars(2 * MAX_RECEIVERS + 1)).map((group) => group.length),
    [9, 9, 1],
  )
})
