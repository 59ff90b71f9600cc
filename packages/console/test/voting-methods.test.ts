import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { GovernanceTypes } from '@quorate/client'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Ballot, VotingMethod } from '@quorate/verify/recount'
import {
  assertAccessible,
  assertFits,
  assertTexts,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  PHONE,
  signIn,
  skipped,
  type Tab,
  takePicture,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, endVoting, memberOf, type Signing, signerOf, VOTING_HOURS } from './people.ts'
import { openStage, type Stage } from './stage.ts'

const OPTIONS = ['Oak', 'Elm, the old one', 'Ash']

describe('Voting methods in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let [desk, phone, german]: Tab[] = []
  let daoId: string
  before(async () => {
    stage = await openStage(() => ({ GOVERNANCE_ANCHOR_INTERVAL: '100' }))
    ;({ platform } = stage)
    desk = await openTab(stage.browser, platform.at.console)
    phone = await openTab(stage.browser, platform.at.console, { viewport: PHONE })
    german = await openTab(stage.browser, platform.at.console, GERMAN_PHONE)
    await signIn(desk, ADA)
    await signIn(phone, ADA)
    await signIn(german, BEN)
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = () => ({
    desk: desk ?? assert.fail(),
    phone: phone ?? assert.fail(),
    german: german ?? assert.fail(),
  })
  /** Takes a screenshot if PICTURES names a folder for it. */
  const picture = async (tab: Tab, name: string): Promise<void> => {
    if (process.env.PICTURES) await takePicture(tab, join(process.env.PICTURES, `${name}.png`))
  }

  test('are chosen for a DAO in words, with a fraction as its threshold', async () => {
    const { desk: tab, german: other } = tabs()
    const { page } = tab
    await open(tab, '/daos/new')
    await page.getByLabel('Name of the DAO').fill('Foresters')
    await page.getByLabel('Members (optional)').fill(BEN)
    await page.getByRole('radio', { name: 'Two thirds' }).check()
    await page.getByRole('checkbox', { name: 'Single choice' }).uncheck()
    await button(page, 'Found this DAO').click()
    await page.getByText('Choose at least one').waitFor()
    for (const method of ['Single choice', 'Approval', 'Split vote', 'Ranked choice', 'Quadratic vote'])
      await page.getByRole('checkbox', { name: method }).check()
    await page.getByText(/^You divide your vote, .* Unsafe unless you know who is behind each account/).waitFor()
    await page.getByLabel('Most options of a proposal').selectOption('12')
    await page.getByRole('checkbox', { name: 'Votes may be changed until the end' }).check()
    await assertAccessible(tab)
    await picture(tab, 'new-dao')
    await button(page, 'Found this DAO').click()
    await page.getByText('Nothing has been proposed yet').waitFor()
    daoId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByRole('tab', { name: 'Rules' }).click()
    await page.getByText(/^2\/3 of YES and NO\. For a vote with other options: 2\/3/).waitFor()
    await page.getByText('Single choice, Approval, Split vote, Ranked choice, Quadratic vote').waitFor()
    await page.getByText('may be changed until the end').waitFor()
    await picture(tab, 'rules')
    await open(other, `/daos/${daoId}?tab=rules`)
    await other.page.getByText('12 Optionen je Vorschlag').waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test('are chosen for a proposal out of those of its DAO, with up to its number of options', async () => {
    const { phone: tab } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}/propose`)
    await page.getByLabel('Title').fill('Which tree?')
    await page.getByRole('radio', { name: 'My own options' }).check()
    await page.getByLabel('Options', { exact: true }).fill(Array.from({ length: 13 }, (_, n) => `Tree ${n}`).join('\n'))
    await page.getByRole('radio', { name: 'Ranked choice' }).check()
    await page.getByLabel('Quorum (optional)').fill('4/3')
    await page.getByText('A percentage, or a fraction of at most 1 such as 2/3').waitFor()
    await page.getByLabel('Quorum (optional)').fill('2/3')
    await page.getByText('2/3 ≈ 66.67%').waitFor()
    await button(page, 'Propose').click()
    await page.getByText('2 to 12 options, one per line').waitFor()
    await page.getByLabel('Options', { exact: true }).fill(OPTIONS.join('\n'))
    await assertAccessible(tab)
    await assertFits(tab)
    await picture(tab, 'propose-phone')
    await button(page, 'Propose').click()
    await page.getByRole('heading', { level: 1, name: 'Which tree?' }).waitFor()
    await page.getByText('2/3 of all eligible voters').waitFor()
    const proposalId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const made = await (await memberOf(platform, ADA)).governance.get('/proposals/{proposalId}', {
      path: { proposalId },
    })
    assert.deepEqual(
      [made.votingMethod, made.votingOptions, made.quorumFraction, made.quorum],
      ['ranked', OPTIONS, '2/3', 66.666667],
    )
  })

  test('let a voter put options in order by keys, and change the order later', async () => {
    const { desk: tab, german: other } = tabs()
    const { page } = tab
    const { proposalId } = await propose('Ranked', 'ranked', { quorumFraction: '2/3' })
    await open(tab, `/proposals/${proposalId}`)
    await page.getByText('Your vote weighs as much as any other.').waitFor()
    assert.ok(await button(page, 'Review and vote').isDisabled())
    for (const option of OPTIONS) {
      await button(page, `Add ${option}`).focus()
      await page.keyboard.press('Enter')
    }
    await button(page, 'Move Ash up').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    // At the top, the focus goes to the button that is left.
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Move Ash down')
    await page.getByText('Ash is number 1 of 3').waitFor({ state: 'attached' })
    await button(page, 'Take Oak out').click()
    await page.getByText('Oak is not in your order any more').waitFor({ state: 'attached' })
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Add Oak')
    await assertTexts(page.getByTestId('ranks').locator('bdi'), ['Ash', 'Elm, the old one'])
    await assertAccessible(tab)
    await picture(tab, 'rank')
    await button(page, 'Review and vote').click()
    const dialog = page.getByRole('dialog')
    await assertTexts(dialog.locator('ol.ballot li'), ['Ash', 'Elm, the old one'])
    await dialog.getByText('Your vote counts for the first of these that is still in.').waitFor()
    await dialog.getByText('You can change your vote until the end.').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'rank-dialog')
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-vote').getByText('1. Ash, 2. Elm, the old one').waitFor()
    await page.getByTestId('missing').getByText('Ash has enough.').waitFor()
    await page.getByTestId('quorum').getByText('1 more vote is needed for the quorum.').waitFor()

    await button(page, 'Change my vote').click()
    await button(page, 'Keep my vote').click()
    await button(page, 'Change my vote').click()
    await button(page, 'Move Ash down').click()
    await page.getByText('You can change it 19 more times.').waitFor()
    await button(page, 'Review and vote').click()
    await dialog.getByText('This is your vote number 2. It replaces your earlier one.').waitFor()
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-revision').waitFor()
    await page.getByTestId('my-vote').getByText('1. Elm, the old one, 2. Ash').waitFor()
    await page.getByTestId('replaced').waitFor()
    await page.getByTestId('votes').getByText('1 vote').waitFor()

    await open(other, `/proposals/${proposalId}`)
    for (const option of ['Oak', 'Ash']) await button(other.page, `${option} hinzufügen`).click()
    await assertAccessible(other)
    await assertFits(other)
    await picture(other, 'rank-phone')
    await button(other.page, 'Prüfen und abstimmen').click()
    await assertFits(other)
    await button(other.page, 'Unterschreiben und abstimmen').click()
    await other.page.getByTestId('my-vote').getByText('1. Oak, 2. Ash').waitFor()
    await page.getByTestId('missing').getByText('No option is ahead of all others yet.').waitFor()
    const rounds = page.getByTestId('rounds').getByRole('row')
    assert.match((await rounds.nth(3).textContent()) ?? '', /^Ash0eliminatedout$/)
    await assertAccessible(tab)
    await picture(tab, 'ranked')
    await other.page.getByTestId('rounds').getByText('scheidet aus').waitFor()
    await assertFits(other)
    await picture(other, 'ranked-phone')
  })

  test('let a voter approve of several options', async () => {
    const { phone: tab } = tabs()
    const { page } = tab
    const { proposalId } = await propose('Approved', 'approval')
    await open(tab, `/proposals/${proposalId}`)
    await page.getByRole('checkbox', { name: 'Ash' }).click()
    await page.getByRole('checkbox', { name: 'Oak' }).click()
    await assertAccessible(tab)
    await assertFits(tab)
    await picture(tab, 'approval-phone')
    await button(page, 'Review and vote').click()
    const dialog = page.getByRole('dialog')
    await assertTexts(dialog.locator('ul.ballot li'), ['Oak', 'Ash'])
    await assertAccessible(tab)
    await assertFits(tab)
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-vote').getByText('Oak, Ash').waitFor()
    await castBy(BEN, proposalId, { choices: ['Ash'] })
    await page.getByTestId('missing').getByText('Ash has enough.').waitFor()
    await page.getByText('an option passes if at least 2/3 of all votes name it').waitFor()
  })

  test('let a voter split a vote, and show what is left to give', async () => {
    const { desk: tab, german: other } = tabs()
    const { page } = tab
    const { proposalId } = await propose('Split', 'weighted')
    await open(tab, `/proposals/${proposalId}`)
    const left = page.getByTestId('split-left')
    await left.getByText('100% left to give.').waitFor()
    await page.getByRole('textbox', { name: 'Oak' }).fill('60')
    await page.getByRole('textbox', { name: 'Ash' }).fill('half')
    await page.getByText('A whole number from 0 to 100').waitFor()
    await page.getByRole('textbox', { name: 'Ash' }).fill('50')
    await left.getByText('10% too much.').waitFor()
    assert.ok(await button(page, 'Review and vote').isDisabled())
    await assertAccessible(tab)
    await button(page, 'Split evenly').click()
    assert.deepEqual(
      [
        await page.getByRole('textbox', { name: 'Oak' }).inputValue(),
        await page.getByRole('textbox', { name: 'Elm' }).inputValue(),
      ],
      ['50', ''],
    )
    await left.getByText('All 100% are given.').waitFor()
    await page.getByRole('textbox', { name: 'Oak' }).fill('55')
    await page.getByRole('textbox', { name: 'Ash' }).fill('45')
    await picture(tab, 'split')
    await button(page, 'Review and vote').click()
    await assertTexts(page.getByRole('dialog').locator('.ballot li'), ['55% Oak', '45% Ash'])
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-vote').getByText('55% Oak, 45% Ash').waitFor()
    // 0.55 of 1 is short of two thirds: 0.55 + 0.35 of 1.35 would do.
    await page.getByTestId('missing').getByText('Oak needs 1 more vote, if nobody else votes.').waitFor()
    await page.getByText('2/3 needed').first().waitFor()
    await open(other, `/proposals/${proposalId}`)
    await other.page.getByRole('textbox', { name: 'Oak' }).fill('100')
    await assertAccessible(other)
    await assertFits(other)
    await picture(other, 'split-phone')
  })

  test('show roots of a quadratic vote, and say that it is unsafe without identity', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    const { proposalId } = await propose('Quadratic', 'quadratic')
    await open(tab, `/proposals/${proposalId}`)
    await page.getByText(/Unsafe unless you know who is behind each account/).waitFor()
    await button(page, 'Split evenly').click()
    await button(page, 'Review and vote').click()
    await page.getByText('Each of these gets the square root of its part of your vote.').waitFor()
    await button(page, 'Sign and vote').click()
    await page.getByTestId('my-vote').getByText('34% Oak, 33% Elm, the old one, 33% Ash').waitFor()
    await page.getByText('0.583095').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'quadratic')
  })

  test('accept no vote if the service shows another voting method than the ledger', async () => {
    const { desk: tab } = tabs()
    const { proposalId } = await propose('Another method', 'approval')
    await tab.page.route(`**/api/governance/proposals/${proposalId}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), votingMethod: 'ranked' } })
    })
    await open(tab, `/proposals/${proposalId}`)
    await tab.page
      .getByTestId('vote-refused')
      .getByText(/It differs in: the voting method/)
      .waitFor()
    await tab.page.unrouteAll()
  })

  test('say what a vote weighs by holdings, and what is missing in these', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    const one = await memberOf(platform, ADA)
    const votingRules = { thresholdFraction: '2/3', minVotingPeriod: 0, tokenWeighted: true, votingDelay: 0 }
    const dao = await one.governance.post('/daos', {
      body: { name: 'Holders', description: '', ownerAddress: ADA, members: [BEN], votingRules },
    })
    const { proposalId } = await one.governance.post('/proposals', {
      body: {
        ...{ daoId: dao.daoId, title: 'By ℏ', description: '', creatorAddress: ADA },
        ...{ votingDurationHours: 1, quorumFraction: '1/1' },
      },
    })
    await open(tab, `/proposals/${proposalId}`)
    await page
      .getByTestId('power')
      .getByText(/^Your vote weighs [\d.,]+ ℏ, by what you held/)
      .waitFor()
    await page.getByRole('radio', { name: 'YES', exact: true }).click()
    await button(page, 'Review and vote').click()
    await button(page, 'Sign and vote').click()
    await page.getByTestId('missing').getByText('YES has enough.').waitFor()
    await page
      .getByTestId('quorum')
      .getByText(/^Votes with a weight of [\d.,]+ are still needed/)
      .waitFor()
    await picture(tab, 'holders')
  })

  test('are recounted in the page, with rounds and replaced votes, and told in words', async () => {
    const { desk: tab, german: other } = tabs()
    const { page } = tab
    const { proposalId } = await propose('Decided', 'ranked', { votingDurationHours: VOTING_HOURS })
    await castBy(ADA, proposalId, { choices: ['Ash'] })
    await castBy(ADA, proposalId, { choices: ['Oak', 'Ash'] }, 2)
    await castBy(BEN, proposalId, { choices: ['Elm, the old one', 'Oak'] })
    await endVoting(platform, proposalId)
    await open(tab, `/proposals/${proposalId}`)
    await page.getByTestId('outcome').getByText('Not passed: a tie, as several options are ahead').waitFor()
    await button(page, 'Count again').click()
    const recount = page.getByTestId('recount')
    await recount.getByText('The published result holds').waitFor()
    await recount.getByText('Voting method: Ranked choice').waitFor()
    await recount.getByText('1 vote was replaced by a later one of the same voter.').waitFor()
    await recount.getByTestId('rounds').getByText('Round 2').waitFor()
    await assertAccessible(tab)
    await picture(tab, 'recount')
    const short = await propose('Too few', 'single', {
      ...{ votingDurationHours: VOTING_HOURS, quorum: 60, votingOptions: undefined },
    })
    await castBy(ADA, short.proposalId, { choice: 'YES' })
    await endVoting(platform, short.proposalId)
    await open(other, `/proposals/${short.proposalId}`)
    await other.page
      .getByTestId('outcome')
      .getByText(/^Nicht angenommen: 50\s% haben abgestimmt, nötig waren 60\s%\.$/)
      .waitFor()
    await assertAccessible(other)
    await assertFits(other)
  })

  test("cause no errors in the browser's console", () => {
    for (const tab of Object.values(tabs())) assert.deepEqual(withoutStatuses(tab.complaints, 404), [])
  })

  async function propose(
    title: string,
    votingMethod: VotingMethod,
    more: {
      quorum?: number
      quorumFraction?: string
      votingDurationHours?: number
      votingOptions?: string[] | undefined
    } = {},
  ): Promise<GovernanceTypes['Proposal']> {
    const { votingOptions = votingMethod === 'single' ? undefined : OPTIONS, ...rest } = more
    return (await memberOf(platform, ADA)).governance.post('/proposals', {
      body: {
        ...{ daoId, title, description: '', creatorAddress: ADA, votingDurationHours: 1, votingMethod },
        ...(votingOptions === undefined ? {} : { votingOptions }),
        ...rest,
      },
    })
  }

  async function castBy(voterAddress: Signing, proposalId: string, ballot: Ballot, revision = 1): Promise<void> {
    const by = await memberOf(platform, voterAddress)
    const { choice, choices, shares } = ballot
    const vote = {
      ...{ proposalId, daoId, voterAddress, revision },
      ...(choice === undefined ? {} : { choice }),
      ...(choices === undefined ? {} : { choices: [...choices] }),
      ...(shares === undefined ? {} : { shares: [...shares] }),
    }
    const { text } = await by.governance.post('/votes/text', { body: vote })
    const signature = await signerOf(voterAddress).signMessage(text)
    await by.governance.post('/votes', { body: { ...vote, signature: `0x${Buffer.from(signature).toString('hex')}` } })
  }
})
