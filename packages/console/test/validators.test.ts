/** Validators and decisions: their descriptions, and how users create and find them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { GovernanceTypes, NodeTypes } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import type { PlatformProcess } from '@quorate/quorate/testing'
import { bindingMemo, type Leaf, verify } from '@quorate/verify'
import type { Browser } from 'playwright-core'
import { approveWrite } from '../src/page/approve/approve.ts'
import { type AskedCreation, checkWrite } from '../src/page/approve/writes.ts'
import { de, en } from '../src/page/texts/all.ts'
import { decidedIn, standingOf } from '../src/page/validators/decided.ts'
import { choicesOf, type Form, rulesIn } from '../src/page/validators/form.ts'
import { type Rules, rulesOf } from '../src/page/validators/rules.ts'
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
  withoutStatuses,
} from './browser.ts'
import { ADA, BEN, CLAIRE, endVoting, KEYS, memberOf, signerOf, VOTING_HOURS } from './people.ts'
import { openStage, type Stage } from './stage.ts'

type Opening = NodeTypes['Opening']
type Proposal = GovernanceTypes['Proposal']

describe('The description of a validator', () => {
  const told = (kind: Parameters<typeof rulesOf>[0], rules: object, texts: typeof en = en) =>
    rulesOf(kind, rules as Rules, { texts, language: 'en', tokens: TOKENS })
  /** The page cannot load 0.0.8. 0.0.11 has the symbol of HBAR. */
  const TOKENS = new Map([
    ['0.0.7', { symbol: 'APL', decimals: 2 }],
    ['0.0.9', { symbol: 'WHOLE', decimals: '0' }],
    ['0.0.11', { symbol: 'ℏ', decimals: 2 }],
  ])

  test('groups permissions by their holder, and lists only what is permitted', () => {
    const { permissions, conditions } = told('account', {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar', 'message/topic'], controller: 'dao:0.0.5' },
      updateConditions: { values: ['memo'], controller: 'owner' },
    })
    assert.deepEqual(permissions, [
      { who: { type: 'dao', topicId: '0.0.5' }, what: ['move ℏ', 'write messages on topics'], givesAll: false },
      { who: { type: 'owner', topicId: undefined }, what: ['change the memo'], givesAll: false },
    ])
    assert.deepEqual(conditions, [])
    const nothing = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'nobody' },
    }
    assert.deepEqual(told('account', nothing).permissions, [])
  })

  test('warns if anyone may take everything', () => {
    const of = (value: string, controller: string) =>
      told('account', { smartNodeSecurity: 'full', actionsConditions: { values: [value], controller } }).permissions[0]
    assert.equal(of('transfer/hbar', 'anyone')?.givesAll, true)
    assert.equal(of('delete/account', 'anyone')?.givesAll, true)
    assert.equal(of('transfer/atomic-swap', 'anyone')?.givesAll, false)
    assert.equal(of('transfer/hbar', 'owner')?.givesAll, false)
  })

  test('includes the required holdings, times, prices and fees', () => {
    const { conditions } = told('account', {
      smartNodeSecurity: 'full',
      tokenGates: {
        fungibles: { tokens: ['0.0.7', { tokenId: '0.0.8', amount: 5 }, { tokenId: '0.0.11', amount: 510_000 }] },
        nonFungibles: { tokens: ['0.0.9', { tokenId: '0.0.10', serialNumbers: [1, 2] }] },
        timeRange: { start: '2030-01-01', end: '2031-01-01' },
      },
      swapConditions: {
        prices: [{ token_id: '0.0.7', amount: 3, counter: { token_id: 'HBAR', amount: 150_000_000 } }],
      },
      maxCustomFees: [
        { id: '0.0.7', fees: [] },
        { id: '0.0.8', fees: [{ token_id: '0.0.9', amount: 2 }] },
      ],
    })
    assert.deepEqual(conditions, [
      'who asks holds at least 0.01 APL (0.0.7)',
      'who asks holds at least 5 of the smallest unit of 0.0.8 (its decimals could not be read)',
      'who asks holds at least 5,100.00 (0.0.11)',
      'who asks holds an NFT of 0.0.9',
      'who asks holds an NFT of 0.0.10 with one of the serials 1, 2',
      'it is 2030-01-01 or later',
      'it is not later than 2031-01-01',
      'in a swap, for 0.03 APL (0.0.7) it takes at least 1.50 ℏ',
      '0.0.7 charges no custom fees',
      'custom fees of 0.0.8 are at most 2 WHOLE (0.0.9) in one transaction',
    ])
  })

  test('covers topics and tokens, and shows unknown names unchanged', () => {
    const topic = told('topic', {
      smartNodeSecurity: 'partial',
      actionsConditions: { create: ['anyone', 'owner'], later: ['anyone'] },
      updateConditions: { memo: 'owner' },
      customInterface: { parameters: { a: {} } },
    })
    assert.deepEqual(
      topic.permissions.map(({ who, what }) => [who.type, what]),
      [
        ['anyone', ['write messages', 'later']],
        ['owner', ['write messages', 'change the memo']],
      ],
    )
    assert.deepEqual(topic.schemas, { parameters: { a: {} } })
    const token = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['mint/token', 'constructor'], controller: { type: 'dao', topicId: '0.0.5' } },
      keysConditions: { values: ['adminKey'], controller: { type: 'owner' } },
    }
    assert.deepEqual(
      told('token', token, de as unknown as typeof en).permissions.map(({ what }) => what),
      [['Token prägen', 'constructor'], ['den Admin-Schlüssel ändern']],
    )
  })

  test('has a label for everything that the form offers', () => {
    for (const kind of ['account', 'topic', 'token'] as const) {
      const { actions, fields } = choicesOf(kind)
      const labels = kind === 'topic' ? en.validators.topicActions : en.validators.actions
      assert.deepEqual(
        actions.filter((name) => !Object.hasOwn(labels, name)),
        [],
      )
      assert.deepEqual(
        fields.filter((name) => !Object.hasOwn(en.validators.fields, name.slice('field:'.length))),
        [],
      )
    }
  })
})

