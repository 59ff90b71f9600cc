import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { movementsIn } from '../src/page/movements/movements.ts'
import { hueOf, initialsOf, sealOf, seedOf } from '../src/page/parts/faces/seal.ts'
import { DAY_MS, pathOf, periodText, stepsOf, sumOf } from '../src/page/parts/figures/balance-line.ts'
import { confirmedChange, confirmedOwners } from '../src/page/requests/owner-changes/owner-change.ts'
import { sentenceOf, sentenceText } from '../src/page/requests/sentences/sentence.ts'
import { de, en } from '../src/page/texts/all.ts'

test('A face depends on the chain and the id alone, and differs between neighbouring ids', () => {
  const of = (id: string) => sealOf(seedOf(`hedera:devnet/${id}`))
  assert.deepEqual(of('0.0.1022'), of('0.0.1022'))
  assert.notDeepEqual(of('0.0.1022'), of('0.0.1023'))
  assert.equal(hueOf(seedOf('hedera:devnet/0.0.1022')), 285)
  assert.equal(of('0.0.1033').tiles.length, 4)
})

test('Initials are the first letters of the first and the last word; other signs have none', () => {
  assert.equal(initialsOf('Ada Lindqvist'), 'AL')
  assert.equal(initialsOf('ella'), 'E')
  assert.equal(initialsOf('Anna-Lena  von Öst'), 'AÖ')
  assert.equal(initialsOf('… Ada'), undefined)
})

describe('The sentence of a request', () => {
  const payload = { tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: '1250000000', receiverId: '0.0.1030' }
  const reader = (texts: typeof en, language: string) => ({ texts, language })
  const text = (parts: ReturnType<typeof sentenceOf>) =>
    sentenceText(parts, (account, name) => (account === '0.0.1030' ? 'Nordlicht' : name))

  test('is in the language of the page, and in the past once the request was executed', () => {
    const withdraw = { operation: 'withdraw' as const, payload }
    assert.equal(text(sentenceOf(withdraw, reader(en, 'en'))), 'Send 12.5 ℏ to Nordlicht 0.0.1030')
    assert.equal(text(sentenceOf(withdraw, reader(de as never, 'de'))), 'Sende 12,5 ℏ an Nordlicht 0.0.1030')
    const wallet = { id: '0.0.1041', name: 'Solar fund' }
    assert.equal(
      text(sentenceOf(withdraw, { ...reader(en, 'en'), wallet, isDone: true })),
      'Sent 12.5 ℏ from Solar fund to Nordlicht 0.0.1030',
    )
  })

  test('says how many owners must sign only if the request does', () => {
    const added = (more: object) =>
      text(
        sentenceOf(
          { operation: 'update', payload: { action: 'add', owner: { wallet: '0.0.1030' }, ...more } },
          reader(en, 'en'),
        ),
      )
    assert.equal(added({ threshold: 1 }), 'Add or refresh the owner Nordlicht 0.0.1030; then 1 owner must sign')
    assert.equal(added({}), 'Add or refresh the owner Nordlicht 0.0.1030; then as many owners must sign as before')
  })

  test('says that a present owner is refreshed, while the request is open; later nothing says who was an owner', () => {
    const stated = {
      operation: 'update',
      payload: { action: 'add', owner: { wallet: '0.0.1030' }, threshold: 1 },
    } as const
    const owners = new Set(['0.0.1030'])
    for (const [more, expected] of [
      [{ owners, threshold: 1 }, 'Refresh the key of the owner Nordlicht 0.0.1030; then 1 owner must sign'],
      [{ owners, threshold: 2 }, 'Change the rule; then 1 owner must sign. The key of Nordlicht 0.0.1030 is refreshed'],
      [{ owners: new Set<string>() }, 'Add Nordlicht 0.0.1030 as an owner; then 1 owner must sign'],
      [{ owners, isDone: true }, 'Add or refresh the owner Nordlicht 0.0.1030; then 1 owner must sign'],
      [{}, 'Add or refresh the owner Nordlicht 0.0.1030; then 1 owner must sign'],
      [
        { wallet: { id: '0.0.1041', name: 'Solar fund' }, isDone: true },
        'Nordlicht 0.0.1030 owns Solar fund with others; now 1 owner must sign',
      ],
    ] as const)
      assert.equal(text(sentenceOf(stated, { ...reader(en, 'en'), ...more })), expected)
  })

  test('shows a name as it is, even if it looks like a placeholder of the text', () => {
    const parts = sentenceOf({ operation: 'create', payload: { name: '{whom} ‮' } }, reader(en, 'en'))
    assert.deepEqual(parts, [{ words: 'Create the wallet ' }, { bold: '{whom} ⟨U+202E⟩' }])
  })

  test('shows an amount of a token only with its decimals, and with its id', () => {
    const token = { ...payload, tokenId: '0.0.1034', amountOrSerial: '48000' }
    const withdraw = { operation: 'withdraw' as const, payload: token }
    assert.match(text(sentenceOf(withdraw, reader(en, 'en'))), /an amount of 0\.0\.1034 that is not known yet/)
    const known = { ...reader(en, 'en'), tokens: new Map([['0.0.1034', { symbol: 'EURH', decimals: '2' }]]) }
    assert.equal(text(sentenceOf(withdraw, known)), 'Send 480 EURH (0.0.1034) to Nordlicht 0.0.1030')
    const nft = { ...withdraw, payload: { ...withdraw.payload, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: '3' } }
    assert.equal(text(sentenceOf(nft, known)), 'Send EURH #3 (0.0.1034) to Nordlicht 0.0.1030')
    assert.equal(text(sentenceOf(nft, reader(en, 'en'))), 'Send 0.0.1034 #3 to Nordlicht 0.0.1030')
  })
})

