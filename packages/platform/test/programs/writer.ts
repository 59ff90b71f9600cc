/**
 * Writes until it is killed: each change adds a row and a job, and the job's handler marks the row. The id of each
 * acknowledged row goes to stdout, one per line. `hang` makes the handler take a job from the queue and never finish
 * it.
 */
import { type Migration, openDatabase, openJobs, systemClock } from '@quorate/platform'
import { sql } from 'kysely'
import pino from 'pino'

export interface Tables {
  'work.row': { id: string; marked: number }
}

export const service: { schema: string; migrations: Record<string, Migration> } = {
  schema: 'work',
  migrations: {
    '001': {
      async up(db) {
        await sql`create table work.row (id text primary key, marked integer not null default 0)`.execute(db)
      },
    },
  },
}

export const settings = { attempts: Number(process.env.QUEUE_ATTEMPTS ?? 3), backoffDelayMs: 2000 }
export const KIND = 'mark'

const [, program, mode] = process.argv
if (program === import.meta.filename) await write(mode === 'hang')

async function write(hang: boolean): Promise<void> {
  const logger = pino({ level: 'silent' })
  const server = await openDatabase({ url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR, logger })
  const db = await server.open<Tables>(service)
  const jobs = openJobs({ server, settings, clock: systemClock, logger })
  const mark = jobs.define<{ id: string }>(KIND, async ({ id }) => {
    if (hang) return new Promise(() => process.stdout.write(`${id}\n`))
    await db.change((trx) => trx.updateTable('work.row').set({ marked: 1 }).where('id', '=', id).execute())
  })
  await jobs.start()
  const one = async () => {
    const id = crypto.randomUUID()
    const job = await db.change(async (trx) => {
      await trx.insertInto('work.row').values({ id, marked: 0 }).execute()
      return jobs.create(trx, mark, { id }, hang ? { startAfter: new Date() } : {})
    })
    if (hang) return
    process.stdout.write(`${id}\n`)
    await jobs.run(mark, job, { id })
  }
  if (hang) return one()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (;;) await one()
    }),
  )
}
