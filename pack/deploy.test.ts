/**
 * Tests the files of `deploy/`: builds and runs the image, and has other files read by the programs that use them.
 * Parts are skipped if their programs are not installed. REQUIRE_TOOLS names programs that must be installed, as in CI.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@quorate/quorate/testing'

const run = promisify(execFile)
const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))
/** The maximum time for the process in the image to become ready. */
const READY_MS = 120_000

/** The reason to skip a part, or false. */
function missing(...commands: string[]): string | false {
  const absent = commands.filter((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
  const required = process.env.REQUIRE_TOOLS?.split(' ') ?? []
  if (!absent.length || absent.some((command) => required.includes(command))) return false
  return `not installed: ${absent.join(', ')}`
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorate-deploy-'))
})
after(() => rm(folder, { recursive: true, force: true }))

describe('The image', { skip: missing('buildah', 'mmdebstrap', 'unshare', 'chroot') }, () => {
  let root: string
  const buildah = async (...given: string[]): Promise<string> => {
    const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
    const { stdout } = await run('buildah', [...store, ...given], { maxBuffer: 1e8 })
    return stdout.trim()
  }

  before(async () => {
    const base = join(folder, 'base.tar')
    await run('mmdebstrap', ['--variant=minbase', '--include=libatomic1,ca-certificates', 'bookworm', base])
    const empty = await buildah('from', 'scratch')
    await buildah('add', '-q', empty, base, '/')
    await buildah('commit', '-q', '--rm', empty, 'localhost/base')
    const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base']
    await buildah('bud', ...options, '-f', join(deploy, 'Containerfile'), '-t', 'quorate', join(deploy, 'out'))
    root = await buildah('mount', await buildah('from', 'localhost/quorate'))
  })

  test('runs as a separate user on a read-only root, becomes ready, and exits with 0 on SIGTERM', async () => {
    const image = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/quorate'))
    const { User, Env, Entrypoint, Cmd, Volumes } = image.Docker.config
    const { id, ports } = { id: '10001', ports: await freePorts() }
    assert.deepEqual([User, Entrypoint, Cmd, Volumes], [`${id}:${id}`, ['quorate'], ['start'], { '/data': {} }])
    // Does what a container engine does, in separate namespaces, which end with the process.
    const mounts = [
      'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"',
      'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp"',
      `mount -t tmpfs -o mode=700,uid=${id},gid=${id} tmpfs "$0/data"`,
      `exec chroot --userspec=${id}:${id} "$0" env -i "$@"`,
    ].join(' && ')
    const env = {
      ...Object.fromEntries(Env.map((one: string) => one.split(/=(.*)/s).slice(0, 2))),
      ...ports,
      PUBLIC_URL: `http://127.0.0.1:${ports.NODE_HTTP_PORT}`,
      CONSOLE_URL: `http://127.0.0.1:${ports.CONSOLE_HTTP_PORT}`,
    }
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const child = spawn('unshare', ['--mount', 'sh', '-c', mounts, root, ...settings, ...Entrypoint, ...Cmd])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    const ended = once(child, 'exit')
    for (let waited = 0; !output.includes('Ready in'); waited += 100) {
      assert.ok(child.exitCode === null && waited < READY_MS, output)
      await sleep(100)
    }
    assert.equal((await fetch(`${env.PUBLIC_URL}/health/ready`)).status, 200)
    assert.match(await (await fetch(env.CONSOLE_URL)).text(), /<script type="module"/)
    const { stdout: status } = await run('cat', [`/proc/${child.pid}/status`])
    assert.match(status, new RegExp(`^Uid:\\s+${id}\\s+${id}\\s+${id}`, 'm'))
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], output)
  })
})

test('HAProxy accepts its configuration', { skip: missing('haproxy') }, async () => {
  await run('haproxy', ['-c', '-f', join(deploy, 'haproxy.cfg')])
})

test('docker-compose takes compose.yaml, in which every service of the platform runs', {
  skip: missing('docker-compose'),
}, async () => {
  for (const name of ['compose.yaml', 'haproxy.cfg']) await cp(join(deploy, name), join(folder, name))
  await cp(join(deploy, 'quorate.env.example'), join(folder, 'quorate.env'))
  const { stdout } = await run('docker-compose', ['-f', join(folder, 'compose.yaml'), 'config', '--services'])
  assert.deepEqual(
    new Set(['node', 'multisig', 'governance', 'console']).difference(new Set(stdout.split('\n'))),
    new Set(),
  )
})

test('Kustomize makes each overlay, and every container in it has a read-only root and no capabilities', {
  skip: missing('kubectl'),
}, async () => {
  for (const overlay of ['base', 'overlays/try', 'overlays/production']) {
    const { stdout } = await run('kubectl', ['kustomize', join(deploy, 'kubernetes', overlay)])
    const containers = stdout.match(/^\s+image: .*quorate.*$/gm)?.length ?? 0
    assert.ok(containers >= 4, overlay)
    assert.equal(stdout.match(/readOnlyRootFilesystem: true/g)?.length, containers, overlay)
    assert.equal(stdout.match(/drop:\n\s+- ALL/g)?.length, containers, overlay)
  }
})

test('systemd accepts the unit, and rates its exposure as low', {
  skip: missing('systemd-analyze'),
}, async () => {
  // The program is not installed here. systemd-analyze must find no other fault.
  const unit = join(folder, 'quorate@.service')
  const text = await readFile(join(deploy, 'systemd/quorate@.service'), 'utf8')
  await writeFile(unit, text.replace('/opt/quorate/node_modules/.bin/quorate', '/bin/true'))
  const { stderr } = await run('systemd-analyze', ['verify', unit])
  assert.equal(stderr, '')
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit])
  assert.match(stdout, /Overall exposure level/)
})
