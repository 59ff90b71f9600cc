import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const command = fileURLToPath(new URL('../src/main.js', import.meta.url))
const FREE = [
  ...['--port', '--mirror-port', '--mirror-grpc-port', '--mirror-java-port', '--admin-port'],
  ...['--rpc-port', '--rpc-ethereum-port', '--rpc-socket-port'],
].flatMap((o) => [o, '0'])

test('The ledger alone starts on free ports, two days ahead, and stops on a signal', async (t) => {
  const child = spawn(process.execPath, [
    command,
    'localnet',
    '--memory',
    '--clock',
    '+2d',
    '--fault',
    'busy:1:mirror',
    ...FREE,
  ])
  t.after(() => child.kill('SIGKILL'))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(stripVTControlCharacters(line))
    if (line.includes('Ready in')) break
  }
  const [admin, mirror] = ['admin page', 'mirror REST'].map(
    (what) => lines.find((line) => line.includes(what))?.match(/http\S+/)?.[0],
  )
  const status = (await (await fetch(`${admin}/status`)).json()) as { time: string }
  assert.ok(Date.parse(status.time) > Date.now() + 86_400_000)
  assert.equal((await fetch(`${mirror}/network/supply`)).status, 429)
  assert.equal((await fetch(`${mirror}/network/supply`)).status, 200)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})

test('The ledger alone, run through a shell as by npm, ends when the shell does', async () => {
  const line = `'${process.execPath}' '${command}' localnet --memory ${FREE.join(' ')}; :`
  const shell = spawn('sh', ['-c', line], { env: { ...process.env, npm_lifecycle_event: 'npx' } })
  let output = ''
  // The pipe ends with the ledger, which holds it open as long as it runs.
  for await (const text of shell.stdout.setEncoding('utf8')) {
    output += text
    if (output.includes('Ready in')) shell.kill('SIGTERM')
  }
  assert.equal(shell.signalCode, 'SIGTERM')
})

test('A taken port is named, with the option that gives another one', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  for (const options of [
    ['--mirror-port', String(port)],
    ['--web-port', String(port)],
    ['--rpc-port', String(port)],
    ['--nodes', '2', '--node2-port', String(port)],
  ]) {
    const given = [command, 'localnet', '--memory', ...FREE, ...options]
    const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`^Port ${port} is in use: .* give another port with ${options.at(-2)}\n$`))
  }
})

test('An unknown option is named', () => {
  const said = (...options: string[]) =>
    spawnSync(process.execPath, [command, 'localnet', ...options], { encoding: 'utf8' }).stderr.trim()
  assert.equal(said('--port', 'abc'), '--port is "abc": expected an integer from 0 to 65535')
  assert.equal(said('--clock', 'soon'), '--clock is "soon": expected a time like 2030-01-01T00:00:00Z, or +2d')
  assert.equal(said('--fault', 'tired'), '--fault is "tired": expected kind:calls[:on[:ms]], like busy:3:queries')
  assert.match(said('--prot', '1'), /^Unknown option '--prot'/)
})
