/**
 * Updates the tables of `docs/reference/conformance.md` from the results of third-party test suites. `npm run
 * docs:conformance -- --tck <folder> --sdk <folder> --examples <folder> --gateway <file> --pinning <file>` writes those
 * that are given.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseJson } from '@quorate/platform'

const PAGE = new URL('../../../../docs/reference/conformance.md', import.meta.url)

/** The results of a kit: JSON files of mocha's reporter, with only the fields that are read here. */
interface MochaReport {
  readonly tests: readonly MochaTest[]
  readonly pending: readonly MochaTest[]
  readonly failures: readonly MochaTest[]
}

interface MochaTest {
  /** The path of the test's file; its folder is the service. */
  readonly file: string
  readonly fullTitle: string
}

interface Counts {
  passing: number
  skipped: number
  failing: number
}

/** The tables of the kit, by service and by file, and the list of its failures. */
export function kitTables(reports: readonly MochaReport[]): string {
  const [services, files] = [new Map<string, Counts>(), new Map<string, Counts>()]
  const count = (tests: readonly MochaTest[], kind: keyof Counts, by: 1 | -1 = 1) => {
    for (const { file } of tests) {
      const [service = '', name = ''] = file.split('/').slice(-2)
      for (const [counts, key] of [[services, service] as const, [files, name] as const]) {
        const row = counts.get(key) ?? { passing: 0, skipped: 0, failing: 0 }
        row[kind] += by
        counts.set(key, row)
      }
    }
  }
  for (const { tests, pending, failures } of reports) {
    count(tests, 'passing')
    for (const [others, kind] of [[pending, 'skipped'] as const, [failures, 'failing'] as const]) {
      count(others, kind)
      count(others, 'passing', -1)
    }
  }
  const failed = reports.flatMap(({ failures }) => failures.map(({ fullTitle }) => `- ${fullTitle}\n`))
  return [countTable('service', services), countTable('file', files), failed.sort().join('')].join('\n')
}

function countTable(what: string, counts: ReadonlyMap<string, Counts>): string {
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { passing, skipped, failing }]) => `| ${name} | ${passing} | ${skipped} | ${failing} |\n`)
  return `| ${what} | passing | skipped | failing |\n|---|--:|--:|--:|\n${rows.join('')}`
}

/** The results of a suite: a JSON file of vitest's reporter, with only the fields that are read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** The number of passing, skipped and failing tests of each suite, and the list of failing tests. */
export function suiteTable(suites: readonly { name: string; report: VitestReport }[]): string {
  const counts = new Map<string, Counts>()
  const failed: string[] = []
  for (const { name: suite, report } of suites) {
    const row = { passing: 0, skipped: 0, failing: 0 }
    counts.set(suite, row)
    for (const { name: file, assertionResults } of report.testResults)
      for (const { fullName, status } of assertionResults) {
        row[status === 'passed' ? 'passing' : status === 'failed' ? 'failing' : 'skipped']++
        if (status === 'failed') failed.push(`- \`${basename(file)}\`: ${fullName}\n`)
      }
  }
  return [countTable('suite', counts), failed.sort().join('')].join('\n')
}

/** The output of one example; its last line is `exit <code>`. */
export interface ExampleLog {
  readonly name: string
  readonly text: string
}

const STACK = /^ +at .*:\d+:\d+\)?$/m
const VERDICTS = ['runs clean', 'needs contracts', 'needs the internet', 'ends otherwise'] as const

/** An example runs clean if it ends with 0 and prints no stack trace. */
export function verdictOf({ text }: ExampleLog): (typeof VERDICTS)[number] {
  if (/\nexit 0\s*$/.test(text) && !STACK.test(text)) return 'runs clean'
  if (/NOT_SUPPORTED|runs no contracts/.test(text)) return 'needs contracts'
  return /ENOTFOUND|EAI_AGAIN|ENETUNREACH/.test(text) ? 'needs the internet' : 'ends otherwise'
}

