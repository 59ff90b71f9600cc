import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { notFound } from '@quorate/platform'
import fc from 'fast-check'
import { compareAllowances } from '../src/execution/allowance-comparison.ts'
import { compareEntity } from '../src/execution/entity-comparison.ts'
import { feesText, shownFees } from '../src/execution/fee-comparison.ts'
import { accountOf, differenceInRow, type ExecutedRow, tokenOf } from '../src/mirror/body-comparison.ts'

const AT = '1700000000.000000005'
const TOKEN = '0.0.700'

const rowOf = (name: string, more: Partial<ExecutedRow> = {}): ExecutedRow => ({
  transaction_id: '0.0.9-1700000000-000000001',
  consensus_timestamp: AT,
  result: 'SUCCESS',
  name,
  ...more,
})
const decoded = (body: proto.ITransactionBody) => {
  const transactionID = { accountID: { accountNum: 9 } }
  return proto.TransactionBody.decode(proto.TransactionBody.encode({ transactionID, ...body } as never).finish())
}

const amount = fc.integer({ min: 1, max: 1_000_000 })
const account = fc.integer({ min: 1, max: 5_000 }).map((accountNum) => ({ accountNum }))
const denomination = fc.option(
  fc.integer({ min: 0, max: 9 }).map((tokenNum) => ({ tokenNum })),
  { nil: null },
)
const price = fc.record({ amount, denominatingTokenId: denomination })
const fraction = fc.record({ numerator: amount, denominator: amount })
const collected = { feeCollectorAccountId: account, allCollectorsAreExempt: fc.boolean() }
const fee = fc.oneof(
  fc.record({ ...collected, fixedFee: price }),
  fc.record({
    ...collected,
    fractionalFee: fc.record({
      fractionalAmount: fraction,
      minimumAmount: fc.nat(9),
      maximumAmount: fc.nat(9),
      netOfTransfers: fc.boolean(),
    }),
  }),
  fc.record({
    ...collected,
    royaltyFee: fc.record({ exchangeValueFraction: fraction, fallbackFee: fc.option(price, { nil: null }) }),
  }),
)

/** The mirror's form of fees that were created with the token. */
function onMirror(fees: proto.ICustomFee[]) {
  const by = ({ feeCollectorAccountId, allCollectorsAreExempt }: proto.ICustomFee) => ({
    collector_account_id: accountOf(feeCollectorAccountId),
    all_collectors_are_exempt: allCollectorsAreExempt,
  })
  const priced = ({ amount: tinybars, denominatingTokenId }: proto.IFixedFee) => {
    const id = denominatingTokenId && tokenOf(denominatingTokenId)
    return { amount: Number(tinybars), denominating_token_id: id === '0.0.0' ? TOKEN : (id ?? null) }
  }
  const part = (of: proto.IFraction | null | undefined) => ({
    numerator: Number(of?.numerator),
    denominator: String(of?.denominator),
  })
  return {
    created_timestamp: AT,
    fixed_fees: fees.flatMap((one) => (one.fixedFee ? [{ ...by(one), ...priced(one.fixedFee) }] : [])),
    fractional_fees: fees.flatMap(({ fractionalFee: given, ...one }) =>
      given
        ? [
            {
              ...by(one),
              amount: part(given.fractionalAmount),
              minimum: Number(given.minimumAmount),
              maximum: Number(given.maximumAmount) || null,
              net_of_transfers: given.netOfTransfers,
            },
          ]
        : [],
    ),
    royalty_fees: fees.flatMap(({ royaltyFee: given, ...one }) =>
      given
        ? [
            {
              ...by(one),
              amount: part(given.exchangeValueFraction),
              fallback_fee: given.fallbackFee ? priced(given.fallbackFee) : null,
            },
          ]
        : [],
    ),
  }
}

const feesIn = (customFees: unknown[]): proto.ICustomFee[] =>
  decoded({ tokenCreation: { customFees: customFees as proto.ICustomFee[] } }).tokenCreation?.customFees ?? []

