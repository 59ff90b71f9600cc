import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { createDispatch } from '../src/ledger/dispatch.ts'
import { handle } from '../src/ledger/handle.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { precheck } from '../src/ledger/precheck.ts'
import { BODY_CASES } from '../src/ledger/registry.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import type { BodyCase, Envelope } from '../src/protocol/envelope.ts'
import { accountId, fileId, longZeroAddress, scheduleId, tokenId, topicId } from '../src/protocol/ids.ts'
import type { PublicKey } from '../src/protocol/keys.ts'
import { NODE_ACCOUNT_ID } from '../src/protocol/nodes.ts'
import { Signatures } from '../src/protocol/signatures.ts'
import { codeName } from '../src/protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '../src/protocol/time.ts'
import { originalsOf } from '../src/state/journal.ts'
import type { DispatchedTransaction } from '../src/transaction/definition.ts'
import { Consent } from './support/consent.ts'

/**
 * Checks that no type of transaction succeeds without the signatures of everybody affected, whatever ids it names.
 * Signatures are assumed instead of computed, so that thousands of bodies take seconds.
 */

/** Alice and Ben own everything below. The stranger owns nothing, and pays. All of them have aliases. */
const [ALICE, BEN, STRANGER] = [1012, 1013, 1014]
/** An account of Ben's without free slots, so airdrops to it are pending. */
const WAITING = 1032
const [COIN, ART, TOPIC, FILE, SCHEDULE, NODE, REGISTERED] = [1033, 1034, 1035, 1036, 1037, 1, 2]
/** A token with a KYC key, and a file that was deleted. */
const [KNOWN, GONE] = [1038, 1039]
const START = 1_900_000_000n * NANOS_PER_SECOND
let now = START
const ledger = new Ledger(undefined, { now: () => now })
after(() => ledger.close())
const { state } = ledger
const dispatch = createDispatch(ledger)

const keyOf = (num: number): PublicKey => {
  const rule = state.accounts.get(num)?.key.rule
  assert.ok(rule?.kind === 'ed25519' || rule?.kind === 'secp256k1')
  return rule
}
const protoKey = (num: number): proto.IKey => proto.Key.decode(state.accounts.get(num)?.key.encoded ?? Buffer.alloc(0))
const [alice, ben] = [protoKey(ALICE), protoKey(BEN)]
const EVERYBODY = [ALICE, BEN, STRANGER, 2].map(keyOf)

function envelopeOf(fields: proto.ITransactionBody, payer: number, keys: readonly PublicKey[]): Envelope {
  now += NANOS_PER_SECOND
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: { accountID: accountId(payer), transactionValidStart: toTimestamp(now) },
    nodeAccountID: NODE_ACCOUNT_ID,
    transactionFee: toLong(10n ** 13n),
    transactionValidDuration: { seconds: toLong(120n) },
    ...fields,
  }).finish()
  const body = proto.TransactionBody.decode(bodyBytes)
  const signedBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish()
  return { signedBytes, body, bodyCase: body.data as BodyCase, pairs: [], signatures: Signatures.given(keys) }
}

/** Executes a transaction without rolling it back; returns the status. */
function execute(fields: proto.ITransactionBody, payer = ALICE): string {
  const envelope = envelopeOf(fields, payer, EVERYBODY)
  const code = ledger.submit(envelope)
  const id = { payer, validStart: now, scheduled: false, nonce: 0 }
  const { record } = ledger.recordCache.get(id) ?? {}
  return record ? codeName(proto.TransactionRecord.decode(record).receipt?.status ?? 0) : code
}

/** Executes, checks that everybody affected has signed, and rolls everything back; returns the status. */
function tried(fields: proto.ITransactionBody, payer: number, keys: readonly PublicKey[]): string {
  const { journal } = state
  const savepoint = journal.savepoint()
  try {
    const admitted = precheck(envelopeOf(fields, payer, keys), ledger, 0)
    const status = run({ admitted, parent: null }, savepoint)
    return codeName(status ?? 0)
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return String((error as { code?: string }).code ?? error)
  } finally {
    journal.rollback(savepoint)
  }
}

function run(transaction: DispatchedTransaction, savepoint: number): number | null | undefined {
  const { receipt, following } = handle(transaction, state, ledger.clock.next(), dispatch).handled
  const { payer, signatures } = transaction.admitted
  new Consent(state, payer, signatures.signedBy).check(originalsOf(state.journal.since(savepoint)))
  for (const next of following) run(next, state.journal.savepoint())
  return receipt.status
}

