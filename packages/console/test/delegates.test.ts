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
import { ADA, BEN, CLAIRE, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('Delegates and the treasury of a DAO in the console', { skip: skipped }, () => {
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
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, delegation: true }
    const about = { name: 'Keepers', description: '', ownerAddress: ADA, members: [BEN] }
    ;({ daoId } = await ada.governance.post('/daos', { body: { ...about, votingRules } }))
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })

  test('a member introduces itself, and another one delegates to it from the list', async () => {
    const { desk: tab, phone: other } = tabs()
    await open(tab, `/daos/${daoId}?tab=delegates`)
    await tab.page.getByText('There are no delegates').waitFor()
    await open(other, `/daos/${daoId}?tab=delegates`)
    await other.page
      .getByLabel('Warum andere dir ihre Stimme übertragen sollten')
      .fill('Ich lese **alles** <img src=x onerror=alert(1)>')
    await button(other.page, 'Veröffentlichen').click()
    const card = tab.page.getByTestId(`delegate-${BEN}`)
    await card.getByText('alles', { exact: true }).waitFor()
    assert.equal(await card.locator('.markdown img').count(), 0)
    await card.getByText(/0 members delegate to it\. .*No vote has begun/).waitFor()
    await assertAccessible(tab)
    await card.getByRole('button', { name: 'Delegate to this member' }).click()
    await tab.page.getByRole('dialog').getByText('Your delegation number 1 in this DAO').waitFor()
    await button(tab.page, 'Sign and delegate').click()
    await card.getByText('Your delegate').waitFor()
    await other.page.getByTestId(`delegate-${BEN}`).getByText('1 Mitglied hat die Stimme übertragen.').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test('the list says how often a delegate voted, and a statement is withdrawn', async () => {
    const { desk: tab, phone: other } = tabs()
    const [ada, ben] = await Promise.all([memberOf(platform, ADA), memberOf(platform, BEN)])
    const proposal = { daoId, title: 'Plant', description: '', creatorAddress: ADA, votingDurationHours: 1 }
    const { proposalId } = await ada.governance.post('/proposals', { body: proposal })
    await ben.governance.post('/votes', { body: { proposalId, daoId, voterAddress: BEN, choice: 'YES' } })
    await tab.page.getByTestId(`delegate-${BEN}`).getByText('It has voted on 1 of 1 proposal.').waitFor()
    await other.page.getByTestId('my-statement').getByRole('button', { name: 'Zurückziehen' }).click()
    await tab.page.getByTestId(`delegate-${BEN}`).getByText('It says nothing about itself.').waitFor()
  })

  test("the owner names an account, and everybody sees what it holds and moved, and what the owner's word is", async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}?tab=treasury`)
    await page.getByText('No account is named').waitFor()
    await button(page, 'Name it').click()
    await page.getByText('Say what the account is for').waitFor()
    await page.getByLabel('Account of the treasury').fill(CLAIRE)
    await page.getByLabel('What it is for').fill('Garden fund')
    await button(page, 'Name it').click()
    const row = page.getByTestId(`treasury-${CLAIRE}`)
    await row.getByText('Garden fund').waitFor()
    await row.getByText(/the page cannot tell whether the DAO decides over it/).waitFor()
    await page.getByTestId('treasury-sum').getByText('ℏ').waitFor()
    await assertAccessible(tab)
    await open(other, `/daos/${daoId}?tab=treasury`)
    await other.page.getByTestId(`treasury-${CLAIRE}`).getByText('Garden fund').waitFor()
    await other.page.getByTestId('treasury-sum').getByText('ℏ').waitFor()
    assert.equal(await button(other.page, 'Nennen').count(), 0)
    await assertAccessible(other)
    await assertFits(other)
    await page.getByRole('button', { name: `Remove ${CLAIRE} from the treasury` }).click()
    await other.page.getByText('Kein Konto ist genannt').waitFor()
  })
})