describe('The form of a validator', () => {
  const form: Form = { kind: 'account', security: 'full', who: 'owner', topicId: '', isOtherDao: false, permitted: [] }

  test('creates rules of each kind as the node accepts them', () => {
    const permitted = ['transfer/hbar', 'field:memo']
    assert.deepEqual(rulesIn({ ...form, permitted }), {
      rules: {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
        updateConditions: { values: ['memo'], controller: 'owner' },
      },
    })
    const dao = { who: 'dao', topicId: '0.0.5' } as const
    assert.deepEqual(rulesIn({ ...form, ...dao, kind: 'token', permitted: ['mint/token'] }), {
      rules: {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['mint/token'], controller: { type: 'dao', topicId: '0.0.5' } },
      },
    })
    assert.deepEqual(rulesIn({ ...form, ...dao, kind: 'topic', permitted: ['field:memo'] }), {
      rules: {
        smartNodeSecurity: 'full',
        actionsConditions: { update: ['dao:0.0.5'] },
        updateConditions: { memo: 'dao:0.0.5' },
      },
    })
  })

  test('requires permissions and a DAO topic, unless nothing is guarded', () => {
    assert.deepEqual(rulesIn(form), { fault: 'permitted' })
    assert.deepEqual(rulesIn({ ...form, who: 'dao', permitted: ['transfer/hbar'] }), { fault: 'topicId' })
    assert.deepEqual(rulesIn({ ...form, kind: 'topic', permitted: ['transfer/hbar'] }), { fault: 'permitted' })
    assert.deepEqual(rulesIn({ ...form, security: 'none' }), { rules: { smartNodeSecurity: 'none' } })
  })
})

