import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  Client,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  ContractFunctionParameters,
  Hbar,
  KeyList,
  PrivateKey,
  type ScheduleCreateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import type { PlatformProcess } from '@quorate/quorate/testing'
import { withChecksum } from '@quorate/verify'
import type { Browser } from 'playwright-core'
import { hexIn, textIn } from '../src/page/explorer/bytes.ts'
import { joinedMessages } from '../src/page/explorer/joined-messages.ts'
import { scheduleState } from '../src/page/explorer/schedule-state.ts'
import { entityPlace, pathOf, placesOf } from '../src/page/explorer/search/search.ts'
import type { Message } from '../src/page/mirror/answers.ts'
import { nextOfList } from '../src/page/mirror/next-of-list.ts'
import { bytesIn } from '../src/page/parts/ledger/bytes.ts'
import { jsonText } from '../src/page/parts/ledger/json-text.ts'
import { isoOf } from '../src/page/parts/moments.ts'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  skipped,
  type Tab,
  takePicture,
  withoutStatuses,
} from './browser.ts'
import { ADA, KEYS } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const KEY = PrivateKey.fromStringED25519(KEYS[ADA])
const CHAIN = 'hedera:devnet'
/** Logs `Transfer(caller, first argument, second argument)` and returns 1, whatever is called. */
const LOGS_TRANSFERS = [
  '603a600c600039603a6000f3', // its creation: returns the 0x3a bytes that follow
  '602435600052', // the second argument, to memory
  '60043533', // the first argument and the caller, as topics
  '7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', // the topic of Transfer
  '60206000a3', // LOG3
  '600160005260206000f3', // returns 1
].join('')
/** The heading of the transfer of a token and an NFT. */
const STORY = /^0\.0\.1022 sent 1\.5 APL 0\.0\.\d+ \+ TREE #1 0\.0\.\d+ to 0\.0\.\d+$/

