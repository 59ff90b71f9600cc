/** The rules for the paths of files in a folder. */
import { type ApiError, badRequest } from '@quorate/platform'

/**
 * The maximum number of bytes of a name, as on most file systems. The names and bytes of a path are limited, so that it
 * can be read as an address.
 */
const MAX_NAME_BYTES = 255
const MAX_NAMES = 64
const MAX_PATH_BYTES = 1024

/**
 * The path that a form's file has: relative, with slashes, percent-encoded as in Kubo's `add`. A name that is not
 * percent-encoded is taken as it is, and so is a plus sign. Nothing else is changed, so that the identifier is the one
 * that other tools give the folder.
 *
 * @throws 400 `INVALID_FOLDER_PATH`
 */
export function folderPath(filename: string): string {
  const path = decoded(filename)
  const wrong = whatIsWrong(path)
  if (wrong === undefined) return path
  throw invalidPath(filename, wrong)
}

function whatIsWrong(path: string): string | undefined {
  if (path === '') return 'it is empty'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `it has more than ${MAX_PATH_BYTES} bytes`
  if (path.startsWith('/')) return 'it begins with a slash. Send a path within the folder'
  if (path.includes('\0')) return 'it has a NUL character'
  if (path.includes('\\')) return 'it has a backslash. Separate names with /'
  if (!path.isWellFormed()) return 'it has half of a surrogate pair, which UTF-8 cannot represent'
  const names = path.split('/')
  if (names.length > MAX_NAMES) return `it has ${names.length} names, the maximum is ${MAX_NAMES}`
  for (const name of names) {
    if (name === '') return 'it has an empty name'
    if (name === '.' || name === '..') return `it has the name ${name}, which leads elsewhere`
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `a name has more than ${MAX_NAME_BYTES} bytes`
  }
  return undefined
}

function decoded(filename: string): string {
  try {
    return decodeURIComponent(filename)
  } catch {
    return filename
  }
}

export const invalidPath = (path: string, why: string): ApiError =>
  badRequest('INVALID_FOLDER_PATH', `${JSON.stringify(path.slice(0, 120))} is not a path in a folder: ${why}`)

/** The folders that a path leads through: `a` and `a/b` for `a/b/c`. */
export function* foldersAbove(path: string): Generator<string> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) yield path.slice(0, at)
}
