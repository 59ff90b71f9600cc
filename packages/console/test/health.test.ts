/** The status of the installation and of the node network, on the screen that needs no session. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { PlatformProcess } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import { outagesOf, type ServiceHealth, serviceHealth } from '../src/page/health/service-health.ts'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  openTab,
  signIn,
  signOut,
  skipped,
  type Tab,
  withoutStatuses,
} from './browser.ts'
import { type FakeMember, startMember } from './member.ts'
import { ADA } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Contains another account's id, and a hidden character. */
const STRANGE_NAME = 'North\u202e0.0.2'

describe('The health of a service', () => {
  const up = { status: 'up' }
  const down = (since: string) => ({ status: 'down', message: 'it is away', since })
  const early = '2026-01-01T00:00:00.000Z'
  const late = '2026-01-01T00:05:00.000Z'
  const answers = (details: object, status = 'ok', waitingFor: string[] = []) =>
    serviceHealth({
      health: { status: 'ok', version: '1.2.3' },
      check: { status: 'x', details },
      ready: { status, waitingFor },
    })

  test('is `working`, `impaired`, `waiting` or `unreached`', () => {
    const states = [
      answers({ disk: up }),
      answers({ disk: up, mirror: down(early) }),
      answers({ disk: up }, 'error', ['pglite']),
      serviceHealth({ health: undefined, check: { code: 'SERVICE_UNREACHABLE' }, ready: undefined }),
      serviceHealth({ health: [], check: null, ready: 'x' }),
    ].map(({ state }) => state)
    assert.deepEqual(states, ['working', 'impaired', 'waiting', 'unreached', 'unreached'])
    const { version, components } = answers({ disk: { ...up, freeMb: 7 } })
    assert.deepEqual([version, components[0]?.figures], ['1.2.3', { freeMb: 7 }])
  })

  test('lists a failed component once, with the earliest time of its reports', () => {
    const services = new Map<string, ServiceHealth>([
      ['node', answers({ mirror: down(late), disk: up })],
      ['multisig', answers({ mirror: down(early), ledger: down(late) })],
    ])
    assert.deepEqual(
      outagesOf(services).map(({ name, since, services: by }) => [name, since, by]),
      [
        ['mirror', early, ['node', 'multisig']],
        ['ledger', late, ['multisig']],
      ],
    )
  })
})

