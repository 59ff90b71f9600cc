import { ConfigError, createLogger, openDatabase, resumeSetAside, setAsideJobs } from '@quorate/platform'
import { settingsFor } from '../settings.ts'
import { note, printList } from '../terminal/output.ts'

/**
 * `quorate jobs`: lists the jobs that are set aside, because their process ended too often while they ran; `--resume`
 * queues one of them again. The embedded database admits one process, so the platform must be stopped.
 */
export async function jobs({ resume: id, json }: { resume: string | undefined; json: boolean }): Promise<void> {
  if (id !== undefined && !/^[0-9a-f-]{36}$/.test(id))
    throw new ConfigError(`${JSON.stringify(id)} is no job: expected the id that quorate jobs lists`)
  const { shared } = settingsFor([], process.env)
  const { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: level } = shared
  const server = await openDatabase({ url, dataDir, waits: false, settings: shared, logger: createLogger({ level }) })
  try {
    if (id !== undefined && !(await resumeSetAside(server, id)))
      throw new ConfigError(`No job ${id} is set aside, or the queue has deleted it since`)
    if (id !== undefined) note(`${id} is begun again`)
    await printList(await setAsideJobs(server), {
      json,
      columns: [
        { title: 'id', of: (job) => job.id },
        { title: 'since', of: (job) => String(job.setAsideAt) },
        { title: 'kind', of: (job) => job.kind },
        { title: 'of', of: (job) => JSON.stringify(job.data) },
      ],
      empty: 'No job is set aside',
    })
  } finally {
    await server.close()
  }
}
