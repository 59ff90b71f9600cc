/** The output of commands: tables and fields on a terminal, tab-separated lines elsewhere, JSON on request. */
import { bold, dim, say } from './paint.ts'
import { plain, plainJson } from './plain.ts'

export const isTerminal = (): boolean => process.stdout.isTTY === true

type Cell = string | number | boolean | null | undefined

export interface Column<T> {
  title: string
  of: (entry: T) => Cell
}

const cell = (value: Cell): string => (value === null || value === undefined ? '' : plain(String(value)))

/** Prints the entries of a list as they arrive. On a terminal it prints a table once all have arrived. */
export async function printList<T>(
  entries: AsyncIterable<T> | Iterable<T>,
  { json, columns, empty, limit }: { json: boolean; columns: readonly Column<T>[]; empty: string; limit?: number },
): Promise<void> {
  const rows: string[][] = []
  let count = 0
  let isCut = false
  for await (const entry of entries) {
    isCut = limit !== undefined && count >= limit
    if (isCut) break
    count++
    const row = () => columns.map(({ of }) => cell(of(entry)))
    if (json) say(plainJson(entry))
    else if (isTerminal()) rows.push(row())
    else say(row().join('\t'))
  }
  if (isTerminal() && !json) printTable()
  if (isCut) note(`There are more than these ${limit}: --limit shows more`)

  function printTable(): void {
    if (rows.length === 0) {
      say(dim(empty))
      return
    }
    const titles = columns.map(({ title }) => title)
    const widths = titles.map((title, index) =>
      Math.max(...[title, ...rows.map((row) => row[index] ?? '')].map(widthOf)),
    )
    const line = (row: string[]) =>
      row
        .map((text, index) => padded(text, widths[index] ?? 0))
        .join('  ')
        .trimEnd()
    say(bold(line(titles)))
    for (const row of rows) say(line(row))
  }
}

const widthOf = (text: string): number => [...text].length
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Prints one object by its fields; those without a value are left out. */
export function printOne(
  value: unknown,
  { json, fields }: { json: boolean; fields: readonly (readonly [name: string, value: Cell])[] },
): void {
  if (json) {
    say(plainJson(value))
    return
  }
  const there = fields.filter(([, text]) => text !== undefined && text !== null && text !== '')
  const width = Math.max(...there.map(([name]) => name.length))
  for (const [name, text] of there)
    say(isTerminal() ? `${dim(name.padEnd(width))}  ${cell(text)}` : `${name}\t${cell(text)}`)
}

/** Prints a remark for people on standard error, so that pipes get only the result. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`)
