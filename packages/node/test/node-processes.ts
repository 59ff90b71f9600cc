/** Nodes in separate processes, on one embedded ledger and one clock. Each can be killed, as in a power failure. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { keyToSdk, openLedger, readNetwork, signerFromText } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import { testClock } from '@quorate/platform/testing'
import type { SharedKeyOut } from '../src/answers/shared-key.ts'
import type { SigningAnswer, SigningQuestion } from '../src/shared-key/signing/questions.ts'
import { type Ask, CHAIN, type Harness, loggedIn, machineClock } from './harness.ts'
import { createTopic, type Front, openFront } from './members.ts'

/** The account that is an operator of all nodes. */
const ADMIN = '0.0.1026'

/** A question and a member's answer, as a man in the middle sees them. */
export interface Exchange {
  question: SigningQuestion
  answer: Partial<SigningAnswer>
}
/** Changes a member's answer; undefined means no answer at all. */
export type Lie = (exchange: Exchange) => object | undefined

interface Running {
  child: ChildProcess
  url: string
  /** Listeners for a ceremony's phase, or for the next `round` of heartbeats. */
  seen: ((phase: string) => void)[]
}

export type NodeProcesses = Awaited<ReturnType<typeof openNodeProcesses>>

export interface ProcessOptions {
  /** For measurements: the nodes have the time of the machine, and run with the flags of `npm start`. */
  isMeasured?: boolean
  env?: Record<string, string>
}

