/**
 * Pages for browsers: the names in a directory, and data with links. All texts from content are escaped. The pages have
 * no scripts, and their policy would permit none.
 */
import { visibleName } from '../streams/text.ts'
import type { Entry, Page } from '../unixfs/listing.ts'
import { POLICY } from './media-type.ts'

/** The headers of a page that shows content. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
}

const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => visibleName(text).replaceAll(/[&<>"']/g, (char) => CHARACTERS[char] ?? '')
/** A relative address. The dot keeps a name with a colon from being read as a scheme. */
const addressOf = (...names: string[]): string => `./${names.map(encodeURIComponent).join('/')}`

/** @param path The address as it was requested, for the title. */
function page(path: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(path)}</title>
<style>body{font-family:sans-serif;margin:2rem}td,th{padding:.2rem 1rem .2rem 0;text-align:left}.n{text-align:right}
code,pre{font-family:monospace;overflow-wrap:anywhere;white-space:pre-wrap}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** @param next The address of the next page. */
export function listingPage(path: string, isRoot: boolean, { entries }: Page, next: string | undefined): string {
  const up = isRoot ? '' : '<tr><td><a href="../">..</a></td></tr>\n'
  const rows = entries.map(rowOf).join('\n')
  const more = next === undefined ? '' : `\n<p><a href="${escaped(next)}" rel="next">Next page</a></p>`
  return page(
    path,
    `<h1>Index of ${escaped(path)}</h1>
<table>
<tr><th>Name</th><th>Type</th><th class="n">Bytes</th><th>Identifier</th></tr>
${up}${rows}
</table>${more}`,
  )
}

function rowOf({ name, cid, size, type }: Entry): string {
  const href = addressOf(name) + (type === 'directory' ? '/' : '')
  const link = `<a href="${escaped(href)}">${escaped(name)}</a>`
  return `<tr><td>${link}</td><td>${type}</td><td class="n">${size ?? ''}</td><td><code>${escaped(String(cid))}</code></td></tr>`
}

/** @param text The data as text; undefined if it is too large. @param format `dag-json` or `dag-cbor` */
export function dataPage(path: string, text: string | undefined, format: string): string {
  const shown = text === undefined ? '<p>It is too large to be shown.</p>' : `<pre>${escapedLines(text)}</pre>`
  return page(
    path,
    `<h1>${escaped(path)}</h1>
<p><a href="?format=${format}&amp;download=true">Download as ${format}</a></p>
${shown}`,
  )
}

const escapedLines = (text: string): string => text.split('\n').map(escaped).join('\n')
