import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  Hbar,
  PrivateKey,
  ScheduleCreateTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { verifyStateProof } from '@quorate/verify'
import { describedBy } from './described.ts'
import { type Harness, OPERATOR, openHarness } from './harness.ts'
import { execute as executeOn, goldAndArt } from './holdings.ts'

const ALICE = '0.0.1024'
const BOB_HBARS = 7

describe('Mirror reads', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  let topic = ''
  let gold = ''
  let art = ''
  let bob = ''
  const times: string[] = []

  const execute = (transaction: Transaction) => executeOn(harness, transaction)
  const get = async (path: string) => {
    const answer = await ask(path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const refused = async (path: string, status: number, code: string) => {
    const { status: found, body } = await ask(path)
    assert.deepEqual([found, body.code], [status, code], JSON.stringify(body))
    return body
  }
  /** The consensus timestamp of the first entry of one of the mirror's lists. */
  const newest = async (path: string, list: string): Promise<string> => {
    const answer = await fetch(`${harness.network.mirrorRest}/api/v1/${path}`)
    const lists = (await answer.json()) as Record<string, { consensus_timestamp: string }[]>
    return lists[list]?.[0]?.consensus_timestamp ?? ''
  }

  before(async () => {
    harness = await openHarness()
    ask = await describedBy(harness)
    bob =
      (
        await execute(
          new AccountCreateTransaction()
            .setKeyWithoutAlias(PrivateKey.generateED25519().publicKey)
            .setInitialBalance(new Hbar(BOB_HBARS))
            .setAccountMemo('bob')
            .setMaxAutomaticTokenAssociations(10),
        )
      ).receipt.accountId ?? ''
    topic = (await execute(new TopicCreateTransaction().setTopicMemo('news'))).receipt.topicId ?? ''
    for (const text of ['one', 'two', 'three']) {
      await execute(new TopicMessageSubmitTransaction().setTopicId(topic).setMessage(text))
      times.push(await newest(`topics/${topic}/messages?order=desc&limit=1`, 'messages'))
      await harness.clock.advance(1000)
    }
    ;({ gold, art } = await goldAndArt(harness, bob))
  })
  after(() => harness[Symbol.asyncDispose]())

  test("return a topic's messages as an array, in the encoding, order and range of the query", async () => {
    const all = await get(`/mirrors/hcs/topics/${topic}/messages`)
    assert.deepEqual(
      all.map((one: { message: string }) => Buffer.from(one.message, 'base64').toString()),
      ['one', 'two', 'three'],
    )
    assert.equal(all[0].topic_id, topic)
    assert.equal(all[0].payer_account_id, OPERATOR)
    const texts = async (query: string) =>
      (await get(`/mirrors/hcs/topics/${topic}/messages?encoding=utf-8&${query}`)).map(
        ({ message }: { message: string }) => message,
      )
    assert.deepEqual(await texts('order=desc&limit=2'), ['three', 'two'])
    assert.deepEqual(await texts('sequencenumber=2'), ['two', 'three'])
    assert.deepEqual(await texts('sequenceNumber=lt:3'), ['one', 'two'])
    assert.deepEqual(await texts(`timestamp=${times[1]}`), ['two', 'three'])
    assert.deepEqual(await texts(`timestamp=gt:${times[1]}`), ['three'])
    const [seconds = '', nanos = ''] = (times[2] ?? '').split('.')
    const iso = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${nanos}Z`)
    assert.deepEqual(await texts(`timestamp=${iso}`), ['three'])
  })

  test('link to the rest if there is more than the limit', async () => {
    const first = await ask(`/mirrors/hcs/topics/${topic}/messages?limit=2`)
    assert.equal(first.body.length, 2)
    const link = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    assert.ok(link.startsWith(`/mirrors/hcs/topics/${topic}/messages?`), link)
    const rest = await get(link)
    assert.deepEqual(
      rest.map((one: { sequence_number: number }) => one.sequence_number),
      [3],
    )
  })

  test("return a message by its number, and the topic's state by a timestamp", async () => {
    const two = await get(`/mirrors/hcs/topics/${topic}/messages/2`)
    assert.equal(two.consensus_timestamp, times[1])
    await refused(`/mirrors/hcs/topics/${topic}/messages/9`, 404, 'NOT_FOUND')
    assert.deepEqual(await get(`/mirrors/hcs/topics/messages/${times[1]}`), {
      _status: {
        topicId: topic,
        sequenceNumber: 2,
        runningHash: two.running_hash,
        runningHashVersion: two.running_hash_version,
      },
    })
    await refused('/mirrors/hcs/topics/messages/2000-01-01T00:00:00Z', 404, 'NOT_FOUND')
  })

  test('return a token with its keys and fees, now and at an earlier time', async () => {
    const token = await get(`/mirrors/hts/tokens/${gold}`)
    assert.equal(token.symbol, 'AU')
    assert.equal(token.decimals, '2')
    assert.equal(token.total_supply, '10000')
    assert.equal(typeof token.expiry_timestamp, 'number')
    assert.equal(token.admin_key._type, 'ED25519')
    assert.equal(token.supply_key, null)
    assert.deepEqual(token.custom_fees.fractional_fees, [])
    assert.equal(
      (await get(`/mirrors/hts/tokens/${gold}?timestamp=${await newest('transactions?limit=1', 'transactions')}`)).name,
      'Gold',
    )
    await refused(`/mirrors/hts/tokens/${gold}?timestamp=2000-01-01`, 404, 'NOT_FOUND')
    await refused('/mirrors/hts/tokens/0.0.999999', 404, 'NOT_FOUND')
  })

  test("return a token's balances by holder, filtered by the query", async () => {
    const { balances, links } = await get(`/mirrors/hts/tokens/${gold}/balances?order=asc`)
    assert.deepEqual(
      balances.map(({ account, balance }: { account: string; balance: number }) => [account, balance]),
      [
        [OPERATOR, 7_500],
        [bob, 2_500],
      ],
    )
    assert.deepEqual(balances[0].tokens, [{ token_id: gold, balance: 7_500 }])
    assert.equal(links.next, null)
    const filtered = await get(`/mirrors/hts/tokens/${gold}/balances?accountId=${bob}`)
    assert.deepEqual(filtered.balances.length, 1)
    const rich = await get(`/mirrors/hts/tokens/${gold}/balances?account.balance=gt:5000`)
    assert.equal(rich.balances[0].account, OPERATOR)
    const first = await get(`/mirrors/hts/tokens/${gold}/balances?limit=1&order=asc`)
    assert.ok(first.links.next.startsWith(`/mirrors/hts/tokens/${gold}/balances?`))
    assert.equal((await get(first.links.next)).balances[0].account, bob)
  })

  test('return NFTs as an array of pages', async () => {
    const { nfts } = await get(`/mirrors/hts/tokens/${art}/nfts?order=asc`)
    assert.deepEqual(
      nfts.map((page: { serial_number: number; account_id: string }[]) =>
        page.map((one) => [one.serial_number, one.account_id]),
      ),
      [
        [
          [1, OPERATOR],
          [2, bob],
        ],
      ],
    )
    const [[owned]] = (await get(`/mirrors/hts/tokens/${art}/nfts?accountId=${bob}`)).nfts
    assert.deepEqual(
      [owned.serial_number, owned.metadata, owned.spender_id],
      [2, Buffer.from('b').toString('base64'), null],
    )
    const [[one]] = (await get(`/mirrors/hts/tokens/${art}/nfts/1`)).nfts
    assert.equal(one.token_id, art)
    await refused(`/mirrors/hts/tokens/${art}/nfts/3`, 404, 'NOT_FOUND')
    const [[held]] = (await get(`/mirrors/accounts/${bob}/nfts?token.id=${art}`)).nfts
    assert.equal(held.serial_number, 2)
    const [first, second] = (await get(`/mirrors/accounts/${bob}/nfts`)).nfts
    assert.deepEqual([first.length, second], [1, undefined])
  })

  test("return an NFT's transfers with both accounts, filtered by account if asked", async () => {
    const moved = await get(`/mirrors/hts/tokens/${art}/nfts/transactions?serialnumber=2`)
    assert.deepEqual(moved[0], {
      is_approval: false,
      receiver_account_id: bob,
      sender_account_id: OPERATOR,
      serial_number: 2,
      token_id: art,
    })
    assert.equal(moved.length, 2)
    const bobs = await get(`/mirrors/hts/tokens/${art}/nfts/transactions?serialNumber=2&accountId=${bob}`)
    assert.equal(bobs.length, 1)
    await refused(`/mirrors/hts/tokens/${art}/nfts/transactions`, 400, 'SERIAL_NUMBER_REQUIRED')
  })

  test('return an account with its newest transactions, or without', async () => {
    const account = await get(`/mirrors/accounts/${bob}?limit=1`)
    assert.equal(account.account, bob)
    assert.equal(account.memo, 'bob')
    assert.equal(account.balance.balance, BOB_HBARS * 100_000_000)
    assert.deepEqual(account.balance.tokens, [
      { token_id: gold, balance: 2_500 },
      { token_id: art, balance: 1 },
    ])
    assert.equal(account.transactions.length, 1)
    assert.ok(account.links.next.startsWith(`/mirrors/accounts/${bob}?`), account.links.next)
    assert.equal((await get(account.links.next)).transactions[0].name, 'CRYPTOCREATEACCOUNT')
    assert.equal((await get(`/mirrors/accounts/${bob}?transactions=false`)).transactions, undefined)
    const created = await get(`/mirrors/accounts/${bob}?transactionType=CRYPTOCREATEACCOUNT`)
    assert.deepEqual(
      created.transactions.map(({ name }: { name: string }) => name),
      ['CRYPTOCREATEACCOUNT'],
    )
    assert.equal((await get(`/mirrors/accounts/${account.evm_address}`)).account, bob)
    await refused('/mirrors/accounts/0.0.999999', 404, 'NOT_FOUND')
  })

  test("return an account's tokens as an array of relationships", async () => {
    const tokens = await get(`/mirrors/accounts/${bob}/tokens`)
    assert.deepEqual(
      tokens.map((one: { token_id: string }) => one.token_id),
      [gold, art],
    )
    assert.deepEqual([tokens[0].balance, tokens[0].decimals, tokens[0].freeze_status], [2_500, 2, 'NOT_APPLICABLE'])
    assert.equal((await get(`/mirrors/accounts/${bob}/tokens?tokenId=${art}`)).length, 1)
  })

  test("return an account's rewards as a list with a link", async () => {
    assert.deepEqual(await get(`/mirrors/accounts/${bob}/rewards?limit=5`), { rewards: [], links: { next: null } })
    const treasury = harness.signers.get('0.0.2')
    assert.ok(treasury)
    const fund = new TransferTransaction()
      .addHbarTransfer('0.0.2', new Hbar(-1e8))
      .addHbarTransfer('0.0.800', new Hbar(1e8))
    await harness.submit(fund, '0.0.2')
    const stake = new AccountCreateTransaction()
      .setKeyWithoutAlias(PrivateKey.generateED25519().publicKey)
      .setInitialBalance(new Hbar(1000))
      .setStakedNodeId(0)
    const staker = (await execute(stake)).receipt.accountId ?? ''
    const touch = () =>
      execute(
        new TransferTransaction()
          .addHbarTransfer(OPERATOR, Hbar.fromTinybars(-1))
          .addHbarTransfer(staker, Hbar.fromTinybars(1)),
      )
    const DAY = 86_400_000
    await harness.clock.advance(2 * DAY)
    const { transactionId } = await touch()
    await harness.clock.advance(2 * DAY)
    await touch()
    const { rewards, links } = await get(`/mirrors/accounts/${staker}/rewards`)
    assert.deepEqual(
      rewards.map((one: { account_id: string; amount: number }) => [one.account_id, one.amount]),
      [
        [staker, 2 * 1000 * 6849],
        [staker, 1000 * 6849],
      ],
    )
    assert.equal(links.next, null)
    const page = await get(`/mirrors/accounts/${staker}/rewards?limit=1&order=asc`)
    assert.equal(page.rewards[0].amount, 1000 * 6849)
    assert.equal((await get(page.links.next)).rewards[0].timestamp, rewards[0].timestamp)
    assert.equal(
      (await get(`/mirrors/accounts/${staker}/rewards?timestamp=lt:${rewards[0].timestamp}`)).rewards.length,
      1,
    )
    const paying = await get(`/mirrors/transactions/${transactionId}`)
    assert.deepEqual(paying.staking_reward_transfers, [{ account_id: staker, amount: 1000 * 6849 }])
  })

  test('return a transaction as one object for both forms of its id', async () => {
    const { transactionId } = await execute(
      new TransferTransaction().addHbarTransfer(OPERATOR, -1).addHbarTransfer(ALICE, 1).setTransactionMemo('hi'),
    )
    const found = await get(`/mirrors/transactions/${transactionId}`)
    assert.equal(found.name, 'CRYPTOTRANSFER')
    assert.equal(Buffer.from(found.memo_base64, 'base64').toString(), 'hi')
    assert.equal(found.transfers.find((one: { account: string }) => one.account === ALICE).amount, 100_000_000)
    assert.deepEqual(await get(`/mirrors/transactions/${found.transaction_id}?nonce=0&scheduled=false`), found)
    await refused(`/mirrors/transactions/${transactionId}?nonce=7`, 404, 'NOT_FOUND')
    await refused(`/mirrors/transactions/${OPERATOR}@1.1`, 404, 'NOT_FOUND')
  })

  test("return the embedded ledger's state proof for successful transactions, and 501 for a mirror without proofs", async () => {
    const transfer = new TransferTransaction().addHbarTransfer(OPERATOR, -1).addHbarTransfer(ALICE, 1)
    const { transactionId } = await execute(transfer)
    const path = `/mirrors/transactions/${transactionId}/stateproof`
    const proof = await get(path)
    assert.equal(proof.address_books.length, 1)
    assert.equal(proof.version, 6)
    assert.deepEqual(Object.keys(proof.signature_files), ['0.0.3'])
    const { hashes_before, hashes_after, record_stream_object, block_number } = proof.record_file
    assert.ok(record_stream_object && block_number !== null)
    for (const hashes of [hashes_before, hashes_after])
      assert.ok(hashes.every((hash: unknown) => Array.isArray(hash) && hash.length === 1))
    const inMirrorsForm = await (
      await fetch(
        `${harness.network.mirrorRest}/api/v1/transactions/${transactionId.replace('@', '-').replace(/\.(?=\d+$)/, '-')}/stateproof`,
      )
    ).json()
    assert.deepEqual(hashes_before.flat(), (inMirrorsForm as typeof proof).record_file.hashes_before)
    assert.deepEqual(await verifyStateProof(proof), await verifyStateProof(inMirrorsForm as typeof proof))
    assert.deepEqual(await get(`${path}?nonce=0&scheduled=false`), proof)
    await refused(`${path}?nonce=1`, 404, 'NOT_FOUND')
    await refused(`${path}?scheduled=true`, 404, 'NOT_FOUND')
    const tooMuch = new TransferTransaction().addHbarTransfer(OPERATOR, -1e12).addHbarTransfer(ALICE, 1e12)
    const failed = await harness.ledger.execute(tooMuch).catch((error) => error)
    assert.equal(failed.status, 'INSUFFICIENT_PAYER_BALANCE')
    await refused(`/mirrors/transactions/${OPERATOR}@1.1/stateproof`, 404, 'NOT_FOUND')
    const without = createServer((request, response) => {
      const body = request.url?.includes('/stateproof')
        ? undefined
        : JSON.stringify({ transactions: [{ result: 'SUCCESS' }], links: { next: null } })
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body ?? '{}')
    }).listen(0, '127.0.0.1')
    await once(without, 'listening')
    await using other = await openHarness(
      {},
      {},
      { mirrorUrl: `http://127.0.0.1:${(without.address() as AddressInfo).port}` },
    )
    const answer = await other.ask(path)
    assert.deepEqual([answer.status, answer.body.code], [501, 'STATE_PROOF_UNAVAILABLE'])
    without.close()
    without.closeAllConnections()
  })

  test('return a schedule with its body as JSON text, and its execution under the id with `?scheduled`', async () => {
    const transfer = new TransferTransaction().addHbarTransfer(OPERATOR, -1).addHbarTransfer(ALICE, 1)
    const created = await execute(new ScheduleCreateTransaction().setScheduledTransaction(transfer))
    const { scheduleId = '', scheduledTransactionId = '' } = created.receipt
    const schedule = await get(`/mirrors/transactions/schedules/${scheduleId}`)
    assert.equal(schedule.schedule_id, scheduleId)
    const bytes = Buffer.from(schedule.transaction_body_bytes, 'base64')
    assert.equal(proto.SchedulableTransactionBody.decode(bytes).data, 'cryptoTransfer')
    const amounts = JSON.parse(schedule.transaction_body).cryptoTransfer.transfers.accountAmounts
    assert.deepEqual(amounts.map(({ amount }: { amount: string }) => amount).sort(), ['-100000000', '100000000'])
    const id = scheduledTransactionId.replace('?scheduled', '')
    assert.equal((await get(`/mirrors/transactions/${id}`)).scheduled, false)
    assert.equal((await get(`/mirrors/transactions/${id}?scheduled`)).scheduled, true)
    assert.equal((await get(`/mirrors/transactions/${id}?scheduled=true`)).name, 'CRYPTOTRANSFER')
    await refused('/mirrors/transactions/schedules/0.0.999999', 404, 'NOT_FOUND')
  })

  test('return a 400 that names an invalid filter, id or time', async () => {
    const faults = await refused(`/mirrors/hcs/topics/${topic}/messages?colour=red`, 400, 'VALIDATION_FAILED')
    assert.match(faults.message, /colour/)
    await refused(`/mirrors/hcs/topics/${topic}/messages?limit=0`, 400, 'VALIDATION_FAILED')
    await refused(`/mirrors/hcs/topics/${topic}/messages?timestamp=noon`, 400, 'VALIDATION_FAILED')
    await refused(`/mirrors/hcs/topics/${topic}/messages?timestamp=2024-13-41`, 400, 'INVALID_TIMESTAMP')
    const beyond = '9223372036854775808'
    await refused(`/mirrors/hts/tokens/${art}/nfts?serialNumber=${beyond}`, 400, 'INVALID_PARAMETER')
    await refused('/mirrors/hts/tokens/0.0.9223372036854775807/nfts/1', 400, 'INVALID_PARAMETER')
    await refused(`/mirrors/hts/tokens/${gold}/balances?account.id=gt:0.0.${beyond}`, 400, 'INVALID_PARAMETER')
    await refused('/mirrors/hts/tokens/gold', 400, 'VALIDATION_FAILED')
    await refused(`/mirrors/hts/tokens/${gold}?chain=hedera:mars`, 400, 'UNKNOWN_CHAIN')
  })
})
