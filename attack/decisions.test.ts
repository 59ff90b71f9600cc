import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Client,
  Hbar,
  KeyList,
  PublicKey,
  Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'

/** Long enough for a vote on a slow machine. The clock then moves. */
const VOTING_SECONDS = 60
const PATH = '/accounts/transfer/hbar'

describe('A decision of a DAO', () => {
  let platform: AttackedPlatform
  let ada: Person
  let ben: Person
  let eve: Person
  let dao: { daoId: string; topicId: string }
  let treasury: string
  before(async () => {
    platform = await startPlatform({ GOVERNANCE_ANCHOR_INTERVAL: '200' })
    ;[ada, ben, eve] = (await platform.people(3)) as [Person, Person, Person]
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    dao = await done(governance('/daos', ada, { name: 'D', description: '', ownerAddress: ada.id, votingRules }))
    const values = ['transfer/hbar', 'allowance/approve']
    treasury = await guardedAccount({ values, controller: `dao:${dao.topicId}` })
  })
  after(() => platform.close())

  const node = (path: string, by: Person, body?: unknown) =>
    platform.call('node', body === undefined ? 'GET' : 'POST', path, by, body)
  const governance = (path: string, by: Person, body?: unknown) =>
    platform.call('governance', body === undefined ? 'GET' : 'POST', path, by, body)
  async function done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  async function guardedAccount(actionsConditions: object): Promise<string> {
    const validator = await done(node('/validators/accounts', ada, { smartNodeSecurity: 'full', actionsConditions }))
    const creation = { validatorConsensusTimestamp: validator, balance: 200_000_000 }
    return (await done(platform.submitSigned(await node('/accounts', ada, creation), ada))).accountId
  }

  const transfer = () => ({ amount: 5, from: treasury, to: ben.id })
  /**
   * Makes a proposal of Ada pass, and returns its decision. If the proposal is refused, it is submitted again, up to
   * `tries` times.
   */
  async function decided(operation: object, tries = 1): Promise<{ topicId: string; consensusTimestamp: string }> {
    const { daoId } = dao
    const propose = () =>
      governance('/proposals', ada, {
        ...{ daoId, title: 'Pay Ben', description: '', creatorAddress: ada.id, proposalData: { operation } },
        votingDurationHours: VOTING_SECONDS / 3600,
      })
    let proposed = await propose()
    for (let count = 1; count < tries && proposed.status >= 300; count++) proposed = await propose()
    const { proposalId } = await done(Promise.resolve(proposed))
    await done(governance('/votes', ada, { proposalId, daoId, voterAddress: ada.id, choice: 'YES' }))
    await platform.passTime(VOTING_SECONDS * 1000)
    for (;;) {
      const { decision } = await done(governance(`/proposals/${proposalId}`, ada))
      if (decision) return decision
      await delay(50)
    }
  }
  const transferDecided = async () => ({
    ...transfer(),
    dao: await decided({ method: 'POST', path: PATH, body: transfer() }),
  })
  const held = async () => BigInt((await done(node(`/accounts/${treasury}/balance`, ada))).hbars._valueInTinybar)

  test('is not held up by a stranger who asks for it again and again and never signs', async () => {
    const body = await transferDecided()
    for (let round = 0; round < 3; round++) assert.equal((await node(PATH, eve, body)).status, 200)
    const before = await held()
    await done(platform.submitSigned(await node(PATH, ben, body), ben))
    assert.equal(await held(), before - 5n)
    assert.equal((await node(PATH, eve, body)).body.code, 'DECISION_USED')
  })

  test('is not voided by a transaction of the same kind under the id that was given, and happens once', async () => {
    const body = await transferDecided()
    const asked = await node(PATH, eve, body)
    const client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
    const other = new TransferTransaction()
      .addHbarTransfer(eve.id, -1)
      .addHbarTransfer(treasury, 1)
      .setTransactionId(TransactionId.fromString(asked.body.transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    await (await (await other.sign(eve.key)).execute(client)).getReceipt(client)
    const before = await held()
    assert.equal((await platform.submitSigned(asked, eve)).status, 409)
    const holders = [ada, ben, eve]
    const answers = await Promise.all(holders.map((holder) => node(PATH, holder, body)))
    const signed = answers.map((answer, index) => platform.submitSigned(answer, holders[index] ?? ada))
    await Promise.all(signed)
    assert.equal(await held(), before - 5n)
    client.close()
  })

  test('returns only bytes that the ledger refuses without the signature of the node', async () => {
    const asked = await node(PATH, eve, await transferDecided())
    const before = await held()
    const client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
    const transaction = await Transaction.fromBytes(Buffer.from(asked.body.bytes, 'base64')).sign(eve.key)
    await assert.rejects(async () => (await transaction.execute(client)).getReceipt(client), /INVALID_SIGNATURE/)
    client.close()
    assert.equal(await held(), before)
  })

  test('must name its sender, and is not carried out with another one', async () => {
    const allowance = { type: 'hbar', spenderAccountId: eve.id, amount: 100 }
    const path = '/accounts/allowance/approve'
    const { status, body } = await governance('/proposals', ada, {
      ...{ daoId: dao.daoId, title: 'A', description: '', creatorAddress: ada.id, votingDurationHours: 1 },
      proposalData: { operation: { method: 'POST', path, body: allowance } },
    })
    assert.deepEqual([status, body.code], [422, 'OPERATION_NEEDS_SENDER'])
    const other = await guardedAccount({ values: ['allowance/approve'], controller: `dao:${dao.topicId}` })
    const named = { ...allowance, sender: { id: treasury } }
    const decision = await decided({ method: 'POST', path, body: named })
    const tried = await node(path, eve, { ...allowance, sender: { id: other }, dao: decision })
    assert.equal(tried.body.code, 'DECISION_DOES_NOT_PERMIT')
  })

  /** Creates a guarded account of the DAO that can own wallets. Its key is the network's key. */
  async function guardedOwner() {
    const owner = await guardedAccount({ values: ['sign/wallet'], controller: `dao:${dao.topicId}` })
    const { key } = (await platform.call('mirror', 'GET', `/api/v1/accounts/${owner}`)).body
    return { owner, network: PublicKey.fromStringED25519(key.key), memo: `Guarded owner: ${owner}` }
  }
  /** The node's answer to a decision that `senderId` signs a transaction which the wallet pays. */
  async function askedToSign(walletId: string, senderId: string, transaction: Transaction, more: object = {}) {
    const frozen = transaction
      .setTransactionId(platform.transactionId(walletId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    const [bytes] = frozen.signableNodeBodyBytesList
    const bodyBytes = Buffer.from(bytes?.signableTransactionBodyBytes ?? '').toString('base64')
    const path = `/multisig/transaction/sign/${randomUUID()}`
    // The multi-signature service refuses this unknown request. Proposals are accepted unchecked once the checks of a
    // minute are used up.
    const body = { walletId, senderId, bodyBytes, ...more }
    const decision = await decided({ method: 'POST', path, body }, 300)
    return node(`/wallets/${walletId}/sign`, ada, { dao: decision })
  }
  async function walletUnder(key: KeyList, memo: string): Promise<string> {
    const client = platform.treasury()
    const own = new AccountCreateTransaction()
      .setKeyWithoutAlias(key)
      .setAccountMemo(memo)
      .setInitialBalance(new Hbar(10))
      .setMaxAutomaticTokenAssociations(2)
      .setTransactionId(platform.transactionId(String(client.operatorAccountId)))
    const { accountId } = await (await own.execute(client)).getReceipt(client)
    client.close()
    return `${accountId}`
  }

  test('does not make the node sign for an account whose owner wrote its memo, or for one created later', async () => {
    const { owner, network, memo } = await guardedOwner()
    // An account whose validator permits nothing. Its owner chose the memo.
    const validatorConsensusTimestamp = await done(node('/validators/accounts', ada, { smartNodeSecurity: 'partial' }))
    const creation = { validatorConsensusTimestamp, balance: 200_000_000, memo }
    const partial = (await done(platform.submitSigned(await node('/accounts', ada, creation), ada))).accountId
    const wallet = await walletUnder(new KeyList([ada.key.publicKey, network], 1), memo)
    const later = `0.0.${Number(wallet.split('.')[2]) + 1}`
    const take = (from: string) => new TransferTransaction().addHbarTransfer(from, -100).addHbarTransfer(ada.id, 100)
    const takeOver = new AccountUpdateTransaction().setAccountId(later).setKey(ada.key.publicKey)
    for (const [walletId, transaction, code] of [
      [partial, take(partial), 'VALIDATOR_REFUSED'],
      [wallet, take(later), 'BODY_NOT_UNDERSTOOD'],
      [wallet, takeOver, 'BODY_NOT_UNDERSTOOD'],
    ] as const) {
      const answer = await askedToSign(walletId, owner, transaction)
      assert.equal(answer.body.code, code, JSON.stringify(answer.body))
    }
  })

  test('does not sign a request that charges the wallet fees beyond those in the decision', async () => {
    const { owner, network, memo } = await guardedOwner()
    const wallet = await walletUnder(new KeyList([ada.key.publicKey, network], 2), memo)
    const fee = { feeType: 'fixed', amount: 300_000_000, feeCollectorAccountId: ada.id }
    for (const more of [{ customFees: [fee] }, { feeScheduleKey: true }]) {
      const token = { name: 'Trap', symbol: 'T', initialSupply: 10, ...more }
      const { tokenId } = await done(platform.submitSigned(await node('/hts/create/token', ada, token), ada))
      const gift = { token_id: tokenId, from: ada.id, to: wallet, amount: 5 }
      await done(platform.submitSigned(await node('/accounts/transfer/token', ada, gift), ada))
      const give = () =>
        new TransferTransaction().addTokenTransfer(tokenId, wallet, -1).addTokenTransfer(tokenId, ada.id, 1)
      assert.equal((await askedToSign(wallet, owner, give())).body.code, 'CUSTOM_FEES')
      const less = { maxCustomFees: [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 299_999_999 }] }] }
      const permitted = await askedToSign(wallet, owner, give(), less)
      assert.equal(permitted.body.code, 'customFees' in more ? 'CUSTOM_FEES' : undefined)
    }
  })
})
