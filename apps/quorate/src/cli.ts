/** The command `quorate`. */
import { explain } from './explain.ts'

// Only the user of this process may read the files that it writes.
process.umask(0o077)

const help = `quorate start [service...]   start the platform, or only these services: node, multisig, governance, console
quorate tour                 play the main job against a running platform
quorate localnet [options]   a Hedera network alone, for SDKs of any language (--help lists the options)
quorate recount <proposal>   count a proposal's votes again, from what stands on the ledger
quorate tx show <bytes>      what the bytes of a transaction say, field by field; asks nobody
quorate jobs [--resume <id>] list the jobs that are set aside, or have one begun again

Settings come from the environment: see docs/configuration.md.
`

const [command = 'help', ...rest] = process.argv.slice(2)
try {
  if (command === 'start') await (await import('./commands/start.ts')).startCommand(rest)
  else if (command === 'recount') await (await import('./commands/recount.ts')).recountCommand(rest)
  else if (command === 'tx') await (await import('./commands/tx.ts')).txCommand(rest)
  else if (command === 'jobs') await (await import('./commands/jobs.ts')).jobsCommand(rest)
  else if (command === 'tour') await (await import('./commands/tour.ts')).tourCommand()
  else if (command === 'localnet') await (await import('./commands/localnet.ts')).localnetCommand(rest)
  else {
    process.stdout.write(help)
    if (!['help', '--help', '-h'].includes(command)) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  // Exit code 2 says that the recount could not be made, so that nothing is known about the result.
  process.exit(command === 'recount' ? 2 : 1)
}
