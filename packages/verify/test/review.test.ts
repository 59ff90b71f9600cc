import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountAllowanceApproveTransaction,
  AccountId,
  AccountUpdateTransaction,
  ContractExecuteTransaction,
  Hbar,
  KeyList,
  NftId,
  PublicKey,
  ScheduleCreateTransaction,
  ScheduleDeleteTransaction,
  ScheduleId,
  ScheduleSignTransaction,
  Timestamp,
  TopicMessageSubmitTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import {
  approve,
  type ChargingToken,
  type Key,
  operationWith,
  type ShownSchedule,
  type ShownTopic,
} from '@quorate/verify'
import {
  bodyOf,
  CONTRACT,
  EXAMPLES,
  frozen,
  KEY,
  NOW,
  RECEIVER,
  REQUESTER,
  SDK_KEY,
  TOKEN,
  TOPIC,
  TRANSACTION_ID,
  WALLET,
} from './bodies.ts'
import { answerOf, CHAIN, JOB, ledgerOf, lookAt, scheduleOf, tokenOf, topicOf } from './requests.ts'

const SCHEDULE = '0.0.3001'
const SERVICE = '0.0.4001'
const key = (byte: number): Key => ({ type: 'ed25519', bytes: new Uint8Array(32).fill(byte) })
const own = key(1)
const PAYLOAD = { walletId: WALLET, receiverId: RECEIVER, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
const NOBODY = { collector: null, collectorsAreExempt: false }
const TENTH = { numerator: 1n, denominator: 10n, netOfTransfers: true }
const sdkKeyOf = (leaf: Key) => PublicKey.fromBytesED25519('bytes' in leaf ? leaf.bytes : new Uint8Array())

/** The paths at which a signature for the schedule, paid by this account, differs from what an owner may sign. */
async function differencesOf(payer: string, keys: Record<string, Key>): Promise<string[]> {
  const transaction = new ScheduleSignTransaction().setScheduleId(ScheduleId.fromString(SCHEDULE))
  const request = answerOf(bodyOf(frozen(transaction, payer)), {
    operation: 'withdraw',
    payload: PAYLOAD,
    transactionId: `${REQUESTER}${TRANSACTION_ID}`,
    schedule: scheduleOf(SCHEDULE, '2027-01-01T00:00:00Z'),
  })
  const ledger = ledgerOf({ [WALLET]: KEY, [REQUESTER]: own, ...keys })
  const { act, differences } = await lookAt(request, { signerId: REQUESTER, owners: [], ledger })
  assert.equal(act, 'scheduleSign')
  return differences.map(({ path }) => path)
}

test("A signature for a schedule is paid by its signer, or by an account without the signer's key", async () => {
  // The ledger here does not have the schedule itself.
  assert.deepEqual(await differencesOf(REQUESTER, {}), ['schedule'])
  assert.deepEqual(await differencesOf(SERVICE, { [SERVICE]: key(2) }), ['schedule'])
  const payer = ['transactionID.accountID', 'schedule']
  assert.deepEqual(await differencesOf(SERVICE, {}), payer)
  assert.deepEqual(await differencesOf(SERVICE, { [SERVICE]: own }), payer)
  const shared: Key = { type: 'threshold', threshold: 1, keys: [key(2), own] }
  assert.deepEqual(await differencesOf(WALLET, { [WALLET]: shared }), payer)
})

test('A schedule is deleted for a request that has ended, and signed for one that is open', async () => {
  const ledger = {
    key: async () => KEY,
    keyAt: async () => null,
    earlierKeys: async () => [],
    memo: async () => '',
    ...{ topic: async () => null, isAccount: async () => false },
    schedule: async () => null,
    token: async () => null,
  }
  const found = async (transaction: ScheduleSignTransaction | ScheduleDeleteTransaction, status: string) => {
    const bytes = bodyOf(frozen(transaction.setScheduleId(ScheduleId.fromString(SCHEDULE)), REQUESTER))
    const request = answerOf(bytes, {
      operation: 'withdraw',
      payload: PAYLOAD,
      status,
      transactionId: `${REQUESTER}${TRANSACTION_ID}`,
      schedule: scheduleOf(SCHEDULE, '2027-01-01T00:00:00Z'),
    })
    const { differences } = await lookAt(request, { signerId: REQUESTER, owners: [], ledger })
    // The ledger here does not have the schedule itself.
    return differences.map(({ path }) => path).filter((path) => path !== 'schedule')
  }
  const [signing, deleting] = [() => new ScheduleSignTransaction(), () => new ScheduleDeleteTransaction()]
  assert.deepEqual([await found(signing(), 'pending'), await found(deleting(), 'error')], [[], []])
  assert.deepEqual(await found(deleting(), 'pending'), ['scheduleDelete'])
  assert.deepEqual(await found(signing(), 'error'), ['scheduleSign'])
  assert.deepEqual(await found(signing(), 'success'), ['scheduleSign'])
})

test('A request that has ended is not signed any more', async () => {
  const { intent, list } = EXAMPLES['A withdrawal of hbars']?.() ?? assert.fail('there is no such example')
  const { operation } = intent
  const payload = { ...intent.payload, walletId: WALLET }
  const request = (status: string) => answerOf(bodyOf(list), { operation, payload, status })
  const signed: string[] = []
  const sign = (status: string) =>
    approve(request(status), {
      chain: CHAIN,
      now: NOW,
      jobId: JOB,
      signerId: REQUESTER,
      owners: undefined,
      show() {},
      confirm: async () => true,
      send: async () => {},
      ledger: {
        key: async () => KEY,
        keyAt: async () => null,
        earlierKeys: async () => [],
        memo: async () => '',
        ...{ topic: async () => null, isAccount: async () => false },
        schedule: async () => null,
        token: async () => null,
      },
      sign() {
        signed.push(status)
        return new Uint8Array(64)
      },
    })
  await assert.rejects(sign('error'), { code: 'BYTES_DIFFER' })
  await assert.rejects(sign('pending'), { code: 'NOT_THE_KEY' })
  assert.deepEqual(signed, ['pending'])
})

test("A signer's own request counts, whatever the service made of it: executed at once, or scheduled", async () => {
  const payload = PAYLOAD
  const kept = new ScheduleCreateTransaction()
    .setScheduledTransaction(
      new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars(-1))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars(1)),
    )
    .setPayerAccountId(AccountId.fromString(WALLET))
    .setScheduleMemo(`quorate:${JOB}`)
    .setAdminKey(new KeyList([sdkKeyOf(own), SDK_KEY], 1))
  const schedule = (expiresAt: string) => scheduleOf(null, expiresAt)
  const until = (time: string) =>
    bodyOf(frozen(kept.setExpirationTime(new Timestamp(Date.parse(time) / 1000, 0)), REQUESTER))
  const ledger = {
    key: async (id: string) => (id === WALLET ? KEY : id === REQUESTER ? own : null),
    keyAt: async () => null,
    earlierKeys: async () => [],
    memo: async () => '',
    ...{ topic: async () => null, isAccount: async () => false },
    schedule: async () => null,
    token: async () => null,
  }
  const paths = async (
    { bodyBytes, ...answered }: { bodyBytes: Uint8Array } & Record<string, unknown>,
    asked?: object,
  ): Promise<string[]> => {
    const transactionId = `${REQUESTER}${TRANSACTION_ID}`
    const request = answerOf(bodyBytes, { operation: 'withdraw', payload, transactionId, ...answered })
    const stated = asked && { operation: 'withdraw' as const, payload: { ...payload, ...asked } }
    const { differences } = await lookAt(request, { signerId: REQUESTER, owners: undefined, ledger, asked: stated })
    return differences.map(({ path }) => path)
  }
  const [then, later] = ['2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z']
  const scheduled = { bodyBytes: until(then), schedule: schedule(then) }
  assert.deepEqual(await paths(scheduled), [], 'as the service states')
  assert.deepEqual(await paths(scheduled, { expiresAt: then }), [])
  assert.deepEqual(await paths(scheduled, {}), ['scheduleCreate'], 'it was asked for at once')
  assert.deepEqual(await paths(scheduled, { expiresAt: later }), ['scheduleCreate.expiration_time'])
  assert.deepEqual(await paths(scheduled, { expiresAt: then, execute: 'expiry' }), ['scheduleCreate.wait_for_expiry'])
  const { list } = EXAMPLES['A withdrawal of hbars']?.() ?? assert.fail('there is no such example')
  const atOnce = { bodyBytes: bodyOf(list), transactionId: `${WALLET}${TRANSACTION_ID}` }
  assert.ok((await paths(atOnce, { expiresAt: then })).includes('transaction'), 'the ledger was to keep it')
})