describe('The status of the installation', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  let [north, gone]: FakeMember[] = []
  before(async () => {
    north = await startMember('0.0.7001')
    gone = await startMember('0.0.7002')
    const [listed, absent] = [north, gone].map(({ walletId, url, publicKey }) => ({ walletId, url, publicKey }))
    const members = [
      { ...listed, name: 'Node of the north', description: 'Where it is cold' },
      { ...absent, name: STRANGE_NAME },
    ]
    gone.close()
    stage = await openStage(async (folder) => {
      const file = join(folder, 'members.json')
      await writeFile(file, JSON.stringify({ members }))
      return { NETWORK_MEMBERS: file, NETWORK_HEARTBEAT: '100' }
    })
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
  })
  after(async () => {
    await stage?.close()
    north?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]
  const verdict = ({ page }: Tab, is: 'well' | 'impaired') =>
    page.locator(`[data-testid=verdict][data-verdict=${is}]`).waitFor()
  const member = ({ page }: Tab, id: string) => page.getByTestId('member').filter({ hasText: id })

  test('is shown to anybody, without a session', async () => {
    for (const tab of tabs()) {
      await tab.page.goto('/status')
      await verdict(tab, 'well')
      await tab.page.getByTestId('machine').getByRole('progressbar').first().waitFor()
      await assertAccessible(tab)
      await assertFits(tab)
    }
    const { page } = tabs()[0]
    assert.equal(await page.locator('[data-state=working]').count(), 3)
    await page.getByTestId('service-node').getByText('Version 0.1.0').waitFor()
    await page.getByTestId('service-multisig').getByText('Database (embedded)').waitFor()
    assert.deepEqual(await page.context().cookies(), [])
    // A screen that needs a session asks for a sign-in.
    await page.getByRole('link', { name: 'Wallets' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByRole('link', { name: 'Status' }).click()
    await verdict(tabs()[0], 'well')
  })

  test('lists the nodes with their full ids, and rejects a name that contains another id', async () => {
    const [tab] = tabs()
    const heard = member(tab, '0.0.7001')
    await heard.getByRole('heading', { name: 'Node of the north' }).waitFor()
    await heard.getByText('Where it is cold').waitFor()
    await heard.getByText('Answers', { exact: true }).waitFor()
    await heard.getByText('Last heartbeat').waitFor()
    await heard.getByRole('progressbar', { name: 'Trust in Node of the north' }).waitFor()
    const never = member(tab, '0.0.7002')
    await never.getByText('Silent', { exact: true }).waitFor()
    await never.getByText('No heartbeat was answered since this node started').waitFor()
    assert.equal(await never.getByRole('heading').innerText(), '0.0.7002')
    assert.equal(await tab.page.getByTestId('member').count(), 3)
  })

  test('reports without a reload that a node has fallen silent, and since when, and that it is back', async () => {
    const [tab, small] = tabs()
    north?.setSilent(true)
    await member(tab, '0.0.7001').getByText('Last heard of').waitFor()
    await verdict(tab, 'impaired')
    await tab.page.getByTestId('verdict').getByText('Network of nodes').waitFor()
    await tab.page.getByTestId('verdict').getByText(/since/).waitFor()
    const time = member(tab, '0.0.7001').locator('time')
    const heardAt = await time.getAttribute('datetime')
    await Promise.all([tab.page.waitForResponse('**/smart-node/network'), button(tab.page, 'Refresh').click()])
    assert.equal(await time.getAttribute('datetime'), heardAt)
    await verdict(small, 'impaired')
    for (const one of tabs()) {
      await assertAccessible(one)
      await assertFits(one)
    }
    north?.setSilent(false)
    await member(tab, '0.0.7001').getByText('Last heartbeat').waitFor()
    await verdict(tab, 'well')
  })

  test('stops refreshing if the user turns it off, and reloads on demand', async () => {
    const { page } = tabs()[0]
    await page.getByLabel('Refreshes by itself').uncheck({ force: true })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/health')) asked++
    })
    await page.clock.install()
    await page.clock.runFor(60_000)
    assert.equal(asked, 0)
    await Promise.all([page.waitForResponse('**/api/node/health/check'), button(page, 'Refresh').click()])
    await page.getByLabel('Refreshes by itself').check({ force: true })
  })

  test('shows the key that the nodes share, and warns before they cannot sign with it', async () => {
    const tab = tabs()[1]
    const { page } = tab
    const told = {
      ...{
        state: 'ACTIVE',
        dkgId: '0.0.5005@1764000000.000000001',
        publicKey: 'ab'.repeat(32),
        threshold: 2,
        epoch: 1,
      },
      ...{ canFail: 1, hasShare: true, backedUpAt: '2026-11-30T00:00:00.000Z', ceremony: null },
      ...{ replaced: [], former: [], moves: { moved: 0, left: 0, entities: [] } },
      ...{ topic: '0.0.5005', isTopicRead: true, time: '2026-11-30T00:00:00.000Z' },
      members: ['0.0.1', '0.0.2', '0.0.3'].map((walletId, index) => ({
        ...{ walletId, number: index + 1, publicKey: 'cd'.repeat(32), verifyingShare: 'ef'.repeat(32) },
        ...{ live: true, answeredAt: null },
      })),
    }
    const card = page.getByTestId('shared-key')
    const shows = async (changed: object, text: string) => {
      await page.route('**/api/node/smart-node/dkg', (route) => route.fulfill({ json: { ...told, ...changed } }))
      await button(page, 'Aktualisieren').first().click()
      await card.getByText(text).waitFor()
      await page.unroute('**/api/node/smart-node/dkg')
    }
    assert.equal(await card.count(), 0)
    await shows({}, 'Ein weiterer Knoten darf ausfallen')
    await card.getByText('2 von 3 Knoten unterschreiben gemeinsam').waitFor()
    await shows({ canFail: 0, backedUpAt: null }, 'Fällt noch ein Knoten aus')
    await card.getByText('quorate dkg backup').waitFor()
    const needed = { kind: 'account', entity: '0.0.7777', state: 'OWNER_NEEDED', reason: null }
    const former = [{ publicKey: 'ba'.repeat(32), dkgId: '0.0.5005@1.000000001', hasShare: true }]
    await shows({ former, moves: { moved: 3, left: 1, entities: [needed] } }, '3 von 4 Konten, Topics und Token')
    await card.getByText('auch die Eigentümer unterschreiben: 0.0.7777').waitFor()
    await card.getByText('Der frühere Schlüssel unterschreibt noch').waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    await shows({ canFail: -1, hasShare: false }, 'Zum Unterschreiben antworten zu wenige Knoten.')
    await button(page, 'Aktualisieren').first().click()
    await card.waitFor({ state: 'detached' })
  })

  test('names a service that it cannot reach, and shows which data it could not load', async () => {
    const [, tab] = tabs()
    const { page } = tab
    await page.route('**/api/governance/health**', (route) =>
      route.fulfill({ status: 503, json: { code: 'SERVICE_UNREACHABLE' } }),
    )
    await button(page, 'Aktualisieren').click()
    await page.getByTestId('verdict').getByText('Governance ist nicht erreichbar').waitFor()
    await page.locator('[data-testid=service-governance] [data-state=unreached]').waitFor()
    await page.route('**/api/node/smart-node/network', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'r-1' },
        json: { code: 'INTERNAL_ERROR', message: 'no' },
      }),
    )
    await button(page, 'Aktualisieren').click()
    await page.getByTestId('nodes').getByText('r-1').waitFor()
    // The earlier data stays on the screen.
    await member(tab, '0.0.7001').waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    await page.unrouteAll()
    await page.context().setOffline(true)
    await page.getByText('Die Konsole antwortet nicht', { exact: false }).waitFor()
    await page.context().setOffline(false)
    await button(page, 'Aktualisieren').first().click()
    await verdict(tab, 'well')
  })

  test('continues across a sign-in and a sign-out', async () => {
    const [tab] = tabs()
    await signIn(tab, ADA)
    await tab.page.getByRole('link', { name: 'Status' }).click()
    await verdict(tab, 'well')
    await signOut(tab)
    await button(tab.page, 'Sign out').waitFor({ state: 'detached' })
    await verdict(tab, 'well')
    await Promise.all([tab.page.waitForResponse('**/api/node/health/check'), button(tab.page, 'Refresh').click()])
  })

  test("causes no errors in the browser's console", () => {
    for (const { complaints } of tabs())
      assert.deepEqual(
        withoutStatuses(complaints, 401, 500, 503).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')),
        [],
      )
  })
})
