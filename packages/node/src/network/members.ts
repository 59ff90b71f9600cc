/** Who belongs to the network of nodes: a list in a file, signed where a publisher is named. */
import { readFileSync } from 'node:fs'
import { canonicalBytes, keyFromText, type Leaf, verify } from '@quorate/ledger'
import { AccountId, ConfigError } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const Text = Type.String({ minLength: 1, maxLength: 1000 })

export const Member = Type.Object({
  walletId: AccountId,
  url: Type.String({ pattern: '^https?://[^\\s]+$' }),
  /** Of the node's account: signs its heartbeats. DER or raw hex. */
  publicKey: Text,
  name: Type.Optional(Text),
  description: Type.Optional(Text),
  operator: Type.Optional(Type.Object({ id: Text, name: Text })),
  type: Type.Optional(Text),
  clusters: Type.Optional(Type.Array(Type.Object({ id: Text, name: Text, nodes: Type.Array(Text) }))),
  dkgId: Type.Optional(Text),
})
export type Member = Static<typeof Member> & { key: Leaf }

const List = Type.Object({
  members: Type.Array(Member, { maxItems: 1000 }),
  /** The publisher's over the canonical JSON (RFC 8785) of `members`, hex. */
  signature: Type.Optional(Type.String({ pattern: '^(0x)?[0-9a-fA-F]{128}$' })),
})
const checkList = Compile(List)

/** The members that a file lists; none without a file. @throws ConfigError */
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
    if (!verify(keyFromText(publisher), canonicalBytes(list.members), signature))
      throw refuse('its signature is not that of NETWORK_PUBLISHER over its members')
  }
  const ids = new Set(list.members.map(({ walletId }) => walletId))
  if (ids.size < list.members.length) throw refuse('it lists a walletId twice')
  return list.members.map((member) => ({ ...member, key: keyOf(member, refuse) }))
}

function parsed(path: string, refuse: (why: string) => ConfigError): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse(`it cannot be read as JSON: ${(error as Error).message}`)
  }
}

function keyOf({ walletId, publicKey }: Static<typeof Member>, refuse: (why: string) => ConfigError): Leaf {
  try {
    return keyFromText(publicKey)
  } catch {
    throw refuse(`the publicKey of ${walletId} is none`)
  }
}
