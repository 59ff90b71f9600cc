/** A recount with a mirror that refuses to answer a question: the result is unknown, and nobody is accused. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { openLedger } from '@quorate/ledger'
import { exitCode, httpSource, isAtFault, openMirror, type RecountMirror, recount } from '@quorate/verify/recount'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

/** A mirror that gives this answer to paths that begin like that. */
const refuse =
  (part: string, said: Said) =>
  (path: string): Said | undefined =>
    path.startsWith(part) ? said : undefined

const LIST = '/api/v1/accounts?'
const CHANGES = '/api/v1/transactions?transactiontype='

/** For tests in which the mirror does answer, however slow the machine is. */
const PATIENT_MS = 20_000

interface Said {
  status: number
  text: string
}

const NOT_FOUND = JSON.stringify({ _status: { messages: [{ message: 'Not found' }] } })
const refusalOf = (parameter: string) =>
  JSON.stringify({ _status: { messages: [{ message: `Invalid parameter: ${parameter}` }] } })

describe('A mirror', () => {
  let harness: Harness
  let server: Server
  let url: string
  let topicId: string
  let proposal: Answer['body']
  let ben: Person
  /** The answer that replaces the mirror's; undefined passes the mirror's through. */
  let instead: (path: string, said: Said) => Said | undefined = () => undefined
  before(async () => {
    harness = await openHarness()
    const people = (await harness.people(3)) as [Person, Person, Person]
    ben = people[1]
    const dao = await harness.dao(people, { tokenWeighted: true })
    topicId = dao.topicId
    await harness.pass(2 * HOUR)
    proposal = await harness.propose(dao.daoId, people[0], { quorum: 10 })
    await harness.pass(1000)
    await harness.vote(proposal, people[0], 'YES')
    await harness.vote(proposal, ben, 'YES', { signature: harness.signedVote(proposal, ben.key, ben.id, 'YES') })
    await harness.pass(25 * HOUR)
    server = createServer(async ({ url: path = '' }, response) => {
      const answer = await fetch(harness.net.mirrorRest + path)
      const said = { status: answer.status, text: await answer.text() }
      const { status, text } = instead(path, said) ?? said
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await harness.close()
  })

  /** Recounts twice, with the mirror reads of a page and with those of the command. Returns both exit codes. */
  async function ended(
    say: typeof instead,
    timeoutMs = 300,
  ): Promise<[page: number | string, command: number | string]> {
    instead = say
    const ledger = openLedger({
      chain,
      nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:1' }],
      mirrorUrl: url,
      mirrorTimeoutMs: timeoutMs,
    })
    const by = async (mirror: RecountMirror): Promise<number | string> => {
      const { proposalId } = proposal
      const question = { proposalId, chain, topicId, mirror, source: httpSource(harness.url), now: harness.clock.now() }
      return recount({ ...question, catchUpMs: 0 }).then(exitCode, (error) =>
        isAtFault(error) ? 1 : error.code === 'MIRROR_UNAVAILABLE' ? 2 : String(error),
      )
    }
    try {
      return [await by(openMirror(url, { timeoutMs })), await by(ledger.mirror)]
    } finally {
      ledger.close()
    }
  }

  /** Makes lists of accounts empty, so that each account is queried separately. */
  const oneByOne =
    (say: typeof instead): typeof instead =>
    (path, said) =>
      path.startsWith(LIST)
        ? { status: 200, text: JSON.stringify({ accounts: [], links: { next: null } }) }
        : say(path, said)

  test('A mirror that answers everything leaves the published result unchanged', async () => {
    assert.deepEqual(await ended(() => undefined, PATIENT_MS), [0, 0])
  })

  test("A mirror that does not support a question's path accuses nobody", async () => {
    const at = (part: string, said: Said) => (path: string) => (path.includes(part) ? said : undefined)
    for (const part of ['/accounts/', '/balances', '/transactions?'])
      for (const said of [
        ...['', '{}', '<html>default backend - 404</html>'].map((text) => ({ status: 404, text })),
        ...['{}', refusalOf('timestamp'), refusalOf('order')].map((text) => ({ status: 400, text })),
        { status: 200, text: 'null' },
      ]) {
        // Questions for accounts have no order.
        if (part === '/accounts/' && said.text === refusalOf('order')) continue
        assert.deepEqual(await ended(oneByOne(at(part, said))), [2, 2], `${part} ${JSON.stringify(said)}`)
      }
    for (const part of ['/balances', '/transactions?'])
      assert.deepEqual(await ended(at(part, { status: 404, text: NOT_FOUND })), [2, 2], part)
  })

  test('A mirror that does not know an account, or any with such a number, says that it does not exist', async () => {
    for (const said of [
      { status: 404, text: NOT_FOUND },
      { status: 400, text: refusalOf('idOrAliasOrEvmAddress') },
    ])
      assert.deepEqual(
        await ended(
          oneByOne((path) => (path.includes(`/accounts/${ben.id}?`) ? said : undefined)),
          PATIENT_MS,
        ),
        [1, 1],
      )
  })

  test('A mirror that answers a different question accuses nobody', async () => {
    type Json = Record<string, never>
    const changed =
      (part: string, change: (answer: Json) => object) =>
      (path: string, { status, text }: Said) =>
        path.includes(part)
          ? { status, text: JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text)) }) }
          : undefined
    const balances = (row: object) =>
      changed('/balances', ({ balances: [first] = [{}] }) => ({ balances: [{ ...(first as object), ...row }] }))
    const at = { consensus_timestamp: '1.000000000', transfers: [{ account: ben.id, amount: 1 }], token_transfers: [] }
    for (const say of [
      changed('/accounts/', () => ({ account: '0.0.2' })),
      balances({ account: '0.0.2' }),
      balances({ balance: -1 }),
      changed('/balances', () => ({ timestamp: 'today' })),
      changed('/transactions?', () => ({ transactions: [at] })),
      changed('/transactions?', () => ({ transactions: [{ ...at, consensus_timestamp: '99999999999.000000000' }] })),
    ])
      assert.deepEqual(await ended(oneByOne(say)), [2, 2])
  })

  test('A mirror that does not list accounts, or the changes of their keys, is queried for each account', async () => {
    const whole = (path: string, said: Said) => {
      if (!path.startsWith(CHANGES)) return undefined
      const { links } = JSON.parse(said.text)
      return { status: 200, text: JSON.stringify({ transactions: [{ entity_id: null }], links }) }
    }
    const refusals = [
      ...['', '{}', NOT_FOUND, '<html>default backend - 404</html>'].map((text) => ({ status: 404, text })),
      ...['{}', refusalOf('account.id'), refusalOf('transactiontype')].map((text) => ({ status: 400, text })),
      ...['null', '{"accounts":null,"transactions":null}', '{"accounts":[{}]}'].map((text) => ({ status: 200, text })),
    ]
    const says = [whole, ...[LIST, CHANGES].flatMap((part) => refusals.map((said) => refuse(part, said)))]
    for (const say of says) {
      const asked: string[] = []
      const watch: typeof instead = (path, said) => {
        asked.push(path)
        return say(path, said)
      }
      assert.deepEqual(await ended(watch, PATIENT_MS), [0, 0])
      assert.ok(asked.some((path) => path.includes(`/accounts/${ben.id}?`)))
    }
  })

  test('A mirror that lists the keys of many accounts is not queried for each account', async () => {
    const asked: string[] = []
    const watch: typeof instead = (path) => {
      asked.push(path)
      return undefined
    }
    assert.deepEqual(await ended(watch, PATIENT_MS), [0, 0])
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/v1/accounts/')),
      [],
    )
  })

  test('A mirror whose lists show another key than the voter had neither invalidates nor validates a vote', async () => {
    const lists: typeof instead = (path, { status, text }) => {
      if (!path.startsWith(LIST)) return undefined
      const { accounts, links } = JSON.parse(text)
      const [other] = accounts
      const shown = accounts.map((one: object) => ({ ...one, key: other.key }))
      return { status, text: JSON.stringify({ accounts: shown, links }) }
    }
    assert.deepEqual(await ended(lists, PATIENT_MS), [0, 0])
  })
})
