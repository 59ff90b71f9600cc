/** Two processes on one server: one is killed or paused, and the other takes over. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type DatabaseServer, openDatabase, silentLogger } from '@quorate/platform'
import { testServerDatabase } from '@quorate/platform/testing'
import type { Work } from './programs/holder.ts'

const serverUrl = process.env.TEST_DATABASE_URL

describe('Two processes on one server', {
  skip: serverUrl ? false : 'the embedded database has one process',
}, () => {
  let url: string
  let drop: () => Promise<void>
  let server: DatabaseServer
  // A separate database for each test: a process that is killed right after a job is done leaves it to be done again.
  beforeEach(async () => {
    ;({ url, drop } = await testServerDatabase(serverUrl ?? ''))
    server = await openDatabase({ url, logger: silentLogger })
  })
  afterEach(async () => {
    await server.close()
    await drop()
  })

  async function start(name: string) {
    const program = fileURLToPath(new URL('./programs/holder.ts', import.meta.url))
    const child: ChildProcess = spawn(process.execPath, [program, name], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    const heard = new EventTarget()
    reader.on('line', (line) => {
      lines.push(line)
      heard.dispatchEvent(new Event('line'))
    })
    const says = async (start: string): Promise<string> => {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start))
        if (found !== undefined) return found
        await once(heard, 'line')
      }
    }
    const [, at = '', token = ''] = (await says('ready ')).split(' ')
    return {
      lines,
      says,
      job: (how: 'leased' | 'queued', work: Work) => child.stdin?.write(`${JSON.stringify({ how, ...work })}\n`),
      post: async (body: Work, key: string) => {
        const headers = {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
        }
        const answer = await fetch(`${at}/work`, { method: 'POST', headers, body: JSON.stringify(body) })
        return { status: answer.status, body: (await answer.json()) as { by?: string; code?: string } }
      },
      holdUp: () => child.kill('SIGSTOP'),
      goOn() {
        child.stdin?.write('go\n')
        child.kill('SIGCONT')
      },
      async end() {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }

  /** The processes that did this piece of work: one entry for each time it was done. */
  async function doneBy(id: string): Promise<string[]> {
    const db = await server.open<{ 'work.row': { id: string; by: string } }>({ schema: 'work_test', migrations: {} })
    const rows = await db.read.selectFrom('work.row').select('by').where('id', '=', id).execute()
    return rows.map(({ by }) => by)
  }

  for (const how of ['leased', 'queued'] as const)
    test(`the other does a ${how} job of the one that was killed`, async () => {
      const one = await start('one')
      const id = `${how} killed`
      one.job(how, { id, waitsIn: 'one' })
      await one.says(`begins ${id}`)
      const two = await start('two')
      await one.end()
      await two.says(`ends ${id}`)
      assert.deepEqual(await doneBy(id), ['two'])
      await two.end()
    })

  for (const how of ['leased', 'queued'] as const)
    test(`The other process takes over a ${how} job from one that is held up, which then changes nothing`, async () => {
      const one = await start('one')
      const id = `${how} held up`
      one.job(how, { id, waitsIn: 'one' })
      await one.says(`begins ${id}`)
      const two = await start('two')
      one.holdUp()
      await two.says(`ends ${id}`)
      one.goOn()
      assert.match(await one.says(`fails ${id}`), /was taken over by another process/)
      assert.deepEqual(await doneBy(id), ['two'])
      await one.end()
      await two.end()
    })

  test('an idempotency key held by a killed process is free after ten seconds; a paused process changes nothing', async () => {
    const one = await start('one')
    const two = await start('two')
    for (const how of ['held-up', 'killed']) {
      const work = { id: `key ${how}`, waitsIn: 'one' }
      const first = one.post(work, how).catch(() => undefined)
      await one.says(`begins ${work.id}`)
      if (how === 'killed') await one.end()
      else one.holdUp()
      // As `Retry-After` says.
      let answer = await two.post(work, how)
      for (; answer.status === 409; answer = await two.post(work, how))
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      assert.deepEqual([answer.status, answer.body.by], [200, 'two'])
      if (how === 'held-up') {
        one.goOn()
        const late = await first
        assert.deepEqual([late?.status, late?.body.code], [409, 'IDEMPOTENCY_KEY_IN_USE'])
      }
      assert.deepEqual(await doneBy(work.id), ['two'])
      assert.deepEqual((await two.post(work, how)).body, { by: 'two' })
    }
    await two.end()
  })
})
