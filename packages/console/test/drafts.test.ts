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

describe('Drafts in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let [desk, phone]: Tab[] = []
  let daoId: string
  let draftId: string
  before(async () => {
    stage = await openStage(() => ({ GOVERNANCE_ANCHOR_INTERVAL: '100' }))
    ;({ platform } = stage)
    desk = await openTab(stage.browser, platform.at.console, { timezoneId: 'Asia/Tokyo' })
    phone = await openTab(stage.browser, platform.at.console, GERMAN_PHONE)
    await signIn(desk, ADA)
    await signIn(phone, BEN)
    const ada = await memberOf(platform, ADA)
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const about = { name: 'Drafters', description: '', ownerAddress: ADA, members: [BEN] }
    ;({ daoId } = await ada.governance.post('/daos', { body: { ...about, votingRules } }))
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })
  const comment = (tab: Tab, text: string) => tab.page.getByTestId('discussion').locator('.said', { hasText: text })

  test('are stored from the form of a proposal, with a link to a file that is uploaded', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}?tab=drafts`)
    await page.getByText('There are no drafts').waitFor()
    await assertAccessible(tab)
    await open(tab, `/daos/${daoId}/propose`)
    await page.getByLabel('Title').fill('Buy a greenhouse')
    await page.getByLabel('Description (optional)').fill('**Glass**, not foil')
    await button(page, 'Add a link to content').click()
    await assertAccessible(tab)
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan [1].txt', mimeType: 'text/plain', buffer: Buffer.from('four walls') })
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText('Your time: Asia/Tokyo, UTC+09:00').waitFor()
    await assertAccessible(tab)
    await button(page, 'Save as draft').click()
    await page.getByText('This is a draft').waitFor()
    draftId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const link = page.getByRole('link', { name: 'plan [1].txt' })
    assert.match((await link.getAttribute('href')) ?? '', /^\/api\/node\/ipfs\/[a-zA-Z0-9]+$/)
    assert.equal(await link.getAttribute('target'), '_blank')
    await page.getByText(/\(IPFS: \w+\)/).waitFor()
    await page.getByText('Glass', { exact: true }).waitFor()
    await assertAccessible(tab)
  })

  test('are discussed live, and comments of others are shown as safely as proposals', async () => {
    const { desk: tab, phone: other } = tabs()
    await open(other, `/daos/${daoId}?tab=drafts`)
    await other.page.getByRole('link', { name: 'Buy a greenhouse' }).click()
    await other.page.getByText('Das ist ein Entwurf').waitFor()
    const hostile =
      'Wie **teuer**? <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![b](https://evil.example/b.png)'
    await other.page.getByLabel('Kommentar', { exact: true }).fill(hostile)
    await button(other.page, 'Senden').click()
    const shown = comment(tab, 'teuer')
    await shown.waitFor()
    assert.equal(await shown.locator('img, a').count(), 0)
    assert.equal(await shown.locator('strong').innerText(), 'teuer')
    await assertAccessible(other)
    await assertFits(other)
    await button(other.page, 'Ändern').click()
    await other.page.getByLabel('Dein Kommentar').fill('Was kostet es?')
    await button(other.page, 'Speichern').click()
    await comment(tab, 'Was kostet es?').waitFor()
    await tab.page.getByTestId('discussion').getByText('changed').waitFor()
  })

  test("a comment is hidden and shown again by the DAO's owner alone", async () => {
    const { desk: tab, phone: other } = tabs()
    assert.equal(await button(other.page, 'Ausblenden').count(), 0)
    await button(tab.page, 'Hide').click()
    await other.page.getByText('Der Eigentümer der DAO hat diesen Kommentar ausgeblendet.').waitFor()
    assert.equal(await comment(other, 'Was kostet es?').count(), 0)
    await assertAccessible(tab)
    await button(tab.page, 'Show again').click()
    await comment(other, 'Was kostet es?').waitFor()
  })

  test('are changed by their author, and followed live by others', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    assert.match(await page.getByLabel('Description (optional)').inputValue(), /^\*\*Glass\*\*, not foil\n\n\[plan/)
    await page.getByLabel('Title').fill('Buy a small greenhouse')
    await assertAccessible(tab)
    await button(page, 'Save the draft').click()
    await page.getByText('version 2').waitFor()
    await other.page.getByRole('heading', { level: 1, name: 'Buy a small greenhouse' }).waitFor()
    assert.equal(await other.page.getByRole('link', { name: 'Ändern' }).count(), 0)
  })

  test('become a proposal that says the same, at the time and in the zone of their author', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await button(page, 'Start the vote').click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Voting starts (optional)')
    await field.fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Start the vote' }).click()
    await dialog.getByText('A time in the future').waitFor()
    await assertAccessible(tab)
    const year = new Date().getUTCFullYear()
    const ahead = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(5, 10)
    const day = `${ahead < '01-06' ? year + 1 : year}-${ahead}`
    await field.fill(`${day}T10:00`)
    await dialog.getByRole('button', { name: 'Start the vote' }).click()
    await page.getByText('Starts later').waitFor()
    assert.equal(new URL(page.url()).pathname, `/proposals/${draftId}`)
    await comment(tab, 'Was kostet es?').waitFor()
    await assertAccessible(tab)
    const { governance } = await memberOf(platform, ADA)
    const proposal = await governance.get('/proposals/{proposalId}', { path: { proposalId: draftId } })
    assert.deepEqual(
      [proposal.title, proposal.startTime],
      ['Buy a small greenhouse', new Date(`${day}T10:00:00+09:00`).toISOString()],
    )
    // The other member was looking at the draft.
    await other.page.getByText('Beginnt später').waitFor()
    assert.equal(new URL(other.page.url()).pathname, `/proposals/${draftId}`)
  })

  test('are deleted with a question', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    const { governance } = await memberOf(platform, ADA)
    const proposal = { daoId, title: 'Never mind', description: '', creatorAddress: ADA, votingDurationHours: 1 }
    const made = await governance.post('/drafts', { body: { proposal } })
    await open(tab, `/drafts/${made.draftId}`)
    await button(page, 'Delete the draft').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }).click()
    await page.getByText('There are no drafts').waitFor()
    await open(tab, `/drafts/${made.draftId}`)
    await page.getByText('There is no such draft').waitFor()
  })
})
