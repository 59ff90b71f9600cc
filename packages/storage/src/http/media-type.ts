/** What bytes are, from the first of them, and how they may be shown: nothing that is stored here runs in anybody's browser. */
import { fileTypeFromBuffer } from 'file-type'
import { plainName } from '../streams/text.ts'

/** What detection looks at. */
export const SAMPLE = 4100

const TEXT = 'text/plain; charset=utf-8'
const SVG = 'image/svg+xml'
const UNKNOWN = 'application/octet-stream'

/** A media type that is safe to answer. @param sample The first bytes, {@link SAMPLE} or all. */
export async function detectType(sample: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(sample).catch(() => undefined)
  if (found && found.mime !== 'application/xml') return safe(found.mime)
  const text = asText(sample)
  if (text === undefined) return found ? TEXT : UNKNOWN
  const start = text.replace('\uFEFF', '').trimStart()
  if (isSvg(start)) return SVG
  return start.startsWith('{') || start.startsWith('[') ? 'application/json; charset=utf-8' : TEXT
}

/** Whether its first element is `<svg>`, after an XML declaration, comments and a document type. Each character is looked at once. */
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
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return undefined
  }
}

/** What browsers show in place; everything else is saved. */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp|apng|x-icon)|audio\/|video\/|text\/plain|application\/json)/

/**
 * The headers of stored content. The policy lets a document load, run and reach nothing; images inside pages are not touched by it.
 */
export function contentHeaders(type: string, given: string): Record<string, string> {
  const name = plainName(given)
  const disposition = INLINE.test(type) ? 'inline' : 'attachment'
  return {
    'content-type': type,
    'content-disposition': `${disposition}; filename="${asciiName(name)}"; filename*=UTF-8''${rfc5987(name)}`,
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:",
    'x-content-type-options': 'nosniff',
    // Content is public, and meant to be shown in pages of others.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
const rfc5987 = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