describe('The owners before and after a request that is signed', () => {
  const key = (byte: number) => ({ type: 'ed25519' as const, bytes: new Uint8Array(32).fill(byte) })
  const part = (byte: number, account: string | null = `0.0.${byte}`) => ({ key: key(byte), account })
  const before = { threshold: 2, parts: [part(1), part(2)] }
  const changing = (parts: (typeof before)['parts'], more: object = {}) => ({
    ...{ verdict: 'trusted' as const, gone: null, ...more },
    change: { before, after: { threshold: 2, parts }, goes: [], comes: parts.slice(2) },
  })
  const added = changing([part(1), part(2), part(3)])
  const ofThree = { payload: { action: 'add', owner: { wallet: '0.0.3' } } }

  test('are those of the compared bytes and of the ledger', () => {
    const names = new Map([['0.0.2', 'Ben']])
    const ids = (list: readonly { wallet: string }[] = []) => list.map(({ wallet }) => wallet)
    const change = confirmedChange(added, names)
    assert.deepEqual([change?.before, change?.after], [2, 2])
    assert.deepEqual(
      [ids(change?.now), ids(change?.later)],
      [
        ['0.0.1', '0.0.2'],
        ['0.0.1', '0.0.2', '0.0.3'],
      ],
    )
    assert.equal(change?.now[1]?.name, 'Ben')
    const { owners, threshold } = confirmedOwners(ofThree, added)
    assert.deepEqual([[...(owners ?? [])], threshold], [[], 2])
  })

  test('include an owner whose earlier key is replaced', () => {
    const replaced = {
      ...changing([part(1), part(3, '0.0.2')], { gone: { key: key(2), account: '0.0.2', isPresent: false } }),
    }
    replaced.change.before = { threshold: 2, parts: [part(1), part(2, null)] }
    replaced.change.comes = [part(3, '0.0.2')]
    assert.deepEqual(
      confirmedChange(replaced, new Map())?.now.map(({ wallet }) => wallet),
      ['0.0.1', '0.0.2'],
    )
    const { owners } = confirmedOwners({ payload: { action: 'add', owner: { wallet: '0.0.2' } } }, replaced)
    assert.deepEqual([...(owners ?? [])], ['0.0.2'])
  })

  test('are not said if the bytes differ, or if it is not known whose a key is', () => {
    const differing = { ...added, verdict: 'BYTES_DIFFER' as const }
    assert.equal(confirmedChange(differing, new Map()), undefined)
    assert.deepEqual(confirmedOwners(ofThree, differing), {})
    assert.deepEqual(confirmedOwners(ofThree, undefined), {})
    assert.equal(confirmedChange(changing([part(1), part(2, null), part(3)]), new Map()), undefined)
  })
})

