/** The address book, the e-mail address, the second factor and the sessions, on the settings screen. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { type TestSmtp, testSmtp } from '@quorate/platform/testing'
import type { PlatformProcess } from '@quorate/quorate/testing'
import jsQR from 'jsqr'
import { type TOTP, URI } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import {
  assertAccessible,
  assertFits,
  button,
  DESKTOP,
  GERMAN_PHONE,
  open,
  openTab,
  signIn,
  signOut,
  skipped,
  type Tab,
  unfold,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** An account on the ledger, and an account in the address book with the same first and last digits. */
const [LIKE_DORA, DORA] = ['0.0.1025', '0.0.10925']
const STEP_MS = 30_000

/**
 * With names in the address book, the list of suggestions has the same label as the field, so this selects the input.
 */
const accounts = (page: Page, name = 'Account') => page.getByLabel(name, { exact: true }).and(page.locator('input'))

/** Generates codes that the node accepts one after the other: each is valid once, and may be one step early or late. */
function codesOf(factor: TOTP): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor((Date.now() + 1_000) / STEP_MS) - 1)
    return factor.generate({ timestamp: last * STEP_MS })
  }
}

describe('The settings of the console', { skip: skipped }, () => {
  let smtp: TestSmtp
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  before(async () => {
    smtp = await testSmtp()
    stage = await openStage(() => ({ SMTP_URL: smtp.url, MAIL_FROM: 'quorate@node.example' }))
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console, { viewport: DESKTOP })
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(desktop, ADA)
    await signIn(phone, BEN)
  })
  after(async () => {
    await stage?.close()
    await smtp?.[Symbol.asyncDispose]()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  async function keepName({ page }: Tab, account: string, name: string): Promise<void> {
    await accounts(page).fill(account)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await button(page, 'Save the name').click()
    await page.getByRole('listitem').filter({ hasText: account }).filter({ hasText: name }).waitFor()
  }

  test('open from the navigation, and change language and theme permanently', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await page
      .getByRole('button', { name: /^Your account/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await assertAccessible(tab)
    await page.getByText('Dark', { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await assertAccessible(tab)
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await page.getByLabel('Sprache').selectOption('English')
    await page.getByText('As the device', { exact: true }).click()
    await page.locator('html[data-mantine-color-scheme=light]').waitFor()

    await open(small, '/settings')
    await small.page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test("show the user's own names with a mark wherever an account is shown", async () => {
    const [tab] = tabs()
    const { page } = tab
    await signOut({ page })
    await signIn(tab, ADA)
    await open(tab, '/settings')
    await accounts(page).fill('0.0.x')
    await page.getByLabel('Name', { exact: true }).fill('Ben')
    await button(page, 'Save the name').click()
    await page.getByText('An account is three numbers').waitFor()
    await keepName(tab, BEN, 'Benjamin')
    // Another account may have been meant, so the page asks before an account loses its name.
    await accounts(page).fill(BEN)
    await page.getByLabel('Name', { exact: true }).fill('Berta')
    await button(page, 'Save the name').click()
    await page.getByTestId('other-name').getByText(`You call ${BEN} “Benjamin”`).waitFor()
    await assertAccessible(tab)
    await page.getByRole('listitem').filter({ hasText: 'Benjamin' }).waitFor()
    await button(page, 'Call it “Berta” from now on').click()
    await page.getByRole('listitem').filter({ hasText: 'Berta' }).waitFor()
    // A name that the user chose to change is not asked about.
    await button(page, `Change the name of ${BEN}`).click()
    await page.getByLabel('Name', { exact: true }).fill('Big Ben')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'Big Ben' }).waitFor()
    await accounts(page).fill(CLAIRE)
    await page.getByLabel('Name', { exact: true }).fill('big ben')
    await button(page, 'Save the name').click()
    await page.getByText('Another account already has this name').waitFor()
    await assertAccessible(tab)
    await keepName(tab, DORA, 'Dora')

    await open(tab, '/wallets/new')
    const owner = accounts(page).nth(1)
    await owner.fill('big')
    await page.getByRole('option', { name: /Big Ben/ }).waitFor()
    await assertAccessible(tab)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await owner.inputValue(), BEN)
    await page.getByLabel('Name', { exact: true }).nth(1).fill('What others say')
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    await page.getByLabel('Name of the wallet').fill('Treasury')
    await page.getByLabel(/^First deposit/).fill('5')
    await button(page, 'Next').click()
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    const statements = page.locator('.statements').getByRole('listitem').filter({ hasText: BEN })
    await statements.getByText('Big Ben').waitFor()
    await statements.getByRole('img', { name: 'from your address book' }).waitFor()
    assert.equal(await page.getByText('What others say').count(), 0)
    await assertAccessible(tab)
  })

  test('flag an account that resembles a known one, in an input or in the bytes', async () => {
    const [tab] = tabs()
    const { page } = tab
    await button(page, 'Review and sign').click()
    await button(page, 'Sign').click()
    await button(page, 'Send now').click()
    await page.getByText('The ledger has executed it').waitFor()
    await page.locator('header').getByRole('link', { name: 'Treasury' }).click()
    await page.getByRole('link', { name: 'New request' }).click()
    await accounts(page, 'To account').fill(LIKE_DORA)
    await page.getByTestId('resembles').getByText(`Looks like Dora ${DORA}, but is another account`).waitFor()
    await assertAccessible(tab)
    await page.getByLabel('Amount').fill('0.5')
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await unfold({ page })
    const flagged = page.locator('.statements dd').filter({ hasText: LIKE_DORA })
    await flagged.getByTestId('resembles').waitFor()
    await assertAccessible(tab)
    // The neighbour of a known account does not resemble it.
    await open(tab, '/settings')
    await accounts(page).fill(CLAIRE)
    await page.getByText(/With its checksum/).waitFor()
    assert.equal(await page.getByTestId('resembles').count(), 0)
    await accounts(page).fill('')
    await button(page, `Remove ${DORA}`).click()
    await page.getByRole('listitem').filter({ hasText: DORA }).waitFor({ state: 'detached' })
  })

  test('save the address book as a file, which another browser imports or refuses as a whole', async () => {
    const [tab, small] = tabs()
    const coming = tab.page.waitForEvent('download')
    await button(tab.page, 'Export to a file').click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'quorate-address-book.json')
    const text = await readFile(await download.path(), 'utf8')
    assert.deepEqual(JSON.parse(text).entries, [{ chain: 'hedera:devnet', account: BEN, name: 'Big Ben' }])

    const { page } = small
    await open(small, '/settings')
    const takeIn = async (content: string): Promise<void> => {
      const choosing = page.waitForEvent('filechooser')
      await button(page, 'Datei importieren').click()
      const file = { name: 'book.json', mimeType: 'application/json', buffer: Buffer.from(content) }
      await (await choosing).setFiles(file)
    }
    await takeIn(text.replace('Big Ben', 'Big \\u202eBen'))
    await page.getByText('Nichts wurde importiert').waitFor()
    assert.equal(await page.getByRole('listitem').filter({ hasText: BEN }).count(), 0)
    await takeIn(text)
    await page.getByText('1 Name wurde hinzugefügt').waitFor()
    await takeIn(text.replace('Big Ben', 'Not Ben'))
    await page.getByText(/Nicht importiert.*Not Ben/).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Big Ben' }).waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await button(page, `${BEN} entfernen`).click()
    await page.getByText('Noch keine Namen').waitFor()
  })

  test('confirm an e-mail address by the code that is sent to it, remind there, and remove it', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    const card = page.getByTestId('email')
    const address = card.getByLabel('E-mail address')
    await address.fill('ada')
    await button(page, 'Send a code').click()
    await card.getByText('An address such as ada@example.org').waitFor()
    await address.fill('ada@example.org')
    await button(page, 'Send a code').click()
    await card.getByText('A code is on its way').waitFor()
    await assertAccessible(tab)
    const [mail] = await smtp.to('ada@example.org')
    const code = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    await card.getByLabel('Code from the message').fill('0000-0000-0000-0000')
    await button(page, 'Confirm').click()
    await card.getByText('This code is wrong. Enter the code from our newest message.').waitFor()
    await card.getByLabel('Code from the message').fill(` ${code.toLowerCase().replaceAll('-', ' ')} `)
    await button(page, 'Confirm').click()
    await card.getByTestId('confirmed').getByText('ada@example.org').waitFor()
    const messages = page.getByTestId('messages')
    await messages.getByLabel('Remind me').check()
    await page.reload()
    await messages.getByRole('checkbox', { name: 'Remind me', checked: true }).waitFor()
    await messages.getByLabel('my signature is wanted').check()
    await messages.getByLabel('Remind me').uncheck()
    await page.reload()
    await messages.getByRole('checkbox', { name: 'my signature is wanted', checked: true }).waitFor()
    await messages.getByRole('checkbox', { name: 'Remind me', checked: false }).waitFor()
    await messages.getByRole('checkbox', { name: 'a request was executed', checked: false }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await assertAccessible(tab)
    await button(page, 'Remove the address').click()
    await card.getByTestId('confirmed').waitFor({ state: 'detached' })
    await smtp.to('ada@example.org', 2)

    await open(small, '/settings')
    await small.page.getByLabel('E-Mail-Adresse').fill(`${'b'.repeat(60)}@${'example.'.repeat(10)}org`)
    await button(small.page, 'Code senden').click()
    await small.page.getByText('Ein Code ist unterwegs').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('set up a second factor with a QR code, ask for its code at sign-in, and remove it', async () => {
    const [tab] = tabs()
    const { page } = tab
    const card = page.getByTestId('second-factor')
    await card.getByRole('button', { name: 'Set it up' }).click()
    const code = card.getByRole('img', { name: 'QR code for the authenticator app' })
    const { data, width, height } = PNG.sync.read(await code.screenshot())
    const uri = jsQR.default(new Uint8ClampedArray(data), width, height)?.data ?? ''
    const factor = URI.parse(uri) as TOTP
    const next = codesOf(factor)
    assert.equal(await page.getByTestId('secret').innerText(), factor.secret.base32)
    await assertAccessible(tab)
    await card.getByRole('textbox').fill('12')
    await button(page, 'Turn on').click()
    await card.getByText('Six digits', { exact: true }).waitFor()
    // A phone reloads the page when the user is back from the app.
    await page.reload()
    await card.getByText('Setup was started, but no code was entered').waitFor()
    await assertAccessible(tab)
    await card.getByRole('textbox').fill(next())
    await button(page, 'Turn on').click()
    await card.getByText('In use').waitFor()
    const codesShown = async () => {
      await card.getByTestId('recovery-codes').waitFor()
      return card.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts()
    }
    const codes = await codesShown()
    assert.equal(codes.length, 10)
    await assertAccessible(tab)
    await assertFits(tab)
    const saved = page.waitForEvent('download')
    await button(page, 'Save as a file').click()
    const text = await readFile(await (await saved).path(), 'utf8')
    assert.ok(text.startsWith(`Recovery codes of ${ADA} on hedera:devnet.`) && text.endsWith(`${codes.join('\n')}\n`))
    await button(page, 'I have kept them').click()
    await card.getByText('10 recovery codes are left').waitFor()
    await assertAccessible(tab)

    await signOut({ page })
    await page.getByLabel('Development account').last().selectOption(ADA)
    await button(page, 'Sign in').click()
    await page.getByText('This account has a second factor').waitFor()
    await page.getByLabel('Code of the second factor').fill(next())
    await button(page, 'Sign in').click()
    await card.getByText('In use').waitFor()
    await card.getByRole('button', { name: 'Make new recovery codes' }).click()
    await card.getByRole('textbox').fill(next())
    await button(page, 'Make new recovery codes').click()
    const [first = '', second = ''] = await codesShown()
    assert.ok(first !== '' && !codes.includes(first))
    await button(page, 'I have kept them').click()

    // The authenticator is lost: one code signs in, and another ends the second factor.
    await signOut({ page })
    await page.getByLabel('Development account').last().selectOption(ADA)
    await button(page, 'Sign in').click()
    await page.getByText('This account has a second factor').waitFor()
    await page.getByLabel('Code of the second factor').fill('000000')
    await button(page, 'Sign in').click()
    await page.getByText('The code is wrong or was used').waitFor()
    await button(page, 'Use a recovery code').click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(` ${first.toLowerCase()} `)
    await assertAccessible(tab)
    await button(page, 'Sign in').click()
    await card.getByText('9 recovery codes are left').waitFor()
    await button(page, 'Use a recovery code').click()
    await card.getByRole('textbox').fill(second)
    await button(page, 'Turn off the second factor').click()
    await card.getByText('Off').waitFor()
  })

  test('list the sessions of the account, and end one of them', async () => {
    const other = await openTab(browser, platform.at.console)
    await signIn(other, CLAIRE)
    const mine = await openTab(browser, platform.at.console)
    await signIn(mine, CLAIRE)
    await open(mine, '/settings')
    const list = mine.page.getByTestId('sessions')
    await list.getByText('Chrome, Linux').first().waitFor()
    assert.equal(await list.getByRole('listitem').count(), 2)
    await list.getByText('this one').waitFor()
    await assertAccessible(mine)
    await list.getByRole('button', { name: /^End: / }).click()
    await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    await other.page.reload()
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await other.context.close()
    await mine.context.close()
  })

  test('end all sessions of the account, on every device', async () => {
    const [tab] = tabs()
    const other = await openTab(browser, platform.at.console)
    await signIn(other, ADA)
    await button(tab.page, 'End all sessions').click()
    await tab.page.getByRole('dialog').waitFor()
    await assertAccessible(tab)
    await tab.page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
    await tab.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await other.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await other.context.close()
  })

  test("cause no errors in the browser's console", () => {
    for (const { complaints } of tabs()) assert.deepEqual(withoutStatuses(complaints, 401, 422), [])
  })
})
