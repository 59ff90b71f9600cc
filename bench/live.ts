/**
 * How soon a signature by one owner appears on the screen of another: two browsers on a whole platform, which runs in a
 * separate process. BENCH_SIGNATURES=100 for more.
 */
import { rm } from 'node:fs/promises'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, owners, signBlindly, startProcess } from '../apps/quorate/test/process.ts'
import { browserPath, button, open, openBrowser, openTab, signIn, type Tab } from '../packages/console/test/browser.ts'

export const SIGNATURES = Number(process.env.BENCH_SIGNATURES ?? 40)
/** The number of first signatures that are not counted, because they load modules and data that later ones reuse. */
const FIRST = 3

/** Milliseconds, one entry for each signature. */
export interface LiveTimes {
  /** From the start of the request with the signature to the frame in which the other screen shows it. */
  sentToSeen: number[]
  /** From the click. Before it sends the signature, the page reads and compares the request again. */
  pressedToSeen: number[]
}

/** Returns undefined if there is no browser. */
export async function liveTimes(): Promise<LiveTimes | undefined> {
  if (!browserPath) return undefined
  const folder = await testDataDirectory()
  const platform = await startProcess({ ...(await freePorts()), DATA_DIR: folder })
  const browser = await openBrowser()
  try {
    const [ada, ben] = await owners(platform.at, 2)
    if (!ada || !ben) throw new Error('there are too few development accounts')
    const { multisig } = ada.client
    const settings = { owners: [ada, ben].map(({ id }) => ({ wallet: id, name: id })), threshold: 2 }
    const creation = await multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 10_0000_0000, settings },
    })
    await signBlindly(ada.client, creation)
    const { walletId } = await multisig.post('/multisig/wallet/create/execute', { body: creation })
    if (!walletId) throw new Error('the wallet was not created')
    const [signing, watching] = [
      await openTab(browser, platform.at.console),
      await openTab(browser, platform.at.console),
    ]
    await signIn(signing, ada.id)
    await signIn(watching, ben.id)
    await signing.page.evaluate('performance.setResourceTimingBufferSize(100_000)')
    const times: LiveTimes = { sentToSeen: [], pressedToSeen: [] }
    const executeAt = new Date(Date.now() + 86_400_000).toISOString()
    for (let count = -FIRST; count < SIGNATURES; count++) {
      const { jobId } = await multisig.post('/multisig/wallet/withdraw/request', {
        body: { walletId, receiverId: ben.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1, executeAt },
      })
      for (const tab of [signing, watching]) {
        await open(tab, `/requests/${jobId}`)
        await tab.page.getByTestId('signed').getByText('0 of 2').waitFor()
        await tab.page.getByTestId('verdict').waitFor()
      }
      await button(signing.page, 'Look and sign').click()
      await signing.page.getByRole('dialog').waitFor()
      const seen = seenAt(watching.page)
      const pressed = pressedAt(signing.page)
      await button(signing.page, 'Sign').click()
      const [at, start] = [await seen, await pressed]
      await signing.page.getByRole('dialog').waitFor({ state: 'hidden' })
      const sent = await sentAt(signing.page, jobId)
      if (count < 0) continue
      times.sentToSeen.push(at - sent)
      times.pressedToSeen.push(at - start)
    }
    return times
  } finally {
    await browser.close()
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Page = Tab['page']

/** The time in both pages, which run on one machine. */
const NOW = 'performance.timeOrigin + performance.now()'

/** Resolves with the time when the page has drawn the first signature. */
const seenAt = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[data-testid=signed]')?.textContent !== '1 of 2') return
      observer.disconnect()
      requestAnimationFrame(() => resolve(${NOW}))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })`)

const pressedAt = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) =>
    document.addEventListener('click', () => resolve(${NOW}), { capture: true, once: true }))`)

/** When the page sent the signature. */
const sentAt = (page: Page, jobId: string): Promise<number> =>
  page.evaluate(`performance.timeOrigin + performance.getEntriesByType('resource')
    .findLast(({ name }) => name.endsWith('/transaction/sign/${jobId}')).startTime`)

/** The `of`-th percentile of the times. */
export const percentile = (times: readonly number[], of: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil((of / 100) * times.length) - 1] ?? Number.NaN
