/** The whole platform in a separate process, which a test can kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { PrivateKey } from '@hiero-ledger/sdk'
import { type Client, type ClientOptions, createClient, type Signed } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { developmentAccounts } from '@quorate/localnet'

export const command = fileURLToPath(new URL('../src/main.js', import.meta.url))

/** The addresses of its services and of its consensus node. */
export interface Addresses {
  node: string
  multisig: string
  governance: string
  sockets: { multisig: string; governance: string }
  console: string
  /** host:port of the consensus node */
  ledger: string
}

/** An account on the ledger with its key. */
export interface Account {
  id: string
  key: PrivateKey
}

/** An account with its session. */
export interface Person extends Account {
  token: string
  client: Client
}

export interface PlatformProcess {
  child: ChildProcess
  at: Addresses
  mirror: string
  /** Its output so far. */
  output(): string
  /** Kills it immediately, like a power cut. */
  kill(): Promise<void>
  /** Asks it to stop, and returns its exit code. */
  stop(): Promise<number | null>
}

const portNames = [
  'NODE_HTTP_PORT',
  'MULTISIG_HTTP_PORT',
  'MULTISIG_WS_PORT',
  'GOVERNANCE_HTTP_PORT',
  'GOVERNANCE_WS_PORT',
  'CONSOLE_HTTP_PORT',
  'LOCALNET_GRPC_PORT',
  'LOCALNET_MIRROR_GRPC_PORT',
  'LOCALNET_REST_PORT',
  'LOCALNET_REST_JAVA_PORT',
  'LOCALNET_RPC_PORT',
  // Of the three nodes in a guide.
  'FIRST_NODE_PORT',
  'SECOND_NODE_PORT',
  'THIRD_NODE_PORT',
]

/**
 * Free ports for a platform that is restarted on them again and again. They are below the range of outgoing
 * connections, one of which might otherwise take a port while the platform is down.
 */
export async function freePorts(): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const name of portNames) {
    let port: number
    do port = OWN_PORTS + randomInt(PORTS)
    while (given.has(port) || !(await isFree(port)))
    given.add(port)
    ports[name] = String(port)
  }
  return ports
}

/**
 * A platform that is killed and started again needs its ports back. So they are given once, and test processes that run
 * at the same time mostly choose from different ones.
 */
const given = new Set<number>()
const PORTS = 1000
const OWN_PORTS = 15_000 + (process.pid % 17) * PORTS

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Starts it and waits until it reports that it is ready. `flags` are Node's. By default, WebAssembly (PGlite) compiles
 * quickly and runs slower, which suits tests; pass none for a platform that runs as with `npm start`.
 */
export async function startProcess(
  env: Record<string, string>,
  services: string[] = [],
  flags: string[] = ['--liftoff-only'],
): Promise<PlatformProcess> {
  const child = spawn(process.execPath, [...flags, command, 'start', ...services], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_WALLET: '0',
      RATE_LIMIT_ADDRESS: '0',
      NODE_OPTIONS: process.env.CHILD_NODE_OPTIONS ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
      if (output.includes('Ready in')) ready.resolve()
    })
  const exited = once(child, 'exit') as Promise<[number | null]>
  exited.then(([code]) => ready.reject(new Error(`the platform ended with ${code}:\n${output}`)))
  await ready.promise
  const at = (port: string) => `http://127.0.0.1:${env[port]}`
  return {
    child,
    at: {
      node: at('NODE_HTTP_PORT'),
      multisig: at('MULTISIG_HTTP_PORT'),
      governance: at('GOVERNANCE_HTTP_PORT'),
      sockets: { multisig: at('MULTISIG_WS_PORT'), governance: at('GOVERNANCE_WS_PORT') },
      console: at('CONSOLE_HTTP_PORT'),
      ledger: `127.0.0.1:${env.LOCALNET_GRPC_PORT}`,
    },
    mirror: at('LOCALNET_REST_PORT'),
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** Runs the command to its end, in the environment of a platform. */
export async function runCommand(env: Record<string, string>, given: string[]) {
  const child = spawn(process.execPath, [command, ...given], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Logs an account in with its key. */
export async function login(at: Omit<ClientOptions, 'signer'>, { id, key }: Account): Promise<Person> {
  const client = createClient({ ...at, signer: keySigner({ accountId: id, privateKey: key.toStringDer() }) })
  const { accessToken } = await client.login()
  return { id, key, token: accessToken, client }
}

/** Signs the bytes of a request without any check, for tests of other things than signing. */
export async function signBlindly(
  { accountId, signer, multisig }: Client,
  request: { jobId: string; bodyBytes: string; historyId?: string; walletId?: string | null },
): Promise<Signed> {
  if (!signer) throw new Error('the client has no signer')
  const { jobId, bodyBytes, historyId, walletId } = request
  const signature = await signer.signBody(Buffer.from(bodyBytes, 'base64'))
  return multisig.post('/multisig/transaction/sign/{jobId}', {
    path: { jobId },
    body: {
      ...(walletId ? { walletId } : {}),
      ...(historyId ? { historyId } : {}),
      ...{ senderId: accountId, signature: `0x${Buffer.from(signature).toString('hex')}` },
    },
  })
}

/** The owners of the embedded ledger's first development accounts, logged in. */
export const owners = (at: Addresses, count: number): Promise<Person[]> =>
  Promise.all(
    developmentAccounts()
      .filter(({ id, keyType }) => id !== '0.0.2' && keyType === 'ed25519')
      .slice(0, count)
      .map(({ id, privateKey }) => login(at, { id, key: PrivateKey.fromStringDer(privateKey) })),
  )

/** Moves the clock of the platform and its embedded ledger, by its console. Clocks of SDKs stay behind. */
export async function passTime({ at: { console: origin } }: Pick<PlatformProcess, 'at'>, ms: number): Promise<void> {
  const answer = await fetch(`${origin}/api/development/clock`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
