/**
 * Changes, omits and adds everything that a lying service could in its answer about a request and in the bytes. The
 * gate must refuse each change, or the signer must see other sentences. Cases are generated for every operation, field
 * and change.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  KeyList,
  NftId,
  PendingAirdropId,
  PublicKey,
  ScheduleCreateTransaction,
  ScheduleDeleteTransaction,
  ScheduleId,
  ScheduleSignTransaction,
  Timestamp,
  TokenAssociateTransaction,
  TokenClaimAirdropTransaction,
  TokenDissociateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import {
  approve,
  guardedOwnerMemo,
  type Key,
  type ShownSchedule,
  saysSame,
  VerifyError,
  wasSigned,
} from '@quorate/verify'
import { REQUESTER as ADA, airdrops, bodyOf, frozen, NOW, RECEIVER, TOKEN, TRANSACTION_ID, WALLET } from './bodies.ts'
import { operationKinds } from './operation-kinds.ts'
import { answerOf, CHAIN, JOB, ledgerOf, lookAt, scheduleOf } from './requests.ts'

type Json = Record<string, unknown>
type Options = Parameters<typeof lookAt>[1]

const [BEN, CLAIRE, DAN, SCHEDULE] = ['0.0.1011', '0.0.1012', '0.0.1013', '0.0.3001']
const key = (byte: number) => ({ type: 'ed25519' as const, bytes: new Uint8Array(32).fill(byte) })
const [ada, ben, claire, dan, benBefore] = [key(1), key(2), key(3), key(4), key(5)] as const
const some = (threshold: number, ...keys: Key[]): Key => ({ type: 'threshold', threshold, keys })
const sdkKey = (threshold: number, ...keys: { bytes: Uint8Array }[]) =>
  new KeyList(
    keys.map(({ bytes }) => PublicKey.fromBytesED25519(bytes)),
    threshold,
  )
const KEYS = {
  [ADA]: ada,
  [BEN]: ben,
  [CLAIRE]: claire,
  [DAN]: dan,
  [RECEIVER]: key(9),
  [WALLET]: some(2, ada, ben, claire),
}
const OWNERS = [ADA, BEN, CLAIRE]
/** Earlier keys of accounts. */
const EARLIER = { [BEN]: benBefore }

interface Kind {
  operation: string
  payload: Json
  transaction: () => Transaction
  keys?: Record<string, Key>
  schedules?: Record<string, ShownSchedule>
  isSchedulable?: boolean
}
const relation = { walletId: WALLET, tokenId: TOKEN }
const transfer = { walletId: WALLET, receiverId: RECEIVER }
const update = () => new AccountUpdateTransaction().setAccountId(WALLET)
const tokens = () =>
  new TransferTransaction().addTokenTransfer(TOKEN, WALLET, -7n).addTokenTransfer(TOKEN, RECEIVER, 7n)
const fees = [{ id: TOKEN, fees: [{ token_id: 'HBAR', amount: '5' }] }]

