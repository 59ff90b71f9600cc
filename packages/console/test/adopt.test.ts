/** An account with a threshold key that was made with another tool becomes a wallet. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountUpdateTransaction,
  Client,
  Hbar,
  KeyList,
  PrivateKey,
} from '@hiero-ledger/sdk'
import { assertAccessible, assertFits, button, open, openTab, PHONE, signIn, skipped, type Tab } from './browser.ts'
import { ADA, BEN, KEYS } from './people.ts'
import { openStage, type Stage } from './stage.ts'

describe('An account that was made elsewhere', { skip: skipped }, () => {
  const [ada, ben] = [PrivateKey.fromStringED25519(KEYS[ADA]), PrivateKey.fromStringED25519(KEYS[BEN])]
  let stage: Stage
  let sdk: Client
  let tab: Tab
  before(async () => {
    stage = await openStage()
    sdk = Client.forNetwork({ [stage.platform.at.ledger]: '0.0.3' }).setOperator(ADA, ada)
    tab = await openTab(stage.browser, stage.platform.at.console, { viewport: PHONE })
    await signIn(tab, ADA)
  })
  after(async () => {
    sdk?.close()
    await stage?.close()
  })

  test('is added with the owners of its keys, and shows its balance', async () => {
    const { page } = tab
    const key = new KeyList([ben.publicKey, ada.publicKey], 2)
    const creation = new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(new Hbar(1_234.5))
    const { accountId } = await (await creation.execute(sdk)).getReceipt(sdk)
    await open(tab, '/wallets')
    await page.getByRole('link', { name: 'Add an existing account' }).first().click()
    const account = page.getByLabel('Account with a threshold key')
    await account.fill(BEN)
    await button(page, 'Next').click()
    await page.getByText('This account is not an owner of the wallet.').waitFor()
    await account.fill(String(accountId))
    await button(page, 'Next').click()
    await page.getByText('On the ledger, 2 of 2 keys must sign for this account. Whose are they?').waitFor()
    assert.deepEqual(
      [
        await page.getByLabel('Account', { exact: true }).nth(0).inputValue(),
        await page.getByLabel('Account', { exact: true }).nth(1).inputValue(),
      ],
      [BEN, ADA],
    )
    await assertAccessible(tab)
    await assertFits(tab)
    await button(page, 'Add wallet').click()
    await page.getByText('Give the wallet a name').waitFor()
    await page.getByLabel('Name of the wallet').fill('Vereinskasse')
    await page.getByLabel('Name', { exact: true }).nth(0).fill('Ben')
    await page.reload()
    await page.getByText('On the ledger, 2 of 2 keys must sign').waitFor()
    assert.equal(await page.getByLabel('Name of the wallet').inputValue(), 'Vereinskasse')
    await button(page, 'Add wallet').click()
    await page.getByRole('heading', { level: 1, name: 'Vereinskasse' }).waitFor()
    await page.getByText('1,234.5').first().waitFor()
    await page.getByText('Key on the ledger matches').first().waitFor()

    const update = new AccountUpdateTransaction()
      .setAccountId(accountId ?? assert.fail())
      .setKey(new KeyList([ada.publicKey, ben.publicKey], 1))
      .freezeWith(sdk)
    await (await (await (await update.sign(ben)).sign(ada)).execute(sdk)).getReceipt(sdk)
    await open(tab, '/wallets')
    await open(tab, `/wallets/${accountId}`)
    await page.getByRole('link', { name: 'Update the owners' }).click()
    await page.getByText('On the ledger, 1 of 2 keys must sign for this account').waitFor()
    // What it is called is still there.
    assert.equal(await page.getByLabel('Name of the wallet').inputValue(), 'Vereinskasse')
    assert.equal(await page.getByLabel('Name', { exact: true }).nth(1).inputValue(), 'Ben')
    await button(page, 'Add wallet').click()
    await page.getByText('Key on the ledger matches').first().waitFor()
  })
})
