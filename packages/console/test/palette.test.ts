/** The command palette and the help page: the search, and their use by keyboard. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import { fitting, fittingActions, type Target } from '../src/page/palette/targets.ts'
import { de, en } from '../src/page/texts/all.ts'
import { assertAccessible, assertFits, button, openTab, PHONE, signIn, skipped, type Tab } from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('The search of the command palette', () => {
  const targets: Target[] = [
    { kind: 'screen', name: 'Wallets', to: '/wallets' },
    { kind: 'wallet', name: 'Main treasury', id: '0.0.1040', to: '/wallets/0.0.1040' },
    { kind: 'wallet', name: 'Treasury of Ölberg', id: '0.0.1041', to: '/wallets/0.0.1041' },
    { kind: 'account', name: 'Ben', id: BEN, to: `/settings#${BEN}` },
    { kind: 'dao', name: 'O’Brien, Łódź – Straße', to: '/daos/1' },
  ]
  const names = (typed: string) => fitting(targets, typed).map(({ name }) => name)

  test('finds names that contain every word, ignoring case and accents', () => {
    assert.deepEqual(names('olberg TREASURY'), ['Treasury of Ölberg'])
    assert.deepEqual(names('wal'), ['Wallets'])
    assert.deepEqual(names('treasury x'), [])
    assert.deepEqual(names("o'brien lodz strasse"), ['O’Brien, Łódź – Straße'])
    assert.deepEqual(names('  '), names(''))
    assert.equal(names('').length, 5)
  })

  test('lists names that begin with the text, and ids that equal it, before other entries of their kind', () => {
    assert.deepEqual(names('treasury'), ['Treasury of Ölberg', 'Main treasury'])
    assert.deepEqual(names('0.0.1041'), ['Treasury of Ölberg'])
    assert.deepEqual(names('1023'), ['Ben'])
  })

  test('offers what can be begun in a wallet or DAO, with the amount that is typed', () => {
    const offered = (typed: string, language = 'en') =>
      fittingActions(targets, typed, { ...(language === 'en' ? en : de).palette, language }).map(
        ({ name, to }) => `${name} ${to}`,
      )
    const pay = '/wallets/0.0.1040/ask?kind=withdraw'
    assert.deepEqual(offered('pay main'), [
      `Pay from Main treasury… ${pay}`,
      'Pay several receivers from Main treasury… /wallets/0.0.1040/pay',
    ])
    assert.deepEqual(offered('pay 15 main'), [`Pay 15 ℏ from Main treasury… ${pay}&amount=1500000000`])
    assert.deepEqual(offered('main 1,234.5 hbar pay'), [`Pay 1,234.5 ℏ from Main treasury… ${pay}&amount=123450000000`])
    assert.deepEqual(offered('pay ℏ15 main'), offered('pay 15 ℏ main'))
    assert.deepEqual(offered('zahle 1,5 ℏ main', 'de'), [`Zahle 1,5 ℏ von Main treasury … ${pay}&amount=150000000`])
    // Either may be meant.
    assert.deepEqual(offered('pay 5,100 main'), [
      `Pay 5,100 ℏ from Main treasury… ${pay}&amount=510000000000`,
      `Pay 5.1 ℏ from Main treasury… ${pay}&amount=510000000`,
    ])
    assert.deepEqual(offered('owners olberg'), [
      'Change the owners of Treasury of Ölberg… /wallets/0.0.1041/ask?kind=update',
    ])
    assert.deepEqual(offered('propose lodz'), ['Propose something in O’Brien, Łódź – Straße… /daos/1/propose'])
    for (const none of ['', '15', 'main treasury', '0.0.1040', 'pay nobody']) assert.deepEqual(offered(none), [])
  })

  test('finds screens and what can be begun by other words for them, and umlauts as people type them', () => {
    const begun = (typed: string, texts = de) =>
      fittingActions(targets, typed, { ...texts.palette, language: texts === de ? 'de' : 'en' }).map(({ to }) => to)
    const pay = '/wallets/0.0.1040/ask?kind=withdraw'
    for (const word of ['zahle', 'zahlen', 'überweisen', 'ueberweisung', 'senden'])
      assert.equal(begun(`${word} main`)[0], pay, word)
    assert.deepEqual(begun('überweisen 1,5 main'), [`${pay}&amount=150000000`])
    for (const word of ['Eigentümer ändern', 'eigentuemer aendern'])
      assert.deepEqual(begun(`${word} main`), ['/wallets/0.0.1040/ask?kind=update'], word)
    assert.deepEqual(begun('auszug main'), ['/wallets/0.0.1040/statement'])
    for (const word of ['vorschlag', 'beantragen', 'abstimmung'])
      assert.deepEqual(begun(`${word} lodz`), ['/daos/1/propose'])
    assert.equal(begun('transfer main', en)[0], pay)
    assert.deepEqual(names('treasury oelberg'), ['Treasury of Ölberg'])
    for (const [texts, search] of [
      [en, 'search'],
      [de, 'suchen'],
    ] as const) {
      const screens = Object.entries(texts.palette.screenWords).map(
        ([to, words]): Target => ({ kind: 'screen', name: to, to, words }),
      )
      assert.deepEqual(
        fitting(screens, search).map(({ to }) => to),
        ['/explorer'],
      )
    }
  })

  test('returns at most thirty results', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      kind: 'account' as const,
      name: `N${index}`,
      to: `${index}`,
    }))
    assert.equal(fitting(many, 'n').length, 30)
  })
})

/** Waits until the palette's field has the focus. The palette is visible a moment before. */
const untilTyped = (page: Tab['page']) => page.locator('[role=combobox]:focus').waitFor()

