/**
 * Nodes on one database must have the same keys. Otherwise sessions of one node would not be valid on the other, second
 * factors could not be decrypted, and one node could not sign for entities that have the other's key.
 */
import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { ConfigError, type Database, type Logger } from '@quorate/platform'
import { deleteProcess, otherProcesses, sawProcess } from '../store/keys.ts'
import { lock } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'

/** Public keys, or secrets, by setting name. */
export type SharedKeys = Readonly<Record<string, Uint8Array>>

const SEEN_EVERY_MS = 10_000
/** A process that has not been seen for this long has ended. */
export const GONE_AFTER_SECONDS = 45

/**
 * Records in the database that this process is running and which keys it has, until the returned function is called.
 *
 * @throws ConfigError if another process runs with a different key
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
      .catch((error: unknown) => logger.warn({ err: error }, 'could not record in the database that this process runs'))
  }
  const timer = setInterval(tell, SEEN_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    // A write in progress could otherwise insert the row again after it is deleted.
    await telling
    // If the database is unreachable, the row counts until it is GONE_AFTER_SECONDS old.
    await database.change((trx) => deleteProcess(trx, id)).catch(() => {})
  }
}

/** A fingerprint that distinguishes keys without revealing them. */
const printOf = (name: string, key: Uint8Array): string =>
  createHash('sha256').update(`Quorate fingerprint of ${name}\n`).update(key).digest('hex').slice(0, 32)

const differs = (name: string, host: string): string =>
  `${name} differs from the value of the process on ${host}, which uses the same database: give all nodes of a database the same value (docs/reference/configuration.md, several processes). To replace it, stop all of them first; a killed process counts as running for ${GONE_AFTER_SECONDS} s`