describe('A decision', () => {
  const NOW = Date.parse('2026-11-27T00:00:00Z')
  const proposal = (more: object = {}) =>
    ({
      ...{ proposalId: 'p', validUntil: null, decision: { topicId: '0.0.5', consensusTimestamp: '1.000000000' } },
      proposalData: { operation: { method: 'POST', path: '/accounts/transfer/hbar', body: {} } },
      ...more,
    }) as unknown as Proposal
  const opening = (state: Opening['state'], more: Partial<Opening> = {}) =>
    ({ topicId: '0.0.5', proposalId: 'p', state, ...more }) as Opening
  const standing = (openings: Opening[] | undefined, more: object = {}) => {
    const [one] = decidedIn([proposal(more)])
    return standingOf(one ?? assert.fail(), openings, NOW)
  }

  test('exists if a passed proposal names a write and is recorded on its topic', () => {
    assert.deepEqual(decidedIn([proposal({ decision: null }), proposal({ proposalData: {} })]), [])
    const operation = { method: 'POST', path: '/accounts/transfer/hbar', body: {} }
    assert.deepEqual(decidedIn([proposal()])[0]?.operation, operation)
  })

  test('has the state that the node reports: awaited, under way, failed, carried out or over', () => {
    assert.equal(standing([]), 'awaited')
    assert.equal(standing([opening('UNDER_WAY'), opening('FAILED')]), 'underWay')
    assert.equal(standing([opening('FAILED')]), 'failed')
    assert.equal(standing([opening('RELEASED')]), 'awaited')
    assert.equal(standing([opening('FAILED'), opening('USED')]), 'used')
    const ended = { validUntil: '1795651200.000000000' }
    assert.equal(standing([], ended), 'over')
    assert.equal(standing([opening('USED')], ended), 'used')
  })

  test('ignores the transactions of other decisions, and has no state until the node has answered', () => {
    assert.equal(standing([opening('USED', { proposalId: 'q' }), opening('USED', { topicId: '0.0.6' })]), 'awaited')
    assert.equal(standing(undefined), undefined)
    const path = '/multisig/wallet/withdraw/request'
    assert.equal(standing(undefined, { proposalData: { operation: { method: 'POST', path } } }), 'wallet')
  })
})