describe('comparison of bodies', () => {
  test('finds custom fees equal in any order, and different if any part of one differs', () => {
    fc.assert(
      fc.property(fc.array(fee, { maxLength: 4 }), fc.array(fee, { maxLength: 4 }), (fees, others) => {
        const shown = shownFees(onMirror(feesIn(fees)))
        assert.equal(feesText(feesIn(fees.toReversed()), TOKEN), shown)
        const isSame = feesText(feesIn(others), TOKEN) === feesText(feesIn(fees), TOKEN)
        assert.equal(shownFees(onMirror(feesIn(others))) === shown, isSame)
      }),
    )
    fc.assert(
      fc.property(fee, fee, (one, other) => {
        const canonical = (given: unknown) => JSON.stringify(feesIn([given])[0])
        // A fee in 0.0.0 is in the token itself, which no other of these fees names.
        assert.equal(
          feesText(feesIn([one]), TOKEN) === feesText(feesIn([other]), TOKEN),
          canonical(one) === canonical(other),
        )
      }),
    )
  })

  test('never rejects a body that names an account by alias because of its transfers', async () => {
    const alias = { alias: Buffer.from([0x12, 0x20]) }
    const bodies = fc.constantFrom<proto.ITransactionBody>(
      { cryptoTransfer: { transfers: { accountAmounts: [{ accountID: alias, amount: 5 as never }] } } },
      {
        cryptoTransfer: {
          tokenTransfers: [
            {
              token: { tokenNum: 700 as never },
              nftTransfers: [{ senderAccountID: alias, receiverAccountID: { accountNum: 3 as never } }],
            },
          ],
        },
      },
      { tokenWipe: { token: { tokenNum: 700 as never }, account: alias, amount: 3 as never } },
      { cryptoUpdateAccount: { accountIDToUpdate: alias } },
      { cryptoDelete: { deleteAccountID: alias, transferAccountID: { accountNum: 3 as never } } },
      { tokenAssociate: { account: alias, tokens: [{ tokenNum: 700 as never }] } },
    )
    await fc.assert(
      fc.asyncProperty(bodies, fc.array(fc.tuple(fc.nat(99), fc.integer())), async (given, moved) => {
        const body = decoded(given)
        const transfers = moved.map(([to, tinybars]) => ({ account: `0.0.${to}`, amount: tinybars }))
        const row = rowOf(String(body.data).toUpperCase(), { transfers, entity_id: '0.0.5' })
        const known = differenceInRow(row, body)
        assert.doesNotMatch(known ?? '', /moved|supply|speaks/)
        const get = async () => assert.fail('nothing is read of an account without a number')
        assert.equal(await compareEntity(body, row, { get, quietClock: undefined }), 'unseen')
      }),
    )
  })

  test('ignores transfers by a contract, since the body of the call does not list them', () => {
    const transfers = [
      { account: '0.0.9', amount: -50 },
      { account: '0.0.1234', amount: 50 },
    ]
    for (const body of [decoded({ contractCall: { amount: 50 as never } }), decoded({ ethereumTransaction: {} })])
      assert.equal(differenceInRow(rowOf(String(body.data).toUpperCase(), { transfers }), body), undefined)
  })

  test('distinguishes calls of two contracts with the same data', async () => {
    const body = decoded({ contractCall: { contractID: { contractNum: 5001 as never }, gas: 9 as never } })
    const row = rowOf('CONTRACTCALL', { entity_id: '0.0.5001' })
    const judged = (contract: string | null) =>
      compareEntity(body, row, {
        quietClock: undefined,
        get: async () => ({ contract_id: contract, function_parameters: '0x', gas_limit: 9, amount: 0 }),
      })
    assert.equal(await judged('0.0.5001'), 'same')
    assert.equal(await judged(null), 'same')
    assert.deepEqual(await judged('0.0.5002'), { difference: 'its contract_id is 0.0.5002, not 0.0.5001' })
  })

  test("distinguishes an address made of the account's number from an alias", async () => {
    const body = decoded({ cryptoCreateAccount: {} })
    const row = rowOf('CRYPTOCREATEACCOUNT', { entity_id: '0.0.4660' })
    const judged = (address: string) =>
      compareEntity(body, row, {
        quietClock: undefined,
        async get(path) {
          if (path.includes('/hooks')) throw notFound('NOT_FOUND', 'no such path')
          const account = { account: '0.0.4660', created_timestamp: AT, memo: '', key: null, alias: null }
          return {
            ...account,
            evm_address: address,
            receiver_sig_required: false,
            decline_reward: false,
            max_automatic_token_associations: 0,
          }
        },
      })
    const number = '0000000000001234'
    assert.equal(await judged(`0x${'0'.repeat(24)}${number}`), 'same')
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 12, maxLength: 12 }).filter((bytes) => bytes.some((byte) => byte !== 0)),
        async (bytes) => {
          const compared = await judged(`0x${bytes.toHex()}${number}`)
          assert.ok(typeof compared === 'object' && /alias/.test(compared.difference))
        },
      ),
    )
  })

  test('finds allowances of the same time equal to the body’s, and reports `unseen` after later ones', async () => {
    const spender = fc.integer({ min: 20, max: 24 })
    const granted = fc.uniqueArray(fc.record({ spender, amount }), { selector: (one) => one.spender, minLength: 1 })
    const bodyOf = (all: { spender: number; amount: number }[]) =>
      decoded({
        cryptoApproveAllowance: {
          cryptoAllowances: all.map((one) => ({
            spender: { accountNum: one.spender as never },
            amount: one.amount as never,
          })),
        },
      })
    const shownAs = (all: { spender: number; amount: number }[], from: string) => async (path: string) => ({
      allowances: path.includes('/crypto')
        ? all.map((one) => ({ spender: `0.0.${one.spender}`, amount_granted: one.amount, timestamp: { from } }))
        : [],
    })
    const row = rowOf('CRYPTOAPPROVEALLOWANCE')
    const text = (all: { spender: number; amount: number }[]) =>
      all
        .map((one) => `${one.spender} ${one.amount}`)
        .sort()
        .join()
    await fc.assert(
      fc.asyncProperty(granted, granted, async (meant, other) => {
        const body = bodyOf(meant)
        assert.equal(await compareAllowances(body, row, shownAs(meant, AT)), 'same')
        assert.equal(await compareAllowances(body, row, shownAs(other, '1700000001.000000000')), 'unseen')
        assert.equal(await compareAllowances(body, row, shownAs([], AT)), 'unseen')
        // A smaller allowance may have been larger before some of it was spent.
        const isPart = other.every((one) =>
          text(meant)
            .split(',')
            .includes(text([one])),
        )
        const compared = await compareAllowances(body, row, shownAs(other, AT))
        if (text(meant) === text(other)) assert.equal(compared, 'same')
        else if (isPart) assert.equal(compared, 'unseen')
        else assert.equal(typeof compared, 'object')
      }),
    )
  })
})
