/** A whole service for tests: embedded ledger, database, jobs, HTTP and sockets, on a clock that the test moves. */
import { EventEmitter, once } from 'node:events'
import { AccountCreateTransaction, Hbar, type Key, PrivateKey, type Transaction } from '@hiero-ledger/sdk'
import {
  decodeRecord,
  type FinalOutcome,
  type GovernanceRecord,
  keyFromText,
  openLedger,
  signerFromText,
  type TopicMessage,
  withSignatures,
} from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import { createHttp, createLogger, createRealtime, openJobs, readSettings } from '@quorate/platform'
import { testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { io, type Socket } from 'socket.io-client'
import { governance, namespaces, settings as shape } from '../src/index.ts'
import { signedBytes } from '../src/signed-votes.ts'

export const chain = 'hedera:devnet'
export const HOUR = 3_600_000

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  body: any
  headers: Headers
}

/** Somebody with an account, its key and a session. */
export interface Person {
  id: string
  key: PrivateKey
  token: string
}

export type House = Awaited<ReturnType<typeof openHouse>>

export async function openHouse(env: Record<string, string> = {}, limits = { wallet: 0, address: 0 }) {
  const clock = testClock()
  const logger = createLogger({ level: process.env.TEST_LOG ?? 'silent' })
  const settings = readSettings(shape, { env: { HTTP_PORT: '0', WS_PORT: '0', ...env }, service: 'governance' })
  const net = await localnet({
    clock: { now: () => BigInt(clock.now()) * 1_000_000n },
    ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
  })
  const [treasury] = net.accounts
  if (!treasury) throw new Error('the embedded ledger has no accounts')
  const ledger = openLedger({
    chain,
    nodes: [{ nodeId: '0.0.3', address: net.grpc }],
    mirrorUrl: net.mirrorRest,
    operator: { accountId: treasury.id, ...signerFromText(treasury.privateKey) },
    clock,
    mirrorTimeoutMs: 300,
  })
  const server = await testDatabase()
  const tokens = await testTokens(clock)
  const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock, logger })
  const http = await createHttp({
    name: 'governance',
    title: 'Governance',
    description: 'under test',
    version: '0.1.0',
    settings: { RATE_LIMIT_WALLET: limits.wallet, RATE_LIMIT_ADDRESS: limits.address, CORS_ORIGINS: [] },
    logger,
    clock,
    tokens: tokens.verifier,
  })
  const realtime = await governance({
    http,
    server,
    jobs,
    ledgers: new Map([[chain, ledger]]),
    openRealtime: (on) =>
      createRealtime({
        tokens: tokens.verifier,
        namespaces: namespaces(settings),
        settings: { host: '127.0.0.1', port: 0, cors: [] },
        clock,
        logger,
        on,
      }),
    settings,
    clock,
  })
  await jobs.start()
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const sockets: Socket[] = []

  /** The operator pays and signs; whoever else must sign does so too. */
  async function onLedger(transaction: Transaction, ...signers: PrivateKey[]): Promise<FinalOutcome> {
    if (!ledger.operator) throw new Error('no operator')
    const frozen = ledger.freeze(transaction, {
      payer: ledger.operator.accountId,
      validStart: ledger.validStart(),
      validDurationSeconds: 120,
    })
    const signatures = [
      { publicKey: ledger.operator.publicKey, signature: ledger.operator.sign(frozen.bodyBytes) },
      ...signers.map((key) => ({
        publicKey: keyFromText(key.publicKey.toStringRaw()),
        signature: key.sign(frozen.bodyBytes),
      })),
    ]
    const outcome = await ledger.submit(withSignatures(frozen.bodyBytes, signatures))
    if (outcome.state !== 'final' || !outcome.success) throw new Error(`the ledger says ${JSON.stringify(outcome)}`)
    return outcome
  }

  async function call(method: string, path: string, person?: Pick<Person, 'token'>, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json;') || /^[[{]/.test(text)
    return {
      status: response.status,
      body: text && json && !text.includes('}\n{') && !text.endsWith('}\n') ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  /** Somebody new, with hbars and a session that outlives the test. */
  async function person(hbars = 100, key = PrivateKey.generateED25519()): Promise<Person> {
    const id = await account(key.publicKey, hbars)
    return { id, key, token: await session(id, key) }
  }

  const session = (walletId: string, key: PrivateKey) =>
    tokens.issue({ walletId, publicKey: key.publicKey.toStringRaw(), lifetimeMs: 1000 * HOUR })

  async function account(key: Key, hbars = 100): Promise<string> {
    const create = new AccountCreateTransaction()
      .setKeyWithoutAlias(key)
      .setInitialBalance(new Hbar(hbars))
      .setMaxAutomaticTokenAssociations(10)
    return (await onLedger(create)).receipt.accountId ?? ''
  }

  const expectStatus = (wanted: number, what: string) => (answer: Answer) => {
    if (answer.status !== wanted) throw new Error(`${what} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** A DAO of these members, the first its owner; asks and expects it to be possible. */
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
          ...{ chain, daoId: proposal.daoId, proposalId: proposal.proposalId, voterAddress, choice },
          ...(comment === undefined ? {} : { comment }),
        }),
      ),
    ).toString('hex')}`

  /** A connected socket of a person's, which remembers what it hears. */
  async function socket(by: Pick<Person, 'token'>, namespace = 'dao_events') {
    const connection = io(`${realtime.address}/${namespace}`, {
      auth: { token: by.token },
      transports: ['websocket'],
      reconnection: false,
    })
    sockets.push(connection)
    const heard: { event: string; data: Answer['body'] }[] = []
    const waiting = new EventEmitter()
    connection.onAny((event, { data }) => {
      heard.push({ event, data })
      waiting.emit('heard')
    })
    await Promise.race([
      once(connection as never, 'connect'),
      once(connection as never, 'connect_error').then(([error]) => Promise.reject(error)),
    ])
    return {
      connection,
      heard,
      /** The first event of this name, heard before or to come. */
      async next(event: string): Promise<Answer['body']> {
        for (;;) {
          const found = heard.find((one) => one.event === event)
          if (found) return found.data
          await once(waiting, 'heard')
        }
      },
    }
  }

  /** Moves the clock and waits for what falls due. */
  async function pass(ms: number): Promise<void> {
    await clock.advance(ms)
    await jobs.idle()
  }

  /** What stands on a DAO's topic, oldest first. */
  async function onTopic(topicId: string): Promise<(TopicMessage & { record: GovernanceRecord })[]> {
    const found: (TopicMessage & { record: GovernanceRecord })[] = []
    for await (const message of ledger.mirror.topicMessages(topicId)) {
      const record = decodeRecord(message.bytes)
      if (record) found.push({ ...message, record })
    }
    return found
  }

  return {
    ...{ clock, net, ledger, server, jobs, tokens, url, http, realtime },
    treasury: { id: treasury.id, key: PrivateKey.fromStringDer(treasury.privateKey) },
    ...{ call, person, account, session, onLedger, dao, addMember, proposalBody, propose, voteBody, vote, signedVote },
    ...{ socket, pass, onTopic },
    get: (path: string, by?: Person) => call('GET', path, by),
    people: (count: number) => Promise.all(Array.from({ length: count }, () => person())),
    async close() {
      for (const connection of sockets) connection.disconnect()
      await http.close()
      await realtime.close()
      await jobs.stop()
      await server.close()
      ledger.close()
      await net.close()
    },
  }
}
