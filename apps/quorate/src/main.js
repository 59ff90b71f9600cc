#!/usr/bin/env node
// Plain JavaScript, so that a Node too old to read TypeScript can still say so.
const needed = 26
if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `This is Node ${process.versions.node}, but Quorate needs Node ${needed} or newer: run it through npm (npm start), which brings its own\n`,
  )
  process.exit(1)
}
await import('./cli.ts')