describe('The explorer', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let client: Client
  let [desktop, phone]: Tab[] = []
  const made = { account: '', token: '', collection: '', topic: '', schedule: '', transfer: '', hash: '', contract: '' }
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    client = new Client({ network: { [platform.at.ledger]: '0.0.3' } }).setOperator(ADA, KEY)
    await fill()
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
  })
  after(async () => {
    client?.close()
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]
  /** Takes a screenshot if PICTURES names a folder for it. */
  const picture = async (tab: Tab, name: string): Promise<void> => {
    if (process.env.PICTURES) await takePicture(tab, join(process.env.PICTURES, `explorer-${name}.png`))
  }

  async function fill(): Promise<void> {
    const [one, other] = [PrivateKey.generateECDSA(), PrivateKey.generateED25519()]
    const key = new KeyList([KEY.publicKey, new KeyList([one.publicKey, other.publicKey], 1)], 2)
    const account = await new AccountCreateTransaction()
      .setKeyWithoutAlias(key)
      .setInitialBalance(new Hbar(12))
      .setAccountMemo('a vault\u202e')
      .setMaxAutomaticTokenAssociations(-1)
      .execute(client)
    made.account = String((await account.getReceipt(client)).accountId)
    const token = await new TokenCreateTransaction()
      .setTokenName('Apple')
      .setTokenSymbol('APL')
      .setDecimals(2)
      .setInitialSupply(1_000_050)
      .setTreasuryAccountId(ADA)
      .setAdminKey(KEY.publicKey)
      .execute(client)
    made.token = String((await token.getReceipt(client)).tokenId)
    const collection = await new TokenCreateTransaction()
      .setTokenName('Trees')
      .setTokenSymbol('TREE')
      .setTokenType(TokenType.NonFungibleUnique)
      .setTreasuryAccountId(ADA)
      .setSupplyKey(KEY.publicKey)
      .execute(client)
    made.collection = String((await collection.getReceipt(client)).tokenId)
    const mint = new TokenMintTransaction().setTokenId(made.collection).addMetadata(Buffer.from('ipfs://oak'))
    await (await mint.execute(client)).getReceipt(client)
    const transfer = await new TransferTransaction()
      .addTokenTransfer(made.token, ADA, -150)
      .addTokenTransfer(made.token, made.account, 150)
      .addNftTransfer(made.collection, 1, ADA, made.account)
      .setTransactionMemo('apples <b>and</b> a tree')
      .execute(client)
    await transfer.getReceipt(client)
    made.transfer = transfer.transactionId.toString()
    made.hash = `0x${Buffer.from(transfer.transactionHash).toString('hex')}`
    const topic = await new TopicCreateTransaction().setTopicMemo('news').execute(client)
    made.topic = String((await topic.getReceipt(client)).topicId)
    await say('hello')
    const payment = new TransferTransaction()
      .addHbarTransfer(made.account, new Hbar(-3))
      .addHbarTransfer(ADA, new Hbar(3))
      .schedule()
    const schedule = await (payment as ScheduleCreateTransaction).setScheduleMemo('later').execute(client)
    made.schedule = String((await schedule.getReceipt(client)).scheduleId)
    const creation = new ContractCreateTransaction().setBytecode(Buffer.from(LOGS_TRANSFERS, 'hex')).setGas(300_000)
    made.contract = String((await (await creation.execute(client)).getReceipt(client)).contractId)
    const call = new ContractExecuteTransaction()
      .setContractId(made.contract)
      .setGas(100_000)
      .setFunction('transfer', new ContractFunctionParameters().addAddress(`0x${'0'.repeat(37)}3ff`).addUint256(5_000))
    await (await call.execute(client)).getReceipt(client)
  }

  async function say(message: string): Promise<void> {
    const sent = await new TopicMessageSubmitTransaction().setTopicId(made.topic).setMessage(message).execute(client)
    await sent.getReceipt(client)
  }

  async function find(tab: Tab, text: string, heading: string | RegExp): Promise<void> {
    await open(tab, '/explorer')
    await tab.page.getByLabel(/^(Find on the ledger|Auf dem Ledger suchen)$/).fill(text)
    await button(tab.page, /^(Find|Suchen)$/).click()
    await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }

  test('needs no session, and shows the latest transactions and blocks', async () => {
    for (const [index, tab] of tabs().entries()) {
      await tab.page.goto('/explorer')
      await tab.page
        .getByText(index === 0 ? 'sent to' : 'sendete an')
        .first()
        .waitFor()
      await tab.page
        .getByText(/^#\d+$/)
        .first()
        .waitFor()
      await assertAccessible(tab)
      await assertFits(tab)
      await picture(tab, index === 0 ? 'home' : 'home-phone')
    }
  })

  test("shows an account with its key tree, tokens, NFTs, transactions and the mirror's answer", async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await find(tab, withChecksum(made.account, CHAIN), `Account ${made.account}`)
    await page.locator('.big', { hasText: '12ℏ' }).waitFor()
    await page.getByText('+12 ℏ', { exact: true }).waitFor()
    await page.getByText('a vault⟨U+202E⟩').first().waitFor()
    await page.getByText(`Received from ${ADA}`).first().waitFor()
    await page.getByText('Nothing is proved here').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'account')
    await page.getByRole('tab', { name: 'Key', exact: true }).click()
    await page.getByTestId('key-tree').waitFor()
    await page.getByRole('tab', { name: 'Tokens', exact: true }).click()
    await page.getByText('1.5 APL').waitFor()
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await page.getByText('ipfs://oak').waitFor()
    await page.getByText('The mirror’s answer, as JSON').click()
    await page.getByText('"max_automatic_token_associations": -1').waitFor()
    await assertAccessible(tab)
    await open(small, `/explorer/accounts/${made.account}`)
    await small.page.getByText(`Erhalten von ${ADA}`).first().waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await picture(small, 'account-phone')
  })

  test('finds a transaction by its id, hash or timestamp, and shows its transfers', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    for (const text of [made.transfer, made.hash]) {
      await find(tab, text, STORY)
      await page.getByText('apples <b>and</b> a tree').waitFor()
    }
    await page.getByText('+1.5 APL', { exact: true }).waitFor()
    await page.getByText('−1.5 APL').waitFor()
    await page.getByText('Maximum fee').waitFor()
    await page
      .getByRole('link', { name: `${made.collection} #1` })
      .first()
      .waitFor()
    await assertAccessible(tab)
    await picture(tab, 'transaction')
    const moment = (await page.locator('dl .id').allTextContents()).find((text) => /^\d+\.\d{9}$/.test(text)) ?? ''
    await find(small, moment, /^0\.0\.1022 hat 1,5 APL .* an 0\.0\.\d+ gesendet$/)
    await small.page.getByText('apples <b>and</b> a tree').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await picture(small, 'transaction-phone')
  })

  test("checks in the browser that the network's nodes signed the block with a transaction", async () => {
    const [tab] = tabs()
    const { page } = tab
    await open(tab, `/explorer/find/${encodeURIComponent(made.transfer)}`)
    await button(page, 'Check the proof').click()
    await page.getByText('Proven: 1 of 1 nodes of the network signed the block').waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    // The mirror shows a result that differs from the one that the nodes signed.
    await tab.context.route('**/api/v1/transactions/*', async (route) => {
      const answer = await (await route.fetch()).text()
      await route.fulfill({ body: answer.replaceAll('"SUCCESS"', '"INVALID_SIGNATURE"') })
    })
    await page.reload()
    await button(page, 'Check the proof').click()
    await page.getByText('The proof is of another transaction, or of another result').waitFor()
    await tab.context.unrouteAll()
    await tab.context.route('**/stateproof?*', (route) =>
      route.fulfill({ status: 404, json: { _status: { messages: [{ message: 'Not found' }] } } }),
    )
    await page.reload()
    await button(page, 'Check the proof').click()
    await page.getByText('The mirror has no proof of this transaction').waitFor()
    await tab.context.unrouteAll()
  })

  test('shows tokens with their holders, and NFTs with their history', async () => {
    const [tab, small] = tabs()
    await find(tab, made.token, `Token ${made.token}`)
    await tab.page.getByText('10,000.5', { exact: true }).waitFor()
    await tab.page.getByText('9,999', { exact: true }).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'token')
    await find(tab, made.collection, `Token ${made.collection}`)
    await tab.page.getByRole('link', { name: `${made.collection} #1` }).click()
    await tab.page.getByRole('heading', { level: 1, name: `${made.collection} #1` }).waitFor()
    await tab.page.getByText('Tokens minted').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'nft')
    await open(small, `/explorer/tokens/${made.collection}/1`)
    await small.page.getByText('Token geprägt').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('shows a topic, and its messages as they arrive', async () => {
    const [tab, small] = tabs()
    await find(tab, made.topic, `Topic ${made.topic}`)
    await tab.page.getByTestId('messages').getByText('hello').waitFor()
    await say('news of\u200b today')
    await tab.page.getByTestId('messages').getByText('news of⟨U+200B⟩ today').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'topic')
    await open(small, `/explorer/topics/${made.topic}`)
    await small.page.getByTestId('messages').getByText('hello').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('shows a contract with its calls and events, decoded by the ABI that one gives', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await find(tab, made.contract, `Account ${made.contract}`)
    await page.getByRole('tab', { name: 'Contract' }).click()
    const to = `0x${'0'.repeat(37)}3ff`
    await page.screenshot({ path: '/work/tmp/contract.png', fullPage: true })
    await page.getByTestId('calls').getByText(`transfer(to: ${to}, amount: 5000)`).waitFor()
    await page.getByTestId('calls').getByText('Read as ERC-20 or ERC-721').waitFor()
    await assertAccessible(tab)
    await page.getByText('Decode with an ABI').click()
    const abi = page.getByLabel('Decode with an ABI')
    await abi.fill('this is none')
    await button(page, 'Use it').click()
    await page.getByText('This is not an ABI').waitFor()
    await abi.fill(
      'function transfer(address payee, uint256 cents) returns (bool)\nevent Transfer(address indexed a, address indexed b, uint256 c)',
    )
    await button(page, 'Use it').click()
    await page.getByTestId('calls').getByText(`transfer(payee: ${to}, cents: 5000)`).waitFor()
    await page
      .getByTestId('events')
      .getByText(new RegExp(`^Transfer\\(a: 0x0+3fe, b: ${to}, c: 5000\\)$`, 'i'))
      .waitFor()
    await page.getByTestId('calls').getByRole('link').first().click()
    await page.getByRole('heading', { level: 2, name: 'Call of a contract' }).waitFor()
    await page.getByText(/^[\d,]+ of 100,000 gas used$/).waitFor()
    await page.getByText('true', { exact: true }).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'contract-call')
    await find(small, made.contract, `Konto ${made.contract}`)
    await small.page.getByRole('tab', { name: 'Vertrag' }).click()
    await small.page.getByTestId('events').waitFor()
    await assertFits(small)
    await assertAccessible(small)
  })

  test('shows a schedule with its content and signatures, and a block with its transactions', async () => {
    const [tab, small] = tabs()
    await find(tab, made.schedule, `Schedule ${made.schedule}`)
    await tab.page.getByText('Waiting for signatures').waitFor()
    await tab.page
      .getByText(/cryptoTransfer/)
      .first()
      .waitFor()
    await tab.page.getByText(/^ED25519 ·/).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'schedule')
    await open(small, `/explorer/schedules/${made.schedule}`)
    await small.page.getByText('Wartet auf Unterschriften').waitFor()
    await assertFits(small)
    await find(tab, '#1', 'Block 1')
    await tab.page
      .getByText(/^0x[0-9a-f]{96}$/)
      .first()
      .waitFor()
    await tab.page.getByRole('link', { name: '← #0' }).click()
    await tab.page.getByRole('heading', { level: 1, name: 'Block 0' }).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'block')
  })

  test("has a search on every screen, and the mirror's answer for each list entry to copy", async () => {
    const [tab] = tabs()
    const { page } = tab
    for (const path of ['accounts/0.0.2', `tokens/${made.token}`, `topics/${made.topic}`, 'blocks/1']) {
      await open(tab, `/explorer/${path}`)
      await page.getByRole('search').getByLabel('Find on the ledger').waitFor()
    }
    await page.getByRole('search').getByLabel('Find on the ledger').fill(made.topic)
    await button(page, 'Find').click()
    const entry = page.getByTestId('messages').getByRole('listitem').first()
    await entry.getByText('JSON', { exact: true }).click()
    await entry.getByText(/"sequence_number": \d+/).waitFor()
    await button(page, 'Copy the JSON').click()
    await button(page, 'Copied').waitFor()
    await assertAccessible(tab)
    await entry.getByRole('link', { name: ADA }).click()
    await page.getByRole('heading', { level: 1, name: `Account ${ADA}` }).waitFor()
  })

  test('finds an account that has no transactions yet', async () => {
    const [tab] = tabs()
    await find(tab, '0.0.1030', 'Account 0.0.1030')
    await tab.page.getByText('No transactions').waitFor()
  })

  test('polls only for new messages of a topic, however many older ones it shows', async () => {
    const [tab] = tabs()
    const { page } = tab
    for (let number = 1; number <= 30; number++) await say(`more ${number}`)
    await open(tab, '/explorer')
    await open(tab, `/explorer/topics/${made.topic}`)
    await page.getByText('more 30', { exact: true }).waitFor()
    await button(page, 'Show more').click()
    await page.getByTestId('messages').getByText('hello').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await say('the latest')
    await page.getByTestId('messages').getByText('the latest').waitFor()
    await say('later still')
    await page.getByTestId('messages').getByText('later still').waitFor()
    assert.deepEqual(
      asked.filter((url) => url.includes('/messages') && !url.includes('sequencenumber=gt:')),
      [],
    )
    await assertAccessible(tab)
  })

  test('follows a link to an entity of any kind', async () => {
    const [tab] = tabs()
    for (const [text, heading] of [
      [made.topic, `Topic ${made.topic}`],
      [made.transfer, STORY],
    ] as const) {
      await open(tab, `/explorer/find/${encodeURIComponent(text)}`)
      await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
  })

  test('finds tokens by a part of their name, and says that a name proves nothing', async () => {
    for (const [tab, part, hint] of [
      [tabs()[0], 'apPL', 'Anyone may give a token any name'],
      [tabs()[1], 'apple', 'Jeder darf einen Token nennen'],
    ] as const) {
      await open(tab, '/explorer')
      await tab.page.getByRole('search').getByRole('searchbox').fill(part)
      await tab.page.keyboard.press('Enter')
      await tab.page.getByText(hint).waitFor()
      await assertAccessible(tab)
      await assertFits(tab)
      await tab.page.getByTestId('tokens').getByText('Apple (APL)').click()
      await tab.page.getByRole('heading', { level: 1, name: `Token ${made.token}` }).waitFor()
    }
    const { page } = tabs()[0]
    await open(tabs()[0], '/explorer/find/ap')
    await page.getByText('Tokens are found by three letters').waitFor()
  })

  test('joins the parts of a long message', async () => {
    const [tab] = tabs()
    const text = `begin ${'long '.repeat(290)}end`
    const sent = await new TopicMessageSubmitTransaction().setTopicId(made.topic).setMessage(text).executeAll(client)
    for (const part of sent) await part.getReceipt(client)
    await open(tab, `/explorer/topics/${made.topic}`)
    const messages = tab.page.getByTestId('messages')
    await messages.getByText(/^begin .* end$/).waitFor()
    await messages.getByText(/^#\d+ to #\d+, in 2 parts$/).waitFor()
    await assertAccessible(tab)
  })

  test('says what it does not find, and does not send unsafe text to the mirror', async () => {
    const [tab] = tabs()
    const { page } = tab
    await open(tab, '/explorer')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const [text, said] of [
      ['0.0.999999', 'Not found on the ledger'],
      [`${ADA}-aaaaa`, /Nothing with this name is known here/],
      ['../../a', /Nothing with this name is known here/],
    ] as const) {
      await page.getByLabel('Find on the ledger').fill(text)
      await button(page, 'Find').click()
      await page.getByText(said).waitFor()
    }
    await assertAccessible(tab)
    await open(tab, '/explorer/accounts/..%2f..%2fadmin')
    await page.getByText('Not found on the ledger').waitFor()
    assert.deepEqual(
      asked.filter((url) => /admin|\.\.(\/|%2f)/i.test(url) && !url.includes('/tokens?name=..%2F..%2Fa&')),
      [],
    )
  })

  test('reports a malformed answer of the mirror, and shows nothing from it', async () => {
    const [tab] = tabs()
    await tab.context.route(`**/api/v1/accounts/${ADA}?*`, (route) =>
      route.fulfill({ json: { account: ADA, balance: 'much' } }),
    )
    await open(tab, `/explorer/accounts/${ADA}`)
    await tab.page.getByText('MIRROR_UNAVAILABLE').waitFor()
    await assertAccessible(tab)
    await tab.context.unrouteAll()
    await button(tab.page, 'Try again').click()
    await tab.page.getByRole('tab', { name: 'Key', exact: true }).waitFor()
    await tab.context.route('**/api/v1/transactions?order=desc&limit=10', (route) =>
      route.fulfill({ json: { transactions: [], links: { next: '/api/v1/accounts?limit=1' } } }),
    )
    await tab.page.goto('/explorer')
    await tab.page.getByText('leads to another list').waitFor()
    await tab.page.getByText('MIRROR_UNAVAILABLE').waitFor()
    await tab.page.getByRole('heading', { name: 'Latest blocks' }).waitFor()
    await tab.context.unrouteAll()
  })

  test('shows no number for the amount of a token that is not loaded', async () => {
    const [tab] = tabs()
    await tab.context.route(`**/api/v1/tokens/${made.token}`, (route) => route.fulfill({ json: { decimals: 'two' } }))
    await tab.page.goto(`/explorer/find/${encodeURIComponent(made.transfer)}`)
    // Both sides of the transfer have an amount.
    await tab.page.getByText('amount not known yet', { exact: true }).first().waitFor()
    assert.equal(
      await tab.page
        .getByText(/\b150\b/)
        .filter({ visible: true })
        .count(),
      0,
    )
    await tab.context.unrouteAll()
  })

  test("causes no errors in the browser's console", () => {
    for (const tab of tabs()) assert.deepEqual(withoutStatuses(tab.complaints, 404), [])
  })
})

