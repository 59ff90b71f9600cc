/**
 * Runs the tests. Test files of one package share processes, since importing what they test takes longer than most of
 * them: each process gets a module that imports several of them. Names or globs of files choose, and other arguments go
 * to `node --test`. Without names, it runs all but those of `--long`: the files `*.long.test.ts`, which kill processes,
 * attack, or generate thousands of cases, and the files with a `TEST_LONG` variant, which it sets. `--browser` chooses
 * what runs in a browser, which it requires; `--unit` what starts nothing.
 *
 * With `--again`, up to eight files that failed are run once more, alone, and named if they pass then. Errors that an
 * operation answered and its description does not name are listed at the end; generated requests find others each time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { undeclaredErrors } from './recorded-errors.ts'

const ALL = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts']
const FILES_PER_PROCESS = 8
/** A test that takes longer counts as hanging and fails, so that it does not block the run. */
const HANGS_MS = 300_000
const LONG_HANGS_MS = 1_800_000
/** If more files, or processes, fail, the cause is neither a crash nor load. */
const MAX_AGAIN = FILES_PER_PROCESS

/**
 * Files that need a separate process: they change `Date`, measure the heap, block threads or end processes. Those that
 * take minutes get one, too, so that they run beside each other. Those of `apps` start the whole platform, unless they
 * start nothing.
 */
const ALONE =
  /^packages\/localnet\/test\/(crash|failure|large-transactions|stakes|staking|work-of-transactions)\.|^packages\/node\/test\/(generated|rotation|shared-key)\./
/**
 * Tests begin only after all files of their process are imported, because some files open networks during import, which
 * are closed after the last test. A failed test may leave a server or a database open. So half a minute after the last
 * test the process exits with an error that names what is open.
 */
const GATE = `
import { after, before } from 'node:test'
export const imported = Promise.withResolvers()
before(() => imported.promise)
after(() => {
  setTimeout(() => {
    console.error('Still open after the last test:', process.getActiveResourcesInfo().join(', '))
    process.exit(1)
  }, 30_000).unref()
})
`

/** Matches files that start a service, a ledger, a database or a process. */
const STARTS =
  /from '(\.\/(?!arbitraries)|node:(http|net|child_process)|@quorate\/(localnet|\w+\/testing))|openDatabase|testDatabase/

/** Matches files that open a browser. */
const IN_BROWSER = /from '\.\/(browser|stage)\.ts'/

const given = process.argv.slice(2)
const isUnit = given.includes('--unit')
const isLong = given.includes('--long')
const isBrowser = given.includes('--browser')
const isAgain = given.includes('--again')
const options = given.filter(
  (one) => one.startsWith('-') && !['--unit', '--long', '--browser', '--again'].includes(one),
)
const patterns = given.filter((one) => !one.startsWith('-'))

const LONG = /\.long\.test\.ts$/
const isChosen = (file: string): boolean => {
  const text = readFileSync(file, 'utf8')
  if (isBrowser) return IN_BROWSER.test(text)
  if (isLong) return LONG.test(file) || text.includes('TEST_LONG')
  if (patterns.length > 0) return true
  return !LONG.test(file) && !(isUnit && STARTS.test(text))
}
const files = globSync(patterns.length ? patterns : ALL)
  .sort()
  .filter(isChosen)
if (!files.length) throw new Error('No test file was chosen')

/** Short files run last, so that both cores are busy until the end. */
const SHORT = /^packages\/(health|ledger|localnet)\//

const isAlone = (file: string): boolean =>
  ALONE.test(file) || (file.startsWith('apps/') && STARTS.test(readFileSync(file, 'utf8')))

/** Files in the order in which they are run, with those of one process together. */
function processes(): string[][] {
  if (isUnit) return [files]
  const packages = Map.groupBy(files, (file) => (isAlone(file) ? file : file.split('/', 2).join('/')))
  const together = [...packages.values()].flatMap((own) => {
    const count = Math.ceil(own.length / FILES_PER_PROCESS)
    const size = Math.ceil(own.length / count)
    return Array.from({ length: count }, (_, index) => own.slice(index * size, (index + 1) * size))
  })
  return together.sort(([a = ''], [b = '']) => Number(SHORT.test(a)) - Number(SHORT.test(b)))
}

const folder = mkdtempSync(join(tmpdir(), 'quorate-tests-'))
writeFileSync(join(folder, 'gate.mjs'), GATE)
/** The folder where tests record the errors of operations. */
const errors = join(folder, 'errors')
mkdirSync(errors)

/** Writes a module that imports these files, to run them in one process. */
function moduleOf(own: string[], index: number): string {
  const module = join(folder, `${String(index + 1).padStart(3, '0')}-${own[0]?.replaceAll('/', '-')}`)
  const imports = own.map((file) => `import '${pathToFileURL(resolve(file))}'\n`)
  writeFileSync(module, `import { imported } from './gate.mjs'\n${imports.join('')}imported.resolve()\n`)
  return module
}

const setup = isUnit ? [] : ['--test-global-setup=./test/setup.ts']
const hangsMs = isLong ? LONG_HANGS_MS : HANGS_MS
const hangs = `--test-timeout=${hangsMs}`
// The embedded database runs for so short a time that the optimising WebAssembly compiler does not pay off.
const flags = ['--liftoff-only', '--test', hangs, ...setup, ...options]

/**
 * Runs the groups of files, each in a process. Returns the exit code, and what failed: single files, or the group of a
 * process that failed without a test.
 */
async function run(groups: string[][], concurrency: number): Promise<{ code: number; failing: string[][] }> {
  const modules = groups.map(moduleOf)
  const list = join(folder, 'failing-files')
  const reporters = ['spec', 'stdout', './test/failing-files.ts', list]
  const reporting = reporters.map((one, index) => `--test-reporter${index % 2 ? '-destination' : ''}=${one}`)
  const child = spawn(
    process.execPath,
    [...flags, `--test-concurrency=${concurrency}`, ...(isAgain ? reporting : []), ...modules],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        // Each process imports much of what the one before it has compiled.
        NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests'),
        RECORD_ERRORS: errors,
        ...(isLong && { TEST_LONG: '1' }),
        ...(isBrowser && { REQUIRE_BROWSER: '1' }),
      },
    },
  )
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  const failing = isAgain ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
  const filesOf = (path: string) => groups[modules.indexOf(path)] ?? [relative('.', path)]
  return { code: code ?? 1, failing: failing.map(filesOf) }
}

const say = (text: string): void => void process.stdout.write(`\n${text}\n`)
// One more than there are processors: tests also wait for processes that they start.
const first = await run(processes(), availableParallelism() + 1)
let { code } = first
const names = first.failing.flat().join(', ')
if (first.failing.length > 0 && first.failing.length <= MAX_AGAIN) {
  say(`Once more, alone: ${names}`)
  code = (await run(first.failing, 1)).code
  if (code === 0) say(`Passed at the second try only, so load or a seed decides: ${names}`)
}
const undeclared = undeclaredErrors(errors)
if (undeclared.length > 0) {
  const list = undeclared.map(({ operation, status, code, message }) => `  ${operation}: ${status} ${code}: ${message}`)
  say(`Answered, but not in the \`errors\` of the route's schema:\n${list.join('\n')}`)
}
rmSync(folder, { recursive: true })
process.exitCode = code
