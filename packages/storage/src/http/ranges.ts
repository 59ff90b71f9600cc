/** Range requests (RFC 9110 §14). */
import { ApiError } from '@quorate/platform'
import type { ByteRange } from '../unixfs/dag.ts'

/**
 * The range of a `Range` header, the first if it has several. Undefined means the whole file: the header is missing,
 * has another unit, or is malformed.
 *
 * @throws 416 `RANGE_NOT_SATISFIABLE`
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const found = /^bytes=(\d*)-(\d*)(?:,|$)/i.exec(header?.replaceAll(' ', '') ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [, first = '', last = ''] = found
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  if (first !== '' && last !== '' && Number(last) < start) return undefined
  if (start < end) return { start, end }
  throw new ApiError(416, 'RANGE_NOT_SATISFIABLE', `The content has ${size} bytes: ${header} is outside of it`)
}
