/** A list of payments in several requests, and a request that takes the place of another. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signBlindly } from '@quorate/quorate/testing'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  HOME,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** More receivers than one transaction takes, as a German spreadsheet has them. */
const RECEIVERS = Array.from({ length: 10 }, (_, index) => `0.0.${1002 + index}`)
const LINES = RECEIVERS.map((id, index) => `${id};${index === 0 ? '1.500,50 ℏ' : '1,25'}`)
const LIST = `Empfänger;Betrag\n${LINES.join('\n')}`

describe('A list of payments and a replaced request', { skip: skipped }, () => {
  let stage: Stage
  let walletId: string
  let ada: Tab
  let ben: Tab
  before(async () => {
    stage = await openStage()
    const client = await memberOf(stage.platform, ADA)
    const owners = [
      { wallet: ADA, name: 'Ada' },
      { wallet: BEN, name: 'Ben' },
    ]
    const request = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Kasse', balance: '500000000000', settings: { threshold: 2, owners } },
    })
    await signBlindly(client, request)
    const { jobId, bytes } = request
    const made = await client.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    walletId = made.walletId ?? assert.fail()
    ada = await openTab(stage.browser, stage.platform.at.console)
    ben = await openTab(stage.browser, stage.platform.at.console, GERMAN_PHONE)
    await signIn(ada, ADA)
    await signIn(ben, BEN)
  })
  after(async () => {
    await stage?.close()
  })

  test('is requested on a phone, and signed by both as one', async () => {
    const { page } = ben
    await open(ben, `/wallets/${walletId}/pay`)
    await page.getByLabel('Empfänger und Beträge').fill(LIST)
    await page.getByTestId('payments').getByText('10 Zahlungen:').waitFor()
    await page.getByLabel('Verwendungszweck').fill('Honorare')
    await page.getByLabel('Zu einem Zeitpunkt').check()
    await page.getByLabel('Datum und Uhrzeit').fill(inTwoDays())
    await button(page, '2 Anträge erstellen').click()
    await page.getByTestId('group-trusted').waitFor()
    await page.getByTestId('group-total').getByText('1.511,75').waitFor()
    await page.getByTestId('group-left').getByText('Ada').waitFor()
    await assertAccessible(ben)
    await assertFits(ben)
    await button(page, 'Alle 2 Anträge unterschreiben').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Kasse').first().waitFor()
    await dialog.getByText('Honorare').first().waitFor()
    await dialog.getByText('1.511,75').waitFor()
    await dialog.getByRole('button', { name: 'Alle 2 Anträge unterschreiben' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await open(ada, new URL(page.url()).pathname)
    await ada.page.getByTestId('group-left').getByText('Ada').waitFor()
    await button(ada.page, 'Sign all 2 requests').click()
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign all 2 requests' }).click()
    await ada.page.getByText('2 are fully signed').waitFor()
    await assertAccessible(ada)
    await page.getByText('2 sind vollständig unterschrieben').waitFor()
  })

  test('is warned of part by part, and rejected as a whole, from the part on at which it stopped', async () => {
    const { page } = ben
    await open(ben, `/wallets/${walletId}/pay`)
    // The second part takes more than the wallet has.
    await page.getByLabel('Empfänger und Beträge').fill(LIST.replace('0.0.1011;1,25', '0.0.1011;9.000,00'))
    await page.getByLabel('Zu einem Zeitpunkt').check()
    await page.getByLabel('Datum und Uhrzeit').fill(inTwoDays())
    await button(page, '2 Anträge erstellen').click()
    await page.getByTestId('group-trusted').waitFor()
    const warning = page.getByTestId('part-problems')
    await warning.getByText('Teil 2 von 2 einer Liste').waitFor()
    await warning.locator('.in-line').getByText(walletId).waitFor()
    assert.equal(await warning.count(), 1)
    await assertAccessible(ben)
    await assertFits(ben)
    await open(ada, new URL(page.url()).pathname)
    await button(ada.page, 'Reject all 2 requests').click()
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByLabel('Reason (optional)').fill('Twice as much')
    let calls = 0
    await ada.page.route('**/multisig/transaction/reject/*', (route) =>
      ++calls >= 2
        ? route.fulfill({ status: 503, json: { statusCode: 503, error: '', code: 'MIRROR_AWAY', message: 'Later' } })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Reject all 2 requests' }).click()
    await dialog.getByTestId('parts-left').getByText('part 2.').waitFor()
    await assertAccessible(ada)
    await ada.page.unroute('**/multisig/transaction/reject/*')
    await dialog.getByRole('button', { name: 'Reject 1 request' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button(page, 'Alle 2 Anträge zurückziehen').or(page.getByText('2 wurden nicht ausgeführt')).first().waitFor()
  })

  test('is corrected by another request, which ends it', async () => {
    const { page } = ada
    await open(ada, `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(CLAIRE)
    await page.getByLabel('Amount').fill('1500.50')
    await page.getByLabel('At a time').check()
    await page.getByLabel('Date and time').fill(inTwoDays())
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    const old = new URL(page.url()).pathname
    await page.getByRole('link', { name: 'Replace' }).click()
    await page.getByTestId('replacing').getByText('Both have the same transaction id').waitFor()
    await assertAccessible(ada)
    await page.getByLabel('Amount').fill('1500.05')
    await button(page, 'Create request').click()
    await page.getByRole('heading', { level: 1, name: /Send 1,500.05 ℏ/ }).waitFor()
    const next = new URL(page.url()).pathname
    await open(ben, old)
    await ben.page
      .getByTestId('replacement')
      .getByText('Jede Unterschrift unter den neuen Antrag lehnt diesen ab')
      .waitFor()
    await assertAccessible(ben)
    await assertFits(ben)
    await button(page, 'Review and sign').click()
    await page.getByRole('dialog').getByText('Replaces another request').waitFor()
    await button(page, 'Sign').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await ben.page.getByTestId('replaced').getByRole('link', { name: 'Neuen Antrag öffnen' }).click()
    await ben.page.waitForURL(`**${next}`)
    await ben.page.getByRole('heading', { level: 1, name: /Sende 1\.500,05 ℏ/ }).waitFor()
    await assertFits(ben)
    assert.deepEqual(withoutStatuses([...ada.complaints, ...ben.complaints], 503), [])
  })

  test('is corrected by a request of another form, which begins with its payment and time', async () => {
    const { page } = ada
    await open(ada, `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(CLAIRE)
    await page.getByLabel('Amount').fill('7.25')
    await page.getByLabel('At a time').check()
    await page.getByLabel('Date and time').fill(inTwoDays())
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    const old = new URL(page.url()).pathname.split('/').at(-1) ?? assert.fail()
    await page.getByRole('link', { name: 'Replace' }).click()
    await page.getByTestId('replacing').waitFor()
    await page.getByRole('link', { name: 'Other transaction' }).click()
    await page.getByRole('heading', { level: 1, name: 'Other transaction' }).waitFor()
    await page.getByTestId('replacing').getByText('Both have the same transaction id').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Pay several' }).click()
    await page.getByTestId('replacing').getByText('Both have the same transaction id').waitFor()
    await page.getByTestId('payments').getByText('1 payment:').waitFor()
    const list = page.getByLabel('Receivers and amounts')
    assert.equal(await list.inputValue(), `${CLAIRE}; 7.25`)
    await assertAccessible(ada)
    await list.fill(`${CLAIRE}; 7.25\n${BEN}; 1`)
    await button(page, 'Create request').click()
    await page.getByRole('heading', { level: 1, name: /Send 8.25 ℏ/ }).waitFor()
    const next = new URL(page.url()).pathname.split('/').at(-1) ?? assert.fail()
    const client = await memberOf(stage.platform, ADA)
    const { replaces, transactionId } = await client.multisig.get('/multisig/transaction/status/{jobId}', {
      path: { jobId: next },
    })
    assert.deepEqual(replaces, { jobId: old, transactionId })
    assert.deepEqual(withoutStatuses([...ada.complaints, ...ben.complaints], 503), [])
  })

  test('says that the ledger keeps the replaced request until its deletion is signed', async () => {
    const { page } = ada
    const sign = async () => {
      await button(page, 'Review and sign').click()
      await button(page, 'Sign').click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await open(ada, `/wallets/${walletId}/ask`)
    await page.getByLabel('To account').fill(CLAIRE)
    await page.getByLabel('Amount').fill('94.38')
    await page.getByLabel('By a date').check()
    const end = inTwoDays()
    await page.getByLabel('Date and time').fill(end)
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await sign()
    await page.getByRole('link', { name: 'Replace' }).click()
    await page.getByTestId('replacing').waitFor()
    await page.getByLabel('Amount').fill('98.38')
    // The form begins with the end of the old request.
    assert.equal(await page.getByLabel('By a date').isChecked(), true)
    assert.equal(await page.getByLabel('Date and time').inputValue(), end)
    await button(page, 'Create request').click()
    await page.getByRole('heading', { level: 1, name: /Send 98.38 ℏ/ }).waitFor()
    const next = new URL(page.url()).pathname
    assert.equal(await page.getByTestId('old-on-ledger').count(), 0)
    await sign()
    const kept = page.getByTestId('old-on-ledger')
    await kept.getByText('The old request can still be executed').waitFor()
    await assertAccessible(ada)
    await open(ben, next)
    await ben.page.getByTestId('old-on-ledger').getByText('Der alte Antrag kann noch ausgeführt werden').waitFor()
    await assertFits(ben)
    // Home says so to every owner, and its requester can end it.
    await open(ada, '/')
    await page.getByTestId('still-kept').getByText('You can sign its deletion').waitFor()
    await assertAccessible(ada)
    await open(ben, '/')
    await ben.page.getByTestId('still-kept').getByText('Ada kann die Löschung unterschreiben').waitFor()
    await assertAccessible(ben)
    await assertFits(ben)
    await open(ada, next)
    await kept.getByRole('link', { name: 'Open the old request, and sign its deletion' }).click()
    await page.getByTestId('replaced').waitFor()
    // The ledger has the signature of the requester, who has replaced the request since.
    await page.getByTestId('signed').getByText('1 of 2').waitFor()
    await sign()
    await open(ada, next)
    await page.getByRole('heading', { level: 1, name: /Send 98.38 ℏ/ }).waitFor()
    await page.getByTestId('replacing').waitFor()
    await kept.waitFor({ state: 'hidden' })
    await open(ada, '/')
    await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    await page.getByTestId('still-kept').waitFor({ state: 'hidden' })
    assert.deepEqual(withoutStatuses([...ada.complaints, ...ben.complaints], 503), [])
  })

  test('is kept as a template, which fills in the form of the other owner', async () => {
    const { page } = ada
    const [first, second] = [BEN, CLAIRE]
    await open(ada, `/wallets/${walletId}/pay`)
    assert.equal(await button(page, 'Save as template').isDisabled(), true)
    await page.getByLabel('Receivers and amounts').fill(`${first}; 2.5\n${second}; 1`)
    await page.getByLabel('Purpose').fill('Wages')
    await button(page, 'Save as template').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the template').fill('Monthly <b>wages</b>')
    await assertAccessible(ada)
    await page.keyboard.press('Enter')
    await page.getByText('Saved as “Monthly <b>wages</b>”').waitFor()
    // Saving creates no request, and leaves the form as it is.
    assert.equal(await page.getByLabel('Purpose').inputValue(), 'Wages')
    await page.getByLabel('Receivers and amounts').fill(`${first}; 3`)
    await button(page, 'Save as template').click()
    await dialog.getByLabel('Name of the template').fill('Monthly <b>wages</b>')
    await page.keyboard.press('Enter')
    await dialog.getByText('already has a template with this name').waitFor()
    await button(page, 'Replace the old one').click()
    await dialog.waitFor({ state: 'hidden' })

    await open(ben, `/wallets/${walletId}/ask`)
    await ben.page.getByText('Vorlagen').click()
    const templates = ben.page.getByTestId('templates')
    await templates.getByText('1 Zahlung · Wages').waitFor()
    await assertAccessible(ben)
    await assertFits(ben)
    await templates.getByRole('link', { name: 'Vorlage Monthly <b>wages</b> verwenden' }).click()
    await ben.page.getByTestId('from-template').getByText('Prüfe Empfänger und Beträge').waitFor()
    assert.equal(await ben.page.getByLabel('Empfänger und Beträge').inputValue(), `${first}; 3`)
    assert.equal(await ben.page.getByLabel('Verwendungszweck').inputValue(), 'Wages')
    await assertAccessible(ben)
    await assertFits(ben)
    await ben.page.getByLabel('Jetzt').check()
    await button(ben.page, 'Antrag erstellen').click()
    await ben.page.getByRole('heading', { level: 1, name: /Sende 3 ℏ/ }).waitFor()
    assert.equal(await ben.page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')

    await open(ada, `/wallets/${walletId}/pay?again`)
    await page.getByText('Templates').click()
    await button(page, 'Delete the template Monthly <b>wages</b>').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByTestId('templates').waitFor({ state: 'detached' })
    // A name that is taken is reported as an error of the network.
    assert.deepEqual(withoutStatuses([...ada.complaints, ...ben.complaints], 503, 409), [])
  })

  const inTwoDays = (): string => new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 16)
})
