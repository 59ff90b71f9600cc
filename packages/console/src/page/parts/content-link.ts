const SCHEME = 'ipfs://'
const [MIN_CID, MAX_CID] = [10, 200]

/**
 * For a link such as `ipfs://bafy.../plan.pdf`, returns its address at this platform's gateway, and the content's
 * identifier. Undefined for other links, and for paths that a browser would resolve to another part of the platform.
 */
export function contentLinkIn(href: string): { cid: string; address: string } | undefined {
  const rest = href.startsWith(SCHEME) ? href.slice(SCHEME.length) : ''
  const [cid = '', ...parts] = rest.split('/')
  if (!/^[A-Za-z0-9]+$/.test(cid) || cid.length < MIN_CID || cid.length > MAX_CID || /[?#]/.test(rest)) return undefined
  const names = parts.map(decoded)
  if (!names.every((name) => name !== undefined && !/^\.{1,2}$|[/\\]/.test(name))) return undefined
  return { cid, address: ['/api/node/ipfs', cid, ...names.map((name) => encodeURIComponent(name ?? ''))].join('/') }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The Markdown of a link to content. */
export const contentLink = (name: string, cid: string): string =>
  `[${name.replace(/\s+/g, ' ').replace(/[[\]\\`<>*_!]/g, '\\$&')}](ipfs://${cid})`
