#!/usr/bin/env node
/** The command of the package `@quorate/localnet`: `npx @quorate/localnet --help`. */
import { localnet } from '../apps/quorate/src/commands/localnet.ts'
import { exitCodeOf, explain } from '../apps/quorate/src/explain.ts'
import { table } from '../apps/quorate/src/table/commands.ts'
import { parsersEnd, single } from '../apps/quorate/src/table/program.ts'

try {
  await single('quorate-localnet', table.localnet.commands.localnet, localnet).parseAsync()
} catch (error) {
  const end = parsersEnd(error)
  if (end !== undefined) process.exit(end)
  process.stderr.write(`${explain(error)}\n`)
  process.exit(exitCodeOf(error))
}
