/** What a treasurer does with tokens and stakes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountUpdateTransaction,
  Client,
  CustomFixedFee,
  Hbar,
  KeyList,
  PrivateKey,
  TokenAirdropTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { signBlindly } from '@quorate/quorate/testing'
import { bookText } from '../src/page/address-book/book.ts'
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
import { ADA, BEN, KEYS, memberOf } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('A treasurer', { skip: skipped }, () => {
  let stage: Stage
  let walletId: string
  let sdk: Client
  let tab: Tab
  before(async () => {
    stage = await openStage()
    const ada = await memberOf(stage.platform, ADA)
    const owners = [
      { wallet: ADA, name: 'Ada' },
      { wallet: BEN, name: 'Ben' },
    ]
    const body = {
      ...{ name: 'Kasse', balance: '5000000000', maxAutomaticTokenAssociations: -1 },
      settings: { threshold: 1, owners },
    }
    const request = await ada.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(ada, request)
    const { jobId, bytes } = request
    const done = await ada.multisig.post('/multisig/wallet/create/execute', { body: { jobId, bytes } })
    walletId = (done as unknown as { walletId: string }).walletId
    sdk = Client.forNetwork({ [stage.platform.at.ledger]: '0.0.3' }).setOperator(
      ADA,
      PrivateKey.fromStringED25519(KEYS[ADA]),
    )
    tab = await openTab(stage.browser, stage.platform.at.console, {
      viewport: { width: 390, height: 844 },
      locale: 'de-DE',
    })
    await signIn(tab, ADA)
    const book = bookText([{ chain: 'hedera:devnet', account: BEN, name: 'Benni' }])
    await tab.page.evaluate(`localStorage.setItem('quorate.address-book', ${JSON.stringify(book)})`)
  })
  after(async () => {
    sdk?.close()
    await stage?.close()
  })

  /** Makes a token, and gives the wallet 500 of it. */
  async function token(symbol: string, fees: CustomFixedFee[] = [], decimals = 2): Promise<string> {
    const creation = new TokenCreateTransaction()
      .setTokenName('Coin')
      .setTokenSymbol(symbol)
      .setDecimals(decimals)
      .setInitialSupply(100_000)
      .setTreasuryAccountId(ADA)
      .setCustomFees(fees)
    const { tokenId } = await (await creation.execute(sdk)).getReceipt(sdk)
    assert.ok(tokenId)
    const gift = new TransferTransaction()
      .addTokenTransfer(tokenId, ADA, -50_000)
      .addTokenTransfer(tokenId, walletId, 50_000)
    await (await gift.execute(sdk)).getReceipt(sdk)
    return String(tokenId)
  }

  test('is asked whether a payment may cost the custom fees of its token, and pays with them', async () => {
    const coin = await token('GARD', [new CustomFixedFee().setHbarAmount(new Hbar(1)).setFeeCollectorAccountId(BEN)])
    const { page } = tab
    await open(tab, `/wallets/${walletId}`)
    await page.getByText('500 GARD').waitFor()
    await page.getByRole('link', { name: 'Neuer Antrag' }).click()
    await page.getByLabel('Coin oder Token').selectOption(coin)
    await page.getByRole('combobox', { name: 'Empfängerkonto' }).fill('0.0.1024')
    await page.getByLabel('Betrag').fill('1,5')
    await button(page, 'Antrag erstellen').click()
    const question = page.getByTestId('custom-fees')
    await question.getByText('1 ℏ').waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    await question.getByRole('button', { name: 'Diese Gebühren erlauben' }).click()
    // The receiver does not accept the token yet. What was permitted stays so.
    await page.locator('.in-line').getByText('0.0.1024').waitFor()
    await button(page, 'Trotzdem erstellen').click()
    await page.getByTestId('verdict').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await page.getByText('Maximale Custom Fees für den Token').waitFor()
  })

  test('pays several receivers from a spreadsheet, states the purpose, and sees both before signing', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask`)
    await page.getByRole('link', { name: 'Mehrere bezahlen' }).click()
    await page.getByLabel('Empfänger und Beträge').fill('Empfänger;Betrag\n0.0.1024;1,5\nBen;2\n0.0.1025;1.500\n')
    const faults = page.getByTestId('list-faults')
    // An owner has this name, but the user has given it to nobody.
    await faults.getByText('Zeile 3: „Ben“ ist kein Konto und kein Name aus deinem Adressbuch').waitFor()
    await faults.getByText('Zeile 4: 1.500 lässt sich verschieden lesen: 1500 oder 1,5').waitFor()
    assert.equal(await button(page, 'Antrag erstellen').isDisabled(), true)
    await page.getByLabel('Empfänger und Beträge').fill('0.0.1024;1\n0.0.99999;1\n')
    await page.getByLabel('Jetzt').check()
    await button(page, 'Antrag erstellen').click()
    await page.getByRole('alert').getByText('Es geht um 0.0.99999').waitFor()
    await page.getByLabel('Empfänger und Beträge').fill('0.0.1024;1,5\nBenni;2\n0.0.1024;0,5\n')
    const payments = page.getByTestId('payments')
    await payments.getByText('2 Zahlungen:').waitFor()
    await payments.getByText('Zeilen 1 und 3 zusammengezählt').waitFor()
    await page.getByLabel('Verwendungszweck').fill('Löhne im März')
    await assertAccessible(tab)
    await assertFits(tab)
    await page.getByLabel('Jetzt').check()
    await button(page, 'Antrag erstellen').click()
    await page.getByRole('heading', { name: /Sende 4 ℏ von Kasse an 2 Empfänger/ }).waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await button(page, 'Prüfen und unterschreiben').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Löhne im März').waitFor()
    await button(page, 'Unterschreiben').click()
    await button(page, 'Jetzt senden').click()
    await page.getByText('Das Ledger hat es ausgeführt').waitFor()
    await open(tab, `/wallets/${walletId}`)
    // The movement names its largest receiver, and says that it is not the only one.
    await page.getByRole('table').getByText('und 1 weitere').waitFor()
    await page.getByRole('tab', { name: 'Verlauf' }).click()
    await page.getByRole('main').getByText('Löhne im März').waitFor()
  })

  test('chooses a file in the encoding of German spreadsheets, and finds it again in a request that ended', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/pay`)
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Aus einer Tabelle (CSV)').click()
    const list = 'Empf\xe4nger;Betrag;W\xe4hrung\r\nBenni;1,50;\r\n0.0.1024;2,345;\r\n'
    const file = { name: 'L\xf6hne.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') }
    await (await choosing).setFiles(file)
    await page.getByTestId('list-faults').getByText('1 Zeile ist nicht lesbar').waitFor()
    await page.getByTestId('list-faults').getByText('Zeile 3: 2,345 lässt sich verschieden lesen').waitFor()
    const field = page.getByLabel('Empfänger und Beträge')
    await field.fill(`${await field.inputValue()}0.0.1024-abcde;1;\n`)
    await page.getByText('2 Zeilen sind nicht lesbar').waitFor()
    await page.getByText('Zeile 4: „0.0.1024-abcde“: Die Prüfsumme stimmt nicht').waitFor()
    await field.fill('Benni;1,50\n0.0.1024;2,3450')
    await page.getByTestId('payments').getByText('Benni').waitFor()
    await page.getByLabel('Verwendungszweck').fill('Löhne')
    await page.getByLabel('Jetzt').check()
    await button(page, 'Antrag erstellen').click()
    await button(page, 'Zurückziehen').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zurückziehen' }).click()
    await page.getByRole('link', { name: 'Neu beantragen' }).click()
    await page.getByTestId('payments').getByText('2 Zahlungen:').waitFor()
    assert.equal(await field.inputValue(), `${BEN}; 1,5\n0.0.1024; 2,3450`)
    assert.equal(await page.getByLabel('Verwendungszweck').inputValue(), 'Löhne')
    assert.equal(await page.getByLabel('Jetzt').isChecked(), true)
    await page.getByRole('link', { name: 'Kasse' }).first().waitFor()
  })

  test('sees on the home screen what the wallets hold now, as soon as something was paid', async () => {
    const { page } = tab
    await open(tab, '/')
    const ada = await memberOf(stage.platform, ADA)
    const held = page.locator('.held .big')
    await held.waitFor()
    const before = await held.innerText()
    const body = {
      walletId,
      receiverId: BEN,
      tokenId: 'HBAR',
      type: 'FUNGIBLE_COMMON' as const,
      amountOrSerial: 3_0000_0000,
    }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    await signBlindly(ada, { ...request, walletId })
    await ada.multisig.post('/multisig/wallet/withdraw/execute', {
      body: { jobId: request.jobId, bytes: request.bytes },
    })
    await page.locator('.held .big').filter({ hasNotText: before }).waitFor()
    await page.getByRole('table').getByText('−3 ℏ').first().waitFor()
    await page
      .getByText(/^Stand: /)
      .first()
      .waitFor()
  })

  test("chooses an NFT from those that the wallet holds, and may plan a payment above today's balance", async () => {
    const creation = new TokenCreateTransaction()
      .setTokenName('Bilder')
      .setTokenSymbol('BILD')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyKey(PrivateKey.fromStringED25519(KEYS[ADA]))
      .setTreasuryAccountId(ADA)
    const { tokenId } = await (await creation.execute(sdk)).getReceipt(sdk)
    assert.ok(tokenId)
    const mint = new TokenMintTransaction().setTokenId(tokenId).setMetadata([1, 2, 3].map((one) => Buffer.of(one)))
    await (await mint.execute(sdk)).getReceipt(sdk)
    const gift = new TransferTransaction()
      .addNftTransfer(tokenId, 3, ADA, walletId)
      .addNftTransfer(tokenId, 1, ADA, walletId)
    await (await gift.execute(sdk)).getReceipt(sdk)
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask`)
    await page.getByLabel('Coin oder Token').selectOption(String(tokenId))
    await page.getByText('Die Wallet hält 1, 3').waitFor()
    await page.getByRole('combobox', { name: 'Empfängerkonto' }).fill(ADA)
    await page.getByLabel('Seriennummer').fill('#3')
    await page.getByLabel('Jetzt').check()
    await assertAccessible(tab)
    await assertFits(tab)
    await button(page, 'Antrag erstellen').click()
    await page.getByRole('heading', { level: 1, name: /Sende BILD Nr. 3/ }).waitFor()
    await open(tab, `/wallets/${walletId}`)
    // On paper, nothing but the sign says that it came in.
    await page.getByRole('table').getByText('+BILD Nr. 3').waitFor()
    await open(tab, `/wallets/${walletId}/ask?more`)
    await page.getByRole('combobox', { name: 'Empfängerkonto' }).fill(BEN)
    await page.getByLabel('Betrag').fill('1000000')
    await page.getByText('Mehr, als die Wallet besitzt').first().waitFor()
    await page.getByLabel('Jetzt').check()
    await button(page, 'Antrag erstellen').click()
    await button(page, 'Trotzdem erstellen').click()
    await page.getByTestId('verdict').waitFor()
  })

  test('accepts airdrops that wait for a wallet', async () => {
    const coin = await token('DROP')
    const ada = await memberOf(stage.platform, ADA)
    const settings = { threshold: 1, owners: [{ wallet: ADA, name: 'Ada' }] }
    const made = await ada.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Ohne Token', balance: '500000000', settings },
    })
    await signBlindly(ada, made)
    const { walletId: closed } = (await ada.multisig.post('/multisig/wallet/create/execute', {
      body: { jobId: made.jobId, bytes: made.bytes },
    })) as unknown as { walletId: string }
    const drop = new TokenAirdropTransaction().addTokenTransfer(coin, ADA, -1_234).addTokenTransfer(coin, closed, 1_234)
    await (await drop.execute(sdk)).getReceipt(sdk)
    const { page } = tab
    await open(tab, `/wallets/${closed}`)
    await page.getByText('Wartende Airdrops').click()
    await page.getByTestId('airdrops').getByText('12,34 DROP').waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    await page.getByRole('link', { name: 'Airdrops annehmen' }).click()
    await button(page, 'Antrag erstellen').click()
    await page.getByText('Wähle mindestens einen').waitFor()
    await page.getByLabel('12,34 DROP').check()
    await page.getByText(`Nimm den Airdrop von ${coin} von ${ADA}`).first().waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
    await button(page, 'Antrag erstellen').click()
    await button(page, 'Prüfen und unterschreiben').click()
    await page.getByText('Nimmt an, was von dem Token wartet').first().waitFor()
    await assertAccessible(tab)
    await button(page, 'Unterschreiben').click()
    await button(page, 'Jetzt senden').click()
    await page.getByText('Das Ledger hat es ausgeführt').waitFor()
    await open(tab, `/wallets/${closed}`)
    await page.getByText('12,34 DROP').first().waitFor()
    assert.equal(await page.getByText('Wartende Airdrops').count(), 0)
    await open(tab, `/wallets/${walletId}`)
    await page.getByText('500 DROP').first().waitFor()
    assert.equal(await page.getByText('Wartende Airdrops').count(), 0)
  })

  test('types a name of the address book in full, and gets its account', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask?named`)
    const receiver = page.getByRole('combobox', { name: 'Empfängerkonto' })
    await receiver.pressSequentially('benni ')
    assert.equal(await receiver.inputValue(), 'benni ')
    await receiver.press('Tab')
    assert.equal(await receiver.inputValue(), BEN)
  })

  test('sees where the wallet stakes', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask?kind=stake`)
    await page.getByLabel('Konsensknoten').fill('0')
    await button(page, 'Antrag erstellen').click()
    await button(page, 'Prüfen und unterschreiben').click()
    await button(page, 'Unterschreiben').click()
    await button(page, 'Jetzt senden').click()
    await page.getByText('Das Ledger hat es ausgeführt').waitFor()
    await open(tab, `/wallets/${walletId}`)
    await page.getByTestId('staking').getByText('Staking: Bei Konsensknoten 0').waitFor()
    await assertAccessible(tab)
  })

  test('sees no symbol that passes for hbars next to an amount, in the wallet and in the explorer', async () => {
    const coin = await token('ℏ')
    const { page } = tab
    for (const path of [`/wallets/${walletId}`, `/explorer/accounts/${walletId}`]) {
      await open(tab, path)
      if (path.startsWith('/explorer')) await page.getByRole('tab', { name: 'Token' }).click()
      await page.getByRole('link', { name: coin, exact: true }).first().waitFor()
      await page.getByText('500', { exact: true }).first().waitFor()
      assert.equal(await page.getByText('500 ℏ').count(), 0, path)
    }
  })

  test('is told that an owner with a new key cannot sign, instead of waiting for it', async () => {
    const [old, next] = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const creation = new AccountCreateTransaction().setKeyWithoutAlias(old.publicKey)
    const rosa = String((await (await creation.execute(sdk)).getReceipt(sdk)).accountId)
    const ada = await memberOf(stage.platform, ADA)
    const owners = [ADA, BEN, rosa].map((wallet, index) => ({ wallet, name: ['Ada', 'Ben', 'Rosa'][index] ?? '' }))
    const body = { name: 'Verein', balance: '500000000', settings: { threshold: 2, owners } }
    const made = await ada.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(ada, made)
    const { walletId: club } = (await ada.multisig.post('/multisig/wallet/create/execute', {
      body: { jobId: made.jobId, bytes: made.bytes },
    })) as unknown as { walletId: string }
    const paying = { walletId: club, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', {
      body: { ...paying, amountOrSerial: 5 },
    })
    await signBlindly(ada, { ...request, walletId: club })
    const rotation = new AccountUpdateTransaction().setAccountId(rosa).setKey(next.publicKey).freezeWith(sdk)
    await (await (await (await rotation.sign(old)).sign(next)).execute(sdk)).getReceipt(sdk)
    const { page } = tab
    await open(tab, `/requests/${request.jobId}`)
    await page.getByText('Schlüssel geändert').waitFor()
    await page.getByText('Es fehlt: Ben').waitFor()
    await assertAccessible(tab)
  })

  test('sees whole numbers and whole buttons on the narrowest phone', async () => {
    const ada = await memberOf(stage.platform, ADA)
    const body = {
      walletId,
      receiverId: BEN,
      tokenId: 'HBAR',
      type: 'FUNGIBLE_COMMON' as const,
      amountOrSerial: 123_456,
    }
    const { jobId } = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    const phone = await openTab(stage.browser, stage.platform.at.console, GERMAN_PHONE)
    const { page } = phone
    await signIn(phone, ADA)
    await open(phone, `/requests/${jobId}`)
    await button(page, 'Prüfen und unterschreiben').waitFor()
    const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.mantine-Button-label')]
      .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)`)
    assert.deepEqual(cut, [])
    for (const path of ['/', `/wallets/${walletId}`]) {
      await open(phone, path)
      await page
        .getByText(/−3\u00a0?\s?ℏ/)
        .first()
        .waitFor()
      // The rectangles of a number that is broken within its digits are on more than one line.
      const broken = await page.evaluate<string[]>(`(() => {
        const found = []
        for (const cell of document.querySelectorAll('.table td.r')) {
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          for (let text = texts.nextNode(); text; text = texts.nextNode())
            for (const { 0: word, index } of text.data.matchAll(/\\d[\\d.,]*/g)) {
              const range = document.createRange()
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
            }
        }
        return found
      })()`)
      assert.deepEqual(broken, [], path)
      await assertFits(phone)
    }
    await phone.context.close()
  })

  test('sees whole names next to long amounts, on the home screen and in the wallet', async () => {
    await token('TINY', [], 18)
    const desk = await openTab(stage.browser, stage.platform.at.console)
    await signIn(desk, ADA)
    for (const { page } of [tab, desk])
      for (const path of ['/', `/wallets/${walletId}`]) {
        await open({ ...tab, page }, path)
        await page
          .getByText(/\+0[.,]00000000000005 TINY/)
          .first()
          .waitFor()
        const broken = await page.evaluate<string[]>(`[
          ...[...document.querySelectorAll('.tw')].filter((one) => one.scrollWidth > one.clientWidth),
          ...[...document.querySelectorAll('.tw .who-n')].filter((one) => one.clientHeight > 50),
        ].map((one) => one.className + ': ' + one.innerText)`)
        assert.deepEqual(broken, [], path)
      }
    await desk.context.close()
  })

  test('is led to the first faulty field, which is out of sight, and keeps the time for another operation', async () => {
    const { page } = tab
    await open(tab, `/wallets/${walletId}/ask?faulty`)
    await page.getByLabel('Zu einem Zeitpunkt').check()
    await button(page, 'Antrag erstellen').click()
    const receiver = page.getByRole('combobox', { name: 'Empfängerkonto' })
    await page.locator('[role=combobox]:focus').waitFor()
    const box = (await receiver.boundingBox()) ?? assert.fail()
    assert.ok(box.y > 60 && box.y < 844 - 160, `the field is at ${box.y}`)
    await receiver.fill(BEN)
    await page.getByLabel('Betrag').fill('1,5')
    await button(page, 'Antrag erstellen').click()
    await page.getByText('Wähle einen Zeitpunkt in der Zukunft').waitFor()
    await page.locator('input[type=datetime-local]:focus').waitFor()
    await page.getByRole('radio', { name: 'Staking' }).check()
    assert.equal(await page.getByLabel('Zu einem Zeitpunkt').isChecked(), true)
    await page.getByLabel('Bis zu einem Datum').check()
    const end = page.locator('input[type=datetime-local]')
    assert.match(await end.inputValue(), /^\d{4}-\d\d-\d\dT\d\d:00$/)
    await page.getByLabel('Zu einem Zeitpunkt').check()
    assert.equal(await end.inputValue(), '')
    await page.getByLabel('Bis zu einem Datum').check()
    await page.getByRole('radio', { name: 'Token verknüpfen' }).check()
    // The ledger cannot keep an association.
    assert.equal(await page.getByLabel('Zu einem Zeitpunkt').isChecked(), true)
    await page.getByRole('radio', { name: 'Senden' }).check()
    assert.equal(await page.getByLabel('Bis zu einem Datum').isChecked(), true)
  })

  test('finds a comment again after a reload, in a field as wide as the phone, and nothing of it once it was sent', async () => {
    const { page } = tab
    const ada = await memberOf(stage.platform, ADA)
    const body = {
      ...{ walletId, receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const, amountOrSerial: 7 },
      executeAt: new Date(Date.now() + 86_400_000).toISOString(),
    }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', { body })
    await signBlindly(ada, { ...request, walletId })
    await page.goto(`/requests/${request.jobId}`)
    const comment = page.getByLabel('Schreib den anderen Eigentümern')
    await comment.fill('Wofür ist das?')
    await page.reload()
    const notice = page.getByTestId('draft-restored')
    await notice.waitFor()
    const { width } = (await comment.boundingBox()) ?? assert.fail()
    assert.ok(width > 200, `the field is ${width} wide`)
    await comment.locator('xpath=ancestor::form').getByRole('button', { name: 'Senden' }).click()
    await page.locator('.said').getByText('Wofür ist das?').waitFor()
    await notice.waitFor({ state: 'detached' })
    assert.equal(await comment.inputValue(), '')
  })

  test('sees in the history that a request is fully signed, and comes back to it', async () => {
    const { page } = tab
    await page.goto(`/wallets/${walletId}`)
    await page.getByRole('tab', { name: 'Verlauf' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Sende 0,00000007 ℏ' })
    await row.getByText('Vollständig unterschrieben').waitFor()
    await row.getByRole('link').click()
    await page.getByText('Alle Unterschriften sind da').first().waitFor()
    await page.goBack()
    await row.waitFor()
    await page.getByRole('tab', { name: 'Verlauf', selected: true }).waitFor()
  })

  test('is told how an owner with several keys signs, who is missing until all of them have signed', async () => {
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const creation = new AccountCreateTransaction().setKeyWithoutAlias(
      new KeyList(keys.map(({ publicKey }) => publicKey)),
    )
    const office = String((await (await creation.execute(sdk)).getReceipt(sdk)).accountId)
    const ada = await memberOf(stage.platform, ADA)
    const owners = [
      { wallet: ADA, name: 'Ada' },
      { wallet: office, name: 'Büro' },
    ]
    const body = { name: 'Haus', balance: '500000000', settings: { threshold: 2, owners } }
    const made = await ada.multisig.post('/multisig/wallet/create/request', { body })
    await signBlindly(ada, made)
    const { walletId: house } = await ada.multisig.post('/multisig/wallet/create/execute', {
      body: { jobId: made.jobId, bytes: made.bytes },
    })
    const paying = { walletId: String(house), receiverId: BEN, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON' as const }
    const request = await ada.multisig.post('/multisig/wallet/withdraw/request', {
      body: { ...paying, amountOrSerial: 5, executeAt: new Date(Date.now() + 86_400_000).toISOString() },
    })
    const signature = keys[0]?.sign(Buffer.from(request.bodyBytes, 'base64')) ?? assert.fail()
    await ada.multisig.post('/multisig/transaction/sign/{jobId}', {
      path: { jobId: request.jobId },
      body: { walletId: String(house), senderId: office, signature: `0x${Buffer.from(signature).toString('hex')}` },
    })
    const { page } = tab
    await page.goto(`/requests/${request.jobId}`)
    await page.getByText('Noch nicht alle Schlüssel').waitFor()
    await page.locator('.sig-say').filter({ hasText: 'Büro' }).waitFor()
    await page.getByTestId('joint-owner').getByText(`quorate request sign ${request.jobId} --owner ${office}`).waitFor()
    await assertAccessible(tab)
    await assertFits(tab)
  })
})
