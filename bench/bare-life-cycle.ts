/**
 * The lower limit of a life cycle's cost: four bare Fastify routes in a separate process. They commit the rows that a
 * client sees later (request, signatures, execution, inbox), and do nothing else: no session, keys, ledger, jobs or
 * events. The argument is the URL of a database, or a folder.
 */
import { openDatabase, silentLogger } from '@quorate/platform'
import fastify from 'fastify'
import { sql } from 'kysely'

const [where = ''] = process.argv.slice(2)
const server = await openDatabase(
  where.startsWith('postgres') ? { url: where, logger: silentLogger } : { dataDir: where, logger: silentLogger },
)
const database = await server.open<Record<string, never>>({
  schema: 'bare',
  migrations: {
    '001': {
      async up(db) {
        await sql`create table bare.request (
          job_id text primary key, history_id text not null unique, sequence bigint generated always as identity unique,
          chain text not null, wallet text not null, payload jsonb not null, transaction_id text not null,
          bytes bytea not null, state text not null, created_at timestamptz not null, updated_at timestamptz not null,
          receipt jsonb, unique (chain, transaction_id))`.execute(db)
        await sql`create index on bare.request (chain, wallet, sequence)`.execute(db)
        await sql`create table bare.event (
          id bigint generated always as identity primary key, job_id text not null references bare.request,
          action text not null, payload jsonb not null, timestamp timestamptz not null, signature bytea, public_key text)`.execute(
          db,
        )
        await sql`create index on bare.event (job_id, id)`.execute(db)
        await sql`create unique index on bare.event (job_id, public_key) where action = 'signature'`.execute(db)
        await sql`create table bare.inbox (
          job_id text not null references bare.request, account text not null, ends_at timestamptz not null,
          waits_for text not null, primary key (job_id, account))`.execute(db)
        await sql`create index on bare.inbox (account, ends_at, job_id)`.execute(db)
      },
    },
  },
})

const OWNERS = ['0.0.1001', '0.0.1002', '0.0.1003']
const BYTES = new Uint8Array(300).fill(7)
const SIGNATURE = new Uint8Array(64).fill(9)
interface Named {
  jobId: string
}

const http = fastify()
http.post<{ Body: { amount: number } }>('/request', async ({ body }) => {
  const [jobId, at] = [crypto.randomUUID(), new Date()]
  await database.change(async (trx) => {
    await sql`insert into bare.request (job_id, history_id, chain, wallet, payload, transaction_id, bytes, state,
        created_at, updated_at)
      values (${jobId}, ${crypto.randomUUID()}, 'hedera:devnet', '0.0.1010', ${JSON.stringify(body)}::jsonb,
        ${jobId}, ${BYTES}, 'pending', ${at}, ${at})`.execute(trx)
    await sql`insert into bare.inbox select ${jobId}, unnest(${OWNERS}::text[]), ${at}, 'signature'`.execute(trx)
  })
  return { jobId, bytes: Buffer.from(BYTES).toString('base64') }
})
http.post<{ Body: Named & { key: string } }>('/sign', async ({ body: { jobId, key } }) => {
  await database.change(async (trx) => {
    await sql`select state from bare.request where job_id = ${jobId} for update`.execute(trx)
    await sql`insert into bare.event (job_id, action, payload, timestamp, signature, public_key)
      values (${jobId}, 'signature', ${JSON.stringify({ key })}::jsonb, ${new Date()}, ${SIGNATURE}, ${key})`.execute(
      trx,
    )
    await sql`update bare.inbox set waits_for = 'execution' where job_id = ${jobId}`.execute(trx)
  })
  return { jobId, status: 'success' }
})
http.post<{ Body: Named }>('/execute', async ({ body: { jobId } }) => {
  // One commit before the request to the ledger, and one after its answer.
  await database.change(async (trx) => {
    await sql`update bare.request set state = 'executing', updated_at = ${new Date()} where job_id = ${jobId}`.execute(
      trx,
    )
  })
  await database.change(async (trx) => {
    const receipt = JSON.stringify({ status: 'SUCCESS' })
    await sql`update bare.request set state = 'success', receipt = ${receipt}::jsonb where job_id = ${jobId}`.execute(
      trx,
    )
    await sql`insert into bare.event (job_id, action, payload, timestamp)
      values (${jobId}, 'execute', '{}', ${new Date()})`.execute(trx)
    await sql`delete from bare.inbox where job_id = ${jobId}`.execute(trx)
  })
  return { jobId, status: 'success' }
})
process.stdout.write(`Ready in ${await http.listen({ host: '127.0.0.1', port: 0 })}\n`)