describe('A creation under a validator', () => {
  const own: Leaf = {
    type: 'ed25519',
    bytes: Buffer.from(signerOf(ADA).publicKey ?? '', 'hex'),
  }
  const asked: AskedCreation = {
    ...{ kind: 'account', payerId: ADA, own, security: 'full', memo: 'Garden', balance: 5n },
    validator: '1700000000.000000001',
  }
  /** The network's public key, which becomes the account's key. */
  const NETWORKS = 'f6a2c9b4f4ed5b434533b68393298f26eec3686c43cd1aea47e247f83293a8ad'
  /** 1700000000.000000000, long past, so that the machine's clock does not matter. */
  const VALID_START = '0a080880e2cfaa061000'
  const MEMO = bindingMemo({ topicId: '0.0.5005', validator: asked.validator, recordHash: 'A'.repeat(43) })
  const memoField = (memo: string) =>
    `32${memo.length.toString(16).padStart(2, '0')}${Buffer.from(memo).toString('hex')}`
  /** An AccountCreate frozen by an SDK. 0.0.1022 pays up to 25 hbars; the account gets 5 tinybars and that key. */
  const CREATION =
    `0a15${VALID_START}12070800100018fe07180012060800100018031880f28ba80922020878${memoField(MEMO)}5a500a221220${NETWORKS}` +
    '100530ffffffffffffffff7f38ffffffffffffffff7f40004a050880ceda036a0647617264656e7000880100'
  function bytesOf(said = '', instead = ''): Uint8Array {
    assert.ok(CREATION.includes(said))
    return Buffer.from(CREATION.replace(said, instead), 'hex')
  }
  const verdict = (bytes: Uint8Array, more: Partial<AskedCreation> = {}) =>
    checkWrite(bytes, { ...asked, ...more }).verdict

  test('is trusted if its bytes match the input and contain the key that the validator requires', () => {
    assert.equal(verdict(bytesOf()), 'trusted', JSON.stringify(checkWrite(bytesOf(), asked).differences))
  })

  test("contains the user's key and then the network's, if both must sign", () => {
    const [mine, theirs] = [Buffer.from(own.bytes).toString('hex'), NETWORKS]
    const listOf = (...keys: string[]): string => {
      const list = keys.map((key) => `0a221220${key}`).join('')
      const lengthOf = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0')
      const key = `32${lengthOf(list)}${list}`
      const inside = `0a${lengthOf(key)}${key}${CREATION.slice(CREATION.indexOf('100530'))}`
      const length = inside.length / 2
      const varint = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
      const size = Buffer.from(varint).toString('hex')
      return `${CREATION.slice(0, CREATION.indexOf('5a50'))}5a${size}${inside}`
    }
    const of = (...keys: string[]) => verdict(Buffer.from(listOf(...keys), 'hex'), { security: 'partial' })
    assert.equal(of(mine, theirs), 'trusted')
    assert.equal(of(theirs, mine), 'BYTES_DIFFER')
    assert.equal(of(mine, mine), 'BYTES_DIFFER')
    assert.equal(of(theirs, theirs), 'BYTES_DIFFER')
    assert.equal(of(mine), 'BYTES_DIFFER')
    assert.equal(of(mine, theirs, theirs), 'BYTES_DIFFER')
  })

  test('is refused if its bytes differ in any way', () => {
    const cases: Uint8Array[] = [
      bytesOf('100530', '100630'),
      bytesOf('47617264656e', '67617264656e'),
      bytesOf(NETWORKS, Buffer.from(own.bytes).toString('hex')),
      // The account's signature is required for incoming transfers.
      bytesOf('7f4000', '7f4001'),
      bytesOf('0880ceda03', '0880ceda04'),
      // A fee of more than 50 hbars, and another payer.
      bytesOf('80f28ba809', '80f28ba829'),
      bytesOf('18fe07', '18ff07'),
      // Valid only from the year 2223 on.
      bytesOf(VALID_START, '0a080880a0d9e61d1000'),
    ]
    for (const bytes of cases) assert.equal(verdict(bytes), 'BYTES_DIFFER')
    // No validator, another one, or one of another form.
    for (const memo of ['', MEMO.replace('.000000001', '.000000002'), `${MEMO}A`, MEMO.replace('quorate', 'Quorate')])
      assert.equal(verdict(bytesOf(memoField(MEMO), memoField(memo))), 'BYTES_DIFFER', memo)
    // An empty key list: the account would belong to nobody, or to everybody.
    const keyless = bytesOf(`5a500a221220${NETWORKS}`, '5a300a023200')
    for (const security of ['none', 'partial', 'full'] as const)
      assert.equal(verdict(keyless, { security }), 'BYTES_DIFFER', security)
    assert.equal(verdict(bytesOf(), { security: 'none' }), 'BYTES_DIFFER')
    assert.equal(verdict(bytesOf(), { security: 'partial' }), 'BYTES_DIFFER')
    assert.equal(verdict(bytesOf(), { kind: 'topic' }), 'BYTES_DIFFER')
    assert.equal(verdict(Buffer.concat([bytesOf(), Buffer.from('f87f01', 'hex')])), 'BODY_NOT_UNDERSTOOD')
  })

  test('is a payment only if the bytes move exactly what the decision permits', () => {
    // A transfer frozen by an SDK: 0.0.1023 pays the fee, and 0.0.1034 sends 1.5 hbars to 0.0.1024.
    const bytes = Buffer.from(
      'ChkKDAjr+LHYBhCjvabMARIHCAAQABj/BxgAEgYIABAAGAMYgMLXLyIDCJsBMgByKAomChEKBwgAEAAYgAgQgMaGjwEYAAoRCgcIABAAGIoIEP/Fho8BGAA=',
      'base64',
    )
    const payment = {
      kind: 'payment',
      payerId: BEN,
      own,
      from: '0.0.1034',
      fromKey: { type: 'ed25519', bytes: Buffer.from(NETWORKS, 'hex') },
      to: CLAIRE,
      tinybars: 150_000_000n,
    } as const
    const of = (more: object) => checkWrite(bytes, { ...payment, ...more }, 1_795_980_395_000).verdict
    assert.equal(of({}), 'trusted')
    for (const more of [{ tinybars: 150_000_001n }, { to: ADA }, { from: ADA }, { from: CLAIRE, to: '0.0.1034' }])
      assert.equal(of(more), 'BYTES_DIFFER', JSON.stringify(Object.keys(more)))
    assert.equal(of({ payerId: ADA }), 'BYTES_DIFFER')
    // The signature pays the fee. It must not count for a wallet, not even as one of several signatures.
    assert.equal(of({ fromKey: { type: 'list', keys: [own, payment.fromKey] } }), 'trusted')
    const [network, other] = [payment.fromKey, { type: 'ed25519', bytes: Buffer.alloc(32, 7) }]
    for (const fromKey of [
      own,
      { type: 'threshold', threshold: 1, keys: [own, network] },
      { type: 'threshold', threshold: 2, keys: [own, network] },
      { type: 'threshold', threshold: 2, keys: [network, other, own] },
      { type: 'list', keys: [own, network, other] },
      { type: 'list', keys: [network, own] },
      { type: 'list', keys: [own, { type: 'list', keys: [network, own] }] },
    ])
      assert.equal(of({ fromKey }), 'BYTES_DIFFER', JSON.stringify(fromKey))
  })

  test('is signed only by the key on the ledger, after the user has seen it, and is then sent', async () => {
    const bodyBytes = bytesOf()
    const by = (accountId: string, privateKey: string) => keySigner({ accountId, privateKey, type: 'ed25519' })
    const { fingerprint: seen } = checkWrite(bodyBytes, asked)
    const sent: string[] = []
    const send = async (signature: string) => void sent.push(signature)
    const codeOf = (given: Partial<Parameters<typeof approveWrite>[0]>) =>
      approveWrite({ ...{ bodyBytes, asked, seen, signer: by(ADA, KEYS[ADA]), send }, ...given }).then(
        () => 'sent',
        ({ code }) => code,
      )
    assert.equal(await codeOf({ seen: 'another' }), 'BYTES_DIFFER')
    assert.equal(await codeOf({ asked: { ...asked, balance: 6n } }), 'BYTES_DIFFER')
    assert.equal(await codeOf({ signer: by(BEN, KEYS[ADA]) }), 'BYTES_DIFFER')
    assert.equal(await codeOf({ signer: by(ADA, '5'.repeat(64)) }), 'NOT_THE_KEY')
    assert.deepEqual(sent, [])
    assert.equal(await codeOf({}), 'sent')
    assert.ok(verify(own, bodyBytes, Buffer.from(String(sent[0]).slice(2), 'hex')))
  })
})