const seconds = (count: bigint) => ({ seconds: toLong(count) })
const autoRenewPeriod = seconds(7_776_000n)
const expirationTime = seconds(START / NANOS_PER_SECOND + 7_800_000n)
const [A, B, S] = [accountId(ALICE), accountId(BEN), accountId(STRANGER)]
const [coin, art, topic, file, schedule] = [
  tokenId(COIN),
  tokenId(ART),
  topicId(TOPIC),
  fileId(FILE),
  scheduleId(SCHEDULE),
]
const ROLES = ['adminKey', 'wipeKey', 'supplyKey', 'freezeKey', 'feeScheduleKey', 'pauseKey', 'metadataKey']
const roleKeys = Object.fromEntries(ROLES.map((role) => [role, alice])) as Record<string, proto.IKey>
const fractional = { fractionalAmount: { numerator: toLong(1n), denominator: toLong(10n) } }
const creation = { name: 't', symbol: 't', treasury: A, autoRenewAccount: A, autoRenewPeriod, ...roleKeys }
const move = (from: proto.IAccountID, to: proto.IAccountID, amount = 5n, isApproval = false) => [
  { accountID: from, amount: toLong(-amount), isApproval },
  { accountID: to, amount: toLong(amount) },
]
const nft = (from: proto.IAccountID, to: proto.IAccountID, serial = 1n) => ({
  senderAccountID: from,
  receiverAccountID: to,
  serialNumber: toLong(serial),
})
const hbar = (from: proto.IAccountID, to: proto.IAccountID) => ({ transfers: { accountAmounts: move(from, to) } })
const endpoint = { ipAddressV4: Buffer.from([10, 0, 0, 1]), port: 50211 }
const registered = { ipAddress: Buffer.from([10, 0, 0, 1]), port: 443, mirrorNode: {} }
const CERTIFICATE = Buffer.from(
  'MIIBBzCBrgIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARub2RlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAP' +
    'MQ0wCwYDVQQDDARub2RlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIEEoppG+a8tOZF4o5kXFmUNS0cOTvAZb3z82Wz4kZjod' +
    'CjcjjP4mUyp7gXGpxdDTrPty6U1+seFx3mrz3csnBzAKBggqhkjOPQQDAgNIADBFAiAHym/DFiwQ5j8jyiOmOC73DrNP/rJ76iKa' +
    'ykiqSiEa5gIhAPnbpOWbDc5rTc+QGlkk2tmFXxX9vKkuuvnZ7OxZwTeV',
  'base64',
)
const newNode = {
  accountId: B,
  gossipEndpoint: [endpoint],
  serviceEndpoint: [endpoint],
  gossipCaCertificate: CERTIFICATE,
  adminKey: alice,
}
const coinAirdrop = { senderId: A, receiverId: accountId(WAITING), fungibleTokenType: coin }
const artAirdrop = {
  senderId: A,
  receiverId: accountId(WAITING),
  nonFungibleToken: { token_ID: art, serialNumber: toLong(2n) },
}

