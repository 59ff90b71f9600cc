/** Wallet apps over WalletConnect: the console's own library with a relay and a wallet app of the tests. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  HOME,
  open,
  openTab,
  skipped,
  type Tab,
  takePicture,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, KEYS, mapOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'
import { openRelay, openWalletApp, type Relay, type WalletApp } from './wallet-app.ts'

describe('A wallet app', { skip: skipped }, () => {
  let stage: Stage
  let relay: Relay
  let app: WalletApp
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  before(async () => {
    relay = await openRelay()
    app = await openWalletApp({ relayUrl: relay.url, accounts: [`hedera:devnet:${ADA}`], privateKey: KEYS[ADA] })
    stage = await openStage(() => ({ ...{ WALLETCONNECT_PROJECT_ID: 'test', WALLETCONNECT_RELAY_URL: relay.url } }))
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
  })
  after(async () => {
    await stage?.close()
    await app?.close()
    relay?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]
  const picture = async (tab: Tab, name: string): Promise<void> => {
    if (process.env.PICTURES) await takePicture(tab, join(process.env.PICTURES, `wallet-app-${name}.png`))
  }
  const uriIn = async ({ page }: Tab): Promise<string> => (await page.getByTestId('pairing-uri').innerText()).trim()

  test('is not loaded before the user pairs one', async () => {
    const [tab] = tabs()
    const loaded: string[] = []
    tab.page.on('request', (request) => loaded.push(request.url()))
    await tab.page.goto('/')
    await tab.page.getByText('Wallet app').click()
    await assertAccessible(tab)
    assert.deepEqual(
      loaded.filter((url) => url.includes('wallet-connect')),
      [],
    )
  })

  test('does not pair if it refuses, or if the user cancels', async () => {
    const [tab, small] = tabs()
    app.agrees = false
    await button(tab.page, 'Sign in').click()
    await app.pair(await uriIn(tab))
    await tab.page.getByText('WALLET_REFUSED').waitFor()
    await assertAccessible(tab)
    app.agrees = true
    await small.page.goto('/')
    await small.page.getByText('Wallet-App').click()
    await button(small.page, 'Anmelden').click()
    await small.page.getByTestId('pairing').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await picture(small, 'pairing-phone')
    await button(small.page, 'Abbrechen').click()
    await small.page.getByTestId('pairing').waitFor({ state: 'detached' })
    assert.equal(
      await small.page
        .getByRole('alert')
        .getByText(/[A-Z]+_[A-Z]+/)
        .count(),
      0,
    )
  })

  test('signs in with a HIP-820 message', async () => {
    const [tab] = tabs()
    await button(tab.page, 'Sign in').click()
    await tab.page.getByTestId('pairing').waitFor()
    await picture(tab, 'pairing')
    await app.pair(await uriIn(tab))
    await tab.page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    const [{ method, params } = assert.fail()] = app.asked
    assert.deepEqual([method, params.signerAccountId], ['hedera_signMessage', `hedera:devnet:${ADA}`])
  })

  test('signs a request after the page has compared and shown its bytes', async () => {
    const [tab] = tabs()
    const { page } = tab
    await askForWallet(tab)
    await button(page, 'Review and sign').click()
    await button(page, 'Sign').click()
    await button(page, 'Send now').waitFor()
    const { method, params } = app.asked.at(-1) ?? assert.fail()
    assert.equal(method, 'hedera_signTransaction')
    assert.ok(Buffer.from(params.transactionBody, 'base64').length > 50)
  })

  test('cannot sign here with a wrong signature, a malformed answer or a refusal', async () => {
    const [tab] = tabs()
    const { page } = tab
    await askForWallet(tab)
    await button(page, 'Review and sign').click()
    const other = mapOf(new Uint8Array(64)).toString('base64')
    for (const [instead, code] of [
      [() => ({ signatureMap: other }), 'NOT_THE_KEY'],
      [() => ({ signatureMap: 'x'.repeat(30_000) }), 'NOT_A_SIGNATURE'],
      [() => ({ signatureMap: 7 }), 'NOT_A_SIGNATURE'],
      [() => null, 'NOT_A_SIGNATURE'],
      [
        () => {
          throw new Error('Not this\u202e')
        },
        'WALLET_REFUSED',
      ],
    ] as const) {
      app.instead = instead
      await button(page, 'Sign').click()
      await page
        .getByRole('dialog')
        .getByText(new RegExp(`Code ${code}`))
        .waitFor()
    }
    await page.getByRole('dialog').getByText('Not this⟨U+202E⟩').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'refused')
    app.instead = undefined
    await button(page, 'Sign').click()
    await button(page, 'Send now').waitFor()
  })

  test('signs nothing after it has disconnected', async () => {
    const [tab] = tabs()
    await askForWallet(tab)
    await button(tab.page, 'Review and sign').click()
    await app.leave()
    await button(tab.page, 'Sign').click()
    await tab.page
      .getByRole('dialog')
      .getByText(/WALLET_GONE|WALLET_REFUSED/)
      .waitFor()
  })

  test('must offer the account that is signed in', async () => {
    const [tab] = tabs()
    app.accounts = [`hedera:devnet:${BEN}`, `hedera:devnet:${ADA}\u202e`, `hedera:mainnet:${ADA}`]
    await tab.page.goto('/')
    await askForWallet(tab)
    await button(tab.page, 'Review and sign').click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByText('Wallet app').click()
    await dialog.locator('button[type=submit]').click()
    await app.pair(await uriIn(tab))
    await dialog.getByText('WALLET_HAS_NO_SUCH_ACCOUNT').waitFor()
    await dialog.getByText(`The wallet offers ${BEN} on hedera:devnet, and not ${ADA}`).waitFor()
    await assertAccessible(tab)
    app.accounts = [`hedera:devnet:${ADA}`]
    await dialog.locator('button[type=submit]').click()
    await app.pair(await uriIn(tab))
    await button(tab.page, 'Sign').click()
    await button(tab.page, 'Send now').waitFor()
  })

  test('is offered only if the operator has set a project id, and the page may contact only that relay', async () => {
    const policyAt = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''
    assert.ok((await policyAt(platform.at.console)).includes(new URL(relay.url).origin))
    assert.doesNotMatch(await policyAt(platform.at.console), /walletconnect/)
    const config = (await (await fetch(`${platform.at.console}/config.json`)).json()) as { walletConnect: unknown }
    assert.deepEqual(config.walletConnect, { projectId: 'test', relayUrl: relay.url })
  })

  test("causes no errors in the browser's console, and leaves nothing in its storage", async () => {
    for (const tab of tabs()) {
      assert.deepEqual(withoutStatuses(tab.complaints, 400, 401, 404), [])
      const kept = await tab.page.evaluate<string[]>(
        'Object.keys(localStorage).filter((key) => /wc|wallet/i.test(key))',
      )
      const stores = await tab.page.evaluate<unknown[]>('indexedDB.databases()')
      assert.deepEqual([kept, stores], [[], []])
    }
  })

  /** Requests a new wallet of Ada and Ben. Ends on the request's screen. */
  async function askForWallet(tab: Tab): Promise<void> {
    const { page } = tab
    await open(tab, '/wallets/new')
    await page.getByRole('textbox', { name: 'Account', exact: true }).nth(1).fill(BEN)
    await page.getByRole('textbox', { name: 'Name', exact: true }).nth(0).fill('Ada')
    await page.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('Ben')
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    await page.getByLabel('Name of the wallet').fill('Treasury')
    await button(page, 'Next').click()
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
  }
})
