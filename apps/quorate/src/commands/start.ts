import { portsOf, takenPortIn } from '../doctor/ports.ts'
import { Failure } from '../exit-codes.ts'
import { type Running, startPlatform } from '../platform.ts'
import { type ServiceName, serviceNames, settingsFor } from '../settings.ts'
import { bold, cyan, dim, say, step } from '../terminal/paint.ts'

/** `quorate start [service...]`: runs these services (default: all) until SIGINT or SIGTERM. */
export async function start(given: { services: ServiceName[]; pairAnew: boolean }): Promise<void> {
  const { services: named, pairAnew } = given
  const services = named.length > 0 ? named : serviceNames
  const started = performance.now()
  say(bold('Quorate'))
  const running = await startPlatform(services, { env: process.env, step, pairAnew }).catch((error: unknown) => {
    throw takenPort(error) ?? error
  })
  running.lifecycle.stopOnSignals()
  describe(running)
  say(`\nReady in ${((performance.now() - started) / 1000).toFixed(2)} s. Stop with Ctrl-C.`)
}

/** The error for a port that another program listens on, with the setting that names the port. */
function takenPort(error: unknown): Failure | undefined {
  const taken = takenPortIn(error)
  if (taken === undefined) return undefined
  const settings = portsOf(settingsFor(serviceNames, process.env), true).filter(({ port }) => port === taken)
  const names = settings.map(({ setting }) => setting)
  return new Failure(
    'failed',
    `Port ${taken} is in use: stop the program that listens there, or set ${names.join(' or ')} to another port`,
    'PORT_IN_USE',
  )
}

function describe({ addresses, localnet }: Running): void {
  const line = (what: string, where: string) => say(`  ${what.padEnd(22)} ${cyan(where)}`)
  say()
  if (addresses.console) line('console', addresses.console)
  if (addresses.node) line('node API', `${addresses.node}/api/docs`)
  if (addresses.multisig) line('multi-signature API', `${addresses.multisig}/api/docs`)
  if (addresses.sockets) line('sockets', `${addresses.sockets}/multisig`)
  if (addresses.governance) line('governance API', `${addresses.governance}/api/docs`)
  if (addresses.governanceSockets) line('sockets', `${addresses.governanceSockets}/dao_events`)
  if (!localnet) return
  line('consensus node', `${localnet.grpc} ${dim('(node 0.0.3; Client.forLocalNode())')}`)
  line('mirror REST', `${localnet.mirrorRest}/api/v1`)
  line('mirror gRPC', localnet.mirrorGrpc)
  if (localnet.rpc) line('JSON-RPC', `${localnet.rpc} ${dim('(chain 298)')}`)
  say(
    `\n  Development accounts of the embedded ledger ${dim('(their private keys are public: never use them elsewhere)')}`,
  )
  for (const { id, privateKey, keyType } of localnet.accounts)
    say(`  ${id.padEnd(10)} ${keyType.padEnd(10)} ${dim(privateKey)}`)
}