const OPERATIONS = operationKinds(KEYS[WALLET] as Key, sdkKey(2, ada, ben, claire)).map(
  ({ name, ...kind }) => [name, kind] as const,
)
const KINDS: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(OPERATIONS),
  'a new wallet': {
    operation: 'create',
    payload: {
      name: 'Club',
      description: 'Ours',
      balance: 12,
      maxAutomaticTokenAssociations: -1,
      isReceiverSignatureRequired: true,
      chain: CHAIN,
      smartApp: 'app',
      memo: 'Founded on 1 May',
      settings: {
        threshold: 2,
        owners: [
          { wallet: ADA, name: 'Ada' },
          { wallet: BEN, name: 'Ben', guarded: true },
        ],
      },
    },
    transaction: () =>
      new AccountCreateTransaction()
        .setKeyWithoutAlias(sdkKey(2, ada, ben))
        .setInitialBalance(Hbar.fromTinybars(12))
        .setMaxAutomaticTokenAssociations(-1)
        .setReceiverSignatureRequired(true)
        .setAccountMemo(guardedOwnerMemo(BEN))
        .setTransactionMemo('Founded on 1 May'),
  },
  'a withdrawal of hbars': {
    operation: 'withdraw',
    payload: { ...transfer, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: '250', memo: 'Invoice 4711' },
    transaction: () =>
      new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars(-250))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars(250))
        .setTransactionMemo('Invoice 4711'),
    isSchedulable: true,
  },
  'payments to several receivers': {
    operation: 'pay',
    payload: {
      walletId: WALLET,
      payments: [
        { receiverId: RECEIVER, tokenId: 'HBAR', amount: '250' },
        { receiverId: RECEIVER, tokenId: TOKEN, amount: 7 },
        { receiverId: BEN, tokenId: 'HBAR', amount: 30 },
      ],
      memo: 'Salaries',
    },
    transaction: () =>
      new TransferTransaction()
        .addHbarTransfer(WALLET, Hbar.fromTinybars(-280))
        .addHbarTransfer(RECEIVER, Hbar.fromTinybars(250))
        .addHbarTransfer(BEN, Hbar.fromTinybars(30))
        .addTokenTransfer(TOKEN, WALLET, -7n)
        .addTokenTransfer(TOKEN, RECEIVER, 7n)
        .setTransactionMemo('Salaries'),
    isSchedulable: true,
  },
  'a withdrawal of tokens': {
    operation: 'withdraw',
    payload: {
      ...transfer,
      tokenId: TOKEN,
      type: 'FUNGIBLE_COMMON',
      amountOrSerial: 7,
      maxCustomFees: fees,
      customFees: fees,
    },
    transaction: tokens,
    isSchedulable: true,
  },
  'a withdrawal of an NFT': {
    operation: 'withdraw',
    payload: { ...transfer, tokenId: TOKEN, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 3 },
    transaction: () => new TransferTransaction().addNftTransfer(NftId.fromString(`${TOKEN}/3`), WALLET, RECEIVER),
    isSchedulable: true,
  },
  'a withdrawal that a DAO decided': {
    operation: 'withdraw',
    payload: {
      ...transfer,
      tokenId: TOKEN,
      type: 'FUNGIBLE_COMMON',
      amountOrSerial: 7,
      proposal: { daoId: 'a-dao', proposalId: 'a-proposal', topicId: '0.0.5', consensusTimestamp: '1.000000002' },
    },
    transaction: () => tokens().setTransactionMemo('Proposal a-proposal'),
  },
  'the removal of an owner': {
    operation: 'update',
    payload: { walletId: WALLET, action: 'remove', owner: { wallet: BEN, name: 'Ben' }, threshold: 1 },
    transaction: () => update().setKey(sdkKey(1, ada, claire)),
    isSchedulable: true,
  },
  'another owner': {
    operation: 'update',
    payload: { walletId: WALLET, action: 'add', owner: { wallet: DAN, name: 'Dan' }, threshold: 3 },
    transaction: () => update().setKey(sdkKey(3, ada, ben, claire, dan)),
    isSchedulable: true,
  },
  "a replacement of an owner's key": {
    operation: 'update',
    payload: { walletId: WALLET, action: 'add', owner: { wallet: BEN, name: 'Ben' } },
    transaction: () => update().setKey(sdkKey(2, ada, ben, claire)),
    keys: { [WALLET]: some(2, ada, benBefore, claire) },
    isSchedulable: true,
  },
  'a stake': {
    operation: 'stake',
    payload: { walletId: WALLET, nodeId: 3 },
    transaction: () => update().setStakedNodeId(3),
    isSchedulable: true,
  },
  'the end of a stake': {
    operation: 'stake',
    payload: { walletId: WALLET },
    transaction: () => update().clearStakedNodeId(),
  },
  'an association': {
    operation: 'associate',
    payload: relation,
    transaction: () => new TokenAssociateTransaction().setAccountId(WALLET).setTokenIds([TOKEN]),
  },
  'a dissociation': {
    operation: 'dissociate',
    payload: relation,
    transaction: () => new TokenDissociateTransaction().setAccountId(WALLET).setTokenIds([TOKEN]),
  },
  'a claim of airdrops': {
    operation: 'claim',
    payload: airdrops,
    transaction: () =>
      new TokenClaimAirdropTransaction()
        .addPendingAirdropId(new PendingAirdropId({ senderId: ADA, receiverId: WALLET, tokenId: TOKEN }))
        .addPendingAirdropId(
          new PendingAirdropId({ senderId: RECEIVER, receiverId: WALLET, nftId: NftId.fromString(`${TOKEN}/7`) }),
        ),
  },
}

const UNTIL = '2026-12-01T00:00:00.000Z'

interface Case {
  answer: Json
  options: Options
  kept?: ShownSchedule
  keys: Readonly<Record<string, Key>>
}

