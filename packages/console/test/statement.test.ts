/** The statement of a wallet: what a treasurer prints, and hands to the auditors. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { Client, Hbar, PrivateKey, TokenCreateTransaction, TransferTransaction } from '@hiero-ledger/sdk'
import { signBlindly } from '@quorate/quorate/testing'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  assertTexts,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
  takePicture,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE, KEYS, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('The statement of a wallet', { skip: skipped }, () => {
  let stage: Stage
  let sdk: Client
  let walletId: string
  let tab: Tab
  before(async () => {
    stage = await openStage()
    const [ada, ben] = [await memberOf(stage.platform, ADA), await memberOf(stage.platform, BEN)]
    const ask = (operation: string, body: object) =>
      ada.multisig.post(`/multisig/wallet/${operation}/request` as never, { body } as never) as Promise<never>
    const executed = async (operation: string, { jobId, bytes }: { jobId: string; bytes: string }) =>
      ada.multisig.post(`/multisig/wallet/${operation}/execute` as never, { body: { jobId, bytes } } as never)
    const creation = await ask('create', {
      ...{ name: 'Kasse', balance: '500000000000', maxAutomaticTokenAssociations: -1 },
      settings: {
        threshold: 2,
        owners: [
          { wallet: ADA, name: 'Ada' },
          { wallet: BEN, name: 'Ben' },
        ],
      },
    })
    await signBlindly(ada, creation)
    walletId = ((await executed('create', creation)) as { walletId: string }).walletId
    sdk = Client.forNetwork({ [stage.platform.at.ledger]: '0.0.3' }).setOperator(
      BEN,
      PrivateKey.fromStringED25519(KEYS[BEN]),
    )
    const euro = await new TokenCreateTransaction()
      .setTokenName('Euro')
      .setTokenSymbol('EURH')
      .setDecimals(2)
      .setInitialSupply(1_000_000)
      .setTreasuryAccountId(BEN)
      .execute(sdk)
    const { tokenId } = await euro.getReceipt(sdk)
    const dues = new TransferTransaction()
      .addHbarTransfer(BEN, new Hbar(-640))
      .addHbarTransfer(walletId, new Hbar(640))
      .addTokenTransfer(tokenId ?? assert.fail(), BEN, -5_130_00)
      .addTokenTransfer(tokenId ?? assert.fail(), walletId, 5_130_00)
      .setTransactionMemo('Dues, November')
    await (await dues.execute(sdk)).getReceipt(sdk)
    const payment = await ask('withdraw', {
      ...{ walletId, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 510_000_000_00 },
      memo: 'Invoice 4711',
    })
    const payments = [
      { receiverId: BEN, tokenId: 'HBAR', amount: 1_250_000_00 },
      { receiverId: CLAIRE, tokenId: 'HBAR', amount: 2_500_000_00 },
    ]
    const wages = await ask('pay', { walletId, payments, memo: 'Wages' })
    for (const [operation, request] of [
      ['withdraw', payment],
      ['pay', wages],
    ] as const) {
      for (const owner of [ada, ben])
        await signBlindly(owner, { ...(request as { jobId: string; bodyBytes: string }), walletId })
      await executed(operation, request)
    }
    tab = await openTab(stage.browser, stage.platform.at.console)
    await signIn(tab, ADA)
  })
  after(async () => {
    sdk?.close()
    await stage?.close()
  })

  const cellsOf = (page: Page, row: number) =>
    page.getByTestId('sums').locator('tbody tr').nth(row).locator('td').allInnerTexts()
  const saved = async (page: Page, name: string): Promise<string> => {
    const download = page.waitForEvent('download')
    await button(page, name).click()
    return readFile(await (await download).path(), 'utf8')
  }

  test('adds the month up from balance to balance, and names who signed', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Statement by month' }).click()
    const table = page.getByTestId('statement')
    await table.getByText('Invoice 4711').waitFor()
    await table.getByText('Ada').first().waitFor()
    const [hbars, opening, received, paid, , closing] = await cellsOf(page, 0)
    assert.deepEqual([hbars, opening, received, paid], ['ℏ', '0', '5,640', '−513.75'])
    const { balance } = (await (
      await fetch(`${stage.platform.mirror}/api/v1/accounts/${walletId}?transactions=false`)
    ).json()) as { balance: { balance: number } }
    const [whole = '', fraction = ''] = closing?.replaceAll(',', '').split('.') ?? []
    assert.equal(Number(whole + fraction.padEnd(8, '0')), balance.balance)
    assert.deepEqual((await cellsOf(page, 1)).slice(1), ['0', '5,130', '0', '', '5,130'])
    await table.getByText('−510 ℏ').waitFor()
    await assertTexts(table.getByTestId('receivers').locator('li'), ['0.0.1024: 2.5 ℏ', 'Ben (0.0.1023): 1.25 ℏ'])
    await assertAccessible(tab)
    await assertFits(tab)
    if (process.env.PICTURES) await takePicture(tab, `${process.env.PICTURES}/statement.png`)
  })

  test('is saved as CSV and JSON with decimal amounts, and printed without the navigation', async () => {
    const { page } = tab
    const csv = await saved(page, 'Download CSV')
    assert.match(csv, /payment,HBAR,HBAR,-510,\d+(\.\d+)?,0\.0\.1023,Ben,Invoice 4711,Ada; Ben,[0-9a-f-]{36},SUCCESS/)
    assert.match(csv, /payment,0\.0\.\d+,EURH,5130,5130,0\.0\.1023,Ben,"Dues, November",,,SUCCESS/)
    const json = JSON.parse(await saved(page, 'JSON'))
    assert.deepEqual([json.wallet, json.assets[1].closing, json.assets[0].unexplained], [walletId, '5130', '0'])
    await page.emulateMedia({ media: 'print' })
    assert.equal(await button(page, 'Download CSV').isVisible(), false)
    assert.equal(await page.getByTestId('statement').isVisible(), true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('has all its columns on paper, in dark ink, whatever the theme', async () => {
    const dark = await openTab(stage.browser, stage.platform.at.console, { colorScheme: 'dark' })
    await signIn(dark, ADA)
    await open(dark, `/wallets/${walletId}/statement`)
    const { page } = dark
    const table = page.getByTestId('statement')
    await table.getByText('Ben').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    // A4 with the margins of a browser.
    await page.setViewportSize({ width: 718, height: 1000 })
    for (const name of ['Signed by', 'Balance after'])
      assert.equal(await table.getByRole('columnheader', { name }).isVisible(), true, name)
    const end = await page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('table')].map((one) => one.getBoundingClientRect().right))",
    )
    assert.ok(end <= 718, `a table ends at ${end}`)
    const ink = await page.evaluate<string>("getComputedStyle(document.querySelector('td .number')).color")
    assert.ok(
      /^rgb\((\d+), (\d+), (\d+)\)$/
        .exec(ink)
        ?.slice(1)
        .every((one) => Number(one) < 100),
      ink,
    )
    // A sheet in landscape is as wide as a tablet, whose navigation has a column.
    await page.setViewportSize({ width: 1047, height: 700 })
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    assert.ok(title && title.x < 150 && title.width > 400, JSON.stringify(title))
    await dark.context.close()
  })

  test('leads to the requests, and the request of its creation to the wallet', async () => {
    const { page } = tab
    const opening = page.getByTestId('statement').getByRole('row').last()
    await opening.locator('.signed-by').click()
    await page.getByRole('heading', { level: 1, name: /^Created the wallet/ }).waitFor()
    await page.getByRole('link', { name: 'Open the wallet' }).click()
    await page.getByRole('tab', { name: 'History' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/wallets/${walletId}`)
  })

  test('of a month before the wallet was there cannot be chosen, and fits a phone in German', async () => {
    const phone = await openTab(stage.browser, stage.platform.at.console, GERMAN_PHONE)
    await signIn(phone, ADA)
    await open(phone, `/wallets/${walletId}/statement?month=1999-01`)
    const { page } = phone
    await page.getByTestId('statement').getByText('Invoice 4711').waitFor()
    await page.getByRole('button', { name: 'Drucken' }).waitFor()
    await page.getByTestId('statement').locator('.signed-by').getByText('Ada').first().waitFor()
    // The balance has a column on wide screens, and a line here.
    await page.getByTestId('balance-after').filter({ hasText: 'Stand danach' }).first().waitFor()
    assert.equal(await page.getByLabel('Monat').locator('option').count(), 1)
    await assertAccessible(phone)
    await assertFits(phone)
    if (process.env.PICTURES) await takePicture(phone, `${process.env.PICTURES}/statement-phone.png`)
    await phone.context.close()
  })

  test("causes no errors in the browser's console", () => {
    // The mirror answers 404 for the account at the beginning of the month, before it was there.
    assert.deepEqual(withoutStatuses(tab.complaints, 404), [])
  })
})
