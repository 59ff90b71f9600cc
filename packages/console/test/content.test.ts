/** Content storage on the console's screen: uploads, pins and usage. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser, Page } from 'playwright-core'
import { identifierIn, openAddress, saveAddress } from '../src/page/content/identifiers.ts'
import { sizeText } from '../src/page/texts/sizes.ts'
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
import { ADA, BEN } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const MIB = 1024 ** 2
const CID = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'
/** The identifier of content that nobody has. */
const UNKNOWN = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

describe('An identifier', () => {
  test('is found in pasted text, but not in a path or anything else', () => {
    for (const text of [
      CID,
      ` ${CID}\n`,
      `ipfs://${CID}`,
      `https://gateway.example/ipfs/${CID}`,
      `http://127.0.0.1:3005/api/node/ipfs/file/${CID}?filename=a.txt#top`,
    ])
      assert.equal(identifierIn(text), CID, text)
    for (const text of ['', 'short', `${CID}/a.txt`, `ipfs://${CID}/a`, `<${CID}>`, 'x'.repeat(201), '../auth/profile'])
      assert.equal(identifierIn(text), undefined, text)
  })

  test('is escaped in a URL, and so is a file name', () => {
    assert.equal(openAddress(CID), `/api/node/ipfs/file/${CID}`)
    assert.equal(saveAddress('../x', 'a b&c=d.txt'), '/api/node/ipfs/..%2Fx?filename=a%20b%26c%3Dd.txt')
  })
})

test('Sizes appear in the largest unit with an amount of at least one', () => {
  const texts = [0, 1, 1023, 1024, 1536 * 1024, 10 * 1024 ** 3, 2048 * 1024 ** 4].map((bytes) => sizeText(bytes, 'en'))
  assert.deepEqual(texts, ['0 B', '1 B', '1,023 B', '1 KiB', '1.5 MiB', '10 GiB', '2,048 TiB'])
})

