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

describe('Delegation in the console', { skip: skipped }, () => {
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
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })

  test('is permitted by the rules of a new DAO', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await open(tab, '/daos/new')
    await page.getByLabel('Name of the DAO').fill('Delegates')
    await page.getByLabel('Members (optional)').fill(BEN)
    await page.getByRole('checkbox', { name: 'Members may delegate their votes' }).check()
    await button(page, 'Found this DAO').click()
    await page.getByText('Nothing has been proposed yet').waitFor()
    daoId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('members may delegate their votes to one another').waitFor()
  })

  test('names another member, with a signature, and says whose vote counts', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}?tab=members`)
    const card = page.getByTestId('delegation')
    await card.getByText('Nobody votes for you.').waitFor()
    await button(page, 'Choose a delegate').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Delegate', { exact: true }).fill(ADA)
    await button(page, 'Sign and delegate').click()
    await dialog.getByText('This is your own account').waitFor()
    await dialog.getByLabel('Delegate', { exact: true }).fill('0.0.1029')
    await dialog.getByText('This account is not a member of the DAO').waitFor()
    await dialog.getByLabel('Delegate', { exact: true }).fill(BEN)
    await dialog.getByText(/^From the next proposal on, your weight counts as your delegate votes/).waitFor()
    await dialog.getByText(daoId, { exact: true }).waitFor()
    await dialog.getByText('Your delegation number 1 in this DAO').waitFor()
    await assertAccessible(tab)
    await button(page, 'Sign and delegate').click()
    await card.getByText('Your weight counts as this member votes:').waitFor()
    const given = await (await memberOf(platform, ADA)).governance.get('/daos/{daoId}/delegations/{account}', {
      path: { daoId, account: ADA },
    })
    assert.deepEqual([given.delegate, given.number, given.signed], [BEN, 1, true])
    await open(other, `/daos/${daoId}?tab=members`)
    await other.page.getByText('Diese Mitglieder haben dir ihre Stimme übertragen').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test('is seen before voting and in the results, and ended', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    const [ada, ben] = await Promise.all([memberOf(platform, ADA), memberOf(platform, BEN)])
    const { proposalId } = await ada.governance.post('/proposals', {
      body: { daoId, title: 'Plant', description: '', creatorAddress: ADA, votingDurationHours: 1 },
    })
    await open(tab, `/proposals/${proposalId}`)
    await page
      .getByTestId('my-delegate')
      .getByText('If you do not vote, your weight counts as this member votes:')
      .waitFor()
    await ben.governance.post('/votes', { body: { proposalId, daoId, voterAddress: BEN, choice: 'YES' } })
    await page.getByTestId('delegated').getByText('1 of them by a delegate').waitFor()
    await assertAccessible(tab)
    await open(tab, `/daos/${daoId}?tab=members`)
    await button(page, 'End the delegation').click()
    await page
      .getByRole('dialog')
      .getByText(/^From the next proposal on, nobody votes for you/)
      .waitFor()
    await button(page, 'Sign and end it').click()
    await page.getByText('Nobody votes for you.').waitFor()
  })
})
