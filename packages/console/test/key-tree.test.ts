/** The tree of a key: its structure, and how a wallet and a request show it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@quorate/client'
import { type PlatformProcess, signBlindly } from '@quorate/quorate/testing'
import { type Key, keyText } from '@quorate/verify'
import type { Browser } from 'playwright-core'
import { hasKey, type KeyNode, keyTree, ownersByKey } from '../src/page/parts/ledger/key-tree.ts'
import { signersOf } from '../src/page/requests/progress.ts'
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

const leaf = (number: number): Key => ({ type: 'ed25519', bytes: new Uint8Array(32).fill(number) })
const hexOf = (number: number): string => number.toString(16).padStart(2, '0').repeat(32)

describe('The tree of a key', () => {
  const team: Key = { type: 'list', keys: [leaf(2), leaf(3)] }
  const key: Key = { type: 'threshold', threshold: 2, keys: [leaf(1), team, { type: 'contract' }] }

  test('contains a key at any depth, but no key that only shares a part', () => {
    assert.deepEqual(
      [leaf(1), team, leaf(3)].map((part) => hasKey(key, part)),
      [true, true, true],
    )
    assert.deepEqual(
      [leaf(4), { type: 'list', keys: [leaf(2), leaf(4)] } as Key].map((part) => hasKey(key, part)),
      [false, false],
    )
  })

  test('contains each part with its type, its whole key and the account with exactly this key', () => {
    const owners = ownersByKey([
      [ADA, leaf(1)],
      [BEN, team],
      [CLAIRE, leaf(1)],
    ])
    const { needed, of, parts, omitted } = keyTree(key, { owners })
    assert.deepEqual([needed, of, omitted], [2, 3, 0])
    assert.deepEqual(
      parts.map(({ type, hex, owner, needed: must, of: count }) => [type, hex, owner, must, count]),
      [
        ['ed25519', hexOf(1), ADA, 0, 0],
        ['list', undefined, BEN, 2, 2],
        ['contract', undefined, undefined, 0, 0],
      ],
    )
    assert.deepEqual(
      parts[1]?.parts.map(({ hex, path }) => [hex, path]),
      [
        [hexOf(2), '0.1.0'],
        [hexOf(3), '0.1.1'],
      ],
    )
  })

  test('shows which parts have signed; a part with parts has signed once enough of them have', () => {
    const signedBy = (...numbers: number[]) => {
      const { isSigned, signed, parts } = keyTree(key, { signers: new Set(numbers.map(hexOf)) })
      return [isSigned, signed, ...parts.map((part) => part.isSigned), parts[1]?.signed]
    }
    assert.deepEqual(signedBy(), [false, 0, false, false, false, 0])
    assert.deepEqual(signedBy(1, 2), [false, 1, true, false, false, 1])
    assert.deepEqual(signedBy(1, 2, 3), [true, 2, true, true, false, 2])
  })

  test('marks a public key that occurs in several parts', () => {
    const { parts } = keyTree({ type: 'threshold', threshold: 2, keys: [leaf(1), { type: 'list', keys: [leaf(1)] }] })
    assert.deepEqual([parts[0]?.isRepeated, parts[1]?.isRepeated, parts[1]?.parts[0]?.isRepeated], [true, false, true])
    assert.equal(keyTree(key).parts[0]?.isRepeated, false)
  })

  test('is limited in depth and number of parts, and counts the parts that it leaves out', () => {
    const wide: Key = { type: 'list', keys: Array.from({ length: 300 }, (_, number) => leaf(number % 250)) }
    const { parts, omitted, of } = keyTree(wide, { maxParts: 50 })
    assert.deepEqual([parts.length, omitted, of], [49, 251, 300])
    let deep: Key = leaf(1)
    for (let depth = 0; depth < 100; depth++) deep = { type: 'list', keys: [deep] }
    let node: KeyNode | undefined = keyTree(deep)
    let levels = 0
    let left = 0
    for (; node; node = node.parts[0]) {
      levels++
      left = node.omitted
    }
    assert.deepEqual([levels, left], [15, 1])
  })

  test('finds the owner of a key by the text of the key', () => {
    assert.deepEqual([...ownersByKey([[ADA, leaf(1)]])], [[keyText(leaf(1)), ADA]])
    assert.equal(ownersByKey([[ADA, undefined]]).size, 0)
  })
})

test('Only signatures that count make a key a signer of a request', () => {
  const signature = (publicKey: string, more = {}) => ({ senderId: ADA, publicKey, timestamp: '', ...more })
  const signatures = [signature('aa'), signature('bb', { byMirror: true }), signature('cc', { unconfirmed: true })]
  assert.deepEqual([...signersOf({ signatures } as never)], ['aa'])
})

describe('The key of a wallet that another wallet co-owns', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  let [inner, outer]: string[] = []
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    const client = await memberOf(platform, BEN)
    inner = await walletOf(client, 'Team', [
      { wallet: ADA, name: 'Ada' },
      { wallet: BEN, name: 'Ben' },
    ])
    outer = await walletOf(client, 'Treasury', [
      { wallet: CLAIRE, name: 'Claire' },
      { wallet: inner, name: 'The team' },
      { wallet: '0.0.1025', name: 'Dora' },
    ])
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(desktop, CLAIRE)
    await signIn(phone, CLAIRE)
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  async function walletOf(client: Client, name: string, owners: { wallet: string; name: string }[]): Promise<string> {
    const body = { name, balance: 5_0000_0000, settings: { owners, threshold: 2 } }
    const creation = await client.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail()
  }

  test('contains the keys of that inner wallet', async () => {
    const [tab, small] = tabs()
    for (const each of [tab, small]) {
      await open(each, `/wallets/${outer}`)
      await each.page.getByRole('tab', { name: /^(Owners|Eigentümer)$/ }).click()
      await each.page.getByTestId('key-tree').waitFor()
      await assertAccessible(each)
      await assertFits(each)
    }
    const tree = tab.page.getByRole('region', { name: 'The key of the wallet on the ledger' })
    await tree.getByText('Any 2 of these 3 must sign').waitFor()
    const team = tree.getByRole('listitem').filter({ hasText: 'The team' })
    await team.getByText('All 2 must sign').waitFor()
    assert.equal(await team.getByRole('listitem').count(), 2)
    assert.equal(await tree.getByText(/^[\da-f]{64,66}$/).count(), 4)
    await button(tab.page, /^Copy the key: [\da-f]{64}$/)
      .first()
      .waitFor()
  })
  test('shows in a request which keys have signed, and which owners have enough signatures', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await open(tab, `/wallets/${outer}/ask`)
    await page.getByLabel('To account').fill(BEN)
    await page.getByLabel('Amount').fill('1')
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    await page.getByText('The keys, and which of them have signed').click()
    const tree = page.getByTestId('key-tree')
    await tree.getByText('0 of 2 have signed').first().waitFor()
    await button(page, 'Review and sign').click()
    await button(page, 'Sign').click()
    await tree.getByText('1 of 2 have signed').waitFor()
    const claire = tree.getByRole('listitem').filter({ hasText: 'Claire' })
    await claire.getByText('has signed', { exact: true }).waitFor()
    assert.equal(await tree.getByText('has not signed', { exact: true }).count(), 3)
    await assertAccessible(tab)
    await open(small, new URL(page.url()).pathname)
    await small.page.getByText('Die Schlüssel und wer damit unterschrieben hat').click()
    await small.page.getByTestId('key-tree').getByText('1 von 2 haben unterschrieben').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test("causes no errors in the browser's console", () => {
    for (const { complaints } of tabs()) assert.deepEqual(complaints, [])
  })
})