const PREPARED: readonly proto.ITransactionBody[] = [
  { cryptoCreateAccount: { key: ben, autoRenewPeriod, initialBalance: toLong(1000n) } },
  { tokenCreation: { ...creation, initialSupply: toLong(1000n) } },
  { tokenCreation: { ...creation, tokenType: 1 } },
  { consensusCreateTopic: { adminKey: alice, submitKey: alice, autoRenewAccount: A, autoRenewPeriod } },
  { fileCreate: { keys: { keys: [alice] }, contents: Buffer.from('c'), expirationTime } },
  {
    scheduleCreate: {
      scheduledTransactionBody: { transactionFee: toLong(10n ** 10n), cryptoTransfer: hbar(A, S) },
      adminKey: alice,
      payerAccountID: A,
      waitForExpiry: true,
      expirationTime: seconds(START / NANOS_PER_SECOND + 3_000_000n),
    },
  },
  { tokenMint: { token: art, metadata: ['1', '2', '3', '4'].map((text) => Buffer.from(text)) } },
  { tokenAssociate: { account: B, tokens: [coin, art] } },
  { tokenAssociate: { account: S, tokens: [coin, art] } },
  { cryptoTransfer: { tokenTransfers: [{ token: coin, transfers: move(A, B, 100n) }] } },
  { cryptoTransfer: { tokenTransfers: [{ token: art, nftTransfers: [nft(A, B, 1n), nft(A, B, 4n)] }] } },
  { tokenAirdrop: { tokenTransfers: [{ token: coin, transfers: move(A, accountId(WAITING), 7n) }] } },
  { tokenAirdrop: { tokenTransfers: [{ token: art, nftTransfers: [nft(A, accountId(WAITING), 2n)] }] } },
  {
    cryptoApproveAllowance: {
      nftAllowances: [{ tokenId: art, owner: B, spender: A, approvedForAll: { value: true } }],
    },
  },
]
const LAST: readonly proto.ITransactionBody[] = [
  { tokenCreation: { ...creation, kycKey: alice } },
  { fileCreate: { keys: { keys: [alice] }, contents: Buffer.from('c'), expirationTime } },
  { tokenAssociate: { account: B, tokens: [tokenId(KNOWN)] } },
]
for (const fields of [...PREPARED, ...LAST]) assert.equal(execute(fields), 'SUCCESS', JSON.stringify(fields))
assert.equal(execute({ systemDelete: { fileID: fileId(GONE), expirationTime } }, 2), 'SUCCESS')
assert.equal(execute({ nodeCreate: newNode }, 2), 'SUCCESS')
assert.equal(execute({ registeredNodeCreate: { adminKey: alice, serviceEndpoint: [registered] } }), 'SUCCESS')

const serials = [toLong(3n)]
const [nodeId, registeredNodeId] = [toLong(BigInt(NODE)), toLong(BigInt(REGISTERED))]
const nftAllowance = { tokenId: art, owner: B, spender: S, delegatingSpender: A, serialNumbers: [toLong(1n)] }