test('A search text leads to its possible places; meaningless text leads nowhere', () => {
  const to = (text: string) => placesOf(text, CHAIN).map((place) => place.to)
  const entity = ['accounts', 'tokens', 'topics', 'schedules'].map((kind) => `/explorer/${kind}/0.0.7`)
  for (const text of ['0.0.7', ` ${withChecksum('0.0.7', CHAIN)} `]) assert.deepEqual(to(text), entity)
  assert.deepEqual(to('7'), [...entity, '/explorer/blocks/7'])
  const hash = 'ab'.repeat(48)
  for (const [text, ...places] of [
    ['#12', '/explorer/blocks/12'],
    ['0.0.7@1700000000.12', '/explorer/transactions/0.0.7-1700000000-000000012'],
    ['0.0.7-1700000000-000000012', '/explorer/transactions/0.0.7-1700000000-000000012'],
    ['1700000000.000000012', '/explorer/transactions/1700000000.000000012'],
    [`0x${hash.toUpperCase()}`, `/explorer/transactions/0x${hash}`, `/explorer/blocks/0x${hash}`],
    [`0x${'AB'.repeat(20)}`, `/explorer/accounts/0x${'ab'.repeat(20)}`],
    [`0x${'4d'.padStart(40, '0')}`, `/explorer/accounts/0x${'4d'.padStart(40, '0')}`, '/explorer/tokens/0.0.77'],
    [`${'A'.repeat(62)}+/`, `/explorer/transactions/${'A'.repeat(62)}-_`],
  ] as const)
    assert.deepEqual(to(text), places, text)
  for (const none of ['', 'apple', '0.0', '0.0.7-aaaaa', '../x', '0.0.7/nfts', '7'.repeat(101), '0x12'])
    assert.deepEqual(to(none), [], none)
})