/** The same request executed immediately, at a given time, and in each of the three ways of scheduling it. */
function* casesOf({
  operation,
  payload,
  transaction,
  keys = {},
  schedules = {},
  isSchedulable,
}: Kind): Generator<[string, Case]> {
  const isCreation = operation === 'create'
  const payer = isCreation ? ADA : WALLET
  const ledgerKeys = { ...KEYS, ...keys }
  const options: Options = {
    signerId: ADA,
    ledger: ledgerOf(ledgerKeys, schedules, ledgerKeys, EARLIER),
    owners: operation === 'update' ? OWNERS : undefined,
  }
  const common = {
    operation,
    payload,
    ...(isCreation ? { walletId: null } : {}),
    ...(payload.proposal ? { proposal: payload.proposal } : {}),
    transactionId: payer + TRANSACTION_ID,
  }
  const bytes = bodyOf(frozen(transaction(), payer))
  const of = { options, keys: ledgerKeys }
  yield ['at once', { ...of, answer: answerOf(bytes, common) }]
  const executeAt = new Date(1_795_000_000_000).toISOString()
  yield [
    'at a time',
    { ...of, answer: answerOf(bytes, { ...common, executeAt }), options: { ...options, now: NOW - 10 ** 9 } },
  ]
  if (!isSchedulable) return
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(transaction().setMaxTransactionFee(new Hbar(50)))
    .setPayerAccountId(AccountId.fromString(WALLET))
    .setExpirationTime(new Timestamp(Date.parse(UNTIL) / 1000, 0))
    .setScheduleMemo(`quorate:${JOB}`)
    .setAdminKey(sdkKeyOf(some(1, ada, ledgerKeys[WALLET] as Key)))
  const creation = bodyOf(frozen(create, ADA))
  const scheduled = { ...common, transactionId: ADA + TRANSACTION_ID }
  yield ['as a schedule', { ...of, answer: answerOf(creation, { ...scheduled, schedule: scheduleOf(null, UNTIL) }) }]
  const { scheduledTransactionBody } = proto.TransactionBody.decode(creation).scheduleCreate ?? assert.fail()
  const kept: ShownSchedule = {
    body: proto.SchedulableTransactionBody.encode(scheduledTransactionBody ?? {}).finish(),
    payer: WALLET,
    adminKey: some(1, ada, ledgerKeys[WALLET] as Key),
    createdAt: '1795000001.000000001',
    memo: `quorate:${JOB}`,
    waitForExpiry: false,
    deleted: false,
    executedTimestamp: null,
    expirationTime: `${Date.parse(UNTIL) / 1000}.000000000`,
  }
  const withSchedule = {
    ...of,
    kept,
    options: { ...options, ledger: ledgerOf(ledgerKeys, { [SCHEDULE]: kept }, ledgerKeys, EARLIER) },
  }
  const schedule = scheduleOf(SCHEDULE, UNTIL)
  const id = ScheduleId.fromString(SCHEDULE)
  const signing = bodyOf(frozen(new ScheduleSignTransaction().setScheduleId(id), ADA))
  yield ['signed as a schedule', { ...withSchedule, answer: answerOf(signing, { ...scheduled, schedule }) }]
  const deletion = bodyOf(frozen(new ScheduleDeleteTransaction().setScheduleId(id), ADA))
  const ended = { ...scheduled, schedule, status: 'error' }
  yield ['deleted as a schedule', { ...withSchedule, answer: answerOf(deletion, ended) }]
}

function sdkKeyOf(of: Key): KeyList | PublicKey {
  if (of.type === 'threshold') return new KeyList(of.keys.map(sdkKeyOf) as PublicKey[], of.threshold)
  return PublicKey.fromBytesED25519('bytes' in of ? of.bytes : new Uint8Array())
}

/**
 * The sentences shown to a signer; undefined if the gate refuses. An error other than a VerifyError is a bug in the
 * gate.
 */
async function told({ answer, options }: Pick<Case, 'answer' | 'options'>): Promise<string | undefined> {
  try {
    const { act, differences, sentences } = await lookAt(answer, options)
    const isOver = answer.status !== 'pending' && act !== 'scheduleDelete'
    return differences.length > 0 || isOver ? undefined : sentences.join('\n')
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}

/** Fields that only the service knows and that affect no signature. Another value of the right form changes nothing. */
const INFORMATIONAL =
  /^(historyId|waitsFor|type|threshold|bytes|createdAt|expiresAt|bytesExpireAt|code|message|consensusTimestamp|receipt)$|^(signatures|missing|needs|rejections|comments)|^schedule\.(state|scheduledTransactionId)$/
const OTHER: readonly unknown[] = [
  ...[null, 0, 1, -1, 2, 7.5, '', '1', 'x', '0.0.1', RECEIVER, WALLET, BEN, true, false, [], {}, [{}]],
  ...['add', 'remove', 'replace', 'create', 'withdraw', 'stake', 'pending', 'success', 'error', 'signed', 'expiry'],
  ...['NON_FUNGIBLE_UNIQUE', '2026-11-19T00:00:00.000Z', '2036-11-19T00:00:00.000Z', '1.5', 10 ** 15, 'hedera:mainnet'],
]
const MORE: Readonly<Json> = {
  executeAt: '2026-12-05T00:00:00.000Z',
  schedule: scheduleOf(SCHEDULE, UNTIL),
  threshold: 1,
  nodeId: 5,
  guarded: true,
  name: 'Eve',
  balance: 10 ** 9,
  maxCustomFees: fees,
  isReceiverSignatureRequired: true,
  proposal: { daoId: 'd', proposalId: 'p', topicId: '0.0.5', consensusTimestamp: '1.000000002' },
  extra: 1,
  maxAutomaticTokenAssociations: 5,
  description: 'More',
  tokenId: TOKEN,
  receiverId: BEN,
  memo: 'More',
  payments: [{ receiverId: BEN, tokenId: 'HBAR', amount: 1 }],
}

/** Every answer that differs from this one in one field, which is absent, changed or added. */
function* changesOf(value: unknown, path: string): Generator<[path: string, how: string, changed: unknown]> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      yield [path, `without ${index}`, value.toSpliced(index, 1)]
      yield [path, `twice ${index}`, value.toSpliced(index, 0, one)]
      for (const [at, how, changed] of changesOf(one, path)) yield [at, how, value.with(index, changed)]
    }
    if (value.length > 1) yield [path, 'reversed', value.toReversed()]
    return
  }
  const object = value as Json
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  for (const [name, one] of Object.entries(object)) {
    const { [name]: _, ...without } = object
    yield [at(name), 'absent', without]
    yield [at(name), 'undefined', { ...object, [name]: undefined }]
    for (const other of OTHER)
      if (JSON.stringify(other) !== JSON.stringify(one))
        yield [at(name), JSON.stringify(other), { ...object, [name]: other }]
    for (const [inner, how, changed] of changesOf(one, at(name))) yield [inner, how, { ...object, [name]: changed }]
  }
  for (const [name, more] of Object.entries(MORE))
    if (!(name in object)) yield [at(name), `more: ${JSON.stringify(more)}`, { ...object, [name]: more }]
}