/** How many examples have each verdict, with the names of those that do not run clean. */
export function exampleTable(logs: readonly ExampleLog[]): string {
  const rows = VERDICTS.map((verdict) => {
    const names = logs.filter((log) => verdictOf(log) === verdict).map(({ name }) => `\`${name}\``)
    return `| ${verdict} | ${names.length} | ${verdict === 'runs clean' ? '' : names.sort().join(', ')} |\n`
  })
  return `| verdict | examples | |\n|---|--:|---|\n${rows.join('')}`
}

/** The cases of the gateway's suite by group: how many passed, and the names of the others. */
export type GatewayResults = Readonly<Record<string, { readonly passed: number; readonly failed: readonly string[] }>>

/** The cases of each group, and how many of them passed. */
export function gatewayTable(results: GatewayResults): string {
  const rows = Object.entries(results).map(
    ([group, { passed, failed }]) => [group, passed, passed + failed.length] as const,
  )
  const sum = (column: 1 | 2): number => rows.reduce((all, row) => all + row[column], 0)
  const lines = [...rows, ['all', sum(1), sum(2)] as const].map(
    ([group, passed, cases]) => `| ${group} | ${cases} | ${passed} |\n`,
  )
  return `| group | cases | passed |\n|---|--:|--:|\n${lines.join('')}`
}

const SUMMARY_LINE = /^ {2}(?:🟢|❌) \[(.+)\]\(#/gmu
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/**
 * A table of how many expectations of each check passed and failed, made from the Markdown report of the Pinning
 * Service API's suite.
 */
export function pinningTable(report: string): string {
  const rows = [...report.matchAll(SUMMARY_LINE)].map(([, title = '']) => {
    const section = report.slice(report.indexOf(`\n## ${title} - `))
    const [, passing = '0', all = '0'] = /^### Expectations \((\d+)\/(\d+) successful\)/m.exec(section) ?? []
    return `| ${title.replace(UUID, '…')} | ${passing} | ${Number(all) - Number(passing)} |\n`
  })
  return `| check | passing | failing |\n|---|--:|--:|\n${rows.join('')}`
}

/** The page with new content between the two comments that mark a section. */
export function withSection(page: string, section: string, content: string): string {
  const [begin, end] = [`<!-- ${section}: made by npm run docs:conformance -->\n`, `<!-- end of ${section} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/reference/conformance.md has no section ${section}`)
  return `${page.slice(0, from + begin.length)}\n${content}\n${page.slice(to)}`
}

async function filesOf(folder: string, extension: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension)).sort()
  return Promise.all(
    names.map(async (name) => ({ name: basename(name, extension), text: await readFile(join(folder, name), 'utf8') })),
  )
}

if (import.meta.main) {
  const folder = { type: 'string' } as const
  const { values } = parseArgs({
    options: { tck: folder, sdk: folder, examples: folder, gateway: folder, pinning: folder },
  })
  let page = await readFile(PAGE, 'utf8')
  if (values.tck) {
    const reports = (await filesOf(values.tck, '.json')).map(({ text }) => parseJson(text) as MochaReport)
    page = withSection(page, 'tck', kitTables(reports))
  }
  if (values.sdk) {
    const files = await filesOf(values.sdk, '.json')
    const suites = files.map(({ name, text }) => ({ name, report: parseJson(text) as VitestReport }))
    page = withSection(page, 'sdk', suiteTable(suites))
  }
  if (values.examples) page = withSection(page, 'examples', exampleTable(await filesOf(values.examples, '.log')))
  if (values.gateway)
    page = withSection(
      page,
      'gateway',
      gatewayTable(parseJson(await readFile(values.gateway, 'utf8')) as GatewayResults),
    )
  if (values.pinning) page = withSection(page, 'pinning', pinningTable(await readFile(values.pinning, 'utf8')))
  await writeFile(PAGE, page)
}
