#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to read TypeScript can still say so.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** A recount ends with 1 only where the published result does not hold: whatever goes wrong on this machine ends it with 2. */
const isRecount = process.argv[2] === 'recount'
const failed = isRecount ? 2 : 1
if (isRecount) {
  // Nobody may read the output any more, so that writing what is wrong could fail, too.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(failed))
  // Rejections that nobody handles come here, too.
  process.on('uncaughtException', (error) => {
    process.exitCode = failed
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`, () => process.exit(failed))
  })
}

const needed = 26
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `This is Node ${process.versions.node}, but Quorate needs Node ${needed} or newer: run it through npm (npm start), which brings its own\n`,
  )
  process.exit(failed)
}
// Later starts reuse the compiled code. Where Node cannot write the folder, it compiles at each start.
nodeModule.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/quorate', import.meta.url)))
await import('./cli.ts')
