/** Properties of the plans of spending limits, of the texts of roles, and of payments within a limit. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  askedRoles,
  canonicalJson,
  isRoleChange,
  LIMIT_PAYMENT_FEE,
  limitPaymentIn,
  limitPaymentSentence,
  limitPeriods,
  mostPeriods,
  planOf,
  readRoleChange,
  roleChangeText,
  signingDomains,
  VerifyError,
} from '../src/index.ts'
import { readDefinitions } from './generate-definitions.ts'

const DAY = 86_400_000
const id = fc.integer({ min: 1, max: 2 ** 31 }).map((number) => `0.0.${number}`)

describe('The sentence of a payment within a limit', () => {
  test('names spender, amount, wallet and receiver, whatever the symbol of the token is', () => {
    for (const symbol of ['{receiver}', '{wallet}', "$'", '$`', '$&', '$$', '{spender}$1'])
      for (const language of ['en', 'de'] as const) {
        const amount = `5 "${symbol}" (token 0.0.9)`
        const of = { walletId: '0.0.7', receiverId: '0.0.8' }
        const sentence = limitPaymentSentence(of, { spenderId: '0.0.6', amount, language })
        const plain = limitPaymentSentence(of, { spenderId: '0.0.6', amount: 'X', language })
        assert.equal(sentence, plain.split('X').join(amount))
      }
  })
})

describe('A plan of a spending limit', () => {
  const every = fc.constantFrom(...(Object.keys(limitPeriods) as (keyof typeof limitPeriods)[]))
  const now = fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 })
  const lead = fc.integer({ min: 0, max: 90 * DAY })
  /** About as many periods as possible, or one or two more. */
  const plan = fc
    .record({ now, lead, every, ends: fc.boolean() })
    .chain((of) => fc.integer({ min: 1, max: mostPeriods(of.every, of.lead) + 2 }).map((times) => ({ ...of, times })))

  test('gives the limit once a period from its start, ends it only at the end, and lies within 90 days', () => {
    fc.assert(
      fc.property(plan, ({ now, lead, every, times, ends }) => {
        const start = now + lead
        const steps = planOf({ now, start, every, times, ends })
        const last = start + (ends ? times : times - 1) * limitPeriods[every] * DAY
        assert.equal(typeof steps === 'string', last > now + 90 * DAY)
        if (typeof steps === 'string') return
        assert.deepEqual(
          steps.map(({ act }) => act),
          [...Array.from({ length: times }, () => 'give'), ...(ends ? ['end'] : [])],
        )
        for (const [index, { at }] of steps.entries()) assert.equal(at, start + index * limitPeriods[every] * DAY)
      }),
    )
  })

  test('has at most as many periods as are said, if it ends', () => {
    fc.assert(
      fc.property(now, lead, every, (now, lead, every) => {
        const most = mostPeriods(every, lead)
        const of = (times: number) => planOf({ now, start: now + lead, every, times, ends: true })
        if (most > 0) assert.notEqual(typeof of(most), 'string')
        assert.equal(typeof of(most + 1), 'string')
      }),
    )
  })

  test('needs a whole number of periods, in both languages', () => {
    const wrong = fc.oneof(fc.integer({ max: 0 }), fc.constantFrom(0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53))
    fc.assert(
      fc.property(wrong, every, fc.boolean(), (times, every, ends) => {
        const sentences = (['en', 'de'] as const).map((language) =>
          planOf({ now: 0, start: 0, every, times, ends, language }),
        )
        for (const sentence of sentences) assert.equal(typeof sentence, 'string')
        assert.notEqual(sentences[0], sentences[1])
      }),
    )
  })

  test('has one step without periods', () => {
    fc.assert(
      fc.property(now, lead, fc.integer(), fc.boolean(), (now, lead, times, ends) => {
        const start = now + lead
        assert.deepEqual(planOf({ now, start, every: 'once', times, ends }), [{ act: 'give', at: start }])
      }),
    )
  })
})

