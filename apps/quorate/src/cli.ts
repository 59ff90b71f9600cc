/** The command `quorate`. */
import { explain } from './explain.ts'

const help = `quorate start [service...]   start the platform, or only these services: node, multisig, governance
quorate tour                 play the main job against a running platform
quorate localnet [options]   a Hedera network alone, for SDKs of any language (--help lists the options)
quorate recount <proposal>   count a proposal's votes again, from what stands on the ledger

Settings come from the environment: see docs/configuration.md.
`

const [command = 'help', ...rest] = process.argv.slice(2)
try {
  if (command === 'start') await (await import('./commands/start.ts')).startCommand(rest)
  else if (command === 'recount') await (await import('./commands/recount.ts')).recountCommand(rest)
  else if (command === 'tour') await (await import('./commands/tour.ts')).tourCommand()
  else if (command === 'localnet') await (await import('./commands/localnet.ts')).localnetCommand(rest)
  else {
    process.stdout.write(help)
    if (!['help', '--help', '-h'].includes(command)) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
