/**
 * A streaming parser of multipart/form-data (RFC 7578). It passes a part's content on as views of the received buffers,
 * which are valid until the next view is requested. Their memory is then freed immediately; otherwise the garbage
 * collector would go over the whole heap for every 64 MB.
 */
import { badRequest, tooLarge } from '@quorate/platform'

export interface Part {
  /** The name of the form's field. */
  name: string
  /** Undefined if the part is not a file. */
  filename: string | undefined
  /** The content is skipped if it is not read before the next part is requested. */
  content: AsyncGenerator<Uint8Array>
}

const MAX_HEADERS = 16 * 1024
/** The maximum number of bytes before the first boundary, and of all parts' headers together. */
const MAX_BESIDE = 64 * 1024
const MAX_BOUNDARY = 70

/** The boundary in a `Content-Type`; undefined if the type is not multipart/form-data. */
export function boundaryOf(contentType = ''): string | undefined {
  const end = contentType.indexOf(';')
  if (end < 0 || contentType.slice(0, end).trim().toLowerCase() !== 'multipart/form-data') return undefined
  const found = parameters(contentType.slice(end)).get('boundary') ?? ''
  return found.length > 0 && found.length <= MAX_BOUNDARY ? found : undefined
}

export interface FormOptions {
  /**
   * Whether the form may have any number of files, each named by its path. If not, folders are not part of a file's
   * name (RFC 7578 §4.2), and the headers of all parts together are bounded.
   */
  paths?: boolean
}

/** Ends `received` when it is ended itself. @throws 400 `MALFORMED_FORM`, 413 `FORM_TOO_LARGE` */
export async function* partsOf(
  received: AsyncGenerator<Buffer>,
  boundary: string,
  { paths = false }: FormOptions = {},
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  /** Received bytes that are not passed on yet. */
  let rest: Buffer = Buffer.from('\r\n')
  let chunk: Buffer | undefined
  let beside = 0
  const addBeside = (bytes: number): void => {
    beside += bytes
    if (beside > MAX_BESIDE)
      throw tooLarge('FORM_TOO_LARGE', `The form has more than ${MAX_BESIDE} bytes outside its fields`)
  }
  const more = async (): Promise<void> => {
    const { value, done } = await received.next()
    if (done) throw malformedForm('it ends before its last boundary')
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    if (chunk) giveBack(chunk)
    chunk = value
  }
  /** The bytes up to the next boundary. */
  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = rest.indexOf(delimiter)
      const end = at < 0 ? rest.length - begun(rest, delimiter) : at
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(at < 0 ? end : end + delimiter.length)
      if (bytes.length > 0) yield bytes
      if (at >= 0) return
      await more()
    }
  }
  const headers = async (): Promise<string> => {
    let end = rest.indexOf('\r\n\r\n')
    for (; end < 0; end = rest.indexOf('\r\n\r\n')) {
      if (rest.length > MAX_HEADERS) throw malformedForm(`the headers of a part have more than ${MAX_HEADERS} bytes`)
      await more()
    }
    addBeside(end)
    const text = rest.toString('utf8', 0, end)
    rest = rest.subarray(end + 4)
    return text
  }
  const isLast = async (): Promise<boolean> => {
    while (rest.length < 2) await more()
    return rest.toString('latin1', 0, 2) === '--'
  }
  try {
    for await (const preamble of content()) addBeside(preamble.length)
    while (!(await isLast())) {
      const { name, filename } = describe(await headers())
      if (paths && filename !== undefined) beside = 0
      const part = { name, filename: paths ? filename : baseName(filename), content: content() }
      yield part
      for await (const _unread of part.content);
    }
  } finally {
    await received.return(undefined)
  }
}

const malformedForm = (why: string) => badRequest('MALFORMED_FORM', `The form cannot be read: ${why}`)