describe('The validators screen', { skip: skipped }, () => {
  let stage: Stage
  let platform: PlatformProcess
  let browser: Browser
  let [desktop, phone]: Tab[] = []
  let account: string
  let screen: string
  /** An account that the DAO "Gardeners" controls. */
  let guarded: string
  before(async () => {
    stage = await openStage()
    ;({ platform, browser } = stage)
    desktop = await openTab(browser, platform.at.console)
    phone = await openTab(browser, platform.at.console, GERMAN_PHONE)
    await signIn(desktop, ADA)
    await signIn(phone, BEN)
  })
  after(async () => {
    await stage?.close()
  })
  const tabs = (): [Tab, Tab] => [desktop ?? assert.fail(), phone ?? assert.fail()]

  test('is empty at first, and says how to begin', async () => {
    const [tab, small] = tabs()
    await tab.page.getByRole('link', { name: 'Validators' }).click()
    await tab.page.getByText('You have nothing under a validator').waitFor()
    await assertAccessible(tab)
    await tab.page.getByRole('tab', { name: 'Decisions' }).click()
    await tab.page.getByText('No decision to carry out').waitFor()
    await assertAccessible(tab)
    await open(small, '/validators')
    await small.page.getByText('Du hast nichts unter einem Validator').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('writes rules from a form, which describes them in words first', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await page.getByRole('link', { name: 'New validator' }).first().click()
    await button(page, 'Write these rules').click()
    await page.getByText('Choose at least one').waitFor()
    await page.getByLabel('Anyone', { exact: true }).check()
    await page.getByLabel('move ℏ').check()
    await page.getByText('Anyone may take everything from it').waitFor()
    await assertAccessible(tab)
    await page.getByLabel('Its creator').check()
    await page.getByLabel('change the memo').check()
    await page.getByTestId('rules').getByText('Its owner may').waitFor()
    assert.equal(await page.getByText('Anyone may take everything from it').count(), 0)
    await open(small, '/validators/new')
    await small.page.getByLabel('ℏ senden').check()
    await assertAccessible(small)
    await assertFits(small)
    await button(page, 'Write these rules').click()
    await page.getByRole('heading', { level: 1, name: 'Validator for accounts' }).waitFor()
    await page.getByTestId('rules').getByText('move ℏ').waitFor()
    await assertAccessible(tab)
  })

  test('creates an account under the rules from verified bytes', async () => {
    const [tab] = tabs()
    const { page } = tab
    await page.getByLabel('Memo (optional)').fill('Garden')
    await page.getByLabel(/^First deposit/).fill('x')
    await button(page, 'Prepare and review').click()
    await page.getByText('A number, such as 1,234.50').waitFor()
    await page.getByLabel(/^First deposit/).fill('2.5')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'New validator' }).waitFor()
    await page.goForward()
    await page.getByTestId('draft-restored').waitFor()
    await button(page, 'Prepare and review').click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await page.getByRole('dialog').getByText('250,000,000 tinybars').waitFor()
    await page.getByRole('dialog').locator('dd').getByText('Garden', { exact: true }).waitFor()
    await assertAccessible(tab)
    await button(page, 'Sign').click()
    const link = page.getByRole('status').getByRole('link')
    await link.waitFor()
    assert.equal(await page.getByTestId('draft-restored').count(), 0)
    account = (await link.innerText()).trim()
    assert.match(account, /^0\.0\.\d+$/)
    screen = new URL(page.url()).pathname
  })

  test('creates a topic under rules that require both keys, and a DAO that exists', async () => {
    const [tab] = tabs()
    const { page } = tab
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const body = { name: 'Trustees', description: '', ownerAddress: ADA, votingRules }
    const { topicId } = await (await memberOf(platform, ADA)).governance.post('/daos', { body })
    await open(tab, '/validators/new')
    await page.getByText('Topic', { exact: true }).click()
    await page.getByLabel(/^Its owner’s key and the network’s/).check()
    await page.getByLabel('A DAO, by its proposals').check()
    await page.getByLabel('write messages').check()
    await button(page, 'Write these rules').click()
    const dao = page.getByLabel('DAO', { exact: true })
    await page.locator('p').getByText('Choose one of your DAOs').waitFor()
    await dao.selectOption('Another DAO, by its topic')
    await page.getByLabel('Topic of the DAO').fill('0.0.5')
    await button(page, 'Write these rules').click()
    await page.getByRole('alert').getByText('There is no such topic on the ledger').waitFor()
    await dao.selectOption(`Trustees ${topicId}`)
    await assertAccessible(tab)
    await button(page, 'Write these rules').click()
    await page.getByRole('heading', { level: 1, name: 'Validator for topics' }).waitFor()
    await page.getByTestId('rules').getByText(`By a passed proposal, the DAO of topic ${topicId}`).waitFor()
    await button(page, 'Prepare and review').click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A new topic is created on the ledger').waitFor()
    assert.equal(await dialog.getByText('any 2 of these 2 keys').count(), 2)
    await assertAccessible(tab)
    // The ledger says what the transaction has created, whatever the node answers.
    const SUBMISSION = '**/api/node/transactions/submit'
    await page.route(SUBMISSION, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), topicId: '0.0.5' } })
    })
    await button(page, 'Sign').click()
    await page.getByRole('status').getByRole('link').click()
    await page.unroute(SUBMISSION)
    const heading = page.getByRole('heading', { level: 1, name: /^Topic 0\.0\.\d+$/ })
    assert.notEqual(await heading.innerText(), 'Topic 0.0.5')
    await page.getByTestId('rules').waitFor()
    await assertAccessible(tab)
  })

  test('refuses bytes from the node that differ from the input', async () => {
    const [tab] = tabs()
    const { page } = tab
    const CREATION = '**/api/node/accounts'
    await open(tab, screen)
    await page.getByLabel('Memo (optional)').fill('Garden')
    await page.route(CREATION, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const hex = Buffer.from(json.bodyBytes, 'base64').toString('hex')
      assert.ok(hex.includes(Buffer.from('Garden').toString('hex')))
      const other = hex.replace(Buffer.from('Garden').toString('hex'), Buffer.from('Warden').toString('hex'))
      await route.fulfill({ response, json: { ...json, bodyBytes: Buffer.from(other, 'hex').toString('base64') } })
    })
    await button(page, 'Prepare and review').click()
    await page.getByRole('dialog').getByText('Do not sign this').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'BYTES_DIFFER')
    assert.equal(await button(page, 'Sign').count(), 0)
    await assertAccessible(tab)
    await page.unroute(CREATION)
    await page.keyboard.press('Escape')
  })

  test('shows anybody with its id what an entity is bound to, with its permissions and keys', async () => {
    const [tab, small] = tabs()
    const { page } = tab
    await open(tab, '/validators')
    await page.getByRole('link', { name: new RegExp(`Account ${account}`) }).click()
    await page.getByRole('heading', { level: 1, name: `Account ${account}` }).waitFor()
    await page.getByTestId('rules').getByText('Its owner may').waitFor()
    const hex = page.getByTestId('key-tree').getByText(/^[\da-f]{64}$/)
    await hex.waitFor()
    await assertAccessible(tab)
    await open(small, '/validators')
    await small.page.getByLabel('Ein Konto, ein Topic oder einen Token nachschlagen').fill('1')
    await button(small.page, 'Nachschlagen').click()
    await small.page.getByText('Eine ID besteht aus drei Zahlen').waitFor()
    await small.page.getByLabel('Ein Konto, ein Topic oder einen Token nachschlagen').fill(account)
    await button(small.page, 'Nachschlagen').click()
    await small.page.getByTestId('rules').getByText('Der Eigentümer darf').waitFor()
    await assertAccessible(small)
    await assertFits(small)
    await open(small, `/validators/${BEN}`)
    await small.page.getByText('Unter keinem Validator dieses Knotens').waitFor()
    await small.page.getByTestId('key-tree').waitFor()
    await assertAccessible(small)
  })

  test('shows that the node does not answer, and continues when it does', async () => {
    const [tab] = tabs()
    const { page } = tab
    const refuse = { status: 503, json: { statusCode: 503, error: '', code: 'SERVICE_UNREACHABLE', message: 'Down' } }
    const alone = await openTab(browser, platform.at.console)
    await signIn(alone, ADA)
    await alone.page.route('**/api/node/validators/bindings*', (route) => route.fulfill(refuse))
    await open(alone, '/validators')
    await alone.page.getByText('SERVICE_UNREACHABLE').waitFor()
    await assertAccessible(alone)
    await alone.page.unroute('**/api/node/validators/bindings*')
    await button(alone.page, 'Try again').click()
    await alone.page.getByRole('link', { name: new RegExp(account) }).waitFor()
    await alone.context.close()
    assert.ok(page)
  })

  test("shows a DAO's decision, the bytes that wait for a signature, and that it was carried out", async () => {
    const [tab, small] = tabs()
    const { page } = tab
    const signer = signerOf(ADA)
    const client = await memberOf(platform, ADA)
    const submit = async (answer: object) => {
      const { bytes, bodyBytes } = answer as NodeTypes['SignatureRequired']
      const signature = await signer.signBody(Buffer.from(bodyBytes, 'base64'))
      const body = { bytes, signature: `0x${Buffer.from(signature).toString('hex')}` }
      return client.node.post('/transactions/submit', { body })
    }
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const { daoId, topicId } = await client.governance.post('/daos', {
      body: { name: 'Gardeners', description: 'They garden', ownerAddress: ADA, votingRules },
    })
    const validatorConsensusTimestamp = await client.node.post('/validators/accounts', {
      body: {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topicId}` },
      },
    })
    const creation = { validatorConsensusTimestamp, balance: 200_000_000, isOfflineTransaction: true }
    const made = await submit(await client.node.post('/accounts', { body: creation }))
    guarded = ('accountId' in made ? made.accountId : undefined) ?? assert.fail()
    const from = guarded
    const transfer = { from, to: BEN, amount: 5 }
    const operation = { method: 'POST', path: '/accounts/transfer/hbar', body: transfer }
    const { proposalId } = await client.governance.post('/proposals', {
      body: {
        ...{ daoId, title: 'Pay Ben', description: '', creatorAddress: ADA, votingDurationHours: VOTING_HOURS },
        proposalData: { operation },
      },
    })
    await client.governance.post('/votes', { body: { proposalId, daoId, choice: 'YES', voterAddress: ADA } })
    await endVoting(platform, proposalId)
    await open(tab, `/proposals/${proposalId}`)
    await page.getByText('Passed', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Who carries it out: see the decisions' }).waitFor()
    await page.getByText('Decision on the ledger').waitFor()
    await page.getByTestId('operation').getByText('0.00000005 ℏ').waitFor()
    const decisions = async (each: Tab, name: string) => {
      await open(each, '/')
      await each.page.getByRole('heading', { level: 1, name: HOME }).waitFor()
      await open(each, '/validators')
      await each.page.getByRole('tab', { name }).click()
    }
    await decisions(tab, 'Decisions')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Pay Ben' }) })
    await card.getByText('To be carried out').waitFor()
    await card.getByText('/accounts/transfer/hbar').waitFor()
    await assertAccessible(tab)

    const { decision } = await client.governance.get('/proposals/{proposalId}', { path: { proposalId } })
    const dao = decision ?? assert.fail()
    const answer = await client.node.post('/accounts/transfer/hbar', { body: { ...transfer, dao } })
    await decisions(tab, 'Decisions')
    await page.getByRole('heading', { name: 'Waiting for your signature' }).waitFor()
    await page.getByText('move ℏ').waitFor()
    await assertAccessible(tab)
    await submit(answer)
    await decisions(tab, 'Decisions')
    await card.getByText('Carried out', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Waiting for your signature' }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'To the proposal' }).waitFor()
    await assertAccessible(tab)
    await decisions(small, 'Entscheidungen')
    await small.page.getByText('Du hast für keine Entscheidung etwas eingereicht.').waitFor()
    await assertAccessible(small)
    await assertFits(small)
  })

  test('carries out a payment from compared bytes, and says how others are carried out', async () => {
    const [, small] = tabs()
    const { page } = small
    const client = await memberOf(platform, ADA)
    const [dao] = (await client.governance.page('/daos', { query: { member: ADA } })).entries.filter(
      ({ name }) => name === 'Gardeners',
    )
    const { daoId } = dao ?? assert.fail()
    await client.governance.post('/daos/{daoId}/members', { path: { daoId }, body: { memberAddress: BEN } })
    const decide = async (title: string, path: string, body: object) => {
      const { proposalId } = await client.governance.post('/proposals', {
        body: {
          ...{ daoId, title, description: '', creatorAddress: ADA, votingDurationHours: VOTING_HOURS },
          proposalData: { operation: { method: 'POST', path, body } },
        },
      })
      await client.governance.post('/votes', { body: { proposalId, daoId, choice: 'YES', voterAddress: ADA } })
      await endVoting(platform, proposalId)
      await open(small, `/proposals/${proposalId}`)
      await page.getByText('Entscheidung auf dem Ledger').waitFor()
    }
    await decide('Mint', '/tokens/mint', { tokenId: '0.0.9', amount: 1 })
    await decide('Pay Ada', '/accounts/transfer/hbar', { from: guarded, to: ADA, amount: 7 })
    // The founder of a DAO can add members without asking them, and so make it decide anything.
    await decide('Pay from Ben', '/accounts/transfer/hbar', { from: BEN, to: ADA, amount: 9 })
    await page.getByRole('link', { name: 'Wer das ausführt: siehe Entscheidungen' }).click()
    const cardOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
    await cardOf('Mint').getByText('Wie das ausgeführt wird').click()
    await cardOf('Mint').getByText('POST /tokens/mint').waitFor()
    await cardOf('Mint').getByText('"consensusTimestamp"').waitFor()
    const TRANSFER = '**/api/node/accounts/transfer/hbar'
    await page.route(TRANSFER, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      // 8 tinybars to Ada, instead of 7.
      const hex = Buffer.from(json.bodyBytes, 'base64').toString('hex').replace('100e1800', '10101800')
      await route.fulfill({ response, json: { ...json, bodyBytes: Buffer.from(hex, 'hex').toString('base64') } })
    })
    await cardOf('Pay from Ben').getByRole('button', { name: 'Ausführen' }).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'BYTES_DIFFER')
    assert.equal(await button(page, 'Unterschreiben').count(), 0)
    await page.keyboard.press('Escape')
    const card = cardOf('Pay Ada')
    await card.getByRole('button', { name: 'Ausführen' }).click()
    await page.getByRole('dialog').waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'BYTES_DIFFER')
    assert.equal(await button(page, 'Unterschreiben').count(), 0)
    await page.unroute(TRANSFER)
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Ausführen' }).click()
    await page.getByRole('dialog').getByText('7 tinybars').first().waitFor()
    assert.equal(await page.getByTestId('verdict').getAttribute('data-verdict'), 'trusted')
    await assertAccessible(small)
    await assertFits(small)
    await button(page, 'Unterschreiben').click()
    await card.getByText('Ausgeführt', { exact: true }).waitFor()
    assert.equal(await card.getByRole('button', { name: 'Ausführen' }).count(), 0)
    await assertAccessible(small)
    await assertFits(small)
  })

  test("causes no errors in the browser's console", () => {
    for (const { complaints } of tabs()) assert.deepEqual(withoutStatuses(complaints, 404, 422), [])
  })
})
