#!/usr/bin/env node
/** The command of the package `@quorate/localnet`: `npx @quorate/localnet --help`. */
import { localnetCommand } from '../apps/quorate/src/commands/localnet.ts'
import { explain } from '../apps/quorate/src/explain.ts'

try {
  await localnetCommand(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