describe('The command palette and the help', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    const client = await memberOf(platform, ADA)
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    await client.governance.post('/daos', {
      body: { name: 'Gardeners', description: 'They garden', ownerAddress: ADA, votingRules },
    })
    desktop = await openTab(browser, platform.at.console, { colorScheme: 'dark' })
    phone = await openTab(browser, platform.at.console, { viewport: PHONE, locale: 'de-DE' })
    const entries = [{ chain: 'hedera:devnet', account: BEN, name: 'Ben' }]
    const book = JSON.stringify({ kind: 'quorate-address-book', version: 1, entries })
    for (const tab of [desktop, phone]) {
      // A page of more resources than the browser notes by default.
      await tab.page.addInitScript('performance.setResourceTimingBufferSize(1000)')
      await tab.page.addInitScript(`localStorage.setItem('quorate.address-book', ${JSON.stringify(book)})`)
      await signIn(tab, ADA)
    }
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  test('are not loaded until they are opened', async () => {
    const { page } = tabs()[0]
    const loaded = () =>
      page.evaluate<string>("performance.getEntriesByType('resource').map(({ name }) => name).join(' ')")
    assert.doesNotMatch(await loaded(), /palette-dialog|help-dialog/)
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Go to' }).waitFor()
    assert.match(await loaded(), /palette-dialog/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('open any screen, DAO and address book account without a mouse', async () => {
    const [tab] = tabs()
    const { page } = tab
    const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''")
    const go = async (typed: string, result: string, heading: string, count = '1 result'): Promise<void> => {
      await page.keyboard.press('Control+K')
      await untilTyped(page)
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: result }).waitFor()
      await page.getByText(count, { exact: true }).waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      assert.equal(await focused(), heading)
    }
    await go('garden', 'Gardeners', 'Gardeners')
    await go('new wal', 'New wallet', 'New wallet')
    await go('0.0.2', '0.0.2', 'Account 0.0.2')
    await go('propose gard', 'Propose something in Gardeners…', 'New proposal')
    await go(BEN, `Ben ${BEN}`, 'Settings', '2 results')
    assert.equal(new URL(page.url()).hash, `#${BEN}`)
    // The shortcut also works inside a field, where `?` is an ordinary character.
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.keyboard.press('?')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '?')
    await page.keyboard.press('Control+K')
    await page.getByRole('option', { name: 'Home' }).waitFor()
    await assertAccessible(tab)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    await page.keyboard.press('Control+K')
    await untilTyped(page)
    await page.keyboard.type('nowhere to be found')
    await page.getByRole('option', { name: 'Tokens named “nowhere to be found”' }).waitFor()
    await page.getByRole('combobox').fill('--')
    await page.getByText('Nothing fits').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('open with a key that can be turned off', async () => {
    const [tab] = tabs()
    const { page } = tab
    const help = page.getByRole('dialog', { name: 'Help' })
    await page.keyboard.press('?')
    await help.getByText('By keyboard').waitFor()
    await assertAccessible(tab)
    await page.keyboard.press('Control+K')
    await help.waitFor({ state: 'hidden' })
    await untilTyped(page)
    await page.keyboard.type('settings')
    await page.keyboard.press('Enter')
    await page.getByLabel('Open the help with the key ?').uncheck()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await button(page, 'Help').click()
    await help.waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    assert.equal(await help.count(), 0)
  })

  test('return the focus to its place, also from their first opening', async () => {
    const fresh = await openTab(browser, platform.at.console)
    await signIn(fresh, ADA)
    const { page } = fresh
    for (const key of ['?', 'Control+K']) {
      await page.getByRole('link', { name: 'DAOs' }).first().focus()
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('a:focus').getByText('DAOs').waitFor()
    }
    await fresh.context.close()
  })

  test('are in the menu of a phone, in German', async () => {
    const [, tab] = tabs()
    const { page } = tab
    await button(page, 'Suchen oder öffnen').click()
    await page.getByRole('combobox', { name: 'Gehe zu' }).fill('neue dao')
    await assertAccessible(tab)
    await assertFits(tab)
    await page.getByRole('option', { name: 'Neue DAO' }).click()
    await page.getByRole('heading', { level: 1, name: 'Neue DAO' }).waitFor()
    await button(page, 'Mehr').click()
    await button(page, 'Hilfe').click()
    await page.getByRole('dialog', { name: 'Hilfe' }).waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
  })

  test("cause no errors in the browser's console", () => {
    for (const { complaints } of tabs()) assert.deepEqual(complaints, [])
  })
})
