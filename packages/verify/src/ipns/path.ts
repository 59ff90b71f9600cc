/** Paths of content, as records have them. */
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'

/** Longer texts are not paths. */
const MAX_PATH = 4096

/**
 * The path `/ipfs/<cid>[/...]` of a content identifier with or without a path, in the form that records have: version 1
 * in base32. Undefined for other texts.
 */
export function contentPath(text: string): string | undefined {
  if (text.length > MAX_PATH) return undefined
  const [given = '', ...below] = text
    .trim()
    .replace(/^(?:ipfs:\/\/|\/ipfs\/)/, '')
    .split('/')
  if (below.some((name) => name === '.' || name === '..')) return undefined
  try {
    const { code, multihash } = CID.parse(given)
    const cid = CID.createV1(code, multihash).toString(base32)
    return ['/ipfs', cid, ...below.filter((name) => name !== '')].join('/')
  } catch {
    return undefined
  }
}
