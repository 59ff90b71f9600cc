import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Statement, type StatementEntry, signersOf, statementCsv, statementJson } from '@quorate/verify/recount'

const WALLET = '0.0.1033'
const SPENDER = '0.0.1025'

const entry = (more: Partial<StatementEntry>, change: bigint): StatementEntry => ({
  ...{ at: '1796083200.000000001', transactionId: `${SPENDER}-1796083190-000000000`, isScheduled: false },
  ...{ name: 'CRYPTOTRANSFER', result: 'SUCCESS', memo: undefined, fee: 0n, reward: 0n, balance: 0n },
  movements: [{ asset: 'HBAR', change, other: '0.0.1029', others: 0, balance: 0n }],
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
