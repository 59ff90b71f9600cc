/** Checks the machine: Node, ports, the data folder, disk space. */
import { accessSync, constants, existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { DataDirectoryInUse, lockDataDirectory } from '@quorate/platform'
import { type Finding, failed, ok, reasonOf, warning } from './check.ts'

const NEEDED_NODE = 26

export function checkNode(): Finding {
  const version = process.versions.node
  return Number(version.split('.')[0]) >= NEEDED_NODE
    ? ok('Node', version)
    : failed(
        'Node',
        version,
        `Quorate needs Node ${NEEDED_NODE} or newer: npm ci brings it along, and npm start uses it`,
      )
}

export interface Port {
  setting: string
  host: string
  port: number
}

/** Checks the ports and the data folder's lock. If the running platform uses them, that is not a fault. */
export async function checkInUse(ports: readonly Port[], folder: string): Promise<Finding[]> {
  const lock = checkLock(folder)
  const isLocked = lock.state === 'failed'
  const own = await Promise.all(ports.map((port) => isLocked && isService(port) && answersAsService(port)))
  const isRunning = own.includes(true)
  const found = ports.map((port, index) => checkPort(port, own[index] || (isRunning && !isService(port))))
  return [...(await Promise.all(found)), isRunning ? ok('data folder in use', 'by the running platform') : lock]
}

const isService = ({ setting }: Port): boolean => setting.endsWith('_HTTP_PORT')

async function answersAsService({ host, port }: Port): Promise<boolean> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/health/live`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    return ((await answer.json()) as { status?: unknown }).status === 'ok'
  } catch {
    return false
  }
}
const ANSWER_MS = 2_000

async function checkPort({ setting, host, port }: Port, isOwn: boolean): Promise<Finding> {
  const check = `port ${port}`
  const code = await listenError(host, port)
  if (code === undefined) return ok(check, port === 0 ? `any (${setting})` : `free (${setting})`)
  if (code === 'EADDRINUSE')
    return isOwn
      ? ok(check, `used by the running platform (${setting})`)
      : failed(
          check,
          `taken (${setting})`,
          `Stop the program that listens there (lsof -i :${port} names it), or set ${setting} to another port`,
        )
  if (code === 'EACCES') return failed(check, `may not be used (${setting})`, `Set ${setting} to a port from 1024`)
  return failed(check, `${code} at ${host} (${setting})`, 'Set HOST to an address of this machine, such as 127.0.0.1')
}

function listenError(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolved) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolved(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolved(undefined)))
  })
}

/** Checks the lock: a folder belongs to one process at a time. */
function checkLock(folder: string): Finding {
  const check = 'data folder in use'
  if (!existsSync(join(folder, '.lock'))) return ok(check, 'by nobody')
  try {
    lockDataDirectory(folder).release()
    return ok(check, 'by nobody')
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse))
      return failed(
        check,
        reasonOf(error),
        `Check the permissions of ${resolve(folder, '.lock')}: a start must be able to write this file`,
      )
    return failed(check, reasonOf(error), 'Stop that process, or set another DATA_DIR')
  }
}

/** Whether this user can use the folder, and nobody else can. A start removes other users' access if possible. */
export function checkFolder(folder: string): Finding {
  const check = 'data folder'
  const path = resolve(folder)
  const above = nearest(path)
  if (!statSync(above).isDirectory()) return failed(check, `${above} is not a folder`, 'Set another DATA_DIR')
  if (above !== path) {
    const fault = accessFault(above)
    return fault === undefined
      ? ok(check, `${path}: a start creates it`)
      : failed(
          check,
          `${path} cannot be created: ${fault}`,
          `Make the user that runs this the owner of ${above} (chown), or set another DATA_DIR`,
        )
  }
  const fault = accessFault(path)
  if (fault !== undefined)
    return failed(check, `${path}: ${fault}`, 'Make the user that runs this its owner: chown -R, and mode 0700')
  const { uid } = process.getuid ? { uid: process.getuid() } : { uid: undefined }
  const names = [path, ...readdirSync(path).map((name) => join(path, name))]
  const stats = names.map((name) => ({ name, stat: lstatSync(name) }))
  const foreign = stats.find(({ stat }) => uid !== undefined && stat.uid !== uid)
  if (foreign) return failed(check, `${foreign.name} belongs to another user`, `chown -R it to the user that runs this`)
  const open = stats.find(
    ({ stat }) => process.platform !== 'win32' && !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0,
  )
  if (open)
    return warning(
      check,
      `others may read ${open.name}`,
      `chmod -R go-rwx ${path}; a start does it, too. Somebody may have copied the keys: replace them`,
    )
  return ok(check, path)
}

function accessFault(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)))

const GIB = 2 ** 30
const LEAST = GIB
const COMFORTABLE = 5 * GIB

export function checkDisk(folder: string): Finding {
  const check = 'disk space'
  const { bavail, bsize } = statfsSync(nearest(resolve(folder)))
  const free = bavail * bsize
  const found = `${(free / GIB).toFixed(1)} GiB free at ${resolve(folder)}`
  if (free < LEAST)
    return failed(
      check,
      found,
      'Make room, or set DATA_DIR to another disk: a full disk stops everything that is written',
    )
  return free < COMFORTABLE
    ? warning(check, found, 'Content and history grow: make room, or set DATA_DIR to another disk')
    : ok(check, found)
}