describe("A service's statements about a request", () => {
  const { intent, list } = EXAMPLES['A withdrawal of hbars']?.() ?? assert.fail('there is no such example')
  const { operation } = intent
  const payload = { ...intent.payload, walletId: WALLET }
  const options = { signerId: REQUESTER, owners: undefined, ledger: ledgerOf({ [WALLET]: KEY, [REQUESTER]: own }) }

  test('must not name a day that does not exist', async () => {
    const november = Date.parse('2026-12-01T00:00:00Z')
    for (const executeAt of ['2026-11-31T00:00:00Z', '2026-11-30T24:00:00Z', '2026-02-29T00:00:00Z'])
      await assert.rejects(
        lookAt(answerOf(bodyOf(list), { operation, payload, executeAt }), { ...options, now: november }),
        { code: 'ANSWER_REFUSED' },
      )
  })

  test("name at most one owner that a DAO decides for, as a wallet's memo does", async () => {
    const owners = [REQUESTER, RECEIVER].map((wallet) => ({ wallet, name: 'A', guarded: true }))
    const creation = { name: 'Club', settings: { owners, threshold: 2 } }
    const answer = answerOf(bodyOf(list), { operation: 'create', payload: creation, walletId: null })
    await assert.rejects(lookAt(answer, options), { code: 'ANSWER_REFUSED' })
    const asked = { operation: 'create' as const, payload: creation }
    await assert.rejects(lookAt(answerOf(bodyOf(list), { operation, payload }), { ...options, asked }), {
      code: 'INVALID_INTENT',
    })
  })

  test("must not say that a DAO decides for a removed owner, because the bytes don't say so", async () => {
    const removal = { walletId: WALLET, action: 'remove', owner: { wallet: RECEIVER, guarded: true } }
    await assert.rejects(lookAt(answerOf(bodyOf(list), { operation: 'update', payload: removal }), options), {
      code: 'ANSWER_REFUSED',
    })
  })

  test('must not give a memo that looks like that of a request opened by a proposal', async () => {
    for (const memo of [
      `Proposal ${'0'.repeat(8)}-${'a'.repeat(4)}-4000-8000-${'1'.repeat(12)}`,
      `proposal: ${'0'.repeat(8)}-${'a'.repeat(27)}`,
    ]) {
      const paid = { ...payload, memo }
      const asked = { operation, payload: paid }
      await assert.rejects(lookAt(answerOf(bodyOf(list), asked), options), { code: 'ANSWER_REFUSED' }, memo)
      await assert.rejects(lookAt(answerOf(bodyOf(list), { operation, payload }), { ...options, asked }), {
        code: 'INVALID_INTENT',
      })
    }
  })

  test('name an owner in sentences only by a name that contains no other id', async () => {
    const sentenceFor = async (name: string) => {
      const owners = [{ wallet: REQUESTER, name }]
      const creation = { name: 'Club', settings: { owners, threshold: 1 } }
      const stated = { operation: 'create', payload: creation, walletId: null }
      const answer = answerOf(bodyOf(list), { ...stated, transactionId: REQUESTER + TRANSACTION_ID })
      return (await lookAt(answer, options)).sentences[0]
    }
    assert.match(String(await sentenceFor('Ada')), /sign: 0\.0\.1003 \("Ada"\)\.$/)
    assert.match(String(await sentenceFor(REQUESTER)), /sign: 0\.0\.1003 \("0\.0\.1003"\)\.$/)
    for (const name of ['0.0.66', 'O.O.66', 'Ada 0.0.66', `0x${'0'.repeat(37)}3fe`, `Ada Ox${'aB'.repeat(20)}`])
      assert.match(String(await sentenceFor(name)), /sign: 0\.0\.1003\.$/, name)
  })

  test('must not name an NFT of hbars, even if the signer asked for one', async () => {
    const nft = { ...payload, type: 'NON_FUNGIBLE_UNIQUE' }
    const asked = { operation, payload: nft }
    await assert.rejects(lookAt(answerOf(bodyOf(list), { operation, payload }), { ...options, asked }), {
      code: 'INVALID_INTENT',
    })
  })

  test('appear in sentences with invisible characters written out', async () => {
    for (const hidden of [
      '\u202e',
      '\u3164',
      '\u115f',
      '\uffa0',
      '\u2800',
      '\ufe0f',
      '\u{e0100}',
      '\u034f',
      '\n',
      '\ufffc',
    ]) {
      const id = `a${hidden}b`
      const proposal = { daoId: id, proposalId: id, topicId: '0.0.5', consensusTimestamp: '1.000000002' }
      const transfer = new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars(-1))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars(1))
        .setTransactionMemo(`Proposal ${id}`)
      const decided = { ...PAYLOAD, proposal }
      const seen = await lookAt(answerOf(bodyOf(frozen(transfer)), { operation, payload: decided, proposal }), options)
      assert.deepEqual(seen.differences, [])
      const sentences = seen.sentences.join(' ')
      assert.ok(sentences.includes(`"a\\u{${hidden.codePointAt(0)?.toString(16)}}b"`), sentences)
      assert.ok(!sentences.includes(hidden), sentences)
    }
  })
})

