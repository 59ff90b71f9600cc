/** Lists in pages: the Link header of each leads to the next one (RFC 8288). */

/** The query of the next page: what the Link header says, which a service writes as `<path?query>; rel="next"`. */
export function nextOf(link: string | null, base: URL): Record<string, string> | undefined {
  for (const part of link?.split(', ') ?? []) {
    const end = part.indexOf('>')
    if (!part.startsWith('<') || !part.slice(end).includes('rel="next"')) continue
    return Object.fromEntries(new URL(part.slice(1, end), base).searchParams)
  }
  return undefined
}
