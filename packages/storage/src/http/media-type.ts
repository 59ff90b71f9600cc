/**
 * Detects media types from a file's first bytes, and sets headers so that no stored content runs as code in a browser.
 */
import { fileTypeFromBuffer } from 'file-type'
import { plainName } from '../streams/text.ts'

/** The number of bytes that detection looks at. */
export const SAMPLE = 4100

const TEXT = 'text/plain; charset=utf-8'
const SVG = 'image/svg+xml'
export const UNKNOWN = 'application/octet-stream'

/**
 * A media type that is safe to answer with. @param sample The first {@link SAMPLE} bytes, or all if there are fewer.
 */
export async function detectType(sample: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined)
  if (found && found.mime !== 'application/xml') return safe(found.mime)
  const text = asText(sample)
  if (text === undefined) return found ? TEXT : UNKNOWN
  const start = text.replace('\uFEFF', '').trimStart()
  if (isSvg(start)) return SVG
  return start.startsWith('{') || start.startsWith('[') ? 'application/json' : TEXT
}

/**
 * Whether the first element is `<svg>`, after an XML declaration, comments and a document type. It reads each character
 * once.
 */
function isSvg(text: string): boolean {
  let rest = text
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : /^<(?:\?xml|!doctype svg)/i.test(rest) ? '>' : undefined
    if (end === undefined) return /^<svg[\s>]/i.test(rest)
    const at = rest.indexOf(end, 4)
    if (at < 0) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}

/** Markup and scripts are shown as text: a browser would run them. */
function safe(type: string): string {
  if (/^text\/|xml|html|javascript|ecmascript|x-shockwave|hta/.test(type)) return TEXT
  return type
}

function asText(sample: Uint8Array): string | undefined {
  if (sample.includes(0)) return undefined
  try {
    // The sample may end in the middle of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return undefined
  }
}

/** Types that browsers show in place; they save everything else. */
const INLINE =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|apng|x-icon)|audio\/|video\/|text\/plain|application\/(vnd\.ipld\.dag-)?json)/

/** Keeps a document from loading, running or reaching anything. */
export const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:"

/** The parameters of `Content-Disposition` for a file's name. */
export function namedAs(given: string): string {
  const name = plainName(given)
  return `filename="${asciiName(name)}"; filename*=UTF-8''${rfc5987(name)}`
}

/**
 * The headers of stored content. The Content-Security-Policy keeps a document from loading, running or reaching
 * anything; images inside pages are not affected.
 */
export function contentHeaders(type: string, given: string, download?: string): Record<string, string> {
  const disposition = INLINE.test(type) && download !== 'true' ? 'inline' : 'attachment'
  return {
    'content-type': type,
    'content-disposition': `${disposition}; ${namedAs(given)}`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    // Content is public, and other sites may show it in their pages.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
const rfc5987 = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
