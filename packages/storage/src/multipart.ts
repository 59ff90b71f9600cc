/**
 * multipart/form-data (RFC 7578) as it comes. What a part contains is passed on as views of what was received, which hold until more
 * is asked for: the memory is then given back at once, since the collector would otherwise go over the whole heap for every 64 MB.
 */
import { badRequest, tooLarge } from '@quorate/platform'

export interface Part {
  /** Of its field. */
  name: string
  /** Absent where it is no file. */
  filename: string | undefined
  /** Skipped, if it is not read before the next part is asked for. */
  content: AsyncGenerator<Uint8Array>
}

const MAX_HEADERS = 16 * 1024
/** Before the first boundary, and of the headers of all parts. */
const MAX_BESIDE = 64 * 1024
const MAX_BOUNDARY = 70

/** Of a `Content-Type`; undefined if it is no form. */
export function boundaryOf(contentType = ''): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const found = parameters(contentType).get('boundary') ?? ''
  return found.length > 0 && found.length <= MAX_BOUNDARY ? found : undefined
}

/** Ends `received` when it is ended itself. @throws 400 `MALFORMED_FORM`, 413 `FORM_TOO_LARGE` */
export async function* partsOf(received: AsyncGenerator<Buffer>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  /** What was received and is not passed on yet. */
  let rest: Buffer = Buffer.from('\r\n')
  let chunk: Buffer | undefined
  let beside = 0
  const addBeside = (bytes: number): void => {
    beside += bytes
    if (beside > MAX_BESIDE) throw tooLarge('FORM_TOO_LARGE', `What is around the fields may have ${MAX_BESIDE} bytes`)
  }
  const more = async (): Promise<void> => {
    const { value, done } = await received.next()
    if (done) throw malformedForm('it ends before its last boundary')
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    if (chunk) giveBack(chunk)
    chunk = value
  }
  /** Up to the next boundary. */
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
      const part = { ...describe(await headers()), content: content() }
      yield part
      for await (const _unread of part.content);
    }
  } finally {
    await received.return(undefined)
  }
}

const malformedForm = (why: string) => badRequest('MALFORMED_FORM', `The form cannot be read: ${why}`)

/** How many bytes at the end may be the beginning of the delimiter. */
function begun(bytes: Buffer, delimiter: Buffer): number {
  for (
    let at = bytes.indexOf('\r', Math.max(bytes.length - delimiter.length + 1, 0));
    at >= 0;
    at = bytes.indexOf('\r', at + 1)
  )
    if (delimiter.indexOf(bytes.subarray(at)) === 0) return bytes.length - at
  return 0
}

/** Only memory that was allocated for this chunk alone. */
function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length && length > 0) buffer.transfer(0)
}

/** A header that goes on in the next line (RFC 5322 §2.2.3). */
const FOLD = /\r\n(?=[ \t])/g

function describe(headers: string): Pick<Part, 'name' | 'filename'> {
  const line = /(?:^|\r\n)content-disposition:[ \t]*form-data\b([^\r\n]*)/i.exec(headers.replaceAll(FOLD, ' '))
  if (!line) throw malformedForm('a part has no Content-Disposition: form-data')
  const found = parameters(line[1] ?? '')
  const name = found.get('name')
  if (name === undefined) throw malformedForm('a part has no name')
  return { name, filename: extended(found.get('filename*')) ?? found.get('filename') }
}

/** `; name=value; name="value"`, in lower case (RFC 9110 §5.6.6). */
function parameters(text: string): Map<string, string> {
  // A backslash can be read in one way only, or what has no end would be tried in more ways than there is time for.
  const all = text.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|([^\s;]*))/g)
  return new Map(
    all.map(([, name = '', quoted, token = '']) => [name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token]),
  )
}

/** `UTF-8''%e2%82%ac` (RFC 8187). */
function extended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
