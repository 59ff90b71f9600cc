/**
 * Runs jobs and takes writes with an Idempotency-Key on a server's database until it is killed. Each job and each write
 * reports its start on stdout, waits for a line `go` on stdin in the process that its data names, and then adds a row.
 * Other lines on stdin are jobs to create.
 */
import { createInterface } from 'node:readline'
import { openDatabase, openJobs, systemClock } from '@quorate/platform'
import { testTokens } from '@quorate/platform/testing'
import { sql } from 'kysely'
import pino from 'pino'
import { createHttp } from '../../src/http/http.ts'
import { openFirstAnswers } from '../../src/http/idempotency/store.ts'

export interface Work {
  id: string
  waitsIn: string
}

const [, , name = ''] = process.argv
const logger = pino({ level: 'silent' })
const server = await openDatabase({ url: process.env.DATABASE_URL, logger })
const db = await server.open<{ 'work.row': { id: string; by: string } }>({
  schema: 'work',
  migrations: {
    '001': {
      up: (db) => sql`create table work.row (id text not null, by text not null)`.execute(db).then(() => {}),
    },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)

let goOn: (() => void)[] = []
async function work({ id, waitsIn }: Work): Promise<void> {
  say(`begins ${id}`)
  if (waitsIn === name) await new Promise<void>((resolve) => goOn.push(resolve))
  await db.change((trx) => trx.insertInto('work.row').values({ id, by: name }).execute())
  say(`ends ${id}`)
}

const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock: systemClock, logger })
const kind = jobs.define<Work>('work', async (data) => {
  await work(data).catch((error) => {
    say(`fails ${data.id}: ${error.message}`)
    throw error
  })
})
const tokens = await testTokens(systemClock)
const http = await createHttp({
  ...{ name: 'holder', title: 'holder', description: 'under test', version: '0.1.0', logger, clock: systemClock },
  tokens: tokens.verifier,
  settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
  idempotencyStore: await openFirstAnswers(server, systemClock),
})
http.post('/work', async (request) => {
  await work(request.body as Work)
  return { by: name }
})
await jobs.start()
const url = await http.listen({ host: '127.0.0.1', port: 0 })
say(`ready ${url} ${await tokens.issue({ walletId: '0.0.7' })}`)
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') {
    for (const resolve of goOn) resolve()
    goOn = []
    continue
  }
  const { how, ...data } = JSON.parse(line) as Work & { how: 'leased' | 'queued' }
  const id = await db.change((trx) => jobs.create(trx, kind, data, how === 'queued' ? { startAfter: new Date() } : {}))
  if (how === 'leased') void jobs.run(kind, id, data)
}
