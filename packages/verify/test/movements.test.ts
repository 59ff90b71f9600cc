import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { movementsOf } from '@quorate/verify/recount'
import fc from 'fast-check'

const AT = { consensus_timestamp: '1795000000.000000005', name: 'CRYPTOTRANSFER', result: 'SUCCESS', node: '0.0.3' }
const people = ['0.0.1001', '0.0.1002', '0.0.1003', '0.0.1004']
const person = fc.constantFrom(...people)
const amount = fc.bigInt(1n, 10n ** 12n)

/** The lines of a mirror's transaction: the sum of each account. */
function linesOf(changes: readonly (readonly [account: string, amount: bigint])[]) {
  const sums = new Map<string, bigint>()
  for (const [account, change] of changes) sums.set(account, (sums.get(account) ?? 0n) + change)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([account, sum]) => ({ account, amount: sum }))
}

describe('The movements of a transaction', () => {
  test('explain all that it changed of each account, and only the payer has the fee', () => {
    fc.assert(
      fc.property(
        person,
        fc.bigInt(1n, 10n ** 9n),
        fc.array(fc.tuple(person, person, amount), { maxLength: 6 }),
        fc.option(fc.tuple(person, amount), { nil: undefined }),
        (payer, fee, payments, rewarded) => {
          const reward = rewarded ? [rewarded] : []
          const transaction = {
            ...AT,
            transaction_id: `${payer}-1795000000-000000001`,
            charged_tx_fee: fee,
            transfers: linesOf([
              [payer, -fee],
              ['0.0.3', fee / 3n],
              ['0.0.98', fee - fee / 3n],
              ...payments.flatMap(([from, to, paid]): [string, bigint][] => [
                [from, -paid],
                [to, paid],
              ]),
              ...reward.flatMap(([to, got]): [string, bigint][] => [
                [to, got],
                ['0.0.800', -got],
              ]),
            ]),
            staking_reward_transfers: reward.map(([account, got]) => ({ account, amount: got })),
          }
          for (const one of people) {
            const found = movementsOf(transaction, one)
            const paid = payments.reduce(
              (sum, [from, to, by]) => sum - (from === one ? by : 0n) + (to === one ? by : 0n),
              0n,
            )
            assert.equal(found.fee, one === payer ? fee : 0n)
            assert.equal(found.reward, rewarded?.[0] === one ? rewarded[1] : 0n)
            assert.equal(found.movements[0]?.change ?? 0n, paid)
            if (paid !== 0n) assert.ok(people.includes(found.movements[0]?.other ?? ''))
          }
        },
      ),
    )
  })

  test('of a scheduled transaction leave the fee to the account that the schedule names', () => {
    const scheduled = {
      ...AT,
      ...{ transaction_id: '0.0.1001-1795000000-000000001', scheduled: true, charged_tx_fee: 30 },
      transfers: linesOf([
        ['0.0.1002', -500n],
        ['0.0.1003', 500n],
        ['0.0.1004', -30n],
        ['0.0.98', 30n],
      ]),
    }
    const feeOf = (account: string) => movementsOf(scheduled, account).fee
    // The wallet's payment is exact, whichever of the possible accounts paid the fee.
    assert.deepEqual(movementsOf(scheduled, '0.0.1002').movements[0]?.change, -500n)
    assert.deepEqual(['0.0.1001', '0.0.1002', '0.0.1003'].map(feeOf), [0n, 0n, 0n])
    const alone = {
      ...scheduled,
      transfers: linesOf([
        ['0.0.1004', -30n],
        ['0.0.98', 30n],
      ]),
    }
    assert.deepEqual(movementsOf(alone, '0.0.1004'), { movements: [], fee: 30n, reward: 0n })
  })

  test('count gas that a contract call takes from its sender as a fee, and a payment to a node as a payment', () => {
    const called = {
      ...AT,
      ...{ name: 'ETHEREUMTRANSACTION', transaction_id: '0.0.1001-1795000000-000000001', charged_tx_fee: 10 },
      transfers: linesOf([
        ['0.0.1001', -10n],
        ['0.0.1002', -70n],
        ['0.0.98', 80n],
      ]),
    }
    assert.deepEqual(movementsOf(called, '0.0.1002'), { movements: [], fee: 70n, reward: 0n })
    const paid = {
      ...AT,
      ...{ transaction_id: '0.0.1001-1795000000-000000001', charged_tx_fee: 9 },
      transfers: linesOf([
        ['0.0.1001', -109n],
        ['0.0.3', 103n],
        ['0.0.98', 6n],
      ]),
    }
    const { movements, fee } = movementsOf(paid, '0.0.1001')
    assert.deepEqual([movements[0]?.change, movements[0]?.other, fee], [-100n, '0.0.3', 9n])
  })

  test('divide the fee of an Ethereum transaction between its sender and its relayer', () => {
    const relayed = (relayer: bigint) => ({
      ...AT,
      ...{ name: 'ETHEREUMTRANSACTION', transaction_id: '0.0.1001-1795000000-000000001', charged_tx_fee: 90 },
      transfers: linesOf([
        ['0.0.1001', -relayer],
        ['0.0.1002', -500n - (90n - relayer)],
        ['0.0.1003', 500n],
        ['0.0.98', 90n],
      ]),
    })
    for (const part of [0n, 30n, 90n]) {
      const of = (account: string) => movementsOf(relayed(part), account)
      assert.deepEqual(of('0.0.1001'), { movements: [], fee: part, reward: 0n })
      assert.deepEqual([of('0.0.1002').movements[0]?.change, of('0.0.1002').fee], [-500n, 90n - part])
    }
  })

  test('leave the fee to the node that accepted a transaction without the payer', () => {
    const refused = {
      ...AT,
      ...{ result: 'INVALID_PAYER_SIGNATURE', transaction_id: '0.0.1001-1795000000-000000001', charged_tx_fee: 9 },
      transfers: linesOf([
        ['0.0.3', -9n],
        ['0.0.98', 9n],
      ]),
    }
    assert.deepEqual(movementsOf(refused, '0.0.1001'), { movements: [], fee: 0n, reward: 0n })
  })

  test('name all NFTs that a new treasury takes over', () => {
    const transaction = {
      ...AT,
      ...{ name: 'TOKENUPDATE', transaction_id: '0.0.1004-1795000000-000000001' },
      nft_transfers: [
        { token_id: '0.0.2000', serial_number: -1, sender_account_id: '0.0.1001', receiver_account_id: '0.0.1002' },
      ],
    }
    const [moved] = movementsOf(transaction, '0.0.1001').movements
    assert.deepEqual([moved?.serial, moved?.change, moved?.other], ['all', -1n, '0.0.1002'])
  })

  test('of a failed transaction are its fee alone', () => {
    const failed = {
      ...AT,
      ...{ result: 'INSUFFICIENT_ACCOUNT_BALANCE', transaction_id: '0.0.1001-1795000000-000000001', charged_tx_fee: 9 },
      transfers: linesOf([
        ['0.0.1001', -9n],
        ['0.0.98', 9n],
      ]),
    }
    assert.deepEqual(movementsOf(failed, '0.0.1001'), { movements: [], fee: 9n, reward: 0n })
  })
})
