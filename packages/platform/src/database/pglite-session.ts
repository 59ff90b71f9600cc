import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'
import {
  changesSchema,
  type DatabaseSession,
  isChange,
  mayChangeSchema,
  type Row,
  type StatementResult,
} from './connection.ts'

const { serialize } = protocol
const PREPARED_STATEMENTS = 500

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>

interface Statement {
  name: string
  /** How to write each value as text, by the type that the server gave its parameter. */
  encoders: (((value: unknown) => string) | undefined)[]
  columns: { name: string; parse: ((text: string) => unknown) | undefined }[]
}

/**
 * Speaks PostgreSQL's extended protocol with PGlite: it binds and executes a prepared statement in one call.
 * `PGlite.query` needs six calls, because it parses, describes and plans the statement each time. That is four times
 * slower.
 */
export class PgliteSession implements DatabaseSession {
  readonly release: () => void
  /** The number of rows changed since it was last set to 0. */
  changedRows = 0
  readonly #pglite: PGlite
  readonly #evicted: string[] = []
  readonly #statements = new LRUCache<string, Statement>({
    max: PREPARED_STATEMENTS,
    dispose: ({ name }) => this.#evicted.push(name),
  })
  #count = 0

  constructor(pglite: PGlite, release: () => void) {
    this.#pglite = pglite
    this.release = release
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<StatementResult> {
    const statement = this.#statements.get(sql) ?? (await this.#prepare(sql))
    const encoded = values.map((value, i) => encode(value, statement.encoders[i]))
    const sent = await this.#send(serialize.bind({ statement: statement.name, values: encoded }), serialize.execute({}))
    const answer = read(sent, statement)
    this.changedRows += answer.affectedRows
    // PostgreSQL refuses a prepared plan if its result would now have other columns.
    if (changesSchema(answer.command)) this.#statements.clear()
    return answer
  }

  async script(sql: string): Promise<StatementResult[]> {
    if (mayChangeSchema(sql)) this.#statements.clear()
    try {
      const results = await this.#pglite.exec(sql)
      return results.map(({ rows, affectedRows }) => ({
        rows: rows as Row[],
        command: '',
        affectedRows: affectedRows ?? 0,
      }))
    } catch (error) {
      await this.#pglite.exec('ROLLBACK')
      throw error
    }
  }

  async #prepare(sql: string): Promise<Statement> {
    const name = `q${++this.#count}`
    const described = await this.#send(serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }))
    const { serializers, parsers } = this.#pglite
    const statement: Statement = { name, encoders: [], columns: [] }
    for (const message of described) {
      if (message instanceof messages.ParameterDescriptionMessage)
        statement.encoders = message.dataTypeIDs.map((type) => serializers[type])
      if (message instanceof messages.RowDescriptionMessage)
        statement.columns = message.fields.map((field) => ({ name: field.name, parse: parsers[field.dataTypeID] }))
    }
    this.#statements.set(sql, statement)
    return statement
  }

  #send(...parts: Uint8Array[]): Promise<Messages> {
    const closing = this.#evicted.splice(0).map((name) => serialize.close({ type: 'S', name }))
    const message = Buffer.concat([...closing, ...parts, serialize.sync()])
    return this.#pglite.execProtocolStream(message, { syncToFs: false })
  }
}

function encode(value: unknown, encoder: Statement['encoders'][number]): string | null {
  if (value === null || value === undefined) return null
  return encoder ? encoder(value) : String(value)
}

function read(sent: Messages, { columns }: Statement): StatementResult {
  const answer: StatementResult = { rows: [], command: '', affectedRows: 0 }
  for (const message of sent) {
    if (message instanceof messages.DataRowMessage) answer.rows.push(readRow(message.fields, columns))
    if (message instanceof messages.CommandCompleteMessage) Object.assign(answer, readTag(message.text))
  }
  return answer
}

function readRow(fields: (string | null)[], columns: Statement['columns']): Row {
  const row: Row = {}
  for (const [i, { name, parse }] of columns.entries()) {
    const text = fields[i] ?? null
    row[name] = text === null || !parse ? text : parse(text)
  }
  return row
}

/** A command tag is `INSERT 0 5`, `UPDATE 3`, `CREATE TABLE`. */
function readTag(tag: string): Pick<StatementResult, 'command' | 'affectedRows'> {
  const words = tag.split(' ')
  const command = words[0] ?? ''
  return { command, affectedRows: isChange(command) ? Number(words.at(-1)) : 0 }
}
