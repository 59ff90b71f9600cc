import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type PlatformProcess, passTime } from '@quorate/quorate/testing'
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
  takePicture,
} from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Shorter than a session, which would end with it. */
const HALF_HOUR_MS = 1_800_000

describe('Secret votes in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let [desk, phone]: Tab[] = []
  let networkKey: string
  let daoId: string
  let proposalId: string
  before(async () => {
    stage = await openStage(() => ({ GOVERNANCE_ANCHOR_INTERVAL: '100' }))
    ;({ platform } = stage)
    desk = await openTab(stage.browser, platform.at.console)
    phone = await openTab(stage.browser, platform.at.console, GERMAN_PHONE)
    await signIn(desk, ADA)
    await signIn(phone, BEN)
    const [first = ''] = (await (await memberOf(platform, ADA)).node.get('/ballot-keys')).networkKeys
    networkKey = first
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })
  /** The key as people see it. */
  const shownKey = () => networkKey.replace(/(.{8})(?=.)/g, '$1 ')
  /** Takes a screenshot if PICTURES names a folder for it. */
  const picture = async (tab: Tab, name: string): Promise<void> => {
    if (process.env.PICTURES) await takePicture(tab, join(process.env.PICTURES, `${name}.png`))
  }
  const idIn = (tab: Tab): string => new URL(tab.page.url()).pathname.split('/').at(-1) ?? ''
  const proposal = async () =>
    (await memberOf(platform, ADA)).governance.get('/proposals/{proposalId}', { path: { proposalId } })

  test('a DAO is founded with them, and its rules name the network whose key is shown', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await open(tab, '/daos/new')
    await page.getByLabel('Name of the DAO').fill('Jury')
    await page.getByLabel('Members (optional)').fill(BEN)
    await page.getByRole('checkbox', { name: 'Votes are secret until the end' }).check()
    await page.getByTestId('network-of-dao').getByText(shownKey()).waitFor()
    await page.getByRole('checkbox', { name: 'Votes may be changed until the end' }).check()
    await assertAccessible(tab)
    await button(page, 'Found this DAO').click()
    await page.getByText('Nothing has been proposed yet').waitFor()
    daoId = idIn(tab)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText('The only network that may seal votes').waitFor()
    await page.getByText(shownKey()).first().waitFor()
    await assertAccessible(tab)
  })

  test('two people vote, and nobody can read how before the end', async () => {
    const { desk: tab, phone: other } = tabs()
    await open(tab, `/daos/${daoId}/propose`)
    await tab.page.getByLabel('Title').fill('Roses first?')
    await tab.page.getByLabel('Voting takes (hours)').fill('0.5')
    await button(tab.page, 'Propose').click()
    await tab.page.getByRole('heading', { level: 1, name: 'Roses first?' }).waitFor()
    proposalId = idIn(tab)
    await tab.page.getByRole('radio', { name: 'YES', exact: true }).click()
    await button(tab.page, 'Review and vote').click()
    const network = tab.page.getByRole('dialog').getByTestId('network')
    await network.getByText(shownKey()).waitFor()
    await network.getByText('The rules of the DAO name this key.').waitFor()
    await network.getByText(/^This is your first secret vote here\./).waitFor()
    await assertAccessible(tab)
    await picture(tab, 'secret-vote')
    await button(tab.page, 'Sign and vote').click()
    await tab.page.getByTestId('my-vote').getByText('a sealed vote, which is opened after the end').waitFor()
    await open(other, `/proposals/${proposalId}`)
    await other.page.getByRole('radio', { name: 'Nein', exact: true }).click()
    await button(other.page, 'Prüfen und abstimmen').click()
    await other.page.getByRole('dialog').getByTestId('network').getByText(shownKey()).waitFor()
    await assertAccessible(other)
    await assertFits(other)
    await button(other.page, 'Unterschreiben und abstimmen').click()
    await other.page.getByTestId('my-vote').waitFor()
    await tab.page.getByTestId('votes').getByText('2 votes').waitFor()
    await tab.page.getByTestId('sealed').waitFor()
    await picture(tab, 'secret-open')
    await assertAccessible(tab)
    const { votes } = await proposal()
    assert.deepEqual(
      votes.map(({ choice, choices, sealed }) => [choice, choices, sealed?.length]),
      Array(2).fill(['', undefined, votes[0]?.sealed?.length]),
    )
    const ada = await memberOf(platform, ADA)
    const results = await ada.governance.get('/votes/proposal/{proposalId}/results', { path: { proposalId } })
    assert.deepEqual([results.passing, results.leading], [null, null])
    assert.ok(results.options.every(({ weight }) => String(weight) === '0'))
  })

  test('a vote is changed with the key that was accepted, and another key stops it until the voter agrees', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await button(page, 'Change my vote').click()
    await page.getByRole('radio', { name: 'NO', exact: true }).click()
    await button(page, 'Review and vote').click()
    const network = page.getByRole('dialog').getByTestId('network')
    await network.getByText('You have accepted this key here before.').waitFor()
    await button(page, 'Cancel').click()
    // As if the earlier votes had been sealed for another network.
    const earlier = (keys: string): string => keys.replaceAll(networkKey, 'ab'.repeat(32))
    const stored = await page.evaluate<string>("localStorage.getItem('quorate.network-keys')")
    await page.evaluate(`localStorage.setItem('quorate.network-keys', ${JSON.stringify(earlier(stored))})`)
    await button(page, 'Review and vote').click()
    await network.getByText('This is another network than before').waitFor()
    assert.ok(await button(page, 'Sign and vote').isDisabled())
    await picture(tab, 'secret-vote-other')
    await assertAccessible(tab)
    await network.getByRole('checkbox').check()
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-revision').waitFor()
    const after = await page.evaluate<string>("localStorage.getItem('quorate.network-keys')")
    assert.deepEqual(keysIn(after), ['ab'.repeat(32), networkKey])
  })

  test('the accepted keys are listed in the settings, where each can be forgotten', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, '/settings')
    const card = page.getByTestId('network-keys')
    const rows = card.getByRole('listitem')
    await rows.filter({ hasText: shownKey() }).getByText('the network of this node').waitFor()
    assert.equal(await rows.count(), 2)
    await rows
      .filter({ hasText: shownKey() })
      .getByText(/^accepted/)
      .waitFor()
    await assertAccessible(tab)
    await card.getByRole('button', { name: /^Forget: abababab/ }).click()
    await card.getByText('The key is forgotten.').waitFor()
    assert.equal(await rows.count(), 1)
    const stored = await page.evaluate<string>("localStorage.getItem('quorate.network-keys')")
    assert.deepEqual(keysIn(stored), [networkKey])
    await open(other, '/settings')
    await other.page.getByTestId('network-keys').getByText('das Netzwerk dieses Knotens').waitFor()
    await assertAccessible(other)
    await assertFits(other)
    // Keys that an earlier version of the page stored, and a record that cannot be read.
    const keep = (text: string) =>
      page.evaluate(`localStorage.setItem('quorate.network-keys', ${JSON.stringify(text)})`)
    const [place = ''] = Object.keys(JSON.parse(stored))
    await keep(JSON.stringify({ [place]: [networkKey] }))
    await page.reload()
    await rows.getByText('accepted earlier').waitFor()
    await keep('{')
    await page.reload()
    await button(page, 'Forget all keys').click()
    await card.getByText('The key is forgotten.').waitFor()
    await keep(stored)
    for (const shown of [tab, other]) await open(shown, `/proposals/${proposalId}`)
  })

  test('are opened after the end, and the recount on the page proves it', async () => {
    const { desk: tab, phone: other } = tabs()
    await passTime(platform, HALF_HOUR_MS + 60_000)
    await tab.page.getByTestId('status').getByText('Rejected').waitFor()
    await tab.page.getByTestId('my-vote').getByText('NO', { exact: true }).waitFor()
    const { votes, decision } = await proposal()
    assert.deepEqual(votes.map(({ choice }) => choice).sort(), ['NO', 'NO', 'YES'])
    assert.ok(decision)
    await button(tab.page, 'Count again').click()
    await tab.page.getByText('The published result holds').waitFor()
    const sealed = tab.page.getByTestId('recount-sealed')
    await sealed.getByText('All ballots were opened after the end').waitFor()
    await sealed.getByText(shownKey()).waitFor()
    await sealed.getByText('You have accepted this key here before.').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'secret-recount')
    await other.page.getByTestId('status').getByText('Abgelehnt').waitFor()
    await button(other.page, 'Nachzählen').click()
    await other.page.getByText('Das veröffentlichte Ergebnis stimmt').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })
})

/** The keys that the page has stored for its only place. */
const keysIn = (stored: string): string[] =>
  Object.values<{ key: string }[]>(JSON.parse(stored)).flatMap((keys) => keys.map(({ key }) => key))