/**
 * Changes that are accepted: another spelling of the same value, and fees stated by the service, since the ledger's
 * fees count.
 */
const isSame = (path: string, how: string): boolean =>
  (path === 'payload.chain' && (how === 'absent' || how === 'undefined')) || path.startsWith('payload.customFees')

describe("A service's answer about a request", () => {
  for (const [name, kind] of Object.entries(KINDS))
    for (const [form, honest] of casesOf(kind))
      test(`${name} ${form}: every change is refused or shown`, async () => {
        const before = await told(honest)
        const { differences } = await lookAt(honest.answer, honest.options)
        assert.notEqual(before, undefined, JSON.stringify(differences))
        const isAskerTold = kind.operation === 'create' || form.endsWith('schedule')
        const free = (path: string): boolean =>
          INFORMATIONAL.test(path) ||
          // The bytes name the requester if it pays for them, or if it can delete their schedule.
          (path === 'requesterId' && !isAskerTold) ||
          // A ScheduleSign is a separate transaction.
          (path === 'transactionId' && /^(signed|deleted)/.test(form))
        let count = 0
        for (const [path, how, changed] of changesOf(honest.answer, '')) {
          count++
          const after = await told({ ...honest, answer: changed as Json })
          const isGood = after === undefined || after !== before
          // A field that is useless to a liar may have another value, but may not be absent or have another form.
          const isFree = free(path) && how !== 'absent' && how !== 'undefined' && how !== 'null' && how !== '[{}]'
          if (!isGood && !isFree && !isSame(path, how))
            assert.fail(`${path}, ${how}: signed as ${JSON.stringify(after)}`)
        }
        assert.ok(count > 300)
      })
})

/** Every body that differs from this one in one field, which is absent or has another value. */
function* otherBodies(bytes: Uint8Array): Generator<[path: string, how: string, changed: Uint8Array]> {
  const root = proto.TransactionBody.decode(bytes)
  const encoded = () => proto.TransactionBody.encode(root).finish()
  function* visit(message: Json, path: string): Generator<[string, string, Uint8Array]> {
    for (const [name, value] of Object.entries(message)) {
      if (typeof value === 'function' || value === null || value === undefined) continue
      const at = path === '' ? name : `${path}.${name}`
      for (const [how, other] of othersOf(value)) {
        message[name] = other
        yield [at, how, encoded()]
      }
      message[name] = value
      if (Array.isArray(value)) {
        for (const one of value) if (typeof one === 'object') yield* visit(one as Json, `${at}[]`)
      } else if (typeof value === 'object' && !(value instanceof Uint8Array) && !isLong(value))
        yield* visit(value as Json, at)
    }
  }
  yield* visit(root as unknown as Json, '')
}

const isLong = (value: object): value is { toNumber(): number; add(other: number): unknown } =>
  'add' in value && 'toNumber' in value

function othersOf(value: unknown): [how: string, other: unknown][] {
  const absent: [string, unknown] = ['absent', undefined]
  if (typeof value === 'number') return [absent, ['one more', value + 1], ['far more', value + 10 ** 6]]
  if (typeof value === 'boolean') return [['the other', !value]]
  if (typeof value === 'string') return [absent, ['longer', `${value}x`]]
  if (value instanceof Uint8Array) return [absent, ['another', value.with(0, (value[0] ?? 0) ^ 1)]]
  if (Array.isArray(value)) return value.length === 0 ? [] : [absent, ['twice', [...value, value[0]]]]
  if (isLong(value as object)) return [absent, ['one more', (value as { add(n: number): unknown }).add(1)]]
  return [absent]
}

