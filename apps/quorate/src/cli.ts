/** The command `quorate`. */
import { withPlainIds } from './connection/typed-ids.ts'
import { withTimes } from './connection/typed-times.ts'
import { exitCodeOf, explain, explainAsJson } from './explain.ts'
import { type CommandTable, type HandlersOf, table } from './table/commands.ts'
import type { Table } from './table/declare.ts'
import { parsersEnd, program } from './table/program.ts'
import { version } from './version.ts'

// Only the user of this process may read the files that it writes.
process.umask(0o077)

/** The files of the groups. Each is loaded when one of its commands is called. */
const groups: { [G in keyof CommandTable]: () => Promise<HandlersOf<G>> } = {
  start: () => import('./commands/start.ts'),
  localnet: () => import('./commands/localnet.ts'),
  tour: () => import('./commands/tour.ts'),
  open: () => import('./commands/open.ts'),
  doctor: () => import('./commands/doctor.ts'),
  jobs: () => import('./commands/jobs.ts'),
  backup: () => import('./commands/backup.ts'),
  move: () => import('./commands/move.ts'),
  session: () => import('./commands/session.ts'),
  email: () => import('./commands/email.ts'),
  notices: () => import('./commands/notices.ts'),
  wallet: () => import('./commands/wallet.ts'),
  template: () => import('./commands/template.ts'),
  role: () => import('./commands/role.ts'),
  limit: () => import('./commands/limit.ts'),
  request: () => import('./commands/request.ts'),
  dao: () => import('./commands/dao.ts'),
  proposal: () => import('./commands/proposal.ts'),
  draft: () => import('./commands/draft.ts'),
  vote: () => import('./commands/vote.ts'),
  networkKey: () => import('./commands/network-key.ts'),
  recount: () => import('./commands/recount.ts'),
  tx: () => import('./commands/tx.ts'),
  ipfs: () => import('./commands/ipfs.ts'),
  token: () => import('./commands/token.ts'),
  network: () => import('./commands/network.ts'),
  dkg: () => import('./commands/dkg.ts'),
  api: () => import('./commands/api.ts'),
  completion: () => import('./commands/completion.ts'),
}

let isJson = false
let takesUrl = false
async function run(group: string, command: string, given: Record<string, unknown>): Promise<void> {
  isJson = given.json === true
  takesUrl = 'url' in given
  const handlers = (await groups[group as keyof CommandTable]()) as unknown as Record<
    string,
    (given: object) => Promise<void>
  >
  const declared = (table as Table)[group]?.commands[command]
  await handlers[command]?.(declared ? await withTimes(declared, withPlainIds(declared, given)) : given)
}

/** A recount's exit code 1 means that the result is wrong, so any other error exits with 2. */
const isRecount = process.argv[2] === 'recount'
// The program that reads the output may have ended, as with `| head`.
if (!isRecount) process.stdout.on('error', () => process.exit())

const root = program(
  table,
  { name: 'quorate', summary: 'Wallets with several owners, and votes, on the Hedera ledger', version },
  run,
)
try {
  const [first, ...others] = process.argv.slice(2)
  // The parser's own `help` does not know the commands of a group.
  const given = first === undefined ? ['--help'] : first === 'help' ? [...others, '--help'] : [first, ...others]
  await root.parseAsync(given, { from: 'user' })
} catch (error) {
  const end = parsersEnd(error)
  if (end !== undefined) process.exitCode = end
  else {
    process.stderr.write(`${isJson ? explainAsJson(error, { takesUrl }) : explain(error, { takesUrl })}\n`)
    process.exit(isRecount ? 2 : exitCodeOf(error))
  }
}
