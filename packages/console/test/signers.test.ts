/** Signers: keys that the browser holds, and other devices. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { keySigner } from '@quorate/client/keys'
import type { PlatformProcess } from '@quorate/quorate/testing'
import { walletMessage } from '@quorate/verify'
import jsQR from 'jsqr'
import type { Browser } from 'playwright-core'
import { PNG } from 'pngjs'
import { signerOf } from '../src/page/connect/key-file.ts'
import { offlineSigner, offlineTask } from '../src/page/connect/offline.ts'
import { readSignature } from '../src/page/connect/signatures.ts'
import {
  assertAccessible,
  assertFits,
  button,
  GERMAN_PHONE,
  HOME,
  open,
  openTab,
  signOut,
  skipped,
  type Tab,
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, ed25519, KEYS, mapOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('A key from a file', () => {
  test('An Ed25519 key from a file is held by the browser, cannot be exported, and signs the same', async (t) => {
    const importing = t.mock.method(crypto.subtle, 'importKey')
    const signer = await signerOf(ADA, { privateKey: KEYS[ADA], type: 'ed25519' }, 'ed25519')
    const kept = (await importing.mock.calls[0]?.result) as CryptoKey
    assert.equal(kept.extractable, false)
    await assert.rejects(crypto.subtle.exportKey('pkcs8', kept))
    const plain = keySigner({ accountId: ADA, privateKey: KEYS[ADA], type: 'ed25519' })
    const bytes = Buffer.from('some bytes')
    assert.deepEqual(await signer.signBody(bytes), await plain.signBody(bytes))
    assert.deepEqual(await signer.signMessage('Grüße'), await plain.signMessage('Grüße'))
    assert.equal(signer.publicKey, plain.publicKey)
  })

  test('A secp256k1 key from a file, or one in a browser without Ed25519, still signs', async (t) => {
    const importing = t.mock.method(crypto.subtle, 'importKey', () =>
      Promise.reject(new DOMException('', 'NotSupportedError')),
    )
    const bytes = Buffer.from('some bytes')
    const untold = await signerOf(ADA, { privateKey: KEYS[ADA], type: undefined }, 'ed25519')
    assert.ok(verify(null, bytes, ed25519(KEYS[ADA]), await untold.signBody(bytes)))
    assert.equal(importing.mock.callCount(), 1)
    const other = await signerOf(ADA, { privateKey: KEYS[ADA], type: 'secp256k1' }, 'ed25519')
    assert.equal((await other.signBody(bytes)).length, 64)
    assert.equal(importing.mock.callCount(), 1)
  })
})

describe('A signature from another device', () => {
  test('is read in hex and base64, alone or in a SignatureMap', () => {
    const signature = sign(null, Buffer.from('x'), generateKeyPairSync('ed25519').privateKey)
    for (const bytes of [signature, mapOf(signature)])
      for (const text of [
        bytes.toString('hex'),
        `0x${bytes.toString('hex').toUpperCase()}`,
        bytes.toString('base64'),
        `\n ${bytes.toString('base64').replace(/.{40}/g, '$&\n')} `,
        bytes.toString('base64url'),
      ])
        assert.deepEqual(Buffer.from(readSignature(text) ?? []), bytes, text)
  })

  test('is read without the recovery id that wallets append', () => {
    const signature = '01'.repeat(64)
    for (const recovery of ['00', '01', '1b', '1c'])
      assert.deepEqual(Buffer.from(readSignature(signature + recovery) ?? []).toString('hex'), signature, recovery)
  })

  test('is not read from anything else', () => {
    for (const text of [
      '',
      'abc',
      'x',
      '00'.repeat(63),
      `${'00'.repeat(64)}02`,
      'a'.repeat(30_000),
      'ÄÖ',
      `${'00'.repeat(64)}!`,
    ])
      assert.equal(readSignature(text), undefined, text.slice(0, 80))
  })

  test('belongs to the latest task; an abandoned task signs nothing', async () => {
    const signer = offlineSigner(ADA)
    const first = Promise.resolve(signer.signBody(Buffer.from('first')))
    const second = Promise.resolve(signer.signMessage('second'))
    await assert.rejects(first, { code: 'SIGNING_CANCELLED' })
    const task = offlineTask()
    assert.deepEqual(task?.bytes, walletMessage(Buffer.from('second')))
    task?.finish(new Uint8Array(64))
    assert.equal((await second).length, 64)
    assert.equal(offlineTask(), undefined)
    task?.cancel()
  })
})

describe('The signers of the console', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]
  const bytesIn = async ({ page }: Tab) => Buffer.from(await page.getByTestId('offline-bytes').innerText(), 'base64')

  test('sign in with another device, over a text that the page shows', async () => {
    const [tab, small] = tabs()
    for (const [{ page }, account, key, words] of [
      [
        tab,
        ADA,
        KEYS[ADA],
        { kind: 'Another device', account: 'Account', signIn: 'Sign in', use: 'Use this signature' },
      ],
      [
        small,
        BEN,
        KEYS[BEN],
        { kind: 'Anderes Gerät', account: 'Konto', signIn: 'Anmelden', use: 'Diese Unterschrift verwenden' },
      ],
    ] as const) {
      await page.goto('/')
      await page.getByText(words.kind, { exact: true }).click()
      await page.getByLabel(words.account, { exact: true }).fill(account)
      await assertAccessible(page === tab.page ? tab : small)
      await button(page, words.signIn).click()
      const text = await page.getByTestId('offline-text').innerText()
      assert.ok(JSON.parse(text).url, 'the challenge names the console')
      const bytes = await bytesIn(page === tab.page ? tab : small)
      assert.deepEqual(bytes, Buffer.from(walletMessage(Buffer.from(text))))
      await assertAccessible(page === tab.page ? tab : small)
      await assertFits(page === tab.page ? tab : small)
      await page
        .getByRole('textbox')
        .last()
        .fill(sign(null, bytes, ed25519(key)).toString('hex'))
      await button(page, words.use).click()
      await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
    }
  })

  test('sign a request with another device, over the compared bytes; the page verifies the signature', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await open(tab, '/wallets/new')
    await page.getByRole('textbox', { name: 'Account' }).nth(1).fill(BEN)
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    await page.getByLabel('Name of the wallet').fill('Cold treasury')
    await page.getByLabel(/^First deposit/).fill('5')
    await button(page, 'Next').click()
    await button(page, 'Create request').click()
    await button(page, 'Review and sign').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    const code = page.getByRole('img', { name: 'QR code of the bytes in base64' })
    await code.scrollIntoViewIfNeeded()
    const { data, width, height } = PNG.sync.read(await code.screenshot())
    const bytes = await bytesIn(tab)
    assert.equal(jsQR.default(new Uint8ClampedArray(data), width, height)?.data, bytes.toString('base64'))
    await assertAccessible(tab)
    // The page refuses text that is not a signature, and does not send a signature by another key.
    const field = dialog.getByLabel('The signature', { exact: true })
    await field.fill('signed')
    await button(page, 'Use this signature').click()
    await dialog.getByText('This is not a signature').waitFor()
    await field.fill(sign(null, bytes, ed25519(KEYS[BEN])).toString('base64'))
    await button(page, 'Use this signature').click()
    await dialog.getByText('NOT_THE_KEY').waitFor()
    assert.equal(await page.getByTestId('signed').innerText(), '0 of 1')
    // Closing the panel signs nothing.
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await field.waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).filter({ visible: true }).click()
    await dialog.getByText('No signature was entered. Nothing was signed.').waitFor()
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await field.fill(mapOf(sign(null, await bytesIn(tab), ed25519(KEYS[ADA]))).toString('base64'))
    await button(page, 'Use this signature').click()
    await dialog.waitFor({ state: 'hidden' })
    await button(page, 'Send now').click()
    await page.getByText('The ledger has executed it').waitFor()

    await open(small, '/wallets')
    await small.page.locator('main').getByText('Cold treasury').waitFor()
    const wallet = await page
      .locator('header')
      .getByRole('link', { name: /Cold treasury/ })
      .getAttribute('href')
    await open(small, `${wallet}/ask`)
    await small.page.getByLabel('Empfängerkonto').fill(ADA)
    await small.page.getByLabel(/^Betrag/).fill('1')
    await button(small.page, 'Antrag erstellen').click()
    await button(small.page, 'Prüfen und unterschreiben').click()
    const sheet = small.page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Unterschreiben', exact: true }).click()
    await small.page.getByTestId('offline-bytes').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await sheet
      .getByLabel('Die Unterschrift', { exact: true })
      .fill(sign(null, await bytesIn(small), ed25519(KEYS[BEN])).toString('base64'))
    await button(small.page, 'Diese Unterschrift verwenden').click()
    await sheet.waitFor({ state: 'hidden' })
    await small.page.getByText('1 von 2').waitFor()
  })

  test('forget the text of a key file once it is read, and need no new one for a second-factor code', async () => {
    const [tab] = tabs()
    const { page } = tab
    await signOut({ page })
    await page.goto('/')
    await page.getByText('Key file', { exact: true }).click()
    await page.getByLabel('Account', { exact: true }).fill(ADA)
    const field = page.getByLabel('or paste the key')
    await field.fill(KEYS[BEN])
    await button(page, 'Sign in').click()
    // The banner of the development ledger is an alert, too.
    await page
      .getByRole('alert')
      .filter({ hasText: /Code [A-Z]/ })
      .waitFor()
    assert.equal(await field.inputValue(), '')
    await assertAccessible(tab)
    await page.route('**/auth/web3/login', (route) =>
      route.fulfill({ status: 401, json: { statusCode: 401, error: '', code: 'TOTP_REQUIRED', message: 'A code' } }),
    )
    await field.fill(KEYS[ADA])
    await button(page, 'Sign in').click()
    await page.getByLabel('Code of the second factor').fill('123456')
    assert.equal(await field.inputValue(), '')
    await page.unroute('**/auth/web3/login')
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { level: 1, name: HOME }).waitFor()
  })

  test('name the key of another account when it is given, and can be replaced before signing', async () => {
    const [tab] = tabs()
    const { page } = tab
    await open(tab, '/wallets/new')
    await page.getByRole('textbox', { name: 'Account' }).nth(1).fill(BEN)
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    await page.getByLabel('Name of the wallet').fill('Spare')
    await button(page, 'Next').click()
    await button(page, 'Create request').click()
    await page.getByTestId('verdict').waitFor()
    // A reload forgets the key.
    await page.reload()
    await button(page, 'Review and sign').click()
    const dialog = page.getByRole('dialog')
    const give = async (key: string) => {
      await dialog.getByText('Key file', { exact: true }).click()
      await dialog.getByLabel('or paste the key').fill(key)
      await dialog.getByRole('button', { name: 'Use this key' }).click()
    }
    await give(KEYS[BEN])
    await dialog.getByText(`This is not the key of ${ADA}`).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Sign', exact: true }).count(), 0)
    await assertAccessible(tab)
    await give(KEYS[ADA])
    await dialog.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Use another key' }).click()
    await give(KEYS[ADA])
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test("cause no errors in the browser's console", () => {
    for (const { complaints } of tabs()) assert.deepEqual(withoutStatuses(complaints, 401), [])
  })
})
