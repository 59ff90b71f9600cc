/**
 * The members of the network of nodes. They are listed in a file, or in the newest list on a consensus topic that the
 * publisher signed.
 */
import { readFileSync } from 'node:fs'
import { decodeMembers, keyFromText, type Mirror, type NetworkMember, NetworkMembers } from '@quorate/ledger'
import { ConfigError, parseJson, unavailable } from '@quorate/platform'
import { canonicalBytes, type Leaf, verify } from '@quorate/verify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** The maximum number of pages of 100 messages read before a round of heartbeats; the next round continues there. */
const PAGES_PER_LOOK = 200

export type Member = NetworkMember & { key: Leaf }

/**
 * Returns the current list.
 * @throws 503 MIRROR_UNAVAILABLE while it cannot be read; the caller keeps using the last list
 */
export type ReadMembers = () => Promise<readonly Member[]>

export interface MembersSettings {
  NETWORK_MEMBERS?: string | undefined
  NETWORK_TOPIC?: string | undefined
  NETWORK_PUBLISHER?: string | undefined
}

/**
 * Reads the list from a file or a topic. Without either, the list is empty and the node is alone.
 * @throws ConfigError
 */
export function membersFrom(
  settings: MembersSettings,
  on: { chain: string; mirror: Mirror },
  pagesPerLook = PAGES_PER_LOOK,
): ReadMembers {
  const { NETWORK_MEMBERS: path, NETWORK_TOPIC: topicId, NETWORK_PUBLISHER: publisher } = settings
  if (topicId === undefined) {
    const members = readMembers(path, publisher)
    return async () => members
  }
  if (path !== undefined) throw new ConfigError('NETWORK_MEMBERS and NETWORK_TOPIC are both set: set one of them')
  if (publisher === undefined)
    throw new ConfigError('NETWORK_PUBLISHER is not set: without it, no list on NETWORK_TOPIC can be verified')
  return topicMembers(topicId, publisherKey(publisher), on, pagesPerLook)
}

function publisherKey(text: string): Leaf {
  try {
    return keyFromText(text)
  } catch {
    throw new ConfigError(`NETWORK_PUBLISHER is "${text.slice(0, 100)}": expected a public key in hex, DER or raw`)
  }
}

function topicMembers(
  topicId: string,
  publisher: Leaf,
  { chain, mirror }: { chain: string; mirror: Mirror },
  pagesPerLook: number,
) {
  let newest: { issuedAt: number; members: readonly Member[] } = { issuedAt: Number.NEGATIVE_INFINITY, members: [] }
  const reader = mirror.topicReader(topicId)

  return async (): Promise<readonly Member[]> => {
    for await (const { bytes } of reader.next(pagesPerLook)) {
      const record = decodeMembers(bytes, publisher)
      if (record?.chain !== chain || record.topicId !== topicId) continue
      const issuedAt = Date.parse(record.issuedAt)
      if (!(issuedAt > newest.issuedAt)) continue
      const members = usable(record.members)
      if (!members) continue
      newest = { issuedAt, members }
    }
    // Until the topic has been read to its end, the newest list is not known. The node must not start with an outdated
    // list or none.
    if (!reader.wasAtEnd) throw unavailable('MIRROR_UNAVAILABLE', `The topic ${topicId} is not read to its end yet`)
    return newest.members
  }
}

/** The members with their keys; undefined if the list is invalid. Invalid lists are ignored. */
function usable(members: readonly NetworkMember[]): readonly Member[] | undefined {
  try {
    return withKeys(members, (why) => new Error(why))
  } catch {
    return undefined
  }
}

function withKeys(members: readonly NetworkMember[], refuse: (why: string) => Error): Member[] {
  const ids = new Set(members.map(({ walletId }) => walletId))
  if (ids.size < members.length) throw refuse('it lists a walletId twice')
  return members.map((member) => ({ ...member, key: keyOfMember(member, refuse) }))
}

const List = Type.Object(
  {
    members: NetworkMembers,
    /** The publisher's signature over the canonical JSON (RFC 8785) of `members`, hex. */
    signature: Type.Optional(Type.String({ pattern: '^(0x)?[0-9a-fA-F]{128}$' })),
  },
  { additionalProperties: false },
)
const checkList = Compile(List)

/** The members listed in a file; none without a file. @throws ConfigError */
export function readMembers(path: string | undefined, publisher: string | undefined): Member[] {
  if (path === undefined) return []
  const refuse = (why: string) => new ConfigError(`NETWORK_MEMBERS is "${path}": ${why}`)
  const list = parsed(path, refuse)
  if (!checkList.Check(list)) {
    const [fault] = checkList.Errors(list)
    throw refuse(`expected {members: [{walletId, url, publicKey}]}, but ${fault?.instancePath} ${fault?.message}`)
  }
  if (publisher !== undefined) {
    const signature = Buffer.from(list.signature?.replace(/^0x/, '') ?? '', 'hex')
    if (!verify(publisherKey(publisher), canonicalBytes(list.members), signature))
      throw refuse('its members are not signed by NETWORK_PUBLISHER')
  }
  return withKeys(list.members, refuse)
}

function parsed(path: string, refuse: (why: string) => ConfigError): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse(`it cannot be read as JSON: ${(error as Error).message}`)
  }
}

function keyOfMember({ walletId, publicKey }: NetworkMember, refuse: (why: string) => Error): Leaf {
  try {
    return keyFromText(publicKey)
  } catch {
    throw refuse(`the publicKey of ${walletId} is not an Ed25519 or secp256k1 key in hex or DER`)
  }
}
