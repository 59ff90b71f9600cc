import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { Ledger } from '../src/ledger/ledger.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { openEnvelope } from '../src/protocol/envelope.ts'
import { accountId, contractId, fileId, scheduleId, tokenId, topicId } from '../src/protocol/ids.ts'
import { NANOS_PER_SECOND, toTimestamp } from '../src/protocol/time.ts'
import { checkConservation } from './support/conservation.ts'
import { body, signed, signerFor, transferOf } from './support/raw.ts'

const USERS = [1022, 1023, 1024, 1025]
const signers = USERS.map(signerFor)
const key = { ed25519: signerFor(1022).publicKey }
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const START = 1_900_000_000n * NANOS_PER_SECOND
/** The numbers that the first entities get, which each sequence makes before anything else. */
const [COIN, ART, TOPIC, FILE, SCHEDULE, CONTRACT] = [1032, 1033, 1034, 1035, 1036, 1037]
const PROBE = readFileSync(new URL('./fixtures/probe.hex', import.meta.url), 'utf8')

type Fields = proto.ITransactionBody
/** A transaction, or seconds that pass. */
type Step = { readonly fields: Fields; readonly isSigned: boolean } | { readonly seconds: bigint }

const keys = { adminKey: key, supplyKey: key, wipeKey: key, freezeKey: key, pauseKey: key }
const token = { name: 't', symbol: 't', treasury: accountId(1022), autoRenewPeriod, ...keys }
const share = { fractionalAmount: { numerator: toLong(1n), denominator: toLong(10n) } }
const customFees = [{ feeCollectorAccountId: accountId(1024), fractionalFee: share }]
const expiry = { seconds: toLong(START / NANOS_PER_SECOND + 7_800_000n) }
const later = { seconds: toLong(START / NANOS_PER_SECOND + 3000n) }
const scheduled = (from: number, to: number, amount: bigint) => {
  const { cryptoTransfer } = transferOf(move(from, to, amount))
  return { transactionFee: toLong(100_000_000n), cryptoTransfer: cryptoTransfer ?? null }
}
const PREPARED: readonly Fields[] = [
  { tokenCreation: { ...token, initialSupply: toLong(1000n), customFees } },
  { tokenCreation: { ...token, tokenType: 1 } },
  { consensusCreateTopic: { adminKey: key, autoRenewPeriod } },
  { fileCreate: { keys: { keys: [key] }, contents: Buffer.from('c'), expirationTime: expiry } },
  {
    scheduleCreate: {
      scheduledTransactionBody: scheduled(1023, 1024, 7n),
      adminKey: key,
      waitForExpiry: true,
      expirationTime: later,
    },
  },
  {
    contractCreateInstance: {
      ...{ initcode: Buffer.from(PROBE, 'hex'), gas: toLong(3_000_000n), autoRenewPeriod, adminKey: key },
      initialBalance: toLong(1000n),
    },
  },
  { tokenMint: { token: tokenId(ART), metadata: ['a', 'b', 'c'].map((text) => Buffer.from(text)) } },
  { tokenAssociate: { account: accountId(1023), tokens: [COIN, ART].map(tokenId) } },
  { tokenAssociate: { account: accountId(1024), tokens: [COIN].map(tokenId) } },
]

const user = fc.constantFrom(...USERS)
/** Mostly a user; otherwise any number in this range, which may not belong to an entity yet. */
const anyone = fc.oneof({ weight: 8, arbitrary: user }, { weight: 2, arbitrary: fc.integer({ min: 1030, max: 1045 }) })
const anyToken = fc.constantFrom(COIN, COIN, ART, ART, TOPIC, 1040).map(tokenId)
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt(-2n, 60n) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n, -(2n ** 63n)) },
)
const serial = fc.bigInt(0n, 7n)
const text = fc.string({ maxLength: 8, unit: 'grapheme-ascii' })

function move(from: number, to: number, value: bigint): [number, bigint][] {
  return [
    [from, BigInt.asIntN(64, -value)],
    [to, value],
  ]
}

const amounts = (from: number, to: number, value: bigint) =>
  move(from, to, value).map(([num, units]) => ({ accountID: accountId(num), amount: toLong(units) }))
const coins = (from: number, to: number, value: bigint) => ({
  token: tokenId(COIN),
  transfers: amounts(from, to, value),
})
const nft = (from: number, to: number, number: bigint) => ({
  token: tokenId(ART),
  nftTransfers: [{ senderAccountID: accountId(from), receiverAccountID: accountId(to), serialNumber: toLong(number) }],
})

