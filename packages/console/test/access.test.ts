/** Roles and spending limits of a wallet: given by its owner, confirmed by a member, and paid from alone. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { passTime } from '@quorate/quorate/testing'
import { assertAccessible, assertFits, button, open, openTab, PHONE, signIn, skipped, type Tab } from './browser.ts'
import { ADA, BEN, CLAIRE, memberOf, signerOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('Roles and limits', { skip: skipped }, () => {
  let stage: Stage
  let ada: Tab
  let ben: Tab
  let walletId: string
  before(async () => {
    stage = await openStage()
    ada = await openTab(stage.browser, stage.platform.at.console, { viewport: PHONE })
    ben = await openTab(stage.browser, stage.platform.at.console)
    await signIn(ada, ADA)
    await signIn(ben, BEN)
    const client = await memberOf(stage.platform, ADA)
    const body = {
      name: 'Office',
      balance: 2_000_000_000,
      settings: { threshold: 1, owners: [{ wallet: ADA, name: 'Ada' }] },
    }
    const made = await client.multisig.post('/multisig/wallet/create/request', { body })
    const signature = Buffer.from(await signerOf(ADA).signBody(Buffer.from(made.bodyBytes, 'base64'))).toString('hex')
    const { jobId, bytes } = made
    const sign = { senderId: ADA, signature: `0x${signature}` }
    await client.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body: sign })
    const created = await client.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    walletId = created.walletId ?? assert.fail()
  })
  after(() => stage?.close())

  test('let the owner change what the wallet is called, and others see at once who did', async () => {
    const client = await memberOf(stage.platform, ADA)
    const { page } = ada
    await open(ada, `/wallets/${walletId}`)
    await button(page, 'Edit name and description').click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Office')
    await dialog.getByLabel('Name').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await assertAccessible(ada)
    await assertFits(ada)
    // What somebody else changes in the meantime stays.
    const path = { walletId }
    await client.multisig.patch('/multisig/wallet/{walletId}', { path, body: { description: 'Rent and paper' } })
    await dialog.getByLabel('Name').fill('Bureau')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bureau' }).waitFor()
    await page.getByText('Rent and paper').waitFor()
    await page.getByTestId('named').getByText(ADA).waitFor()
    await client.multisig.patch('/multisig/wallet/{walletId}', { path, body: { name: 'Office', description: '' } })
    await page.getByRole('heading', { level: 1, name: 'Office' }).waitFor()
  })

  const access = (tab: Tab) => open(tab, `/wallets/${walletId}?tab=access`)

  test('are given by the owner, who reads what they permit, and count once they are confirmed', async () => {
    const { page } = ada
    await access(ada)
    await button(page, 'Give a role').waitFor()
    await assertFits(ada)
    await button(page, 'Give a role').click()
    await page.getByLabel('Account', { exact: true }).fill(BEN)
    await button(page, 'Review and sign').click()
    await page.getByTestId('role-sentence').getByText(`${BEN} may see the wallet ${walletId}`).waitFor()
    await assertAccessible(ada)
    await assertFits(ada)
    await button(page, 'Sign').click()
    await page.getByTestId('roles').getByText('Proposer (not confirmed yet)').waitFor()

    await open(ben, '/')
    await ben.page.getByRole('heading', { level: 1, name: 'A role waits for you' }).waitFor()
    await ben.page.getByTestId('role-offers').getByText('Proposer, asked by').waitFor()
    await open(ben, '/wallets')
    const offers = ben.page.getByTestId('role-offers')
    await offers.getByText('Proposer, asked by').waitFor()
    await assertAccessible(ben)
    await offers.getByRole('button', { name: 'Confirm' }).click()
    await ben.page.getByRole('link', { name: 'Office' }).first().waitFor()
    await page.getByTestId('roles').getByText('Proposer', { exact: true }).waitFor()
  })

  test('show a proposer no holdings of the wallet as their own', async () => {
    await open(ben, '/')
    await ben.page.getByRole('main').waitFor()
    await ben.page.getByRole('link', { name: 'Send' }).waitFor()
    assert.equal(await ben.page.getByText(/^Held in your wallet/).count(), 0)
    await open(ada, '/')
    await ada.page.getByText(/^Held in your wallet/).waitFor()
  })

  test('let a proposer ask, and tell the owner that no owner did', async () => {
    await open(ben, `/wallets/${walletId}/ask?kind=withdraw`)
    const { page } = ben
    // Only an owner's signature can create a schedule.
    await page.getByLabel('At a time').waitFor()
    assert.equal(await page.getByLabel('By a date').count(), 0)
    await page.getByLabel('To account').fill(CLAIRE)
    await page.getByLabel('Amount').first().fill('2')
    await button(page, 'Create request').click()
    await page.getByText('a proposer, not an owner').waitFor()
    assert.equal(await button(page, 'Review and sign').count(), 0)
    await open(ada, new URL(page.url()).pathname)
    await ada.page.getByText('a proposer, not an owner').waitFor()
    await button(ada.page, 'Review and sign').first().waitFor()
  })

  /** The owner gives an account a limit. */
  async function allow(spenderAccountId: string, amount: number): Promise<void> {
    const client = await memberOf(stage.platform, ADA)
    const body = {
      walletId,
      operation: {
        method: 'POST',
        path: '/accounts/allowance/approve',
        body: { type: 'hbar', spenderAccountId, amount },
      },
    }
    const { jobId, bytes, bodyBytes } = await client.multisig.post('/multisig/wallet/operation/request', {
      body,
    } as never)
    const signature = Buffer.from(await signerOf(ADA).signBody(Buffer.from(bodyBytes, 'base64'))).toString('hex')
    const sign = { walletId, senderId: ADA, signature: `0x${signature}` }
    await client.multisig.post('/multisig/transaction/sign/{jobId}', { path: { jobId }, body: sign })
    await client.multisig.post('/multisig/wallet/operation/execute', { body: { jobId, bytes } })
  }

  test('let a member pay within a limit alone', async () => {
    const { page } = ada
    await access(ada)
    await button(page, 'New limit').click()
    await page.getByLabel('Account', { exact: true }).fill(BEN)
    await page.getByLabel('Amount').fill('10')
    await page.getByLabel('Renewed').selectOption('week')
    await page.getByLabel('Number of periods').fill('2')
    await page.getByText('3 requests: one for each period').waitFor()
    await assertAccessible(ada)
    await assertFits(ada)
    // The answer to the second request is lost. Another press, some time later, finishes the same plan.
    const asked: string[] = []
    let isAway = true
    await page.route('**/multisig/wallet/operation/request', async (route) => {
      asked.push(route.request().postData() ?? '')
      if (!isAway || asked.length === 1) return route.continue()
      if (asked.length === 2) await route.fetch()
      await route.abort()
    })
    await button(page, 'Create the requests').click()
    // The first alert says what a limit is.
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    await passTime(stage.platform, 5_000)
    isAway = false
    await button(page, 'Create the requests').click()
    await page.getByText('3 requests were created').waitFor()
    await page.unroute('**/multisig/wallet/operation/request')
    const times = asked.map((body) => JSON.parse(body).executeAt)
    assert.deepEqual(times.slice(-3, -1), times.slice(0, 2))
    assert.equal(new Set(times).size, 3, 'one time for each of the three requests')
    await page.keyboard.press('Escape')
    // Nobody has signed any of these requests.
    const planned = page.getByTestId('limits').getByRole('listitem').filter({ hasText: 'open requests give it' })
    await planned.getByText('Not in effect').waitFor()
    await planned.getByText('Planned:').waitFor()
    assert.equal(await planned.getByText('Left').count(), 0)

    await allow(BEN, 1_000_000_000)
    await access(ben)
    await button(ben.page, 'Pay within my limit').click()
    await ben.page.getByLabel('Receiver').fill(CLAIRE)
    await ben.page.getByLabel('Amount').fill('2.5')
    await ben.page.getByTestId('limit-sentence').getByText(`${BEN} pays 2.50 ℏ from the wallet ${walletId}`).waitFor()
    await assertAccessible(ben)
    await button(ben.page, 'Sign and pay').click()
    await ben.page.getByTestId('paid').getByText('Paid').waitFor()
    await ben.page.keyboard.press('Escape')
    await ben.page.getByTestId('limits').getByText(/7\.5/).waitFor()

    await open(ada, `/wallets/${walletId}?tab=history`)
    await page.getByRole('button', { name: 'Outgoing' }).click()
    await page.getByRole('main').getByText(`Sent to ${CLAIRE}`).waitFor()
    // The requests that the test aborts are reported.
    assert.deepEqual(
      [...ada.complaints, ...ben.complaints].filter((one) => !one.includes('ERR_FAILED')),
      [],
    )
  })

  test('are not needed by an account with a limit, which finds what it may spend, and spends it', async () => {
    const claire = await openTab(stage.browser, stage.platform.at.console, { viewport: PHONE })
    const { page } = claire
    await signIn(claire, CLAIRE)
    await open(claire, '/wallets')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await allow(CLAIRE, 500_000_000)
    await open(claire, '/')
    await open(claire, '/wallets')
    const own = page.getByTestId('own-limits')
    await own.getByText(walletId).waitFor()
    await own.getByText('5 ℏ').waitFor()
    await assertAccessible(claire)
    await assertFits(claire)
    await button(page, 'Pay within my limit').click()
    await page.getByLabel('Receiver').fill(BEN)
    await page.getByLabel('Amount').fill('1.5')
    await page.getByTestId('limit-sentence').getByText(`${CLAIRE} pays 1.50 ℏ from the wallet ${walletId}`).waitFor()
    await assertAccessible(claire)
    await assertFits(claire)
    await button(page, 'Sign and pay').click()
    await page.getByTestId('paid').getByText('Paid').waitFor()
    await page.keyboard.press('Escape')
    await own.getByText(/3\.50?\s?ℏ/).waitFor()
    assert.deepEqual(claire.complaints, [])
    await claire.context.close()
  })
})
