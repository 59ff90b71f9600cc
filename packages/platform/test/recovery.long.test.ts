import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type DatabaseServer, DataDirectoryInUse, type JobAttempt, openDatabase, openJobs } from '@quorate/platform'
import { testClock, testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import pino from 'pino'
import { KIND, service, settings, type Tables } from './programs/writer.ts'

const MINUTE = 60_000
const logger = pino({ level: 'silent' })
const serverUrl = process.env.TEST_DATABASE_URL

function startWriter(env: NodeJS.ProcessEnv, ...args: string[]) {
  const writer = fileURLToPath(new URL('./programs/writer.ts', import.meta.url))
  return spawn(process.execPath, [writer, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/**
 * Runs the writer until it has acknowledged this many rows, kills it without warning, and returns all rows it
 * acknowledged.
 */
async function killedAfter(rows: number, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string[]> {
  const child = startWriter(env, ...args)
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === rows) child.kill('SIGKILL')
  }
  return acknowledged
}

describe(`after kill -9, on ${serverUrl ? 'PostgreSQL' : 'PGlite'}`, () => {
  let place: { dataDir?: string; url?: string }
  let env: NodeJS.ProcessEnv
  let removed: () => Promise<void>

  before(async () => {
    if (serverUrl) {
      const { url, drop } = await testServerDatabase(serverUrl)
      place = { url }
      env = { DATABASE_URL: url }
      removed = drop
    } else {
      const dataDir = await testDataDirectory()
      place = { dataDir }
      env = { DATA_DIR: dataDir }
      removed = () => rm(dataDir, { recursive: true, force: true })
    }
  })
  after(() => removed())

  let later = 0
  /** Opens what was left behind, some minutes later than the last time, and runs the queue's jobs. */
  async function resumed(
    handled: (data: { id: string }, job: JobAttempt, server: DatabaseServer) => Promise<void>,
    { attempts } = settings,
  ) {
    const server = await openDatabase({ ...place, logger })
    later += 10 * MINUTE
    const clock = testClock(new Date(Date.now() + later))
    const jobs = openJobs({ server, settings: { ...settings, attempts }, clock, logger })
    jobs.define<{ id: string }>(KIND, (data, job) => handled(data, job, server))
    await jobs.start()
    for (let i = 0; i < 6; i++) {
      await clock.advance(MINUTE)
      await jobs.idle()
    }
    return { server, jobs }
  }

  test('every acknowledged row is there, and every job is done', async () => {
    for (const rows of [1, 37, 180, 400]) {
      const acknowledged = await killedAfter(rows, env)
      assert.ok(acknowledged.length >= rows)
      const { server, jobs } = await resumed(async ({ id }, _job, server) => {
        const db = await server.open<Tables>(service)
        await db.change((trx) => trx.updateTable('work.row').set({ marked: 1 }).where('id', '=', id).execute())
      })
      const db = await server.open<Tables>(service)
      const found = await db.read.selectFrom('work.row').selectAll().execute()
      const missing = new Set(acknowledged).difference(new Set(found.map(({ id }) => id)))
      assert.deepEqual([...missing], [])
      assert.deepEqual(
        found.filter(({ marked }) => marked !== 1),
        [],
      )
      await jobs.stop()
      await server.close()
    }
  })

  test('a job that was in progress is run again, as its next attempt', async () => {
    const [id] = await killedAfter(1, env, 'hang')
    const runs: unknown[] = []
    const { server, jobs } = await resumed(async (data, { attempt }) => void runs.push({ id: data.id, attempt }))
    assert.deepEqual(runs, [{ id, attempt: 2 }])
    await jobs.stop()
    await server.close()
  })

  test('a job whose last attempt died with the process is run once more, and learns that it is the last', async () => {
    const [id] = await killedAfter(1, { ...env, QUEUE_ATTEMPTS: '1' }, 'hang')
    const runs: unknown[] = []
    const refusing = async (data: { id: string }, { final }: JobAttempt) => {
      runs.push({ id: data.id, final })
      throw new Error('busy')
    }
    const { server, jobs } = await resumed(refusing, { ...settings, attempts: 1 })
    assert.deepEqual(runs, [{ id, final: true }])
    await jobs.stop()
    await server.close()
  })
})

describe('a job that crashes its process', { skip: serverUrl ? 'embedded only' : false }, () => {
  test('is set aside after the third crash, while the other running jobs are done', async () => {
    const dataDir = await testDataDirectory()
    const run = async (...args: string[]): Promise<string[]> => {
      const program = fileURLToPath(new URL('./programs/poison.ts', import.meta.url))
      const env = { ...process.env, DATA_DIR: dataDir }
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) lines.push(line)
      return lines
    }
    const [first, second, third, fourth, fifth] = [
      await run('create'),
      await run(),
      await run(),
      await run(),
      await run(),
    ]
    assert.equal(first.length, 6)
    for (const lines of [first, second, third]) assert.ok(lines.includes('begins poison'), lines.join())
    assert.ok(!fourth.includes('begins poison'), fourth.join())
    assert.match(fourth.join('\n'), /^error the job .* of work was running 3 times when its process ended/m)
    const setAside = [first, second, third, fourth, fifth].flat().filter((line) => line.startsWith('set aside '))
    assert.deepEqual(setAside, ['set aside poison'])
    // Some were done more than once: a process that dies right after a job was done has not marked it yet.
    const done = new Set([second, third, fourth].flat().filter((line) => line.startsWith('done ')))
    assert.deepEqual([...done].sort(), ['done five', 'done four', 'done one', 'done three', 'done two'])
    assert.deepEqual(fifth, ['quorate_jobs_set_aside 1'])
    await rm(dataDir, { recursive: true, force: true })
  })
})

describe('the data directory', { skip: serverUrl ? 'embedded only' : false }, () => {
  let dataDir: string
  before(async () => {
    dataDir = await testDataDirectory()
  })
  after(() => rm(dataDir, { recursive: true, force: true }))

  test('is refused to a second process in one line that names the first, until the first has ended', async () => {
    const server = await openDatabase({ dataDir, logger })
    await assert.rejects(openDatabase({ dataDir, logger }), (error) => {
      assert.ok(error instanceof DataDirectoryInUse)
      assert.match(error.message, new RegExp(`^DATA_DIR ${dataDir} is in use by process ${process.pid}: [^\n]+$`))
      return true
    })
    await server.close()
    const again = await openDatabase({ dataDir, logger })
    await again.close()
  })

  test('is refused while another process has it', async () => {
    const writer = startWriter({ DATA_DIR: dataDir }, 'hang')
    await once(writer.stdout, 'data')
    await assert.rejects(openDatabase({ dataDir, logger }), {
      message: `DATA_DIR ${dataDir} is in use by process ${writer.pid}: stop it, or set another DATA_DIR`,
    })
    const exit = once(writer, 'exit')
    writer.kill('SIGKILL')
    await exit
  })

  test('is created again if its creation was interrupted', async () => {
    const fresh = join(dataDir, 'fresh')
    await mkdir(join(fresh, 'postgres.unfinished'), { recursive: true })
    await writeFile(join(fresh, 'postgres.unfinished', 'PG_VERSION'), '17')
    const server = await openDatabase({ dataDir: fresh, logger })
    await server.ping()
    await server.close()
  })
})
