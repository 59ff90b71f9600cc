/** A browser on a platform, with tabs for different people, devices and colour schemes. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'

/** Chromium of Debian and of other distributions, without its windows if possible. CHROMIUM can name another. */
const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const browserPath = PLACES.find((path) => path !== undefined && existsSync(path))

/** The reason for skipping browser tests; false if they run. */
export const skipped = process.env.REQUIRE_BROWSER ? false : 'Tests in a browser run in npm run test:browser'

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
]

export const openBrowser = (): Promise<Browser> => {
  assert.ok(browserPath, 'REQUIRE_BROWSER is set, and no browser was found')
  return chromium.launch({ executablePath: browserPath, args: ARGUMENTS })
}

/** A browser with a profile in `folder`. Other programs can control it through this port. */
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
  timezoneId?: string
}

/** The second of the two looks that every story covers. */
export const GERMAN_PHONE: Look = { viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' }

/** A page, and all errors and warnings in its console. */
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
    // A browser with windows grants it to any page that the user clicks on.
    permissions: ['clipboard-write'],
    ...look,
  })
  const page = await context.newPage()
  // A slow machine takes a minute for what takes a second on a fast one.
  page.setDefaultTimeout(120_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.text()} ${url}`.trim())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** The browser reports answers with an error status as errors. Removes those that a story expects. */
export const withoutStatuses = (complaints: readonly string[], ...statuses: number[]): string[] =>
  complaints.filter((text) => !statuses.some((status) => text.includes(`status of ${status}`)))

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Leaves out what takes time and no test needs: paths to elements, and frames and styles of other origins. */
const AXE_OPTIONS = { runOnly: RULES, resultTypes: ['violations'], selectors: false, iframes: false, preload: false }

/** Fails if axe finds an accessibility violation on the current page. */
export async function assertAccessible({ page }: Tab): Promise<void> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(`${axeSource};undefined`)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(AXE_OPTIONS)})`)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`)
  assert.deepEqual(found, [])
}

/** Waits until there are as many elements as expected, and compares their texts. */
export async function assertTexts(elements: Locator, expected: readonly string[]): Promise<void> {
  await elements.nth(expected.length - 1).waitFor()
  assert.deepEqual(await elements.allTextContents(), expected)
}

/** Fails if the page is wider than the screen, or a tab or a segment of a switch is cut. */
export async function assertFits({ page }: Tab): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  assert.ok(content <= screen, `the page is ${content} wide on a screen of ${screen}`)
  assert.deepEqual(await page.evaluate<string[]>(CUT), [])
}
const CUT = `[...document.querySelectorAll('[role=tab], .mantine-SegmentedControl-label')]
  .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)`

/** The heading of the home screen: what waits for the account. */
export const HOME = /waits? for you$|(?:wartet|warten) auf dich$/

/** Signs in with a development account. */
export async function signIn({ page }: Pick<Tab, 'page'>, account: string): Promise<void> {
  await page.goto('/')
  await page
    .getByLabel(/^(Development account|Entwicklungskonto)$/)
    .last()
    .selectOption(account)
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
  await page.locator('[data-live=true]').waitFor({ state: 'attached' })
}

/** Opens everything that is folded on the screen. */
export async function unfold({ page }: Pick<Tab, 'page'>): Promise<void> {
  const folded = page.locator('main details.fold:not([open]) > summary')
  await folded.first().waitFor()
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Signs out by the account's menu. */
export async function signOut({ page }: Pick<Tab, 'page'>): Promise<void> {
  await page
    .getByRole('button', { name: /^(Your account|Dein Konto)/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^(Sign out|Abmelden)$/ }).click()
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Navigates inside the page, because a reload would lose the signer. */
export const open = ({ page }: Tab, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)

/** Takes a screenshot of the whole page. The window is as high as the page, so that sticky elements are at its end. */
export async function takePicture({ page }: Tab, path: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  if (height > before.height) await page.setViewportSize({ ...before, height })
  await page.screenshot({ path })
  await page.setViewportSize(before)
}
