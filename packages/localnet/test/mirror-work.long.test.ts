import assert from 'node:assert/strict'
import type { StatementSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Faults } from '../src/faults.ts'
import { systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { MAX_PAGE_BYTES } from '../src/mirror/rest/page.ts'
import { mirrorRestServer, ROUTES } from '../src/mirror/rest/server.ts'
import { publicKey } from '../src/protocol/keys.ts'
import type { Schedule, Token, Topic } from '../src/state/entities.ts'
import { body, signed, signerFor, transferOf } from './support/raw.ts'

const ledger = new Ledger(undefined, systemClock)
after(() => ledger.close())
const { db } = ledger.store

const TOKEN = 4_000_000
const TOPIC = 3_000_000
const ACCOUNT = 1022
const { key } = ledger.state.accounts.get(ACCOUNT) ?? assert.fail()
const newest = Number(ledger.clock.last / 1_000_000_000n)

const token: Token = {
  num: TOKEN,
  type: 'NON_FUNGIBLE_UNIQUE',
  supplyType: 'INFINITE',
  name: 'name',
  symbol: 'symbol',
  memo: '',
  metadata: Buffer.alloc(0),
  decimals: 0,
  initialSupply: 0n,
  totalSupply: 0n,
  maxSupply: 0n,
  lastSerial: 0n,
  treasury: ACCOUNT,
  freezeDefault: false,
  paused: false,
  deleted: false,
  customFees: [],
  autoRenewAccount: null,
  autoRenewPeriod: 0n,
  expiry: 0n,
  createdAt: 0n,
  adminKey: key,
  kycKey: null,
  freezeKey: null,
  wipeKey: null,
  supplyKey: null,
  feeScheduleKey: null,
  pauseKey: null,
  metadataKey: null,
}
const topic: Topic = {
  num: TOPIC,
  memo: '',
  adminKey: null,
  submitKey: null,
  feeScheduleKey: null,
  feeExemptKeys: [],
  customFees: [],
  autoRenewAccount: null,
  autoRenewPeriod: 0n,
  expiry: 0n,
  deleted: false,
  runningHash: Buffer.alloc(48),
  sequence: 0n,
  createdAt: 0n,
}
const schedule: Schedule = {
  num: 2_000_000,
  creator: ACCOUNT,
  payer: ACCOUNT,
  adminKey: null,
  memo: '',
  body: Buffer.alloc(0),
  validStart: 0n,
  idAccount: ACCOUNT,
  nonce: 0,
  waitForExpiry: false,
  expiry: 0n,
  givenExpiry: null,
  signatories: [],
  executedAt: null,
  deletedAt: null,
  identity: Buffer.alloc(0),
  createdAt: 0n,
}
ledger.store.tokens.write(undefined, token, 10n ** 15n)
ledger.store.topics.write(undefined, topic, 0n)
ledger.store.schedules.write(undefined, schedule, 0n)

const transaction = proto.Transaction.decode(signed(body(transferOf([])), [signerFor(ACCOUNT)]))
const hex = (bytes: Uint8Array): string => `x'${Buffer.from(bytes).toString('hex')}'`
const BYTES = hex(transaction.signedTransactionBytes)
const RECORD = hex(proto.TransactionRecord.encode({ memo: 'of a test' }).finish())

/** Inserts rows up to number `count` into a table; some may be there already. */
function fill(count: number, table: string, columns: string): void {
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT OR IGNORE INTO ${table} SELECT ${columns}`)
}

/** Copies of a row, some of their columns by `i`. */
function copies(
  count: number,
  table: string,
  source: string,
  where: string,
  by: Readonly<Record<string, string>>,
): void {
  const names = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  fill(count, table, `${names.map((name) => by[name] ?? `s.${name}`).join(', ')} FROM n, ${source} s WHERE ${where}`)
}

/** Fills all tables up to `count`. One account, token, topic and id have all of it, and few filters match any of it. */
function fillTo(count: number): void {
  db.exec('BEGIN')
  fill(count, 'transactions', `i, ${ACCOUNT}, 7, 0, 0, 14, 22, ${TOPIC}, NULL, 0, ${BYTES}, ${RECORD} FROM n`)
  fill(count, 'account_transaction', `${ACCOUNT}, i, 0, 0 FROM n`)
  fill(count, 'token_transfer', `${TOKEN} + i, ${ACCOUNT}, i, -1, 5 FROM n`)
  fill(count, 'token_transfer', `${TOKEN}, 5000000 + i, i, -1, 5 FROM n`)
  fill(count, 'nft_transfer', `${TOKEN} + 1, i, i, 0, ${ACCOUNT} FROM n`)
  fill(count, 'nft_transfer', `${TOKEN} + 2, 1, i, ${ACCOUNT}, 1023 FROM n`)
  fill(count, 'staking_reward', `${ACCOUNT}, i, 1 FROM n`)
  fill(count, 'topic_message', `${TOPIC}, i, i FROM n`)
  fill(count, 'block', `i, 2 * i, 2 * i + 1, 1, 1, zeroblob(48), zeroblob(48), zeroblob(48), zeroblob(48) FROM n`)
  copies(count, 'account', 'account', `s.num = ${ACCOUNT}`, { num: '5000000 + i' })
  copies(count, 'token', 'token', `s.num = ${TOKEN}`, { num: `${TOKEN} + i` })
  copies(count, 'token_history', 'token', `s.num = ${TOKEN}`, { valid_until: 'i' })
  copies(count, 'account_history', 'account', `s.num = ${ACCOUNT}`, { valid_until: 'i' })
  fill(count, 'token_relation', `${ACCOUNT}, ${TOKEN} + i, 1, 0, 0, 0, 1, 1 FROM n`)
  fill(count, 'token_relation', `5000000 + i, ${TOKEN}, 1, 0, 0, 0, 1, 1 FROM n`)
  fill(count, 'token_relation_history', `${ACCOUNT}, ${TOKEN} + i, 1, 0, 0, 0, 1, 1 FROM n`)
  fill(count, 'token_relation_history', `5000000 + i, ${TOKEN}, 1, 0, 0, 0, 1, 1 FROM n`)
  fill(count, 'nft', `${TOKEN}, i, ${ACCOUNT}, NULL, NULL, x'', 1, 1 FROM n`)
  fill(count, 'nft', `${TOKEN} + i, 1, ${ACCOUNT}, NULL, NULL, x'', 1, 1 FROM n`)
  fill(count, 'hbar_allowance', `${ACCOUNT}, i, 1, 1, 1, 1 FROM n`)
  fill(count, 'token_allowance', `${ACCOUNT}, ${TOKEN}, i, 1, 1, 1, 1 FROM n`)
  fill(count, 'token_allowance', `${ACCOUNT}, ${TOKEN} + i, 1023, 1, 1, 1, 1 FROM n`)
  for (const [owner, spender] of [[ACCOUNT, 'i'], ['i', ACCOUNT]]) // biome-ignore format: short
    fill(count, 'nft_allowance', `${owner}, ${TOKEN} + i, ${spender}, 1, 1 FROM n`)
  for (const [sender, receiver] of [[ACCOUNT, 'i'], ['i', ACCOUNT], [ACCOUNT, 1023]]) // biome-ignore format: short
    fill(count, 'pending_airdrop', `${sender}, ${receiver}, ${TOKEN} + i, i, 0, 1, 1 FROM n`)
  fill(count, 'contract', `${ACCOUNT} + i - 1, x'00', x'00', NULL, NULL, NULL, 1, 1 FROM n`)
  fill(count, 'contract_result', `i, ${ACCOUNT}, ${ACCOUNT}, 1, 0, NULL FROM n`)
  fill(count, 'contract_log', `i, 0, ${ACCOUNT}, zeroblob(32), NULL, NULL, NULL FROM n`)
  fill(count, 'contract_state_change', `${ACCOUNT}, zeroblob(32), i, zeroblob(32), zeroblob(32) FROM n`)
  fill(
    count,
    'contract_state_change',
    `${ACCOUNT}, CAST(printf('%032d', i) AS BLOB), i, zeroblob(32), zeroblob(32) FROM n`,
  )
  fill(count, 'contract_slot_use', `${ACCOUNT}, CAST(printf('%032d', i) AS BLOB), i FROM n`)
  copies(count, 'schedule', 'schedule', 's.num = 2000000', { num: '2000000 + i' })
  db.exec('COMMIT')
}

/** The steps of SQLite's machine between two turns of the event loop. */
let [steps, most] = [0, 0]
const counted = new WeakSet<StatementSync>()
const prepared = ledger.store.prepared.bind(ledger.store)
ledger.store.prepared = (sql) => {
  const statement = prepared(sql)
  if (counted.has(statement)) return statement
  counted.add(statement)
  const measured = statement as StatementSync & { stat(counter: string): number }
  for (const method of ['all', 'get'] as const) {
    const run = statement[method].bind(statement) as (...values: never[]) => never
    statement[method] = (...values: never[]) => {
      const before = measured.stat('vmStep')
      try {
        return run(...values)
      } finally {
        if (steps === 0) setImmediate(() => (steps = 0))
        steps += measured.stat('vmStep') - before
        most = Math.max(most, steps)
      }
    }
  }
  const iterate = statement.iterate.bind(statement) as (...values: never[]) => Iterable<never>
  statement.iterate = function* (...values: never[]) {
    const before = measured.stat('vmStep')
    try {
      yield* iterate(...values)
    } finally {
      if (steps === 0) setImmediate(() => (steps = 0))
      steps += measured.stat('vmStep') - before
      most = Math.max(most, steps)
    }
  } as StatementSync['iterate']
  return statement
}

const server = mirrorRestServer(ledger, new Faults())
after(() => server.close())

const signer = signerFor(ACCOUNT)
const RAW_KEY = signer.publicKey.toString('hex')
const id = (num: number | string): string => `0.0.${num}`
/** The worst values for each parameter: many rows are read, few of them match, and there are several bounds. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'account.balance': ['gt:9000000000000000000', 'ne:0'],
  'account.id': [`gt:${id(0)}`, id(ACCOUNT), `ne:${id(ACCOUNT)}`, `lt:${id(9_000_000)}&account.id=lte:${id(1)}`],
  'account.publickey': [RAW_KEY, `${RAW_KEY}&account.publickey=${'ab'.repeat(32)}`],
  balance: ['false'],
  'block.hash': ['ab'.repeat(48)],
  'block.number': ['gt:0&block.number=gt:1', 'ne:1'],
  'contract.id': [`gt:${id(0)}`],
  encoding: ['utf-8'],
  'file.id': ['0.0.102'],
  from: [id(ACCOUNT)],
  hbar: ['false'],
  index: ['gt:0'],
  internal: ['true'],
  name: ['nowhere'],
  'node.id': ['0'],
  nonce: ['1'],
  order: ['asc', 'desc'],
  owner: ['false'],
  q: ['circulating'],
  publickey: ['cd'.repeat(32)],
  'receiver.id': [id(7), `gt:${id(0)}`, `ne:${id(1023)}`],
  result: ['fail', 'success'],
  'schedule.id': [`gt:${id(0)}`, `ne:${id(1)}`],
  'registerednode.id': ['gt:0', '7', 'lte:99'],
  scheduled: ['true'],
  'sender.id': [id(7), `gt:${id(0)}`],
  sequencenumber: ['gt:0&sequencenumber=gt:1', 'ne:1'],
  serialnumber: ['gt:0', 'lt:1', '99999999'],
  'spender.id': [`gt:${id(0)}`, id(99), `ne:${id(1023)}`],
  timestamp: ['lt:1000000.0', 'gte:0.0', `lte:${newest}.0&timestamp=gte:0.000000001`],
  'token.id': [`gt:${id(0)}`, id(TOKEN), `${id(TOKEN)}&token.id=${id(TOKEN + 1)}`, `ne:${id(TOKEN)}`],
  slot: ['gt:0', 'lt:1', '0x7'],
  memory: ['true'],
  stack: ['false'],
  storage: ['true'],
  topic0: ['0x01'],
  topic1: ['0x01'],
  topic2: ['0x01'],
  topic3: ['0x01'],
  'transaction.hash': ['ab'.repeat(48)],
  'transaction.index': ['0'],
  transactions: ['true'],
  transactiontype: [
    'CRYPTOTRANSFER',
    'CONSENSUSSUBMITMESSAGE',
    'TOKENCREATION',
    'TOKENCREATION&transactiontype=TOKENMINT',
  ],
  type: ['credit', 'debit'],
}
/** The values for the segments of each path. */
const SEGMENTS: Readonly<Record<string, string>> = {
  '/accounts/:id': id(ACCOUNT),
  '/blocks/:hashOrNumber': '7',
  '/contracts/:id': id(ACCOUNT),
  '/contracts/results/:id': `${id(ACCOUNT)}-0-000000007`,
  '/schedules/:id': id(2_000_000),
  '/tokens/:id': id(TOKEN),
  '/topics/:id': id(TOPIC),
  '/transactions/:id': `${id(ACCOUNT)}-0-000000007`,
}
const pathsOf = (path: string): string[] => {
  const [begin = '', segment] = Object.entries(SEGMENTS).find(([known]) => path.startsWith(known)) ?? []
  const whole = segment ? `${begin.replace(/:.*/, segment)}${path.slice(begin.length)}` : path
  const filled = whole.replace(':sequence', '2').replace(':serial', '1').replace(':timestamp', '0.000000900')
  if (path.startsWith('/transactions/:id')) return [filled, filled.replace(segment ?? '', 'ab'.repeat(48))]
  return path.includes('/nfts/') ? [filled, filled.replace(id(TOKEN), id(TOKEN + 2))] : [filled]
}

/** The values of `type` if it is not the type of a transaction. */
function typesOf(parameters: readonly string[]): string[] | undefined {
  if (parameters.includes('name')) return ['NON_FUNGIBLE_UNIQUE']
  return parameters.includes('registerednode.id') ? ['BLOCK_NODE'] : undefined
}

/** Queries with each single parameter, and with each pair: all values of one with the first value of the other. */
function queriesOf(parameters: readonly string[]): string[] {
  const asked = (name: string): string[] => {
    const own = (name === 'type' && typesOf(parameters)) || ASKED[name]
    return (own ?? assert.fail(`Nothing is asked of ${name}`)).map((value) => `${name}=${value}`)
  }
  const names = parameters.filter((name) => name !== 'limit')
  const pairsOf = ([a = '', ...more]: string[], [b = '', ...others]: string[]): string[] => [
    `${a}&${b}`,
    ...more.map((value) => `${value}&${b}`),
    ...others.map((value) => `${a}&${value}`),
  ]
  const pairs = names.flatMap((a, i) => names.slice(i + 1).flatMap((b) => pairsOf(asked(a), asked(b))))
  return ['', ...names.flatMap(asked), ...pairs]
}

const URLS = ROUTES.flatMap((route) =>
  pathsOf(route.path).flatMap((path) => queriesOf(route.parameters).map((query) => `${path}?${query}`)),
)

async function stepsOf(url: string): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve))
  ;[steps, most] = [0, 0]
  const { statusCode, body } = await server.inject(`/api/v1${url}`)
  assert.ok([200, 400, 404].includes(statusCode), `${url} ${body}`)
  return most
}

test('The work of a mirror request in one turn does not grow with the history, whatever the query', async () => {
  fillTo(2000)
  const few = new Map<string, number>()
  for (const url of URLS) few.set(url, await stepsOf(url))
  fillTo(6000)
  const grown: string[] = []
  for (const url of URLS) {
    const [before, now] = [few.get(url) ?? 0, await stepsOf(url)]
    if (now > 2 * before + 500) grown.push(`${url} ${before} → ${now}`)
  }
  assert.deepEqual(grown, [])
})

test('A page of large rows ends at about a mebibyte, and goes on in the next', async () => {
  const signature = {
    key: publicKey('ed25519', signer.publicKey),
    signature: Buffer.alloc(64),
    signedAt: 1n,
  }
  const signatories = Array.from({ length: 1800 }, () => signature)
  const first = 7_000_000
  for (let num = first; num < first + 20; num++)
    ledger.store.schedules.write(undefined, { ...schedule, num, signatories }, 0n)
  const seen: string[] = []
  let url: string | null = `/api/v1/schedules?limit=100&schedule.id=gte:${id(first)}`
  for (let pages = 0; url && pages < 20; pages++) {
    const { body: text }: { body: string } = await server.inject(url)
    assert.ok(text.length < 4 * MAX_PAGE_BYTES, `${text.length} bytes`)
    const { schedules, links } = JSON.parse(text)
    seen.push(...schedules.map((one: { schedule_id: string }) => one.schedule_id))
    url = links.next
  }
  assert.equal(url, null)
  assert.deepEqual(
    seen,
    Array.from({ length: 20 }, (_, at) => id(first + at)),
  )
})

test('A parameter whose values are looked up for each row may be repeated at most five times', async () => {
  const six = (name: string, value: (at: number) => string) =>
    Array.from({ length: 6 }, (_, at) => `${name}=${value(at)}`)
  for (const [path, values] of [
    ['/transactions', six('account.id', (at) => id(1002 + at))],
    ['/transactions', six('account.id', (at) => `ne:${id(1002 + at)}`)],
    [`/tokens/${id(TOKEN)}/balances`, six('account.publickey', (at) => `0${at}`.repeat(32))],
  ] as const) {
    const statusOf = async (count: number) =>
      (await server.inject(`/api/v1${path}?${values.slice(0, count).join('&')}`)).statusCode
    assert.equal(await statusOf(5), 200, path)
    assert.equal(await statusOf(6), 400, path)
  }
})
