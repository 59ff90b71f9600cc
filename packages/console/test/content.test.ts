/** Content storage on the console's screen: uploads, pins and usage. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { identifierIn, openAddress, saveAddress } from '../src/page/content/identifiers.ts'
import { readable } from '../src/page/content/readable.ts'
import { batchesOf, missingIn } from '../src/page/content/uploads/batches.ts'
import { chosenIn, type FileAt } from '../src/page/content/uploads/chosen.ts'
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

const at = (path: string, size = 1, lastModified = 0): FileAt => ({
  path,
  ...{ size, lastModified, file: { name: path.split('/').at(-1) ?? '' } as File },
})

describe('What people choose', () => {
  test('becomes a folder for each first name, and single files beside it', () => {
    const chosen = chosenIn([at('a/b/c.txt'), at('x.txt'), at('a/d.txt'), at('e/f.txt')], 'Files')
    assert.deepEqual(
      chosen.map((one) => [one.kind, one.name, one.kind === 'folder' ? one.files.map(({ path }) => path) : 1]),
      [
        ['folder', 'a', ['b/c.txt', 'd.txt']],
        ['folder', 'e', ['f.txt']],
        ['file', 'x.txt', 1],
      ],
    )
    const many = chosenIn(
      Array.from({ length: 101 }, (_, index) => at(`${index}.txt`)),
      'Files',
    )
    assert.deepEqual(
      many.map(({ kind, name }) => [kind, name]),
      [['folder', 'Files']],
    )
  })

  test('is sent in batches of at most 1,000 files and 16 MiB', () => {
    const files = [at('large', 40 * MIB), ...Array.from({ length: 2_500 }, (_, index) => at(String(index), 8_192))]
    const batches = [...batchesOf(files)]
    assert.deepEqual(batches.flat(), files)
    assert.deepEqual(
      batches.map(({ length }) => length),
      [1, 1_000, 1_000, 500],
    )
    assert.deepEqual([...batchesOf([])], [])
  })

  test('lacks the files that have not arrived, have another size, or were changed since', () => {
    const files = [at('a', 1), at('b', 2), at('c', 3), at('d', 4, 2_000)]
    const arrived = [
      { path: 'a', size: 1 },
      { path: 'b', size: 1 },
      { path: 'd', size: 4 },
    ]
    assert.deepEqual(
      missingIn(files, arrived, 1_000)?.map(({ path }) => path),
      ['b', 'c', 'd'],
    )
    assert.equal(missingIn(files, [{ path: 'gone', size: 1 }], 1_000), undefined)
  })
})

test('JSON in a preview has lines, unless that would change a number', () => {
  assert.equal(readable('{"a":1}'), '{\n  "a": 1\n}')
  for (const text of ['{"a":12345678901234567}', '[1e400]', '{"a":', 'text']) assert.equal(readable(text), text)
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
  /** A folder with files to upload. */
  let local: string
  before(async () => {
    local = await mkdtemp(join(tmpdir(), 'quorate-content-'))
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
    await rm(local, { recursive: true, force: true })
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  const fileOf = (name: string, content: string | Buffer) => ({
    ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) },
  })
  async function choose(page: Page, ...files: [name: string, content: string | Buffer][]): Promise<void> {
    const choosing = page.waitForEvent('filechooser')
    await page
      .getByTestId('upload')
      .getByRole('button', { name: /^(Choose files|Dateien wählen)/ })
      .click()
    const chooser = await choosing
    const [[name, content] = assert.fail()] = files
    // The bytes of a large file would go through the browser's debugging protocol, which takes seconds.
    if (content.length < MIB) return chooser.setFiles(files.map(([name, content]) => fileOf(name, content)))
    const path = join(await mkdtemp(join(local, 'large-')), name)
    await writeFile(path, content)
    await chooser.setFiles(path)
  }
  async function chooseFolder(page: Page, path: string): Promise<void> {
    const choosing = page.waitForEvent('filechooser')
    await page.getByTestId('upload').getByRole('button', { name: 'Choose a folder' }).click()
    await (await choosing).setFiles(path)
  }
  /** The screen of a pin. */
  async function openPin({ page }: Tab, name: string): Promise<void> {
    await pins(page).getByRole('link', { name, exact: true }).first().click()
    await page.getByTestId('share').waitFor()
  }
  const pins = (page: Page) => page.getByTestId('pinned')

  test('says that nothing is pinned yet, and how to begin', async () => {
    const [tab, small] = tabs()
    await tab.page.getByRole('link', { name: 'Content', exact: true }).click()
    await tab.page.getByRole('heading', { name: 'You pin nothing yet' }).waitFor()
    await tab.page.getByTestId('usage').getByText('0 B of 24 MiB').waitFor()
    await assertAccessible(tab)
    const choosing = tab.page.waitForEvent('filechooser')
    await button(tab.page, 'Choose files').last().click()
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
    await choose(page, ['large.bin', randomBytes(12 * MIB)])
    await page.getByText(/^[\d.]+ MiB of 12 MiB sent, [1-9]\d?%$/).waitFor()
    const bar = page.getByRole('progressbar', { name: 'Progress of the upload' })
    assert.ok(Number(await bar.getAttribute('aria-valuenow')) > 0)
    assert.ok(await button(page, 'Cancel').evaluate((one) => one === one.ownerDocument.activeElement))
    await assertAccessible(tab)
    await button(page, 'Cancel').click()
    await page.getByText('Cancelled. Nothing of the file was kept.').waitFor()
    await throttle(-1)
    assert.ok(
      await page
        .getByRole('button', { name: /^Choose files/ })
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
    await choose(page, ['note.txt', text])
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
    await choose(page, ['fee\u2028dcba.html', '<script>document.title = "run"</script><h1>no heading</h1>'])
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
    await choose(page, ['too-large.bin', Buffer.alloc(16 * MIB + 1)])
    await page.getByText('The file is larger than 16 MiB').waitFor()
    await choose(page, ['first.bin', randomBytes(15 * MIB)])
    await pins(page).filter({ hasText: 'first.bin' }).waitFor()
    await page.getByTestId('usage').getByText('15 MiB of 24 MiB').waitFor()
    await choose(page, ['second.bin', randomBytes(12 * MIB)])
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

  test('uploads several files, each as a pin of its own, and shows small pictures of them', async () => {
    const [tab] = tabs()
    const { page } = tab
    const png = new PNG({ width: 30, height: 20 })
    png.data.fill(255)
    await choose(page, ['one.txt', 'one'], ['two.txt', 'two'], ['three.png', PNG.sync.write(png)])
    await page.getByText('3 uploads are stored and pinned').waitFor()
    for (const name of ['one.txt', 'two.txt', 'three.png']) await pins(page).filter({ hasText: name }).waitFor()
    const item = pins(page).filter({ hasText: 'three.png' })
    await item.locator('canvas[data-picture="image/png"]').waitFor()
    await assertAccessible(tab)
    await openPin(tab, 'three.png')
    const picture = page.getByTestId('preview').getByRole('img', { name: 'three.png' })
    await picture.waitFor()
    assert.equal(await picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth), 30)
    const facts = page.getByTestId('facts')
    await facts.getByText('4 KiB of your 24 MiB').waitFor()
    await facts.getByText('until you unpin it').waitFor()
    const link = await page.getByTestId('share').locator('.id').first().innerText()
    const shared = await fetch(link)
    assert.equal(shared.headers.get('content-type'), 'image/png')
    assert.ok(Buffer.from(await shared.arrayBuffer()).equals(PNG.sync.write(png)))
    await assertAccessible(tab)
    await open(tab, '/content')
  })

  test('uploads a folder, shows its tree with previews, and runs nothing in it', async () => {
    const [tab] = tabs()
    const { page } = tab
    const folder = join(local, 'Minutes')
    await mkdir(join(folder, 'deep', 'er'), { recursive: true })
    const run = 'globalThis.hasRun = 1; top.document.title = "run"'
    const files = {
      'a.html': `<script>${run}</script><img src=x onerror='${run}'>`,
      'b.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload='${run}'><script>${run}</script></svg>`,
      'c.js': run,
      'deep/er/data.json': '{"b":[1,2],"a":"x"}',
      'deep/paper.pdf': '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj',
      'deep/fee\u202egnp.exe': 'hidden\u202echaracters',
      'zero.txt': '',
    }
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    await chooseFolder(page, folder)
    await page.getByTestId('uploaded').getByText('7 files').waitFor()
    await page.getByRole('link', { name: 'Show the files' }).click()
    const tree = page.getByTestId('tree')
    await tree.waitFor()
    const dialog = page.getByRole('dialog')
    const preview = async (name: string | RegExp) => {
      await tree.getByRole('button', { name }).click()
      return dialog.getByTestId('preview')
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    await (await preview(/^a\.html/)).getByText('<script>globalThis', { exact: false }).waitFor()
    await assertAccessible(tab)
    await close()
    await (await preview(/^b\.svg/)).getByText('An SVG may contain scripts').waitFor()
    await dialog.getByText('<svg xmlns', { exact: false }).waitFor()
    await close()
    await (await preview(/^c\.js/)).getByText('globalThis.hasRun', { exact: false }).waitFor()
    await close()
    await (await preview(/^zero\.txt/)).getByText('The file is empty.').waitFor()
    await close()
    await tree.getByRole('button', { name: 'deep' }).press('Enter')
    await (await preview(/^paper\.pdf/)).getByText('A PDF is not shown here', { exact: false }).waitFor()
    await close()
    await (await preview(/^fee⟨U\+202E⟩gnp\.exe/)).getByText('hidden⟨U+202E⟩characters').waitFor()
    await dialog.getByText('fee⟨U+202E⟩gnp.exe').waitFor()
    await close()
    await tree.getByRole('button', { name: 'er', exact: true }).click()
    await (await preview(/^data\.json/)).getByText('"b": [', { exact: false }).waitFor()
    await close()
    await assertAccessible(tab)
    assert.equal(await page.evaluate('globalThis.hasRun'), undefined)
    assert.equal(await page.title(), 'Minutes · Quorate')
    const link = await page.getByTestId('share').locator('.id').first().innerText()
    const shared = await fetch(link, { headers: { accept: 'text/html' } })
    assert.match(await shared.text(), /a\.html/)
    assert.match(String(shared.headers.get('content-security-policy')), /sandbox/)
  })

  test('exports a pin as an archive, and imports it again under the same identifier', async () => {
    const [tab] = tabs()
    const { page } = tab
    const coming = page.waitForEvent('download')
    await page.getByTestId('export').getByRole('link', { name: 'Archive (CAR)' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'Minutes.car')
    const path = join(local, 'Minutes.car')
    await download.saveAs(path)
    const pinned = await page.getByTestId('cid').innerText()
    await page.getByRole('button', { name: 'Unpin Minutes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpin' }).click()
    await page.getByText('You do not pin it.', { exact: false }).waitFor()
    await open(tab, '/content')
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Import an archive (CAR)').click()
    await (await choosing).setFiles(path)
    const uploaded = page.getByTestId('uploaded')
    await uploaded.getByText('Minutes.car').waitFor()
    assert.equal(await uploaded.getByTestId('cid').innerText(), pinned)
    await choose(page, ['wrong.txt', 'x'])
    await uploaded.getByText('wrong.txt').waitFor()
  })

  test('continues a folder after a break and a reload, and sends only the files that are missing', async () => {
    const [tab] = tabs()
    const { page } = tab
    const folder = join(local, 'Many')
    await mkdir(join(folder, 'below'), { recursive: true })
    for (let at = 0; at < 1_200; at++) await writeFile(join(folder, at % 2 ? 'below' : '.', `${at}.txt`), `file ${at}`)
    const sent: number[] = []
    const isSending = (url: URL) => /\/ipfs\/folders\/[^/]+\/files$/.test(url.pathname)
    await page.route(isSending, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(0)
      return sent.length === 2 ? route.abort() : route.continue()
    })
    await chooseFolder(page, folder)
    await page.getByTestId('upload').getByText('UNANSWERED').waitFor()
    await page.getByTestId('open-folders').getByText('1,000 files have arrived').waitFor()
    await assertAccessible(tab)
    await page.reload()
    const open = page.getByTestId('open-folders')
    await open.getByText('1,000 files have arrived').waitFor()
    const choosing = page.waitForEvent('filechooser')
    await open.getByRole('button', { name: 'Continue Many' }).click()
    await (await choosing).setFiles(folder)
    await page.getByTestId('uploaded').getByText('1,200 files').waitFor()
    assert.equal(sent.length, 3, 'the first batch was not sent again')
    await page.unrouteAll()
    await open.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Show the files' }).click()
    const tree = page.getByTestId('tree')
    await tree.getByRole('button', { name: /^0\.txt/ }).waitFor()
    assert.ok((await tree.getByRole('listitem').count()) <= 100, 'a large folder is shown page by page')
    await button(page, 'Show more').click()
    await tree.getByRole('listitem').nth(199).waitFor()
    await page.getByRole('link', { name: 'Content', exact: true }).first().click()
  })

  test('takes folders and files that are dropped', async () => {
    const [tab] = tabs()
    const { page } = tab
    const [x, y] = (await page
      .locator('.drop')
      .boundingBox()
      .then((box) => [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20])) as [number, number]
    const network = await tab.context.newCDPSession(page)
    const folder = join(local, 'Dropped')
    await mkdir(join(folder, 'in'), { recursive: true })
    await writeFile(join(folder, 'in', 'dropped.txt'), 'dropped')
    await writeFile(join(folder, 'top.txt'), 'top')
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await network.send('Input.dispatchDragEvent', { type, x, y, data })
    await page.getByTestId('uploaded').getByText('2 files').waitFor()
    await page.getByTestId('uploaded').getByText('Dropped').waitFor()
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
    await choose(small.page, ['late.txt', 'late'])
    await small.page.getByRole('dialog', { name: 'Deine Sitzung ist abgelaufen' }).waitFor()
  })

  test("causes no errors in the browser's console", () => {
    for (const { complaints } of tabs())
      assert.deepEqual(
        withoutStatuses(complaints, 400, 401, 404, 413).filter((one) => !one.includes('net::ERR_FAILED')),
        [],
      )
  })
})
