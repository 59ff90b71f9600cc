/** `quorate localnet`: runs only the embedded Hedera network, for SDKs of any language. */
import { type Fault, type Localnet, localnet as openLocalnet, startAdmin } from '@quorate/localnet'
import { createLifecycle } from '@quorate/platform/lifecycle'
import { takenPortIn } from '../doctor/ports.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import { dashed, type Given } from '../table/declare.ts'
import { note } from '../terminal/output.ts'
import { bold, cyan, dim, say } from '../terminal/paint.ts'

type Options = Given<CommandTable['localnet']['commands']['localnet']>

/** Runs until SIGINT or SIGTERM; under npm, until npm ends. */
export async function localnet(options: Options): Promise<void> {
  try {
    await open(options)
  } catch (error) {
    throw takenPort(error, options) ?? error
  }
}

/** The error for a port that another program listens on, with the option that gives another one. */
function takenPort(error: unknown, options: Options): Failure | undefined {
  const port = takenPortIn(error)
  if (port === undefined) return undefined
  const taken = `Port ${port} is in use: stop the program that listens there, or`
  const option = optionOf(port, options)
  const advice = option === undefined ? 'leave out --compat-ports' : `give another port with --${dashed(option)}`
  return new Failure('failed', `${taken} ${advice}`, 'PORT_IN_USE')
}

/** The option that decides the port; undefined for a port of other tools, which cannot be changed. */
function optionOf(port: number, options: Options): PortOption | undefined {
  const own = PORT_OPTIONS.find((name) => Number(options[name]) === port)
  if (own) return own
  const { grpcWeb }: { grpcWeb?: number } = furtherPorts(options)
  return grpcWeb !== undefined && port >= grpcWeb && port < grpcWeb + Number(options.nodes) ? 'webPort' : undefined
}

async function open(options: Options): Promise<void> {
  const started = performance.now()
  const faults = options.fault.map(faultOf)
  const ms = options.clock === undefined ? 0 : offsetOf(options.clock, Date.now())
  const lifecycle = createLifecycle({ logger: { info() {}, error: (_: unknown, why?: string) => note(why ?? '') } })
  const network = await openLocalnet({
    dataDir: options.memory ? undefined : options.dataDir,
    host: options.host,
    nodes: Number(options.nodes),
    ports: {
      grpc: portOf(options, 'port'),
      grpc2: portOf(options, 'node2Port'),
      grpc3: portOf(options, 'node3Port'),
      mirrorGrpc: portOf(options, 'mirrorGrpcPort'),
      mirrorRest: portOf(options, 'mirrorPort'),
      mirrorRestJava: portOf(options, 'mirrorJavaPort'),
      rpc: portOf(options, 'rpcPort'),
      rpcSocket: portOf(options, 'rpcSocketPort'),
      rpcEthereum: portOf(options, 'rpcEthereumPort'),
      ...furtherPorts(options),
    },
  })
  lifecycle.onStop('the ledger', () => network.close())
  if (ms !== 0) await network.advance(ms)
  for (const fault of faults) await network.setFault(fault)
  const admin = options.noAdmin ? undefined : await startAdmin(network, portOf(options, 'adminPort'))
  if (admin) lifecycle.onStop('the admin page', () => admin.close())
  lifecycle.stopOnSignals()
  describe(network, admin?.url)
  say(`\nReady in ${((performance.now() - started) / 1000).toFixed(2)} s. Stop with Ctrl-C.`)
}

/** The ports that other local networks use for these services. */
const COMPAT_PORTS = { grpcWeb: 8080, mirrorRestCompat: 38_081 }

/** The ports that are served only on request. */
function furtherPorts(options: Options) {
  const compat = options.compatPorts ? COMPAT_PORTS : {}
  return options.webPort === undefined ? compat : { ...compat, grpcWeb: portOf(options, 'webPort') }
}

type PortOption = Extract<keyof Options, 'port' | `${string}Port`>
const PORT_OPTIONS = [
  ...(['port', 'node2Port', 'node3Port', 'webPort'] as const),
  ...(['mirrorGrpcPort', 'mirrorPort', 'mirrorJavaPort', 'adminPort'] as const),
  ...(['rpcPort', 'rpcSocketPort', 'rpcEthereumPort'] as const),
] satisfies PortOption[]

function portOf(options: Options, name: PortOption) {
  const port = Number(options[name])
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw wrong(`--${dashed(name)} is ${JSON.stringify(options[name])}: expected an integer from 0 to 65535`)
}

const wrong = (message: string): Failure => new Failure('usage', message)

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns how far to move the clock, in milliseconds. @throws Failure */
function offsetOf(text: string, now: number): number {
  const relative = /^([+-]\d+)([smhd])$/.exec(text)
  if (relative) return Number(relative[1]) * UNIT_MS[relative[2] as keyof typeof UNIT_MS]
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time - now
  throw wrong(`--clock is ${JSON.stringify(text)}: expected a time like 2030-01-01T00:00:00Z, or +2d`)
}

const FAULT = /^(busy|unreachable|slow|lost):(\d+)(?::(transactions|queries|mirror))?(?::(\d+))?$/

function faultOf(text: string): Fault {
  const match = FAULT.exec(text)
  if (!match) throw wrong(`--fault is ${JSON.stringify(text)}: expected kind:calls[:on[:ms]], like busy:3:queries`)
  const [, kind, calls, on, ms] = match
  return {
    kind: kind as Fault['kind'],
    calls: Number(calls),
    ...(on ? { on: on as NonNullable<Fault['on']> } : {}),
    ...(ms ? { delayMs: Number(ms) } : {}),
  }
}

function describe(network: Localnet, admin: string | undefined): void {
  const line = (what: string, where: string) => say(`  ${what.padEnd(16)} ${cyan(where)}`)
  const [, ...others] = network.nodes
  say(bold(others.length === 0 ? 'A Hedera network of one node' : `A Hedera network of ${network.nodes.length} nodes`))
  line('consensus node', `${network.grpc} ${dim(`(node ${network.nodeAccountId}; Client.forLocalNode())`)}`)
  for (const { grpc, nodeAccountId } of others) line('consensus node', `${grpc} ${dim(`(node ${nodeAccountId})`)}`)
  for (const { grpcWeb, nodeAccountId } of network.nodes)
    if (grpcWeb) line('gRPC-Web', `${grpcWeb} ${dim(`(node ${nodeAccountId})`)}`)
  line('mirror REST', `${network.mirrorRest}/api/v1`)
  line('mirror gRPC', network.mirrorGrpc)
  if (network.rpc) line('JSON-RPC', `${network.rpc} ${dim('(chain 298; the same by WebSocket)')}`)
  if (admin) line('admin page', admin)
  say(`\n  Accounts ${dim('(their private keys are public: never use them elsewhere)')}`)
  for (const { id, privateKey, keyType } of network.accounts)
    say(`  ${id.padEnd(10)} ${keyType.padEnd(10)} ${dim(privateKey)}`)
}