test('A future owner sees no owners of the wallet, but still compares its key with the ledger', async () => {
  const added = key(9)
  const ledger = {
    key: async (id: string) => (id === WALLET ? KEY : id === RECEIVER ? added : null),
    keyAt: async () => null,
    earlierKeys: async () => [],
    memo: async () => '',
    ...{ topic: async () => null, isAccount: async () => false },
    schedule: async () => null,
    token: async () => null,
  }
  const payload = { walletId: WALLET, action: 'add', owner: { wallet: RECEIVER } }
  const differences = async (keys: KeyList) => {
    const update = new AccountUpdateTransaction().setAccountId(WALLET).setKey(keys)
    const request = answerOf(bodyOf(frozen(update)), { operation: 'update', payload })
    const reviewed = await lookAt(request, { signerId: RECEIVER, owners: undefined, ledger })
    return reviewed.differences.map(({ path }) => path)
  }
  const parts = [...SDK_KEY.toArray(), sdkKeyOf(added)]
  assert.deepEqual(await differences(new KeyList(parts, 2)), [])
  assert.deepEqual(await differences(new KeyList(parts, 1)), ['cryptoUpdateAccount.key'])
  assert.deepEqual(await differences(new KeyList([...parts, sdkKeyOf(key(8))], 2)), ['cryptoUpdateAccount.key'])
})

