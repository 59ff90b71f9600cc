import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type CustomFee,
  CustomFixedFee,
  CustomFractionalFee,
  CustomRoyaltyFee,
  FeeAssessmentMethod,
  Hbar,
  NftId,
  TokenAirdropTransaction,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenFeeScheduleUpdateTransaction,
  TokenMintTransaction,
  TokenType,
  Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { guardedOwnerMemo } from '@quorate/verify'
import { type Harness, openHarness, type Person } from './harness.ts'

describe("A wallet's tokens", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let walletId: string
  let coin: string
  let art: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await harness.people(2)) as [Person, Person]
    walletId = await harness.wallet([ada, ben], 2, { maxAutomaticTokenAssociations: 0 })
    const create = (symbol: string) =>
      new TokenCreateTransaction()
        .setTokenName(`The ${symbol}`)
        .setTokenSymbol(symbol)
        .setTreasuryAccountId(harness.treasury.id)
        .setSupplyKey(harness.treasury.key.publicKey)
    coin = (await harness.onLedger(create('COIN').setDecimals(2).setInitialSupply(1_000_000))).receipt.tokenId ?? ''
    art = (await harness.onLedger(create('ART').setTokenType(TokenType.NonFungibleUnique))).receipt.tokenId ?? ''
    await harness.onLedger(new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('a'), Buffer.from('b')]))
    await harness.onLedger(new TokenAssociateTransaction().setAccountId(ben.id).setTokenIds([coin, art]), ben.key)
  })
  after(() => harness.close())

  async function carryOut(operation: string, body: object) {
    const request = await harness.ask(operation, ada, { walletId, ...body })
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    return harness.execute(operation, ada, request)
  }
  const assets = async () => (await harness.get(`/multisig/wallet/${walletId}`, ada)).body.assets
  const refusal = async (operation: string, body: object) => {
    const answer = await harness.post(`/multisig/wallet/${operation}/request`, ada, { walletId, ...body })
    return [answer.status, answer.body.code]
  }

  test('are associated, received, paid out and dissociated, and the wallet shows its holdings', async () => {
    for (const tokenId of [coin, art]) {
      const answer = await carryOut('associate', { tokenId })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.body.type, 'associate')
    }
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(coin, harness.treasury.id, -5000)
        .addTokenTransfer(coin, walletId, 5000)
        .addNftTransfer(art, 1, harness.treasury.id, walletId)
        .addNftTransfer(art, 2, harness.treasury.id, walletId),
    )
    const held = await assets()
    assert.equal(held[0].tokenId, 'HBAR')
    const shown = (tokenId: string, list = held) => list.find((asset: { tokenId: string }) => asset.tokenId === tokenId)
    assert.deepEqual(shown(coin), {
      tokenId: coin,
      type: 'FUNGIBLE_COMMON',
      symbol: 'COIN',
      name: 'The COIN',
      decimals: 2,
      balance: 5000,
    })
    assert.equal(shown(art).balance, 2)
    assert.deepEqual(shown(art).serials.sort(), [1, 2])

    const receiverId = ben.id
    const pay = { receiverId, tokenId: coin, type: 'FUNGIBLE_COMMON', amountOrSerial: '1200' }
    assert.equal((await carryOut('withdraw', pay)).status, 200)
    const give = { receiverId, tokenId: art, type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 2 }
    assert.equal((await carryOut('withdraw', give)).status, 200)
    const after = await assets()
    assert.equal(shown(coin, after).balance, 3800)
    assert.deepEqual(shown(art, after).serials, [1])
    assert.deepEqual(await harness.ledger.mirror.accountNfts(ben.id), [{ tokenId: art, serial: 2n }])

    const early = await carryOut('dissociate', { tokenId: coin, force: true })
    assert.deepEqual([early.status, early.body.code], [422, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES'])
    assert.equal((await carryOut('withdraw', { ...pay, amountOrSerial: 3800 })).status, 200)
    const gone = await carryOut('dissociate', { tokenId: coin })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.equal(gone.body.type, 'dissociate')
    assert.equal(shown(coin, await assets()), undefined)
  })

  test('are accepted from airdrops that wait, and what does not wait is refused', async () => {
    const senderId = harness.treasury.id
    const [first, second] = (await Promise.all(
      ['ONE', 'TWO'].map(async (symbol) => {
        const made = await harness.onLedger(
          new TokenCreateTransaction()
            .setTokenName(symbol)
            .setTokenSymbol(symbol)
            .setTreasuryAccountId(senderId)
            .setSupplyKey(harness.treasury.key.publicKey)
            .setTokenType(symbol === 'ONE' ? TokenType.FungibleCommon : TokenType.NonFungibleUnique)
            .setInitialSupply(symbol === 'ONE' ? 100 : 0),
        )
        return made.receipt.tokenId ?? ''
      }),
    )) as [string, string]
    await harness.onLedger(new TokenMintTransaction().setTokenId(second).setMetadata([Buffer.from('a')]))
    const airdrops = [
      { senderId, tokenId: first },
      { senderId, tokenId: second, serialNumber: 1 },
    ]
    assert.deepEqual(await refusal('claim', { airdrops }), [422, 'INVALID_PENDING_AIRDROP_ID'])
    await harness.onLedger(
      new TokenAirdropTransaction()
        .addTokenTransfer(first, senderId, -30)
        .addTokenTransfer(first, walletId, 30)
        .addNftTransfer(NftId.fromString(`${second}/1`), senderId, walletId),
    )
    for (const wrong of [
      [{ senderId, tokenId: second }],
      [{ senderId, tokenId: second, serialNumber: 2 }],
      [{ senderId: ben.id, tokenId: first }],
    ])
      assert.deepEqual(await refusal('claim', { airdrops: wrong }), [422, 'INVALID_PENDING_AIRDROP_ID'])
    const [one] = airdrops
    assert.deepEqual(await refusal('claim', { airdrops: [one, one] }), [400, 'AIRDROP_REPEATED'])
    assert.deepEqual(await refusal('claim', { airdrops: [] }), [400, 'VALIDATION_FAILED'])
    const claimed = await carryOut('claim', { airdrops })
    assert.equal(claimed.status, 200, JSON.stringify(claimed.body))
    assert.equal(claimed.body.type, 'associate')
    const held = await assets()
    const balances = [first, second].map(
      (id) => held.find((asset: { tokenId: string }) => asset.tokenId === id)?.balance,
    )
    assert.deepEqual(balances, [30, 1])
  })

  test('are listed with names for the first hundred only, and few names are read at once', async () => {
    const { publicMirror: mirror } = harness.ledger
    const { accountTokens, token } = mirror
    let [reads, now, most] = [0, 0, 0]
    mirror.accountTokens = async () =>
      Array.from({ length: 300 }, (_, index) => ({
        ...{ tokenId: `0.0.${900_000 + index}`, balance: 1n, decimals: 0, automatic: false },
        ...{ freezeStatus: 'NOT_APPLICABLE', kycStatus: 'NOT_APPLICABLE' },
      }))
    mirror.token = async (id) => {
      reads++
      most = Math.max(most, ++now)
      const found = await token(coin).finally(() => now--)
      return found && { ...found, id }
    }
    try {
      const names = (await assets()).slice(1).map(({ name }: { name: string }) => name)
      assert.deepEqual(names, [...Array(100).fill('The COIN'), ...Array(200).fill('')])
      assert.equal(reads, 100)
      assert.ok(most <= 8, `${most} at once`)
    } finally {
      Object.assign(mirror, { accountTokens, token })
    }
  })

  test('are refused at request time if the ledger would certainly refuse them', async () => {
    const pay = { receiverId: ben.id, tokenId: coin, type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
    assert.deepEqual(await refusal('withdraw', { ...pay, tokenId: '0.0.999999' }), [422, 'INVALID_TOKEN_ID'])
    assert.deepEqual(await refusal('withdraw', { ...pay, receiverId: '0.0.999999' }), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(await refusal('withdraw', { ...pay, type: 'NON_FUNGIBLE_UNIQUE' }), [422, 'WRONG_TOKEN_TYPE'])
    assert.deepEqual(await refusal('withdraw', { ...pay, tokenId: 'HBAR', type: 'NON_FUNGIBLE_UNIQUE' }), [
      400,
      'WRONG_TOKEN_TYPE',
    ])
    assert.deepEqual(await refusal('withdraw', { ...pay, amountOrSerial: 0 }), [400, 'VALIDATION_FAILED'])
    assert.deepEqual(await refusal('withdraw', { ...pay, amountOrSerial: 2 ** 53 }), [400, 'INTEGER_TOO_LARGE'])
    assert.deepEqual(await refusal('associate', { tokenId: '0.0.999999' }), [422, 'INVALID_TOKEN_ID'])
    assert.deepEqual(await refusal('associate', { tokenId: art }), [422, 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT'])
    assert.deepEqual(await refusal('dissociate', { tokenId: coin }), [422, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'])
  })

  describe('that charge custom fees', () => {
    let payer: string
    before(async () => {
      payer = await harness.wallet([ada, ben], 2, { maxAutomaticTokenAssociations: -1 })
    })

    const fixed = (amount: number, tokenId?: string) => {
      const fee = new CustomFixedFee().setFeeCollectorAccountId(ada.id).setAmount(amount)
      return tokenId ? fee.setDenominatingTokenId(tokenId) : fee
    }
    const tenth = (method: FeeAssessmentMethod) =>
      new CustomFractionalFee()
        .setNumerator(1)
        .setDenominator(10)
        .setFeeCollectorAccountId(ada.id)
        .setAssessmentMethod(method)
    /** A token issued by Ada, one of the owners. The wallet has 1,000 of it. */
    async function issued(customFees: CustomFee[], change: (made: TokenCreateTransaction) => void = () => {}) {
      const made = new TokenCreateTransaction()
        .setTokenName('X')
        .setTokenSymbol('X')
        .setInitialSupply(1_000_000)
        .setTreasuryAccountId(ada.id)
        .setCustomFees(customFees)
        .setMaxTransactionFee(new Hbar(50))
      change(made)
      const tokenId = (await harness.onLedger(made, ada.key)).receipt.tokenId ?? ''
      const give = new TransferTransaction()
        .addTokenTransfer(tokenId, ada.id, -1000)
        .addTokenTransfer(tokenId, payer, 1000)
      await harness.onLedger(give, ada.key)
      return tokenId
    }
    const charges = (tokenId: string, fees: CustomFee[]) =>
      harness.onLedger(new TokenFeeScheduleUpdateTransaction().setTokenId(tokenId).setCustomFees(fees), ada.key)
    const changeable = (made: TokenCreateTransaction) => void made.setFeeScheduleKey(ada.key.publicKey)
    const take = (tokenId: string, more: object = {}) => ({
      ...{ walletId: payer, receiverId: ada.id, tokenId, type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
      ...more,
    })
    const withdrawal = (tokenId: string, more?: object) =>
      harness.post('/multisig/wallet/withdraw/request', ada, take(tokenId, more))
    const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ben)).body
    const balance = async (id: string) => (await harness.ledger.mirror.account(id))?.balance ?? 0n
    const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

    test('are not paid out unless the request permits the fees, and the error says what to send', async () => {
      const other = await issued([fixed(3)])
      const shared = await issued([tenth(FeeAssessmentMethod.Exclusive)])
      const trap = await issued([], changeable)
      const cases: [string, (id: string) => object[]][] = [
        [trap, (id) => [{ id, fees: [] }]],
        [await issued([fixed(40), fixed(2)]), (id) => [{ id, fees: [{ token_id: 'HBAR', amount: 42 }] }]],
        [await issued([tenth(FeeAssessmentMethod.Exclusive)]), (id) => [{ id, fees: [{ token_id: id, amount: 10 }] }]],
        [
          await issued([fixed(5, other)]),
          (id) => [
            { id, fees: [{ token_id: other, amount: 5 }] },
            { id: other, fees: [{ token_id: 'HBAR', amount: 3 }] },
          ],
        ],
        [
          // Shares of fees are rounded up: the ledger takes a share of their sum.
          await issued([fixed(5, shared), fixed(5, shared)]),
          (id) => [
            { id, fees: [{ token_id: shared, amount: 10 }] },
            { id: shared, fees: [{ token_id: shared, amount: 2 }] },
          ],
        ],
      ]
      for (const [tokenId, expected] of cases) {
        const refused = await withdrawal(tokenId)
        assert.deepEqual(codeOf(refused), [422, 'CUSTOM_FEES'])
        assert.deepEqual(refused.body.details, expected(tokenId))
        assert.ok(refused.body.message.includes(`"maxCustomFees": ${JSON.stringify(refused.body.details)}`))
        const asked = await withdrawal(tokenId, { maxCustomFees: refused.body.details })
        assert.equal(asked.status, 200, JSON.stringify(asked.body))
        const { payload } = await status(asked.body.jobId)
        assert.deepEqual(payload.maxCustomFees, refused.body.details, 'owners see what is permitted before they sign')
        assert.deepEqual(payload.customFees, refused.body.details, 'and what is charged now')
      }
      const [[, fixedFees] = []] = [cases[1] ?? []]
      const short = [{ id: cases[1]?.[0], fees: [{ token_id: 'HBAR', amount: 41 }] }]
      const refused = await withdrawal(cases[1]?.[0] ?? '', { maxCustomFees: short })
      assert.deepEqual([refused.body.code, refused.body.details], ['CUSTOM_FEES', fixedFees?.(cases[1]?.[0] ?? '')])
      const faulty = await withdrawal(trap, { maxCustomFees: [{ id: trap, most: 1 }] })
      assert.equal(faulty.status, 400)
    })

    test('are permitted for tokens that the withdrawal moves, each token and denomination once', async () => {
      const tokenId = await issued([])
      const [one, two] = ['0.0.5001', '0.0.5002']
      const unit = (token_id: string) => ({ token_id, amount: 1 })
      const nothing = (id: string) => ({ id, fees: [] as object[] })
      const send = async (maxCustomFees: object[], more: object = {}) =>
        codeOf(await withdrawal(tokenId, { maxCustomFees, ...more }))
      const refused = [400, 'INVALID_MAX_CUSTOM_FEES']
      assert.deepEqual(await send([nothing(one)]), refused, 'it does not move that')
      assert.deepEqual(await send([nothing(tokenId)], { tokenId: 'HBAR' }), refused)
      assert.deepEqual(await send([nothing(tokenId), nothing(tokenId)]), refused)
      assert.deepEqual(await send([{ id: tokenId, fees: [unit(one), unit(one)] }]), refused)
      const most = { id: tokenId, fees: [{ token_id: 'HBAR', amount: '9223372036854775808' }] }
      assert.deepEqual(await send([most]), [400, 'VALIDATION_FAILED'])
      const chain = [nothing(two), { id: one, fees: [unit(two)] }, { id: tokenId, fees: [unit(one), unit('HBAR')] }]
      assert.deepEqual(await send(chain), [200, undefined], 'fees of fees, in any order')
    })

    test('are paid out as usual if the wallet pays none of the fees and nobody can change that', async () => {
      for (const tokenId of [
        await issued([]),
        await issued([tenth(FeeAssessmentMethod.Inclusive)]),
        await issued([fixed(40).setFeeCollectorAccountId(payer)]),
        await issued([fixed(40).setAllCollectorsAreExempt(true), fixed(1).setFeeCollectorAccountId(payer)]),
      ]) {
        const asked = await withdrawal(tokenId)
        assert.equal(asked.status, 200, JSON.stringify(asked.body))
        const { payload } = await status(asked.body.jobId)
        assert.deepEqual(payload, take(tokenId))
      }
      const request = await harness.ask('withdraw', ada, take('HBAR'))
      assert.equal((await status(request.jobId)).payload.customFees, undefined)
    })

    test('are withdrawn free of fees by their treasury, unless others can replace the treasury', async (t) => {
      const account = await harness.ledger.mirror.account(payer)
      assert.ok(account?.key)
      const own = keyToSdk(account.key)
      const made = async (adminKey: typeof own | undefined) => {
        const create = new TokenCreateTransaction()
          .setTokenName('Own')
          .setTokenSymbol('OWN')
          .setInitialSupply(1000)
          .setTreasuryAccountId(payer)
          .setFeeScheduleKey(ada.key.publicKey)
          .setCustomFees([fixed(40)])
          .setMaxTransactionFee(new Hbar(50))
        if (adminKey) create.setAdminKey(adminKey)
        const created = await harness.onLedger(create, ada.key, ben.key)
        return created.receipt.tokenId ?? ''
      }
      assert.equal((await withdrawal(await made(undefined))).status, 200)
      assert.equal((await withdrawal(await made(own))).status, 200)
      assert.deepEqual(codeOf(await withdrawal(await made(ada.key.publicKey))), [422, 'CUSTOM_FEES'])
      // A node signs with a guarded owner's key for anybody whom the key's validator permits.
      const { mirror } = harness.ledger
      const { account: read } = mirror
      t.after(() => {
        mirror.account = read
      })
      mirror.account = async (id, ...more) => {
        const found = await read(id, ...more)
        return found && id === payer ? { ...found, memo: guardedOwnerMemo(ada.id) } : found
      }
      assert.deepEqual(codeOf(await withdrawal(await made(own))), [422, 'CUSTOM_FEES'])
    })

    const royalty = () =>
      new CustomRoyaltyFee()
        .setNumerator(1)
        .setDenominator(2)
        .setFeeCollectorAccountId(ada.id)
        .setFallbackFee(new CustomFixedFee().setAmount(7))
    /** A collection of NFTs issued by Ada. */
    async function nft(fees: CustomFee[], change: (made: TokenCreateTransaction) => void = () => {}) {
      const made = new TokenCreateTransaction()
        .setTokenName('N')
        .setTokenSymbol('N')
        .setTokenType(TokenType.NonFungibleUnique)
        .setTreasuryAccountId(ada.id)
        .setSupplyKey(ada.key.publicKey)
        .setCustomFees(fees)
        .setMaxTransactionFee(new Hbar(50))
      change(made)
      return (await harness.onLedger(made, ada.key)).receipt.tokenId ?? ''
    }
    const one = { type: 'NON_FUNGIBLE_UNIQUE', amountOrSerial: 1 }
    /** Gives the wallet the first NFT of a collection. From there, the receiver can get it. */
    async function given(tokenId: string, receiver: Person) {
      await harness.onLedger(new TokenMintTransaction().setTokenId(tokenId).setMetadata([Buffer.from('a')]), ada.key)
      const associate = new TokenAssociateTransaction().setAccountId(receiver.id).setTokenIds([tokenId])
      await harness.onLedger(associate, receiver.key)
      await harness.onLedger(new TransferTransaction().addNftTransfer(tokenId, 1, ada.id, payer), ada.key)
    }
    /** Checks that the owners' signatures are not enough, but are with the receiver's in the bytes. */
    async function executedWith(receiver: Person, request: { jobId: string; bytes: string }) {
      for (const owner of [ada, ben]) assert.equal((await harness.sign(request, owner, payer)).status, 200)
      const unsigned = await harness.execute('withdraw', ada, request)
      assert.deepEqual(codeOf(unsigned), [422, 'THRESHOLD_NOT_MET'])
      const missing = { publicKey: receiver.key.publicKey.toStringRaw(), accountId: receiver.id }
      assert.deepEqual(unsigned.body.details, [missing])
      const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
      await transaction.sign(receiver.key)
      const bytes = Buffer.from(transaction.toBytes()).toString('base64')
      const executed = await harness.execute('withdraw', ada, { jobId: request.jobId, bytes })
      assert.equal(executed.status, 200, JSON.stringify(executed.body))
    }

    test("cost the wallet an NFT's fixed fees; the receiver pays the royalties", async () => {
      const [priced, royal] = [await nft([fixed(9)]), await nft([royalty()])]
      const refused = await withdrawal(priced, one)
      assert.deepEqual(refused.body.details, [{ id: priced, fees: [{ token_id: 'HBAR', amount: 9 }] }])
      assert.equal((await withdrawal(royal, { ...one, force: true })).status, 200)
      // If the treasury is not involved, the receiver pays the fallback fee and must sign for it.
      const receiver = await harness.person()
      await given(royal, receiver)
      const gift = { ...one, receiverId: receiver.id }
      // An owner's key may be part of the receiver's key. So the request must permit the receiver's fees, too.
      const unnamed = await withdrawal(royal, gift)
      assert.deepEqual(codeOf(unnamed), [422, 'CUSTOM_FEES'])
      assert.deepEqual(unnamed.body.details, [{ id: royal, fees: [{ token_id: 'HBAR', amount: 7 }] }])
      const request = await harness.ask('withdraw', ada, take(royal, { ...gift, maxCustomFees: unnamed.body.details }))
      await executedWith(receiver, request)
    })

    test("need the receiver's signature even if the NFT got royalties after the request", async () => {
      const receiver = await harness.person()
      const tokenId = await nft([], changeable)
      await given(tokenId, receiver)
      const asked = (fees: object[]) =>
        harness.ask(
          'withdraw',
          ada,
          take(tokenId, { ...one, receiverId: receiver.id, maxCustomFees: [{ id: tokenId, fees }] }),
        )
      const [free, request] = [await asked([]), await asked([{ token_id: 'HBAR', amount: 7 }])]
      assert.equal((await harness.sign(free, ada, payer)).status, 200)
      await charges(tokenId, [royalty()])
      assert.deepEqual(codeOf(await harness.sign(free, ben, payer)), [409, 'CUSTOM_FEES_CHANGED'])
      await executedWith(receiver, request)
    })

    test('are checked against the maximum before each signature and before the execution, and nothing is lost', async () => {
      const tokenId = await issued([], changeable)
      const request = await harness.ask('withdraw', ada, take(tokenId, { maxCustomFees: [{ id: tokenId, fees: [] }] }))
      assert.equal((await harness.sign(request, ada, payer)).status, 200)
      await charges(tokenId, [fixed(40_0000_0000)])
      assert.deepEqual(codeOf(await harness.sign(request, ben, payer)), [409, 'CUSTOM_FEES_CHANGED'])
      await charges(tokenId, [])
      assert.equal((await harness.sign(request, ben, payer)).status, 200)
      const before = await balance(payer)
      await charges(tokenId, [fixed(40_0000_0000)])
      const late = await harness.execute('withdraw', ada, request)
      assert.deepEqual(codeOf(late), [409, 'CUSTOM_FEES_CHANGED'])
      assert.match(
        late.body.message,
        /"maxCustomFees": \[\{"id":"[\d.]+","fees":\[\{"token_id":"HBAR","amount":4000000000\}\]\}\]/,
      )
      assert.equal(await balance(payer), before)
      const open = await status(request.jobId)
      assert.deepEqual([open.status, open.signatures.length], ['pending', 2])
      await charges(tokenId, [])
      const done = await harness.execute('withdraw', ada, request)
      assert.equal(done.status, 200, JSON.stringify(done.body))
      assert.equal(done.body.receipt.customFees, undefined)
    })

    test('stop an execution if their fees are raised between two attempts, and the request is open again', async () => {
      const tokenId = await issued([], changeable)
      const request = await harness.ask('withdraw', ada, take(tokenId, { maxCustomFees: [{ id: tokenId, fees: [] }] }))
      for (const person of [ada, ben]) await harness.sign(request, person, payer)
      const before = await balance(payer)
      const { submit } = harness.ledger
      let attempts = 0
      harness.ledger.submit = async () => {
        attempts++
        harness.ledger.submit = submit
        await charges(tokenId, [fixed(40_0000_0000)])
        throw unavailable('LEDGER_UNAVAILABLE', 'nothing was submitted: the node is busy')
      }
      let settled = false
      try {
        const execution = harness.execute('withdraw', ada, request).finally(() => {
          settled = true
        })
        while (attempts === 0) await new Promise((resolve) => setImmediate(resolve))
        while (!settled) {
          await harness.clock.advance(1000)
          await harness.jobs.idle()
          await new Promise((resolve) => setImmediate(resolve))
        }
        assert.equal((await execution).status, 503)
      } finally {
        harness.ledger.submit = submit
      }
      assert.equal(await balance(payer), before)
      assert.equal((await status(request.jobId)).status, 'pending')
    })

    test('are read in pages of about a megabyte if many requests permit fees', async () => {
      const tokenId = await issued([])
      const wallet = await harness.wallet([ada, ben], 2)
      const ids = [tokenId, ...Array.from({ length: 19 }, (_, index) => `0.0.9000000${index}`)]
      // Every fee is the greatest possible, and every token after the first is a denomination of an earlier one.
      const maxCustomFees = ids.map((id, at) => ({
        id,
        fees: Array.from({ length: 10 }, (_, index) => ({
          token_id: ids[1 + ((Math.floor(at / 2) * 10 + index) % 19)],
          amount: '9223372036854775807',
        })),
      }))
      const ask = () => harness.ask('withdraw', ada, take(tokenId, { walletId: wallet, maxCustomFees, force: true }))
      const asked = (await Promise.all(Array.from({ length: 110 }, ask))).map(({ jobId }) => jobId)
      for (const list of ['pending', 'history']) {
        const pages = await harness.pages(`/multisig/wallet/${wallet}/${list}?limit=1000`, ada)
        const [first, ...rest] = pages.map((page) => JSON.stringify(page).length)
        assert.ok(first && first > 800_000 && first < 1_200_000 && rest.length > 0, `${list}: ${[first, ...rest]}`)
        const listed = pages.flat().filter(({ type }) => type === 'withdraw')
        assert.deepEqual(listed.map(({ jobId }) => jobId).sort(), [...asked].sort())
      }
      const { history } = (await harness.get(`/multisig/wallet/${wallet}`, ada)).body
      assert.ok(JSON.stringify(history).length < 1_200_000)
    })

    test("have their charged fees in the wallet's history, even if the mirror shows them late", async () => {
      const tokenId = await issued([fixed(40), tenth(FeeAssessmentMethod.Exclusive)])
      const to = { receiverId: ben.id }
      const { details } = (await withdrawal(tokenId, to)).body
      const customFees = [
        { token_id: 'HBAR', amount: 40, collector: ada.id, payers: [payer] },
        { token_id: tokenId, amount: 10, collector: ada.id, payers: [payer] },
      ]
      for (const isLate of [false, true]) {
        const request = await harness.ask('withdraw', ada, take(tokenId, { ...to, maxCustomFees: details }))
        for (const person of [ada, ben]) await harness.sign(request, person, payer)
        const { executed } = harness.ledger.mirror
        if (isLate) harness.ledger.mirror.executed = async () => null
        try {
          const done = await harness.execute('withdraw', ada, request)
          assert.equal(done.status, 200, JSON.stringify(done.body))
          assert.deepEqual(done.body.receipt.customFees, isLate ? undefined : customFees)
        } finally {
          harness.ledger.mirror.executed = executed
        }
        // Waits until the ledger window has ended and the mirror shows everything.
        if (isLate) {
          await harness.clock.advance(200_000)
          await harness.jobs.idle()
        }
        assert.deepEqual((await status(request.jobId)).receipt.customFees, customFees)
        const [entry] = (await harness.get(`/multisig/wallet/${payer}/history?limit=1`, ben)).body
        assert.deepEqual(entry.events.at(-1).payload.customFees, customFees)
      }
    })

    test('have the charged fees in their receipt, also if a schedule executed them', async () => {
      const tokenId = await issued([fixed(40), tenth(FeeAssessmentMethod.Exclusive)])
      const to = { receiverId: ben.id }
      const { details } = (await withdrawal(tokenId, to)).body
      const expiresAt = new Date(harness.clock.now() + 86_400_000).toISOString()
      const request = await harness.ask('withdraw', ada, take(tokenId, { ...to, maxCustomFees: details, expiresAt }))
      assert.equal((await harness.sign(request, ada, payer)).status, 200)
      const { executed } = harness.ledger.mirror
      harness.ledger.mirror.executed = async () => null
      try {
        assert.equal((await harness.sign(await status(request.jobId), ben, payer)).status, 200)
        assert.equal((await status(request.jobId)).status, 'pending', 'until the mirror shows what was charged')
      } finally {
        harness.ledger.mirror.executed = executed
      }
      await harness.clock.advance(6_000)
      await harness.jobs.idle()
      const done = await status(request.jobId)
      const customFees = [
        { token_id: 'HBAR', amount: 40, collector: ada.id, payers: [payer] },
        { token_id: tokenId, amount: 10, collector: ada.id, payers: [payer] },
      ]
      assert.deepEqual([done.status, done.receipt.customFees], ['success', customFees])
      const [entry] = (await harness.get(`/multisig/wallet/${payer}/history?limit=1`, ben)).body
      assert.deepEqual(entry.events.at(-1).payload.customFees, customFees)
    })
  })
})