test('A list continues only with the same list of the same mirror', () => {
  const path = '/api/v1/blocks?limit=5'
  const more = '/api/v1/blocks?limit=5&block.number=lt:7'
  assert.equal(nextOfList(path, { links: { next: more } }), more)
  assert.equal(nextOfList(path, { links: { next: null } }), null)
  assert.equal(nextOfList(path, null), null)
  for (const next of [
    path,
    '/api/v1/transactions?limit=5',
    '/api/v1/blocks/../accounts?limit=5',
    'https://elsewhere.example/api/v1/blocks?limit=5',
    '//elsewhere.example/api/v1/blocks?limit=5',
  ])
    assert.throws(() => nextOfList(path, { links: { next } }), { code: 'MIRROR_UNAVAILABLE' }, next)
})

test('A schedule waits until its end, and no longer', () => {
  const waiting = { deleted: false, executed_timestamp: null, consensus_timestamp: '1700000000.000000000' }
  const end = { ...waiting, expiration_time: '1700009000.000000000' }
  assert.equal(scheduleState(end, 1_700_009_000_000), 'waiting')
  assert.equal(scheduleState(end, 1_700_009_000_001), 'expired')
  assert.equal(scheduleState(waiting, 1_700_001_800_000), 'waiting')
  assert.equal(scheduleState(waiting, 1_700_001_800_001), 'expired')
  assert.equal(scheduleState({ ...end, executed_timestamp: '1700000001.000000000' }, 1_800_000_000_000), 'executed')
  assert.equal(scheduleState({ ...end, deleted: true }, 1_600_000_000_000), 'deleted')
})