/** A body of every type with all the ids that it can have, and its payer if only that account may pay. */
const BODIES: readonly (readonly [proto.ITransactionBody, payer?: number])[] = [
  [{ cryptoApproveAllowance: { cryptoAllowances: [{ owner: B, spender: S, amount: toLong(5n) }] } }],
  [{ cryptoApproveAllowance: { tokenAllowances: [{ tokenId: coin, owner: B, spender: S, amount: toLong(5n) }] } }],
  [{ cryptoApproveAllowance: { nftAllowances: [nftAllowance] } }],
  [{ cryptoApproveAllowance: { nftAllowances: [{ ...nftAllowance, delegatingSpender: null }] } }],
  [
    {
      cryptoApproveAllowance: {
        nftAllowances: [{ ...nftAllowance, delegatingSpender: null, approvedForAll: { value: true } }],
      },
    },
  ],
  [{ cryptoDeleteAllowance: { nftAllowances: [{ tokenId: art, owner: B, serialNumbers: [toLong(1n)] }] } }],
  [{ cryptoCreateAccount: { key: alice, autoRenewPeriod, initialBalance: toLong(5n), stakedAccountId: A } }],
  [{ cryptoUpdateAccount: { accountIDToUpdate: B, memo: { value: 'm' }, stakedAccountId: A } }],
  [{ cryptoDelete: { deleteAccountID: accountId(WAITING), transferAccountID: A } }],
  [{ cryptoTransfer: hbar(A, B) }],
  [{ cryptoTransfer: { tokenTransfers: [{ token: coin, transfers: move(B, S) }] } }],
  [{ cryptoTransfer: { tokenTransfers: [{ token: art, nftTransfers: [nft(B, S)] }] } }],
  [{ tokenAirdrop: { tokenTransfers: [{ token: coin, transfers: move(A, accountId(WAITING)) }] } }],
  [{ tokenAirdrop: { tokenTransfers: [{ token: art, nftTransfers: [nft(A, accountId(WAITING), 3n)] }] } }],
  [{ tokenClaimAirdrop: { pendingAirdrops: [coinAirdrop, artAirdrop] } }],
  [{ tokenCancelAirdrop: { pendingAirdrops: [coinAirdrop, artAirdrop] } }],
  [
    {
      tokenReject: {
        owner: B,
        rejections: [{ fungibleToken: coin }, { nft: { token_ID: art, serialNumber: toLong(1n) } }],
      },
    },
  ],
  [{ tokenAssociate: { account: accountId(WAITING), tokens: [coin, art] } }],
  [{ tokenDissociate: { account: S, tokens: [coin, art] } }],
  [
    {
      tokenCreation: {
        ...creation,
        treasury: B,
        customFees: [{ feeCollectorAccountId: A, fractionalFee: fractional }],
      },
    },
  ],
  [{ tokenUpdate: { token: coin, treasury: B, autoRenewAccount: B, name: 'n' } }],
  [{ tokenUpdate: { token: coin, autoRenewAccount: accountId(0) } }],
  [{ tokenUpdateNfts: { token: art, serialNumbers: serials, metadata: { value: Buffer.from('n') } } }],
  [
    {
      tokenFeeScheduleUpdate: {
        tokenId: coin,
        customFees: [
          { feeCollectorAccountId: A, fractionalFee: fractional },
          { feeCollectorAccountId: B, fixedFee: { amount: toLong(1n), denominatingTokenId: coin } },
        ],
      },
    },
  ],
  [{ tokenMint: { token: coin, amount: toLong(5n) } }],
  [{ tokenBurn: { token: art, serialNumbers: serials } }],
  [{ tokenWipe: { token: coin, account: B, amount: toLong(5n) } }],
  [{ tokenFreeze: { token: coin, account: B } }],
  [{ tokenUnfreeze: { token: coin, account: B } }],
  [{ tokenGrantKyc: { token: tokenId(KNOWN), account: B } }],
  [{ tokenRevokeKyc: { token: tokenId(KNOWN), account: B } }],
  [{ tokenPause: { token: coin } }],
  [{ tokenUnpause: { token: coin } }],
  [{ tokenDeletion: { token: coin } }],
  [{ consensusCreateTopic: { adminKey: alice, autoRenewAccount: B, autoRenewPeriod } }],
  [{ consensusUpdateTopic: { topicID: topic, autoRenewAccount: B, memo: { value: 'm' } } }],
  [{ consensusUpdateTopic: { topicID: topic, submitKey: ben } }],
  [{ consensusSubmitMessage: { topicID: topic, message: Buffer.from('m') } }],
  [{ consensusDeleteTopic: { topicID: topic } }],
  [{ fileCreate: { keys: { keys: [alice] }, expirationTime } }],
  [{ fileAppend: { fileID: file, contents: Buffer.from('m') } }],
  [{ fileUpdate: { fileID: file, memo: { value: 'm' } } }],
  [{ fileDelete: { fileID: file } }],
  [{ systemDelete: { fileID: file, expirationTime: seconds(1n) } }, 2],
  [{ systemUndelete: { fileID: fileId(GONE) } }, 2],
  [
    {
      scheduleCreate: {
        scheduledTransactionBody: { transactionFee: toLong(10n ** 10n), cryptoTransfer: hbar(B, S) },
        adminKey: alice,
        payerAccountID: A,
      },
    },
  ],
  [{ scheduleSign: { scheduleID: schedule } }, BEN],
  [{ scheduleDelete: { scheduleID: schedule } }],
  [{ nodeCreate: { ...newNode, accountId: A } }, 2],
  [{ nodeUpdate: { nodeId, accountId: A } }],
  [{ nodeUpdate: { nodeId, accountId: A, description: { value: 'd' } } }],
  [{ nodeDelete: { nodeId } }],
  [{ registeredNodeCreate: { adminKey: alice, serviceEndpoint: [registered] } }],
  [{ registeredNodeUpdate: { registeredNodeId, description: { value: 'd' } } }],
  [{ registeredNodeDelete: { registeredNodeId } }],
  [{ utilPrng: { range: 5 } }],
]
/**
 * Types that other tests cover. A batch only contains transactions of the other types, each signed separately. What a
 * contract may move depends on its code, so the contract tests check who must sign.
 */
const ELSEWHERE = [
  ...['atomicBatch', 'contractCall', 'contractCreateInstance', 'contractDeleteInstance', 'contractUpdateInstance'],
  'ethereumTransaction',
]

test('Every transaction type has a body here, and all of them succeed if everybody signs', () => {
  const cases = BODIES.map(([fields]) => Object.keys(fields)[0])
  assert.deepEqual([...new Set([...cases, ...ELSEWHERE])].sort(), [...BODY_CASES].sort())
  for (const [fields, payer] of BODIES) {
    const status = tried(fields, payer ?? STRANGER, EVERYBODY)
    const expected = 'scheduleSign' in fields ? 'NO_NEW_VALID_SIGNATURES' : 'SUCCESS'
    assert.equal(status, expected, JSON.stringify(fields))
  }
})

