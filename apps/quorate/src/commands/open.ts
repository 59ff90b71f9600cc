import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { local } from '../connection/connect.ts'
import { isTerminal } from '../terminal/output.ts'
import { say } from '../terminal/paint.ts'

const CONSOLE_PORT = 3005

/** Opens the console in the browser; prints its address where nobody would see one. */
export async function open({ consoleUrl }: { consoleUrl: string | undefined }): Promise<void> {
  const url = consoleUrl ?? process.env.CONSOLE_URL ?? local('CONSOLE_HTTP_PORT', CONSOLE_PORT)
  say(url)
  const program = browser()
  if (!isTerminal() || program === undefined) return
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  // Where the program is missing, the address that was printed is what there is.
  await Promise.race([once(child, 'spawn'), once(child, 'error')]).catch(() => {})
  child.unref()
}

function browser(): string | undefined {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer.exe'
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}