describe('The bytes of a request', () => {
  /** Any node, and any shorter or longer duration that the network takes. */
  const FREE = /^(nodeAccountID\.\w+Num|transactionValidDuration\.seconds|(.*\.)?transactionFee) (one more|far more)$/
  /** If these fields are absent, the meaning is the same, or the offered fee is lower. */
  const UNSAID = /^(transactionFee|.*scheduledTransactionBody\.transactionFee) absent$|(shardNum|realmNum) absent$/
  /** The network ignores it if there are a renewal account and period, which are compared (token_create.proto). */
  const IGNORED = /(^|\.)tokenCreation\.expiry\b/
  for (const [name, kind] of Object.entries(KINDS))
    for (const [form, honest] of casesOf(kind))
      test(`${name} ${form}: every change is refused or shown`, async () => {
        const before = await told(honest)
        const bytes = Buffer.from(String(honest.answer.bodyBytes), 'base64')
        const hasOwnId = /^(signed|deleted)/.test(form)
        let count = 0
        for (const [path, how, changed] of otherBodies(bytes)) {
          if (saysSame(changed, bytes, 'TransactionBody')) continue
          count++
          const after = await told({
            ...honest,
            answer: { ...honest.answer, bodyBytes: Buffer.from(changed).toString('base64') },
          })
          // A ScheduleSign may be valid from any time that is not far ahead.
          const isStart = hasOwnId && /transactionValidStart\.\w+$/.test(path)
          const isFree = FREE.test(`${path} ${how}`) || UNSAID.test(`${path} ${how}`) || IGNORED.test(path) || isStart
          assert.ok(after === undefined || after !== before || isFree, `${path} ${how}: signed as ${after}`)
        }
        assert.ok(count > 15, String(count))
      })

  const DAY = 86_400
  test('The bytes of a request of every kind become valid soon and for a short time, are paid by the stated payer, and have a bounded fee', async () => {
    for (const [name, kind] of Object.entries(KINDS))
      for (const [form, honest] of casesOf(kind)) {
        // A schedule may be paid by an account whose key does not include the signer's, such as the service's.
        const payer = form.includes('schedule') ? 1001 : 1012
        const start = (seconds: number) => (body: proto.ITransactionBody) => {
          const { transactionValidStart } = body.transactionID ?? {}
          Object.assign(transactionValidStart ?? assert.fail(), { seconds: 1_795_000_000 + seconds })
        }
        const changes: [string, (body: proto.ITransactionBody) => void][] = [
          ['an hour later', start(3_600)],
          ['a month later', start(30 * DAY)],
          ['ten years later', start(3_650 * DAY)],
          ['at no time', (body) => delete body.transactionID?.transactionValidStart],
          ['for long', (body) => Object.assign(body, { transactionValidDuration: { seconds: 181 } })],
          ['for no time', (body) => delete body.transactionValidDuration],
          ['another payer', (body) => Object.assign(body.transactionID ?? {}, { accountID: { accountNum: payer } })],
          ['no payer', (body) => delete body.transactionID?.accountID],
          ['a huge fee', (body) => Object.assign(body, { transactionFee: 5_000_000_001 })],
          ['no node', (body) => delete body.nodeAccountID],
          ['the node of batches', (body) => Object.assign(body, { nodeAccountID: { accountNum: 0 } })],
          ['a memo', (body) => Object.assign(body, { memo: 'more' })],
          ['a batch', (body) => Object.assign(body, { batchKey: { ed25519: ada.bytes } })],
          ['scheduled', (body) => Object.assign(body.transactionID ?? {}, { scheduled: true })],
        ]
        for (const [what, change] of changes) {
          const body = proto.TransactionBody.decode(Buffer.from(String(honest.answer.bodyBytes), 'base64'))
          change(body)
          const bodyBytes = Buffer.from(proto.TransactionBody.encode(body).finish()).toString('base64')
          // The stated id is the id in the bytes.
          const { seconds } = body.transactionID?.transactionValidStart ?? {}
          const transactionId = String(honest.answer.transactionId).replace(/@\d+/, `@${seconds ?? 0}`)
          const answer = { ...honest.answer, bodyBytes, transactionId }
          assert.equal(await told({ ...honest, answer }), undefined, `${name} ${form}: ${what}`)
        }
      }
  })
})

test('An answer about another request than the expected one is refused', async () => {
  for (const [name, kind] of Object.entries(KINDS))
    for (const [form, { answer, options }] of casesOf(kind)) {
      assert.notEqual(await told({ answer, options }), undefined, `${name} ${form}`)
      assert.equal(await told({ answer, options: { ...options, jobId: 'another-job' } }), undefined, `${name} ${form}`)
    }
})