const transfer: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(anyone, anyone, amount).map(([from, to, value]) => transferOf(move(from, to, value))),
  fc.array(fc.tuple(user, amount), { maxLength: 3 }).map(transferOf),
  fc.tuple(user, anyone, amount).map(([from, to, value]) => ({
    cryptoTransfer: { tokenTransfers: [coins(from, to, value)] },
  })),
  fc.tuple(user, user, serial, amount).map(([from, to, number, value]) => ({
    cryptoTransfer: { tokenTransfers: [nft(from, to, number), coins(to, from, value)] },
  })),
  fc.tuple(user, anyone, serial).map(([from, to, number]) => ({
    tokenAirdrop: { tokenTransfers: [nft(from, to, number)] },
  })),
)

const supply: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(anyToken, amount).map(([id, value]) => ({ tokenMint: { token: id, amount: toLong(value) } })),
  text.map((metadata) => ({ tokenMint: { token: tokenId(ART), metadata: [Buffer.from(metadata)] } })),
  fc.tuple(anyToken, amount).map(([id, value]) => ({ tokenBurn: { token: id, amount: toLong(value) } })),
  serial.map((number) => ({ tokenBurn: { token: tokenId(ART), serialNumbers: [toLong(number)] } })),
  fc.tuple(user, amount).map(([num, value]) => ({
    tokenWipe: { token: tokenId(COIN), account: accountId(num), amount: toLong(value) },
  })),
)

const administration: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(anyone, anyToken).map(([num, id]) => ({ tokenAssociate: { account: accountId(num), tokens: [id] } })),
  fc.tuple(anyone, anyToken).map(([num, id]) => ({ tokenDissociate: { account: accountId(num), tokens: [id] } })),
  fc.tuple(user, anyToken).map(([num, id]) => ({ tokenFreeze: { token: id, account: accountId(num) } })),
  fc.tuple(user, anyToken).map(([num, id]) => ({ tokenUnfreeze: { token: id, account: accountId(num) } })),
  fc.tuple(user, anyToken).map(([num, id]) => ({ tokenUpdate: { token: id, treasury: accountId(num) } })),
  user.map((num) => ({ tokenReject: { owner: accountId(num), rejections: [{ fungibleToken: tokenId(COIN) }] } })),
  fc.tuple(user, anyone, amount).map(([owner, spender, value]) => ({
    cryptoApproveAllowance: {
      cryptoAllowances: [{ owner: accountId(owner), spender: accountId(spender), amount: toLong(value) }],
      nftAllowances: [{ owner: accountId(owner), spender: accountId(spender), tokenId: tokenId(ART) }],
    },
  })),
)

const accounts: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(amount, fc.integer({ min: -2, max: 4 })).map(([value, slots]) => ({
    cryptoCreateAccount: {
      key,
      autoRenewPeriod,
      initialBalance: toLong(value),
      maxAutomaticTokenAssociations: slots,
      stakedNodeId: toLong(0n),
    },
  })),
  fc.tuple(anyone, text).map(([num, memo]) => ({
    cryptoUpdateAccount: { accountIDToUpdate: accountId(num), memo: { value: memo } },
  })),
  fc.tuple(fc.integer({ min: 1037, max: 1045 }), anyone).map(([num, heir]) => ({
    cryptoDelete: { deleteAccountID: accountId(num), transferAccountID: accountId(heir) },
  })),
)

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')
/** Calls of probe.sol: set, make, make2, makeAndEnd, end, pay, and the transfer of value. */
const calls = fc
  .tuple(anyone, fc.nat(30))
  .map(([num, n]) => [
    `60fe47b1${word(n)}`,
    `516517ab${word(n)}`,
    `a5dcd9a2${word(n)}${word(n % 3)}`,
    `c4076876${word(num)}${word(n)}`,
    `8c4dd39d${word(num)}`,
    '',
  ])
const contracts: fc.Arbitrary<Fields> = fc.oneof(
  fc.tuple(calls, fc.nat(5), amount, fc.constantFrom(50_000n, 200_000n, 900_000n)).map(([all, which, value, gas]) => ({
    contractCall: {
      ...{ contractID: contractId(CONTRACT), gas: toLong(gas), amount: toLong(value) },
      functionParameters: Buffer.from(all[which] ?? '', 'hex'),
    },
  })),
  fc.tuple(fc.integer({ min: 1037, max: 1045 }), text).map(([num, memo]) => ({
    contractUpdateInstance: { contractID: contractId(num), memoWrapper: { value: memo } },
  })),
  fc.tuple(fc.integer({ min: 1038, max: 1045 }), anyone).map(([num, heir]) => ({
    contractDeleteInstance: { contractID: contractId(num), transferAccountID: accountId(heir) },
  })),
)

