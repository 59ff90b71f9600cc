/**
 * `npm run image`: writes `deploy/out`, the folder that `deploy/Containerfile` is built in: the package `quorate`
 * installed from its tarball, and the Node that runs this. `npm run pack` comes first.
 */
import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'deploy/out')
const app = join(out, 'app')

await rm(out, { recursive: true, force: true })
await mkdir(app, { recursive: true })
await writeFile(join(app, 'package.json'), '{"private":true}\n')
// The optional dependencies are the Node binaries of the package. The image has its own Node.
const options = ['--omit=optional', '--no-audit', '--no-fund', '--no-save']
execFileSync('npm', ['install', ...options, join(root, 'pack/out/quorate-0.1.0.tgz')], { cwd: app, stdio: 'inherit' })
await copyFile(process.execPath, join(out, 'node'))
await chmod(join(out, 'node'), 0o755)
