/** The limits of this machine, measured in the same run as the results that are compared with them. */
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseServer } from '@quorate/platform'
import { call } from './client.ts'
import { perSecond } from './measure.ts'

export function nativeVerifications(): Promise<number> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const message = Buffer.alloc(200, 1)
  const signature = sign(null, message, privateKey)
  return perSecond(
    () => {
      for (let index = 0; index < 100; index++) verify(null, message, publicKey, signature)
    },
    1,
    1,
  ).then((hundreds) => hundreds * 100)
}

export interface BareRoute {
  url: string
  pid: number | undefined
  stop(): void
}

/** A bare Fastify route in another process. */
export const startBareRoute = (): Promise<BareRoute> => startBare('./bare-route.ts')

async function startBare(file: string, ...given: string[]): Promise<BareRoute> {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { url: /http:\S+/.exec(String(line))?.[0] ?? '', pid: child.pid, stop: () => void child.kill() }
}

/** Requests per second of a bare Fastify route. */
export async function bareRoute(atOnce: number): Promise<number> {
  const { url, stop } = await startBareRoute()
  const rate = await perSecond(() => call(url, 'GET'), atOnce, 3)
  stop()
  return rate
}

/** Requests created, signed and executed per second by bare routes: they store the same rows, without any checks. */
export async function bareLifeCycles(where: string, atOnce: number): Promise<number> {
  const { url, stop } = await startBare('./bare-life-cycle.ts', where)
  const post = (path: string, body: object) => call(url + path, 'POST', undefined, body)
  const rate = await perSecond(
    async () => {
      const { jobId } = await post('/request', { amount: 100, receiver: '0.0.1002', tokenId: 'HBAR' })
      for (const key of ['one', 'two']) await post('/sign', { jobId, key })
      await post('/execute', { jobId })
    },
    atOnce,
    6,
  )
  stop()
  return rate
}

/** One-row commits per second. */
export async function commits(server: DatabaseServer, atOnce: number): Promise<number> {
  const database = await server.open<{ 'bench.row': { id: string; data: string } }>({
    schema: 'bench',
    migrations: {
      '001': {
        up: (db) =>
          db.schema
            .createTable('bench.row')
            .addColumn('id', 'text', (id) => id.primaryKey())
            .addColumn('data', 'text')
            .execute(),
      },
    },
  })
  const row = () => ({ id: crypto.randomUUID(), data: 'x'.repeat(100) })
  return perSecond(() => database.change((trx) => trx.insertInto('bench.row').values(row()).execute()), atOnce, 3)
}
