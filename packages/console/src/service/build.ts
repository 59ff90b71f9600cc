/** The page to serve: built from its sources if they have changed, or shipped with a published package. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from '@quorate/platform'

const run = promisify(execFile)
const packaged = fileURLToPath(new URL('./console', import.meta.url))
const here = fileURLToPath(new URL('../..', import.meta.url))
/** The sources of the page, relative to the package's folder. */
const SOURCES = [
  'src/page',
  'build.ts',
  '../client/src',
  '../client/generated',
  '../verify/src',
  '../../docs',
  '../../deploy/README.md',
  '../../examples/README.md',
  '../client/README.md',
  '../localnet/README.md',
  '../verify/README.md',
  '../../CHANGELOG.md',
  '../../CONTRIBUTING.md',
  '../../SECURITY.md',
  '../../package-lock.json',
]

/** Returns the folder of the built page. @throws ConfigError if it cannot be built */
export async function pageFolder(): Promise<string> {
  if (existsSync(join(packaged, 'index.html'))) return packaged
  const folder = join(here, 'dist')
  const hash = await hashOfSources()
  const built = await readFile(join(folder, 'sources'), 'utf8').catch(() => '')
  if (built === hash) return folder
  // Builds in a child process, because the 350 MB that a build takes would not be returned to the system. The child
  // does not inherit NODE_OPTIONS, such as a debugger's port.
  const { NODE_OPTIONS: _, ...env } = process.env
  await run(process.execPath, [join(here, 'build.ts')], { env }).catch((cause: unknown) => {
    const missing = missingModule(String((cause as { stderr?: unknown }).stderr ?? ''))
    const reason = missing === undefined ? '' : `: the module ${missing} is not installed`
    const advice = 'Run npm ci, or start only the other services'
    throw new ConfigError(`The page of the console cannot be built${reason}. ${advice}`, { cause })
  })
  return folder
}

/** Returns the module that a build did not find, from the messages of Node and of Vite's bundler. */
export const missingModule = (stderr: string): string | undefined =>
  /(?:Cannot find (?:package|module)|[Ff]ailed to resolve import|[Cc]ould not resolve(?: import)?) ["']([^"']+)["']/.exec(
    stderr,
  )?.[1]

export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(here, source)
    const names = /\.\w+$/.test(source)
      ? ['']
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
          .sort()
    for (const name of names)
      hash
        .update(`${source}${name}\n`)
        .update(await readFile(path + name))
        .update('\n')
  }
  return hash.digest('hex')
}