test('A path of the mirror cannot lead elsewhere', () => {
  assert.equal(pathOf('accounts', '0.0.7', '?transactions=false'), '/api/v1/accounts/0.0.7?transactions=false')
  for (const other of ['../x', '0.0.7?limit=1', '0.0.7#', 'a b', '', '%2e', 'x'.repeat(101)])
    assert.equal(pathOf('accounts', other), null, other)
})

test('A transaction links to its entity, according to its kind', () => {
  assert.deepEqual(
    ['CRYPTODELETE', 'TOKENMINT', 'CONSENSUSSUBMITMESSAGE', 'SCHEDULESIGN', 'FILECREATE'].map((type) =>
      entityPlace(type, '0.0.7'),
    ),
    [
      '/explorer/accounts/0.0.7',
      '/explorer/tokens/0.0.7',
      '/explorer/topics/0.0.7',
      '/explorer/schedules/0.0.7',
      '/explorer/find/0.0.7',
    ],
  )
})

test('UTF-8 bytes are shown as text, and large integers in JSON keep all digits', () => {
  assert.equal(textIn('aGFsbG8='), 'hallo')
  assert.equal(textIn('/w=='), undefined)
  assert.equal(textIn('!'), undefined)
  assert.equal(bytesIn('%'), undefined)
  assert.equal(hexIn('/wA='), 'ff00')
  assert.equal(
    jsonText({ supply: 9_223_372_036_854_775_807n, text: '⟨integer⟩x' }),
    '{\n  "supply": 9223372036854775807,\n  "text": "⟨integer⟩x"\n}',
  )
  assert.equal(jsonText('⟨integer⟩5'), '"⟨integer⟩5"')
  assert.equal(isoOf('1700000000.123456789'), '2023-11-14T22:13:20.123Z')
  assert.equal(isoOf('9223372036854775807.000000000'), '9223372036854775807.000000000')
})