test('The key that an owner change removes is shown, with whether the named owner has it now', async () => {
  const [ada, ben, claire, other] = [key(1), key(2), key(3), key(4)]
  const wallet: Key = { type: 'threshold', threshold: 2, keys: [ada, ben, claire] }
  const accounts: Record<string, Key> = { '0.0.1': ada, '0.0.2': ben, '0.0.3': claire, '0.0.66': other }
  let earlier: Key[] = []
  const ledger = {
    key: async (id: string) => (id === WALLET ? wallet : (accounts[id] ?? null)),
    keyAt: async () => null,
    earlierKeys: async (id: string) => (id === '0.0.66' ? earlier : []),
    memo: async () => '',
    ...{ topic: async () => null, isAccount: async () => false },
    schedule: async () => null,
    token: async () => null,
  }
  const look = async (
    of: { action: string; account: string; left: Key[] },
    owners = ['0.0.1', '0.0.2', '0.0.3'],
    signerId = '0.0.1',
  ) => {
    const { action, account, left } = of
    const update = new AccountUpdateTransaction().setAccountId(WALLET).setKey(new KeyList(left.map(sdkKeyOf), 2))
    const payload = { walletId: WALLET, action, owner: { wallet: account } }
    const request = answerOf(bodyOf(frozen(update)), { operation: 'update', payload })
    const { gone, differences, sentences } = await lookAt(request, { signerId, owners, ledger })
    return { gone, paths: differences.map(({ path }) => path), isTold: sentences.length > 1 }
  }
  const removal = { action: 'remove', account: '0.0.2', left: [ada, claire] }
  const isBens = { key: ben, account: '0.0.2', isPresent: true }
  assert.deepEqual(await look(removal), { gone: isBens, paths: [], isTold: false })
  // A service lists somebody else in Ben's place, to remove him. Without a lie, it is an earlier key.
  const lied = ['0.0.1', '0.0.66', '0.0.3']
  const isAnothers = { key: ben, account: '0.0.66', isPresent: false }
  const replacement = { action: 'add', account: '0.0.66', left: [ada, other, claire] }
  for (const change of [{ ...removal, account: '0.0.66' }, replacement])
    for (const [had, paths] of [
      [[], ['cryptoUpdateAccount.key']],
      [[other, ben], []],
    ] as [Key[], string[]][]) {
      earlier = had
      assert.deepEqual(await look(change, lied), { gone: isAnothers, paths, isTold: true })
    }
  for (const change of [{ ...removal, account: '0.0.66' }, replacement])
    assert.deepEqual(
      (await look(change, lied, '0.0.2')).paths,
      ['cryptoUpdateAccount.key'],
      'the key of who would sign',
    )
  const { gone } = await look({ action: 'add', account: '0.0.66', left: [ada, ben, claire, other] })
  assert.equal(gone, null)
})

