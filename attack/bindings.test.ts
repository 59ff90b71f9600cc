/** Accounts under a validator, before the node knows about it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { AccountId, AccountUpdateTransaction, Client, TokenAssociateTransaction, Transaction } from '@hiero-ledger/sdk'
import { freePorts } from '@quorate/quorate/testing'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'

/** Long enough for a vote on a slow machine. The clock then moves. */
const VOTING_SECONDS = 60

/**
 * A mirror with a machine that is behind: while `isBehind`, it shows no creating transaction, so the node does not know
 * what governs an entity. With `isLast`, only the next read is answered so.
 */
async function mirrorBehind(target: string) {
  const state = { isBehind: true, isLast: false }
  const server = createServer((received, answer) => {
    if (state.isBehind && /\/transactions\?timestamp=[\d.]+&limit=1$/.test(received.url ?? '')) {
      state.isBehind = !state.isLast
      answer.writeHead(200, { 'content-type': 'application/json' })
      return void answer.end(JSON.stringify({ transactions: [], links: { next: null } }))
    }
    const passed = send(new URL(received.url ?? '/', target), (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, url, close: () => void server.close().closeAllConnections() }
}

describe('Before the node knows that an account is under a validator', () => {
  let platform: AttackedPlatform
  let mirror: Awaited<ReturnType<typeof mirrorBehind>>
  let client: Client
  let ada: Person
  let eve: Person
  before(async () => {
    const ports = await freePorts()
    mirror = await mirrorBehind(`http://127.0.0.1:${ports.LOCALNET_REST_PORT}`)
    const settings = { HEDERA_DEVNET_MIRROR_URL: mirror.url, GOVERNANCE_ANCHOR_INTERVAL: '200' }
    platform = await startPlatform({ ...ports, ...settings })
    ;[ada, eve] = (await platform.people(2)) as [Person, Person]
    client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' }).setOperator(eve.id, eve.key)
  })
  after(async () => {
    client?.close()
    await platform?.close()
    mirror?.close()
  })

  const node = (path: string, by: Person, body: unknown) => platform.call('node', 'POST', path, by, body)
  const governance = (path: string, body?: unknown) =>
    platform.call('governance', body === undefined ? 'GET' : 'POST', path, ada, body)
  async function done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const submitted = async (path: string, body: unknown) => done(platform.submitSigned(await node(path, ada, body), ada))
  const validator = (rules: object) => done(node('/validators/accounts', ada, rules))
  /** Creates an account of Ada that a validator guards. Its creation is submitted to the ledger without the node. */
  async function created(rules: object, more: object = {}): Promise<string> {
    const validatorConsensusTimestamp = await validator(rules)
    const { bytes } = await done(node('/accounts', ada, { validatorConsensusTimestamp, balance: 500_000_000, ...more }))
    const transaction = await Transaction.fromBytes(Buffer.from(bytes, 'base64')).sign(ada.key)
    return `${(await (await transaction.execute(client)).getReceipt(client)).accountId}`
  }

  test('nobody gets tokens for free if its validator has set a price for them', async () => {
    const { tokenId } = await submitted('/hts/create/token', { name: 'Goods', symbol: 'G', initialSupply: 1_000 })
    const price = { token_id: tokenId, amount: 1, counter: { token_id: 'HBAR', amount: 100_000_000 } }
    const actionsConditions = { values: ['transfer/atomic-swap'], controller: 'anyone' }
    const rules = { smartNodeSecurity: 'full', actionsConditions, swapConditions: { prices: [price] } }
    const shop = await created(rules, { maxAutomaticTokenAssociations: 1 })
    await submitted('/accounts/transfer/token', { token_id: tokenId, from: ada.id, to: shop, amount: 900 })
    const associate = new TokenAssociateTransaction().setAccountId(eve.id).setTokenIds([tokenId])
    await (await associate.execute(client)).getReceipt(client)
    const swap = { token_id: tokenId, amount: 900, from: shop, to: eve.id }
    mirror.state.isLast = true
    const taken = await node('/accounts/transfer/atomic-swap', eve, swap)
    Object.assign(mirror.state, { isBehind: true, isLast: false })
    if (taken.status === 200) await platform.submitSigned(taken, eve)
    const { tokens } = (await platform.call('mirror', 'GET', `/api/v1/accounts/${shop}/tokens`)).body
    assert.equal(tokens[0].balance, 900)
    assert.equal(taken.body.code, 'VALIDATOR_REFUSED', JSON.stringify(taken.body))
  })

  test('a memo written by its owner does not replace the validator', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const daos = { name: 'D', description: '', ownerAddress: ada.id, votingRules }
    const { daoId, topicId } = await done(governance('/daos', daos))
    const actionsConditions = { values: ['sign/wallet'], controller: `dao:${topicId}` }
    const validatorConsensusTimestamp = await validator({ smartNodeSecurity: 'full', actionsConditions })
    mirror.state.isBehind = false
    const { accountId: senderId } = await submitted('/accounts', { validatorConsensusTimestamp })
    mirror.state.isBehind = true
    const walletId = await created({ smartNodeSecurity: 'partial' }, { memo: `Guarded owner: ${senderId}` })
    const frozen = new AccountUpdateTransaction()
      .setAccountId(walletId)
      .setKey(ada.key.publicKey)
      .setTransactionId(platform.transactionId(walletId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    const [bytes] = frozen.signableNodeBodyBytesList
    const bodyBytes = Buffer.from(bytes?.signableTransactionBodyBytes ?? '').toString('base64')
    const path = `/multisig/transaction/sign/${randomUUID()}`
    const operation = { method: 'POST', path, body: { walletId, senderId, bodyBytes } }
    const proposal = {
      ...{ daoId, title: 'Mine', description: '', creatorAddress: ada.id, proposalData: { operation } },
      votingDurationHours: VOTING_SECONDS / 3600,
    }
    // The multi-signature service refuses this unknown request. Proposals are accepted unchecked once the checks of a
    // minute are used up.
    let proposed = await governance('/proposals', proposal)
    for (let tries = 0; tries < 300 && proposed.status >= 300; tries++)
      proposed = await governance('/proposals', proposal)
    const { proposalId } = await done(Promise.resolve(proposed))
    await done(governance('/votes', { proposalId, daoId, voterAddress: ada.id, choice: 'YES' }))
    await platform.passTime(VOTING_SECONDS * 1000)
    let dao: object | undefined
    while (!dao) {
      await delay(50)
      dao = (await governance(`/proposals/${proposalId}`)).body.decision
    }
    const sign = () => node(`/wallets/${walletId}/sign`, ada, { dao })
    const unknown = await sign()
    assert.equal(unknown.body.code, 'ENTITY_UNBOUND', JSON.stringify(unknown.body))
    mirror.state.isBehind = false
    const known = await sign()
    assert.equal(known.body.code, 'VALIDATOR_REFUSED', JSON.stringify(known.body))
  })
})
