import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sectionsOf, titleOf } from '../src/page/docs/sections.ts'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  skipped,
  type Tab,
  takePicture,
} from './browser.ts'
import { openStage, type Stage } from './stage.ts'

describe('The documentation in the console', { skip: skipped }, () => {
  let stage: Stage
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  before(async () => {
    stage = await openStage()
    ;({ browser } = stage)
    desktop = await openTab(browser, stage.platform.at.console)
    phone = await openTab(browser, stage.platform.at.console, GERMAN_PHONE)
  })
  after(() => stage?.close())
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]
  const picture = async (tab: Tab, name: string): Promise<void> => {
    if (process.env.PICTURES) await takePicture(tab, join(process.env.PICTURES, `${name}.png`))
  }

  test('is read without a session, page by page and by its links', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await page.goto('/docs')
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'docs')
    await page.locator('.markdown').getByRole('link', { name: 'every endpoint' }).click()
    await page.waitForURL('**/docs/reference/api')
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Documentation' }).waitFor()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(1).click()
    await assertAccessible(tab)
    await assertFits(tab)
    await picture(tab, 'docs-api')
    await small.page.goto('/docs/guides/console')
    await small.page.locator('.markdown img').first().waitFor()
    await small.page.getByText('Die Dokumentation ist auf Englisch').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await picture(small, 'docs-phone')
  })

  test('is searched, and explains the codes of errors', async () => {
    const [tab] = tabs()
    const { page } = tab
    await page.goto('/docs')
    await page.getByRole('searchbox').fill('quorum')
    await button(page, 'Search').click()
    await page.getByTestId('found').getByRole('link').first().waitFor()
    await assertAccessible(tab)
    await picture(tab, 'docs-search')
    await page.getByTestId('found').getByRole('link').first().click()
    await page
      .locator('.markdown')
      .getByText(/quorum/i)
      .first()
      .waitFor()
    await page.goto('/docs?q=zzzzqqqq')
    await page.getByText('Nothing found').waitFor()
    await tab.context.route('**/api/v1/transactions?*', (route) => route.fulfill({ status: 503, json: {} }))
    await open(tab, '/explorer')
    await page.getByRole('link', { name: 'What this means' }).first().click()
    await page.getByRole('heading', { level: 1, name: /^Search for “/ }).waitFor()
    await tab.context.unrouteAll()
  })

  test('says that there is no such page', async () => {
    const [tab] = tabs()
    await tab.page.goto('/docs/no/such/page')
    await tab.page.getByText('Nothing found').waitFor()
  })
})

test('A page is cut at its headings, but not at lines of code that look like headings', () => {
  const text = '# `quorate` and [more](x.md)\n\nfirst\n\n## A part\n\n```sh\n# a comment\n```\n\n## A part\n\nlast'
  assert.deepEqual(
    sectionsOf(text).map(({ title, heading, hash }) => [title, heading, hash]),
    [
      ['quorate and more', '', ''],
      ['quorate and more', 'A part', 'a-part'],
      ['quorate and more', 'A part', 'a-part-1'],
    ],
  )
})

test('Each page of the documentation has a title', async () => {
  const index = await readFile(new URL('../../../docs/README.md', import.meta.url), 'utf8')
  const links = [...index.matchAll(/\]\(((?!\.\.)[^)#]+\.md)\)/g)].map(([, path]) => path ?? '')
  assert.ok(links.length > 30)
  for (const path of links)
    assert.notEqual(titleOf(await readFile(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')), '', path)
})