test('Another account that pays the fee is named, even if it is another wallet of the signer', async () => {
  const other = '0.0.1099'
  const kind = KINDS['a new wallet'] ?? assert.fail()
  const bytes = bodyOf(frozen(kind.transaction(), other))
  const { operation, payload } = kind
  const answer = answerOf(bytes, {
    operation,
    payload: { ...payload, balance: 12 },
    walletId: null,
    requesterId: other,
    transactionId: other + TRANSACTION_ID,
  })
  const seen = await lookAt(answer, {
    signerId: ADA,
    owners: undefined,
    ledger: ledgerOf({ ...KEYS, [other]: some(1, ada) }),
  })
  assert.deepEqual(seen.differences, [])
  assert.ok(seen.sentences.includes('0.0.1099 pays the fee.'), seen.sentences.join('\n'))
})

test('A schedule that the ledger already keeps is not created again, whoever wants its bytes signed', async () => {
  const made: string[] = []
  for (const kind of Object.values(KINDS))
    for (const [form, { answer, options }] of casesOf(kind)) {
      if (form !== 'as a schedule') continue
      const again = { ...answer, schedule: scheduleOf(SCHEDULE, UNTIL) }
      const approval = {
        jobId: JOB,
        chain: CHAIN,
        now: NOW,
        ...options,
        show() {},
        confirm: async () => true,
        send: async () => {},
        sign: () => new Uint8Array(made.push(form) && 64),
      }
      await assert.rejects(approve(again, approval), { code: 'BYTES_DIFFER' })
      assert.deepEqual(made, [])
      await assert.rejects(approve(answer, approval), { code: 'NOT_THE_KEY' })
      assert.deepEqual(made.splice(0), [form])
    }
})

test('An error that comes after the signature was sent says so, whatever the service answers', async () => {
  const signed = KINDS['a withdrawal of hbars'] ?? assert.fail()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const own: Key = { type: 'ed25519', bytes }
  const [[, { answer, options }] = assert.fail()] = casesOf({ ...signed, keys: { [ADA]: own } })
  const failing = (confirm: boolean, sent: () => Promise<void>) =>
    approve(answer, {
      ...{ jobId: JOB, chain: CHAIN, now: NOW, ...options },
      show() {},
      confirm: async () => confirm,
      sign: (body) => sign(null, body, privateKey),
      send: sent,
    }).then(
      () => assert.fail(),
      (error) => [error.code, wasSigned(error)],
    )
  const lie = () => Promise.reject(new VerifyError('NOT_CONFIRMED', 'Nothing was signed'))
  assert.deepEqual(await failing(false, lie), ['NOT_CONFIRMED', false])
  assert.deepEqual(await failing(true, lie), ['NOT_CONFIRMED', true])
})

test('A schedule that differs from the request is neither signed nor deleted', async () => {
  const others: Partial<ShownSchedule>[] = [
    ...[null, dan, ada, some(1, dan, some(2, ada, ben, claire)), some(1, ada), some(2, ada, some(2, ada, ben))].map(
      (adminKey) => ({ adminKey }),
    ),
    ...[{ payer: ADA }, { payer: null }, { memo: '' }, { memo: 'quorate:another' }, { waitForExpiry: true }],
    ...[{ expirationTime: null }, { expirationTime: '1.000000000' }, { body: new Uint8Array() }],
  ]
  for (const [name, kind] of Object.entries(KINDS))
    for (const [form, { answer, options, kept, keys }] of casesOf(kind)) {
      if (!kept) continue
      const toldOf = (shown: ShownSchedule, before?: Record<string, Key>): Promise<string | undefined> =>
        told({ answer, options: { ...options, ledger: ledgerOf(keys, { [SCHEDULE]: shown }, before, EARLIER) } })
      assert.notEqual(await toldOf(kept), undefined, `${name} ${form}`)
      for (const other of others)
        assert.equal(await toldOf({ ...kept, ...other }), undefined, `${name} ${form}: ${JSON.stringify(other)}`)
      // Its admin key stays as it was, whichever keys have been replaced since.
      const [own, wallet] = [key(31), some(1, key(31), ben)]
      const before = { ...keys, [ADA]: own, [WALLET]: wallet }
      assert.notEqual(await toldOf({ ...kept, adminKey: some(1, own, wallet) }, before), undefined, `${name} ${form}`)
    }
})

