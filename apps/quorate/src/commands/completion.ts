import { type CommandTable, table } from '../table/commands.ts'
import { completionFor } from '../table/completion.ts'
import type { Given } from '../table/declare.ts'
import { say } from '../terminal/paint.ts'

export async function completion({
  shell,
}: Given<CommandTable['completion']['commands']['completion']>): Promise<void> {
  say(completionFor(shell, table))
}