describe('The amount of a token', () => {
  const look = async (token: Partial<ChargingToken> | null, maxCustomFees?: object) => {
    const transaction = new TransferTransaction()
      .addTokenTransfer(TOKEN, WALLET, -1_234_567n)
      .addTokenTransfer(TOKEN, RECEIVER, 1_234_567n)
    const payload = {
      walletId: WALLET,
      receiverId: RECEIVER,
      tokenId: TOKEN,
      type: 'FUNGIBLE_COMMON',
      amountOrSerial: 1_234_567,
      ...(maxCustomFees ? { maxCustomFees } : {}),
    }
    const request = answerOf(bodyOf(frozen(transaction)), { operation: 'withdraw', payload })
    const ledger = { ...ledgerOf({}), token: async (id: string) => token && tokenOf(id, token) }
    return (await lookAt(request, { signerId: REQUESTER, owners: undefined, ledger })).sentences
  }

  test('is shown by the decimals on the ledger, including custom fees', async () => {
    const customFees = [{ kind: 'fractional' as const, ...NOBODY, ...TENTH, minimum: 5n, maximum: 5n }]
    const fees = [{ id: TOKEN, fees: [{ token_id: TOKEN, amount: 5 }] }]
    assert.deepEqual(await look({ symbol: 'APL', decimals: '2', customFees }, fees), [
      `Transfer 12,345.67 "APL" (token ${TOKEN}) from ${WALLET} to ${RECEIVER}.`,
      `In custom fees it charges the wallet now 0.05 "APL" (token ${TOKEN}) for ${TOKEN}.`,
      `It permits the service to have the wallet charged custom fees of 0.05 "APL" (token ${TOKEN}) for ${TOKEN}.`,
    ])
    assert.match((await look({ symbol: 'WHOLE', decimals: 0 })).join(), /Transfer 1,234,567 "WHOLE"/)
  })

  test('is not signed if the ledger does not show its decimals', async () => {
    for (const token of [
      null,
      ...[undefined, null, '', '-1', 1.5, 2 ** 31].map((decimals) => ({ symbol: 'A', decimals })),
    ])
      await assert.rejects(look(token), { name: 'VerifyError', code: 'TOKEN_UNREADABLE' })
  })

  test('is shown without a symbol that imitates HBAR or the id of another token', async () => {
    for (const symbol of ['ℏ', 'HBAR', 'hbar', 'H\u200bBAR', '\u041dBAR', '0.0.5', 'O.O.5', ' '])
      assert.match((await look({ symbol, decimals: 2 })).join(), /Transfer 12,345\.67 of the token /, symbol)
  })

  test('is read only for as many tokens as can charge fees in one transfer', async () => {
    const tokens = Array.from({ length: 25 }, (_, index) => ({ token_id: `0.0.${7000 + index}`, amount: 1 }))
    await assert.rejects(look({ symbol: 'APL', decimals: 2 }, [{ id: TOKEN, fees: tokens }]), {
      code: 'TOKEN_UNREADABLE',
    })
  })
})

