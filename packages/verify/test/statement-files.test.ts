import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Statement, type StatementEntry, signersOf, statementCsv, statementJson } from '@quorate/verify/recount'

const WALLET = '0.0.1033'
const SPENDER = '0.0.1025'

const entry = (more: Partial<StatementEntry>, change: bigint): StatementEntry => ({
  ...{ at: '1796083200.000000001', transactionId: `${SPENDER}-1796083190-000000000`, isScheduled: false },
  ...{ name: 'CRYPTOTRANSFER', result: 'SUCCESS', memo: undefined, fee: 0n, reward: 0n, balance: 0n },
  movements: [{ asset: 'HBAR', change, other: '0.0.1029', others: 0, receivers: [], balance: 0n }],
  ...more,
})

test('A payment without a request was signed by the account that paid for it, such as a spender in its limit', () => {
  const request = { jobId: 'j', signers: ['0.0.1022', '0.0.1023'] }
  const own = { transactionId: `${WALLET}-1796083190-000000000` }
  for (const [one, of, signers] of [
    [entry({}, -5n), undefined, [SPENDER]],
    [entry({}, -5n), request, request.signers],
    // Others signed what came in, and the signers of a schedule are not in its id.
    [entry({}, 5n), undefined, []],
    [entry({ isScheduled: true }, -5n), undefined, []],
    [entry(own, -5n), undefined, []],
  ] as const)
    assert.deepEqual(signersOf(one, of, WALLET), signers)
})

test('The files of a statement name the spender of a payment without a request', () => {
  const statement: Statement = { account: WALLET, from: '0.0', to: '1.0', assets: [], entries: [entry({}, -5n)] }
  const nameOf = (id: string) => (id === SPENDER ? 'Dora' : undefined)
  const [head = '', line = ''] = statementCsv(statement, { nameOf, requestOf: () => undefined }).split('\r\n')
  assert.equal(line.split(',')[head.split(',').indexOf('signed_by')], 'Dora')
  const { entries } = statementJson(statement, () => undefined) as { entries: { signers: string[] }[] }
  assert.deepEqual(
    entries.map(({ signers }) => signers),
    [[SPENDER]],
  )
})

test('The CSV of a statement has a line for each receiver, with the balance after it', () => {
  const paid = (change: bigint) => ({
    ...{ asset: 'HBAR', change, other: '0.0.5', others: 1, balance: 0n },
    receivers: [
      { account: '0.0.5', amount: 20_000_000_000n },
      { account: '0.0.6', amount: 150_000_000n },
    ],
  })
  const cellsOf = (change: bigint) => {
    const of = entry({ movements: [paid(change)], fee: 100_000n, balance: 9_999_900_000n }, change)
    const assets = [{ asset: 'HBAR', decimals: 8, symbol: 'HBAR' }] as unknown as Statement['assets']
    const statement: Statement = { account: WALLET, from: '0.0', to: '1.0', assets, entries: [of] }
    const nameOf = (id: string) => (id === '0.0.6' ? 'Ben' : undefined)
    const [, ...lines] = statementCsv(statement, { nameOf, requestOf: () => undefined })
      .trim()
      .split('\r\n')
    return lines.map((line) => line.split(',').slice(4, 8))
  }
  assert.deepEqual(cellsOf(-20_150_000_000n), [
    ['-200', '101.5', '0.0.5', ''],
    ['-1.5', '100', '0.0.6', 'Ben'],
    ['-0.001', '99.999', '', ''],
  ])
  // If another account paid a part, nobody can say whose part it was.
  assert.deepEqual(cellsOf(-20_000_000_000n)[0], ['-200', '100', '0.0.5; 0.0.6', '; Ben'])
})
