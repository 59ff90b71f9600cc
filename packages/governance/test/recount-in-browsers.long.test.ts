import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { httpSource, openMirror, type Recount, type RecountOptions, recount } from '@quorate/verify/recount'
import { build } from 'esbuild'
import { openForgery } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

/** The globals that pages have in addition to JavaScript itself, and that a recount needs. */
const page = {
  AbortController,
  AbortSignal,
  URL,
  TextDecoder,
  TextEncoder,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
}

/** Objects of a page have other prototypes, so they are compared by their contents. */
const valuesOf = (counted: Recount): unknown =>
  JSON.parse(JSON.stringify(counted, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value)))

describe('A recount in a page, without Buffer, process or evaluation of strings', () => {
  let harness: Harness
  let topicId: string
  let proposal: Answer['body']
  let inPage: (options: RecountOptions) => Promise<Recount>
  let plain: { openMirror: typeof openMirror; httpSource: typeof httpSource; recount: typeof recount }

  before(async () => {
    harness = await openHarness()
    const [ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
    const ecdsa = await harness.person(100, PrivateKey.generateECDSA())
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateECDSA(), PrivateKey.generateED25519()]
    const wallet = await harness.account(
      new KeyList(
        keys.map((key) => key.publicKey),
        2,
      ),
      30,
    )
    const dao = await harness.dao([ada, ben, cleo, ecdsa], { tokenWeighted: true })
    topicId = dao.topicId
    await harness.addMember(dao.daoId, ada, wallet)
    await harness.clock.advance(1)
    proposal = await harness.propose(dao.daoId, ada, { quorum: 20, votingOptions: ['Ёлка', 'Oak'] })
    await harness.clock.advance(1000)
    await harness.vote(proposal, ada, 'Oak')
    for (const { id, key, token } of [ben, ecdsa])
      await harness.vote(proposal, { id, key, token }, 'Ёлка', {
        comment: 'ü',
        signature: harness.signedVote(proposal, key, id, 'Ёлка', 'ü'),
      })
    const signatures = keys.slice(0, 2).map((key) => ({
      publicKey: key.publicKey.toStringRaw(),
      signature: harness.signedVote(proposal, key, wallet, 'Oak'),
    }))
    const body = harness.voteBody(proposal, { id: wallet }, 'Oak', { signatures })
    assert.equal((await harness.call('POST', '/votes', cleo, body)).status, 201)
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(import.meta.resolve('@quorate/verify/recount'))],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'verify',
      write: false,
    })
    const context = createContext(page, { codeGeneration: { strings: false, wasm: false } })
    runInContext(outputFiles[0]?.text ?? '', context)
    plain = runInContext('verify', context)
    inPage = plain.recount
  })
  after(() => harness.close())

  const options = (
    mirrorUrl: string,
    { openMirror, httpSource }: Pick<typeof plain, 'openMirror' | 'httpSource'>,
  ): RecountOptions => ({
    proposalId: proposal.proposalId,
    chain,
    topicId,
    now: harness.clock.now(),
    mirror: openMirror(mirrorUrl),
    source: httpSource(harness.url),
  })
  const both = async (mirrorUrl: string) => {
    const counted = await recount(options(mirrorUrl, { openMirror, httpSource }))
    assert.deepEqual(valuesOf(await inPage(options(mirrorUrl, plain))), valuesOf(counted))
    return counted
  }

  test('has the same result as in Node, with the same reads', async () => {
    const counted = await both(harness.net.mirrorRest)
    assert.deepEqual([counted.faults, counted.doubts, counted.winner], [[], [], 'Ёлка'])
    assert.deepEqual([counted.totalVotes, counted.signedVotes], [4, 3])
    const byLedger = await recount({
      ...options(harness.net.mirrorRest, { openMirror, httpSource }),
      mirror: harness.ledger.mirror,
    })
    assert.deepEqual(valuesOf(byLedger), valuesOf(counted))
  })

  test('finds the same faults', async () => {
    const forgery = await openForgery(harness, { topicId, proposalId: proposal.proposalId })
    try {
      await forgery.told((told) =>
        told.map((one) =>
          one.record.type === 'decision'
            ? { ...one, record: { ...one.record, result: { ...one.record.result, totalVotes: 5 } } }
            : one,
        ),
      )
      const counted = await both(forgery.mirrorUrl)
      assert.match(counted.faults.join(), /the published totalVotes is 5: counted 4/)
    } finally {
      forgery.close()
    }
  })

  test('reports its progress, and ends if its signal says so', async () => {
    const steps = new Set<string>()
    const mirrorUrl = harness.net.mirrorRest
    await inPage({ ...options(mirrorUrl, plain), onProgress: ({ step }) => steps.add(step) })
    assert.deepEqual([...steps], ['members', 'votes', 'weights'])
    const ending = new AbortController()
    const reason = new Error('enough')
    const { signal } = ending
    const ended = inPage({
      ...options(mirrorUrl, plain),
      mirror: plain.openMirror(mirrorUrl, { signal }),
      source: plain.httpSource(harness.url, { signal }),
      signal,
      onProgress: ({ step }) => void (step === 'votes' && ending.abort(reason)),
    })
    await assert.rejects(ended, (error) => error === reason)
  })

  test('ends if the mirror returns something wrong, and does not wait for what will not come', async () => {
    for (const [answer, problem] of [
      ['{"messages":7}', /does not have the shape/],
      [`{"messages":[],"more":"${'x'.repeat(17_000_000)}"}`, /more than 16777216 bytes/],
    ] as const) {
      await using server = await serverAnswering(answer)
      await assert.rejects(inPage(options(server.url, plain)), { code: 'MIRROR_UNAVAILABLE', message: problem })
    }
    await assert.rejects(
      inPage({
        ...options('http://127.0.0.1:1', plain),
        mirror: plain.openMirror('http://127.0.0.1:1', { timeoutMs: 1 }),
      }),
      { code: 'MIRROR_UNAVAILABLE', statusCode: 503, message: /127\.0\.0\.1:1 gave no answer/ },
    )
  })
})

async function serverAnswering(text: string) {
  const server = createServer((_request, response) => void response.end(text))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