test('The sentences name who can delete a schedule, even if another account pays for its creation', async () => {
  const [service, eve] = ['0.0.4001', '0.0.6666']
  const payload = KINDS['a withdrawal of hbars']?.payload as Json
  const signed = async (requesterId: string, own: Key) => {
    const create = new ScheduleCreateTransaction()
      .setScheduledTransaction(
        KINDS['a withdrawal of hbars']?.transaction().setMaxTransactionFee(new Hbar(50)) as never,
      )
      .setPayerAccountId(AccountId.fromString(WALLET))
      .setExpirationTime(new Timestamp(Date.parse(UNTIL) / 1000, 0))
      .setScheduleMemo(`quorate:${JOB}`)
      .setAdminKey(sdkKeyOf(some(1, own, KEYS[WALLET] as Key)))
    const of = { operation: 'withdraw', payload, requesterId, schedule: scheduleOf(null, UNTIL) }
    const answer = answerOf(bodyOf(frozen(create, service)), { ...of, transactionId: service + TRANSACTION_ID })
    const ledger = ledgerOf({ ...KEYS, [service]: key(40), [eve]: key(66) })
    return told({ answer, options: { signerId: ADA, owners: undefined, ledger } })
  }
  assert.match((await signed(ADA, ada)) ?? '', /Before that 0\.0\.1003 can delete it/)
  assert.match((await signed(eve, key(66))) ?? '', /Before that 0\.0\.6666 can delete it/)
  assert.equal(await signed(ADA, key(66)), undefined)
})

test("A signer's own request is carried out, and its schedule is never deleted instead", async () => {
  for (const [name, kind] of Object.entries(KINDS))
    for (const [form, { answer, options }] of casesOf(kind)) {
      const isKept = form.includes('schedule')
      const payload = {
        ...kind.payload,
        ...(isKept ? { expiresAt: UNTIL } : {}),
        ...(form === 'at a time' ? { executeAt: answer.executeAt } : {}),
      }
      const asked = { operation: kind.operation as never, payload }
      const seen = await told({ answer, options: { ...options, asked } })
      assert.equal(seen === undefined, form === 'deleted as a schedule', `${name} ${form}`)
    }
})

test('A new wallet with fewer owners than required signatures is not created', async () => {
  const { payload, ...kind } = KINDS['a new wallet'] ?? assert.fail()
  const settings = { ...(payload.settings as Json), threshold: 3 }
  const transaction = () => (kind.transaction() as AccountCreateTransaction).setKeyWithoutAlias(sdkKey(3, ada, ben))
  for (const [, of] of casesOf({ ...kind, payload: { ...payload, settings }, transaction }))
    assert.deepEqual(
      (await lookAt(of.answer, of.options)).differences.map(({ path }) => path),
      ['key'],
    )
})

