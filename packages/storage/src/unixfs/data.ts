/** Data with links (dag-cbor and dag-json): its value, and paths through it. Its size and depth are counted first. */
import { decode } from '@ipld/dag-cbor'
import { exceededIn, parseJson } from '@quorate/platform'
import { CID } from 'multiformats/cid'
import { cborTargets, MAX_DATA_DEPTH } from '../blocks/dag/dag-cbor.ts'
import { linkTargets } from '../blocks/dag/links.ts'
import { dataPathEnds, malformed } from '../errors.ts'
import { cidText, DAG_CBOR, parseCidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'

/**
 * How far a block leads along a path. It uses up `names` of the path's names. Without `next`, the last of them does not
 * exist.
 */
export interface PathStep {
  next?: CID | undefined
  names: number
}

/**
 * The value of a block, with objects of the class CID as links.
 *
 * @throws 422 `MALFORMED_CONTENT`
 */
export function readData(cid: CID, block: Uint8Array): unknown {
  const { value: most } = limits.maxDataValues
  const tooMany = () =>
    malformed(`${cidText(cid)} has more than ${most} values: request the block, and read it yourself`)
  try {
    if (cid.code === DAG_CBOR) {
      let values = 0
      const count = (): void => {
        if (++values > most) throw tooMany()
      }
      for (const _ of cborTargets(block, count));
      return decode(block)
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(block)
    const exceeded = exceededIn(text, { depth: MAX_DATA_DEPTH, values: most })
    if (exceeded === 'values') throw tooMany()
    if (exceeded) throw new Error(`it is nested more than ${MAX_DATA_DEPTH} levels deep`)
    return parseJson(text)
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    const codec = cid.code === DAG_CBOR ? 'dag-cbor' : 'dag-json'
    throw malformed(`${cidText(cid)} is not ${codec}: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Follows names into the data up to the first link.
 *
 * @throws 422 `MALFORMED_CONTENT`; 501 `PATH_INTO_DATA` if the names end before a link
 */
export function linkInData(cid: CID, block: Uint8Array, names: readonly string[]): PathStep {
  let value = readData(cid, block)
  for (const [index, name] of names.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return { names: index + 1 }
    value = (value as Record<string, unknown>)[name]
    const next = linkOf(cid, block, value)
    if (next) return { next, names: index + 1 }
  }
  throw dataPathEnds(cidText(cid), names.join('/'))
}

/**
 * The link in a value of dag-cbor or dag-json; undefined if the value is not a link. @throws 422 `MALFORMED_CONTENT`
 */
function linkOf(cid: CID, block: Uint8Array, value: unknown): CID | undefined {
  if (cid.code === DAG_CBOR) return CID.asCID(value) ?? undefined
  if (typeof value !== 'object' || value === null || !('/' in value) || typeof value['/'] !== 'string') return undefined
  const link = parseCidText(value['/'])
  // Pins do not read values, so they would not find links in a form that differs from the specification's.
  for (const target of linkTargets(block)) if (link && Buffer.compare(target, link.bytes) === 0) return link
  throw malformed(`${cidText(cid)} has a link that is not in the form of dag-json: {"/":"<identifier>"}`)
}