describe('The text of a role change', () => {
  const time = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const change = fc.record({
    chain: fc.constantFrom('hedera:devnet', 'hedera:testnet', 'hedera:mainnet'),
    walletId: id,
    account: id,
    role: fc.constantFrom(...askedRoles),
    askedBy: id,
    expiresAt: time,
    token: fc.stringMatching(/^[\w-]{32,64}$/),
  })
  const fieldsOf = (text: string): Record<string, unknown> => JSON.parse(text.slice(signingDomains.walletRole.length))
  const textOf = (fields: object): string => `${signingDomains.walletRole}${canonicalJson(fields)}`
  const assertRefused = (text: string): void =>
    assert.throws(
      () => readRoleChange(text),
      (error) => error instanceof VerifyError && error.code === 'TEXT_REFUSED',
      text,
    )

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(change, (change) => {
        const text = roleChangeText(change)
        assert.ok(isRoleChange(text))
        const { purpose, ...read } = readRoleChange(text) as typeof change & { purpose: string }
        assert.deepEqual(read, { ...change })
        assert.ok(purpose.includes(change.account) && purpose.includes(change.walletId))
        assert.equal(textOf({ ...change, purpose }), text)
      }),
    )
  })

  test('differs for different changes', () => {
    fc.assert(
      fc.property(change, change, (one, other) => {
        assert.equal(roleChangeText(one) === roleChangeText(other), canonicalJson(one) === canonicalJson(other))
      }),
    )
  })

  test('is refused with a field that is missing, changed to another kind, or extra', () => {
    const other = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant(''), fc.array(fc.string()))
    fc.assert(
      fc.property(change, fc.nat(7), other, fc.string(), (change, position, value, name) => {
        const fields = fieldsOf(roleChangeText(change))
        const field = Object.keys(fields)[position] ?? assert.fail()
        const { [field]: _, ...without } = fields
        assertRefused(textOf(without))
        assertRefused(textOf({ ...fields, [field]: value }))
        if (!Object.hasOwn(fields, name)) assertRefused(textOf({ ...without, [name]: fields[field] }))
        if (!Object.hasOwn(fields, name)) assertRefused(textOf({ ...fields, [name]: value }))
      }),
    )
  })

  test('is refused if its sentence says something else than its fields', () => {
    fc.assert(
      fc.property(change, change, (one, other) => {
        const { purpose } = fieldsOf(roleChangeText(other))
        fc.pre(purpose !== fieldsOf(roleChangeText(one)).purpose)
        assertRefused(textOf({ ...one, purpose }))
      }),
    )
  })

  test('is refused with one character more, less or different', () => {
    fc.assert(
      fc.property(change, fc.nat(), fc.constantFrom(' ', '\n', 'a', '0', '"', '\u200b'), (change, place, added) => {
        const text = roleChangeText(change)
        const at = place % (text.length + 1)
        const [before, after] = [text.slice(0, at), text.slice(at)]
        for (const changed of [before + added + after, before + after.slice(1), before + added + after.slice(1)]) {
          if (changed === text) continue
          // Another id, time or token is another change, and read as that.
          const read = readOrNothing(changed)
          if (read) assert.equal(roleChangeText(read), changed)
        }
        assertRefused(`${text} `)
        assertRefused(text.slice(0, -1))
      }),
    )
  })
  function readOrNothing(text: string) {
    try {
      return readRoleChange(text)
    } catch (error) {
      assert.ok(error instanceof VerifyError && error.code === 'TEXT_REFUSED')
      return undefined
    }
  }
})

