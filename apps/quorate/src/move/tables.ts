/** The tables of a database, from its catalog. */
import type { DatabaseSession } from '@quorate/platform'

export interface Column {
  /** As written in a statement. */
  name: string
  type: string
}

export interface Table {
  /** With its schema, as written in a statement. */
  name: string
  /** Without generated columns. */
  columns: Column[]
}

export interface Sequence {
  name: string
  /** null if the sequence has not been used yet. */
  lastValue: string | null
}

/** A table with one partition per day. Its data is not needed. */
const LEFT_OUT = ['pgboss.queue_stats']

const OURS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** All tables of services and jobs, each after the tables that it refers to. A partitioned table is one table. */
export async function tablesIn(session: DatabaseSession): Promise<Table[]> {
  const { rows } = await session.query(
    `select c.oid::regclass::text as name, json_agg(json_build_array(quote_ident(a.attname),
        format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition and c.oid::regclass::text <> all($1)
     group by c.oid order by 1`,
    [LEFT_OUT],
  )
  const tables = rows.map(({ name, columns }) => ({
    name: String(name),
    columns: (columns as [string, string][]).map(([name, type]) => ({ name, type })),
  }))
  return referredFirst(tables, await references(session))
}

/** The tables that each table refers to, by name. References of a partition belong to its table. */
async function references(session: DatabaseSession): Promise<Map<string, Set<string>>> {
  const { rows } = await session.query(
    `select coalesce(i.inhparent, f.conrelid)::regclass::text as "from", f.confrelid::regclass::text as "to"
     from pg_constraint f left join pg_inherits i on i.inhrelid = f.conrelid
     where f.contype = 'f' and f.conrelid <> f.confrelid`,
  )
  const found = new Map<string, Set<string>>()
  for (const row of rows) {
    const [from, to] = [String(row.from), String(row.to)]
    found.set(from, (found.get(from) ?? new Set()).add(to))
  }
  return found
}

function referredFirst(tables: Table[], references: Map<string, Set<string>>): Table[] {
  const placed = new Set<string>()
  const ordered: Table[] = []
  const place = (table: Table): void => {
    if (placed.has(table.name)) return
    placed.add(table.name)
    for (const other of references.get(table.name) ?? []) tables.filter(({ name }) => name === other).forEach(place)
    ordered.push(table)
  }
  tables.forEach(place)
  return ordered
}

export async function sequencesIn(session: DatabaseSession): Promise<Sequence[]> {
  const { rows } = await session.query(
    `select c.oid::regclass::text as name, pg_sequence_last_value(c.oid)::text as last
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'S' order by 1`,
  )
  return rows.map(({ name, last }) => ({ name: String(name), lastValue: last === null ? null : String(last) }))
}

/** Returns which of the schemas in `among` the database has. */
export async function schemasIn(session: DatabaseSession, among: readonly string[]): Promise<string[]> {
  const { rows } = await session.query('select nspname as name from pg_namespace where nspname = any($1)', [among])
  return rows.map(({ name }) => String(name))
}