describe('Custom fees, which are not in the bytes of a withdrawal', () => {
  const BIG = 100_000_000_000_000n
  const fixed = (amount: bigint, tokenId: string | null = null) => ({
    kind: 'fixed' as const,
    ...NOBODY,
    tokenId,
    amount,
  })
  const royalty = { kind: 'royalty' as const, ...NOBODY, numerator: 1n, denominator: 2n }
  const ownKeys = { [WALLET]: KEY, [REQUESTER]: own }
  const sent = () =>
    new TransferTransaction().addTokenTransfer(TOKEN, WALLET, -7n).addTokenTransfer(TOKEN, RECEIVER, 7n)
  const given = () => new TransferTransaction().addNftTransfer(NftId.fromString(`${TOKEN}/3`), WALLET, REQUESTER)
  const fungible = { ...PAYLOAD, tokenId: TOKEN, amountOrSerial: 7 }
  const nft = { ...fungible, receiverId: REQUESTER, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 3 }
  const permitting = (amount: number | string, unit = 'HBAR') => [{ id: TOKEN, fees: [{ token_id: unit, amount }] }]

  /** The differences or, if there are none, the sentences for the signer. */
  async function look(
    token: Partial<ChargingToken>,
    more: object = {},
    { isNft = false, others = {} }: { isNft?: boolean; others?: Readonly<Record<string, Partial<ChargingToken>>> } = {},
  ): Promise<string> {
    const payload = { ...(isNft ? nft : fungible), ...more }
    const request = answerOf(bodyOf(frozen(isNft ? given() : sent())), { operation: 'withdraw', payload })
    const tokens: Readonly<Record<string, Partial<ChargingToken>>> = { [TOKEN]: token, ...others }
    const ledger = {
      ...ledgerOf(ownKeys),
      token: async (id: string) => (tokens[id] ? tokenOf(id, tokens[id]) : null),
    }
    const { differences, sentences } = await lookAt(request, { signerId: REQUESTER, owners: undefined, ledger })
    return differences.length > 0 ? `no: ${differences.map(({ message }) => message).join('; ')}` : sentences.join(' ')
  }

  test('are at most those that the request permits, whatever the service states of them', async () => {
    const customFees = [fixed(BIG)]
    assert.match(await look({ customFees }), /^no: .*charges it 100000000000000 tinybars in custom fees/)
    assert.match(await look({ customFees }, { customFees: [{ id: TOKEN, fees: [] }] }), /^no/)
    assert.match(await look({ customFees }, { maxCustomFees: [] }), /^no/)
    assert.match(await look({ customFees }, { maxCustomFees: permitting(5) }), /^no: .*maxCustomFees permits 5/)
    assert.match(await look({ customFees }, { maxCustomFees: [{ ...permitting(String(BIG))[0], id: '0.0.5' }] }), /^no/)
    assert.match(
      await look({ customFees }, { maxCustomFees: permitting(String(BIG)) }),
      /charges the wallet now 1,000,000\.00 ℏ for .* permits the service to have the wallet charged .*1,000,000\.00 ℏ/,
    )
    assert.doesNotMatch(await look({}, { customFees: permitting(5) }), /^no|charges/)
  })

  test('Custom fees of a scheduled transaction are compared, too, also with what its requester asked for', async () => {
    const payload = { ...fungible, expiresAt: '2027-01-01T00:00:00.000Z' }
    const kept = new ScheduleCreateTransaction()
      .setScheduledTransaction(sent())
      .setPayerAccountId(AccountId.fromString(WALLET))
      .setScheduleMemo(`quorate:${JOB}`)
      .setAdminKey(new KeyList([sdkKeyOf(own), SDK_KEY], 1))
      .setExpirationTime(new Timestamp(Date.parse(payload.expiresAt) / 1000, 0))
    const request = answerOf(bodyOf(frozen(kept, REQUESTER)), {
      ...{ operation: 'withdraw', payload: fungible, transactionId: `${REQUESTER}${TRANSACTION_ID}` },
      schedule: scheduleOf(null, payload.expiresAt),
    })
    for (const [customFees, paths] of [
      [[], []],
      [[fixed(1n)], ['maxCustomFees']],
    ] as const)
      for (const asked of [undefined, { operation: 'withdraw' as const, payload }]) {
        const ledger = {
          ...ledgerOf(ownKeys),
          token: async (id: string) => tokenOf(id, { customFees: [...customFees] }),
        }
        const { differences } = await lookAt(request, { signerId: REQUESTER, owners: undefined, ledger, asked })
        assert.deepEqual(
          differences.map(({ path }) => path),
          paths,
        )
      }
  })

  test('are those of each token that is paid to several receivers', async () => {
    const payments = [
      { receiverId: RECEIVER, tokenId: 'HBAR', amount: 5 },
      { receiverId: RECEIVER, tokenId: TOKEN, amount: 7 },
      { receiverId: REQUESTER, tokenId: TOKEN, amount: 2 },
    ]
    const transaction = () =>
      new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars(-5))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars(5))
        .addTokenTransfer(TOKEN, WALLET, -9n)
        .addTokenTransfer(TOKEN, RECEIVER, 7n)
        .addTokenTransfer(TOKEN, REQUESTER, 2n)
    const look = async (more: object = {}) => {
      const payload = { walletId: WALLET, payments, ...more }
      const request = answerOf(bodyOf(frozen(transaction())), { operation: 'pay', payload })
      const ledger = { ...ledgerOf(ownKeys), token: async (id: string) => tokenOf(id, { customFees: [fixed(BIG)] }) }
      const { differences, sentences } = await lookAt(request, { signerId: REQUESTER, owners: undefined, ledger })
      return differences.map(({ path }) => path).join() || sentences.join(' ')
    }
    assert.equal(await look(), 'maxCustomFees')
    assert.match(await look({ maxCustomFees: permitting(String(BIG)) }), /charges the wallet now 1,000,000\.00 ℏ/)
  })

  test('may rise if the token has a fee schedule key, so the request has to name it', async () => {
    const keys = { adminKey: null, feeScheduleKey: key(7) }
    assert.match(await look({ keys }), /^no: .*may charge other fees by the time of execution/)
    assert.doesNotMatch(await look({ keys }, { maxCustomFees: [{ id: TOKEN, fees: [] }] }), /^no/)
  })

  test('include what a fee in another token charges in turn', async () => {
    const others = { '0.0.77': { customFees: [fixed(BIG)] } }
    const customFees = [fixed(5n, '0.0.77')]
    assert.match(await look({ customFees }, { maxCustomFees: permitting(5, '0.0.77') }, { others }), /^no: .*0\.0\.77/)
    await assert.rejects(look({ customFees }, {}, {}), { code: 'TOKEN_UNREADABLE' })
  })

  test("include those of an NFT's receiver, whose key may be the signer’s", async () => {
    const customFees = [{ ...royalty, fallback: { tokenId: null, amount: BIG } }]
    const isNft = true
    assert.match(await look({ customFees }, {}, { isNft }), /^no: .*or the receiver/)
    assert.doesNotMatch(await look({ customFees }, { maxCustomFees: permitting(String(BIG)) }, { isNft }), /^no/)
    assert.doesNotMatch(await look({ customFees, treasury: WALLET }, {}, { isNft }), /^no/)
  })

  test('are not charged to their collector, or to the treasury unless somebody else may replace it', async () => {
    const customFees = [fixed(BIG)]
    assert.doesNotMatch(await look({ customFees, treasury: WALLET }), /^no/)
    const keys = (adminKey: Key) => ({ adminKey, feeScheduleKey: null })
    assert.doesNotMatch(await look({ customFees, treasury: WALLET, keys: keys(KEY) }), /^no/)
    assert.match(await look({ customFees, treasury: WALLET, keys: keys(key(7)) }), /^no/)
    assert.doesNotMatch(await look({ customFees: [{ ...fixed(BIG), collector: WALLET }] }), /^no/)
    assert.match(await look({ customFees: [{ ...fixed(BIG), collector: RECEIVER }] }), /^no/)
  })
})

