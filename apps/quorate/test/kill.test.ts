import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { testDataDirectory } from '@quorate/platform/testing'
import { type Addresses, type Answer, get, type Person, post, sign, Unanswered } from '../src/client.ts'
import { freePorts, owners, type PlatformProcess, startProcess } from './process.ts'

const kills = process.env.TEST_LONG ? 20 : 1
/** Ten timed requests, and as many scheduled ones, see each of these. */
const timedKills = process.env.TEST_LONG ? 5 : 1
const workers = 4

/** What the platform acknowledged of one request before it died. */
interface Acknowledged {
  request: Answer
  walletId: string
  amount: number
  signers: string[]
  executed?: Answer
}

describe('The platform, killed at random moments', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let people: [Person, Person, Person]
  const wallets: string[] = []
  const acknowledged: Acknowledged[] = []
  before(async () => {
    env = { ...(await freePorts()), DATA_DIR: await testDataDirectory() }
    platform = await startProcess(env)
    people = (await owners(platform.at, 3)) as [Person, Person, Person]
    wallets.push(await wallet(platform.at))
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const wallet = async (at: Addresses): Promise<string> => {
    const [ada] = people
    const creation = await post(at, ada, 'wallet/create/request', {
      name: 'Treasury',
      balance: 1000_0000_0000,
      settings: { owners: people.map(({ id }) => ({ wallet: id, name: id })), threshold: 2 },
    })
    await sign(at, ada, creation)
    return (await post(at, ada, 'wallet/create/execute', creation)).walletId
  }

  /**
   * Life cycles one after the other, each step written down once it is acknowledged, until nothing answers any more.
   */
  async function live(at: Addresses, worker: number): Promise<void> {
    const [ada, ben] = people
    for (let round = 1; ; round++) {
      if (round % 5 === 0 && worker === 0) wallets.push(await wallet(at))
      const walletId = wallets.at(-1) ?? ''
      const amount = 1 + Math.floor(Math.random() * 1000)
      const request = await post(at, ada, 'wallet/withdraw/request', {
        walletId,
        receiverId: '0.0.1002',
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: amount,
      })
      const known: Acknowledged = { request, walletId, amount, signers: [] }
      acknowledged.push(known)
      for (const owner of [ada, ben]) {
        await sign(at, owner, request, walletId)
        known.signers.push(owner.id)
      }
      known.executed = await post(at, ben, 'wallet/withdraw/execute', request)
    }
  }

  /** What the ledger's mirror has under a transaction id. */
  async function onLedger(transactionId: string): Promise<Answer[]> {
    const id = transactionId.replace(/@(\d+)\.(\d+)/, '-$1-$2')
    const response = await fetch(`${platform.mirror}/api/v1/transactions/${id}`)
    return response.ok ? ((await response.json()) as Answer).transactions : []
  }

  /** Everything acknowledged is there, and what was under way is finished once. */
  async function check(known: Acknowledged): Promise<void> {
    const { request, walletId, amount, signers, executed } = known
    const [ada] = people
    const status = await get(platform.at, ada, `transaction/status/${request.jobId}`)
    for (const signer of signers)
      assert.ok(
        status.signatures.some(({ senderId }: Answer) => senderId === signer),
        `the signature of ${signer} under ${request.jobId} is lost`,
      )
    if (signers.length < 2 && status.signatures.length < 2) return
    const settled = await post(platform.at, ada, 'wallet/withdraw/execute', request)
    assert.equal(settled.status, 'success')
    if (executed) assert.equal(settled.transactionId, executed.transactionId)
    const transactions = await onLedger(settled.transactionId)
    assert.equal(transactions.length, 1)
    assert.equal(transactions[0].result, 'SUCCESS')
    const moved = transactions[0].transfers.find(({ account }: Answer) => account === '0.0.1002')
    assert.equal(moved.amount, amount)
    const { events } = (await get(platform.at, ada, `wallet/${walletId}/history?limit=1000`)).find(
      ({ jobId }: Answer) => jobId === request.jobId,
    )
    assert.equal(events.filter(({ action }: Answer) => action === 'execute').length, 1)
  }

  test(`loses nothing that it acknowledged and does nothing twice (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const already = acknowledged.length
      const { at } = platform
      const lives = Array.from({ length: workers }, (_, worker) => live(at, worker))
      const ends = Promise.allSettled(lives)
      const progress = acknowledged.length + 1 + Math.floor(Math.random() * 12)
      const isExecuted = () => acknowledged.some(({ executed }) => executed)
      await Promise.race([until(() => acknowledged.length >= progress && (round > 0 || isExecuted())), ends])
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      await platform.kill()
      for (const end of await ends)
        assert.ok(end.status === 'rejected' && end.reason instanceof Unanswered, String((end as Answer).reason))
      platform = await startProcess(env)
      for (const known of acknowledged.slice(already)) await check(known)
      for (const walletId of wallets)
        assert.equal((await get(platform.at, people[1], `wallet/${walletId}`)).wallet, walletId)
    }
  })

  test(`executes timed requests once, killed around their time (kills: ${timedKills})`, async () => {
    const [ada, ben] = people
    const [walletId = ''] = wallets
    for (let round = 0; round < timedKills; round++) {
      const due = Date.now() + 3_000
      const asked = Array.from({ length: 10 }, async (_, index): Promise<Acknowledged> => {
        const amount = 1 + index
        const request = await post(platform.at, ada, 'wallet/withdraw/request', {
          ...{ walletId, receiverId: '0.0.1002', tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: amount },
          executeAt: new Date(due + index * 100).toISOString(),
        })
        for (const owner of [ada, ben]) await sign(platform.at, owner, request, walletId)
        return { request, walletId, amount, signers: [ada.id, ben.id] }
      })
      const timed = await Promise.all(asked)
      acknowledged.push(...timed)
      // The service submits a second after each one's time.
      await untilTime(due + 1_000 + Math.random() * 1_500)
      await platform.kill()
      platform = await startProcess(env)
      for (const known of timed) {
        await untilEnded(known.request.jobId)
        await check(known)
      }
    }
  })

  test(`carries out scheduled requests once, killed while they are signed (kills: ${timedKills})`, async () => {
    const [ada, ben] = people
    const [walletId = ''] = wallets
    for (let round = 0; round < timedKills; round++) {
      const asked = Array.from({ length: 10 }, (_, index) =>
        post(platform.at, ada, 'wallet/withdraw/request', {
          ...{ walletId, receiverId: '0.0.1002', tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 + index },
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        }),
      )
      const scheduled = await Promise.all(asked)
      const signing = Promise.allSettled(scheduled.map(({ jobId }) => signToEnd(jobId, [ada, ben])))
      await untilTime(Date.now() + Math.random() * 500)
      await platform.kill()
      await signing
      platform = await startProcess(env)
      await Promise.all(scheduled.map(({ jobId }) => signToEnd(jobId, [ada, ben])))
      for (const [index, { jobId }] of scheduled.entries()) {
        const { status, schedule } = await get(platform.at, ada, `transaction/status/${jobId}`)
        assert.deepEqual([status, schedule.state], ['success', 'executed'])
        const executed = await onLedger(`${schedule.scheduledTransactionId}=true`)
        const received = executed.map(({ transfers }) =>
          transfers.find(({ account }: { account: string }) => account === '0.0.1002'),
        )
        assert.deepEqual(
          received.map(({ amount }) => amount),
          [1 + index],
        )
      }
    }
  })

  /** Lets these owners sign what the status answers to them until the request has ended. */
  async function signToEnd(jobId: string, owners: Person[]): Promise<void> {
    for (;;)
      for (const owner of owners) {
        const found = await get(platform.at, owner, `transaction/status/${jobId}`)
        if (found.status !== 'pending') return
        const mayCreate = found.schedule.state === 'open' || owner === owners[0]
        if (!found.bytesExpireAt || !mayCreate) await untilTime(Date.now() + 100)
        else
          await sign(platform.at, owner, found, found.walletId).catch((error: unknown) => {
            // What was sent before the kill may have come first.
            if (error instanceof Unanswered) throw error
          })
      }
  }

  const untilEnded = async (jobId: string): Promise<void> => {
    while ((await get(platform.at, people[0], `transaction/status/${jobId}`)).status === 'pending')
      await new Promise((resolve) => setTimeout(resolve, 100))
  }

  test('agrees with the ledger on everything that was ever asked', async () => {
    for (const { request, amount } of acknowledged) {
      const status = await get(platform.at, people[0], `transaction/status/${request.jobId}`)
      const transactions = await onLedger(status.transactionId)
      assert.equal(status.status === 'success', transactions.length === 1, JSON.stringify(status))
      if (transactions.length === 1)
        assert.equal(transactions[0].transfers.find(({ account }: Answer) => account === '0.0.1002').amount, amount)
    }
  })

  test('finishes what it has accepted when it is asked to stop', async () => {
    const { at } = platform
    const lives = Array.from({ length: workers }, (_, worker) => live(at, worker))
    const ends = Promise.allSettled(lives)
    const already = acknowledged.length
    await Promise.race([until(() => acknowledged.length >= already + 10), ends])
    assert.equal(await platform.stop(), 0, platform.output())
    for (const end of await ends)
      assert.ok(
        end.status === 'rejected' && end.reason instanceof Unanswered && refused(end.reason),
        String((end as Answer).reason?.cause?.cause ?? (end as Answer).reason),
      )
    platform = await startProcess(env)
    for (const known of acknowledged.slice(already)) await check(known)
  })
})

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 1))
}

const untilTime = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time - Date.now()))

/** Whether the connection was refused, rather than cut under a request. */
const refused = ({ cause }: Unanswered): boolean =>
  cause instanceof Error && (cause.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'