describe('Content storage in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  /** A gateway without content. It answers for UNKNOWN only after `answering` is resolved. */
  const answering = Promise.withResolvers<void>()
  const gateway = createServer(async ({ url = '' }, response) => {
    if (url.includes(UNKNOWN)) await answering.promise
    response.writeHead(404).end()
  })
  const text = 'hello from the console\n'
  let cid: string
  before(async () => {
    gateway.listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    stage = await openStage(() => ({
      STORAGE_QUOTA_BYTES: String(24 * MIB),
      MAX_FILE_SIZE: String(16 * MIB),
      IPFS_TIMEOUT: '3000',
      QUEUE_ATTEMPTS: '1',
      IPFS_GATEWAY_URLS: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    }))
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(desktop, ADA)
    await signIn(phone, BEN)
  })
  after(async () => {
    await stage?.close()
    gateway.close().closeAllConnections()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
    const choosing = page.waitForEvent('filechooser')
    await page
      .getByTestId('upload')
      .getByRole('button', { name: /^(Choose a file|Datei wählen)$/ })
      .click()
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  }
  const pins = (page: Page) => page.getByTestId('pinned')

  test('says that nothing is pinned yet, and how to begin', async () => {
    const [tab, small] = tabs()
    await tab.page.getByRole('link', { name: 'Content', exact: true }).click()
    await tab.page.getByRole('heading', { name: 'You pin nothing yet' }).waitFor()
    await tab.page.getByTestId('usage').getByText('0 B of 24 MiB').waitFor()
    await assertAccessible(tab)
    const choosing = tab.page.waitForEvent('filechooser')
    await button(tab.page, 'Choose a file').last().click()
    await choosing
    await open(small, '/content')
    await small.page.getByRole('heading', { name: 'Noch keine Pins' }).waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('shows the progress of an upload, and keeps nothing of a cancelled one', async () => {
    const [tab] = tabs()
    const { page } = tab
    const network = await tab.context.newCDPSession(page)
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      })
    await throttle(MIB)
    await choose(page, 'large.bin', randomBytes(12 * MIB))
    await page.getByText(/^[\d.]+ MiB of 12 MiB sent, [1-9]\d?%$/).waitFor()
    const bar = page.getByRole('progressbar', { name: 'Progress of the upload' })
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) > 0)
    assert.ok(await button(page, 'Cancel').evaluate((one) => one === one.ownerDocument.activeElement))
    await assertAccessible(tab)
    await button(page, 'Cancel').click()
    await page.getByText('Cancelled. Nothing of the file was kept.').waitFor()
    await throttle(-1)
    assert.ok(
      await button(page, 'Choose a file')
        .first()
        .evaluate((one) => one === one.ownerDocument.activeElement),
    )
    await page.getByTestId('usage').getByText('0 B of 24 MiB').waitFor()
    assert.equal(await pins(page).count(), 0)
    await assertAccessible(tab)
  })

  test('uploads a file, shows its whole identifier, and returns the file', async () => {
    const [tab] = tabs()
    const { page } = tab
    await choose(page, 'note.txt', text)
    const uploaded = page.getByTestId('uploaded')
    await uploaded.waitFor()
    cid = await uploaded.getByTestId('cid').innerText()
    assert.match(cid, /^baf[a-z2-7]{56}$/)
    await uploaded.getByRole('button', { name: `Copy the identifier: ${cid}` }).waitFor()
    await pins(page).filter({ hasText: cid }).getByText('Pinned').waitFor()
    await page.getByTestId('usage').getByText('4 KiB of 24 MiB').waitFor()
    await assertAccessible(tab)

    const item = pins(page).filter({ hasText: cid })
    await item.getByText('23 B').waitFor()
    const coming = page.waitForEvent('download')
    await item.getByRole('link', { name: 'Download note.txt' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'note.txt')
    assert.equal(await readFile(await download.path(), 'utf8'), text)

    const opening = tab.context.waitForEvent('page')
    await item.getByRole('link', { name: 'Open note.txt in a new tab' }).click()
    const opened = await opening
    await opened.getByText(text.trim()).waitFor()
    assert.equal(await opened.evaluate('origin'), 'null', 'what people uploaded has nothing of this origin')
    await opened.close()
  })

  test('shows an uploaded page, and a name with hidden characters, as text', async () => {
    const [tab] = tabs()
    const { page } = tab
    await choose(page, 'fee\u2028dcba.html', '<script>document.title = "run"</script><h1>no heading</h1>')
    const item = pins(page).filter({ hasText: 'dcba.html' })
    await item.waitFor()
    const opening = tab.context.waitForEvent('page')
    await item.getByRole('link', { name: /^Open/ }).click()
    const opened = await opening
    await opened.getByText('<h1>no heading</h1>', { exact: false }).waitFor()
    assert.notEqual(await opened.title(), 'run')
    await opened.close()
  })

  test('pins content by its identifier, and reports content that nobody has as failed', async () => {
    const [, tab] = tabs()
    const { page } = tab
    const pin = async (identifier: string) => {
      await page.getByRole('textbox', { name: 'Kennung (CID)' }).fill(identifier)
      await button(page, 'Pinnen').click()
    }
    await pin('nothing/at all')
    await page.getByText('Das ist keine Inhaltskennung (CID)').waitFor()
    await assertAccessible(tab)
    await pin('thisisnone1234567')
    await page.getByTestId('pin').getByText('INVALID_CID').waitFor()
    await page.getByLabel('Name (optional)').fill('Adas Notiz')
    await pin(`ipfs://${cid}`)
    const item = pins(page).filter({ hasText: cid })
    await item.getByText('Gepinnt').waitFor()
    await item.getByText('Adas Notiz').waitFor()
    await item.getByText('23 B').waitFor()
    await pin(UNKNOWN)
    const unknown = pins(page).filter({ hasText: UNKNOWN })
    await unknown.and(page.locator('[data-status=queued], [data-status=pinning]')).waitFor()
    await assertFits(tab)
    answering.resolve()
    await unknown.getByText('Fehlgeschlagen').waitFor()
    await unknown.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
  })

  test('asks before unpinning', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    const item = pins(page).filter({ hasText: cid })
    const dialog = page.getByRole('dialog')
    await item.getByRole('button', { name: 'Unpin note.txt' }).click()
    await dialog.getByText(cid).waitFor()
    await assertAccessible(tab)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await item.count(), 1)
    await item.getByRole('button', { name: 'Unpin note.txt' }).click()
    await dialog.getByRole('button', { name: 'Unpin' }).click()
    await item.waitFor({ state: 'detached' })
    // The other account has a pin of the same content.
    assert.equal(await pins(small.page).filter({ hasText: cid }).count(), 1)
  })

  test('says why it refuses a file: its size before the upload, the quota as the node reports it', async () => {
    const [tab] = tabs()
    const { page } = tab
    await choose(page, 'too-large.bin', Buffer.alloc(16 * MIB + 1))
    await page.getByText('The file is larger than 16 MiB').waitFor()
    await choose(page, 'first.bin', randomBytes(15 * MIB))
    await pins(page).filter({ hasText: 'first.bin' }).waitFor()
    await page.getByTestId('usage').getByText('15 MiB of 24 MiB').waitFor()
    await choose(page, 'second.bin', randomBytes(12 * MIB))
    await page.getByTestId('upload').getByText('QUOTA_EXCEEDED').waitFor()
    await assertAccessible(tab)
    await pins(page)
      .filter({ hasText: 'first.bin' })
      .getByRole('button', { name: /^Unpin/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpin' }).click()
    await pins(page).filter({ hasText: 'first.bin' }).waitFor({ state: 'detached' })
    await page.getByTestId('upload').getByRole('button', { name: 'Try again' }).click()
    await pins(page).filter({ hasText: 'second.bin' }).waitFor()
  })

  test('shows which data could not be loaded, and asks for a new sign-in once the session is gone', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await page.route('**/api/node/ipfs/pins**', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText('UNANSWERED').waitFor()
    await page.unrouteAll()
    // The page reloads failed data once the console answers again.
    await pins(page).first().waitFor()
    await small.context.clearCookies()
    await choose(small.page, 'late.txt', 'late')
    await small.page.getByRole('dialog', { name: 'Deine Sitzung ist abgelaufen' }).waitFor()
  })

  test("causes no errors in the browser's console", () => {
    for (const { complaints } of tabs())
      assert.deepEqual(
        withoutStatuses(complaints, 400, 401, 413).filter((one) => !one.includes('net::ERR_FAILED')),
        [],
      )
  })
})