describe('A call of a contract', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const transfer = `0xa9059cbb${word(1002)}${word(7)}`
  const call = (contract: string, data = transfer, more: object = {}) => {
    const transaction = new ContractExecuteTransaction()
      .setContractId(contract)
      .setFunctionParameters(Buffer.from(data.slice(2), 'hex'))
      .setGas(90_000)
    const operation = operationWith('call/contract', { contract, data, gas: 90_000 })
    const payload = { walletId: WALLET, operation }
    return answerOf(bodyOf(frozen(transaction)), { operation: 'operation', type: 'operation', payload, ...more })
  }
  const fee = { ...NOBODY, collector: '0.0.9', kind: 'fixed' as const, tokenId: null, amount: 5n }
  const charging = (customFees: ChargingToken['customFees']) => ({
    ...ledgerOf({ [WALLET]: KEY, [REQUESTER]: own }),
    token: async (id: string) => (id === TOKEN ? tokenOf(id, { customFees }) : null),
  })
  const messagesOf = async (answer: unknown, ledger = charging([])) =>
    (await lookAt(answer, { signerId: REQUESTER, owners: [], ledger })).differences.map(({ message }) => message)

  test('is reviewed as other operations are', async () => {
    assert.deepEqual(await messagesOf(call(CONTRACT)), [])
    assert.deepEqual(await messagesOf(call(TOKEN)), [])
  })

  test('is refused at a system contract and at a schedule, where signatures count for more than the wallet', async () => {
    for (const system of ['0.0.359', '0.0.363', '0.0.364', '0.0.1000'])
      await assert.rejects(messagesOf(call(system)), { code: 'ANSWER_REFUSED' }, system)
    const kept = { payer: WALLET, body: new Uint8Array(), memo: '', waitForExpiry: false } as unknown as ShownSchedule
    const ledger = { ...charging([]), schedule: async (id: string) => (id === SCHEDULE ? kept : null) }
    const [message] = await messagesOf(call(SCHEDULE), ledger)
    assert.match(message ?? '', /shows no contract or token 0\.0\.3001/)
  })

  test('is refused at an id that nothing has yet, which could become a schedule or a token that charges', async () => {
    const nothing = '0.0.999999'
    for (const data of ['0x06d15889', transfer])
      assert.match((await messagesOf(call(nothing, data))).join(), /shows no contract or token 0\.0\.999999/)
    assert.match((await messagesOf(call(TOPIC))).join(), /shows no contract or token/)
    const withoutKey = { ...charging([]), isAccount: async (id: string) => id === nothing }
    assert.deepEqual(await messagesOf(call(nothing), withoutKey), [], 'a contract without a key')
  })

  test('is refused in a schedule, since signers of a schedule would not see the call in the bytes', async () => {
    const signing = new ScheduleSignTransaction().setScheduleId(ScheduleId.fromString(SCHEDULE))
    const answer = call(CONTRACT, '0x12345678', { schedule: scheduleOf(SCHEDULE, '2027-01-01T00:00:00Z') })
    const bodyBytes = Buffer.from(bodyOf(frozen(signing, REQUESTER))).toString('base64')
    const kept = { payer: WALLET, body: new Uint8Array(), memo: '', waitForExpiry: false } as unknown as ShownSchedule
    const ledger = { ...charging([]), schedule: async () => kept }
    await assert.rejects(messagesOf({ ...answer, bodyBytes }, ledger), { code: 'INVALID_INTENT' })
  })

  test('is refused if it moves a token, or lets others move it, that charges custom fees', async () => {
    const approval = `0x095ea7b3${word(1002)}${word(7)}`
    for (const data of [transfer, approval, `${transfer}00`, '0x12345678']) {
      const [message] = await messagesOf(call(TOKEN, data), charging([fee]))
      assert.match(message ?? '', /could pay more than the request states/, data)
    }
    assert.deepEqual(await messagesOf(call(TOKEN, '0x0a754de6'), charging([fee])), [], 'associate()')
    assert.deepEqual(await messagesOf(call(CONTRACT, approval), charging([fee])), [])
  })
})

