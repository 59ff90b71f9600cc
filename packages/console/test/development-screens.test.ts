import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { owners, type PlatformProcess, signBlindly } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  type Look,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
  unfold,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const DAY = 86_400_000

describe('The development tools, and requests over several days', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let tools: Tab
  let walletId: string
  /** How far the tests have moved the clock. */
  let aheadMs = 0
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    tools = await openTab(browser, platform.at.console)
  })
  after(async () => {
    await stage?.close()
  })

  const card = (name: string, { page }: Tab = tools) => page.getByTestId(name)

  /** Moves the clock by days, on the screen. */
  async function pass(days: number): Promise<void> {
    const clock = card('clock')
    await clock.getByLabel('Move ahead by').fill(String(days))
    await clock.getByRole('button', { name: 'Move the clock' }).click()
    aheadMs += days * DAY
    await clock.getByText(`${aheadMs / DAY} d 0 h ahead of this machine`).waitFor()
  }

  /** Opens a new tab and signs in there, as on another day. */
  async function enter(account: string, look: Look = {}): Promise<Tab> {
    const tab = await openTab(browser, platform.at.console, look)
    await signIn(tab, account)
    return tab
  }
  async function leave(tab: Tab): Promise<void> {
    // The end of a session cancels sockets that are still connecting.
    const complaints = tab.complaints.filter((text) => !text.includes('closed before the connection is established'))
    assert.deepEqual(withoutStatuses(complaints, 401), [])
    await tab.context.close()
  }

  /**
   * As Ada, requests a payment to Ben that the ledger keeps for some days, and signs it. Returns the request's path.
   */
  async function askUntil(tab: Tab, days: number): Promise<string> {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(BEN)
    await page.getByLabel('Amount').fill('1')
    await page.getByLabel('By a date').check()
    const end = new Date(Date.now() + aheadMs + days * DAY).toISOString().slice(0, 16)
    await page.getByLabel('Date and time').fill(end)
    await button(page, 'Create request').click()
    await unfold({ page })
    await page.getByText('The ledger keeps this until it is signed').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await button(page, 'Review and sign').click()
    await button(page, 'Sign').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByTestId('signed').getByText('1 of 3').waitFor()
    return new URL(page.url()).pathname
  }

  test('shows the clock, snapshots, faults and accounts without a session, in both languages', async () => {
    await tools.page.goto('/')
    await tools.page.getByRole('link', { name: 'Development', exact: true }).click()
    await card('clock').getByText('The same as this machine').waitFor()
    await card('accounts').getByText('500,000 ℏ').first().waitFor()
    await card('accounts').getByRole('button', { name: 'Show more' }).click()
    await card('accounts').getByText('treasury, pays no fees').waitFor()
    await assertAccessible(tools)
    const phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await phone.page.goto('/development')
    await phone.page.getByRole('heading', { level: 1, name: 'Entwicklung' }).waitFor()
    await card('clock', phone).getByText('Wie auf diesem Rechner').waitFor()
    await assertAccessible(phone)
    await assertFits(phone)
    await leave(phone)
  })

  test('sets and removes a fault without a session, because nobody could sign in during the fault', async () => {
    const faults = card('faults')
    await faults.getByLabel('What fails').selectOption('mirror')
    await faults.getByLabel('How').selectOption('unreachable')
    await faults.getByLabel('Calls').fill('100000')
    await faults.getByRole('button', { name: 'Turn on', exact: true }).click()
    await faults.getByText('Mirror: unreachable').waitFor()
    await assertAccessible(tools)
    const mirror = async () => (await fetch(`${platform.mirror}/api/v1/network/supply`)).status
    assert.equal(await mirror(), 503)
    await faults.getByRole('button', { name: /^Turn off/ }).click()
    await faults.getByText('No faults are on.').waitFor()
    assert.equal(await mirror(), 200)
  })

  test('restores a snapshot after a confirmation that says what will be lost', async () => {
    const snapshots = card('snapshots')
    await snapshots.getByRole('button', { name: 'Take a snapshot' }).click()
    await snapshots.getByText('Snapshot 1').waitFor()
    await pass(2)
    await snapshots.getByRole('button', { name: 'Take a snapshot' }).click()
    await snapshots.getByRole('button', { name: 'Delete: Snapshot 2' }).waitFor()
    const restore = snapshots.getByRole('button', { name: 'Restore: Snapshot 1' })
    await restore.click()
    const dialog = tools.page.getByRole('dialog')
    await dialog.getByText('The later snapshot is deleted.').waitFor()
    await assertAccessible(tools)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card('clock').getByText('2 d 0 h ahead of this machine').waitFor()
    const phone = await enter(ADA, GERMAN_PHONE)
    const banner = phone.page.locator('.ribbon')
    await banner.getByText('Seine Uhr geht 2 d 0 h vor').waitFor()
    assert.equal((await banner.boundingBox())?.y, 0, 'the banner is whole, also on two lines')
    await leave(phone)
    await restore.click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await card('clock').getByText('The same as this machine').waitFor()
    aheadMs = 0
    await snapshots.getByRole('button', { name: 'Restore: Snapshot 2' }).waitFor({ state: 'detached' })
    await snapshots.getByRole('button', { name: 'Delete: Snapshot 1' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await snapshots.getByText('No snapshots yet.').waitFor()
  })

  test('executes a request after three days, once each signer has signed on another day', async () => {
    const people = await owners(platform.at, 3)
    const [{ client } = assert.fail()] = people
    const names = ['Ada', 'Ben', 'Claire']
    const settings = {
      owners: people.map(({ id }, index) => ({ wallet: id, name: names[index] ?? id })),
      threshold: 3,
    }
    const creation = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 25_0000_0000, settings },
    })
    await signBlindly(client, creation)
    const created = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    walletId = created.walletId ?? assert.fail('the wallet was not created')

    const ada = await enter(ADA)
    const request = await askUntil(ada, 10)
    await ada.page.getByText(/^Ends in (9 d|10 d)/).waitFor()

    await pass(1)
    const ben = await enter(BEN, GERMAN_PHONE)
    await open(ben, request)
    await ben.page.getByText(/^Endet in (8 d|9 d)/).waitFor()
    assert.equal(await ben.page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await button(ben.page, 'Prüfen und unterschreiben').click()
    await button(ben.page, 'Unterschreiben').click()
    await ben.page.getByTestId('signed').getByText('2 von 3').waitFor()
    await assertAccessible(ben)
    await assertFits(ben)

    await pass(2)
    const claire = await enter(CLAIRE)
    await open(claire, request)
    await claire.page.getByText('Waiting for Claire').waitFor()
    await claire.page.getByText(/^Ends in (6 d|7 d)/).waitFor()
    await button(claire.page, 'Review and sign').click()
    await button(claire.page, 'Sign').click()
    await claire.page.getByText('The ledger has executed it').waitFor()
    await assertAccessible(claire)
    // The ledger records a different day for each signature.
    const times = await claire.page
      .getByRole('listitem')
      .filter({ hasText: /signed ·/ })
      .locator('time')
      .evaluateAll((found: { getAttribute(name: string): string | null }[]) =>
        found.map((one) => one.getAttribute('datetime') ?? ''),
      )
    const days = times.map((time) => Math.floor(Date.parse(time) / DAY)).sort()
    assert.equal(new Set(days).size, 3, String(times))
    for (const tab of [ada, ben, claire]) await leave(tab)
  })

  test('shows that a request has expired without its signatures, and offers to create it again', async () => {
    const ada = await enter(ADA)
    const request = await askUntil(ada, 2)
    await leave(ada)
    await pass(3)
    for (const [account, look, over, said, again] of [
      [ADA, {}, 'Expired', 'Time is up', 'Request again'],
      [BEN, GERMAN_PHONE, 'Abgelaufen', 'Die Zeit ist abgelaufen', 'Neu beantragen'],
    ] as const) {
      const tab = await enter(account, look)
      await open(tab, request)
      await tab.page.getByText(over, { exact: true }).waitFor()
      await tab.page.getByRole('status').getByText(said).waitFor()
      await tab.page.getByRole('link', { name: again }).waitFor()
      assert.equal(await button(tab.page, /^(Review and sign|Prüfen und unterschreiben)$/).count(), 0)
      await assertAccessible(tab)
      await assertFits(tab)
      await leave(tab)
    }
  })

  test("causes no errors in the browser's console", () => {
    assert.deepEqual(withoutStatuses(tools.complaints, 401), [])
  })
})
