import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import {
  AccountAllowanceApproveTransaction,
  AccountCreateTransaction,
  AccountDeleteTransaction,
  AccountId,
  AccountUpdateTransaction,
  CustomFixedFee,
  CustomFractionalFee,
  Hbar,
  NftId,
  PrivateKey,
  TokenAssociateTransaction,
  TokenBurnTransaction,
  TokenCreateTransaction,
  TokenDissociateTransaction,
  TokenFeeScheduleUpdateTransaction,
  TokenFreezeTransaction,
  TokenMintTransaction,
  TokenPauseTransaction,
  TokenType,
  TokenUnpauseTransaction,
  TokenUpdateTransaction,
  TokenWipeTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  TopicUpdateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import {
  type FinalOutcome,
  freezeMessage,
  keyToSdk,
  type Ledger,
  type LedgerTime,
  type Outcome,
  type Receipt,
  type Signer,
  settleOwn,
  signerFromText,
  transactionHash,
  withSignatures,
} from '@quorate/ledger'
import { ed25519Signer } from './arbitraries.ts'
import { accountUnder, type Harness, OPERATOR, openHarness, signaturesBy } from './harness.ts'

const ADA = '0.0.1023'
const BEN = '0.0.1024'

describe('the body that the ledger executed under an id', () => {
  let harness: Harness
  const stranger = ed25519Signer()
  const all: Signer[] = []
  before(async () => {
    harness = await openHarness()
    all.push(stranger, ...[OPERATOR, ADA, BEN].flatMap((id) => harness.signers.get(id) ?? []))
  })
  after(() => harness[Symbol.asyncDispose]())

  const freeze = (transaction: Transaction, payer: string, validStart: LedgerTime = harness.ledger.validStart()) => ({
    ...harness.ledger.freeze(transaction, { payer, validStart, validDurationSeconds: 120 }),
    validStart,
  })
  const bytesOf = (bodyBytes: Uint8Array, signers = all) => withSignatures(bodyBytes, signaturesBy(bodyBytes, signers))

  /** Executed by somebody else, so only its id is known. */
  async function executedElsewhere(transaction: Transaction, payer = OPERATOR) {
    const frozen = freeze(transaction, payer)
    const outcome = await harness.ledger.submit(bytesOf(frozen.bodyBytes))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    const execution = await judge(frozen)
    assert.equal(execution.state, 'executed', inspect(execution))
    return { proof: execution.state === 'executed' && execution.proof, receipt: outcome.receipt }
  }

  const judge = async ({ bodyBytes, transactionId }: { bodyBytes: Uint8Array; transactionId: string }) =>
    harness.ledger.execution({ bodyBytes, outcome: await harness.ledger.outcome(transactionId) })

  /** Another transaction is executed under the id of the frozen one. */
  async function superseded(meant: Transaction, other: Transaction, payer = OPERATOR, { later = false } = {}) {
    const frozen = freeze(meant, payer)
    const outcome = await harness.ledger.submit(bytesOf(freeze(other, payer, frozen.validStart).bodyBytes))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    if (later) {
      assert.equal((await judge(frozen)).state, 'unknown', 'what is shown may be from before it')
      await aMinuteLater()
    }
    const execution = await judge(frozen)
    assert.equal(execution.state, 'superseded', inspect(execution))
    const refused = await harness.ledger.submit(bytesOf(frozen.bodyBytes))
    assert.ok(refused.state === 'final' && refused.success && !refused.accepted, 'the receipt alone says success')
    const asked = await harness.ledger.execution({
      bodyBytes: frozen.bodyBytes,
      outcome: refused,
      submitted: [transactionHash(bytesOf(frozen.bodyBytes))],
    })
    assert.equal(asked.state, 'superseded')
    return execution.state === 'superseded' ? execution.difference : ''
  }

  async function aMinuteLater() {
    await harness.advance(61_000)
    await harness.ledger.submit(bytesOf(freeze(pay(1), ADA).bodyBytes))
  }

  const account = (signer: Signer = stranger) =>
    new AccountCreateTransaction().setKeyWithoutAlias(keyToSdk(signer.publicKey)).setInitialBalance(new Hbar(1))
  const pay = (tinybars: number, to = BEN) =>
    new TransferTransaction()
      .addHbarTransfer(ADA, Hbar.fromTinybars(-tinybars))
      .addHbarTransfer(to, Hbar.fromTinybars(tinybars))

  test('is certainly this one if the mirror shows the hash of the submission', async () => {
    const { bodyBytes } = freeze(pay(3), ADA)
    const bytes = bytesOf(bodyBytes)
    const outcome = await harness.ledger.submit(bytes)
    assert.ok(outcome.state === 'final' && outcome.accepted)
    const execution = await harness.ledger.execution({ bodyBytes, outcome, submitted: [transactionHash(bytes)] })
    assert.ok(execution.state === 'executed' && execution.proof === 'bytes')
    assert.match(execution.outcome.consensusTimestamp ?? '', /^\d+\.\d{9}$/)
  })

  test('follows the mirror if a receipt claims a failure, and a real failure keeps its own status', async () => {
    const claimed = (transactionId: string): FinalOutcome => {
      const status = 'INSUFFICIENT_PAYER_BALANCE'
      return { state: 'final', success: false, status, phase: 'consensus', transactionId, receipt: { status } }
    }
    const said = async (transaction: Transaction, submits: boolean) => {
      const { bodyBytes, transactionId } = freeze(transaction, ADA)
      if (submits) await harness.ledger.submit(bytesOf(bodyBytes))
      return harness.ledger.execution({ bodyBytes, outcome: claimed(transactionId) })
    }
    const done = await said(pay(9), true)
    assert.deepEqual(done.state === 'executed' && [done.proof, done.outcome.status], ['state', 'SUCCESS'])
    const failed = await said(pay(9, '0.0.999999'), true)
    assert.deepEqual(failed.state === 'failed' && failed.outcome.status, 'INVALID_ACCOUNT_ID')
    assert.ok(failed.state === 'failed' && failed.outcome.consensusTimestamp)
    const nothing = await said(pay(9), false)
    assert.ok(nothing.state === 'failed' && !nothing.outcome.consensusTimestamp, 'by the word of the node alone')
  })

  test('is not forgotten as our own transaction just because a receipt claims a failure', async () => {
    const { bodyBytes, transactionId, nodeId, expiresAt } = freeze(pay(1), OPERATOR)
    const own = { name: 'a record', transactionId, nodeId, bodyBytes, expiresAt: new Date(expiresAt) }
    const operator = harness.ledger.operator ?? assert.fail()
    let forgotten = 0
    const how = { clock: harness.clock, forget: async () => forgotten++ }
    const status = 'INSUFFICIENT_PAYER_BALANCE'
    const lying: Ledger = {
      ...harness.ledger,
      submit: async () => ({
        state: 'final',
        success: false,
        status,
        phase: 'consensus',
        transactionId,
        receipt: { status },
      }),
    }
    await assert.rejects(settleOwn(lying, operator, own, how), { code: 'LEDGER_UNAVAILABLE' })
    assert.equal(forgotten, 0)
    // ADA has not signed, so this fails at consensus, and the mirror shows it.
    await assert.rejects(settleOwn(harness.ledger, operator, own, how), { code: 'LEDGER_UNAVAILABLE' })
    assert.equal(forgotten, 1)
  })

  test('is this one, judged by its effects, if others submitted it with other signatures', async () => {
    assert.equal((await executedElsewhere(pay(7), ADA)).proof, 'state')
    assert.equal((await executedElsewhere(account().setAccountMemo('mine'))).proof, 'state')
    const id = await accountUnder(harness, stranger.publicKey)
    const next = ed25519Signer()
    all.push(next)
    const update = () => new AccountUpdateTransaction().setAccountId(id)
    for (const change of [
      update().setStakedNodeId(0),
      update().setAccountMemo('changed'),
      update().clearStakedNodeId(),
      update().setMaxAutomaticTokenAssociations(-1),
      update().setKey(keyToSdk(next.publicKey)),
      update().setReceiverSignatureRequired(true),
    ])
      assert.equal((await executedElsewhere(change, id)).proof, 'state')
  })

  test('is this one for tokens, their fees and their NFTs', async () => {
    const { publicKey } = harness.signers.get(OPERATOR) as Signer
    const key = keyToSdk(publicKey)
    const base = () =>
      new TokenCreateTransaction()
        .setTokenName('Coin')
        .setTokenSymbol('C')
        .setTreasuryAccountId(OPERATOR)
        .setAdminKey(key)
        .setSupplyKey(key)
        .setWipeKey(key)
        .setPauseKey(key)
        .setFreezeKey(key)
        .setFeeScheduleKey(key)
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(1)).setFeeCollectorAccountId(AccountId.fromString(OPERATOR))
    const part = new CustomFractionalFee()
      .setNumerator(1)
      .setDenominator(10)
      .setFeeCollectorAccountId(AccountId.fromString(OPERATOR))
    const coin = await executedElsewhere(base().setInitialSupply(1_000).setDecimals(2).setCustomFees([fee, part]))
    assert.equal(coin.proof, 'state')
    const token = coin.receipt.tokenId ?? ''
    for (const id of [ADA, BEN])
      assert.equal(
        (await executedElsewhere(new TokenAssociateTransaction().setAccountId(id).setTokenIds([token]), id)).proof,
        'state',
      )
    const move = (from: string, to: string, amount: number) =>
      new TransferTransaction().addTokenTransfer(token, from, -amount).addTokenTransfer(token, to, amount)
    assert.equal((await executedElsewhere(move(OPERATOR, ADA, 500))).proof, 'state')
    assert.equal((await executedElsewhere(move(ADA, BEN, 100), ADA)).proof, 'state', 'with custom fees of both kinds')
    assert.equal(
      (await executedElsewhere(move(ADA, BEN, 100).addHbarTransfer(ADA, -5).addHbarTransfer(BEN, 5), BEN)).proof,
      'state',
    )
    for (const change of [
      new TokenMintTransaction().setTokenId(token).setAmount(50),
      new TokenBurnTransaction().setTokenId(token).setAmount(20),
      new TokenWipeTransaction().setTokenId(token).setAccountId(ADA).setAmount(3),
      new TokenUpdateTransaction().setTokenId(token).setTokenName('Renamed'),
      new TokenPauseTransaction().setTokenId(token),
    ])
      assert.equal((await executedElsewhere(change)).proof, 'state')
    const nft = await executedElsewhere(base().setTokenType(TokenType.NonFungibleUnique))
    const nfts = nft.receipt.tokenId ?? ''
    const metadata = [Buffer.from('one'), Buffer.from('two')]
    assert.equal(
      (await executedElsewhere(new TokenMintTransaction().setTokenId(nfts).setMetadata(metadata))).proof,
      'state',
    )
    await executedElsewhere(new TokenAssociateTransaction().setAccountId(ADA).setTokenIds([nfts]), ADA)
    const give = new TransferTransaction().addNftTransfer(NftId.fromString(`${nfts}/1`), OPERATOR, ADA)
    assert.equal((await executedElsewhere(give)).proof, 'state')
    const back = new TransferTransaction().addNftTransfer(NftId.fromString(`${nfts}/1`), ADA, OPERATOR)
    assert.equal((await executedElsewhere(back, ADA)).proof, 'state')
    const schedule = (tinybars: number) =>
      new TokenFeeScheduleUpdateTransaction()
        .setTokenId(token)
        .setCustomFees([
          new CustomFixedFee()
            .setHbarAmount(Hbar.fromTinybars(tinybars))
            .setFeeCollectorAccountId(AccountId.fromString(OPERATOR)),
        ])
    assert.equal((await executedElsewhere(new TokenUnpauseTransaction().setTokenId(token))).proof, 'state')
    assert.equal((await executedElsewhere(schedule(5))).proof, 'state')
    assert.match(await superseded(schedule(7), schedule(6)), /custom_fees/)
    const freezing = new TokenFreezeTransaction().setTokenId(nfts).setAccountId(ADA)
    assert.equal((await executedElsewhere(freezing)).proof, 'row', 'the mirror shows the token alone')
    const approve = () => new AccountAllowanceApproveTransaction().approveHbarAllowance(ADA, BEN, new Hbar(1))
    const all = () => approve().approveTokenNftAllowanceAllSerials(nfts, ADA, BEN)
    assert.equal((await executedElsewhere(approve(), ADA)).proof, 'state')
    assert.match(await superseded(approve(), all(), ADA), /all serials/)
    const some = () => new AccountAllowanceApproveTransaction().approveTokenAllowance(token, ADA, BEN, 5)
    assert.equal(
      (await executedElsewhere(some().approveTokenNftAllowanceAllSerials(nfts, ADA, OPERATOR), ADA)).proof,
      'state',
    )
    assert.match(
      await superseded(approve(), approve().approveHbarAllowance(ADA, OPERATOR, new Hbar(9)), ADA),
      /0.0.1022/,
    )
    const more = new AccountAllowanceApproveTransaction().approveHbarAllowance(ADA, BEN, new Hbar(2))
    assert.match(await superseded(approve(), more, ADA), /approved 2/)
  })

  test('is this one if a fractional fee takes from what another collects in the same token', async () => {
    const collector = await accountUnder(harness, stranger.publicKey)
    const fixed = new CustomFixedFee()
      .setAmount(10)
      .setDenominatingTokenToSameToken()
      .setFeeCollectorAccountId(collector)
    const part = new CustomFractionalFee().setNumerator(1).setDenominator(2).setFeeCollectorAccountId(OPERATOR)
    const create = new TokenCreateTransaction()
      .setTokenName('Coin')
      .setTokenSymbol('C')
      .setTreasuryAccountId(OPERATOR)
      .setInitialSupply(1_000)
      .setCustomFees([fixed, part])
    const token = (await executedElsewhere(create)).receipt.tokenId ?? ''
    for (const id of [ADA, BEN])
      await executedElsewhere(new TokenAssociateTransaction().setAccountId(id).setTokenIds([token]), id)
    const move = (from: string, to: string, amount: number) =>
      new TransferTransaction().addTokenTransfer(token, from, -amount).addTokenTransfer(token, to, amount)
    await executedElsewhere(move(OPERATOR, ADA, 500))
    assert.equal((await executedElsewhere(move(ADA, BEN, 100), ADA)).proof, 'state')
    const left = await harness.ledger.mirror.holding(collector, token)
    assert.ok(left && left.balance < 10n, 'the fractional fee has taken some of the fixed one')
    assert.match(await superseded(move(ADA, BEN, 90), move(ADA, BEN, 100), ADA), /which the body does not/)
    assert.match(await superseded(move(ADA, BEN, 100), move(ADA, BEN, 90), ADA), /which the body does not/)
  })

  test('is this one for topics and their messages, including those of several chunks', async () => {
    const key = keyToSdk((harness.signers.get(OPERATOR) as Signer).publicKey)
    const topic = await executedElsewhere(new TopicCreateTransaction().setAdminKey(key).setTopicMemo('records'))
    assert.equal(topic.proof, 'state')
    const topicId = topic.receipt.topicId ?? ''
    const submit = (message: string) => new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage(message)
    assert.equal((await executedElsewhere(submit('hello'))).proof, 'state')
    assert.equal(
      (await executedElsewhere(new TopicUpdateTransaction().setTopicId(topicId).setSubmitKey(key))).proof,
      'row',
      'what else it changed is not shown',
    )
    const chunk = freezeMessage(harness.ledger, OPERATOR, { topicId, chunk: Buffer.from('first'), number: 1, total: 2 })
    await harness.ledger.submit(bytesOf(chunk.bodyBytes))
    assert.equal((await judge(chunk)).state, 'executed')
    assert.match(await superseded(submit('yes'), submit('no')), /message/)

    const paid = (tinybars: number) =>
      new TopicCreateTransaction()
        .setAdminKey(key)
        .setFeeScheduleKey(key)
        .setFeeExemptKeys([key])
        .setCustomFees([
          new CustomFixedFee()
            .setHbarAmount(Hbar.fromTinybars(tinybars))
            .setFeeCollectorAccountId(AccountId.fromString(OPERATOR)),
        ])
    const charging = await executedElsewhere(paid(5))
    assert.equal(charging.proof, 'state')
    assert.match(await superseded(paid(5), paid(500)), /custom_fees/)
    assert.match(await superseded(paid(5), paid(5).clearFeeExemptKeys()), /fee_exempt_key_list/)
    const raise = (tinybars: number) =>
      new TopicUpdateTransaction()
        .setTopicId(charging.receipt.topicId ?? '')
        .setCustomFees([
          new CustomFixedFee()
            .setHbarAmount(Hbar.fromTinybars(tinybars))
            .setFeeCollectorAccountId(AccountId.fromString(OPERATOR)),
        ])
    assert.match(await superseded(raise(6), raise(60)), /custom_fees/)
  })

  test('is another one if its type, entity, amount, receiver, key or memo differs', async () => {
    assert.match(await superseded(account(), account(ed25519Signer())), /key/)
    assert.match(await superseded(account(), account().setAccountMemo('other')), /memo/)
    assert.match(await superseded(account(), account().setReceiverSignatureRequired(true)), /receiver_sig/)
    assert.match(await superseded(account(), account().setInitialBalance(new Hbar(2))), /moved/)
    assert.match(await superseded(account(), pay(1)), /type/)
    assert.match(await superseded(pay(1), pay(10_0000_0000), ADA), /moved/)
    assert.match(await superseded(pay(1), pay(1, '0.0.1025'), ADA), /moved/)
    assert.match(await superseded(pay(1), pay(1).setTransactionMemo('x'), ADA), /memo/)
    const id = await accountUnder(harness, stranger.publicKey)
    const other = await accountUnder(harness, stranger.publicKey)
    const stake = (account = id) => new AccountUpdateTransaction().setAccountId(account).setStakedNodeId(0)
    assert.match(await superseded(stake(), stake(other), id), /entity/)

    const named = () => new AccountUpdateTransaction().setAccountId(id).setAccountMemo('a')
    assert.match(await superseded(named(), named().setDeclineStakingReward(true), id), /decline_reward/)
    const taken = ed25519Signer()
    all.push(taken)
    assert.match(await superseded(named(), named().setKey(keyToSdk(taken.publicKey)), id), /key/)
    const charging = (tinybars: number) =>
      new TokenCreateTransaction()
        .setTokenName('T')
        .setTokenSymbol('T')
        .setTreasuryAccountId(ADA)
        .setCustomFees([
          new CustomFixedFee()
            .setHbarAmount(Hbar.fromTinybars(tinybars))
            .setFeeCollectorAccountId(AccountId.fromString(ADA)),
        ])
    assert.match(await superseded(charging(5), charging(50), ADA), /custom_fees/)
    const token = async () => {
      const create = new TokenCreateTransaction().setTokenName('T').setTokenSymbol('T').setTreasuryAccountId(ADA)
      return (await executedElsewhere(create, ADA)).receipt.tokenId ?? ''
    }
    const [one, two] = [await token(), await token()]
    const associate = (id: string) => new TokenAssociateTransaction().setAccountId(BEN).setTokenIds([id])
    await executedElsewhere(associate(one), BEN)
    const dissociate = (id: string) => new TokenDissociateTransaction().setAccountId(BEN).setTokenIds([id])
    await executedElsewhere(associate(two), BEN)
    assert.match(await superseded(dissociate(one), dissociate(two), BEN, { later: true }), /still associated/)
  })

  test('is judged by the row alone if an association has since ended or begun again', async () => {
    const create = new TokenCreateTransaction().setTokenName('T').setTokenSymbol('T').setTreasuryAccountId(ADA)
    const token = (await executedElsewhere(create, ADA)).receipt.tokenId ?? ''
    const association = freeze(new TokenAssociateTransaction().setAccountId(BEN).setTokenIds([token]), BEN)
    await harness.ledger.submit(bytesOf(association.bodyBytes))
    const dissociation = freeze(new TokenDissociateTransaction().setAccountId(BEN).setTokenIds([token]), BEN)
    await harness.ledger.submit(bytesOf(dissociation.bodyBytes))
    assert.deepEqual(await judge(association), { state: 'unknown' }, 'a replica may be behind')
    // No later transaction is needed, since this network may be quiet.
    await harness.advance(62_000)
    const proofOf = async (frozen: { bodyBytes: Uint8Array; transactionId: string }) => {
      const execution = await judge(frozen)
      return execution.state === 'executed' ? execution.proof : execution
    }
    assert.equal(await proofOf(association), 'row')
    assert.equal(await proofOf(dissociation), 'row')
    await executedElsewhere(new TokenAssociateTransaction().setAccountId(BEN).setTokenIds([token]), BEN)
    assert.equal(await proofOf(association), 'row')
    assert.equal(await proofOf(dissociation), 'row')
  })

  test('is another one if the account got an alias: its key could move the holdings', async () => {
    const alias = PrivateKey.generateECDSA()
    all.push(signerFromText(alias.toStringDer()))
    const named = () => account().setAlias(alias.publicKey.toEvmAddress())
    assert.match(await superseded(account(), named()), /alias/)
    const other = PrivateKey.generateECDSA()
    all.push(signerFromText(other.toStringDer()))
    const renamed = () => account().setAlias(other.publicKey.toEvmAddress())
    assert.equal((await executedElsewhere(renamed())).proof, 'state')
    // These keys sign differently each time, so the hashes would differ, too.
    all.splice(-2)
  })

  test('is another one if the account got a hook: others could move the holdings with it', async () => {
    const create = freeze(account(), OPERATOR)
    const outcome = await harness.ledger.submit(bytesOf(create.bodyBytes))
    assert.equal((await judge(create)).state, 'executed')
    const { get } = harness.ledger.mirror
    const row = await harness.ledger.mirror.executed(create.transactionId)
    harness.ledger.mirror.get = async (path) =>
      path.includes('/hooks') ? { hooks: [{ hook_id: 1, created_timestamp: row?.consensus_timestamp }] } : get(path)
    try {
      assert.equal((await judge(create)).state, 'superseded')
      const submitted = [transactionHash(bytesOf(create.bodyBytes))]
      const ours = await harness.ledger.execution({ bodyBytes: create.bodyBytes, outcome, submitted })
      assert.ok(ours.state === 'executed' && ours.proof === 'bytes')

      // A replica that is behind the transaction lists no hooks, or older ones.
      const [next, last] = [freeze(account(), OPERATOR), freeze(account(), OPERATOR)]
      for (const { bodyBytes } of [next, last]) await harness.ledger.submit(bytesOf(bodyBytes))
      let hooks: unknown[] = []
      harness.ledger.mirror.get = async (path) => (path.includes('/hooks') ? { hooks } : get(path))
      assert.deepEqual(await judge(next), { state: 'unknown' })
      hooks = [{ hook_id: 1, created_timestamp: row?.consensus_timestamp }]
      assert.deepEqual(await judge(next), { state: 'unknown' })
      hooks = [{ hook_id: 1, created_timestamp: '9999999999.000000000' }]
      assert.equal((await judge(next)).state, 'executed', 'the replica is beyond the transaction')
      const links = { next: '/api/v1/accounts/0.0.1/hooks?limit=100&hook.id=lt:1' }
      harness.ledger.mirror.get = async (path) => (path.includes('/hooks') ? { hooks, links } : get(path))
      assert.equal((await judge(next)).state, 'superseded', 'one that is not shown may be of this transaction')
      harness.ledger.mirror.get = async (path) => (path.includes('/hooks') ? { hooks } : get(path))
      hooks = []
      await aMinuteLater()
      assert.equal((await judge(last)).state, 'executed')
    } finally {
      harness.ledger.mirror.get = get
    }
  })

  test("is unknown while the mirror's answer may be from before it, and is another one a minute later", async () => {
    const id = await accountUnder(harness, stranger.publicKey)
    const rename = freeze(new AccountUpdateTransaction().setAccountId(id).setAccountMemo('renamed'), id)
    const { get } = harness.ledger.mirror
    for (const [frozen, behind] of [
      // One replica has no such account yet, and one still shows its earlier state.
      [freeze(account(), OPERATOR), (path: string) => path.replace(/^\/accounts\/[\d.]+/, '/accounts/0.0.999999')],
      [
        rename,
        (path: string) => path.replace(/timestamp=lte:\d+/, (at) => `timestamp=lte:${BigInt(at.slice(14)) - 1n}`),
      ],
    ] as const) {
      const outcome = await harness.ledger.submit(bytesOf(frozen.bodyBytes))
      assert.ok(outcome.state === 'final' && outcome.success)
      harness.ledger.mirror.get = (path) => get(behind(path))
      try {
        assert.deepEqual(await judge(frozen), { state: 'unknown' })
        await aMinuteLater()
        assert.equal((await judge(frozen)).state, 'superseded', 'no replica is as far behind')
      } finally {
        harness.ledger.mirror.get = get
      }
      assert.equal((await judge(frozen)).state, 'executed')
    }
  })

  test('is unknown if a receipt names another entity than the mirror', async () => {
    const create = freeze(account(), OPERATOR)
    const bytes = bytesOf(create.bodyBytes)
    const outcome = await harness.ledger.submit(bytes)
    assert.ok(outcome.state === 'final')
    const { accountId } = outcome.receipt
    const entityOf = async (receipt: Receipt) => {
      const execution = await harness.ledger.execution({
        bodyBytes: create.bodyBytes,
        outcome: { ...outcome, receipt },
        submitted: [transactionHash(bytes)],
      })
      return execution.state === 'executed' ? execution.outcome.receipt.accountId : execution.state
    }
    assert.equal(await entityOf({ status: 'SUCCESS', accountId: '0.0.2' }), 'unknown')
    assert.equal(await entityOf(outcome.receipt), accountId)
    assert.equal(await entityOf({ status: 'SUCCESS' }), accountId, 'as the mirror names it')
  })

  test('has no consensus time if only a node accepted it, whatever the mirror has under the id', async () => {
    const frozen = freeze(pay(4), ADA)
    const bytes = bytesOf(frozen.bodyBytes)
    const submitted = await harness.ledger.submit(bytes)
    // As if the node keeps no receipt any more, so that the outcome came from the mirror.
    const found = await harness.ledger.mirror.transaction(frozen.transactionId)
    assert.ok(submitted.state === 'final' && submitted.accepted && found?.consensusTimestamp)
    const { executed } = harness.ledger.mirror
    harness.ledger.mirror.executed = async () => null
    try {
      const outcome = { ...found, accepted: true as const }
      const execution = await harness.ledger.execution({ bodyBytes: frozen.bodyBytes, outcome })
      assert.ok(execution.state === 'executed' && execution.proof === 'precheck')
      assert.equal(execution.outcome.consensusTimestamp, undefined)
    } finally {
      harness.ledger.mirror.executed = executed
    }
  })

  test('is judged by the row alone if the body names an account by alias', async () => {
    const alias = PrivateKey.generateED25519()
    const to = alias.publicKey.toAccountId(0, 0)
    const byAlias = (tinybars: number) =>
      new TransferTransaction()
        .addHbarTransfer(ADA, Hbar.fromTinybars(-tinybars))
        .addHbarTransfer(to, Hbar.fromTinybars(tinybars))
    assert.equal((await executedElsewhere(byAlias(100_000_000), ADA)).proof, 'row', 'it creates the account')
    assert.equal((await executedElsewhere(byAlias(5), ADA)).proof, 'row')
    assert.match(await superseded(byAlias(5), account(), ADA), /type/)
  })

  test('is another one if a deleted account left its balance to somebody else', async () => {
    const remove = (id: string, to: string) => new AccountDeleteTransaction().setAccountId(id).setTransferAccountId(to)
    const id = await accountUnder(harness, stranger.publicKey)
    assert.match(await superseded(remove(id, ADA), remove(id, BEN)), /moved/)
    assert.equal((await executedElsewhere(remove(await accountUnder(harness, stranger.publicKey), ADA))).proof, 'row')
  })

  test('is unknown, or a failure, if the ledger says so', async () => {
    const frozen = freeze(pay(2), ADA)
    assert.equal((await judge(frozen)).state, 'unknown')
    const failing = freeze(pay(1, '0.0.999999'), ADA)
    await harness.ledger.submit(bytesOf(failing.bodyBytes))
    const execution = await judge(failing)
    assert.ok(execution.state === 'failed' && execution.outcome.status === 'INVALID_ACCOUNT_ID')
    const unseen: Outcome = await harness.ledger.submit(bytesOf(frozen.bodyBytes))
    const { executed } = harness.ledger.mirror
    harness.ledger.mirror.executed = async () => null
    try {
      const early = await harness.ledger.execution({ bodyBytes: frozen.bodyBytes, outcome: unseen })
      assert.ok(early.state === 'executed' && early.proof === 'precheck', 'our own submission was accepted')
      const later = await harness.ledger.outcome(frozen.transactionId)
      assert.equal((await harness.ledger.execution({ bodyBytes: frozen.bodyBytes, outcome: later })).state, 'unknown')
    } finally {
      harness.ledger.mirror.executed = executed
    }
  })
})
