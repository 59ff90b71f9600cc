/** Fixture for tests of a shared key: nodes of one network, in this process, that have made a key together. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk, type Signer, signerFromText } from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import { type TestClock, testClock } from '@quorate/platform/testing'
import {
  type SigningAnswer,
  type SigningQuestion,
  signAnswer,
  signQuestion,
} from '../src/shared-key/signing/questions.ts'
import { type Answer, type Harness, loggedIn, openHarness } from './harness.ts'

export const MEMBERS = ['0.0.1022', '0.0.1023', '0.0.1024'] as const

/** A proxy in front of another server. */
export interface Front {
  url: string
  /** The servers behind it, which take turns. */
  targets: string[]
  /** Changes an answer; undefined passes it on. */
  alter: ((path: string, body: string) => string | { status: number; body: string } | undefined) | undefined
  /** From now on, the proxy does not answer. */
  isDown: boolean
  /** The requested paths. */
  asked: string[]
  close(): void
}

export async function openFront(): Promise<Front> {
  let turn = 0
  const front: Front = {
    ...{ url: '', targets: [], alter: undefined, isDown: false, asked: [] },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request)
    if (front.isDown) return void response.destroy()
    const path = request.url ?? ''
    front.asked.push(path)
    const { method = 'GET' } = request
    const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
    const target = front.targets[turn++ % front.targets.length] ?? ''
    const answer = await fetch(target + path, { method, headers, ...(method === 'GET' ? {} : { body: sent }) })
    const body = await answer.text()
    const altered = front.alter?.(path, body) ?? body
    const given = typeof altered === 'string' ? { status: answer.status, body: altered } : altered
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return front
}

export interface Member {
  id: string
  node: Harness
  front: Front
  /** A proxy in front of this member's mirror. */
  mirror: Front
  /** Signs with the member's account key. */
  signer: Signer
}

export type Members = Awaited<ReturnType<typeof openMembers>>

/** Three nodes, two of which must sign, on one ledger and one clock. */
export async function openMembers(env: Record<string, string> = {}) {
  const clock = testClock()
  const network = await localnet({
    clock: { now: () => BigInt(clock.now()) * 1_000_000n },
    ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quorate-members-'))
  const keyOf = (id: string) => network.accounts.find((account) => account.id === id)?.privateKey ?? assert.fail(id)
  const fronts = await Promise.all(MEMBERS.map(openFront))
  const mirrors = await Promise.all(MEMBERS.map(openFront))
  for (const mirror of mirrors) mirror.targets.push(network.mirrorRest)
  const list = join(folder, 'members.json')
  const listed = MEMBERS.map((walletId, index) => ({
    walletId,
    url: fronts[index]?.url,
    publicKey: keyToSdk(signerFromText(keyOf(walletId)).publicKey).toString(),
  }))
  await writeFile(list, JSON.stringify({ members: listed }))
  const topic = await createTopic(network, clock)
  const more = { NETWORK_MEMBERS: list, DKG_TOPIC: topic, NETWORK_HEARTBEAT: '50', TRUSTED_PUBLISHERS: MEMBERS[0] }
  const members = await Promise.all(
    MEMBERS.map(async (id, index): Promise<Member> => {
      const front = fronts[index] ?? assert.fail()
      const mirror = mirrors[index] ?? assert.fail()
      const options = { operatorId: id, mirrorUrl: mirror.url, mirrorTimeoutMs: 10_000 }
      const node = await openHarness({ ...more, ...env }, { network, clock }, options)
      front.targets.push(node.url)
      return { id, node, front, mirror, signer: signerFromText(keyOf(id)) }
    }),
  )
  const [first = assert.fail()] = members
  const made = members.map(
    ({ node }) =>
      new Promise<void>((resolve) =>
        node.events.on('smart_node.dkg.progress', ({ phase }) => {
          if (phase === 'done') resolve()
        }),
      ),
  )
  const token = await loggedIn(first.node, first.id)
  const started = await first.node.ask('/smart-node/dkg', { body: { kind: 'generate' }, token })
  assert.equal(started.status, 202, JSON.stringify(started.body))
  await Promise.all(made)
  const { publicKey, dkgId } = (await first.node.ask('/smart-node/dkg')).body as { publicKey: string; dkgId: string }

  return {
    clock,
    network,
    topic,
    publicKey,
    dkgId,
    members,
    first,
    second: members[1] ?? assert.fail(),
    third: members[2] ?? assert.fail(),
    env: { ...more, ...env },
    /** Sends `to` a question signed by `by`, as a member with other software could. */
    async question(by: Member, to: Member, fields: Partial<SigningQuestion>): Promise<Answer> {
      // Reads the id each time, because a refresh changes it.
      const { body: told } = await to.node.ask('/smart-node/dkg')
      const about = { from: by.id, to: to.id, dkgId: told.dkgId, timestamp: new Date(clock.now()).toISOString() }
      const question = signQuestion({ ...about, ...fields }, by.signer.sign)
      const answer = await to.node.ask('/smart-node/dkg/shares', { body: question })
      return answer.body.refused ? { ...answer, body: answer.body.refused } : answer
    },
    /** Makes a member answer with wrong shares, signed with its key. */
    lie({ front, signer }: Member): void {
      front.alter = (_path, body) => {
        const { signature: _, ...answer } = JSON.parse(body) as SigningAnswer
        return answer.share ? JSON.stringify(signAnswer({ ...answer, share: '01'.padEnd(64, '0') }, signer.sign)) : body
      }
    },
    /** Makes every member work again. */
    mend(): void {
      for (const { front, mirror } of members) {
        Object.assign(front, { alter: undefined, isDown: false })
        Object.assign(mirror, { alter: undefined, isDown: false })
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { node } of members) await node[Symbol.asyncDispose]()
      for (const front of [...fronts, ...mirrors]) front.close()
      await network.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A topic to which anybody may submit messages. */
export async function createTopic(network: Localnet, clock: TestClock): Promise<string> {
  await using harness = await openHarness({}, { network, clock })
  return (await harness.submit(new TopicCreateTransaction(), MEMBERS[0])).topicId ?? assert.fail()
}
