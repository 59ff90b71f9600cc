/**
 * Loaded into each thread of the attacked process before its own code. Measures the turns of the event loop in the
 * processor time of its thread, so that waiting for a busy machine does not count. Sends its measurements over a Unix
 * socket.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

/** One turn of an event loop that took longer than {@link REPORTED_MS}. */
export interface Stall {
  /** 0 is the services' thread; the embedded ledger has its own. */
  thread: number
  /** Processor time that the thread used in this turn. */
  ownMs: number
  wallMs: number
}

export interface Observation {
  stalls: Stall[]
  rss: number
  heapUsed: number
}

const TICK_MS = 5
const REPORTED_MS = 50

const channel = new BroadcastChannel('quorate-watch')
channel.unref()

function watchThread(): void {
  let wall = performance.now()
  let cpu = process.threadCpuUsage()
  setInterval(() => {
    const used = process.threadCpuUsage(cpu)
    const now = performance.now()
    const stall: Stall = { thread: threadId, ownMs: (used.user + used.system) / 1000, wallMs: now - wall }
    wall = now
    cpu = process.threadCpuUsage()
    if (stall.ownMs > REPORTED_MS) channel.postMessage(stall)
    if (stall.ownMs > REPORTED_MS && isMainThread) stalls.push(stall)
  }, TICK_MS).unref()
}

const stalls: Stall[] = []

function answerObservations(socket: string): void {
  channel.onmessage = ({ data }) => stalls.push(data as Stall)
  channel.unref()
  const server = createServer((request, response) => {
    if (request.url === '/gc') for (let i = 0; i < 3; i++) globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    response.end(JSON.stringify({ stalls: stalls.splice(0), rss, heapUsed } satisfies Observation))
  })
  server.unref()
  server.listen(socket)
}

const socket = process.env.WATCH_SOCKET
// The first process listens on the socket. Programs that it starts find it in use, and are not measured.
if (socket && !(isMainThread && existsSync(socket))) {
  watchThread()
  if (isMainThread) answerObservations(socket)
}
