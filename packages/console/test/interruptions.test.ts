import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@quorate/client'
import { signBlindly } from '@quorate/quorate/testing'
import { assertAccessible, button, GERMAN_PHONE, HOME, open, openTab, signIn, skipped, type Tab } from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Makes the browser report no network, as on a computer that has only a loopback interface. */
const NO_INTERFACE = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"

describe('An interruption', { skip: skipped }, () => {
  let stage: Stage
  let ada: Client
  let walletId: string
  before(async () => {
    stage = await openStage()
    ada = await memberOf(stage.platform, ADA)
    const body = {
      name: 'Treasury',
      balance: '1000000000',
      settings: {
        threshold: 2,
        owners: [
          { wallet: ADA, name: 'Ada' },
          { wallet: BEN, name: 'Ben' },
        ],
      },
    }
    const request = await ada.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(ada, request)
    const { jobId, bytes } = request
    const done = await ada.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    walletId = (done as unknown as { walletId: string }).walletId
    assert.ok(walletId, JSON.stringify(done))
  })
  after(async () => {
    await stage?.close()
  })

  async function enter(look?: Parameters<typeof openTab>[2], account = ADA as string): Promise<Tab> {
    const tab = await openTab(stage.browser, stage.platform.at.console, look)
    await signIn(tab, account)
    return tab
  }
  async function fill(tab: Tab, amount: string): Promise<void> {
    await open(tab, `/wallets/${walletId}/ask`)
    await tab.page.getByLabel('To account').fill(BEN)
    await tab.page.getByLabel('Amount').fill(amount)
  }
  const openRequests = async (): Promise<number> =>
    (await ada.multisig.get('/multisig/wallet/{walletId}/pending', { path: { walletId } })).length

  test('reported by the browser alone does not stop requests to the console', async () => {
    const tab = await openTab(stage.browser, stage.platform.at.console)
    await tab.page.addInitScript(NO_INTERFACE)
    await signIn(tab, ADA)
    await open(tab, '/wallets')
    await tab.page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    assert.equal(await tab.page.getByText('The console does not answer').count(), 0)
    await fill(tab, '1')
    await button(tab.page, 'Create request').click()
    await tab.page.getByTestId('verdict').waitFor()
    await tab.context.close()
  })

  test('of the network is shown, fails the requests sent meanwhile, and does not resend them later', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, '/wallets')
    await page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    await fill(tab, '2')
    const before = await openRequests()
    await tab.context.setOffline(true)
    await button(page, 'Create request').click()
    // The error message is available although nothing can be loaded now.
    await page.getByText('The console cannot be reached: check your connection.').waitFor()
    await page.getByText('The console does not answer').waitFor()
    assert.equal(await page.getByLabel('Amount').inputValue(), '2')
    await assertAccessible(tab)
    await open(tab, '/wallets')
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    await tab.context.setOffline(false)
    await page.getByText('The console does not answer').waitFor({ state: 'hidden' })
    await page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    assert.equal(await openRequests(), before)
    await tab.context.close()
  })

  test('by the browser’s Back and Forward keeps what was typed, and a new visit begins anew', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    const ask = () => page.getByRole('link', { name: 'New request' }).click()
    const [to, amount] = [page.getByLabel('To account'), page.getByLabel('Amount')]
    await ask()
    await to.fill(BEN)
    await amount.fill('4.5')
    await page.goBack()
    await to.waitFor({ state: 'hidden' })
    await page.goForward()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], [BEN, '4.5'])
    await page.goBack()
    await to.waitFor({ state: 'hidden' })
    await ask()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], ['', ''])
    await to.fill(BEN)
    await amount.fill('4')
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await page.goBack()
    await to.waitFor()
    assert.equal(await amount.inputValue(), '', 'it was sent')
    await tab.context.close()
  })

  test("of the session keeps the screen's input, and the same key signs in again", async () => {
    const tab = await enter()
    const { page } = tab
    await fill(tab, '3')
    await ada.node.post('/auth/sessions/revoke-all')
    await ada.login()
    await button(page, 'Create request').click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByText('Sign in again to continue where you were.').waitFor()
    await assertAccessible(tab)
    await dialog.getByRole('button', { name: `Sign in as ${ADA}` }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Amount').inputValue(), '3')
    await page.getByText('Your session was ended').waitFor({ state: 'hidden' })
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await tab.context.close()
  })

  test('of the session is still shown after a reload; signing out in its dialog starts over', async () => {
    const tab = await enter(GERMAN_PHONE, BEN)
    const { page } = tab
    const ben = await memberOf(stage.platform, BEN)
    const end = () => ben.node.post('/auth/sessions/revoke-all').then(() => ben.login())
    await end()
    const dialog = page.getByRole('dialog', { name: 'Deine Sitzung ist abgelaufen' })
    await dialog.waitFor()
    await assertAccessible(tab)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Deine Sitzung ist abgelaufen' }).waitFor()
    await button(page, 'Anmelden').click()
    await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    await page.locator('[data-live=true]').waitFor({ state: 'attached' })
    await end()
    await dialog.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { level: 1, name: /^Nichts bewegt sich/ }).waitFor()
    await tab.context.close()
  })
})
