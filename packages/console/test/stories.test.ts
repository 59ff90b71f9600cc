import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  assertTexts,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  PHONE,
  signIn,
  signOut,
  skipped,
  type Tab,
  unfold,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** The public development key of 0.0.1024, which is neither Ada's nor Ben's. */
const OTHER_KEY = '5'.repeat(64)
const STATUS = '**/api/multisig/multisig/transaction/status/*'

async function sign({ page }: Tab, names: { look: string; sign: string }): Promise<void> {
  await button(page, names.look).click()
  await button(page, names.sign).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const english = { look: 'Review and sign', sign: 'Sign' }
const german = {
  look: 'Prüfen und unterschreiben',
  sign: 'Unterschreiben',
  keeps: 'Fügt der geplanten Transaktion deine Unterschrift hinzu',
}

describe('The console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [ada, ben]: Tab[] = []
  let walletId: string
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    ada = await openTab(browser, platform.at.console)
    ben = await openTab(browser, platform.at.console, GERMAN_PHONE)
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [ada ?? assert.fail(), ben ?? assert.fail()]

  /** Signs in again, because a reload loses the tab's key. */
  async function signAgain(tab: Tab): Promise<void> {
    await tab.page.keyboard.press('Escape')
    await signOut(tab)
    await signIn(tab, ADA)
  }

  /** As Ada, requests a payment to Ben. Ends on the request's screen. */
  async function askToPay(amount: string): Promise<string> {
    const [{ page }] = tabs()
    await open(tabs()[0], `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(BEN)
    await page.getByLabel('Amount').fill(amount)
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    return new URL(page.url()).pathname
  }

  test('signs in with a key, and is accessible on every screen on the way', async () => {
    const [first, second] = tabs()
    await first.page.goto('/')
    await first.page.getByRole('heading', { level: 1, name: /^Nothing moves until/ }).waitFor()
    await assertAccessible(first)
    await signIn(first, ADA)
    await first.page.getByRole('heading', { level: 1, name: 'Nothing waits for you' }).waitFor()
    await assertAccessible(first)
    await signIn(second, BEN)
    await second.page.getByRole('heading', { level: 1, name: 'Nichts wartet auf dich' }).waitFor()
    await assertAccessible(second)
    await assertFits(second)
  })

  test('creates a wallet of two owners from verified bytes', async () => {
    const [tab] = tabs()
    const { page } = tab
    await open(tab, '/wallets')
    await page.getByRole('link', { name: 'New wallet' }).click()
    const other = page.getByRole('textbox', { name: 'Account' }).nth(1)
    await other.fill('0.0.99999')
    await page.getByText('The ledger has no account 0.0.99999').waitFor()
    await assertAccessible(tab)
    await other.fill(BEN)
    await page.getByTestId('missing-account').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Name' }).nth(0).fill('Ada')
    await page.getByRole('textbox', { name: 'Name' }).nth(1).fill('Ben')
    await assertAccessible(tab)
    await button(page, 'Next').click()
    await page.getByText('All must sign.').waitFor()
    await assertAccessible(tab)
    await button(page, 'Next').click()
    await page.getByLabel('Name of the wallet').fill('Treasury')
    await page.getByLabel(/^First deposit/).fill('25')
    await button(page, 'Next').click()
    await button(page, 'Create request').click()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await page.getByText('any 2 of these 2 keys').waitFor()
    await assertAccessible(tab)
    await button(page, 'Review and sign').click()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(tab)
    await button(page, 'Sign').click()
    await button(page, 'Send now').click()
    await page.getByText('The ledger has executed it').waitFor()
    await page.locator('header').getByRole('link', { name: 'Treasury' }).click()
    await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor()
    await page.getByText('2,500,000,000 tinybars').waitFor()
    await assertAccessible(tab)
    walletId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  test('asks which amount is meant if the separator is ambiguous, and shows the amount in full', async () => {
    const [english, german] = tabs()
    await open(english, `/wallets/${walletId}/ask`)
    const { page } = english
    await page.getByLabel('To account').fill(BEN)
    const amount = page.getByLabel('Amount')
    await amount.fill('5,100')
    await button(page, '5.10 ℏ').waitFor()
    await assertAccessible(english)
    await button(page, 'Create request').click()
    assert.equal(new URL(page.url()).pathname, `/wallets/${walletId}/ask`)
    await button(page, '5,100.00 ℏ').click()
    assert.equal(await amount.inputValue(), '5100')
    await page.getByTestId('amount-echo').getByText('= 5,100.00 ℏ').waitFor()
    await button(page, 'Create request').click()
    await page.getByText('More than the wallet holds').waitFor()
    await amount.fill('1,234.50 ℏ')
    await page.getByTestId('amount-echo').getByText('= 1,234.50 ℏ').waitFor()
    await button(page, 'Max').click()
    await page.getByTestId('amount-echo').getByText('= 24.90 ℏ').waitFor()
    await open(german, `/wallets/${walletId}/ask`)
    await german.page.getByLabel(/^Betrag/).fill('1.500')
    await button(german.page, '1.500,00 ℏ').click()
    await german.page.getByTestId('amount-echo').getByText('= 1.500,00 ℏ').waitFor()
    await assertAccessible(german)
    await assertFits(german)
  })

  test("pays out after two owners have signed, and shows each owner the other's signature live", async () => {
    const [first, second] = tabs()
    await open(second, '/')
    await second.page.getByRole('heading', { level: 1, name: 'Nichts wartet auf dich' }).waitFor()
    const request = await askToPay('1.5')
    await unfold(first)
    await first.page.getByText('150,000,000 tinybars').first().waitFor()
    // Ben has never signed for this wallet.
    await second.page.getByRole('heading', { level: 2, name: 'Neu für dich' }).waitFor()
    await second.page.getByRole('heading', { level: 1, name: 'Nur Neues wartet auf dich' }).waitFor()
    // The list of wallets counts it, too.
    await open(second, '/wallets')
    await second.page.getByRole('button', { name: 'Wartet auf mich 1' }).waitFor()
    await open(second, '/')
    await second.page.getByRole('link', { name: /^Sende 1,5 ℏ/ }).click()
    await second.page.getByTestId('verdict').waitFor()
    await unfold(second)
    const fingerprints = await Promise.all(tabs().map(({ page }) => page.getByTestId('fingerprint').innerText()))
    assert.equal(fingerprints[0], fingerprints[1])
    await assertAccessible(second)
    await assertFits(second)
    await sign(first, english)
    await second.page.getByText('Es fehlt: Ben').waitFor()
    assert.equal(await second.page.getByTestId('signed').innerText(), '1 von 2')
    await sign(second, german)
    await button(first.page, 'Send now').click()
    await first.page.getByText('The ledger has executed it').waitFor()
    await second.page.getByText('Das Ledger hat es ausgeführt').waitFor()
    assert.match(new URL(first.page.url()).pathname, new RegExp(request))
  })

  test('the explorer shows an owner how a transaction of the wallet happened, and others only the transaction', async () => {
    const [first] = tabs()
    await unfold(first)
    await first.page.getByRole('link', { name: /^0\.0\.\d+@/ }).click()
    const steps = ['Ada created the request', 'Ada signed', 'Ben signed', 'The ledger executed it']
    await assertTexts(first.page.locator('.timeline li b'), steps)
    await assertAccessible(first)
    await assertFits(first)
    const stranger = await openTab(browser, platform.at.console)
    await stranger.page.goto(new URL(first.page.url()).pathname)
    await stranger.page.getByRole('heading', { level: 2, name: 'Transfers' }).waitFor()
    assert.equal(await stranger.page.locator('.timeline').count(), 0)
    await stranger.context.close()
  })

  test('a call of a contract that cannot be read is signed only after a second confirmation', async () => {
    const [tab] = tabs()
    const { page } = tab
    await open(tab, `/wallets/${walletId}/other`)
    await page.getByLabel('What should the wallet do?').selectOption('Call a contract')
    await page.getByLabel('Contract', { exact: true }).fill(BEN)
    await page.getByLabel('Gas at most').fill('50000')
    await page.getByLabel(/^Data of the call/).fill(`0xa9059cbb${'0'.repeat(61)}3ff${'5'.padStart(64, '0')}`)
    await page.getByText('transfer(to: 0.0.1023, amount: 5)').waitFor()
    await page.getByLabel(/^Data of the call/).fill('0x12345678')
    await page.getByText('a function that cannot be read here (0x12345678)').waitFor()
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await button(page, 'Review and sign').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nobody can read here what this call does').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Sign', exact: true }).isDisabled(), true)
    await assertAccessible(tab)
    await dialog.getByLabel('I know what this call does').check()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button(page, 'Review and sign').click()
    const known = dialog.getByLabel('I know what this call does')
    assert.equal(await known.isChecked(), false, 'each review is confirmed by itself')
    await known.check()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Waiting for Ben').first().waitFor()
    await button(page, 'Withdraw').click()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('rejects a request, and shows the other owner the reason', async () => {
    const [first, second] = tabs()
    const request = await askToPay('2')
    await open(second, request)
    await button(second.page, 'Ablehnen').click()
    await second.page.getByLabel('Grund (optional)').fill('Zu viel')
    await assertAccessible(second)
    await second.page.getByRole('dialog').getByRole('button', { name: 'Ablehnen' }).click()
    await first.page.getByText('The request was rejected').waitFor()
    await first.page.getByText('Zu viel').waitFor()
  })

  /** Opens a request as Ben, with a changed answer from the service. */
  async function tampered(
    request: string,
    change: (status: { bodyBytes: string; payload: Record<string, unknown> }) => void,
  ) {
    const [, second] = tabs()
    await second.page.route(STATUS, async (route) => {
      const response = await route.fetch()
      const status = await response.json()
      change(status)
      await route.fulfill({ response, json: status })
    })
    await open(second, '/wallets')
    await open(second, request)
    await second.page.getByTestId('verdict').waitFor()
    const verdict = await second.page.getByTestId('verdict').getAttribute('data-verdict')
    const text = await second.page.getByTestId('verdict').innerText()
    await button(second.page, 'Ablehnen').waitFor()
    assert.equal(await button(second.page, german.look).count(), 0)
    await assertAccessible(second)
    await second.page.unroute(STATUS)
    return { verdict, text }
  }
  const inHex = (bodyBytes: string, change: (hex: string) => string): string =>
    Buffer.from(change(Buffer.from(bodyBytes, 'base64').toString('hex')), 'hex').toString('base64')

  test('refuses bytes that pay a different receiver than the request states', async () => {
    const request = await askToPay('3')
    // Replaces 0.0.1023 by 0.0.1024.
    const { verdict, text } = await tampered(request, (status) => {
      status.bodyBytes = inHex(status.bodyBytes, (hex) => hex.replace('18ff07', '188008'))
    })
    assert.equal(verdict, 'BYTES_DIFFER')
    assert.match(text, /0\.0\.1024/)
  })

  test('refuses a request that states a different amount than its bytes', async () => {
    const request = await askToPay('4')
    const { verdict, text } = await tampered(request, ({ payload }) => {
      payload.amountOrSerial = '1'
    })
    assert.equal(verdict, 'BYTES_DIFFER')
    assert.match(text, /400000000/)
  })

  test('refuses bytes with an unknown field', async () => {
    const request = await askToPay('5')
    const { verdict, text } = await tampered(request, (status) => {
      status.bodyBytes = inHex(status.bodyBytes, (hex) => `${hex}f87f01`)
    })
    assert.equal(verdict, 'BODY_NOT_UNDERSTOOD')
    assert.match(text, /#2047/)
  })

  test('survives a reload without its keys, and does not send a signature by another key', async () => {
    const [tab] = tabs()
    const { page } = tab
    await askToPay('6')
    await page.reload()
    await button(page, 'Review and sign').click()
    await page.getByText('Choose how to sign').waitFor()
    await page.getByText('Key file', { exact: true }).click()
    await page.getByLabel('or paste the key').fill(OTHER_KEY)
    await button(page, 'Use this key').click()
    await page.getByText('This is not the key of').waitFor()
    assert.equal(await button(page, 'Sign').count(), 0)
    assert.equal(await page.getByTestId('signed').innerText(), '0 of 2')
    await assertAccessible(tab)
  })

  test('adds a third owner, and compares the new keys with those on the ledger', async () => {
    const [first, second] = tabs()
    const { page } = first
    await signAgain(first)
    await open(first, `/wallets/${walletId}/ask?kind=update`)
    await page.getByRole('radio', { name: 'Owners and rule' }).click()
    await page.getByLabel('Owner', { exact: true }).fill(CLAIRE)
    await page.getByLabel('Name', { exact: true }).fill('Claire')
    await page.locator('form').getByText('Any 2 together decide.').waitFor()
    await assertAccessible(first)
    await button(page, 'Create request').click()
    await page.getByText('Any 2 of 3 owners sign').waitFor()
    await page.getByText('nobody').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await page.getByText('Keys, before and after').click()
    await page.getByText('any 2 of these 3 keys').waitFor()
    await assertAccessible(first)
    await assertFits(first)
    await open(second, new URL(page.url()).pathname)
    await second.page.getByText('Warum mehr Unterschriften als sonst').waitFor()
    await assertAccessible(second)
    await assertFits(second)
    await sign(first, english)
    const third = await openTab(browser, platform.at.console, { colorScheme: 'dark' })
    await signIn(third, CLAIRE)
    await third.page.getByText('Makes you an owner').waitFor()
    await assertAccessible(third)
    await third.page.getByRole('link', { name: /^Add Claire/ }).click()
    await sign(third, english)
    await sign(second, german)
    await button(page, 'Send now').click()
    await page.getByText('The ledger has executed it').waitFor()
    await open(third, '/wallets')
    await third.page.getByText('2 of 3 sign').waitFor()
    // Before the change, the service hides the wallet from the future owner.
    assert.deepEqual(withoutStatuses(third.complaints, 403), [])
    await third.context.close()
  })

  test('schedules a request for a time in some days, which the service then executes', async () => {
    const [first] = tabs()
    const { page } = first
    await open(first, '/wallets')
    await open(first, `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(BEN)
    await page.getByLabel('Amount').fill('1')
    await page.getByLabel('At a time').check()
    await page.getByLabel('Date and time').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16))
    await assertAccessible(first)
    await button(page, 'Create request').click()
    await page.getByText(/^Due in (2 d|3 d)/).waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await sign(first, english)
    await page.getByText('Signed', { exact: true }).first().waitFor()
    await assertAccessible(first)
  })

  test('lets the ledger keep a request for days; the last signature executes it', async () => {
    const [first, second] = tabs()
    const { page } = first
    const ask = async () => {
      await open(first, '/wallets')
      await open(first, `/wallets/${walletId}/ask`)
      await page.getByLabel('To account').fill(BEN)
      await page.getByLabel('Amount').fill('1')
      await page.getByLabel('By a date').check()
      await page.getByLabel('Date and time').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16))
      await assertAccessible(first)
      await button(page, 'Create request').click()
      await unfold(first)
      await page.getByText('The ledger keeps this until it is signed').waitFor()
      assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
      await sign(first, english)
      await page.getByTestId('signed').getByText('1 of 2').waitFor()
      return new URL(page.url()).pathname
    }
    await open(second, await ask())
    await unfold(second)
    await second.page.getByText(german.keeps).waitFor()
    assert.equal(await second.page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    // Shows the content of the schedule, too: the receiver, not only the schedule's id.
    await second.page.locator('.statements').getByText(BEN, { exact: false }).first().waitFor()
    await assertAccessible(second)
    await sign(second, german)
    await page.getByText('The ledger has executed it').waitFor()
    // The ledger keeps a withdrawn request until its deletion is signed.
    await open(second, await ask())
    await button(page, 'Withdraw').click()
    await page.getByRole('dialog').getByText('Then sign its deletion').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Deletes the scheduled transaction').first().waitFor()
    await page.getByText('must still sign its deletion').waitFor()
    await second.page.getByText('muss aber noch die Löschung unterschreiben').waitFor()
    await assertAccessible(first)
    await sign(first, english)
    await button(page, 'Review and sign').waitFor({ state: 'hidden' })
    await page.getByText('Nothing was executed').waitFor()
  })

  test('shows that a request has expired, and offers to create it again', async () => {
    const request = await askToPay('7')
    const late = await openTab(browser, platform.at.console, { viewport: PHONE })
    await late.page.clock.install()
    await signIn(late, BEN)
    await open(late, request)
    await button(late.page, 'Review and sign').waitFor()
    await late.page.clock.fastForward(300_000)
    await late.page.getByRole('link', { name: 'Request again' }).waitFor()
    assert.equal(await button(late.page, 'Review and sign').count(), 0)
    await assertAccessible(late)
    await assertFits(late)
    await late.context.close()
  })

  test('shows that live updates are lost, and catches up when they are back', async () => {
    const request = await askToPay('8')
    const lost = await openTab(browser, platform.at.console)
    let isLost = false
    const cut: (() => void)[] = []
    const waiting: (() => void)[] = []
    await lost.page.routeWebSocket('**/sockets/**', (socket) => {
      if (isLost) return void waiting.push(() => void socket.connectToServer())
      socket.connectToServer()
      cut.push(() => void socket.close())
    })
    await signIn(lost, BEN)
    await open(lost, request)
    await lost.page.getByText('0 of 2').waitFor()
    isLost = true
    for (const close of cut) close()
    await lost.page.getByText('Not live').waitFor()
    await assertAccessible(lost)
    await sign(tabs()[0], english)
    assert.equal(await lost.page.getByTestId('signed').innerText(), '0 of 2')
    isLost = false
    for (const connect of waiting) connect()
    await lost.page.getByText('1 of 2').waitFor()
    await lost.page.getByText('Live', { exact: true }).waitFor()
    await lost.context.close()
  })

  test('shows that a service is down, and continues when it is back', async () => {
    const alone = await openTab(browser, platform.at.console)
    await signIn(alone, BEN)
    const refuse = { status: 503, json: { statusCode: 503, error: '', code: 'SERVICE_UNREACHABLE', message: 'Down' } }
    // Uses DAOs, because nothing happens to them here. A live update would reload the data and remove the button.
    await alone.page.route('**/api/governance/daos*', (route) => route.fulfill(refuse))
    await open(alone, '/daos')
    await alone.page.getByText('SERVICE_UNREACHABLE').waitFor()
    await assertAccessible(alone)
    await alone.page.unroute('**/api/governance/daos*')
    await button(alone.page, 'Try again').click()
    await alone.page.getByText('No DAOs yet').waitFor()
    assert.deepEqual(withoutStatuses(alone.complaints, 503), [])
    await alone.context.close()
  })

  test('works with the keyboard alone, from the sign-in to the signature', async () => {
    const request = await askToPay('9')
    const keys = await openTab(browser, platform.at.console)
    const { page } = keys
    /** Moves the focus on until an element has this text, and presses Enter. */
    const enter = async (name: string): Promise<void> => {
      const focused = () => page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''")
      for (let steps = 0; (await focused()) !== name; steps++) {
        assert.ok(steps < 60, `no way to ${name}`)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
    }
    await page.goto(request)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await enter('Skip to the content')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await enter('Sign in')
    await page.getByTestId('verdict').waitFor()
    await enter('Review and sign')
    await page.getByRole('dialog').waitFor()
    await enter('Sign')
    await page.getByText('1 of 2').waitFor()
    // The button that had the focus is gone, so the other actions have it.
    await page.waitForFunction("document.activeElement?.matches('.do, .do *')")
    await keys.context.close()
  })

  test('turns no text into markup, and runs no script from a service', async () => {
    const { page } = await openTab(browser, platform.at.console)
    await page.goto('/')
    const refused = await page.evaluate<string[]>(`(async () => {
      const attempts = {
        html: () => { document.body.innerHTML = '<img src=x>' },
        script: () => { document.createElement('script').text = 'globalThis.ran = true' },
        url: () => { document.createElement('script').src = '/api/node/smart-node/status' },
        policy: () => trustedTypes.createPolicy('other', {}),
      }
      return Object.entries(attempts).filter(([, attempt]) => { try { attempt() } catch { return true } }).map(([name]) => name)
    })()`)
    assert.deepEqual(refused, ['html', 'script', 'url', 'policy'])
    const elsewhere = await page.evaluate<string>(
      `fetch('${platform.at.node}/health').then(() => 'answered', () => 'refused')`,
    )
    assert.equal(elsewhere, 'refused')
    assert.equal(await page.evaluate('document.cookie'), '')
    await page.context().close()
  })

  test("exports a wallet's history as CSV", async () => {
    const [tab] = tabs()
    await open(tab, `/wallets/${walletId}`)
    await tab.page.getByRole('tab', { name: 'History' }).click()
    await button(tab.page, 'Incoming').click()
    await tab.page.getByText('Received from').first().waitFor()
    assert.equal(await tab.page.getByRole('link', { name: /^Sent/ }).count(), 0)
    await button(tab.page, 'Outgoing').click()
    await tab.page
      .getByRole('link', { name: /^Sen[dt]/ })
      .first()
      .waitFor()
    await tab.page.getByRole('searchbox').fill('nothing of the kind')
    await tab.page.getByText('Nothing fits').waitFor()
    await tab.page.getByRole('searchbox').fill(BEN)
    await tab.page
      .getByRole('link', { name: /^Sen[dt]/ })
      .first()
      .waitFor()
    await button(tab.page, 'All').click()
    await assertFits(tab)
    const coming = tab.page.waitForEvent('download')
    await button(tab.page, 'Download CSV').click()
    const download = await coming
    assert.equal(download.suggestedFilename(), `${walletId}.csv`)
    const text = await readFile(await download.path(), 'utf8')
    assert.match(text, /^\ufefftime,executed,request,operation,.*\r\n.*,withdraw,/)
    await assertAccessible(tab)
  })

  test("causes no errors in the browser's console", () => {
    // Requests in progress at a sign-out are refused, and so is a payment of more than the wallet has.
    for (const { complaints } of tabs()) assert.deepEqual(withoutStatuses(complaints, 401, 422), [])
  })
})