/** How many bytes at the end of `bytes` may be the beginning of the delimiter. */
function begun(bytes: Buffer, delimiter: Buffer): number {
  for (
    let at = bytes.indexOf('\r', Math.max(bytes.length - delimiter.length + 1, 0));
    at >= 0;
    at = bytes.indexOf('\r', at + 1)
  )
    if (delimiter.indexOf(bytes.subarray(at)) === 0) return bytes.length - at
  return 0
}

/** Frees memory that was allocated only for this chunk. */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length && length > 0) buffer.transfer(0)
}

const DISPOSITION = 'content-disposition:'
const FORM_DATA = 'form-data'

/** Some clients send the file's folders. They are not part of its name (RFC 7578 §4.2). */
const baseName = (path: string | undefined): string | undefined =>
  path?.split(/[\\/]/).findLast((part, index) => part !== '' || index === 0)

function describe(headers: string): Pick<Part, 'name' | 'filename'> {
  // A header that continues in the next line (RFC 5322 §2.2.3) is joined into one line.
  const lines = headers.replaceAll('\r\n ', '  ').replaceAll('\r\n\t', '  ').split('\r\n')
  const line = lines.find((one) => one.slice(0, DISPOSITION.length).toLowerCase() === DISPOSITION)
  const value = line?.slice(DISPOSITION.length).trim() ?? ''
  const end = value.indexOf(';')
  if (
    value
      .slice(0, end < 0 ? undefined : end)
      .trim()
      .toLowerCase() !== FORM_DATA
  )
    throw malformedForm('a part has no Content-Disposition: form-data')
  const found = parameters(value.slice(FORM_DATA.length))
  const name = found.get('name')
  if (name === undefined) throw malformedForm('a part has no name')
  return { name, filename: extended(found.get('filename*')) ?? found.get('filename') }
}

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t'

/**
 * Reads `; name=value; name="value"` with names in lower case (RFC 9110 §5.6.6). In a quoted value a backslash escapes
 * a quote or another backslash. Before any other character it is literal, because browsers write folders that way. It
 * reads each character once.
 */
function parameters(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const semicolon = text.indexOf(';', at)
    if (semicolon < 0) break
    at = semicolon + 1
    while (isSpace(text[at])) at++
    const start = at
    while (at < text.length && text[at] !== '=' && text[at] !== ';') at++
    if (text[at] !== '=') continue
    const name = text.slice(start, at).trim().toLowerCase()
    at++
    while (isSpace(text[at])) at++
    const read = text[at] === '"' ? quoted(text, at) : undefined
    const token = read ?? plain(text, at)
    at = token.end
    if (name !== '') found.set(name, token.value)
  }
  return found
}

interface Value {
  value: string
  /** The index after the value. */
  end: number
}

/** Reads a quoted value with the opening quote at `from`; undefined if the closing quote is missing. */
function quoted(text: string, from: number): Value | undefined {
  const parts: string[] = []
  let start = from + 1
  for (let at = start; at < text.length; at++) {
    const next = text[at + 1]
    if (text[at] === '"') return { value: parts.join('') + text.slice(start, at), end: at + 1 }
    if (text[at] !== '\\' || (next !== '"' && next !== '\\')) continue
    parts.push(text.slice(start, at))
    start = at + 1
    at++
  }
  return undefined
}

/** Reads an unquoted value, up to a space or a semicolon. */
function plain(text: string, from: number): Value {
  let end = from
  while (end < text.length && text[end] !== ';' && !isSpace(text[end])) end++
  return { value: text.slice(from, end), end }
}

/** Reads an extended value such as `UTF-8''%e2%82%ac` (RFC 8187). */
function extended(value = ''): string | undefined {
  const [charset = '', , ...encoded] = value.split("'")
  if (charset.toLowerCase() !== 'utf-8' || encoded.length === 0) return undefined
  try {
    return decodeURIComponent(encoded.join("'"))
  } catch {
    return undefined
  }
}