describe('The movements of a wallet', () => {
  const transaction = (transfers: [string, number][], more = {}) => ({
    ...{ consensus_timestamp: '1795000000.000000005', name: 'CRYPTOTRANSFER', result: 'SUCCESS', node: '0.0.3' },
    ...{ transaction_id: '0.0.1-1-1', transfers: transfers.map(([account, amount]) => ({ account, amount })), ...more },
  })

  test('leave out the fee that the wallet paid', () => {
    const byWallet = { transaction_id: '0.0.1033-1-1', charged_tx_fee: 70 }
    const paid = transaction(
      [
        ['0.0.1033', -1_000_070],
        ['0.0.1030', 1_000_000],
        ['0.0.3', 10],
        ['0.0.98', 60],
      ],
      byWallet,
    )
    const [movement] = movementsIn(paid, '0.0.1033')
    assert.equal(movement?.other, '0.0.1030')
    assert.equal(movement?.change, -1_000_000n)
    const fee: [string, number][] = [
      ['0.0.1033', -70],
      ['0.0.98', 70],
    ]
    // Failed transactions have no other lines.
    for (const more of [byWallet, { ...byWallet, result: 'INSUFFICIENT_PAYER_BALANCE' }])
      assert.deepEqual(movementsIn(transaction(fee, more), '0.0.1033'), [])
  })

  test('say how many others were paid with the same transaction, and count no payers of fees', () => {
    const paid = transaction([
      ['0.0.1033', -600],
      ['0.0.1030', 300],
      ['0.0.1031', 200],
      ['0.0.1032', 100],
    ])
    const [out] = movementsIn(paid, '0.0.1033')
    assert.deepEqual([out?.other, out?.others, out?.change], ['0.0.1030', 2, -600n])
    const got = transaction([
      ['0.0.1030', -600],
      ['0.0.1031', -70],
      ['0.0.98', 70],
      ['0.0.1033', 600],
    ])
    const [into] = movementsIn(got, '0.0.1033')
    assert.deepEqual([into?.other, into?.others, into?.change], ['0.0.1030', 0, 600n])
  })
})

describe('The line of a balance', () => {
  test('is counted back from the present balance, and ends where the changes end', () => {
    const steps = stepsOf(
      100n,
      [
        { at: 30, change: 40n },
        { at: 20, change: -10n },
        { at: 5, change: 70n },
      ],
      { from: 10 },
    )
    assert.deepEqual(steps, [
      { at: 10, balance: 70n },
      { at: 20, balance: 60n },
      { at: 30, balance: 100n },
    ])
  })

  test('The balance line of several wallets is the sum of their balances at each moment', () => {
    const a = stepsOf(5n, [{ at: 20, change: 5n }], { from: 10 })
    const b = stepsOf(7n, [], { from: 10 })
    assert.deepEqual(sumOf([a, b]), [
      { at: 10, balance: 7n },
      { at: 20, balance: 12n },
    ])
  })

  test('stays inside its picture, whatever the amounts are', () => {
    const { line, y } = pathOf(
      [
        { at: 0, balance: 0n },
        { at: 5, balance: 5_000_000_000_000_000_000n },
      ],
      10,
    )
    assert.ok(y >= 0 && y <= 100)
    assert.doesNotMatch(line, /NaN|Infinity/)
    assert.equal(pathOf([{ at: 0, balance: 3n }], 10).y, 50)
  })
})

test('A change of the balance names the time that it covers: less than 30 days if not all of them were read', () => {
  const texts = { inDays: (days: number) => `in ${days} days`, since: (day: string) => `since ${day}` }
  const to = Date.UTC(2026, 10, 30)
  const told = (from: number) => periodText({ from, to }, texts, (at) => new Date(at).toISOString().slice(0, 10))
  assert.equal(told(to - 30 * DAY_MS), 'in 30 days')
  assert.equal(told(to - DAY_MS), 'since 2026-11-29')
})
