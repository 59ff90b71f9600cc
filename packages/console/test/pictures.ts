/**
 * Takes screenshots of every screen for review: `node packages/console/test/pictures.ts <folder>`. A second argument
 * limits the looks, such as `desktop-light-en,phone-dark-de`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startProcess } from '@quorate/quorate/testing'
import type { Locator } from 'playwright-core'
import { button, DESKTOP, open, openBrowser, openTab, PHONE, signIn, type Tab, takePicture } from './browser.ts'
import { ADA, BEN, CLAIRE } from './people.ts'

const [folder = 'pictures', only = ''] = process.argv.slice(2)
const STATUS = '**/api/multisig/multisig/transaction/status/*'

const words = {
  en: {
    ...{
      locale: 'en-GB',
      account: 'Account',
      name: 'Name',
      next: 'Next',
      wallet: 'Name of the wallet',
      to: 'To account',
    },
    ...{
      deposit: /^First deposit/,
      create: 'Create request',
      look: 'Review and sign',
      sign: 'Sign',
      ask: 'Create request',
    },
    ...{ execute: 'Send now', reached: 'The ledger has executed it', amount: /^Amount/, reject: 'Reject' },
    ...{ owner: 'Owner', device: 'Another device', use: 'Use this key', book: 'Address book' },
  },
  de: {
    ...{ locale: 'de-DE', account: 'Konto', name: 'Name', next: 'Weiter', wallet: 'Name der Wallet', to: 'An Konto' },
    ...{ deposit: /^Erste Einzahlung/, create: 'Antrag erstellen', look: 'Prüfen und unterschreiben' },
    ...{
      sign: 'Unterschreiben',
      ask: 'Antrag erstellen',
      execute: 'Jetzt senden',
      reached: 'Das Ledger hat es ausgeführt',
    },
    ...{ amount: /^Betrag/, reject: 'Ablehnen' },
    ...{ owner: 'Eigentümer', device: 'Anderes Gerät', use: 'Diesen Schlüssel verwenden', book: 'Adressbuch' },
  },
}

const looks = [DESKTOP, PHONE].flatMap((viewport) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['en', 'de'] as const).map((language) => ({ viewport, colorScheme, language })),
  ),
)

const data = await mkdtemp(join(tmpdir(), 'quorate-console-'))
const platform = await startProcess({ ...(await freePorts()), DATA_DIR: data })
const browser = await openBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const { viewport, colorScheme, language } of looks) {
    const name = `${viewport === PHONE ? 'phone' : 'desktop'}-${colorScheme}-${language}`
    if (only === '' || only.split(',').includes(name)) await take(name, { viewport, colorScheme, language })
  }
} finally {
  await browser.close()
  await platform.stop()
  await rm(data, { recursive: true, force: true })
}

async function take(name: string, { viewport, colorScheme, language }: (typeof looks)[number]): Promise<void> {
  const text = words[language]
  const look = { viewport, colorScheme, locale: text.locale }
  const ada = await openTab(browser, platform.at.console, look)
  const ben = await openTab(browser, platform.at.console, look)
  const { page } = ada
  let count = 0
  const picture = async (what: string, tab: Tab = ada, isWhole = true): Promise<void> => {
    count++
    const path = join(folder, `${name}-${String(count).padStart(2, '0')}-${what}.png`)
    if (isWhole) await takePicture(tab, path)
    else await tab.page.screenshot({ path })
  }

  const part = async (what: string, locator: Locator): Promise<void> => {
    count++
    await locator.screenshot({ path: join(folder, `${name}-${String(count).padStart(2, '0')}-${what}.png`) })
  }

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await picture('connect')
  await signIn(ada, ADA)
  await signIn(ben, BEN)
  await picture('home')
  if (viewport === PHONE) {
    await page.locator('.tabbar button').click()
    await picture('menu', ada, false)
    await page.keyboard.press('Escape')
  }
  await open(ada, '/wallets')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await picture('wallets')
  await open(ada, '/wallets/new')
  const accounts = page.getByRole('textbox', { name: text.account, exact: true })
  await accounts.nth(1).fill('0.0')
  await button(ada.page, text.next).click()
  await picture('new-wallet-fault')
  await accounts.nth(1).fill(BEN)
  await page.getByRole('textbox', { name: text.name, exact: true }).nth(0).fill('Ada')
  await page.getByRole('textbox', { name: text.name, exact: true }).nth(1).fill('Ben')
  await button(ada.page, text.next).click()
  await picture('new-wallet-rule')
  await button(ada.page, text.next).click()
  await page.getByLabel(text.wallet).fill('Treasury')
  await page.getByLabel(text.deposit).fill('25')
  await picture('new-wallet-details')
  await button(ada.page, text.next).click()
  await picture('new-wallet-check')
  await button(ada.page, text.create).click()
  await page.getByTestId('verdict').waitFor()
  await picture('request-create')
  await button(ada.page, text.look).click()
  await page.getByRole('dialog').waitFor()
  await picture('approve', ada, false)
  await button(ada.page, text.sign).click()
  await button(ada.page, text.execute).click()
  await page.getByText(text.reached).waitFor()
  await picture('request-done')
  await open(ada, '/wallets')
  await page
    .locator('main')
    .getByRole('link', { name: /^Treasury/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor()
  const { pathname } = new URL(page.url())

  const askToPay = async (amount: string): Promise<string> => {
    await open(ada, '/wallets')
    await open(ada, `${pathname}/ask`)
    await page.getByLabel(text.to).fill(CLAIRE)
    await page.getByLabel(text.amount).fill(amount)
    if (amount === '1.5') await picture('ask')
    await button(ada.page, text.ask).click()
    await page.getByTestId('verdict').waitFor()
    return new URL(page.url()).pathname
  }
  const request = await askToPay('1.5')
  await button(ada.page, text.look).click()
  await button(ada.page, text.sign).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await open(ben, '/')
  await ben.page
    .locator('main')
    .getByText(/1[.,]5 ℏ/)
    .first()
    .waitFor()
  await picture('home-waiting', ben)
  await open(ben, request)
  await ben.page.getByTestId('verdict').waitFor()
  await ben.page.getByTestId('signed').waitFor()
  await picture('request-waiting', ben)
  await button(ben.page, text.reject).click()
  await ben.page.getByRole('dialog').getByRole('textbox').fill('?')
  await picture('reject', ben, false)
  await ben.page.keyboard.press('Escape')
  await ben.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(ben.page, text.look).click()
  await picture('approve-pay', ben, false)
  await ben.page.reload()
  await button(ben.page, text.look).click()
  const dialog = ben.page.getByRole('dialog')
  await dialog.getByText(text.device, { exact: true }).click()
  await button(ben.page, text.use).click()
  await button(ben.page, text.sign).click()
  await part('offline', dialog.locator('form').filter({ has: ben.page.getByTestId('offline-bytes') }))
  await ben.page.keyboard.press('Escape')
  await open(ada, `${pathname}/ask?kind=update`)
  await page.getByRole('radio').nth(1).click()
  await page.getByRole('radio').last().click()
  await page.getByLabel(text.owner, { exact: true }).fill(CLAIRE)
  await picture('ask-update')
  await page.getByRole('radio').nth(6).click()
  await button(ada.page, text.ask).click()
  await page.getByTestId('verdict').waitFor()
  await picture('request-update')
  const tampered = await askToPay('2')
  await ben.page.route(STATUS, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.bodyBytes = Buffer.from(
      Buffer.from(json.bodyBytes, 'base64').toString('hex').replace('188008', '188108'),
      'hex',
    ).toString('base64')
    await route.fulfill({ response, json })
  })
  await open(ben, tampered)
  await ben.page.getByTestId('verdict').waitFor()
  await picture('refused', ben)
  await open(ada, pathname)
  await page.getByRole('heading', { level: 1, name: 'Treasury' }).waitFor()
  for (const [index, tab] of (await page.getByRole('tab').all()).entries()) {
    await tab.click()
    await page.getByRole('tabpanel').getByText(/\S/).first().waitFor()
    await picture(`wallet-${index + 1}`)
  }
  await open(ada, '/wallets')
  await page
    .locator('main')
    .getByRole('link', { name: /Treasury/ })
    .waitFor()
  await picture('wallets-some')
  await open(ada, '/explorer')
  await page.locator('.of-ledger tbody tr').first().waitFor()
  await picture('explorer')
  await open(ada, pathname.replace('/wallets/', '/explorer/accounts/'))
  await page.locator('.of-ledger tbody tr').first().waitFor()
  await picture('explorer-account')
  await open(ada, '/validators')
  await page.getByRole('heading', { level: 1, name: /^Validator/ }).waitFor()
  await picture('validators')
  await open(ada, '/content')
  const choosing = page.waitForEvent('filechooser')
  await page.getByTestId('upload').getByRole('button').first().click()
  await (await choosing).setFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Nobody came.') })
  await page.getByTestId('uploaded').waitFor()
  const choosingFolder = page.waitForEvent('filechooser')
  await page.getByTestId('upload').getByRole('button').nth(1).click()
  await (await choosingFolder).setFiles(join(import.meta.dirname, '../src/service'))
  await page.getByTestId('uploaded').getByText('service').waitFor()
  await page.getByTestId('pinned').nth(1).waitFor()
  await picture('content')
  await page.getByTestId('pinned').first().getByRole('link').first().click()
  await page.getByTestId('tree').waitFor()
  await picture('content-folder')
  await open(ada, '/status')
  await page.getByTestId('verdict').waitFor()
  await page.getByTestId('machine').getByText('%').waitFor()
  await picture('status')
  await open(ada, '/settings')
  await page.getByTestId('second-factor').getByRole('button').first().click()
  await page.getByTestId('secret').waitFor()
  await picture('settings')
  const card = page.locator('.mantine-Card-root').filter({ has: page.getByRole('heading', { name: text.book }) })
  for (const [account, name] of [
    [BEN, 'Ben'],
    [CLAIRE, 'Claire'],
  ] as const) {
    await card.locator('form input').first().fill(account)
    await card.getByRole('textbox', { name: text.name, exact: true }).fill(name)
    await card.locator('form button').last().click()
    await card.getByRole('listitem').getByText(name).waitFor()
  }
  await part('address-book', card)
  await open(ada, '/development')
  await page.getByTestId('accounts').getByText('ℏ').last().waitFor()
  await picture('development')
  await page.keyboard.press('Control+K')
  await page.getByRole('listbox').waitFor()
  await picture('palette', ada, false)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await picture('help', ada, false)
  await page.keyboard.press('Escape')
  await open(ada, '/nowhere')
  await picture('not-found')
  await page.route('**/api/multisig/**', (route) => route.abort())
  await open(ada, '/wallets/0.0.1')
  await page.getByRole('alert').last().waitFor()
  await picture('failed')
  await Promise.all([ada.context.close(), ben.context.close()])
}