interface Slot {
  readonly owner: Record<string, unknown>
  readonly name: string
}
const ID_FIELDS = ['accountNum', 'tokenNum', 'topicNum', 'fileNum', 'scheduleNum']
const kindOf = (value: unknown): string | undefined =>
  ID_FIELDS.find((field) => typeof value === 'object' && value !== null && field in value)
const isId = (name: string, value: unknown): boolean =>
  kindOf(value) !== undefined || ['nodeId', 'registeredNodeId', 'delegatingSpender', 'autoRenewAccount'].includes(name)

/** The fields of a message, at any depth, that hold an id. */
function slotsOf(value: unknown): Slot[] {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || kindOf(value)) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((name) => (isId(name, owner[name]) ? [{ owner, name }] : slotsOf(owner[name])))
}

/** An account by every spelling. */
function spellings(num: number): proto.IAccountID[] {
  const { alias, evmAddress } = state.accounts.get(num) ?? {}
  const aliases = [alias, evmAddress, longZeroAddress(num)].filter((bytes) => bytes != null)
  const written = { shardNum: toLong(0n), realmNum: toLong(0n), ...accountId(num) }
  return [accountId(num), written, ...aliases.map((bytes) => ({ alias: bytes }))]
}
const ACCOUNTS: readonly proto.IAccountID[] = [
  {},
  accountId(0),
  accountId(9999),
  { shardNum: toLong(1n), ...A },
  { alias: Buffer.alloc(20, 7) },
  { alias: Buffer.alloc(20) },
  ...[ALICE, BEN, STRANGER, WAITING].flatMap(spellings),
]
const OTHERS: Readonly<Record<string, readonly object[]>> = {
  tokenNum: [
    {},
    tokenId(0),
    tokenId(9999),
    coin,
    art,
    { realmNum: toLong(0n), ...coin },
    { realmNum: toLong(1n), ...coin },
  ],
  topicNum: [{}, topicId(0), topicId(9999), { shardNum: toLong(0n), ...topic }],
  fileNum: [{}, fileId(0), fileId(101), fileId(GONE), { shardNum: toLong(0n), ...file }],
  scheduleNum: [{}, scheduleId(0), { shardNum: toLong(0n), ...schedule }],
  nodeId: [toLong(0n), toLong(1n), toLong(2n)],
}

/** Values that can replace an id; undefined removes it. */
function substitutes({ owner, name }: Slot): readonly (object | undefined)[] {
  const kind = /nodeId$/i.test(name) ? 'nodeId' : (kindOf(owner[name]) ?? 'accountNum')
  return [...(Array.isArray(owner) ? [] : [undefined]), ...(OTHERS[kind] ?? ACCOUNTS)]
}

/** Only the stranger, and everybody but one of the accounts concerned. */
const SIGNERS = [[STRANGER], [STRANGER, ALICE], [STRANGER, BEN]].map((nums) => nums.map(keyOf))

function attempt(index: number, changes: readonly (readonly [slot: number, substitute: number])[]): string[] {
  const fields = structuredClone((BODIES[index] ?? [])[0] ?? {})
  for (const [at, which] of changes) {
    const slots = slotsOf(fields)
    const slot = slots[at % Math.max(1, slots.length)]
    if (!slot) continue
    const choices = substitutes(slot)
    const value = choices[which % choices.length]
    if (value === undefined) delete slot.owner[slot.name]
    else slot.owner[slot.name] = value
  }
  try {
    return SIGNERS.map((keys) => tried(fields, STRANGER, keys))
  } catch (error) {
    if (error instanceof Error) error.message += ` after ${JSON.stringify(fields)}`
    throw error
  }
}

test('No transaction does anything to an account that has not signed, whatever replaces one id', () => {
  let successes = 0
  for (const [index, [fields]] of BODIES.entries())
    for (const [at, slot] of slotsOf(fields).entries())
      for (const which of substitutes(slot).keys()) {
        const statuses = attempt(index, [[at, which]])
        assert.ok(!statuses.includes('FAIL_INVALID'))
        successes += statuses.filter((status) => status === 'SUCCESS').length
      }
  assert.ok(successes > 100, `Only ${successes} succeeded: the bodies try nothing`)
})

test('No transaction does anything to an account that has not signed, whatever replaces several ids', () => {
  const changes = fc.array(fc.tuple(fc.nat(20), fc.nat(60)), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.nat(BODIES.length - 1), changes, (index, list) => {
      assert.ok(!attempt(index, list).includes('FAIL_INVALID'))
    }),
    { numRuns: 3000 },
  )
})
