import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
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
} from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('Areas and optimistic proposals in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let [desk, phone]: Tab[] = []
  let daoId: string
  before(async () => {
    stage = await openStage(() => ({ GOVERNANCE_ANCHOR_INTERVAL: '100' }))
    ;({ platform } = stage)
    desk = await openTab(stage.browser, platform.at.console)
    phone = await openTab(stage.browser, platform.at.console, GERMAN_PHONE)
    await signIn(desk, ADA)
    await signIn(phone, BEN)
    const ada = await memberOf(platform, ADA)
    const votingRules = {
      ...{ threshold: 50, minVotingPeriod: 0, tokenWeighted: false, delegation: true, areas: ['finance', 'grants'] },
      ...{ objections: 60, objectionPeriod: 0.0005, executionDelay: 24, veto: BEN },
    }
    const body = { name: 'Quiet gardeners', description: '', ownerAddress: ADA, members: [BEN], votingRules }
    ;({ daoId } = await ada.governance.post('/daos', { body }))
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })

  test('are among the rules of a DAO', async () => {
    const { desk: tab, phone: other } = tabs()
    await open(tab, `/daos/${daoId}?tab=rules`)
    await tab.page.getByText('Objections that stop an optimistic proposal').waitFor()
    await tab.page.getByText('finance, grants').waitFor()
    await open(other, `/daos/${daoId}?tab=rules`)
    await other.page.getByText('Bereiche mit eigenen Vertretern').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test('a delegate is named for an area, by a number that the ledger shows', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}?tab=members`)
    await button(page, 'Name a delegate for an area').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Delegate', { exact: true }).fill(BEN)
    await dialog.getByLabel('For', { exact: true }).selectOption('grants')
    await assertAccessible(tab)
    await button(page, 'Sign and delegate').click()
    await page
      .getByTestId('delegate-in-grants')
      .getByText('In grants, your weight counts as this member votes:')
      .waitFor()
    const given = await (await memberOf(platform, ADA)).governance.get('/daos/{daoId}/delegations/{account}', {
      path: { daoId, account: ADA },
    })
    assert.deepEqual(
      [given.delegate, given.lastNumber, given.areas.map(({ area, signed }) => [area, signed])],
      [null, 1, [['grants', true]]],
    )
    await open(tab, `/daos/${daoId}?tab=delegates`)
    await page.getByTestId(`delegate-${BEN}`).getByText('In areas: grants (1).').waitFor()
  })

  test('a proposal is made optimistic and about an area, and says what stops it and what comes after', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}/propose`)
    await page.getByLabel('Title').fill('Pay for seeds')
    await page.getByRole('checkbox', { name: 'It passes unless members object (optimistic)' }).check()
    await page.getByText(/it fails only if 60% of all weight votes NO/).waitFor()
    assert.equal(await page.getByLabel('Quorum (optional)').count(), 0)
    await page.getByLabel('Area').selectOption('grants')
    await page.getByLabel('Voting takes (hours)').fill('2')
    await assertAccessible(tab)
    await button(page, 'Propose').click()
    await page.getByText('unless 60% of all weight objects').waitFor()
    await page
      .getByTestId('delay-ahead')
      .getByText(/^it is carried out 24 hours after the decision unless vetoed by/)
      .waitFor()
    const proposalId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByTestId('objections').getByText('2 more votes for NO would stop it.').waitFor()
    await page
      .getByTestId('my-delegate')
      .getByText(/^This is about grants/)
      .waitFor()
    await assertAccessible(tab)
    await open(other, `/proposals/${proposalId}`)
    await other.page.getByText('Am Ende angenommen, es sei denn, 60 % des gesamten Gewichts stimmen mit Nein').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test('the result says that it passed because too few objected', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    const ada = await memberOf(platform, ADA)
    const proposed = { daoId, title: 'Rent a shed', description: '', creatorAddress: ADA, votingDurationHours: 0.0006 }
    const short = await ada.governance.post('/proposals', { body: { ...proposed, optimistic: true } })
    await open(tab, `/proposals/${short.proposalId}`)
    await page
      .getByTestId('outcome')
      .getByText('Passed, because too few objected: 0% of all weight voted NO, 60% would have stopped it.')
      .waitFor()
    await page.getByTestId('execution').waitFor()
    await assertAccessible(tab)
  })

  test('the screen says why the request of a wallet that a proposal permits could not be opened', async () => {
    const ada = await memberOf(platform, ADA)
    const proposed = { daoId, title: 'Pay Zoe', description: '', creatorAddress: ADA, votingDurationHours: 0.0006 }
    const { proposalId } = await ada.governance.post('/proposals', { body: { ...proposed, optimistic: true } })
    const walletRefusal = {
      ...{ code: 'INVALID_ACCOUNT_ID', message: 'The receiver 0.0.88888 does not exist on the ledger' },
      refusedAt: new Date().toISOString(),
    }
    const { desk, phone } = tabs()
    for (const [tab, title] of [
      [desk, 'It passed, but the request in the wallet could not be opened'],
      [phone, 'Angenommen, aber der Antrag in der Wallet ließ sich nicht erstellen'],
    ] as const) {
      const path = `**/proposals/${proposalId}`
      await tab.page.route(path, async (route) => {
        if (route.request().resourceType() === 'document') return route.continue()
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), walletRefusal } })
      })
      await open(tab, `/proposals/${proposalId}`)
      await tab.page.getByRole('heading', { name: title }).waitFor()
      await tab.page.getByTestId('wallet-refusal').getByText('INVALID_ACCOUNT_ID').first().waitFor()
      await tab.page.getByTestId('wallet-refusal').getByText('0.0.88888').first().waitFor()
      await assertAccessible(tab)
      await assertFits(tab)
      await tab.page.unroute(path)
    }
  })
})
