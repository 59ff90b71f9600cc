/** Hostile input from other people, services and mirrors: the page reports it and keeps working. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Client,
  PrivateKey,
  TokenCreateTransaction,
  TopicCreateTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type PlatformProcess, signBlindly } from '@quorate/quorate/testing'
import type { Browser, Route } from 'playwright-core'
import { button, open, openTab, signIn, skipped, type Tab, withoutStatuses } from './browser.ts'
import { ADA, BEN, CLAIRE, KEYS, memberOf, signerOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const KEY = PrivateKey.fromStringED25519(KEYS[ADA])
/** The maximum that a ledger accepts. */
const MOST_DECIMALS = 2 ** 31 - 1

describe('The console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let client: Client
  let tab: Tab
  let walletId: string
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    client = new Client({ network: { [platform.at.ledger]: '0.0.3' } }).setOperator(ADA, KEY)
    tab = await openTab(browser, platform.at.console)
    await signIn(tab, ADA)
  })
  after(async () => {
    client?.close()
    await stage?.close()
  })

  /** Requests a wallet of Ada and Ben with 25 ℏ. */
  async function askForWallet() {
    const owners = [ADA, BEN].map((wallet) => ({ wallet, name: wallet }))
    const body = { name: 'Garden', balance: 25_0000_0000, maxAutomaticTokenAssociations: -1 }
    return (await memberOf(platform, ADA)).multisig.post('/multisig/wallet/create/request', {
      body: { ...body, settings: { owners, threshold: 2 } },
    })
  }

  /** Ends altered answers that are on their way, too. */
  const closeTab = async ({ page, context }: Tab): Promise<void> => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  /** Changes the service's answer to the page. */
  const altering = (change: (answer: Record<string, unknown>) => object) => async (route: Route) => {
    const response = await route.fetch()
    const text = await response.text().catch(() => undefined)
    // The page was closed or has moved on.
    if (text === undefined) return
    await route.fulfill({ response, json: change(JSON.parse(text)) })
  }

  test('shows a token with the maximum number of decimals, which anybody can send to a wallet', async () => {
    const one = await memberOf(platform, ADA)
    const request = await askForWallet()
    await signBlindly(one, request)
    const created = await one.multisig.post('/multisig/wallet/create/execute', { body: request })
    walletId = created.walletId ?? assert.fail()
    const creation = await new TokenCreateTransaction()
      .setTokenName('Dust')
      .setTokenSymbol('DUST')
      .setDecimals(MOST_DECIMALS)
      .setInitialSupply(1_000)
      .setTreasuryAccountId(ADA)
      .execute(client)
    const token = String((await creation.getReceipt(client)).tokenId)
    const gift = await new TransferTransaction()
      .addTokenTransfer(token, ADA, -5)
      .addTokenTransfer(token, walletId, 5)
      .execute(client)
    await gift.getReceipt(client)
    await open(tab, `/explorer/tokens/${token}`)
    await tab.page.getByText(`1,000 × 10⁻${MOST_DECIMALS}`).first().waitFor()
    await open(tab, `/wallets/${walletId}`)
    await tab.page.getByText(`5 × 10⁻${MOST_DECIMALS} DUST`, { exact: true }).waitFor()
    await open(tab, `/wallets/${walletId}/ask`)
    await tab.page.getByLabel('Asset', { exact: true }).selectOption(token)
    await tab.page.getByLabel(/^Amount/).fill('1')
  })

  test('takes the owner of a key from the ledger, not from the service', async () => {
    const { jobId } = await askForWallet()
    const key = `ed25519:${signerOf(ADA).publicKey}`
    await tab.page.route(
      `**/multisig/transaction/status/${jobId}`,
      altering(({ payload, ...request }) => ({
        ...request,
        payload: { ...(payload as object), owner: { wallet: key, name: CLAIRE } },
      })),
    )
    await open(tab, `/requests/${jobId}`)
    const parts = tab.page.locator('dl .key-tree')
    await parts.getByText(`${signerOf(ADA).publicKey}`).waitFor()
    await parts.getByText(ADA).waitFor()
    assert.equal(await parts.getByText(CLAIRE).count(), 0)
    await tab.page.unrouteAll()
  })

  test('shows the removed key if the service names a different owner than the one it removes, and refuses it', async () => {
    const { jobId } = await (await memberOf(platform, ADA)).multisig.post('/multisig/wallet/update/request', {
      body: { walletId, action: 'remove', owner: { wallet: BEN }, threshold: 1 },
    })
    await tab.page.route(
      `**/multisig/transaction/status/${jobId}`,
      altering(({ payload, ...request }) => ({
        ...request,
        payload: { ...(payload as object), owner: { wallet: CLAIRE } },
      })),
    )
    await tab.page.route(
      `**/multisig/wallet/${walletId}`,
      altering(({ settings, ...wallet }) => ({
        ...wallet,
        settings: { ...(settings as object), owners: [ADA, CLAIRE].map((one) => ({ wallet: one, name: one })) },
      })),
    )
    await open(tab, `/requests/${jobId}`)
    await tab.page.getByText('The account now has a different key on the ledger').waitFor()
    await tab.page
      .locator('dt:has-text("Removes the key of") + dd')
      .getByText(`${signerOf(BEN).publicKey}`)
      .waitFor()
    await tab.page.locator('[data-testid=verdict][data-verdict=BYTES_DIFFER]').waitFor()
    await tab.page.unrouteAll()
  })

  test('shows the owners and the rule of a change as the ledger has them, not as the service lists them', async () => {
    const { jobId } = await (await memberOf(platform, BEN)).multisig.post('/multisig/wallet/update/request', {
      body: { walletId, action: 'add', owner: { wallet: CLAIRE } },
    })
    let answers = 0
    await tab.page.route(
      `**/multisig/wallet/${walletId}`,
      altering(({ settings, ...wallet }) => {
        answers++
        return { ...wallet, settings: { ...(settings as object), threshold: 1 } }
      }),
    )
    await open(tab, `/requests/${jobId}`)
    await tab.page.locator('[data-testid=verdict][data-verdict=trusted]').waitFor()
    assert.ok(answers > 0)
    const [now, later] = await tab.page.locator('.diff .rule div:has(> small) > b').allTextContents()
    assert.deepEqual([now, later], ['All 2 owners sign', 'Any 2 of 3 owners sign'])
    await tab.page.unrouteAll()
  })

  /** A request of Ben's for the wallet: with the service's answer, which a test may change while the page is open. */
  async function openedRequest(receiverId: string, amountOrSerial: number) {
    const ben = await memberOf(platform, BEN)
    const executeAt = new Date(Date.now() + 3_600_000).toISOString()
    const { jobId } = await ben.multisig.post('/multisig/wallet/withdraw/request', {
      body: { walletId, receiverId, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial, executeAt },
    })
    let lies = 0
    return {
      jobId,
      answer: await ben.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } }),
      /**
       * Changes the service's answers from now on, and posts a comment: its event makes the page read the request
       * again.
       */
      async lie(changed: object): Promise<void> {
        await tab.page.unrouteAll()
        await tab.page.route(
          `**/multisig/transaction/status/${jobId}`,
          altering((request) => ({ ...request, ...changed })),
        )
        const text = `Comment ${++lies}`
        await ben.multisig.post('/multisig/transaction/comment/{jobId}', { path: { jobId }, body: { text } })
        await tab.page.getByText(text).waitFor({ state: 'attached' })
      },
    }
  }
  const heading = async () => (await tab.page.getByRole('heading', { level: 1 }).innerText()).replaceAll(/\s+/g, ' ')

  test('says what was compared, even if the service then states something else about the same bytes', async () => {
    const { jobId, answer, lie } = await openedRequest(CLAIRE, 9_0000_0000)
    await open(tab, `/requests/${jobId}`)
    await tab.page.locator('[data-testid=verdict][data-verdict=trusted]').waitFor()
    await lie({ payload: { ...answer.payload, receiverId: BEN, amountOrSerial: 1, memo: 'Rent' } })
    assert.equal(await heading(), `Send 9 ℏ from Garden to ${CLAIRE}`)
    assert.equal(await tab.page.getByText('Rent', { exact: true }).count(), 0)
    assert.equal(await tab.page.locator('.flow').getByText(CLAIRE).count(), 1)
    await button(tab.page, 'Review and sign').click()
    await tab.page.getByRole('dialog').getByText('Send 9 ℏ').waitFor()
    await tab.page.unrouteAll()
  })

  test("says what the user asked for in this tab, and not the service's account of it", async () => {
    await open(tab, `/wallets/${walletId}/ask`)
    await tab.page.getByLabel('To account').fill(CLAIRE)
    await tab.page.getByLabel('Amount').fill('9')
    await tab.page.route(
      '**/multisig/transaction/status/*',
      altering(({ payload, ...request }) => ({
        ...request,
        payload: { ...(payload as object), receiverId: BEN, amountOrSerial: 1 },
      })),
    )
    await button(tab.page, 'Create request').click()
    await tab.page.locator('[data-testid=verdict][data-verdict=trusted]').waitFor()
    assert.equal(await heading(), `Send 9 ℏ from Garden to ${CLAIRE}`)
    await tab.page.unrouteAll()
  })

  test('compares with what the user asked for, also after a reload, and asks for the same again', async () => {
    const other = await openTab(browser, platform.at.console)
    const { page } = other
    await signIn(other, ADA)
    await page.route('**/multisig/wallet/pay/request', (route) => {
      const { payments, ...body } = JSON.parse(route.request().postData() ?? '') as { payments: object[] }
      const changed = payments.map((one, index) => ({ ...one, receiverId: `0.0.${1030 + index}` }))
      return route.continue({ postData: JSON.stringify({ ...body, payments: changed }) })
    })
    await open(other, `/wallets/${walletId}/pay`)
    const list = `${BEN}; 1.5\n${CLAIRE}; 2`
    await page.getByLabel('Receivers and amounts').fill(list)
    await page.getByLabel('Now').check()
    await button(page, 'Create request').click()
    const refused = page.locator('[data-testid=verdict][data-verdict=BYTES_DIFFER]')
    await refused.waitFor()
    await page.reload()
    await refused.waitFor()
    assert.equal(await button(page, 'Review and sign').count(), 0)
    await button(page, 'Withdraw').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('link', { name: 'Request again' }).click()
    await page.getByTestId('payments').waitFor()
    assert.equal(await page.getByLabel('Receivers and amounts').inputValue(), list)
    await closeTab(other)
  })

  test('reads keys and decimals from the mirror itself, and asks the node only if it does not reach the mirror', async () => {
    const creation = new TokenCreateTransaction().setTokenName('Coin').setTokenSymbol('COIN').setDecimals(2)
    creation.setInitialSupply(50_000).setTreasuryAccountId(ADA)
    const token = String((await (await creation.execute(client)).getReceipt(client)).tokenId)
    const gift = new TransferTransaction()
      .addTokenTransfer(token, ADA, -50_000)
      .addTokenTransfer(token, walletId, 50_000)
    await (await gift.execute(client)).getReceipt(client)
    const ben = await memberOf(platform, BEN)
    const executeAt = new Date(Date.now() + 3_600_000).toISOString()
    const [paid, added] = [
      await ben.multisig.post('/multisig/wallet/withdraw/request', {
        body: { walletId, receiverId: ADA, tokenId: token, type: 'FUNGIBLE_COMMON', amountOrSerial: 500, executeAt },
      }),
      await ben.multisig.post('/multisig/wallet/update/request', {
        body: { walletId, action: 'add', owner: { wallet: CLAIRE }, executeAt },
      }),
    ]
    const { page, context } = await openTab(browser, platform.at.console)
    await signIn({ page }, ADA)
    const node = `${platform.at.console}/api/node`
    const key = { _type: 'ED25519', key: '01'.repeat(32) }
    await page.route(
      `${node}/mirrors/accounts/${CLAIRE}*`,
      altering((account) => ({ ...account, key })),
    )
    for (const path of ['mirrors/hts/tokens', 'hts/token'])
      await page.route(
        `${node}/${path}/${token}*`,
        altering((answer) => ({ ...answer, decimals: '0' })),
      )
    const verdict = (is: string) => page.locator(`[data-testid=verdict][data-verdict=${is}]`)
    const shown = async (jobId: string) => {
      await page.goto(`/requests/${jobId}`)
      await page.getByTestId('verdict').waitFor()
    }
    await shown(paid.jobId)
    await page.getByRole('heading', { level: 1, name: /^Send 5 COIN/ }).waitFor()
    await shown(added.jobId)
    await verdict('trusted').waitFor()
    await page.route(`${platform.mirror}/**`, (route) => route.abort())
    await shown(added.jobId)
    await verdict('BYTES_DIFFER').waitFor()
    await context.close()
  })

  test("compares a wallet's owners and rule with its key on the ledger, whatever the service says of them", async () => {
    const matches = tab.page.getByText('Key on the ledger matches')
    await open(tab, '/wallets')
    await open(tab, `/wallets/${walletId}`)
    await matches.waitFor()
    const two = [ADA, BEN].map((wallet) => ({ wallet, name: wallet }))
    for (const [settings, seen] of [
      [{ threshold: 1, owners: two }, 'The key on the ledger does not match these owners'],
      [{ threshold: 2, owners: two.slice(0, 1) }, 'The key on the ledger does not match these owners'],
      [{ threshold: 2, owners: two.map((one, index) => ({ ...one, wallet: index ? CLAIRE : ADA })) }, undefined],
    ] as const) {
      const other = await openTab(browser, platform.at.console)
      // Before the sign-in, so that no screen has read the wallet as it is.
      await other.page.route(
        `**/multisig/wallet/${walletId}`,
        altering((wallet) => ({ ...wallet, settings, keyMatches: true })),
      )
      await signIn(other, ADA)
      await open(other, `/wallets/${walletId}`)
      await other.page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor()
      if (seen) await other.page.getByText(seen).waitFor()
      else await other.page.waitForLoadState('networkidle')
      assert.equal(await other.page.getByText('Key on the ledger matches').count(), 0)
      await closeTab(other)
    }
  })

  test('asks for no other threshold than the user has chosen, whichever the service says is the present one', async () => {
    const other = await openTab(browser, platform.at.console)
    const { page } = other
    // Before the page reads anything, so that it never sees the true threshold.
    await page.route(
      `**/multisig/wallet/${walletId}`,
      altering(({ settings, ...wallet }) => ({ ...wallet, settings: { ...(settings as object), threshold: 1 } })),
    )
    await page.route('**/multisig/wallet/update/request', (route) => route.abort())
    await signIn(other, ADA)
    const asked = async () => {
      const sent = page.waitForRequest('**/multisig/wallet/update/request')
      await button(page, 'Create request').click()
      return (await sent).postDataJSON()
    }
    await open(other, `/wallets/${walletId}/ask?kind=update`)
    await page.getByLabel('Owner', { exact: true }).fill(CLAIRE)
    const change = { walletId, action: 'add', owner: { wallet: CLAIRE } }
    assert.deepEqual(await asked(), change)
    await page.getByRole('slider').press('ArrowRight')
    assert.deepEqual(await asked(), { ...change, threshold: 2 })
    await closeTab(other)
  })

  test('says that a signature was sent, whatever the service answers to it', async () => {
    const { jobId } = await openedRequest(CLAIRE, 6)
    await open(tab, `/requests/${jobId}`)
    await tab.page.route(`**/multisig/transaction/sign/${jobId}`, (route) =>
      route.fulfill({ status: 422, json: { code: 'NOT_CONFIRMED', message: 'Nothing was signed' } }),
    )
    await button(tab.page, 'Review and sign').click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.getByText('Your signature was sent, and may count.').waitFor()
    assert.equal(await dialog.getByText('You did not agree').count(), 0)
    await tab.page.unrouteAll()
  })

  test('does not say that a signature may count, if the service refused it', async () => {
    const { jobId } = await openedRequest(CLAIRE, 6)
    await open(tab, `/requests/${jobId}`)
    await tab.page.route(`**/multisig/transaction/sign/${jobId}`, (route) =>
      route.fulfill({ status: 409, json: { code: 'REQUEST_EXPIRED', message: 'It has expired' } }),
    )
    await button(tab.page, 'Review and sign').click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.getByText('REQUEST_EXPIRED').waitFor()
    await dialog.getByText('Your signature was sent. The service says that it does not count.').waitFor()
    assert.equal(await dialog.getByText('may count').count(), 0)
    await tab.page.unrouteAll()
  })

  test('does not sign if the Enter key that opened the dialog is held', async () => {
    const { jobId } = await openedRequest(CLAIRE, 7)
    await open(tab, `/requests/${jobId}`)
    await button(tab.page, 'Review and sign').press('Enter')
    const cancel = tab.page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
    await cancel.and(tab.page.locator(':focus')).waitFor()
    await tab.page.keyboard.press('Enter')
    await tab.page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('fills no form with a request of another wallet, which somebody else may have made', async () => {
    const ben = await memberOf(platform, BEN)
    const creation = await ben.multisig.post('/multisig/wallet/create/request', {
      body: {
        name: 'Trap',
        balance: 5_0000_0000,
        settings: { owners: [ADA, BEN].map((wallet) => ({ wallet, name: wallet })), threshold: 1 },
      },
    })
    await signBlindly(ben, creation)
    const { walletId: trap } = await ben.multisig.post('/multisig/wallet/create/execute', { body: creation })
    const payments = [{ receiverId: BEN, tokenId: 'HBAR', amount: 1 }]
    const ask = {
      walletId: trap ?? '',
      receiverId: BEN,
      tokenId: 'HBAR',
      type: 'FUNGIBLE_COMMON',
      amountOrSerial: 1,
    } as const
    const asked = await ben.multisig.post('/multisig/wallet/withdraw/request', { body: ask })
    const paid = await ben.multisig.post('/multisig/wallet/pay/request', { body: { walletId: trap ?? '', payments } })
    const read = (jobId: string) => tab.page.waitForResponse(`**/multisig/transaction/status/${jobId}`)
    for (const [path, { jobId }, field] of [
      ['ask', asked, 'To account'],
      ['pay', paid, 'Receivers and amounts'],
    ] as const) {
      const answered = read(jobId)
      await open(tab, `/wallets/${walletId}/${path}?from=${jobId}`)
      await answered
      await tab.page.getByLabel(field).waitFor()
      assert.equal(await tab.page.getByLabel(field).inputValue(), '', path)
    }
  })

  test('says in the dialog that a schedule is deleted, and not what it would have done', async () => {
    const one = await memberOf(platform, ADA)
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const request = await one.multisig.post('/multisig/wallet/withdraw/request', {
      body: {
        walletId,
        receiverId: CLAIRE,
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: 1_0000_0000,
        expiresAt,
      },
    })
    await signBlindly(one, { ...request, walletId })
    await one.multisig.post('/multisig/transaction/reject/{jobId}', { path: request, body: {} })
    await open(tab, `/requests/${request.jobId}`)
    await button(tab.page, 'Review and sign').click()
    const said = await tab.page.getByRole('dialog').locator('.truth').innerText()
    assert.match(said.replaceAll(/\s+/g, ' '), /^Deletes the scheduled transaction: Send 1 ℏ from Garden/)
    await tab.page.keyboard.press('Escape')
  })

  test('closes the dialog if the service makes another request of the one that is being read', async () => {
    const [{ jobId, lie }, other] = [await openedRequest(BEN, 1), await openedRequest(CLAIRE, 9_0000_0000)]
    await open(tab, `/requests/${jobId}`)
    await button(tab.page, 'Review and sign').click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.waitFor()
    const { payload, bodyBytes, bytes, transactionId, executeAt } = other.answer
    await lie({ payload, bodyBytes, bytes, transactionId, executeAt })
    await dialog.waitFor({ state: 'hidden' })
    await tab.page.getByText('The bytes differ from what the request states. Nothing was signed.').waitFor()
    await button(tab.page, 'Review and sign').click()
    await dialog.getByText('Send 9 ℏ').waitFor()
    await tab.page.unrouteAll()
  })

  test('refuses bytes with a time out of the range of dates', async () => {
    const { jobId } = await askForWallet()
    await tab.page.route(
      `**/multisig/transaction/status/${jobId}`,
      altering(({ bodyBytes, ...request }) => {
        // The valid start comes first. Replaces its 5 bytes of seconds by the 8 bytes of 2^53 - 1.
        const [id, idBytes = 0, start, startBytes = 0, seconds, ...rest] = Buffer.from(String(bodyBytes), 'base64')
        const longer = [id, idBytes + 3, start, startBytes + 3, seconds, ...Buffer.from('ffffffffffffff0f', 'hex')]
        const changed = Buffer.from([...longer, ...rest.slice(5)] as number[])
        return { ...request, bodyBytes: changed.toString('base64') }
      }),
    )
    await open(tab, `/requests/${jobId}`)
    await tab.page.locator('[data-testid=verdict][data-verdict=BYTES_DIFFER]').waitFor()
    await tab.page.getByText('9007199254740991.').first().waitFor()
    assert.equal(await button(tab.page, 'Review and sign').count(), 0)
    await tab.page.unrouteAll()
  })

  test('copes with a mirror that nests its answers too deeply or answers more than was requested', async () => {
    const creation = await new TopicCreateTransaction().setTopicMemo('news').execute(client)
    const topic = String((await creation.getReceipt(client)).topicId)
    const [deep, levels] = ['[', ']'].map((bracket) => bracket.repeat(100_000))
    await tab.page.route(`**/api/v1/topics/${topic}`, (route) =>
      route.fulfill({
        ...{ headers: { 'access-control-allow-origin': '*' }, contentType: 'application/json' },
        body: `{"topic_id":"${topic}","memo":"news","more":${deep}${levels}}`,
      }),
    )
    const message = { consensus_timestamp: '1795000000.000000000', message: 'aGVsbG8=', sequence_number: 1 }
    await tab.page.route(`**/api/v1/topics/${topic}/messages*`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { messages: Array.from({ length: 5_000 }, () => message), links: { next: null } },
      }),
    )
    await open(tab, `/explorer/topics/${topic}`)
    await tab.page.getByText('news', { exact: true }).waitFor()
    await tab.page.getByText('The mirror’s answer, as JSON').click()
    await tab.page.getByRole('region').getByText('…', { exact: true }).waitFor()
    await tab.page
      .getByRole('alert')
      .getByText(/an answer that does not have the shape/)
      .first()
      .waitFor()
    assert.equal(await tab.page.getByText('hello').count(), 0)
    await tab.page.unrouteAll()
  })

  test('keeps its navigation if a malformed answer breaks one screen', async () => {
    const other = await openTab(browser, platform.at.console)
    await signIn(other, ADA)
    await other.page.route('**/multisig/wallet/0.0.1099', (route) => route.fulfill({ json: { wallet: '0.0.1099' } }))
    await open(other, '/wallets/0.0.1099')
    await other.page.getByRole('heading', { level: 1, name: 'This did not work' }).waitFor()
    await other.page.getByRole('navigation').getByRole('link', { name: 'Explorer' }).click()
    await other.page.getByRole('heading', { level: 1, name: 'Explorer' }).waitFor()
    await closeTab(other)
  })

  test('rejects a file that is too large for a key, and does not read all of it', async () => {
    const other = await openTab(browser, platform.at.console)
    await other.page.goto('/')
    await other.page.getByText('Key file').click()
    const file = { name: 'key.pem', mimeType: 'text/plain', buffer: Buffer.alloc(8_000_000, 'x') }
    await other.page.locator('input[type=file]').setInputFiles(file)
    await other.page.getByText('This is not a private key in PEM, DER or hex').waitFor()
    const text = await other.page.locator('textarea:not([aria-hidden])').inputValue()
    assert.ok(text.length < 10_000)
    await closeTab(other)
  })

  test("causes no errors in the browser's console", () => {
    assert.deepEqual(withoutStatuses(tab.complaints, 400, 404, 409, 422), [])
  })
})
