import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey } from '@hiero-ledger/sdk'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * Once this much time has passed since `executeAt`, nothing more can happen on the ledger, and the mirror shows
 * everything that did.
 */
const ledgerWindow = 180 * SECOND

describe('When a request with executeAt is due', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  /** The parts of the ledger that the tests replace. */
  let real: Pick<Harness['ledger'], 'submit'> & Pick<Harness['ledger']['mirror'], 'account'>
  before(async () => {
    harness = await openHarness()
    real = { submit: harness.ledger.submit, account: harness.ledger.mirror.account }
    ;[ada, ben] = await Promise.all([patient(), patient()])
  })
  afterEach(() => {
    harness.ledger.submit = real.submit
    harness.ledger.mirror.account = real.account
  })
  after(() => harness.close())

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  /** Gives an account another key on the ledger. */
  async function rotate({ id, key }: Person): Promise<PrivateKey> {
    const next = PrivateKey.generateED25519()
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(id).setKey(next.publicKey), key, next)
    return next
  }

  /** Advances to a time, and runs the jobs that fall due. */
  async function passTo(time: number): Promise<void> {
    await harness.clock.advance(time - harness.clock.now())
    await harness.jobs.idle()
  }

  const inTwoDays = (): number => harness.clock.now() + 2 * DAY
  const iso = (time: number): string => new Date(time).toISOString()
  const status = async (jobId: string) => (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body

  /** A wallet's request for a time, signed by these people. */
  async function signedFor(at: number, walletId: string, signers: Person[]): Promise<Answer['body']> {
    const [first] = signers as [Person]
    const request = await harness.ask('stake', first, { walletId, executeAt: iso(at) })
    for (const signer of signers) assert.equal((await harness.sign(request, signer, walletId)).status, 200)
    return request
  }

  test('another attempt is made even if the first one failed internally', async () => {
    const at = inTwoDays()
    const wallet = await harness.wallet([ada], 1)
    const request = await signedFor(at, wallet, [ada])
    await passTo(at - SECOND)
    harness.ledger.mirror.account = async (id) => {
      if (id === wallet) throw new Error('a fault')
      return real.account(id)
    }
    for (let seconds = 2; seconds <= 60; seconds += 2) await passTo(at + seconds * SECOND)
    harness.ledger.mirror.account = real.account
    for (let seconds = 62; seconds <= 80; seconds += 2) await passTo(at + seconds * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })

  test("an owner's execute counts no signature whose key was replaced since", async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const at = inTwoDays()
    const request = await signedFor(at, wallet, [ada, dora])
    await passTo(at - SECOND)
    await rotate(dora)
    await passTo(at)
    const answer = await harness.execute('stake', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'THRESHOLD_NOT_MET'], JSON.stringify(answer.body))
    const left = await status(request.jobId)
    assert.deepEqual([left.signatures.length, left.missing], [1, [dora.id]])
  })

  test('its owners learn which signatures are missing once replaced keys are withdrawn', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const at = inTwoDays()
    await signedFor(at, wallet, [ada, dora])
    await passTo(at - SECOND)
    await rotate(dora)
    const socket = await harness.socket(ada)
    await passTo(at + 2 * SECOND)
    assert.deepEqual((await socket.next('transaction_due')).missing, [dora.id])
  })

  test('no events are sent for a request that was withdrawn during the mirror read', async () => {
    const wallet = await harness.wallet([ada, ben], 2)
    for (const before of [HOUR, 0]) {
      const at = inTwoDays()
      const request = await signedFor(at, wallet, [ada])
      await passTo(at - before - SECOND)
      const socket = await harness.socket(ben)
      harness.ledger.mirror.account = async (id) => {
        harness.ledger.mirror.account = real.account
        await harness.post(`/multisig/transaction/reject/${request.jobId}`, ada, {})
        return real.account(id)
      }
      await passTo(at - before + 2 * SECOND)
      assert.equal((await status(request.jobId)).code, 'WITHDRAWN')
      await harness.ask('stake', ada, { walletId: wallet })
      await socket.next('transaction_pending')
      assert.deepEqual(
        socket.heard.filter(({ event }) => event === 'transaction_due'),
        [],
      )
    }
  })

  test('a creation cannot add an owner with a key that its account has given up', async () => {
    const dora = await patient()
    const at = inTwoDays()
    const owners = [ada, dora].map(({ id }) => ({ wallet: id, name: id }))
    const request = await harness.ask('create', ada, {
      ...{ name: 'Later', settings: { owners, threshold: 2 } },
      executeAt: iso(at),
    })
    await harness.sign(request, ada)
    await passTo(at - SECOND)
    await rotate(dora)
    await passTo(at)
    const answer = await harness.execute('create', ada, request)
    assert.deepEqual([answer.status, answer.body.code], [409, 'OWNER_KEY_ROTATED'], JSON.stringify(answer.body))
    assert.match(answer.body.message, new RegExp(`${dora.id} .*: create the request again`))
    await passTo(at + 5 * SECOND)
    assert.deepEqual(
      [(await status(request.jobId)).status, (await status(request.jobId)).code],
      ['pending', answer.body.code],
    )
    await passTo(at + ledgerWindow)
    const ended = await harness.execute('create', ada, request)
    assert.deepEqual([ended.status, ended.body.code, ended.body.message], [409, answer.body.code, answer.body.message])
  })

  test('a change cannot give an owner a key that its account has given up, and does not check keys that stay', async () => {
    const [dora, eve] = await Promise.all([patient(), patient()])
    const wallet = await harness.wallet([ada, dora], 1)
    const add = (person: Person, at: number) =>
      harness.ask('update', ada, {
        ...{ walletId: wallet, action: 'add', owner: { wallet: person.id, name: 'new' } },
        executeAt: iso(at),
      })
    const first = inTwoDays()
    const refused = await add(eve, first)
    assert.equal((await harness.sign(refused, ada, wallet)).status, 200)
    await passTo(first - SECOND)
    await rotate(dora)
    const key = await rotate(eve)
    await passTo(first + 2 * SECOND)
    assert.equal((await status(refused.jobId)).code, 'OWNER_KEY_ROTATED')
    await passTo(first + ledgerWindow)

    const second = inTwoDays()
    const done = await add({ ...eve, key }, second)
    assert.equal((await harness.sign(done, ada, wallet)).status, 200)
    await passTo(second + 2 * SECOND)
    assert.equal((await status(done.jobId)).status, 'success')
  })

  test('an account that the mirror temporarily does not know loses no signature', async () => {
    const dora = await patient()
    const wallet = await harness.wallet([ada, dora], 2)
    const at = inTwoDays()
    const request = await signedFor(at, wallet, [ada, dora])
    const other = await harness.ask('stake', ada, { walletId: wallet, executeAt: iso(at) })
    harness.ledger.mirror.account = async (id) => (id === dora.id ? null : real.account(id))
    const answer = await harness.sign(other, dora, wallet)
    assert.deepEqual([answer.status, answer.body.code], [503, 'MIRROR_BEHIND'])
    for (const time of [at - DAY, at - HOUR, at])
      for (const seconds of [2, 10, 30]) await passTo(time + seconds * SECOND)
    const waiting = await status(request.jobId)
    assert.deepEqual([waiting.status, waiting.code, waiting.signatures.length], ['pending', 'MIRROR_BEHIND', 2])
    harness.ledger.mirror.account = real.account
    await passTo(at + 40 * SECOND)
    assert.equal((await status(request.jobId)).status, 'success')
  })
})
