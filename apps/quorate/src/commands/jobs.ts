import { ConfigError, createLogger, failedJobs, jobCounts, openDatabase, retryJob } from '@quorate/platform'
import { settingsFor } from '../settings.ts'
import { note, printList } from '../terminal/output.ts'

/** The first part of a job's kind, such as `votes`, belongs to one service. Unlisted names belong to multisig. */
const GOVERNANCE = ['electorate', 'leaves', 'members', 'proposal', 'records', 'votes', 'wallet.request']
const SERVICES: Record<string, readonly string[]> = { node: ['node'], storage: ['storage'], governance: GOVERNANCE }
const serviceOf = (kind: string): string =>
  Object.keys(SERVICES).find((service) =>
    SERVICES[service]?.some((name) => kind === name || kind.startsWith(`${name}.`)),
  ) ?? 'multisig'

export interface JobsOptions {
  failed: boolean
  retry: string | undefined
  json: boolean
}

/**
 * `quorate jobs`: counts the jobs in the queue by service and kind. `--failed` lists jobs that failed permanently, with
 * the reason, and `--retry` queues one of them again. The embedded database admits one process, so the platform must be
 * stopped.
 */
export async function jobs({ failed: listsFailed, retry: id, json }: JobsOptions): Promise<void> {
  if (id !== undefined && !/^[0-9a-f-]{36}$/.test(id))
    throw new ConfigError(`${JSON.stringify(id)} is not a job id: expected an id from quorate jobs --failed`)
  const { shared } = settingsFor([], process.env)
  const { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: level } = shared
  const server = await openDatabase({ url, dataDir, waits: false, settings: shared, logger: createLogger({ level }) })
  try {
    if (id !== undefined) {
      if (!(await retryJob(server, id))) throw new ConfigError(`The queue has no failed job ${id}`)
      note(`${id} is queued again`)
    } else if (listsFailed)
      await printList(
        (await failedJobs(server)).map((job) => ({ service: serviceOf(job.kind), ...job })),
        {
          json,
          columns: [
            { title: 'id', of: (job) => job.id },
            { title: 'since', of: (job) => job.failedAt },
            { title: 'service', of: (job) => job.service },
            { title: 'kind', of: (job) => job.kind },
            { title: 'reason', of: (job) => job.reason },
            { title: 'of', of: (job) => JSON.stringify(job.data) },
          ],
          empty: 'No job has failed',
        },
      )
    else
      await printList(
        (await jobCounts(server)).map((counts) => ({ service: serviceOf(counts.kind), ...counts })),
        {
          json,
          columns: [
            { title: 'service', of: (counts) => counts.service },
            { title: 'kind', of: (counts) => counts.kind },
            { title: 'waiting', of: (counts) => String(counts.waiting) },
            { title: 'running', of: (counts) => String(counts.running) },
            { title: 'retrying', of: (counts) => String(counts.retrying) },
            { title: 'failed', of: (counts) => String(counts.failed) },
          ],
          empty: 'The queue is empty',
        },
      )
  } finally {
    await server.close()
  }
}