test('An allowance is refused for a token that charges custom fees, which no allowance bounds', async () => {
  const values = { type: 'token', tokenId: TOKEN, spenderAccountId: RECEIVER, amount: '7' }
  const transaction = new AccountAllowanceApproveTransaction().approveTokenAllowance(TOKEN, WALLET, RECEIVER, 7)
  const payload = { walletId: WALLET, operation: operationWith('allowance/token', values) }
  const answer = answerOf(bodyOf(frozen(transaction)), { operation: 'operation', type: 'operation', payload })
  const fee = { ...NOBODY, collector: '0.0.9', kind: 'fixed' as const, tokenId: null, amount: 5n }
  const messages = async (customFees: ChargingToken['customFees']) => {
    const ledger = { ...ledgerOf({ [WALLET]: KEY }), token: async (id: string) => tokenOf(id, { customFees }) }
    return (await lookAt(answer, { signerId: REQUESTER, owners: [], ledger })).differences.map(({ message }) => message)
  }
  assert.deepEqual(await messages([]), [])
  assert.match((await messages([fee]))[0] ?? '', /could pay more than the request states/)
})

describe('A message to a topic', () => {
  const EXPIRES = '2027-01-01T00:00:00.000Z'
  const message = () => new TopicMessageSubmitTransaction().setTopicId(TOPIC).setMessage('hello')
  const operation = operationWith('message/topic', { topic: TOPIC, message: 'hello' })
  const asked = { operation: 'operation', type: 'operation', payload: { walletId: WALLET, operation } }
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(message().setMaxTransactionFee(new Hbar(5)))
    .setPayerAccountId(AccountId.fromString(WALLET))
    .setScheduleMemo(`quorate:${JOB}`)
    .setAdminKey(new KeyList([sdkKeyOf(own), SDK_KEY], 1))
    .setExpirationTime(new Timestamp(Date.parse(EXPIRES) / 1000, 0))
  const creation = bodyOf(frozen(create, REQUESTER))
  const scheduledBody = proto.TransactionBody.decode(creation).scheduleCreate?.scheduledTransactionBody
  const kept: ShownSchedule = {
    body: proto.SchedulableTransactionBody.encode(scheduledBody ?? {}).finish(),
    ...{ payer: WALLET, adminKey: { type: 'threshold', threshold: 1, keys: [own, KEY] }, memo: `quorate:${JOB}` },
    ...{ createdAt: '1795000001.000000001', waitForExpiry: false, deleted: false, executedTimestamp: null },
    expirationTime: `${Date.parse(EXPIRES) / 1000}.000000000`,
  }
  const byRequester = { ...asked, transactionId: `${REQUESTER}${TRANSACTION_ID}` }
  const schedule = scheduleOf(SCHEDULE, EXPIRES)
  const about = (transaction: ScheduleSignTransaction | ScheduleDeleteTransaction) =>
    bodyOf(frozen(transaction.setScheduleId(ScheduleId.fromString(SCHEDULE)), REQUESTER))
  const deletion = answerOf(about(new ScheduleDeleteTransaction()), { ...byRequester, schedule, status: 'error' })
  const answers = {
    'at once': answerOf(bodyOf(frozen(message())), asked),
    'in a new schedule': answerOf(creation, { ...byRequester, schedule: scheduleOf(null, EXPIRES) }),
    'in a kept schedule': answerOf(about(new ScheduleSignTransaction()), { ...byRequester, schedule }),
  }
  async function messagesOf(answer: unknown, shown: Partial<ShownTopic> | null): Promise<string[]> {
    const ledger = {
      ...ledgerOf({ [WALLET]: KEY, [REQUESTER]: own }, { [SCHEDULE]: kept }),
      topic: async (id: string) => (id === TOPIC && shown ? topicOf(shown) : null),
    }
    const { differences } = await lookAt(answer, { signerId: REQUESTER, owners: [], ledger })
    return differences.map(({ message }) => message)
  }
  const fee = { ...NOBODY, collector: RECEIVER, kind: 'fixed' as const, tokenId: null, amount: 900n }

  for (const [when, answer] of Object.entries(answers))
    test(`is signed ${when} only if the topic charges nothing and cannot start to`, async () => {
      assert.deepEqual(await messagesOf(answer, {}), [])
      assert.deepEqual(await messagesOf(answer, { feeScheduleKey: KEY }), [], "the wallet's own key")
      assert.deepEqual(await messagesOf(answer, { customFees: [{ ...fee, collector: WALLET }] }), [])
      assert.match((await messagesOf(answer, { customFees: [fee] })).join(), /charges custom fees for each message/)
      assert.match((await messagesOf(answer, { feeScheduleKey: own })).join(), /may charge custom fees/)
      assert.match((await messagesOf(answer, null)).join(), /shows no topic 0\.0\.4001/)
    })

  test('can still be deleted from the ledger if its topic charges', async () => {
    assert.deepEqual(await messagesOf(deletion, { customFees: [fee] }), [])
  })
})
