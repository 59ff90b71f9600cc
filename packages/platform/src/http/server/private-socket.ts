/**
 * A second entrance to an HTTP server: a Unix socket (on Windows a named pipe) that only programs of the same user can
 * open. The console uses it, and its `X-Forwarded-For` and `Host` are trusted.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The remote address of these connections. No TCP connection can have this source address (RFC 1122 §3.2.1.3), so it
 * can be listed among the addresses of proxies.
 */
export const PRIVATE_ADDRESS = '0.0.0.0'

/** The addresses whose `X-Forwarded-For` is trusted. */
export const trustedProxies = (given: readonly string[] = []): string[] => [...given, PRIVATE_ADDRESS]

export interface PrivateEntrance {
  /** For `net.connect`. */
  path: string
  close(): Promise<void>
}

export async function openPrivateEntrance(server: Server): Promise<PrivateEntrance> {
  const isWindows = process.platform === 'win32'
  // Other users cannot enter a folder that mkdtemp creates.
  const folder = isWindows ? undefined : await mkdtemp(join(tmpdir(), 'quorate-'))
  const path = folder === undefined ? `\\\\.\\pipe\\quorate-${randomUUID()}` : join(folder, 'http')
  const entrance = createServer((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: PRIVATE_ADDRESS })
    server.emit('connection', socket)
  })
  entrance.listen(path)
  await once(entrance, 'listening')
  return {
    path,
    async close() {
      // Its connections end when the server's connections do.
      entrance.close()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
