import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { isQuorateError, type MultisigTypes } from '@quorate/client'
import { type Answer, testDataDirectory } from '@quorate/platform/testing'
import { freePorts, owners, type Person, type PlatformProcess, signBlindly, startProcess } from './process.ts'

/** Each takes a start of the platform. KILLS sets another number. */
const kills = Number(process.env.KILLS ?? 8)
/**
 * How many requests that wait for people must be caught by a kill: timed ones between their valid start and consensus,
 * and as many scheduled ones while one of their signatures is in progress. Each kill catches several, at different
 * points.
 */
const moments = 10 * kills
/** Requests of each kind in progress at a kill. */
const AT_ONCE = 40
const workers = 4

/** What the platform acknowledged about one request before it died. */
interface Acknowledged {
  request: { jobId: string; bodyBytes: string; bytes: string }
  walletId: string
  amount: number
  signers: string[]
  executed?: MultisigTypes['Execution']
}

describe('The platform, killed at random times', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let people: [Person, Person, Person]
  const wallets: string[] = []
  const acknowledged: Acknowledged[] = []
  before(async () => {
    env = { ...(await freePorts()), DATA_DIR: await testDataDirectory() }
    platform = await startProcess(env)
    people = (await owners(platform.at, 3)) as [Person, Person, Person]
    wallets.push(await wallet())
  })
  after(async () => {
    await platform.kill()
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true })
  })

  const statusOf = ({ client }: Person, jobId: string) =>
    client.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
  const withdraw = (
    { client }: Person,
    walletId: string,
    amountOrSerial: number,
    more: { executeAt?: string; expiresAt?: string } = {},
  ) =>
    client.multisig.post('/multisig/wallet/withdraw/request', {
      body: { walletId, receiverId: '0.0.1002', tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial, ...more },
    })
  const execute = ({ client }: Person, body: Acknowledged['request']) =>
    client.multisig.post('/multisig/wallet/withdraw/execute', { body })

  async function wallet(): Promise<string> {
    const { client } = people[0]
    const settings = { owners: people.map(({ id }) => ({ wallet: id, name: id })), threshold: 2 }
    const creation = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 1000_0000_0000, settings },
    })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail('the wallet was not created')
  }

  /**
   * Runs life cycles one after the other, and records each step once it is acknowledged, until nothing answers any
   * more.
   */
  async function live(worker: number): Promise<void> {
    const [ada, ben] = people
    for (let round = 1; ; round++) {
      if (round % 5 === 0 && worker === 0) wallets.push(await wallet())
      const walletId = wallets.at(-1) ?? ''
      const amount = 1 + Math.floor(Math.random() * 1000)
      const request = await withdraw(ada, walletId, amount)
      const known: Acknowledged = { request, walletId, amount, signers: [] }
      acknowledged.push(known)
      for (const owner of [ada, ben]) {
        await signBlindly(owner.client, { ...request, walletId })
        known.signers.push(owner.id)
      }
      known.executed = await execute(ben, request)
    }
  }

  /** The mirror's transactions under an id. */
  async function onLedger(transactionId: string): Promise<Answer['body'][]> {
    const id = transactionId.replace(/@(\d+)\.(\d+)/, '-$1-$2')
    const response = await fetch(`${platform.mirror}/api/v1/transactions/${id}`)
    return response.ok ? ((await response.json()) as Answer['body']).transactions : []
  }

  /** Checks that everything acknowledged is there, and that work in progress was finished once. */
  async function check(known: Acknowledged): Promise<void> {
    const { request, walletId, amount, signers, executed } = known
    const [ada] = people
    const status = await statusOf(ada, request.jobId)
    for (const signer of signers)
      assert.ok(
        status.signatures.some(({ senderId }) => senderId === signer),
        `the signature of ${signer} under ${request.jobId} is lost`,
      )
    if (signers.length < 2 && status.signatures.length < 2) return
    const settled = await execute(ada, request)
    assert.equal(settled.status, 'success')
    if (executed) assert.equal(settled.transactionId, executed.transactionId)
    const transactions = await onLedger(settled.transactionId)
    assert.equal(transactions.length, 1)
    assert.equal(transactions[0].result, 'SUCCESS')
    const moved = transactions[0].transfers.find(({ account }: { account: string }) => account === '0.0.1002')
    assert.equal(moved.amount, amount)
    const path = { walletId }
    const history = await Array.fromAsync(ada.client.multisig.list('/multisig/wallet/{walletId}/history', { path }))
    const events = history.find(({ jobId }) => jobId === request.jobId)?.events ?? []
    assert.equal(events.filter(({ action }) => action === 'execute').length, 1)
  }

  test(`loses nothing that it acknowledged and does nothing twice (kills: ${kills})`, async () => {
    for (let round = 0; round < kills; round++) {
      const already = acknowledged.length
      const lives = Array.from({ length: workers }, (_, worker) => live(worker))
      const ends = Promise.allSettled(lives)
      const progress = acknowledged.length + 1 + Math.floor(Math.random() * 12)
      const isExecuted = () => acknowledged.some(({ executed }) => executed)
      await Promise.race([until(() => acknowledged.length >= progress && (round > 0 || isExecuted())), ends])
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      await platform.kill()
      for (const end of await ends)
        assert.ok(end.status === 'rejected' && isUnanswered(end.reason), String((end as PromiseRejectedResult).reason))
      platform = await startProcess(env)
      for (const known of acknowledged.slice(already)) await check(known)
      for (const walletId of wallets)
        assert.equal(
          (await people[1].client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })).wallet,
          walletId,
        )
    }
  })

  test(`loses no request that waits for people and executes none twice (moments of each kind: ${moments})`, async (test) => {
    const [ada, ben] = people
    let caught = { timed: 0, scheduled: 0 }
    while (caught.timed < moments || caught.scheduled < moments) {
      // A new wallet for each round, since many open requests of one wallet would delay each other.
      const walletId = await wallet()
      const askedAt = Date.now()
      const expiresAt = new Date(askedAt + 86_400_000).toISOString()
      const scheduled = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => withdraw(ada, walletId, 1 + index, { expiresAt })),
      )
      // For every other request, only Ben's signature is in progress at the kill.
      await Promise.all(
        scheduled
          .filter((_, index) => index % 2 === 0)
          .map((request) => signBlindly(ada.client, { ...request, walletId })),
      )
      // All timed requests are made before their time: as many took this long just now.
      const tookMs = Date.now() - askedAt
      const due = Date.now() + 1_000 + Math.max(100 * AT_ONCE, 4 * tookMs)
      const timed = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index): Promise<Acknowledged> => {
          const amount = 1 + index
          const executeAt = new Date(due + Math.floor(Math.random() * 500)).toISOString()
          const request = await withdraw(ada, walletId, amount, { executeAt })
          for (const owner of [ada, ben]) await signBlindly(owner.client, { ...request, walletId })
          return { request, walletId, amount, signers: [ada.id, ben.id] }
        }),
      )
      acknowledged.push(...timed)
      const toSign = await Promise.all(
        scheduled.map(async (request, index) =>
          index % 2 === 0
            ? { by: ben, found: await statusOf(ben, request.jobId) }
            : { by: ada, found: { ...request, walletId } },
        ),
      )
      // Valid starts are within a second after each request's time, and the service submits a second after that.
      const killAt = due + 400 + Math.random() * 1_200
      const inFlight = new Set<string>()
      const signing = Promise.allSettled(
        toSign.map(async ({ by, found }) => {
          await untilTime(killAt - Math.random() * 600)
          inFlight.add(found.jobId)
          await signBlindly(by.client, found)
          inFlight.delete(found.jobId)
        }),
      )
      await untilTime(killAt)
      const killedAt = Date.now()
      await platform.kill()
      await signing
      platform = await startProcess(env)
      await Promise.all(scheduled.map(({ jobId }) => signToEnd(jobId, [ada, ben])))
      await Promise.all(scheduled.map(({ jobId }, index) => checkScheduled(jobId, walletId, 1 + index)))
      for (const known of timed) {
        await untilEnded(known.request.jobId)
        await check(known)
      }
      const isCaught = await Promise.all(timed.map(({ request }) => startedBefore(request.jobId, killedAt)))
      caught = {
        timed: caught.timed + isCaught.filter(Boolean).length,
        scheduled: caught.scheduled + inFlight.size,
      }
      test.diagnostic(`caught after this kill: ${JSON.stringify(caught)}`)
    }
  })

  /** Whether the valid start of a request was before a time, and its consensus after it. */
  async function startedBefore(jobId: string, time: number): Promise<boolean> {
    const { transactionId, consensusTimestamp } = await statusOf(people[0], jobId)
    return Number(transactionId.split('@')[1]) * 1000 < time && Number(consensusTimestamp) * 1000 > time
  }

  /**
   * Checks that the ledger executed a scheduled request once, and that the service has each signature and its end once.
   */
  async function checkScheduled(jobId: string, walletId: string, amount: number): Promise<void> {
    const [ada, ben] = people
    const { status, schedule, signatures } = await statusOf(ada, jobId)
    assert.deepEqual([status, schedule?.state], ['success', 'executed'])
    assert.deepEqual(signatures.map(({ senderId }) => senderId).sort(), [ada.id, ben.id])
    const executed = await onLedger(`${schedule?.scheduledTransactionId}=true`)
    const received = executed.map(({ transfers }) =>
      transfers.find(({ account }: { account: string }) => account === '0.0.1002'),
    )
    assert.deepEqual(
      received.map((one) => one.amount),
      [amount],
    )
    const path = { walletId }
    const history = await Array.fromAsync(ada.client.multisig.list('/multisig/wallet/{walletId}/history', { path }))
    const events = history.find((entry) => entry.jobId === jobId)?.events ?? []
    assert.equal(events.filter(({ action }) => action === 'execute').length, 1)
  }

  /** Lets these owners sign the bytes in the status until the request has ended. */
  async function signToEnd(jobId: string, owners: Person[]): Promise<void> {
    for (;;)
      for (const owner of owners) {
        const found = await statusOf(owner, jobId)
        if (found.status !== 'pending') return
        const mayCreate = found.schedule?.state === 'open' || owner === owners[0]
        if (!found.bytesExpireAt || !mayCreate) await untilTime(Date.now() + 100)
        else
          await signBlindly(owner.client, found).catch((error: unknown) => {
            // A refusal is fine: a request sent before the kill may already have been executed.
            if (isUnanswered(error)) throw error
          })
      }
  }

  const untilEnded = async (jobId: string): Promise<void> => {
    while ((await statusOf(people[0], jobId)).status === 'pending')
      await new Promise((resolve) => setTimeout(resolve, 100))
  }

  test('agrees with the ledger on everything that was ever requested', async () => {
    for (const { request, amount } of acknowledged) {
      const status = await statusOf(people[0], request.jobId)
      const transactions = await onLedger(status.transactionId)
      assert.equal(status.status === 'success', transactions.length === 1, JSON.stringify(status))
      if (transactions.length === 1)
        assert.equal(
          transactions[0].transfers.find(({ account }: { account: string }) => account === '0.0.1002').amount,
          amount,
        )
    }
  })

  test('finishes the accepted work on a stop signal', async () => {
    const lives = Array.from({ length: workers }, (_, worker) => live(worker))
    const ends = Promise.allSettled(lives)
    const already = acknowledged.length
    await Promise.race([until(() => acknowledged.length >= already + 10), ends])
    assert.equal(await platform.stop(), 0, platform.output())
    for (const end of await ends)
      assert.ok(
        end.status === 'rejected' && isUnanswered(end.reason) && refused(end.reason),
        String((end as PromiseRejectedResult).reason?.cause?.cause ?? (end as PromiseRejectedResult).reason),
      )
    platform = await startProcess(env)
    for (const known of acknowledged.slice(already)) await check(known)
  })
})

const isUnanswered = (error: unknown) => isQuorateError(error, 'UNANSWERED')

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 1))
}

const untilTime = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())))

/** Whether the connection was refused, rather than cut during a request. */
const refused = ({ cause }: Error): boolean =>
  cause instanceof Error && (cause.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'
