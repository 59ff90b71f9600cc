/** Separate PostgreSQL servers and poolers for a test, which it can kill and promote. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const folder = globSync('/usr/lib/postgresql/*/bin').findLast((bin) => existsSync(join(bin, 'initdb')))
const program = (name: string) => join(folder ?? '', name)
const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file))

/** The reason why the tests can't run here, for `skip`. */
export const lacksPostgres = folder ? false : 'needs the programs of PostgreSQL'
export const lacksPgbouncer = pgbouncer ? false : 'needs PgBouncer'

/** PostgreSQL and PgBouncer refuse to run as root. */
const asUser = (() => {
  if (process.getuid?.() !== 0 || !folder) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
})()

export function ownFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quorate-servers-'))
  if (asUser.uid !== undefined) chownSync(made, asUser.uid, asUser.gid)
  return made
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const ended = (file: string, args: string[]) => execFileSync(file, args, { ...asUser, stdio: 'ignore' })

export interface TestServer {
  port: number
  url: string
  folder: string
  /** Like a power cut. */
  kill(): Promise<void>
}

/** Starts a process and waits until it answers a statement on its port. */
async function started(file: string, args: string[], port: number, at: string): Promise<TestServer> {
  const child = spawn(file, args, { ...asUser, stdio: 'ignore' })
  const gone = once(child, 'exit')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  while (!(await answers(url))) if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
  return {
    ...{ port, url, folder: at },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

const serve = (data: string, port: number) =>
  started(
    program('postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', ''],
    port,
    data,
  )

export async function startPrimary(within: string): Promise<TestServer> {
  const data = join(within, 'primary')
  ended(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'])
  return serve(data, await freePort())
}

export async function startStandby(within: string, primary: TestServer): Promise<TestServer & { promote(): void }> {
  const data = join(within, 'standby')
  ended(program('pg_basebackup'), ['-D', data, '-d', primary.url, '-R', '-c', 'fast', '-X', 'stream'])
  const server = await serve(data, await freePort())
  return { ...server, promote: () => void ended(program('pg_ctl'), ['promote', '-w', '-D', data]) }
}

/** A PgBouncer that gives each transaction whichever of two connections to the server is free. */
export async function startPooler(within: string, serverUrl: string): Promise<TestServer> {
  const { hostname, port: serverPort } = new URL(serverUrl)
  const port = await freePort()
  const file = join(within, 'pgbouncer.ini')
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any' },
    ...{ pool_mode: 'transaction', default_pool_size: 2, max_client_conn: 200, min_pool_size: 2 },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `* = host=${hostname} port=${serverPort || 5432} user=postgres`
  await writeFile(file, ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'))
  return started(pgbouncer ?? '', [file], port, within)
}

export const removeFolder = (path: string) => rm(path, { recursive: true, force: true })