describe('A payment within a spending limit', () => {
  const root = readDefinitions()
  const Body = root.lookupType('proto.TransactionBody')
  const NOW = 1_700_000_000_000
  const SECONDS = NOW / 1000
  const num = (account: string) => account.slice(4)
  const of = (account: string) => ({ shardNum: 0, realmNum: 0, accountNum: num(account) })
  /** An int64 as the protobuf library accepts it. */
  const long = String

  const payment = fc
    .record({
      ids: fc.uniqueArray(id, { minLength: 4, maxLength: 4 }),
      isToken: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      memo: fc.constantFrom('', 'Paper', 'Löhne "März"', 'a\nb'),
    })
    .map(({ ids: [walletId = '', receiverId = '', payerId = '', token = ''], isToken, amount, memo }) => ({
      payment: { walletId, receiverId, tokenId: isToken ? token : 'HBAR', amount, memo },
      payerId,
    }))
  type Made = {
    payment: { walletId: string; receiverId: string; tokenId: string; amount: bigint; memo: string }
    payerId: string
  }

  const amountsOf = ({ payment: { walletId, receiverId, amount } }: Made): Record<string, unknown>[] => [
    { accountID: of(walletId), amount: long(-amount), is_approval: true },
    { accountID: of(receiverId), amount: long(amount) },
  ]
  function bodyOf(made: Made, more: object = {}, amounts = amountsOf(made)): Record<string, unknown> {
    const { tokenId, memo } = made.payment
    const transfer =
      tokenId === 'HBAR'
        ? { transfers: { accountAmounts: amounts } }
        : { tokenTransfers: [{ token: { shardNum: 0, realmNum: 0, tokenNum: num(tokenId) }, transfers: amounts }] }
    return {
      transactionID: {
        accountID: of(made.payerId),
        transactionValidStart: { seconds: long(BigInt(SECONDS)), nanos: 0 },
      },
      nodeAccountID: of('0.0.3'),
      transactionFee: long(LIMIT_PAYMENT_FEE),
      transactionValidDuration: { seconds: long(120n) },
      ...(memo === '' ? {} : { memo }),
      cryptoTransfer: transfer,
      ...more,
    }
  }
  const read = (made: Made, body: object) =>
    limitPaymentIn(Body.encode(Body.fromObject(body)).finish(), {
      walletId: made.payment.walletId,
      payerId: made.payerId,
      now: NOW,
    })

  test('is read from its bytes as it was written', () => {
    fc.assert(fc.property(payment, (made) => assert.deepEqual(read(made, bodyOf(made)), made.payment)))
  })

  test('is none of another payer or wallet, and none that starts later', () => {
    fc.assert(
      fc.property(payment, id, (made, stranger) => {
        const { payerId, payment } = made
        fc.pre(![payerId, payment.walletId, payment.receiverId].includes(stranger))
        const bytes = Body.encode(Body.fromObject(bodyOf(made))).finish()
        const around = { walletId: payment.walletId, payerId, now: NOW }
        // Bytes that start earlier have ended, so the ledger refuses them.
        for (const changed of [{ payerId: stranger }, { walletId: stranger }, { now: NOW - DAY }])
          assert.equal(limitPaymentIn(bytes, { ...around, ...changed }), undefined)
      }),
    )
  })

  test('is nothing that needs the signature of an owner, costs more, or does something else besides', () => {
    fc.assert(
      fc.property(payment, id, (made, other) => {
        const { payment } = made
        fc.pre(![payment.walletId, payment.receiverId].includes(other))
        const [from = {}, to = {}] = amountsOf(made)
        const { is_approval: _, ...unapproved } = from
        const others: object[] = [
          bodyOf(made, {}, [unapproved, to]),
          bodyOf(made, {}, [from, { ...to, is_approval: true }]),
          bodyOf(made, {}, [from, { ...to, amount: long(payment.amount - 1n) }]),
          bodyOf(made, {}, [from, to, { accountID: of(other), amount: long(1n) }]),
          bodyOf(made, {}, [from]),
          bodyOf(made, {}, [to]),
          bodyOf(made, {}, []),
          bodyOf(made, { transactionFee: long(LIMIT_PAYMENT_FEE + 1n) }),
          bodyOf(made, { generateRecord: true }),
          bodyOf(made, { max_custom_fees: [{ account_id: of(made.payerId), fees: [] }] }),
        ]
        const { nodeAccountID: __, ...nowhere } = bodyOf(made)
        const { transactionID: ___, ...unpaid } = bodyOf(made)
        const { cryptoTransfer: ____, ...empty } = bodyOf(made)
        others.push(nowhere, unpaid, empty)
        for (const [index, body] of others.entries()) assert.equal(read(made, body), undefined, `case ${index}`)
      }),
    )
  })

  test('is not read from bytes with an unknown field at their end, or cut off', () => {
    fc.assert(
      fc.property(payment, fc.nat(), (made, cut) => {
        const bytes = Body.encode(Body.fromObject(bodyOf(made))).finish()
        const around = { walletId: made.payment.walletId, payerId: made.payerId, now: NOW }
        const readOrRefused = (changed: Uint8Array) => {
          try {
            return limitPaymentIn(changed, around)
          } catch (error) {
            assert.ok(error instanceof VerifyError)
            return undefined
          }
        }
        // Field 900 of type varint.
        assert.equal(readOrRefused(Uint8Array.of(...bytes, 0xa0, 0x38, 1)), undefined)
        assert.equal(readOrRefused(bytes.subarray(0, cut % bytes.length)), undefined)
      }),
    )
  })
})
