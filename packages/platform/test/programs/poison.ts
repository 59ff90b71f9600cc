/**
 * Runs jobs, one of which kills the process. `create` creates it and five harmless ones, which are all in progress when
 * it does. Reports on stdout which jobs begin, are done and are set aside, the errors in the log, and at the end how
 * many are set aside.
 */
import { openDatabase, openJobs, systemClock } from '@quorate/platform'
import pino from 'pino'
import { createMetrics } from '../../src/base/metrics.ts'
import { service, settings } from './writer.ts'

const say = (...words: unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`)
const creates = process.argv[2] === 'create'
const logger = pino({ level: 'error' }, { write: (line: string) => say('error', JSON.parse(line).msg) })
const server = await openDatabase({ dataDir: process.env.DATA_DIR, logger })
const db = await server.open(service)
const jobs = openJobs({ server, settings, clock: systemClock, logger })
const all = Promise.withResolvers<void>()
const work = jobs.define<{ name: string }>('work', async ({ name }) => {
  say('begins', name)
  if (creates && name !== 'poison') return all.promise
  if (name === 'poison') {
    // Makes sure that the output is written before the process ends.
    await new Promise((resolve) => process.stdout.write('', resolve))
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
  say('done', name)
})
jobs.whenSetAside(work, async ({ name }) => say('set aside', name))
await jobs.start()
if (creates) {
  const names = ['one', 'two', 'three', 'four', 'five', 'poison']
  const created = await db.change(async (trx) => {
    const made: [id: string, name: string][] = []
    for (const name of names) made.push([await jobs.create(trx, work, { name }), name])
    return made
  })
  await Promise.all(created.map(([id, name]) => jobs.run(work, id, { name })))
}
// The queue is read at the start, and again for as long as something runs.
await jobs.idle()
say(/^quorate_jobs_set_aside \d+$/m.exec(await createMetrics('test', systemClock).text())?.[0])
await jobs.stop()
await server.close()
