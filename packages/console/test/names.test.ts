/** Names on the content screen: publishing a pin under the name of the account's key, and renewing it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import { nameState } from '../src/page/content/names/name-state.ts'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
  withoutStatuses,
} from './browser.ts'
import { ADA, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

test('A record that ends within 30 days is shown as ending soon', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  assert.equal(nameState('2027-11-24T12:00:00Z', now), 'valid')
  assert.equal(nameState('2026-12-24T11:59:59Z', now), 'soon')
  assert.equal(nameState('2026-11-24T12:00:00Z', now), 'expired')
})

describe('Names in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let tab: Tab
  const cids: string[] = []
  let name: string
  before(async () => {
    stage = await openStage(() => ({}))
    ;({ platform, browser } = stage)
    const ada = await memberOf(platform, ADA)
    for (const text of ['first', 'second']) {
      const form = { file: new File([text], `${text}.txt`) as never }
      cids.push((await ada.node.post('/ipfs/upload', { form })).cid)
    }
    tab = await openTab(browser, platform.at.console)
    await signIn(tab, ADA)
    await tab.page.goto('/content')
  })
  after(() => stage?.close())

  test('a pin is published under the name of the key, after the page has shown what is signed', async () => {
    const { page } = tab
    const card = page.getByTestId('names')
    await card.getByText('No names yet').waitFor()
    await card.getByLabel('What the name points at').selectOption(cids[0] ?? '')
    await button(page, 'Publish under my name').click()
    const dialog = page.getByRole('dialog')
    // The page was loaded anew, so it has no key yet.
    await dialog.locator('button[type=submit]').click()
    const review = dialog.getByTestId('name-review')
    await review.getByText(`/ipfs/${cids[0]}`).waitFor()
    await review.getByText('Nothing: this is its first record').waitFor()
    await assertAccessible(tab)
    await button(page, 'Sign and publish').click()
    await card.getByText('Published. The name points at it now.').waitFor()
    const item = card.getByTestId('name')
    name = await item.locator('.id').first().innerText()
    assert.match(name, /^k51/)
    assert.equal(await item.getAttribute('data-state'), 'valid')
    assert.equal(await (await fetch(`${platform.at.node}/ipns/${name}`)).text(), 'first')
    await assertAccessible(tab)
  })

  test('other content is published under the same name, and the record is renewed', async () => {
    const { page } = tab
    const card = page.getByTestId('names')
    await card.getByLabel('What the name points at').selectOption(cids[1] ?? '')
    await button(page, 'Publish under my name').click()
    await page.getByTestId('name-review').getByText(`/ipfs/${cids[0]}`).waitFor()
    await button(page, 'Sign and publish').click()
    await card.getByTestId('name').getByText(`/ipfs/${cids[1]}`).waitFor()
    assert.equal(await (await fetch(`${platform.at.node}/ipns/${name}`)).text(), 'second')
    await button(page, `Renew ${name}`).click()
    await page.getByTestId('name-review').getByText('2', { exact: true }).waitFor()
    await button(page, 'Sign and publish').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const resolved = await fetch(`${platform.at.node}/ipfs/resolve/${name}`)
    assert.equal(((await resolved.json()) as { sequence: string }).sequence, '2')
  })

  test('fits on a phone in German, and a name is given up', async () => {
    const small = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(small, ADA)
    await open(small, '/content')
    await small.page.getByRole('heading', { name: 'Deine Namen' }).waitFor()
    await small.page.getByTestId('name').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await button(small.page, `${name} nicht mehr führen`).click()
    await button(small.page, 'Nicht mehr führen').click()
    await small.page.getByText('Noch keine Namen').waitFor()
    assert.equal((await fetch(`${platform.at.node}/ipns/${name}`)).status, 404)
    // Before the first record, the page asks for one.
    for (const { complaints } of [tab, small]) assert.deepEqual(withoutStatuses(complaints, 404), [])
  })
})
