import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@quorate/client'
import { signBlindly } from '@quorate/quorate/testing'
import {
  assertAccessible,
  button,
  GERMAN_PHONE,
  HOME,
  open,
  openTab,
  signIn,
  signOut,
  skipped,
  type Tab,
} from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Makes the browser report no network, as on a computer that has only a loopback interface. */
const NO_INTERFACE = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"

describe('An interruption', { skip: skipped }, () => {
  let stage: Stage
  let ada: Client
  let walletId: string
  before(async () => {
    stage = await openStage()
    ada = await memberOf(stage.platform, ADA)
    const body = {
      name: 'Treasury',
      balance: '1000000000',
      settings: {
        threshold: 2,
        owners: [
          { wallet: ADA, name: 'Ada' },
          { wallet: BEN, name: 'Ben' },
        ],
      },
    }
    const request = await ada.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(ada, request)
    const { jobId, bytes } = request
    const done = await ada.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    walletId = (done as unknown as { walletId: string }).walletId
    assert.ok(walletId, JSON.stringify(done))
  })
  after(async () => {
    await stage?.close()
  })

  async function enter(look?: Parameters<typeof openTab>[2], account = ADA as string): Promise<Tab> {
    const tab = await openTab(stage.browser, stage.platform.at.console, look)
    await signIn(tab, account)
    return tab
  }
  async function fill(tab: Tab, amount: string): Promise<void> {
    await open(tab, `/wallets/${walletId}/ask`)
    await tab.page.getByLabel('To account').fill(BEN)
    await tab.page.getByLabel('Amount').fill(amount)
  }
  const openRequests = async (): Promise<Set<string>> => {
    const open = await ada.multisig.get('/multisig/wallet/{walletId}/pending', { path: { walletId } })
    return new Set(open.map(({ jobId }) => jobId))
  }
  /** How many requests were created since. Earlier ones may have expired meanwhile. */
  const createdSince = async (before: Set<string>): Promise<number> => (await openRequests()).difference(before).size

  test('An interruption that only the browser reports does not stop requests to the console', async () => {
    const tab = await openTab(stage.browser, stage.platform.at.console)
    await tab.page.addInitScript(NO_INTERFACE)
    await signIn(tab, ADA)
    await open(tab, '/wallets')
    await tab.page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    assert.equal(await tab.page.getByText('The console does not answer').count(), 0)
    await fill(tab, '1')
    await button(tab.page, 'Create request').click()
    await tab.page.getByTestId('verdict').waitFor()
    await tab.context.close()
  })

  test('An interruption of the network is shown, fails the requests sent meanwhile, and does not resend them later', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, '/wallets')
    await page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    await fill(tab, '2')
    const before = await openRequests()
    await tab.context.setOffline(true)
    await button(page, 'Create request').click()
    // The error message is available although nothing can be loaded now. Reads that fail meanwhile say the same.
    await page.getByText('The console cannot be reached: check your connection.').first().waitFor()
    await page.getByText('The console does not answer').waitFor()
    assert.equal(await page.getByLabel('Amount').inputValue(), '2')
    await assertAccessible(tab)
    await open(tab, '/wallets')
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    await tab.context.setOffline(false)
    await page.getByText('The console does not answer').waitFor({ state: 'hidden' })
    await page
      .locator('main')
      .getByRole('link', { name: /^Treasury/ })
      .waitFor()
    assert.equal(await createdSince(before), 0)
    await tab.context.close()
  })

  test('An interruption that loses the answer to a comment or a request does nothing twice, even if the user reloads the page', async () => {
    const tab = await enter()
    const { page } = tab
    const loseAnswers = (to: string) =>
      page.route(to, async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
    const before = await openRequests()
    await open(tab, `/wallets/${walletId}`)
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByLabel('To account').fill(BEN)
    await page.getByLabel('Amount').fill('6')
    await page.getByLabel('Now', { exact: true }).check()
    await loseAnswers('**/withdraw/request')
    await button(page, 'Create request').click()
    await page.getByText('The console cannot be reached').waitFor()
    await page.reload()
    await page.getByTestId('draft-restored').getByText('Some of it may have been sent already').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    assert.equal(await createdSince(before), 1)
    await loseAnswers('**/transaction/comment/**')
    await page.getByLabel('Write to the other owners').fill('Please today')
    await button(page, 'Send').click()
    await page.getByText('The console cannot be reached').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await button(page, 'Send').click()
    await page.getByText('The console cannot be reached').waitFor({ state: 'hidden' })
    const jobId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { comments } = await ada.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
    assert.deepEqual(
      comments.map(({ text }) => text),
      ['Please today'],
    )
    await tab.context.close()
  })

  test('An interruption before the request is sent to the ledger is shown, and sending it again executes it once', async () => {
    const body = { walletId, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 8 }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    const ben = await memberOf(stage.platform, BEN)
    for (const owner of [ada, ben]) await signBlindly(owner, { ...request, walletId })
    const tab = await enter()
    const { page } = tab
    await open(tab, `/requests/${request.jobId}`)
    await page.route('**/withdraw/execute', (route) => route.abort('connectionreset'))
    await button(page, 'Send now').click()
    await page.getByText('The console cannot be reached').waitFor()
    assert.equal(await page.getByText('The ledger has received it').count(), 0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/withdraw/execute', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await button(page, 'Send now').click()
    await page.getByText('The ledger has executed it').waitFor()
    await page.getByText('The console cannot be reached').waitFor({ state: 'hidden' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.context.close()
  })

  test('An interruption by the browser’s Back and Forward keeps what was typed, and a new visit starts empty', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    const ask = () => page.getByRole('link', { name: 'New request' }).click()
    const [to, amount] = [page.getByLabel('To account'), page.getByLabel('Amount')]
    await ask()
    await to.fill(BEN)
    await amount.fill('4.5')
    await page.goBack()
    await to.waitFor({ state: 'hidden' })
    await page.goForward()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], [BEN, '4.5'])
    await page.goBack()
    await to.waitFor({ state: 'hidden' })
    await ask()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], ['', ''])
    await to.fill(BEN)
    await amount.fill('4')
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await page.goBack()
    await to.waitFor()
    assert.equal(await amount.inputValue(), '', 'it was sent')
    await tab.context.close()
  })

  test('An interruption by a reload leaves dialogs open, with what was typed in them', async () => {
    const tab = await enter()
    const { page } = tab
    await page.goto(`/wallets/${walletId}`)
    const dialog = page.getByRole('dialog')
    await button(page, 'Edit name and description').click()
    await dialog.getByLabel('Description').fill('For the garden')
    await page.reload()
    await dialog.getByLabel('Description').waitFor()
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'For the garden')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await button(page, 'Edit name and description').waitFor()
    assert.equal(await dialog.count(), 0, 'it was left on purpose')
    await page.getByRole('tab', { name: 'Roles and limits' }).click()
    await button(page, 'New limit').click()
    await dialog.getByLabel('Amount').fill('4.5')
    await page.reload()
    await dialog.getByLabel('Amount').waitFor()
    assert.equal(await dialog.getByLabel('Amount').inputValue(), '4.5')
    await tab.context.close()
  })

  test('An interruption by a reload keeps what was typed, says so, and lets the user start afresh', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    await page.getByRole('link', { name: 'New request' }).click()
    const [to, amount] = [page.getByLabel('To account'), page.getByLabel('Amount')]
    await to.fill(BEN)
    await amount.fill('4.5')
    await page.reload()
    const restored = page.getByTestId('draft-restored')
    await restored.waitFor()
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], [BEN, '4.5'])
    await page.getByText('= 4.50 ℏ').waitFor()
    await assertAccessible(tab)
    await button(page, 'Start afresh').click()
    await restored.waitFor({ state: 'hidden' })
    assert.deepEqual([await to.inputValue(), await amount.inputValue()], ['', ''])
    await page.reload()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await restored.count()], ['', 0], 'it was left on purpose')
    await to.fill(BEN)
    await amount.fill('4')
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await page.goBack()
    await to.waitFor()
    assert.deepEqual([await to.inputValue(), await restored.count()], ['', 0], 'it was sent')
    await to.fill(BEN)
    const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)')
    assert.match(stored, /0\.0\.1023/)
    await signOut(tab)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(sessionStorage)'), /0\.0\.1023/)
    await tab.context.close()
  })

  test('An interruption by a reload keeps the text of forms with one line', async () => {
    const body = { walletId, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 7 }
    const { jobId } = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    const tab = await enter()
    const { page } = tab
    const keeps = async (path: string, fill: () => Promise<ReturnType<typeof page.getByRole>>) => {
      await page.goto(path)
      await (await fill()).fill('Nordlicht')
      await page.reload()
      assert.equal(await (await fill()).inputValue(), 'Nordlicht', path)
    }
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await keeps('/settings', async () => field('Name'))
    await keeps('/content', async () => page.getByTestId('pin').getByRole('textbox').first())
    await keeps(`/requests/${jobId}`, async () => {
      await button(page, 'Withdraw').click()
      return page.getByRole('dialog').getByRole('textbox')
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('link', { name: 'Request again' }).waitFor()
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(sessionStorage)'), /reason/)
    await tab.context.close()
  })

  test('An interruption by a reload does not create several payments again that were already created', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByRole('link', { name: 'Pay several' }).click()
    const list = page.getByLabel('Receivers and amounts')
    await list.fill(Array.from({ length: 12 }, (_, index) => `0.0.${1010 + index},0.01`).join('\n'))
    await page.getByText('Now', { exact: true }).click()
    const before = await openRequests()
    let sent = 0
    await page.route('**/multisig/wallet/pay/request', async (route) =>
      ++sent === 2 ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await button(page, 'Create 2 requests').click()
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.getByTestId('draft-restored').waitFor()
    await button(page, 'Create 2 requests').click()
    await page.getByTestId('group-trusted').waitFor()
    assert.deepEqual([await createdSince(before), sent], [2, 3])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.context.close()
  })

  test('An interruption by a visit to another wallet leaves the payments of the first one there', async () => {
    const tab = await enter()
    const { page } = tab
    const list = page.getByLabel('Receivers and amounts')
    await page.route('**/multisig/wallet/0.0.4711', async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('0.0.4711', walletId) })
      await route.fulfill({ response: answer, json: { ...(await answer.json()), wallet: '0.0.4711', name: 'Other' } })
    })
    const visit = async (id: string, name: string) => {
      await open(tab, `/wallets/${id}/pay`)
      await page.getByText(`${name} (${id})`).waitFor()
      await list.waitFor()
    }
    await visit('0.0.4711', 'Other')
    await visit(walletId, 'Treasury')
    await list.fill(`${BEN},1`)
    await page.getByTestId('payments').waitFor()
    await visit('0.0.4711', 'Other')
    assert.equal(await list.inputValue(), '')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.context.close()
  })

  test('Back goes one step back in a form of several steps', async () => {
    const tab = await enter()
    const { page } = tab
    await open(tab, '/wallets')
    await page.getByRole('link', { name: 'New wallet' }).click()
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
    const second = page.getByRole('textbox', { name: 'Account' }).nth(1)
    await second.fill(BEN)
    await button(page, 'Next').click()
    await heading('Rule').waitFor()
    assert.equal(await page.evaluate('document.activeElement?.textContent'), 'Rule', 'a step begins at its heading')
    await button(page, 'Next').click()
    await heading('Name').waitFor()
    await page.getByLabel('Name of the wallet').fill('Garden')
    await page.goBack()
    await heading('Rule').waitFor()
    await page.goBack()
    await heading('Owners').waitFor()
    assert.equal(await second.inputValue(), BEN)
    await page.goForward()
    await page.goForward()
    await heading('Name').waitFor()
    assert.equal(await page.getByLabel('Name of the wallet').inputValue(), 'Garden')
    await button(page, 'Back').click()
    await heading('Rule').waitFor()
    await page.reload()
    await heading('Rule').waitFor()
    await page.getByTestId('draft-restored').waitFor()
    await button(page, 'Start afresh').click()
    await heading('Owners').waitFor()
    assert.equal(await second.inputValue(), '')
    await page.goForward()
    await heading('Owners').waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    await tab.context.close()
  })

  test('An interruption that outlasts the time to sign leaves nothing to sign, and offers to ask again', async () => {
    const body = { walletId, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 7 }
    const { jobId } = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    const tab = await openTab(stage.browser, stage.platform.at.console, GERMAN_PHONE)
    const { page } = tab
    await page.clock.install()
    await signIn(tab, BEN)
    await open(tab, `/requests/${jobId}`)
    await button(page, 'Prüfen und unterschreiben').click()
    await button(page, 'Unterschreiben').waitFor()
    await page.clock.fastForward(300_000)
    await page.getByTestId('signing-over').getByText('Die Zeit ist abgelaufen').waitFor()
    assert.equal(await button(page, 'Unterschreiben').count(), 0)
    await assertAccessible(tab)
    await page.getByTestId('signing-over').getByRole('link', { name: 'Neu beantragen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Neuer Antrag' }).waitFor()
    await tab.context.close()
  })

  test('An interruption by a refusal is explained in German, and its English details are folded away', async () => {
    const tab = await enter(GERMAN_PHONE, BEN)
    const { page } = tab
    await open(tab, '/requests/none')
    await page.getByRole('alert').waitFor()
    const details = page.getByRole('alert').getByText('Einzelheiten, auf Englisch')
    await details.waitFor()
    assert.equal(await page.getByRole('alert').locator('[lang=en]').count(), 0)
    await details.click()
    await page.getByRole('alert').locator('[lang=en]').waitFor()
    await assertAccessible(tab)
    await tab.context.close()
  })

  test('A slow first answer does not hide a vote that was cast while it was on its way', async () => {
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const body = { name: 'Gardeners', description: '', ownerAddress: ADA, votingRules }
    const { daoId } = await ada.governance.post('/daos', { body })
    const { proposalId } = await ada.governance.post('/proposals', {
      body: { daoId, title: 'Plant', description: '', creatorAddress: ADA, votingDurationHours: 1 },
    })
    const tab = await enter()
    const isRead = Promise.withResolvers<void>()
    const isVoted = Promise.withResolvers<void>()
    await tab.page.route(
      `**/votes/proposal/${proposalId}/results`,
      async (route) => {
        const response = await route.fetch()
        isRead.resolve()
        await isVoted.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await open(tab, `/proposals/${proposalId}`)
    await isRead.promise
    const isTold = tab.page.waitForRequest((request) => request.url().endsWith(`/proposals/${proposalId}`))
    const vote = ada.governance.post('/votes', { body: { proposalId, daoId, voterAddress: ADA, choice: 'YES' } })
    await Promise.all([vote, isTold])
    isVoted.resolve()
    await tab.page.getByTestId('votes').getByText('1 vote').waitFor()
    await tab.context.close()
  })

  test("An interruption of the session keeps the screen's input, and the same key signs in again", async () => {
    const tab = await enter()
    const { page } = tab
    await fill(tab, '3')
    await ada.node.post('/auth/sessions/revoke-all')
    await ada.login()
    await button(page, 'Create request').click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByText('Sign in again to continue where you were.').waitFor()
    await assertAccessible(tab)
    await dialog.getByRole('button', { name: `Sign in as ${ADA}` }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Amount').inputValue(), '3')
    await page.getByText('Your session was ended').waitFor({ state: 'hidden' })
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await tab.context.close()
  })

  test('An interruption of the session is still shown after a reload; signing out in its dialog starts over', async () => {
    const tab = await enter(GERMAN_PHONE, BEN)
    const { page } = tab
    const ben = await memberOf(stage.platform, BEN)
    const end = () => ben.node.post('/auth/sessions/revoke-all').then(() => ben.login())
    await end()
    const dialog = page.getByRole('dialog', { name: 'Deine Sitzung ist abgelaufen' })
    await dialog.waitFor()
    await assertAccessible(tab)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Deine Sitzung ist abgelaufen' }).waitFor()
    await button(page, 'Anmelden').click()
    await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    await page.locator('[data-live=true]').waitFor({ state: 'attached' })
    await end()
    await dialog.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { level: 1, name: /^Nichts bewegt sich/ }).waitFor()
    await tab.context.close()
  })
})
