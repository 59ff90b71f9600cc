/** `quorate localnet`: the embedded Hedera network alone, for SDKs of any language. */
import { parseArgs } from 'node:util'
import { type Fault, type Localnet, localnet, startAdmin } from '@quorate/localnet'
import { ConfigError } from '@quorate/platform'
import { bold, cyan, dim, say } from '../terminal.ts'

export const localnetHelp = `quorate localnet [options]     a Hedera network in this process, without the platform
  --data-dir <folder>      keep it there (default ./data/localnet); --memory keeps nothing
  --host <address>         default 127.0.0.1
  --port <n>               consensus node (50211)      --mirror-grpc-port <n>  mirror gRPC (5600)
  --mirror-port <n>        mirror REST (5551)          --mirror-java-port <n>  the same once more (8084)
  --admin-port <n>         admin page on loopback (5552); --no-admin leaves it out
  --nodes <n>              consensus nodes on the same ledger, 1 (default) to 3; --node2-port <n> (51211), --node3-port <n> (52211)
  --web-port <n>           gRPC-Web for browsers on loopback (SDKs: 8080); the nodes after the first have the ports after it
  --compat-ports           what other tools expect of a local network: 8080 gRPC-Web, 8545 refuses contract calls, 38081 mirror REST
  --clock <time>           begin at a time: 2030-01-01T00:00:00Z, or +2d, +3h, +10m, -5s from now
  --fault <kind:calls[:on[:ms]]>   busy, unreachable, slow or lost; on transactions, queries or mirror; repeatable
`

const OPTIONS = {
  'data-dir': { type: 'string', default: './data/localnet' },
  memory: { type: 'boolean', default: false },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '50211' },
  nodes: { type: 'string', default: '1' },
  'node2-port': { type: 'string', default: '51211' },
  'node3-port': { type: 'string', default: '52211' },
  'web-port': { type: 'string' },
  'compat-ports': { type: 'boolean', default: false },
  'mirror-grpc-port': { type: 'string', default: '5600' },
  'mirror-port': { type: 'string', default: '5551' },
  'mirror-java-port': { type: 'string', default: '8084' },
  'admin-port': { type: 'string', default: '5552' },
  'no-admin': { type: 'boolean', default: false },
  clock: { type: 'string' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Where other local networks serve these. */
const COMPAT_PORTS = { grpcWeb: 8080, contractCalls: 8545, mirrorRestCompat: 38_081 }

/** Runs until SIGINT or SIGTERM. */
export async function localnetCommand(args: string[]): Promise<void> {
  const options = optionsOf(args)
  if (options.help) {
    process.stdout.write(localnetHelp)
    return
  }
  const started = performance.now()
  const faults = options.fault.map(faultOf)
  const ms = options.clock === undefined ? 0 : offsetOf(options.clock, Date.now())
  const network = await localnet({
    dataDir: options.memory ? undefined : options['data-dir'],
    host: options.host,
    nodes: nodesOf(options),
    ports: {
      grpc: portOf(options, 'port'),
      grpc2: portOf(options, 'node2-port'),
      grpc3: portOf(options, 'node3-port'),
      mirrorGrpc: portOf(options, 'mirror-grpc-port'),
      mirrorRest: portOf(options, 'mirror-port'),
      mirrorRestJava: portOf(options, 'mirror-java-port'),
      ...furtherPorts(options),
    },
  })
  if (ms !== 0) await network.advance(ms)
  for (const fault of faults) await network.setFault(fault)
  const admin = options['no-admin'] ? undefined : await startAdmin(network, portOf(options, 'admin-port'))
  describe(network, admin?.url)
  say(`\nReady in ${((performance.now() - started) / 1000).toFixed(2)} s. Stop with Ctrl-C.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await admin?.close()
      await network.close()
      process.exit(0)
    })
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    throw new ConfigError(
      `${error instanceof Error ? error.message : error}. quorate localnet --help lists the options`,
    )
  }
}

type Options = ReturnType<typeof optionsOf>

function nodesOf({ nodes }: Options): number {
  if (/^[1-3]$/.test(nodes)) return Number(nodes)
  throw new ConfigError(`--nodes is ${JSON.stringify(nodes)}: expected 1, 2 or 3`)
}

/** The ports that are served only where they are asked for. */
function furtherPorts(options: Options) {
  const compat = options['compat-ports'] ? COMPAT_PORTS : {}
  return options['web-port'] === undefined ? compat : { ...compat, grpcWeb: portOf(options, 'web-port') }
}

type PortOption = Extract<keyof Options, `${string}port`>

function portOf(options: Options, name: PortOption) {
  const port = Number(options[name])
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new ConfigError(`--${name} is ${JSON.stringify(options[name])}: expected an integer from 0 to 65535`)
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns how far to move the clock, in milliseconds. @throws ConfigError */
function offsetOf(text: string, now: number): number {
  const relative = /^([+-]\d+)([smhd])$/.exec(text)
  if (relative) return Number(relative[1]) * UNIT_MS[relative[2] as keyof typeof UNIT_MS]
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time - now
  throw new ConfigError(`--clock is ${JSON.stringify(text)}: expected a time like 2030-01-01T00:00:00Z, or +2d`)
}

const FAULT = /^(busy|unreachable|slow|lost):(\d+)(?::(transactions|queries|mirror))?(?::(\d+))?$/

function faultOf(text: string): Fault {
  const match = FAULT.exec(text)
  if (!match)
    throw new ConfigError(`--fault is ${JSON.stringify(text)}: expected kind:calls[:on[:ms]], like busy:3:queries`)
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
  if (admin) line('admin page', admin)
  say(`\n  Accounts ${dim('(their private keys are public: never use them elsewhere)')}`)
  for (const { id, privateKey, keyType } of network.accounts)
    say(`  ${id.padEnd(10)} ${keyType.padEnd(10)} ${dim(privateKey)}`)
}
