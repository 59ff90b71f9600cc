import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { local, placesOf } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import { isTerminal } from '../terminal/output.ts'
import { say } from '../terminal/paint.ts'

const CONSOLE_PORT = 3005
const ANSWER_MS = 3_000

/** Opens the console in the browser; prints its address if nobody would see a browser. */
export async function open({ consoleUrl }: { consoleUrl: string | undefined }): Promise<void> {
  const url = consoleUrl ?? (await localPage())
  say(url)
  const program = browser()
  if (!isTerminal() || program === undefined) return
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  // If the program is missing, the user has the printed address.
  await Promise.race([once(child, 'spawn'), once(child, 'error')]).catch(() => {})
  child.unref()
}

/** The address of the local platform's console or, without one, of its API pages. */
async function localPage(): Promise<string> {
  const pages = [local('CONSOLE_HTTP_PORT', CONSOLE_PORT), `${placesOf({}).places.node}/api/docs`]
  for (const page of pages) if (await answers(page)) return page
  throw new Failure(
    'unreachable',
    `Nothing answers at ${pages.join(' or ')}: start the platform (npm start), or set --console-url`,
  )
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    async ({ ok, body }) => {
      await body?.cancel()
      return ok
    },
    () => false,
  )

function browser(): string | undefined {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer.exe'
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}