test('Parts of a message are joined only if all of them are there once', () => {
  const initial_transaction_id = { account_id: ADA, transaction_valid_start: '1700000000.000000001' }
  const part = (number: number, text: string, sequence_number: number, total = 3): Message => ({
    ...{ chunk_info: { initial_transaction_id, number, total }, consensus_timestamp: '1700000000.000000001' },
    ...{ message: btoa(text), payer_account_id: ADA, sequence_number },
  })
  const shown = (...messages: Message[]) =>
    joinedMessages(messages).map(({ parts, message }) => `${parts.map((one) => one.sequence_number)} ${atob(message)}`)
  const [a, b, c] = [part(1, 'a', 1), part(2, 'b', 2), part(3, 'c', 4)]
  const alone = part(1, 'x', 3, 1)
  assert.deepEqual(shown(c, alone, b, a), ['1,2,4 abc', '3 x'])
  assert.deepEqual(shown(a, c, b), ['1,2,4 abc'])
  assert.deepEqual(shown(c, b), ['4 c', '2 b'])
  assert.deepEqual(shown(part(3, 'd', 5), c, b, a), ['5 d', '4 c', '2 b', '1 a'])
  assert.deepEqual(shown({ ...c, payer_account_id: '0.0.9' }, b, a), ['4 c', '2 b', '1 a'])
})
