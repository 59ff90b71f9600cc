/** The errors that tests recorded (`RECORD_ERRORS`), and those that the descriptions of the APIs do not name yet. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationErrors } from '../apps/quorate/src/operation-errors.ts'

/** The errors that any operation may answer, which `docs/api.md` lists. */
export function errorsOfAnyOperation(): Set<string> {
  const page = readFileSync(fileURLToPath(new URL('../docs/api.md', import.meta.url)), 'utf8')
  const [, section = ''] = page.split('## Errors of any operation\n')
  return new Set(section.split('\n## ', 1)[0]?.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g))
}

interface Recorded {
  /** Method and path, such as `POST /ipfs/pin/{cid}`. */
  operation: string
  status: number
  code: string
  message: string
}

/** The operations that the descriptions have; tests also make others. */
const operations = (): Set<string> =>
  new Set(
    globSync(fileURLToPath(new URL('../openapi/*.json', import.meta.url))).flatMap((file) =>
      Object.entries<object>(JSON.parse(readFileSync(file, 'utf8')).paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ),
  )

/** Each error once that an operation answered and `apps/quorate/src/operation-errors.ts` does not name for it. */
export function unnamedErrors(folder: string): Recorded[] {
  const known = operations()
  const anywhere = errorsOfAnyOperation()
  const named: Record<string, Record<number, readonly string[]>> = operationErrors.operations
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const found = new Map<string, Recorded>()
  for (const line of lines) {
    if (line === '') continue
    const error = JSON.parse(line) as Recorded
    const { operation, status, code } = error
    if (!known.has(operation) || status >= 500 || anywhere.has(code)) continue
    if (!named[operation]?.[status]?.includes(code)) found.set(`${operation} ${status} ${code}`, error)
  }
  return [...found.values()]
}
