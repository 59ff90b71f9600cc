import { ConfigError, createLogger, openDatabase, resumeSetAside, setAsideJobs } from '@quorate/platform'
import { settingsFor } from '../settings.ts'
import { say } from '../terminal.ts'

const usage = `quorate jobs [--resume <id>]`

/**
 * `quorate jobs`: lists the jobs that are set aside, because their process ended too often while they ran; `--resume`
 * queues one of them again. The embedded database admits one process, so the platform must be stopped.
 */
export async function jobsCommand(given: string[]): Promise<void> {
  const [option, id, ...more] = given
  if (more.length > 0 || (option !== undefined && (option !== '--resume' || id === undefined)))
    throw new ConfigError(usage)
  if (id !== undefined && !/^[0-9a-f-]{36}$/.test(id))
    throw new ConfigError(`${JSON.stringify(id)} is no job: ${usage}`)
  const { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: level } = settingsFor([], process.env).shared
  const server = await openDatabase({ url, dataDir, logger: createLogger({ level }) })
  try {
    if (id !== undefined && !(await resumeSetAside(server, id)))
      throw new ConfigError(`No job ${id} is set aside, or the queue has deleted it since`)
    const jobs = await setAsideJobs(server)
    if (id !== undefined) say(`${id} is begun again`)
    for (const job of jobs) say(`${job.id}  ${job.setAsideAt}  ${job.kind}  ${JSON.stringify(job.data)}`)
    if (jobs.length === 0) say('No job is set aside')
  } finally {
    await server.close()
  }
}
