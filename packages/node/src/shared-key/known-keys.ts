/** The shared key as other nodes report it, for a node that joins, was away, or has lost its database. */
import { type GroupKey, isCoherent } from '@quorate/frost'
import { plainJson } from '@quorate/platform'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { groupKeyFrom, SharedKeyOut } from '../answers/shared-key.ts'
import type { Member } from '../network/members.ts'

const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 65_536
const shape = Compile(SharedKeyOut)

export interface ToldKey {
  /** The account of the node that reports the key. */
  by: string
  key: GroupKey
  hasShare: boolean
}

/**
 * The keys that these nodes report, if the shares of a key fit its public key. This proves nothing else: the caller
 * must compare a key with a known digest or public key.
 */
export async function toldKeys(members: readonly Asked[]): Promise<ToldKey[]> {
  const answers = await Promise.all(
    members.map(async (member) => ({ by: member.walletId, told: await askedOf(member) })),
  )
  return answers.flatMap(({ by, told }) => {
    const key = told && groupKeyFrom(told)
    return told && key && isCoherent(key) ? [{ by, key, hasShare: told.hasShare }] : []
  })
}

type Asked = Pick<Member, 'walletId' | 'url'>

/** A node's answer about the shared key; undefined if the node cannot be reached. */
export async function askedOf(node: Pick<Asked, 'url'>): Promise<SharedKeyOut | undefined> {
  const answer = await readAt(node, '/smart-node/dkg')
  return shape.Check(answer) ? answer : undefined
}

const liveShape = Compile(Type.Object({ version: Type.String({ maxLength: 40 }) }))

/** The version that a node runs; undefined if the node cannot be reached. */
export async function versionOf(node: Pick<Asked, 'url'>): Promise<string | undefined> {
  const answer = await readAt(node, '/health')
  return liveShape.Check(answer) ? answer.version : undefined
}

async function readAt({ url }: Pick<Asked, 'url'>, path: string): Promise<unknown> {
  try {
    const address = new URL(`${url.replace(/\/$/, '')}${path}`)
    return await plainJson(address, { signal: AbortSignal.timeout(ANSWER_MS) }, MAX_ANSWER_BYTES)
  } catch {
    return undefined
  }
}
