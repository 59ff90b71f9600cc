/** A whole service for tests: embedded ledger, database, jobs, HTTP and sockets, on a clock that the test moves. */

import { PrivateKey } from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import { type TestLedger, testLedger } from '@quorate/ledger/testing'
import { createRealtime, type DatabaseServer, type Messenger, readSettings } from '@quorate/platform'
import {
  type Answer,
  startTestService,
  type TestClock,
  type TestTokens,
  testClock,
  testDatabase,
  testTokens,
} from '@quorate/platform/testing'
import { decodeRecord, type GovernanceRecord, signedBytes, type TopicMessage } from '@quorate/verify/recount'
import { governance, namespaces, settings as shape } from '../src/index.ts'

export type { Answer }
export const chain = 'hedera:devnet'
export const HOUR = 3_600_000

/** A person with an account, its key and a session. */
export interface Person {
  id: string
  key: PrivateKey
  token: string
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

export interface HarnessOptions {
  limits?: { wallet: number; address: number }
  /** The service's view of the ledger; unchanged if absent. */
  seen?: (ledger: Ledger) => Ledger
  /** Makes this another process of the same service, on the same database and ledger. */
  beside?: {
    clock: TestClock
    network: TestLedger
    server: DatabaseServer
    tokens: TestTokens
  }
  redisUrl?: string | undefined
  /** Writes to accounts. */
  messenger?: Messenger
  /** The database; a new one if absent. */
  server?: DatabaseServer
}

export async function openHarness(
  env: Record<string, string> = {},
  {
    limits = { wallet: 0, address: 0 },
    seen = (ledger) => ledger,
    beside,
    redisUrl,
    server: given,
    messenger,
  }: HarnessOptions = {},
) {
  const clock = beside?.clock ?? testClock()
  const settings = readSettings(shape, { env: { HTTP_PORT: '0', WS_PORT: '0', ...env }, service: 'governance' })
  const network = beside?.network ?? (await testLedger({ clock }))
  const { ledger, treasury, onLedger, account, net } = network
  const server = given ?? beside?.server ?? (await testDatabase())
  const tokens = beside?.tokens ?? (await testTokens(clock))
  /** How far the service's clock is behind the queue's and the ledger's, in milliseconds. */
  let behindMs = 0
  const service = await startTestService({
    name: 'governance',
    server,
    clock,
    tokens: tokens.verifier,
    settings: { RATE_LIMIT_WALLET: limits.wallet, RATE_LIMIT_ADDRESS: limits.address },
    add: ({ http, jobs, logger }) =>
      governance({
        http,
        server,
        jobs,
        ledgers: new Map([[chain, seen(ledger)]]),
        openRealtime: (on, roomsOf) =>
          createRealtime({
            tokens: tokens.verifier,
            namespaces: namespaces(settings),
            settings: { host: '127.0.0.1', port: 0, cors: [] },
            clock,
            logger,
            on,
            roomsOf,
            server,
            redisUrl,
            channel: 'governance',
          }),
        settings,
        messenger,
        clock: { now: () => clock.now() - behindMs },
      }),
  })
  const { call, sockets, url, http, jobs, realtime } = service

  /** A new person, with hbars and a session that outlives the test. */
  async function person(hbars = 100, key = PrivateKey.generateED25519()): Promise<Person> {
    const id = await account(key.publicKey, hbars)
    return { id, key, token: await session(id, key) }
  }

  const session = (walletId: string, key: PrivateKey) =>
    tokens.issue({ walletId, publicKey: key.publicKey.toStringRaw(), lifetimeMs: 1000 * HOUR })

  const expectStatus = (wanted: number, what: string) => (answer: Answer) => {
    if (answer.status !== wanted) throw new Error(`${what} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Creates a DAO with these members, the first of them its owner, and expects it to succeed. */
  async function dao(members: Person[], rules: object = {}): Promise<Answer['body']> {
    const [owner] = members
    if (!owner) throw new Error('a DAO needs an owner')
    const made = await call('POST', '/daos', owner, {
      name: 'Gardeners',
      description: 'of the garden',
      ownerAddress: owner.id,
      votingRules: { threshold: 50, minVotingPeriod: 1, tokenWeighted: false, ...rules },
    }).then(expectStatus(201, 'POST /daos'))
    for (const { id } of members.slice(1)) await addMember(made.daoId, owner, id)
    await clock.advance(1)
    return made
  }

  const addMember = (daoId: string, owner: Person, memberAddress: string) =>
    call('POST', `/daos/${daoId}/members`, owner, { memberAddress }).then(expectStatus(201, 'POST members'))

  const proposalBody = (daoId: string, creator: Person, more: object = {}) => ({
    daoId,
    title: 'Plant a tree',
    description: 'An apple tree',
    creatorAddress: creator.id,
    votingDurationHours: 24,
    ...more,
  })

  async function propose(daoId: string, creator: Person, more: object = {}): Promise<Answer['body']> {
    return call('POST', '/proposals', creator, proposalBody(daoId, creator, more)).then(
      expectStatus(201, 'POST /proposals'),
    )
  }

  const voteBody = (proposal: Answer['body'], voter: Pick<Person, 'id'>, choice: string, more: object = {}) => ({
    proposalId: proposal.proposalId,
    daoId: proposal.daoId,
    voterAddress: voter.id,
    choice,
    ...more,
  })

  const vote = (proposal: Answer['body'], voter: Person, choice: string, more: object = {}): Promise<Answer> =>
    call('POST', '/votes', voter, voteBody(proposal, voter, choice, more))

  /** A person's signature over a vote, as 0x hex. */
  const signedVote = (
    proposal: Answer['body'],
    by: PrivateKey,
    voterAddress: string,
    choice: string,
    comment?: string,
  ) =>
    `0x${Buffer.from(
      by.sign(
        signedBytes({
          chain,
          daoId: proposal.daoId,
          proposalId: proposal.proposalId,
          voterAddress,
          choice,
          proposalHash: proposal.proposalHash,
          ...(comment === undefined ? {} : { comment }),
        }),
      ),
    ).toString('hex')}`

  /** Moves the clock, and waits for the jobs that fall due. */
  async function pass(ms: number): Promise<void> {
    await clock.advance(ms)
    await jobs.idle()
  }

  /** The records on a DAO's topic, oldest first. */
  async function onTopic(topicId: string): Promise<(TopicMessage & { record: GovernanceRecord })[]> {
    const found: (TopicMessage & { record: GovernanceRecord })[] = []
    for await (const message of ledger.mirror.topicMessages(topicId)) {
      const record = decodeRecord(message.bytes)
      if (record) found.push({ ...message, record })
    }
    return found
  }

  return {
    clock,
    network,
    net,
    ledger,
    treasury,
    server,
    jobs,
    tokens,
    url,
    http,
    realtime,
    call,
    person,
    account,
    session,
    onLedger,
    dao,
    addMember,
    proposalBody,
    propose,
    voteBody,
    vote,
    signedVote,
    pass,
    onTopic,
    setBehind(ms: number) {
      behindMs = ms
    },
    socket: (by: Pick<Person, 'token'>, namespace = 'dao_events') => sockets.open(namespace, by),
    get: (path: string, by?: Person) => call('GET', path, by),
    people: (count: number) => Promise.all(Array.from({ length: count }, () => person())),
    async close() {
      await service.stop()
      if (beside) return
      await server.close()
      await network.close()
    },
  }
}