describe('An owner change', () => {
  const sign = async (of: {
    payload: Json
    left: Key
    before?: Key
    owners: string[] | undefined
    signerId?: string
    /** The memo that the bytes set. */
    memo?: string | undefined
    /** The wallet's memo on the ledger. */
    memoNow?: string | undefined
    /** Earlier keys of accounts. Default: none. */
    earlier?: Record<string, Key>
  }) => {
    const { payload, left, before = KEYS[WALLET] as Key, owners, signerId = ADA, memo, memoNow = '' } = of
    const transaction = update().setKey(sdkKeyOf(left))
    if (memo !== undefined) transaction.setAccountMemo(memo)
    const answer = answerOf(bodyOf(frozen(transaction)), {
      operation: 'update',
      payload: { walletId: WALLET, ...payload },
    })
    const keys = { ...KEYS, [WALLET]: before, '0.0.1066': benBefore }
    const ledger = ledgerOf(keys, {}, keys, of.earlier)
    const seen = await lookAt(answer, { signerId, owners, ledger: { ...ledger, memo: async () => memoNow } })
    return { paths: seen.differences.map(({ path }) => path), sentence: seen.sentences[0] ?? '', change: seen.change }
  }
  const all = some(1, ada, ben, claire)
  const removal = { action: 'remove', owner: { wallet: BEN }, threshold: 1 }

  test("is refused if it hides the owners from a signer whose key is part of the wallet's", async () => {
    await assert.rejects(sign({ payload: removal, left: all, owners: undefined }), { code: 'OWNERS_HIDDEN' })
    await assert.rejects(sign({ payload: removal, left: some(1, ada, claire), owners: undefined }), {
      code: 'OWNERS_HIDDEN',
    })
    const replacement = { action: 'add', owner: { wallet: BEN } }
    const before = some(2, ada, benBefore, claire)
    const kept = some(2, ada, benBefore, claire, ben)
    await assert.rejects(sign({ payload: replacement, left: kept, before, owners: undefined }), {
      code: 'OWNERS_HIDDEN',
    })
  })

  test('removes exactly the owner that it names', async () => {
    const { paths, change } = await sign({ payload: removal, left: some(1, ada, claire), owners: OWNERS })
    assert.deepEqual(paths, [])
    assert.deepEqual([change?.before?.threshold, change?.goes, change?.comes], [2, [{ key: ben, account: BEN }], []])
    for (const [what, given] of Object.entries<Parameters<typeof sign>[0]>({
      'all keys stay': { payload: removal, left: all, owners: OWNERS },
      'it is no owner': { payload: { ...removal, owner: { wallet: DAN } }, left: all, owners: OWNERS },
      'another goes': { payload: removal, left: some(1, ada, ben), owners: OWNERS },
      'one comes': { payload: removal, left: some(1, ada, claire, dan), owners: OWNERS },
      // 0.0.1066 has Ben's earlier key. The service claims that Ben has Claire's place.
      'its key stays elsewhere': {
        payload: removal,
        left: some(1, ada, ben),
        owners: [ADA, '0.0.1077', BEN],
      },
    }))
      assert.notDeepEqual((await sign(given).catch(({ code }) => ({ paths: [code] }))).paths, [], what)
  })

  test('is refused if its action is neither to add nor to remove', async () => {
    for (const action of ['replace', 'Remove', '', null, ['remove']])
      await assert.rejects(sign({ payload: { ...removal, action }, left: all, owners: OWNERS }), {
        code: 'ANSWER_REFUSED',
      })
  })

  test('says whether a key is replaced or added', async () => {
    const payload = { action: 'add', owner: { wallet: BEN } }
    const before = some(2, ada, benBefore, claire)
    const replacing = { payload, before, left: some(2, ada, ben, claire), owners: OWNERS }
    const replaced = await sign({ ...replacing, earlier: EARLIER })
    assert.deepEqual(replaced.paths, [])
    assert.match(replaced.sentence, /an earlier key of it is replaced: 2 of 3 must sign from then on, now 2 of 3/)
    const kept = some(2, ada, benBefore, claire, ben)
    assert.notDeepEqual((await sign({ ...replacing, left: kept, earlier: EARLIER })).paths, [])
    // The account with that key is another owner, and Ben is a new one.
    const beside = await sign({ payload, before, left: kept, owners: [ADA, '0.0.1066', CLAIRE] })
    assert.deepEqual(beside.paths, [])
    assert.match(beside.sentence, /becomes an owner of 0\.0\.1001, and no key goes: 2 of 4 must sign/)
  })

  test("An owner change removes or replaces a key under an owner's name only if the ledger shows it as one of that owner's", async () => {
    const { earlier, before } = { earlier: EARLIER, before: some(2, ada, benBefore, claire) }
    const swapped = [ADA, '0.0.1066', BEN]
    for (const [what, given, isGood] of [
      // The service lists Dan in Claire's place, and asks the others to sign Dan's request to become an owner.
      [
        "Dan in Claire's place",
        {
          payload: { action: 'add', owner: { wallet: DAN } },
          left: some(2, ada, ben, dan),
          owners: [ADA, BEN, DAN],
        },
        false,
      ],
      [
        "Dan removed with Claire's key",
        {
          payload: { action: 'remove', owner: { wallet: DAN } },
          left: some(2, ada, ben),
          owners: [ADA, BEN, DAN],
        },
        false,
      ],
      // Ben has another key now. Anybody can make an account with his old one, and list it in his place.
      ["Ben's", { payload: removal, before, earlier, left: some(1, ada, claire), owners: OWNERS }, true],
      [
        "Claire's, as Ben's",
        { payload: removal, before, earlier, left: some(1, ada, benBefore), owners: swapped },
        false,
      ],
      [
        "Ben's new key beside his old one",
        {
          payload: { action: 'add', owner: { wallet: BEN } },
          before,
          earlier,
          left: some(2, ada, benBefore, claire, ben),
          owners: [ADA, '0.0.1066', CLAIRE],
        },
        false,
      ],
    ] as [string, Parameters<typeof sign>[0], boolean][])
      assert.deepEqual((await sign(given)).paths, isGood ? [] : ['cryptoUpdateAccount.key'], what)
  })

  test("An owner change empties the wallet's memo only if that names the removed owner as the one that a DAO decides for", async () => {
    const left = some(1, ada, claire)
    for (const [memoNow, memo, isGood] of [
      [guardedOwnerMemo(BEN), '', true],
      [guardedOwnerMemo(BEN), undefined, false],
      [guardedOwnerMemo(CLAIRE), undefined, true],
      [guardedOwnerMemo(CLAIRE), '', false],
      ['Ours', '', false],
      ['', undefined, true],
      ['', '', false],
    ] as const) {
      const { paths } = await sign({ payload: removal, left, owners: OWNERS, memo, memoNow })
      assert.deepEqual(paths, isGood ? [] : ['cryptoUpdateAccount.memo'], `${memoNow}: ${memo}`)
    }
  })

  test('An owner change of a wallet with one owner is compared with the single key that mirrors show for it', async () => {
    const payload = { action: 'add', owner: { wallet: BEN }, threshold: 2 }
    const { paths } = await sign({ payload, before: ada, left: some(2, ada, ben), owners: [ADA] })
    assert.deepEqual(paths, [])
  })
})
