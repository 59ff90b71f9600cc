/**
 * Checks that apply to every process: its disk, its memory, and the servers it uses. Each service adds checks for its
 * parts.
 */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { freemem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type Check, Down } from './check.ts'

const MB = 1024 * 1024
const mb = (bytes: number): number => Math.floor(bytes / MB)

/** Up if `ping` resolves; for the database and the cache. */
export const pingCheck = (ping: () => Promise<unknown>, timeoutMs?: number): Check => ({
  check: async () => {
    await ping()
    return undefined
  },
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})

/** Down when the disk of `path`, which need not exist yet, has less than `minFreeMb` available to this process. */
export const diskCheck = ({ path, minFreeMb }: { path: string; minFreeMb: () => number }): Check => ({
  async check() {
    const { bavail, bsize, blocks } = await statfsAbove(path)
    const figures = { freeMb: mb(bavail * bsize), totalMb: mb(blocks * bsize), limitMb: minFreeMb() }
    if (figures.freeMb >= figures.limitMb) return figures
    const message = `the drive of DATA_DIR has ${figures.freeMb} MB free, less than ${figures.limitMb}: make room, or lower HEALTH_DISK_FREE_MB`
    throw new Down(message, figures)
  },
})

/**
 * Figures of the nearest existing folder at or above `path`. A service that stores nothing in DATA_DIR does not create
 * that folder.
 */
async function statfsAbove(path: string): Promise<StatsFs> {
  try {
    return await statfs(path)
  } catch (error) {
    const above = dirname(resolve(path))
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || above === resolve(path)) throw error
    return statfsAbove(above)
  }
}

/** Down when the resident memory of this process is more than `maxRssMb`; 0 means unlimited. */
export const memoryCheck = ({ maxRssMb }: { maxRssMb: () => number }): Check => ({
  check() {
    const { rss, heapUsed } = process.memoryUsage()
    const figures = { rssMb: mb(rss), heapUsedMb: mb(heapUsed), freeMb: mb(freemem()), limitMb: maxRssMb() }
    if (figures.limitMb === 0 || figures.rssMb <= figures.limitMb) return figures
    throw new Down(`the process holds ${figures.rssMb} MB, more than HEALTH_MEMORY_MB, ${figures.limitMb}`, figures)
  },
})

/** Up if the `/health` of another service answers 200. @param url its address; a function is called at each check */
export const serviceCheck = (url: string | (() => string)): Check => ({
  check: (signal) => expectOk(new URL('/health', typeof url === 'string' ? url : url()).href, signal),
})

/** Up if `url`, such as a mirror's, answers 2xx. Answers and logs do not show the user and password in it. */
export const urlCheck = (url: string): Check => ({ check: (signal) => expectOk(url, signal) })

async function expectOk(text: string, signal: AbortSignal): Promise<undefined> {
  const url = new URL(text)
  const { username, password } = url
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers: Record<string, string> = username || password ? { authorization: `Basic ${credentials}` } : {}
  url.username = ''
  url.password = ''
  const answer = await fetch(url, { signal, headers })
  await answer.body?.cancel()
  if (answer.ok) return
  throw new Down(`it answers ${answer.status}`)
}

/** Up if any of these addresses (`host:port`), such as a ledger's nodes, accepts a TCP connection. */
export const reachCheck = (addresses: readonly string[]): Check => ({
  async check(signal) {
    const tries = addresses.map((address) => reach(address, signal))
    return Promise.any(tries).catch(() => {
      throw new Down(addresses.length === 1 ? 'its node cannot be reached' : 'none of its nodes can be reached')
    })
  },
})

function reach(address: string, signal: AbortSignal): Promise<undefined> {
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(address.slice(colon + 1)), signal })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve(undefined)
    })
  })
}
