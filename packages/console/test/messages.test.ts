/** Messages in a chat, their times, and notifications of the browser. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@quorate/client'
import { type PlatformProcess, signBlindly } from '@quorate/quorate/testing'
import type { Browser } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  assertTexts,
  button,
  GERMAN_PHONE,
  open,
  openTab,
  signIn,
  skipped,
  type Tab,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

/** Stands for the browser's notifications, and for a page in the background. */
const STUB = `
  globalThis.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, { tag }) {
      const shown = document.createElement('button')
      shown.dataset.testid = 'shown'
      shown.textContent = tag
      shown.onclick = () => this.onclick()
      document.body.append(shown)
    }
    close() {}
  }
  document.hasFocus = () => false`

describe('Messages in the console', { skip: skipped }, () => {
  let receiver: Server
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let desktop: Tab | undefined
  const texts: string[] = []
  let url = ''
  before(async () => {
    receiver = createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      texts.push(JSON.parse(text).content)
      response.writeHead(204).end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    url = `http://${host}/hook/secret`
    stage = await openStage(() => ({ WEBHOOK_HOSTS: host }))
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    await desktop.page.addInitScript(STUB)
    await signIn(desktop, BEN)
  })
  after(async () => {
    await stage?.close()
    receiver?.close()
  })
  const tab = (): Tab => desktop ?? assert.fail()

  test('go to a chat that is tried with a test message, at the times that are chosen', async () => {
    const { page } = tab()
    await open(tab(), '/settings')
    const card = page.getByTestId('chat')
    const messages = page.getByTestId('messages')
    // Not `check()`: the service refuses this, and the box may be empty again before `check()` looks at it.
    await messages.getByLabel('my signature is wanted').click()
    await messages.getByText('Messages need a confirmed e-mail address or a chat').waitFor()
    await card.getByLabel('Kind of chat').selectOption('Discord')
    await card.getByLabel('Webhook').fill('discord')
    await button(page, 'Use this chat').click()
    await card.getByText('A URL that starts with https://').waitFor()
    await card.getByLabel('Webhook').fill(url)
    await button(page, 'Use this chat').click()
    await card.getByTestId('chat-set').getByText('Discord').waitFor()
    await button(page, 'Send a test message').click()
    await card.getByText('The chat has taken the test message.').waitFor()
    assert.match(texts[0] ?? '', /^A test message from Quorate\nYour chat receives messages\.\nhttp:/)
    await messages.getByLabel('my signature is wanted').check()
    await messages.getByLabel('Quiet hours').check()
    await messages.getByLabel('From').fill('21:30')
    await messages.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await messages.getByLabel('Send at once what ends within an hour').check()
    await button(page, 'Save the times').click()
    await messages.getByText('Saved.').waitFor()
    await page.reload()
    await messages.getByRole('checkbox', { name: 'my signature is wanted', checked: true }).waitFor()
    assert.equal(await messages.getByLabel('From').inputValue(), '21:30')
    assert.equal(await messages.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
    await assertAccessible(tab())
    await button(page, 'Remove the chat').click()
    await card.getByTestId('chat-set').waitFor({ state: 'detached' })
    const small = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(small, ADA)
    await open(small, '/settings')
    await small.page.getByLabel('Art des Chats').selectOption('Eigene Vorlage')
    await small.page.getByLabel('Ruhezeit').check()
    await small.page.getByLabel('Eine E-Mail am Tag').check()
    await assertAccessible(small)
    await assertFits(small)
    assert.deepEqual(withoutStatuses([...tab().complaints, ...small.complaints], 409), [])
  })

  test('of the browser appear in the background, about wallets that are known, and lead to the request', async () => {
    const { page } = tab()
    await open(tab(), '/settings')
    const setting = page.getByTestId('browser-notices').getByLabel('Show notifications')
    await setting.check()
    const [ada, ben] = await Promise.all([memberOf(platform, ADA), memberOf(platform, BEN)])
    const strange = await walletOf(ada)
    const known = await walletOf(ada)
    await ask(ben, known)
    await ask(ada, strange)
    const { jobId } = await ask(ada, known)
    const shown = page.getByTestId('shown')
    await assertTexts(shown, [`/requests/${jobId} Your signature is wanted for a request`])
    await shown.dispatchEvent('click')
    await page.waitForURL(`**/requests/${jobId}`)
    await open(tab(), '/settings')
    await setting.uncheck()
    await page.reload()
    await page.getByRole('checkbox', { name: 'Show notifications', checked: false }).waitFor()
  })

  async function walletOf(client: Client): Promise<string> {
    const owners = [ADA, BEN].map((wallet) => ({ wallet, name: 'Owner' }))
    const creation = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Garden', balance: 5_0000_0000, settings: { owners, threshold: 1 } },
    })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail()
  }
  const ask = (client: Client, walletId: string) =>
    client.multisig.post('/multisig/wallet/withdraw/request', {
      body: { walletId, receiverId: ADA, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
    })
})
