#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to read TypeScript can still say so.
import { spawn } from 'node:child_process'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A recount exits with 1 only if the published result is wrong. Any failure of this machine exits with 2. */
const isRecount = process.argv[2] === 'recount'
const failed = isRecount ? 2 : 1
if (isRecount) {
  // Nobody may be reading the output any more, so writing the error could fail, too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(failed))
  // Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error) => {
    process.exitCode = failed
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () => process.exit(failed))
  })
}

const NEEDED_NODE = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED_NODE) runWithOwnNode()
else await run()

async function run() {
  // Later starts reuse the compiled code. If Node cannot write to the folder, it compiles at each start.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/quorate', import.meta.url)))
  await import('./cli.ts')
}

/**
 * Runs the same command with the Node that npm installed with us, in a process that shares our signals and exit code.
 */
function runWithOwnNode() {
  const program = ownNode()
  if (program === undefined) {
    process.stderr.write(
      `This is Node ${process.versions.node}, but Quorate needs Node ${NEEDED_NODE} or newer: run it through npm (npm start), which brings its own\n`,
    )
    process.exit(failed)
  }
  const child = spawn(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${program} cannot be run: ${error.message}\n`)
    process.exit(failed)
  })
  const endOf = (signal) => (isRecount ? failed : 128 + constants.signals[signal])
  child.on('exit', (code, signal) => process.exit(code ?? endOf(signal)))
}

/** The npm packages that contain Node are optional dependencies: at most one of them fits this machine. */
function ownNode() {
  const { platform, arch } = process
  const require = nodeModule.createRequire(import.meta.url)
  for (const name of [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`]) {
    try {
      return join(dirname(require.resolve(`${name}/package.json`)), 'bin', platform === 'win32' ? 'node.exe' : 'node')
    } catch {
      // The package is not installed.
    }
  }
  return undefined
}
