/** The errors that tests recorded (`RECORD_ERRORS`), and those that the descriptions of the APIs do not name yet. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationErrors } from '../apps/quorate/src/operation-errors.ts'

/** Errors that any operation may answer, and faults. */
const ANYWHERE =
  /^(VALIDATION_FAILED|UNAUTHORIZED|TOKEN_\w+|RATE_LIMITED|INTERNAL_ERROR|NOT_FOUND|INVALID_JSON|BODY_\w+)$/

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
  const named: Record<string, Record<number, readonly string[]>> = operationErrors.operations
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const found = new Map<string, Recorded>()
  for (const line of lines) {
    if (line === '') continue
    const error = JSON.parse(line) as Recorded
    const { operation, status, code } = error
    if (!known.has(operation) || status >= 500 || ANYWHERE.test(code)) continue
    if (!named[operation]?.[status]?.includes(code)) found.set(`${operation} ${status} ${code}`, error)
  }
  return [...found.values()]
}
