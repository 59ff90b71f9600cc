/** The errors that tests recorded (`RECORD_ERRORS`), and those that the descriptions of the APIs do not name yet. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The errors that any operation may answer, which `docs/reference/api.md` lists. */
export function errorsOfAnyOperation(): Set<string> {
  const page = readFileSync(fileURLToPath(new URL('../docs/reference/api.md', import.meta.url)), 'utf8')
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

interface Described {
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>
}

/** The error codes that the descriptions in `openapi/` name: by operation, then by status. */
export function describedErrors(): Map<string, Map<number, string[]>> {
  const files = globSync(fileURLToPath(new URL('../openapi/*.json', import.meta.url)))
  const paths = files.flatMap((file) =>
    Object.entries<Record<string, Described>>(JSON.parse(readFileSync(file, 'utf8')).paths),
  )
  return new Map(
    paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path}`,
        new Map(
          Object.entries(responses).map(([status, { content }]) => [
            Number(status),
            Object.keys(content?.['application/json']?.examples ?? {}),
          ]),
        ),
      ]),
    ),
  )
}

/**
 * Returns each error, once, that an operation answered although its description does not name it. Operations that exist
 * only in tests are ignored.
 */
export function undeclaredErrors(folder: string): Recorded[] {
  const anywhere = errorsOfAnyOperation()
  const described = describedErrors()
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const found = new Map<string, Recorded>()
  for (const line of lines) {
    if (line === '') continue
    const error = JSON.parse(line) as Recorded
    const { operation, status, code } = error
    const named = described.get(operation)
    if (!named || status >= 500 || anywhere.has(code)) continue
    if (!named.get(status)?.includes(code)) found.set(`${operation} ${status} ${code}`, error)
  }
  return [...found.values()]
}
