/** Removes the checksums (HIP-15) of typed ids, after checking that they belong to the command's network. */
import { CHECKSUM_CHAINS, checksumOf, withChecksum } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'
import type { Command, Kind } from '../table/declare.ts'
import { plain } from '../terminal/plain.ts'
import { placesOf } from './connect.ts'

type Values = Record<string, unknown>

/** The kinds of values that begin with an id. */
const WITH_ID: ReadonlySet<Kind | undefined> = new Set<Kind>(['id', 'owner', 'airdrop'])

/**
 * The values of a call, with ids without checksums. If neither an option nor a session names the network, the checksums
 * determine it; it is then added as `--chain` if the command has that option.
 *
 * @throws Failure WRONG_CHECKSUM with the right one
 */
export function withPlainIds({ arguments: taken = {}, options = {} }: Command, given: Values): Values {
  const names = Object.entries({ ...taken, ...options }).flatMap(([name, { kind }]) => (WITH_ID.has(kind) ? name : []))
  const typed = names.flatMap((name) => textsIn(given[name])).filter((text) => markIn(text) !== undefined)
  const [first] = typed
  if (first === undefined) return given
  const chain = chainOf(given) ?? chainOfChecksum(first)
  const cleaned = Object.fromEntries(names.map((name) => [name, cleanedValue(given[name], chain)]))
  const asked = 'chain' in options && given.chain === undefined ? { chain } : {}
  return { ...given, ...asked, ...cleaned }
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value : typeof value === 'string' ? [value] : [])

function cleanedValue(value: unknown, chain: string): unknown {
  if (Array.isArray(value)) return value.map((one) => cleanedValue(one, chain))
  return typeof value === 'string' ? withoutMark(value, chain) : value
}

const MARKED = /^([\d.]{1,40})-([a-z]{5})(?=$|=)/

/** The id and the checksum at the beginning of a typed value; undefined for an id without a checksum. */
function markIn(text: string): { id: string; letters: string; rest: string } | undefined {
  const [whole = '', id = '', letters = ''] = MARKED.exec(text) ?? []
  return whole === '' ? undefined : { id, letters, rest: text.slice(whole.length) }
}

function withoutMark(text: string, chain: string): string {
  const mark = markIn(text)
  if (!mark) return text
  const { id, letters, rest } = mark
  const right = checksumOf(id, chain)
  if (right === undefined)
    throw new Failure('usage', `${plain(chain)} has no checksums: write ${id} without one`, 'WRONG_CHECKSUM')
  if (right === letters) return id + rest
  const other = CHECKSUM_CHAINS.find((one) => checksumOf(id, one) === letters)
  throw new Failure(
    'usage',
    other === undefined
      ? `The checksum of ${id}-${letters} is wrong: on ${plain(chain)}, ${id} is ${withChecksum(id, chain)}. Compare the id with its source`
      : `${id}-${letters} is an id of ${other}, but this command is for ${plain(chain)}, where ${id} is ${withChecksum(id, chain)}`,
    'WRONG_CHECKSUM',
  )
}

/** The network of the command: from its option, or of the session that it uses. */
export function chainOf({ chain, url, account }: Values): string | undefined {
  if (typeof chain === 'string') return chain
  const { kept } = placesOf(typeof url === 'string' ? { url } : {})
  const own = typeof account === 'string' ? (markIn(account)?.id ?? account) : kept?.current
  return own ? kept?.sessions[own]?.chain : undefined
}

/** The network that an id's checksum belongs to. @throws Failure WRONG_CHECKSUM if there is none */
function chainOfChecksum(text: string): string {
  const { id = '', letters = '' } = markIn(text) ?? {}
  const found = CHECKSUM_CHAINS.find((chain) => checksumOf(id, chain) === letters)
  if (found !== undefined) return found
  const right = CHECKSUM_CHAINS.map((chain) => `${withChecksum(id, chain)} on ${chain}`).join(', ')
  throw new Failure('usage', `The checksum of ${id}-${letters} is wrong. The right id is ${right}`, 'WRONG_CHECKSUM')
}