const others: fc.Arbitrary<Fields> = fc.oneof(
  text.map((message) => ({ consensusSubmitMessage: { topicID: topicId(TOPIC), message: Buffer.from(message) } })),
  text.map((contents) => ({ fileAppend: { fileID: fileId(FILE), contents: Buffer.from(contents) } })),
  fc.constant<Fields>({ scheduleSign: { scheduleID: scheduleId(SCHEDULE) } }),
  fc.tuple(user, user, amount).map(([from, to, value]) => ({
    scheduleCreate: { scheduledTransactionBody: scheduled(from, to, value) },
  })),
  fc.constant<Fields>({ utilPrng: { range: 100 } }),
)

const fields = fc.oneof(
  { weight: 5, arbitrary: transfer },
  { weight: 3, arbitrary: supply },
  { weight: 4, arbitrary: administration },
  { weight: 2, arbitrary: accounts },
  { weight: 3, arbitrary: others },
  { weight: 4, arbitrary: contracts },
)
const signing = fc.integer({ min: 0, max: 9 }).map((n) => n !== 0)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ fields, isSigned: signing }) },
  { weight: 1, arbitrary: fc.constantFrom(1n, 3600n, 86_400n).map((seconds) => ({ seconds })) },
)

/** Nanoseconds at which something is submitted, and its bytes; undefined if only time passes. */
type Timed = readonly [bigint, Buffer | undefined]

function timed(steps: readonly Step[]): Timed[] {
  let now = START
  return steps.map((one) => {
    now += 'seconds' in one ? one.seconds * NANOS_PER_SECOND : 1_000_000n
    if ('seconds' in one) return [now, undefined]
    const transactionID = { accountID: accountId(1022), transactionValidStart: toTimestamp(now - NANOS_PER_SECOND) }
    const whole = body({ transactionFee: toLong(10_000_000_000n), ...one.fields, transactionID })
    return [now, signed(whole, one.isSigned ? signers : signers.slice(0, 1))]
  })
}

/** A ledger on disk that executes a sequence of steps, commits after every few, and can be opened again in between. */
class Run {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'localnet-replay-'))
  readonly #results: Map<string, number>
  #now = START
  ledger: Ledger

  /** Counts in `results` how transactions ended. */
  constructor(results: Map<string, number>) {
    this.#results = results
    this.ledger = this.#open()
  }

  #open(): Ledger {
    const ledger = new Ledger(this.#dataDir, { now: () => this.#now })
    ledger.onCommit((written) => {
      for (const { result } of written) {
        const name = proto.ResponseCodeEnum[result] ?? ''
        this.#results.set(name, (this.#results.get(name) ?? 0) + 1)
      }
    })
    return ledger
  }

  play(steps: readonly Timed[], group: number): string[] {
    return steps.map(([at, bytes], i) => {
      this.#now = at
      const answer = bytes ? this.ledger.submit(openEnvelope(bytes)) : this.ledger.advance(0n)
      if (i % group === 0) this.ledger.commit()
      return String(answer)
    })
  }

  reopen(): void {
    this.ledger.close()
    this.ledger = this.#open()
  }

  /** A hash of all entities, and the newest record. */
  hash(): string {
    this.ledger.commit()
    const { store } = this.ledger
    return `${store.stateHash()} ${Buffer.from(store.lastRecord()).toString('hex')}`
  }

  end(): void {
    this.ledger.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

test('Valid and invalid transactions, replayed, make the same state, also when it is opened again', () => {
  const results = new Map<string, number>()
  const preparation = PREPARED.map((prepared): Step => ({ fields: prepared, isSigned: true }))
  const sequence = fc.tuple(fc.array(step, { minLength: 20, maxLength: 80 }), fc.integer({ min: 2, max: 20 }))
  const property = fc.property(sequence, ([steps, group]) => {
    const [first, second] = [new Run(results), new Run(new Map())]
    try {
      const all = timed([...preparation, ...steps])
      const answered = first.play(all, 64)
      checkConservation(first.ledger.state)
      const half = all.length >> 1
      const early = second.play(all.slice(0, half), group)
      second.reopen()
      assert.deepEqual([...early, ...second.play(all.slice(half), group)], answered)
      assert.equal(second.hash(), first.hash())
      const before = first.hash()
      first.reopen()
      assert.equal(first.hash(), before)
      checkConservation(first.ledger.state)
    } finally {
      first.end()
      second.end()
    }
  })
  fc.assert(property, { numRuns: 20 })
  const succeeded = results.get('SUCCESS') ?? 0
  const all = [...results.values()].reduce((sum, count) => sum + count, 0)
  assert.ok(succeeded > all / 4 && succeeded < all * 0.9, JSON.stringify([...results]))
  assert.ok(!results.has('FAIL_INVALID'))
})
