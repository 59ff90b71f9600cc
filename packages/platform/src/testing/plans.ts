/** Reports how PostgreSQL executes the statements of a service, by its module auto_explain. */
import { Client } from 'pg'
import pino from 'pino'
import { closingWith, openTestDatabase, type TestDatabase, testServerDatabase } from './server-database.ts'

/** A node of a plan, as `explain (analyze, format json)` shows it; counts are averages over the loops. */
interface PlanNode {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

interface Explained {
  'Query Text': string
  Plan: PlanNode
}

/** More rows than any page has. Smaller tables may be read completely. */
const MAX_ROWS = 1_000

/**
 * PostgreSQL reports each plan in a notice. Plans are generic, like those of prepared statements after five uses, so a
 * partial index must fit all values of the parameters.
 */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_level': 'notice',
  plan_cache_mode: 'force_generic_plan',
}

/**
 * A new database on the server, to check its query plans.
 * @param serverUrl A user that may load auto_explain.
 */
export async function explainingDatabase(serverUrl: string): Promise<{
  server: TestDatabase
  /** Runs statements that are not checked, such as those that fill tables. */
  run(...statements: string[]): Promise<void>
  /**
   * The statements since the last call that read more rows than a page has but use few of them. Each is listed once.
   */
  slow(): string[]
}> {
  const { url, drop } = await testServerDatabase(serverUrl)
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const explaining = new URL(url)
  explaining.searchParams.set('options', options.join(' '))
  const server = await openTestDatabase(explaining.href, pino({ level: 'silent' }))
  const found = new Set<string>()
  server.pool?.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const json = /^duration: [\d.]+ ms {2}plan:\n/.exec(message)
      if (!json) return
      const { 'Query Text': text, Plan } = JSON.parse(message.slice(json[0].length)) as Explained
      for (const fault of faultsOf(Plan)) found.add(`${fault}: ${text.replaceAll(/\s+/g, ' ')}`)
    })
  })
  return {
    server: closingWith(server, drop),
    async run(...statements) {
      const client = new Client({ connectionString: url })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
    slow() {
      const all = [...found].filter((fault) => !fault.startsWith('pgboss.'))
      found.clear()
      return all
    },
  }
}

function faultsOf(node: PlanNode): string[] {
  const { 'Node Type': type, 'Actual Loops': loops } = node
  const rows = node['Actual Rows'] * loops
  const removed = (node['Rows Removed by Filter'] ?? 0) * loops
  const table = `${node.Schema}.${node['Relation Name']}`
  const isScan = node['Relation Name'] !== undefined && type !== 'ModifyTable'
  const faults = [
    isScan && type === 'Seq Scan' && rows + removed > MAX_ROWS && `${table} is read whole`,
    isScan && removed > MAX_ROWS && `${table}: ${removed} rows are read and not used`,
    isScan && type !== 'Seq Scan' && rows > MAX_ROWS && `${table}: ${rows} rows are read`,
  ].filter((fault) => fault !== false)
  return [...faults, ...(node.Plans ?? []).flatMap(faultsOf)]
}
