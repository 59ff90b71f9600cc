import assert from 'node:assert/strict'
import { createPublicKey, verify as nodeVerify, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import {
  aggregate,
  type CeremonyRecord,
  createMember,
  createSigner,
  decodeRecord,
  encodeRecord,
  openCeremony,
  RECORD_DOMAIN,
  type Start,
  type Status,
  signRecord,
} from '@quorate/frost'
import {
  keyFromText,
  keyToSdk,
  type Ledger,
  openLedger,
  readNetwork,
  signerFromText,
  withSignatures,
  writeMessage,
} from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import { silentLogger } from '@quorate/platform'
import { type TestClock, testClock } from '@quorate/platform/testing'
import { publicKeyText, signingDomains, verify } from '@quorate/verify'
import { loadShareKey } from '../src/keys/key-files.ts'
import { createSecretBox } from '../src/keys/secret-box.ts'
import { readMembers } from '../src/network/members.ts'
import type { OperatedLedger } from '../src/operated-ledger.ts'
import { createSharedKey } from '../src/shared-key/shared-key.ts'
import { createShares } from '../src/shared-key/shares.ts'
import {
  type SigningAnswer,
  type SigningQuestion,
  signAnswer,
  signQuestion,
} from '../src/shared-key/signing/questions.ts'
import { takeSpending } from '../src/store/spending.ts'
import { type Answer, CHAIN, type Harness, type Kept, loggedIn, openHarness } from './harness.ts'

type Phase = Status['phase']
const message = new TextEncoder().encode('a transaction body')

describe('a key that the nodes of a network share', () => {
  let network: Localnet
  let clock: TestClock
  let folder: string
  let ledger: Ledger
  /** How far consensus time is behind the nodes' clocks, in milliseconds. */
  let lag = 0
  const open = new Set<Harness>()

  before(async () => {
    clock = testClock()
    network = await localnet({
      clock: { now: () => BigInt(clock.now() - lag) * 1_000_000n },
      ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
    })
    folder = await mkdtemp(join(tmpdir(), 'quorate-shared-key-'))
    ledger = ledgerOf('0.0.1022')
  })
  after(async () => {
    ledger.close()
    await network.close()
    await rm(folder, { recursive: true, force: true })
  })

  const accountOf = (id: string) => network.accounts.find((account) => account.id === id) ?? assert.fail(id)
  function ledgerOf(id: string): Ledger {
    const operator = { id, key: accountOf(id).privateKey }
    const embedded = { grpc: network.grpc, mirrorUrl: network.mirrorRest, operator }
    return openLedger({ ...readNetwork(CHAIN, {}, embedded), clock, mirrorTimeoutMs: 3000 })
  }

  /** Submits a transaction that the ledger's operator pays for. */
  async function submit(on: Ledger, { bodyBytes }: { bodyBytes: Uint8Array }) {
    const { publicKey, sign } = on.operator ?? assert.fail()
    const outcome = await on.submit(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    return outcome
  }

  /** The account's entry in lists of nodes. */
  const listed = (walletId: string, url = 'http://127.0.0.1:1') => ({
    walletId,
    url,
    publicKey: keyToSdk(signerFromText(accountOf(walletId).privateKey).publicKey).toString(),
  })
  const keyTextOf = (id: string): string => publicKeyText(signerFromText(accountOf(id).privateKey).publicKey)

  /** The first record of a ceremony, signed by this account. */
  async function startBy(id: string, fields: Pick<Start, 'topic' | 'members' | 'threshold' | 'phaseSeconds' | 'from'>) {
    const start = { frost: 1, type: 'start', kind: 'generate', chain: CHAIN, epoch: 1, ...fields } as const
    return encodeRecord(await signRecord<Start>(start, signerFromText(accountOf(id).privateKey).sign))
  }

  async function messagesOn(topic: string) {
    const messages = []
    for await (const one of ledger.mirror.topicReader(topic).next(10)) messages.push(one)
    return messages
  }

  /** A new topic, and the environment for nodes with these accounts that make a key on that topic. */
  async function networkOf(ids: readonly string[], more: Record<string, string> = {}, urls: readonly string[] = []) {
    const frozen = ledger.freeze(new TopicCreateTransaction(), {
      payer: '0.0.1022',
      validStart: ledger.validStart(),
      validDurationSeconds: 120,
    })
    const topic = (await submit(ledger, frozen)).receipt.topicId ?? assert.fail()
    const path = join(folder, `${topic}.json`)
    const members = ids.map((walletId, index) => listed(walletId, urls[index]))
    await writeFile(path, JSON.stringify({ members }))
    return { topic, env: { NETWORK_MEMBERS: path, DKG_TOPIC: topic, NETWORK_HEARTBEAT: '50', ...more } }
  }

  async function nodeOf(id: string, env: Record<string, string>, kept: Partial<Kept> = {}): Promise<Harness> {
    const harness = await openHarness(env, { ...kept, network, clock }, { operatorId: id })
    open.add(harness)
    return harness
  }

  async function close(nodes: readonly Harness[]): Promise<void> {
    for (const node of nodes) if (open.delete(node)) await node[Symbol.asyncDispose]()
  }

  /**
   * Resolves when the node has seen that the phase waits for these members. Call this before the action that leads to
   * the phase.
   */
  const reached = (node: Harness, phase: Phase, missing?: readonly string[]): Promise<void> =>
    new Promise((resolve) =>
      node.events.on('smart_node.dkg.progress', (seen) => {
        if (seen.phase === phase && (!missing || String(seen.missing) === String(missing))) resolve()
      }),
    )

  const begin = async (node: Harness, id: string, kind = 'generate') =>
    node.ask('/smart-node/dkg', { body: { kind }, token: await loggedIn(node, id) })

  const dkgOf = async (node: Harness) => (await node.ask('/smart-node/dkg')).body

  /** A signature made with the shares in these nodes' databases. */
  async function signatureOf(nodes: readonly Harness[]): Promise<{ publicKey: string; signature: Uint8Array }> {
    const signers = await Promise.all(
      nodes.map(async ({ tokens: { database }, dataDir, ledger: { operator } }) => {
        const shareBox = createSecretBox(loadShareKey({ DATA_DIR: dataDir }))
        const held = await createShares({ database, shareBox, clock, log: { error: assert.fail } }, CHAIN).held()
        const { key, share } = held ?? assert.fail()
        const number = key.members.find(({ id }) => id === operator?.accountId)?.number ?? assert.fail()
        const random = (bytes: number) => Uint8Array.from(randomBytes(bytes))
        const own = { key, number, share: share ?? assert.fail(), remember: () => true, random }
        return { key, number, signer: createSigner(own) }
      }),
    )
    const commitments = signers.map(({ signer }) => signer.commit())
    const shares = new Map<number, string>()
    for (const { number, signer } of signers) shares.set(number, await signer.sign(message, commitments))
    const [{ key } = assert.fail()] = signers
    return { publicKey: key.publicKey, signature: aggregate(key, commitments, message, shares) }
  }

  async function assertSigns(nodes: readonly Harness[], publicKey: string): Promise<void> {
    const signed = await signatureOf(nodes)
    assert.equal(signed.publicKey, publicKey)
    const key = { crv: 'Ed25519', kty: 'OKP', x: Buffer.from(publicKey, 'hex').toString('base64url') }
    assert.ok(nodeVerify(null, message, createPublicKey({ key, format: 'jwk' }), signed.signature))
  }

  test('is made by three nodes, of which two sign, and one may be restarted in between', async () => {
    const ids = ['0.0.1022', '0.0.1012', '0.0.1023']
    const { topic, env } = await networkOf(ids)
    const nodes = await Promise.all(ids.map((id) => nodeOf(id, env)))
    const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = nodes
    try {
      assert.deepEqual(
        [{ ...(await dkgOf(first)), time: null, isTopicRead: null }, (await begin(second, '0.0.1024')).body.code],
        [
          {
            state: 'IDLE',
            dkgId: null,
            publicKey: null,
            threshold: null,
            epoch: null,
            members: [],
            canFail: null,
            hasShare: false,
            backedUpAt: null,
            ...{ topic, isTopicRead: null, time: null, replaced: [], former: [] },
            moves: { moved: 0, left: 0, entities: [] },
            ceremony: null,
          },
          'OPERATOR_ONLY',
        ],
      )
      const committing = reached(third, 'commit')
      const dealing = reached(first, 'deal')
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await committing
      const kept = await third.stop()
      open.delete(third)
      assert.equal((await begin(first, '0.0.1022')).body.code, 'DKG_RUNNING')
      // The node may have committed before it stopped, or it commits now.
      const done = [first, second].map((node) => reached(node, 'done'))
      const again = await nodeOf('0.0.1023', env, kept)
      const doneAgain = reached(again, 'done')
      await dealing
      await Promise.all([...done, doneAgain])
      // Each node sees only itself as live.
      const [one, two, three] = (await Promise.all([first, second, again].map(dkgOf))).map((told) => ({
        ...told,
        members: told.members.map(({ live: _, ...member }: { live: boolean }) => member),
      }))
      assert.equal(one.state, 'ACTIVE')
      assert.match(one.dkgId, new RegExp(`^${topic}@\\d+\\.\\d{9}$`))
      assert.deepEqual([one.threshold, one.epoch, one.hasShare, one.ceremony.out], [2, 1, true, []])
      assert.deepEqual(
        one.members.map(({ walletId }: { walletId: string }) => walletId),
        [...ids].sort(),
      )
      assert.deepEqual([two, three], [one, one])
      for (const pair of [
        [first, second],
        [first, again],
        [second, again],
      ])
        await assertSigns(pair, one.publicKey)
      const { body: listed } = await second.ask('/smart-node/network')
      assert.deepEqual(new Set(listed.map(({ dkgId }: { dkgId: string }) => dkgId)), new Set([one.dkgId]))
      assert.equal((await begin(first, '0.0.1022')).body.code, 'DKG_KEY_EXISTS')
      // After a restart, the key and the share come from the database, and the seed has been erased.
      const last = await again.stop()
      open.delete(again)
      const restarted = await nodeOf('0.0.1023', env, last)
      const round = () =>
        new Promise<void>((resolve) =>
          restarted.events.on('smart_node.monitors.network_threshold_offline', () => resolve()),
        )
      do await round()
      while ((await dkgOf(restarted)).ceremony === null)
      const { members: _, ...shown } = await dkgOf(restarted)
      const { members: __, ...before } = one
      assert.deepEqual(shown, before)
      const rows = await restarted.tokens.database.read.selectFrom('node.ceremony').select('seed').execute()
      assert.deepEqual(rows, [{ seed: null }])
    } finally {
      await close([...open])
    }
  })

  test('is made by four of five nodes, without the one that deals a wrong share', async () => {
    const honest = ['0.0.1022', '0.0.1023', '0.0.1024', '0.0.1025']
    const { topic, env } = await networkOf([...honest, '0.0.1026'])
    const nodes = await Promise.all(honest.map((id) => nodeOf(id, env)))
    const [first = assert.fail()] = nodes
    const liar = createLiar(topic, '0.0.1026')
    try {
      const done = nodes.map((node) => reached(node, 'done'))
      const waitsForLiar = (['commit', 'deal'] as const).map((phase) => reached(first, phase, ['0.0.1026']))
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      for (const waits of waitsForLiar) {
        await waits
        await liar.write()
      }
      await Promise.all(done)
      const answers = await Promise.all(nodes.map(dkgOf))
      for (const answer of answers) {
        assert.equal(answer.state, 'ACTIVE')
        assert.deepEqual(answer.ceremony.out, [{ walletId: '0.0.1026', fault: 'WRONG_SHARE' }])
        assert.deepEqual(
          answer.members.map(({ walletId }: { walletId: string }) => walletId),
          honest,
        )
      }
      await assertSigns(nodes.slice(1), answers[0].publicKey)
      await assertSigns(nodes.slice(0, 3), answers[0].publicKey)
    } finally {
      await close(nodes)
      liar.close()
    }
  })

  test('is made without a node that is silent until the end of a phase, and ignores ceremonies on other terms', async () => {
    const ids = ['0.0.1022', '0.0.1023', '0.0.1024']
    const { topic, env } = await networkOf(ids)
    const nodes = await Promise.all(ids.slice(0, 2).map((id) => nodeOf(id, env)))
    const [first = assert.fail()] = nodes
    const silent = createLiar(topic, '0.0.1024')
    try {
      await silent.start({ threshold: 1 })
      const committing = nodes.map((node) => reached(node, 'commit', ['0.0.1024']))
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await Promise.all(committing)
      const done = nodes.map((node) => reached(node, 'done'))
      clock.advance(310_000)
      await Promise.all(done)
      const answer = await dkgOf(first)
      assert.deepEqual([answer.threshold, answer.ceremony.out], [2, [{ walletId: '0.0.1024', fault: 'SILENT' }]])
      await assertSigns(nodes, answer.publicKey)
    } finally {
      await close(nodes)
      silent.close()
    }
  })

  test('signs test messages for an operator, and nothing else, whatever others answer', async () => {
    const ids = ['0.0.1022', '0.0.1023', '0.0.1024']
    const entrances = await Promise.all(ids.map(createEntrance))
    const { env } = await networkOf(
      ids,
      {},
      entrances.map(({ url }) => url),
    )
    const nodes = await Promise.all(ids.map((id) => nodeOf(id, env)))
    for (const [index, node] of nodes.entries()) entrances[index]?.leadTo(node.url)
    const [first = assert.fail(), second = assert.fail()] = nodes
    const [, toSecond = assert.fail(), toThird = assert.fail()] = entrances
    const token = await loggedIn(first, '0.0.1022')
    const check = async () => first.ask('/smart-node/dkg/verify', { method: 'POST', token })
    try {
      assert.equal((await check()).body.code, 'DKG_NO_SHARE')
      const done = nodes.map((node) => reached(node, 'done'))
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await Promise.all(done)
      const { publicKey, dkgId } = await dkgOf(first)
      const assertSigned = ({ status, body }: Answer, cheaters: readonly string[]) => {
        assert.deepEqual([status, body.publicKey], [200, publicKey], JSON.stringify(body))
        assert.ok(cheaters.length > 0 || body.cheaters.length === 0)
        const signed = Buffer.from(body.message, 'hex')
        assert.match(signed.toString(), /^Quorate signing test v1\n/)
        const key = { crv: 'Ed25519', kty: 'OKP', x: Buffer.from(publicKey, 'hex').toString('base64url') }
        const signature = Buffer.from(body.signature, 'hex')
        assert.ok(nodeVerify(null, signed, createPublicKey({ key, format: 'jwk' }), signature))
      }
      assertSigned(await check(), [])
      toSecond.close()
      assertSigned(await check(), [])
      toThird.lie()
      const missing = await check()
      assert.deepEqual([missing.status, missing.body.code], [503, 'SIGNERS_MISSING'])
      assert.match(missing.body.message, /wrong answers came from 0\.0\.1024/)
      assert.equal(
        (await second.ask('/smart-node/dkg/verify', { method: 'POST', token: await loggedIn(second, '0.0.1024') })).body
          .code,
        'OPERATOR_ONLY',
      )

      const asked = (by: string, fields: Partial<SigningQuestion> = {}) => {
        const test = Buffer.from(`Quorate signing test v1\n${dkgId}\n${'0'.repeat(32)}`).toString('hex')
        const question = {
          from: '0.0.1023',
          to: '0.0.1022',
          dkgId,
          message: test,
          timestamp: new Date(clock.now()).toISOString(),
        }
        const { sign } = signerFromText(accountOf(by).privateKey)
        return first.ask('/smart-node/dkg/shares', { body: signQuestion({ ...question, ...fields }, sign) })
      }
      const { body: mine } = await asked('0.0.1023')
      const { body: theirs } = await asked('0.0.1024', { from: '0.0.1024' })
      assert.equal(mine.commitment.number, theirs.commitment.number)
      const together = { session: 0, commitments: [mine.commitment, { ...mine.commitment, number: 2 }] }
      const refusals = await Promise.all([
        asked('0.0.1024'),
        asked('0.0.1023', { to: '0.0.1024' }),
        asked('0.0.1023', { dkgId: `${dkgId}1` }),
        asked('0.0.1023', { timestamp: new Date(clock.now() - 61_000).toISOString() }),
        asked('0.0.1025', { from: '0.0.1025' }),
        asked('0.0.1023', { ...together, message: '0a00' }),
        asked('0.0.1023', { ...together, message: Buffer.from(`Quorate signing test v1\n${dkgId}\n`).toString('hex') }),
        asked('0.0.1023', { session: 0, commitments: [mine.commitment] }),
        // A question that another member sends to the node.
        asked('0.0.1023', { session: 0, commitments: [theirs.commitment, { ...mine.commitment, number: 2 }] }),
      ])
      assert.deepEqual(
        refusals.map(({ body }) => body.code ?? body.refused.code),
        [...Array(5).fill('NOT_A_MEMBER'), ...Array(2).fill('SIGNING_REFUSED'), ...Array(2).fill('NONCE_UNKNOWN')],
      )
    } finally {
      await close(nodes)
      for (const entrance of entrances) entrance.close()
    }
  })

  test('is not started again by a stranger that repeats a record of a member', async () => {
    const ids = ['0.0.1022', '0.0.1023']
    const { topic, env } = await networkOf(ids)
    const [stranger, member] = ['0.0.1026', '0.0.1023'].map((id) => createLiar(topic, id))
    const node = await nodeOf('0.0.1022', env)
    try {
      const members = ids.map((id, index) => ({ id, key: keyTextOf(id), number: index + 1 }))
      const start = await startBy('0.0.1023', { topic, members, threshold: 2, phaseSeconds: 300, from: 2 })
      const committing = reached(node, 'commit')
      await stranger?.publish(start)
      await member?.publish(start)
      await committing
      const messages = await messagesOn(topic)
      assert.deepEqual(
        messages.slice(0, 2).map(({ payer }) => payer),
        ['0.0.1026', '0.0.1023'],
      )
      const { ceremony } = await dkgOf(node)
      assert.equal(ceremony.dkgId, `${topic}@${messages[1]?.consensusTimestamp}`)
    } finally {
      await close([node])
      for (const one of [stranger, member]) one?.close()
    }
  })

  test('is made although users have used up what the node pays in the hour', async () => {
    const ids = ['0.0.1022', '0.0.1023']
    const { env } = await networkOf(ids)
    const nodes = await Promise.all(ids.map((id) => nodeOf(id, env)))
    const [first = assert.fail()] = nodes
    try {
      const taken = { amount: 100_000_000_000 }
      const budget = { name: CHAIN, perHour: Number.MAX_SAFE_INTEGER }
      for (const { tokens } of nodes)
        await tokens.database.change((trx) => takeSpending(trx, budget, taken, clock.now()))
      const done = nodes.map((node) => reached(node, 'done'))
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await Promise.all(done)
      assert.deepEqual((await dkgOf(first)).ceremony.out, [])
    } finally {
      await close(nodes)
    }
  })

  test('is made although the first ticks came too early, because some clocks are ahead', async () => {
    const ids = ['0.0.1022', '0.0.1023', '0.0.1024']
    const { topic, env } = await networkOf(ids)
    const nodes = await Promise.all(ids.slice(0, 2).map((id) => nodeOf(id, env)))
    const [first = assert.fail()] = nodes
    try {
      const committing = reached(first, 'commit', ['0.0.1024'])
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await committing
      const { ceremony } = await dkgOf(first)
      lag = 4_000
      clock.advance(Date.parse(ceremony.deadline) + 3_001 - clock.now())
      const ticksOn = async () => (await messagesOn(topic)).filter(({ bytes }) => decodeRecord(bytes)?.type === 'tick')
      let ticks = await ticksOn()
      while (ticks.length < nodes.length) ticks = await ticksOn()
      assert.ok(ticks.every(({ completedAt }) => Number(completedAt) * 1000 < Date.parse(ceremony.deadline)))
      const done = nodes.map((node) => reached(node, 'done'))
      clock.advance(61_000)
      await Promise.all(done)
      assert.deepEqual((await dkgOf(first)).ceremony.out, [{ walletId: '0.0.1024', fault: 'SILENT' }])
    } finally {
      lag = 0
      await close(nodes)
    }
  })

  test('is known with its share to a process that reads of it after another one has stored it', async () => {
    const ids = ['0.0.1022', '0.0.1023']
    const { env } = await networkOf(ids)
    const nodes = await Promise.all(ids.map((id) => nodeOf(id, env)))
    const [first = assert.fail()] = nodes
    const { DKG_TOPIC = '', NETWORK_MEMBERS } = env
    const readsOn = Promise.withResolvers<void>()
    const begins = Promise.withResolvers<void>()
    const topicReader = (topic: string) => {
      const reader = first.ledger.mirror.topicReader(topic)
      return {
        async *next(...given: Parameters<typeof reader.next>) {
          begins.resolve()
          await readsOn.promise
          yield* reader.next(...given)
        },
        get wasAtEnd() {
          return reader.wasAtEnd
        },
      }
    }
    const ended = Promise.withResolvers<void>()
    const ledgerOfSecond = { ...first.ledger, mirror: { ...first.ledger.mirror, topicReader } }
    const second = createSharedKey({
      ledger: ledgerOfSecond as unknown as OperatedLedger,
      database: first.tokens.database,
      shareBox: createSecretBox(loadShareKey({ DATA_DIR: first.dataDir })),
      submissions: { once: () => assert.fail(), isBegun: () => assert.fail() },
      readMembers: async () => readMembers(NETWORK_MEMBERS, undefined),
      plainKey: { publicKey: '', scalar: () => assert.fail() },
      settings: { DKG_TOPIC, NETWORK_HEARTBEAT: 50 },
      events: { emit: (_, { phase }) => void (phase === 'done' && ended.resolve()) },
      clock,
      log: silentLogger,
    })
    try {
      second.follow()
      await begins.promise
      const done = nodes.map((node) => reached(node, 'done'))
      assert.equal((await begin(first, '0.0.1022')).status, 202)
      await Promise.all(done)
      readsOn.resolve()
      await ended.promise
      assert.equal(second.held()?.key.dkgId, (await dkgOf(first)).dkgId)
      assert.equal(second.held()?.share?.length, 32)
    } finally {
      readsOn.resolve()
      await second.stop()
      await close(nodes)
    }
  })

  test('keeps a record as it was first made, until the ceremony has ended', async () => {
    const node = await nodeOf('0.0.1022', {})
    try {
      const shareBox = createSecretBox(loadShareKey({ DATA_DIR: node.dataDir }))
      const shares = createShares({ database: node.tokens.database, shareBox, clock, log: silentLogger }, CHAIN)
      const kept = async (text: string) => Buffer.from(await shares.firstRecord('1', 'deal 1', Buffer.from(text)))
      assert.equal(String(await kept('one')), 'one')
      assert.equal(String(await kept('two')), 'one')
      await shares.end('1', {}, undefined)
      assert.equal(String(await kept('two')), 'two')
    } finally {
      await close([node])
    }
  })

  test('has records with signatures that are valid for no other purpose of the nodes', () => {
    const domains = Object.entries(signingDomains)
    assert.deepEqual(
      domains.filter(([, line]) => line === RECORD_DOMAIN).map(([name]) => name),
      ['keyCeremony'],
    )
  })

  test('needs a topic, and this node in a list of nodes that can share a key', async () => {
    const { env } = await networkOf(['0.0.1023'])
    const { DKG_TOPIC: _, ...without } = env
    const ofOneKey = ['0.0.1022', '0.0.1023'].map((walletId) => ({ ...listed('0.0.1022'), walletId }))
    const many = Array.from({ length: 31 }, (_one, index) => ({
      ...listed('0.0.1022'),
      walletId: `0.0.${1022 + index}`,
    }))
    const listing = async (members: readonly object[]) => {
      const path = join(folder, `${members.length} members.json`)
      await writeFile(path, JSON.stringify({ members }))
      return { ...env, NETWORK_MEMBERS: path }
    }
    for (const [given, why] of [
      [without, /DKG_TOPIC is not set/],
      [env, /does not contain this node, 0\.0\.1022/],
      [await listing(ofOneKey), /two members have the same key/],
      [await listing(many), /the network has 31 nodes, but at most 30 can share a key/],
    ] as const) {
      const node = await nodeOf('0.0.1022', given)
      try {
        const { status, body } = await begin(node, '0.0.1022')
        assert.deepEqual([status, body.code], [409, 'DKG_NOT_POSSIBLE'])
        assert.match(body.message, why)
      } finally {
        await close([node])
      }
    }
  })

  /** A proxy whose address is known before its node runs. It can be made to lie with the node's own key. */
  async function createEntrance(id: string) {
    let target = ''
    let isLying = false
    const { sign } = signerFromText(accountOf(id).privateKey)
    const answerOf = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target + request.url, { method: 'POST', headers, body: await text(request) })
      const body = (await answer.json()) as SigningAnswer
      const { signature: _, ...rest } = body
      const lie = () => signAnswer({ ...rest, share: '01'.padEnd(64, '0') }, sign)
      return { status: answer.status, body: isLying && body.share ? lie() : body }
    }
    const server = createServer((request, response) => {
      answerOf(request).then(
        ({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        () => response.destroy(),
      )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const close = (): void => {
      server.close()
      server.closeAllConnections()
    }
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      leadTo(url: string): void {
        target = url
      },
      lie(): void {
        isLying = true
      },
      close,
    }
  }

  /** A member that follows the rules until it deals a wrong share to the first receiver. */
  function createLiar(topic: string, id: string) {
    const own = ledgerOf(id)
    const { sign } = own.operator ?? assert.fail()
    const seed = Uint8Array.from(randomBytes(32))
    const publish = (bytes: Uint8Array) =>
      writeMessage(own, { payer: id, topicId: topic, bytes }, async (_, freeze) => {
        const frozen = freeze()
        await submit(own, frozen)
        return frozen
      })
    return {
      close: () => own.close(),
      publish,
      /** Starts a ceremony with terms of its own. */
      async start(fields: { threshold: number }): Promise<void> {
        const members = [{ id, key: keyTextOf(id), number: 1 }]
        await publish(await startBy(id, { topic, members, phaseSeconds: 60, from: 1, ...fields }))
      },
      /** Writes the record that is due in the topic's first ceremony. In a deal, the first share is wrong. */
      async write(): Promise<void> {
        const [start = assert.fail(), ...rest] = await messagesOn(topic)
        const verified = (key: string, signed: Uint8Array, signature: Uint8Array) =>
          verify(keyFromText(key), signed, signature)
        const ceremony = openCeremony(start, { chain: CHAIN, topic, verify: verified })
        for (const one of rest) ceremony.apply(one)
        const number = [...ceremony.state.parties.values()].find((party) => party.id === id)?.number ?? 0
        const next = await createMember(ceremony, { number, seed, sign }).next(BigInt(clock.now()) * 1_000_000n)
        const record = next && decodeRecord(next)
        if (record?.type !== 'deal') return void (next && (await publish(next)))
        const { signature: _, ...deal } = record
        const shares = deal.shares.map((one, index) => (index ? one : { ...one, sealed: '00'.repeat(48) }))
        await publish(encodeRecord(await signRecord<CeremonyRecord>({ ...deal, shares }, sign)))
      },
    }
  }
})
