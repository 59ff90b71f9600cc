/**
 * Nodes on one database must have the same keys: a session of one would be none for the other, a second factor could
 * not be opened, and entities would stand under a key that the other has not.
 */
import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { ConfigError, type Database, type Logger } from '@quorate/platform'
import { deleteProcess, otherProcesses, sawProcess } from '../store/keys.ts'
import { lock } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'

/** Public halves of keys, or secrets, by the setting that gives them. */
export type SharedKeys = Readonly<Record<string, Uint8Array>>

const SEEN_EVERY_MS = 10_000
/** After how long a process that is not seen has ended. */
export const GONE_AFTER_SECONDS = 45

/**
 * Says in the database that this process runs and which keys it has, until the answered function is called.
 *
 * @throws ConfigError where another process runs with another key
 */
export async function shareKeys(
  database: Database<Tables>,
  keys: SharedKeys,
  logger: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  const id = randomUUID()
  const prints = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, printOf(name, key)]))
  const row = { id, host: hostname(), keys: prints }

  await database.change(async (trx) => {
    // Serialises concurrent starts, so that the second sees the first.
    await lock(trx, 'keys of processes')
    for (const other of await otherProcesses(trx, GONE_AFTER_SECONDS)) {
      const name = Object.keys(prints).find((name) => other.keys[name] && other.keys[name] !== prints[name])
      if (name) throw new ConfigError(differs(name, other.host))
    }
    await sawProcess(trx, row)
  })

  let telling = Promise.resolve()
  const tell = () => {
    telling = database
      .change((trx) => sawProcess(trx, row).then(() => {}))
      .catch((error: unknown) => logger.warn({ err: error }, 'the database was not told that this process runs'))
  }
  const timer = setInterval(tell, SEEN_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    // It would otherwise say again that the process runs.
    await telling
    // Where the database is away, others wait until the process is no longer seen.
    await database.change((trx) => deleteProcess(trx, id)).catch(() => {})
  }
}

/** What tells two keys apart and tells nobody a key. */
const printOf = (name: string, key: Uint8Array): string =>
  createHash('sha256').update(`Quorate fingerprint of ${name}\n`).update(key).digest('hex').slice(0, 32)

const differs = (name: string, host: string): string =>
  `${name} differs from that of the process on ${host}, which uses this database: give all nodes of a database the same value (docs/reference/configuration.md, several processes). To replace it, stop them all first; a killed process counts as running for ${GONE_AFTER_SECONDS} s`
