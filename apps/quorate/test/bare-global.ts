/**
 * Runs the client's plain JavaScript under a global object with a browser's globals and none of Node's; needs
 * `--experimental-vm-modules`. Prints what the client did.
 */
import { posix } from 'node:path'
import { createContext, SourceTextModule } from 'node:vm'
import { browserFiles } from '@quorate/client/browser'

const BROWSER = [
  ...['AbortController', 'AbortSignal', 'Blob', 'Event', 'EventTarget', 'FormData', 'Headers', 'Request', 'Response'],
  ...['TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams', 'WebSocket', 'atob', 'btoa', 'crypto', 'fetch'],
  ...['clearInterval', 'clearTimeout', 'queueMicrotask', 'setInterval', 'setTimeout', 'console'],
] as const

const PROGRAM = `
  import { createClient } from './index.js'
  import { keySigner } from './keys.js'
  const client = createClient({ ...given.at, signer: keySigner(given.account) })
  await client.login()
  const wallets = []
  for await (const { wallet } of client.multisig.list('/multisig/wallets')) wallets.push(wallet)
  const socket = await client.live.governance()
  const heard = new Promise((resolve) => socket.onAny(({ event }) => resolve(event)))
  const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
  const ownerAddress = client.accountId
  await client.governance.post('/daos', { body: { name: 'D', description: '', ownerAddress, votingRules } })
  const globals = [typeof Buffer, typeof process, typeof require].join(' ')
  print(JSON.stringify({ globals, accountId: client.accountId, wallets: wallets.length, heard: await heard }))
  socket.close()
  await client.logout()
`

const files = await browserFiles()
const globals = Object.fromEntries(BROWSER.map((name) => [name, (globalThis as Record<string, unknown>)[name]]))
const print = (text: string) => process.stdout.write(text)
const context = createContext({ ...globals, given: JSON.parse(process.argv[2] ?? ''), print })
const modules = new Map<string, SourceTextModule>()

/** One module per file, as in browsers. */
function moduleOf(path: string): SourceTextModule {
  const known = modules.get(path)
  if (known) return known
  const text = files.get(path)
  if (text === undefined) throw new Error(`there is no ${path}`)
  const made = new SourceTextModule(text, { context, identifier: path, importModuleDynamically: importFrom(path) })
  modules.set(path, made)
  return made
}

const resolved = (name: string, from: string) => moduleOf(posix.join(posix.dirname(from), name))

async function run(module: SourceTextModule): Promise<SourceTextModule> {
  if (module.status === 'unlinked') await module.link((name, { identifier }) => resolved(name, identifier))
  await module.evaluate()
  return module
}

/** Imports files that are loaded on demand. */
function importFrom(path: string) {
  return (name: string) => run(resolved(name, path))
}

await run(
  new SourceTextModule(PROGRAM, {
    context,
    identifier: 'program.js',
    importModuleDynamically: importFrom('program.js'),
  }),
)
