/** A browser on a platform: pages of people, each on a device and in a scheme of colours. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** Debian's, and what the distributions call it; CHROMIUM names another. */
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const browserPath = PLACES.find((path) => path !== undefined && existsSync(path))

/** Why tests in a browser are skipped; false if they run. */
export const skipped = process.env.REQUIRE_BROWSER ? false : 'Tests in a browser run in npm run test:browser'

/** Why the main stories are skipped. They are the only tests in a browser that `npm test` runs, if there is one. */
export const skippedWithoutBrowser =
  browserPath === undefined && skipped ? 'No browser was found: install chromium, or set CHROMIUM to its path' : false

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
]

export const openBrowser = (): Promise<Browser> => {
  assert.ok(browserPath, 'REQUIRE_BROWSER is set, and no browser was found')
  return chromium.launch({ executablePath: browserPath, args: ARGUMENTS })
}

/** A browser with a profile in `folder`, which other programs control, too, at this port. */
export const openSharedBrowser = (folder: string, port: number, url: string): Promise<BrowserContext> => {
  assert.ok(browserPath, 'No browser was found: install chromium, or name one by CHROMIUM')
  const args = [...ARGUMENTS, `--remote-debugging-port=${port}`]
  return chromium.launchPersistentContext(folder, { executablePath: browserPath, args, baseURL: url })
}

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 320, height: 700 }

export interface Look {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  locale?: string
}

/** The other of the two looks in which each story is told. */
export const GERMAN_PHONE: Look = { viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' }

/** A page, with everything that its console complained of. */
export interface Tab {
  page: Page
  context: BrowserContext
  complaints: string[]
}

export async function openTab(browser: Browser, url: string, look: Look = {}): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: DESKTOP,
    colorScheme: 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...look,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** The browser itself reports answers with an error status: those that a story means are no complaints. */
export const withoutStatuses = (complaints: readonly string[], ...statuses: number[]): string[] =>
  complaints.filter((text) => !statuses.some((status) => text.includes(`status of ${status}`)))

/** What axe finds on the page as it is. */
export async function assertAccessible({ page }: Tab): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
  assert.deepEqual(found, [])
}

/** Whether nothing is wider than the screen. */
export async function assertFits({ page }: Tab): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(content <= screen, `the page is ${content} wide on a screen of ${screen}`)
}

/** Signs a development account in. */
export async function signIn({ page }: Pick<Tab, 'page'>, account: string): Promise<void> {
  await page.goto('/')
  await page
    .getByLabel(/^(Development account|Entwicklungskonto)$/)
    .last()
    .selectOption(account)
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await page.getByRole('heading', { level: 1, name: /^(Inbox|Eingang)$/ }).waitFor()
  await page.locator('[data-live=true]').waitFor({ state: 'attached' })
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Follows the navigation within the page: a reload would forget the signer. */
export const open = ({ page }: Tab, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)

/** A picture of the whole page, in a window as high as that: what sticks to its edges stands where the page ends. */
export async function takePicture({ page }: Tab, path: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  if (height > before.height) await page.setViewportSize({ ...before, height })
  await page.screenshot({ path })
  await page.setViewportSize(before)
}