export async function openNodeProcesses(
  ids: readonly string[],
  threshold: number,
  { isMeasured = false, env: more = {} }: ProcessOptions = {},
) {
  const clock = isMeasured ? machineClock() : testClock()
  const network = await localnet({
    clock: { now: () => BigInt(clock.now()) * 1_000_000n },
    ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quorate-processes-'))
  const topic = await createTopic(network, clock)
  const running = new Map<string, Running>()
  const lies = new Map<string, Lie>()
  const exchanges: Exchange[] = []
  const signers = new Map(network.accounts.map(({ id, privateKey }) => [id, signerFromText(privateKey)]))
  const embedded = {
    grpc: network.grpc,
    mirrorUrl: network.mirrorRest,
    operator: { id: ADMIN, key: network.accounts.find(({ id }) => id === ADMIN)?.privateKey ?? assert.fail() },
  }
  const ledger = openLedger({ ...readNetwork(CHAIN, {}, embedded), clock, mirrorTimeoutMs: 20_000 })
  const entrances = new Map<string, { url: string; close(): void }>()
  const mirrors = new Map<string, Front>()
  for (const id of ids) {
    entrances.set(id, await createEntrance(id))
    const mirror = await openFront()
    mirror.targets.push(network.mirrorRest)
    mirrors.set(id, mirror)
  }
  const members = ids.map((walletId) => ({
    walletId,
    url: entrances.get(walletId)?.url,
    publicKey: keyToSdk((signers.get(walletId) ?? assert.fail()).publicKey).toString(),
  }))
  const list = join(folder, 'members.json')
  await writeFile(list, JSON.stringify({ members }))
  const env = {
    ...{ NETWORK_MEMBERS: list, DKG_TOPIC: topic, NETWORK_HEARTBEAT: '50', NETWORK_THRESHOLD: String(threshold) },
    ...{ ADMIN_WALLETS: ADMIN, TRUSTED_PUBLISHERS: ids[0] ?? '' },
    ...more,
  }

  /** A proxy whose address is known before the member's process runs. Records the nonces that the member signs with. */
  async function createEntrance(id: string) {
    const server = createServer(async (request, response) => {
      try {
        const given = await text(request)
        const to = `${(running.get(id) ?? assert.fail()).url}${request.url}`
        const { method = 'GET' } = request
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(to, { method, headers, ...(given ? { body: given } : {}) })
        let body = await answer.text()
        if (request.url === '/smart-node/dkg/shares' && answer.ok) {
          const exchange = { question: JSON.parse(given), answer: JSON.parse(body) }
          exchanges.push(exchange)
          const told = lies.has(id) ? lies.get(id)?.(exchange) : exchange.answer
          if (told === undefined) return
          body = JSON.stringify(told)
        }
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
      } catch {
        response.destroy()
      }
    })
    // Otherwise an idle connection could be closed just as the next request arrives on it.
    server.keepAliveTimeout = 0
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close(): void {
        server.close()
        server.closeAllConnections()
      },
    }
  }

  const nodes = {
    ids,
    clock,
    exchanges,
    lies,
    signers,
    mirror: (id: string): Front => mirrors.get(id) ?? assert.fail(id),
    /** Starts a node's process, with its earlier data if it ran before. */
    async start(id: string): Promise<void> {
      const dataDir = join(folder, id)
      await mkdir(dataDir, { recursive: true })
      const { grpc, mirrorRest, accounts } = network
      const config = {
        ...{ network: { grpc, mirrorRest, accounts }, operatorId: id, dataDir, env },
        ...(isMeasured ? {} : { now: clock.now() }),
        mirrorUrl: nodes.mirror(id).url,
      }
      const flags = isMeasured ? [] : ['--liftoff-only']
      const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'programs/whole-node.ts')], {
        env: { PATH: process.env.PATH, NODE_CONFIG: JSON.stringify(config) },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const started = Promise.withResolvers<string>()
      const one: Running = { child, url: '', seen: [] }
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith('{')) return
        const { url, phase } = JSON.parse(line)
        if (url) started.resolve(url)
        for (const seen of [...one.seen]) seen(phase)
      })
      child.once('exit', (code) => {
        started.reject(new Error(`${id} ended with ${code}`))
        for (const seen of [...one.seen]) seen('exit')
      })
      one.url = await started.promise
      running.set(id, one)
    },
    startAll: (some: readonly string[] = ids) => Promise.all(some.map(nodes.start)),
    /** Kills a node's process immediately. */
    async kill(id: string): Promise<void> {
      const { child } = running.get(id) ?? assert.fail(id)
      running.delete(id)
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    /** Processor time of all nodes together so far, in milliseconds (Linux; proc(5), /proc/[pid]/stat). */
    processorMs: (): number =>
      [...running.values()]
        .map(({ child }) => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [])
        .reduce((sum, fields) => sum + 10 * (Number(fields[11]) + Number(fields[12])), 0),
    /** Kills a node's process and erases its data, as when it loses its disk. */
    async lose(id: string): Promise<void> {
      await nodes.kill(id)
      await rm(join(folder, id), { recursive: true, force: true })
    },
    /**
     * Resolves when the node has seen this phase of a ceremony. Call this before the action that leads to the phase.
     */
    reached: (id: string, ...phases: string[]): Promise<void> =>
      new Promise((resolve) => {
        const { seen } = running.get(id) ?? assert.fail(id)
        seen.push(function see(phase) {
          if (!phases.includes(phase)) return
          seen.splice(seen.indexOf(see), 1)
          resolve()
        })
      }),
    /** Advances the clock of all nodes. */
    async advance(ms: number): Promise<void> {
      await clock.advance(ms)
      for (const { child } of running.values()) child.stdin?.write(`${ms}\n`)
    },
    /** The node with the functions that helpers of other tests use. */
    harness(id: string): Harness {
      // A restarted process has another address.
      const at = (): string => (running.get(id) ?? assert.fail(id)).url
      const ask = async (path: string, { method, body, token }: Ask = {}) => {
        const headers = {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        }
        const answer = await fetch(at() + path, {
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const cookies = new Map(answer.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]))
        return { status: answer.status, body: await answer.json(), headers: answer.headers, cookies }
      }
      const parts = { clock, network, ledger, signers, ask }
      return Object.defineProperty(parts, 'url', { get: at }) as unknown as Harness
    },
    async call(id: string, path: string, body: object = {}) {
      const harness = nodes.harness(id)
      return harness.ask(`/smart-node/dkg${path}`, { method: 'POST', body, token: await loggedIn(harness, ADMIN) })
    },
    told: async (id: string): Promise<SharedKeyOut> => (await nodes.harness(id).ask('/smart-node/dkg')).body,
    /** Waits until a node's answer satisfies `isSo`. Asks again after each round of heartbeats. */
    async until(id: string, isSo: (told: SharedKeyOut) => boolean): Promise<void> {
      for (;;) {
        const next = nodes.reached(id, 'round', 'exit')
        if (isSo(await nodes.told(id))) return
        await next
      }
    },
    async [Symbol.asyncDispose]() {
      for (const id of [...running.keys()]) await nodes.kill(id)
      for (const { close } of [...entrances.values(), ...mirrors.values()]) close()
      ledger.close()
      await network.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return nodes
}
