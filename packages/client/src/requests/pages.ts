/** Paged lists: the Link header of each page leads to the next page (RFC 8288). */

/** Returns the query of the next page from the Link header, which a service writes as `<path?query>; rel="next"`. */
export function nextOf(link: string | null, base: URL): Record<string, string> | undefined {
  for (const part of link?.split(', ') ?? []) {
    const end = part.indexOf('>')
    if (!part.startsWith('<') || !part.slice(end).includes('rel="next"')) continue
    return Object.fromEntries(new URL(part.slice(1, end), base).searchParams)
  }
  return undefined
}
