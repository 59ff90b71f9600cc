/**
 * The links of blocks of any codec. The codecs with links differ in their first byte, so the bytes alone decide: a
 * dag-pb block begins with a field of its message, dag-json with `{` or `[`, dag-cbor with a list, a map or a link.
 */
import { CID } from 'multiformats/cid'
import { DAG_JSON, parseCidText } from '../../identifier/identifier.ts'
import { cborTargets } from './dag-cbor.ts'
import { dagPbTargets, type Links, MAX_IDENTIFIER, NO_LINKS, targetText } from './dag-pb.ts'

const OPEN_OBJECT = 0x7b
const OPEN_LIST = 0x5b
/** The first byte of a CBOR list. No dag-cbor block with links begins with a smaller byte. */
const CBOR_LIST = 0x80

/**
 * The identifiers of all links of a block, however many there are. It ends at the first unreadable byte of the block.
 */
export function* linkTargets(block: Uint8Array): Generator<Uint8Array> {
  const [first = 0] = block
  if (first >= CBOR_LIST) {
    try {
      yield* cborTargets(block)
    } catch {
      // An invalid block has no links that could be followed.
    }
  } else if (first === OPEN_OBJECT || first === OPEN_LIST) yield* jsonTargets(block)
  else yield* dagPbTargets(block)
}

/**
 * A link in dag-json (https://ipld.io/specs/codecs/dag-json/spec/#links), in the only form that the specification
 * allows. Within a string of JSON these characters cannot occur, because a string contains no bare quotation marks.
 */
const JSON_LINK = /\{"\/":"([^"\\]{1,512})"\}/g

function* jsonTargets(block: Uint8Array): Generator<Uint8Array> {
  const text = Buffer.from(block.buffer, block.byteOffset, block.length).toString('latin1')
  for (const [, identifier = ''] of text.matchAll(JSON_LINK)) {
    const bytes = parseCidText(identifier)?.bytes
    if (bytes && bytes.length <= MAX_IDENTIFIER) yield bytes
  }
}

/**
 * The links of a dag-cbor or dag-json block, which have no names.
 *
 * @throws an error that says what is wrong with the block, or the error made by `tooMany` if it has more than
 * `maxLinks` links
 */
export function dataLinks(codec: number, block: Uint8Array, maxLinks: number, tooMany: () => Error): Links {
  const found: Uint8Array[] = []
  for (const identifier of codec === DAG_JSON ? jsonTargets(block) : cborTargets(block)) {
    if (found.length >= maxLinks) throw tooMany()
    found.push(identifier)
  }
  if (found.length === 0) return NO_LINKS
  const at = (index: number): Uint8Array => found[index] ?? new Uint8Array()
  return {
    ...NO_LINKS,
    count: found.length,
    target: (index) => targetText(at(index)),
    cid: (index) => CID.decode(Uint8Array.from(at(index))),
  }
}
