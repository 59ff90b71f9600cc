/** A node takes part in a ceremony only if its own settings would have produced the same start. */

import type { Unsigned } from '@quorate/frost'
import { encodeRecord, type GroupKey, groupKeyDigest, type Kind, type Start, type StartMember } from '@quorate/frost'
import type { NetworkMember } from '@quorate/ledger'
import { type Leaf, publicKeyText } from '@quorate/verify'

type Listed = Pick<NetworkMember, 'walletId' | 'url'> & { key: Leaf }

export interface Terms {
  chain: string
  topic: string
  /** The list of the network's nodes. It must be the same on all nodes. */
  members: readonly Listed[]
  /** How many members sign together; the majority if undefined. */
  threshold: number | undefined
  /** The shared key that a ceremony would change. */
  known: GroupKey | undefined
  /** How many replaced keys the node has not retired yet. */
  unretired: number
  /** The public key, in hex, that a holder may split: DKG_PUBLIC_KEY, or else the network key of this node. */
  splittable: string
  /** DKG_PUBLIC_KEY, if it is set. */
  expected: string | undefined
}

/**
 * What the member that starts a ceremony chooses. A split is started by the key's holder, a repair by the repaired
 * member.
 */
export interface Chosen {
  kind: Kind
  /** The starting member's number. */
  from: number
  /** In a split: the public key that is split. */
  publicKey?: string | undefined
  /** In a repair: the numbers of the helpers. */
  helpers?: number[] | undefined
}

/** How long a phase of a ceremony waits for members, in consensus time. */
const PHASE_SECONDS = 300
/** If more keys are still needed, something else is wrong. */
const MAX_UNRETIRED = 4

/**
 * The members with their FROST identifiers. Members of the known key keep their numbers. The others get the lowest free
 * numbers, in the order of their account ids.
 */
export function ceremonyMembers(members: readonly Listed[], known: readonly StartMember[] = []): StartMember[] {
  const numbers = new Map(known.map(({ id, number }) => [id, number]))
  const taken = new Set(numbers.values())
  let next = 1
  const free = (): number => {
    while (taken.has(next)) next++
    return next++
  }
  return [...members]
    .sort((one, other) => compareIds(one.walletId, other.walletId))
    .map(({ walletId: id, key }) => ({ id, key: publicKeyText(key), number: numbers.get(id) ?? free() }))
    .sort((one, other) => one.number - other.number)
}

/** The start record that these terms give. */
export function startOn(terms: Terms, { kind, from, publicKey, helpers }: Chosen): Unsigned<Start> {
  const { chain, topic, known } = terms
  const previous = isChange(kind) ? known : undefined
  const isSame = (kind === 'refresh' || kind === 'repair') && previous !== undefined
  const members = isSame
    ? previous.members.map(({ id, key, number }) => ({ id, key, number }))
    : ceremonyMembers(terms.members, previous?.members)
  return {
    frost: 1,
    type: 'start',
    kind,
    ...{ chain, topic, members, phaseSeconds: PHASE_SECONDS, from },
    epoch: (known?.epoch ?? 0) + (kind === 'repair' ? 0 : 1),
    threshold: isSame ? previous.threshold : thresholdOf(terms),
    ...(previous ? { previous: groupKeyDigest(previous) } : {}),
    ...(kind === 'split' && publicKey ? { publicKey, holder: from } : {}),
    ...(kind === 'repair' && helpers ? { helpers, repaired: from } : {}),
  }
}

/** Whether the ceremony changes a key that is already shared. */
export const isChange = (kind: Kind): boolean => kind !== 'generate' && kind !== 'split'

export const thresholdOf = ({ members, threshold }: Pick<Terms, 'members' | 'threshold'>): number =>
  threshold ?? Math.floor(members.length / 2) + 1

/** Why a node with these terms refuses such a ceremony; undefined if it takes part. */
export function refusalOf(terms: Terms, chosen: Chosen): string | undefined {
  const { members, known, splittable, expected } = terms
  const { kind, from, publicKey = '', helpers = [] } = chosen
  if (isChange(kind) !== (known !== undefined))
    return known ? `the nodes already share a key: ${known.publicKey}` : 'this node knows no shared key'
  if (kind === 'split' && publicKey !== splittable)
    return `${publicKey} is not ${expected ? 'DKG_PUBLIC_KEY' : "this node's network key"}`
  if (kind === 'generate' && expected)
    return `the nodes already share a key: DKG_PUBLIC_KEY is ${expected}. Unset it to generate another one`
  const threshold = thresholdOf(terms)
  if (!known && threshold > members.length) return tooFew(threshold, members.length)
  if ((kind === 'reshare' || kind === 'rotate') && threshold > members.length) return tooFew(threshold, members.length)
  if (kind === 'rotate' && known) return rotationRefusal(terms, known)
  if (!known || (kind !== 'refresh' && kind !== 'repair')) return undefined
  const concerned =
    kind === 'refresh' ? known.members : known.members.filter(({ number }) => [from, ...helpers].includes(number))
  const isListed = ({ id, key }: StartMember): boolean =>
    members.some((one) => one.walletId === id && publicKeyText(one.key) === key)
  const gone = concerned.find((member) => !isListed(member))
  if (gone) return `${gone.id} is no longer in the list of nodes, or has another key there: start a reshare`
  if (terms.threshold !== undefined && terms.threshold !== known.threshold)
    return `NETWORK_THRESHOLD is ${terms.threshold}, but the shared key's threshold is ${known.threshold}: start a reshare`
  return undefined
}

/** Enough members of the current key must stay, since they have to sign the entities' moves to the new key. */
function rotationRefusal({ members, unretired }: Terms, known: GroupKey): string | undefined {
  if (unretired >= MAX_UNRETIRED)
    return `${unretired} earlier keys are not retired yet: run quorate dkg move, then quorate dkg retire`
  const staying = known.members.filter(({ id }) => members.some(({ walletId }) => walletId === id)).length
  if (staying >= known.threshold) return undefined
  return `only ${staying} members of the current key are in the list of nodes, but ${known.threshold} have to sign the entities' moves: rotate first, and change the list later`
}

const tooFew = (threshold: number, count: number): string =>
  `NETWORK_THRESHOLD is ${threshold}, but the network has ${count} nodes`

/**
 * Returns why this node refuses a start record, or undefined if it would have written the same one from its own
 * `terms`. Without this check, a member could start a ceremony with a threshold of one or with invented members.
 */
export function refusalOfStart({ signature: _, ...start }: Start, terms: Terms): string | undefined {
  const refusal = refusalOf(terms, start)
  if (refusal !== undefined) return refusal
  const own = startOn(terms, start)
  if (Buffer.from(encodeRecord(start)).equals(encodeRecord(own))) return undefined
  if (start.threshold !== own.threshold)
    return `its threshold is ${start.threshold}, but this node's is ${own.threshold}`
  const isSame = JSON.stringify(start.members) === JSON.stringify(own.members)
  return isSame ? 'it differs from the start that this node would write' : "its members differ from this node's list"
}

/** Compares ids by shard, realm and number. */
function compareIds(one: string, other: string): number {
  const [a, b] = [one, other].map((id) => id.split('.').map(BigInt))
  for (const [index, part] of (a ?? []).entries()) {
    const theirs = b?.[index] ?? 0n
    if (part !== theirs) return part < theirs ? -1 : 1
  }
  return 0
}
