import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountCreateTransaction, Client, KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { type PlatformProcess, passTime, signBlindly } from '@quorate/quorate/testing'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  HOME,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
} from './browser.ts'
import { ADA, BEN, CLAIRE, KEYS, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('Rules of a DAO in the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let [desk, phone]: Tab[] = []
  let daoId: string
  let proposalId: string
  before(async () => {
    stage = await openStage(() => ({ GOVERNANCE_ANCHOR_INTERVAL: '100' }))
    ;({ platform } = stage)
    desk = await openTab(stage.browser, platform.at.console)
    phone = await openTab(stage.browser, platform.at.console, GERMAN_PHONE)
    await signIn(desk, ADA)
    await signIn(phone, BEN)
    const ada = await memberOf(platform, ADA)
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, quorum: 20, emergency: ADA }
    const body = { name: 'Rules', description: '', ownerAddress: ADA, votingRules }
    ;({ daoId } = await ada.governance.post('/daos', { body }))
  })
  after(() => stage?.close())
  const tabs = () => ({ desk: desk ?? assert.fail(), phone: phone ?? assert.fail() })

  test('are changed by a proposal that says what is now and what is then', async () => {
    const { desk: tab } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}/propose`)
    await page.getByLabel('Title').fill('More agreement')
    await page.getByRole('radio', { name: 'Change the rules or the members' }).check()
    await button(page, 'Propose').click()
    await page.getByText('Choose a rule that changes, or name a member').waitFor()
    const another = page.getByLabel('A rule that changes')
    await another.selectOption({ label: 'Least quorum' })
    const quorum = page.getByRole('textbox', { name: 'Least quorum' })
    await quorum.fill('150')
    await button(page, 'Propose').click()
    await page.getByTestId('change-fields').getByText('At most 100%').waitFor()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    assert.equal(await quorum.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Quorum (optional)').getAttribute('aria-invalid'), null)
    await button(page, 'Leave out: Least quorum').click()
    await another.selectOption({ label: 'Needed to pass' })
    await page.getByLabel('Needed to pass', { exact: true }).fill('2/3')
    await another.selectOption({ label: 'Least quorum' })
    await another.selectOption({ label: 'Votes may be delegated' })
    await page.getByLabel('Join').fill(BEN)
    const words = page.getByTestId('change')
    await words.getByRole('row', { name: 'Needed to pass 50% 2/3' }).waitFor()
    await words.getByRole('row', { name: 'Least quorum 20% none' }).waitFor()
    await words.getByRole('row', { name: 'Votes may be delegated no yes' }).waitFor()
    await assertAccessible(tab)
    await button(page, 'Propose').click()
    await page.getByText('What changes if it passes').waitFor()
    proposalId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByTestId('change').getByRole('row', { name: 'Needed to pass 50% 2/3' }).waitFor()
    const ada = await memberOf(platform, ADA)
    const { proposalData } = await ada.governance.get('/proposals/{proposalId}', { path: { proposalId } })
    assert.deepEqual(proposalData, {
      change: { rules: { thresholdFraction: '2/3', quorum: null, delegation: true }, members: { add: [BEN] } },
    })
    await assertAccessible(tab)
  })

  test('are changed at once by the account that they name, after a comparison with the ledger', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, `/daos/${daoId}?tab=rules`)
    await page.getByText('May change the rules at once').first().waitFor()
    await button(page, 'Change at once').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The present rules are as on the ledger').waitFor()
    await dialog.getByLabel('A rule that changes').selectOption({ label: 'Longest vote' })
    await dialog.getByLabel('Longest vote (hours)', { exact: true }).fill('72')
    await dialog.getByRole('row', { name: 'Longest vote none 72 hours' }).waitFor()
    // The signature states all rules, not only those that change.
    const signed = dialog.getByTestId('signed-rules')
    await signed.getByText('72 hours').waitFor()
    await signed.getByText('Least quorum').waitFor()
    await assertAccessible(tab)
    await button(page, 'Sign and change the rules').click()
    const history = page.getByTestId('rules-history')
    await history.getByText('Rules 2').waitFor()
    await history.getByRole('row', { name: 'Longest vote none 72 hours' }).waitFor()
    const ada = await memberOf(platform, ADA)
    const { rulesNumber, votingRules } = await ada.governance.get('/daos/{daoId}', { path: { daoId } })
    assert.deepEqual([rulesNumber, votingRules.maxVotingPeriod], [2, 72])
    await open(other, `/daos/${daoId}?tab=rules`)
    await other.page.getByText('Frühere und jetzige Regeln').waitFor()
    await assertAccessible(other)
    await assertFits(other)
    await open(other, `/proposals/${proposalId}`)
    await other.page.getByText('Was sich bei Annahme ändert').waitFor()
    await assertFits(other)
  })

  test('let a wallet veto and change them, whose owners sign one after the other on the page', async () => {
    const { desk: tab, phone: other } = tabs()
    const ada = await memberOf(platform, ADA)
    const council = await walletOf(platform)
    const votingRules = {
      ...{ threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
      ...{ executionDelay: 24, veto: council, emergency: council },
    }
    const dao = await ada.governance.post('/daos', {
      body: { name: 'Elders', description: '', ownerAddress: ADA, members: [BEN], votingRules },
    })
    const made = await ada.governance.post('/proposals', {
      body: { daoId: dao.daoId, title: 'Sell', description: '', creatorAddress: ADA, votingDurationHours: 0.01 },
    })
    await ada.governance.post('/votes', {
      body: { proposalId: made.proposalId, daoId: dao.daoId, voterAddress: ADA, choice: 'YES' },
    })
    await passTime(platform, 60_000)
    await open(tab, `/proposals/${made.proposalId}`)
    await button(tab.page, 'Veto').click()
    const dialog = tab.page.getByRole('dialog')
    await dialog.getByText(/^You sign as an owner of this wallet\./).waitFor()
    await dialog.getByLabel('Reason (optional)').fill('It is ours')
    await assertAccessible(tab)
    await button(tab.page, 'Sign the veto').click()
    await tab.page.getByText('A veto has 1 signature of the wallet and needs 1 more.').waitFor()
    // It waits for the other owner, and no longer for the one who has signed.
    await open(other, '/')
    const waiting = other.page.getByRole('listitem').filter({ has: other.page.getByTestId('may-veto') })
    await waiting.getByText('Ein Veto hat 1 Unterschrift der Wallet und braucht noch 1.').waitFor()
    await waiting.getByText(/^noch .+ für ein Veto$/).waitFor()
    await assertAccessible(other)
    await assertFits(other)
    await open(tab, '/')
    await tab.page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    assert.equal(await tab.page.getByTestId('may-veto').count(), 0)
    await waiting.getByRole('link', { name: 'Sell' }).click()
    await other.page.getByTestId('veto-begun').getByText('It is ours').waitFor()
    await button(other.page, 'Veto einlegen').click()
    // The same reason is offered, since owners sign the same text.
    const reason = other.page.getByRole('dialog').getByLabel('Grund (optional)')
    assert.equal(await reason.inputValue(), 'It is ours')
    assert.equal(await other.page.getByTestId('veto-apart').count(), 0)
    await reason.fill('It is ours!')
    await other.page.getByTestId('veto-apart').waitFor()
    await assertAccessible(other)
    await assertFits(other)
    await button(other.page, 'Veto unterschreiben').click()
    // The two signatures do not count together, so the proposal waits for both owners again.
    await other.page.getByText(/^Du hast unterschrieben, aber ein anderer Eigentümer/).waitFor()
    await open(tab, '/')
    await tab.page.getByTestId('may-veto').waitFor()
    await button(other.page, 'Veto einlegen').click()
    assert.equal(await reason.inputValue(), 'It is ours')
    await button(other.page, 'Veto unterschreiben').click()
    await other.page.getByText('Veto eingelegt: Nichts davon wird ausgeführt.').waitFor()
    const { execution } = await ada.governance.get('/proposals/{proposalId}', { path: { proposalId: made.proposalId } })
    assert.deepEqual([execution?.vetoed?.by, execution?.vetoed?.reason], [council, 'It is ours'])

    await open(tab, `/daos/${dao.daoId}?tab=rules`)
    await button(tab.page, 'Change at once').click()
    await tab.page.getByText(/^The rules let a wallet of yours change them at once\./).waitFor()
    await tab.page.getByLabel('A rule that changes').selectOption({ label: 'Longest vote' })
    await tab.page.getByLabel('Longest vote (hours)', { exact: true }).fill('72')
    await button(tab.page, 'Sign as an owner').click()
    await tab.page.getByText('A change at once has 1 signature of the wallet and needs 1 more.').waitFor()
    await assertAccessible(tab)
    await open(other, `/daos/${dao.daoId}?tab=rules`)
    await button(other.page, 'Diese Änderung mit unterschreiben').click()
    await other.page.getByRole('dialog').getByTestId('signed-rules').waitFor()
    await assertAccessible(other)
    await assertFits(other)
    await button(other.page, 'Als Eigentümer unterschreiben').click()
    await other.page.getByTestId('rules-history').waitFor()
    const after = await ada.governance.get('/daos/{daoId}', { path: { daoId: dao.daoId } })
    assert.deepEqual([after.rulesNumber, after.votingRules.maxVotingPeriod], [2, 72])
  })

  test('are not shown of another DAO than the one that was opened', async () => {
    const { page } = tabs().desk
    const ada = await memberOf(platform, ADA)
    const votingRules = { threshold: 1, minVotingPeriod: 0, tokenWeighted: false, emergency: ADA }
    const other = await ada.governance.post('/daos', {
      body: { name: 'Another', description: '', ownerAddress: ADA, votingRules },
    })
    await page.route(`**/daos/${daoId}`, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.fallback()
      await route.fulfill({ json: await ada.governance.get('/daos/{daoId}', { path: { daoId: other.daoId } }) })
    })
    await page.goto(`${platform.at.console}/daos/${daoId}?tab=rules`)
    await page.getByText('The service sent an invalid answer').waitFor()
    assert.equal(await button(page, 'Change at once').count(), 0)
    await page.unrouteAll()
  })

  test('have a delay before a passed proposal is carried out, in which an account may veto it', async () => {
    const { desk: tab, phone: other } = tabs()
    const [ada, ben] = await Promise.all([memberOf(platform, ADA), memberOf(platform, BEN)])
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, executionDelay: 24, veto: BEN }
    const body = { name: 'Council', description: '', ownerAddress: ADA, votingRules }
    const dao = await ada.governance.post('/daos', { body })
    const proposal = {
      ...{ daoId: dao.daoId, title: 'A low bar', description: '', creatorAddress: ADA, votingDurationHours: 0.01 },
      proposalData: { change: { rules: { threshold: 10 } } },
    }
    const made = await ada.governance.post('/proposals', { body: proposal })
    const path = { proposalId: made.proposalId }
    await ada.governance.post('/votes', {
      body: { proposalId: made.proposalId, daoId: dao.daoId, voterAddress: ADA, choice: 'YES' },
    })
    await passTime(platform, 60_000)
    await open(tab, `/proposals/${made.proposalId}`)
    const card = tab.page.getByTestId('execution')
    await card.getByText(/^nothing is carried out for/).waitFor()
    await assertAccessible(tab)
    assert.equal(await button(tab.page, 'Veto').count(), 0, 'only for the account that the rules name')
    await open(other, `/proposals/${made.proposalId}`)
    await button(other.page, 'Veto einlegen').click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByLabel('Grund (optional)').fill('Zu niedrig')
    await assertAccessible(other)
    await assertFits(other)
    await button(other.page, 'Veto unterschreiben').click()
    await other.page.getByText('Veto eingelegt: Nichts davon wird ausgeführt.').waitFor()
    await card.getByText('Vetoed: nothing of it is carried out.').waitFor()
    await card.getByText('Zu niedrig').waitFor()
    await tab.page.getByTestId('status').getByText('Vetoed', { exact: true }).waitFor()
    await open(tab, `/daos/${dao.daoId}`)
    await tab.page.getByTestId('status').getByText('Vetoed', { exact: true }).waitFor()
    const { execution } = await ben.governance.get('/proposals/{proposalId}', { path })
    assert.deepEqual([execution?.vetoed?.by, execution?.vetoed?.reason], [BEN, 'Zu niedrig'])
  })

  test('show a veto on Home to the owners of a wallet that is no member of the DAO', async () => {
    const { desk: member, phone: owner } = tabs()
    const [ada, ben] = await Promise.all([memberOf(platform, ADA), memberOf(platform, BEN)])
    const owners = [
      { wallet: BEN, name: 'Ben' },
      { wallet: CLAIRE, name: 'Claire' },
    ]
    const request = await ben.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Rat', balance: '0', settings: { threshold: 1, owners } },
    })
    await signBlindly(ben, request)
    const { jobId, bytes } = request
    const { walletId } = await ben.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    assert.ok(walletId)
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, executionDelay: 24, veto: walletId }
    const { daoId: watched } = await ada.governance.post('/daos', {
      body: { name: 'Watched', description: '', ownerAddress: ADA, votingRules },
    })
    const { proposalId: passed } = await ada.governance.post('/proposals', {
      body: { daoId: watched, title: 'Spend it', description: '', creatorAddress: ADA, votingDurationHours: 0.01 },
    })
    await ada.governance.post('/votes', {
      body: { proposalId: passed, daoId: watched, voterAddress: ADA, choice: 'YES' },
    })
    await passTime(platform, 60_000)
    await open(owner, '/')
    const waiting = owner.page.getByRole('listitem').filter({ has: owner.page.getByTestId('may-veto') })
    const row = waiting.filter({ hasText: 'Spend it' })
    await row.getByText('Angenommen. Ein Veto einlegen darf').waitFor()
    await assertAccessible(owner)
    await assertFits(owner)
    await row.getByRole('link', { name: 'Spend it' }).click()
    await button(owner.page, 'Veto einlegen').click()
    await button(owner.page, 'Veto unterschreiben').click()
    await owner.page.getByText('Veto eingelegt: Nichts davon wird ausgeführt.').waitFor()
    await open(owner, '/')
    await owner.page.getByRole('heading', { level: 1 }).waitFor()
    await row.waitFor({ state: 'detached' })
    await open(member, '/')
    await member.page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    assert.equal(await member.page.getByText('Spend it').count(), 0, 'a member who may not veto')
  })

  test('of what follows a vote are set when a DAO is founded, and by a later proposal', async () => {
    const { desk: tab, phone: other } = tabs()
    const { page } = tab
    await open(tab, '/daos/new')
    await page.getByLabel('Name of the DAO').fill('Careful')
    const review = page.getByTestId('founding-rules')
    await review.getByText(/^50% of YES and NO/).waitFor()
    await page.getByText('After the vote: delay, veto, optimistic passing').click()
    await page.getByLabel('May veto in this delay').fill(CLAIRE)
    await page.getByRole('checkbox', { name: 'Proposals may pass unless members object' }).check()
    const objections = page.getByLabel('Objections that stop an optimistic proposal')
    await objections.fill('')
    await page.getByText('After the vote: delay, veto, optimistic passing').click()
    assert.equal(await objections.count(), 0)
    assert.equal(await review.count(), 0, 'incomplete rules')
    await button(page, 'Found this DAO').click()
    await page.getByText('A veto is possible only within a delay: enter its hours').waitFor()
    assert.equal(await objections.getAttribute('aria-invalid'), 'true')
    await assertAccessible(tab)
    await page.getByLabel('Delay before a decision is carried out (hours)').fill('48')
    await objections.fill('1/8')
    await page.getByLabel('Who may propose optimistically').fill(`${ADA}\n${BEN}`)
    await page.getByRole('checkbox', { name: 'changes of rules and members' }).check()
    for (const shown of ['48 hours', '1/8', '72 hours'])
      await review.getByRole('definition').filter({ hasText: shown }).waitFor()
    await review.getByText('proposals without effect, operations, changes of rules and members').waitFor()
    await assertAccessible(tab)
    await button(page, 'Found this DAO').click()
    await page.getByText('Nothing has been proposed yet').waitFor()
    const founded = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const ada = await memberOf(platform, ADA)
    const rulesNow = async () => (await ada.governance.get('/daos/{daoId}', { path: { daoId: founded } })).votingRules
    const { executionDelay, veto, objectionsFraction, objectionPeriod, ...others } = await rulesNow()
    assert.deepEqual([executionDelay, veto, objectionsFraction, objectionPeriod], [48, CLAIRE, '1/8', 72])
    assert.deepEqual(others.optimisticProposers, [ADA, BEN])
    assert.deepEqual(others.optimisticKinds, ['text', 'operation', 'change'])

    await open(tab, `/daos/${founded}/propose`)
    await page.getByRole('radio', { name: 'Change the rules or the members' }).check()
    const another = page.getByLabel('A rule that changes')
    for (const label of [
      'Delay before a decision is carried out',
      'May veto in this delay',
      'Shortest time for objections',
    ])
      await another.selectOption({ label })
    await page.getByLabel('Delay before a decision is carried out (hours)').fill('24')
    await page.getByLabel('May veto in this delay', { exact: true }).fill(BEN)
    await page.getByLabel('Shortest time for objections (hours)').fill('96')
    const words = page.getByTestId('change')
    await words.getByRole('row', { name: 'Delay before a decision is carried out 48 hours 24 hours' }).waitFor()
    await words.getByRole('row', { name: `May veto in this delay ${CLAIRE}` }).waitFor()
    await words.getByRole('row', { name: 'Shortest time for objections 72 hours 96 hours' }).waitFor()

    await open(other, '/daos')
    await other.page.getByRole('link', { name: 'Neue DAO' }).first().click()
    await other.page.getByText('Nach der Abstimmung: Wartezeit, Veto, optimistische Annahme').click()
    await other.page.getByRole('checkbox', { name: /^Vorschläge dürfen ohne Mehrheit angenommen sein/ }).check()
    await assertAccessible(other)
    await assertFits(other)
    await other.page.reload()
    await other.page.getByLabel('Einwände, die einen optimistischen Vorschlag stoppen').waitFor()
  })
})

/** A new account that Ada and Ben own together. */
async function walletOf({ at }: PlatformProcess): Promise<string> {
  const [ada, ben] = [PrivateKey.fromStringED25519(KEYS[ADA]), PrivateKey.fromStringED25519(KEYS[BEN])]
  const client = Client.forNetwork({ [at.ledger]: '0.0.3' }).setOperator(ADA, ada)
  try {
    const key = new KeyList([ada.publicKey, ben.publicKey], 2)
    const created = await new AccountCreateTransaction().setKeyWithoutAlias(key).execute(client)
    return String((await created.getReceipt(client)).accountId)
  } finally {
    client.close()
  }
}
