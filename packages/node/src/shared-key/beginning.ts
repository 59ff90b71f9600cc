/** Writes a ceremony's first record when an operator of the node starts it. */
import { randomInt, randomUUID } from 'node:crypto'
import {
  encodeRecord,
  FrostError,
  type GroupKey,
  groupKeyDigest,
  type Kind,
  MAX_MEMBERS,
  openCeremony,
  type Start,
  signRecord,
} from '@quorate/frost'
import { conflict } from '@quorate/platform'
import {
  type Chosen,
  ceremonyMembers,
  isChange,
  refusalOf,
  startOn,
  type Terms,
} from '../model/shared-key/ceremony-starts.ts'
import { expectedPublicKey } from './following.ts'
import { toldKeys } from './known-keys.ts'
import { type State, termsOf, verifySignature } from './state.ts'

/** @throws 409 DKG_NOT_POSSIBLE, DKG_RUNNING, DKG_KEY_EXISTS; 503 MIRROR_UNAVAILABLE */
export async function begin(state: State, kind: Kind): Promise<void> {
  const { ledger, running, held, write, plainKey } = state
  if (held && !isChange(kind)) throw conflict('DKG_KEY_EXISTS', `The nodes already share a key: ${held.key.publicKey}`)
  const tooMany = state.starts.refusal(ledger.operator.accountId, state.clock.now())
  if (tooMany !== undefined) throw notPossible(tooMany)
  if (running) throw conflict('DKG_RUNNING', `${running.ceremony.status().dkgId} has not ended yet`)
  const ours = await termsOf(state)
  const repair = kind === 'repair' ? await repairFor(state, ours) : undefined
  const terms = { ...ours, known: repair?.key ?? ours.known }
  const from = ownNumber(terms, kind, ledger.operator.accountId)
  const isDealer = held?.key.members.some(({ number }) => number === from) ?? false
  if (isDealer && !held?.share && kind !== 'repair' && kind !== 'rotate')
    throw notPossible('this node has lost its share: restore or repair the share first')
  const publicKey = kind === 'split' ? plainKey.publicKey : undefined
  const helpers = repair && someOf(repair.helpers, repair.key.threshold).sort((one, other) => one - other)
  const chosen: Chosen = { kind, from, publicKey, helpers }
  const refusal = refusalOf(terms, chosen)
  if (refusal !== undefined) throw notPossible(refusal)
  const record = encodeRecord(await signRecord<Start>(startOn(terms, chosen), ledger.operator.sign))
  assertOpens(record, terms, isChange(kind) ? terms.known : undefined)
  state.told = repair?.key
  await write(`dkg start ${randomUUID()}`, record)
}

export const notPossible = (why: string) => conflict('DKG_NOT_POSSIBLE', `The ceremony is not possible: ${why}`)

/** The node's number among the parties, including members who leave in a reshare that they start themselves. */
function ownNumber({ members, known }: Terms, kind: Kind, accountId: string): number {
  const before = isChange(kind) ? (known?.members ?? []) : []
  const parties = [...before, ...ceremonyMembers(members, before)]
  const own = parties.find(({ id }) => id === accountId)
  if (own) return own.number
  throw notPossible(`the list of nodes does not contain this node, ${accountId}`)
}

/** The key whose share this node has lost, and the members that say that they have their shares. */
async function repairFor(state: State, { members, known }: Terms): Promise<{ key: GroupKey; helpers: number[] }> {
  const { held, ledger } = state
  const self = ledger.operator.accountId
  const answers = await toldKeys(members.filter(({ walletId }) => walletId !== self))
  const expected = expectedPublicKey(state)
  if (!expected) throw notPossible("this node does not know the nodes' shared key: set DKG_PUBLIC_KEY")
  const usable = answers.filter(({ key }) => key.publicKey === expected && key.epoch >= (known?.epoch ?? 0))
  const helpersOf = (one: GroupKey): number[] => {
    const same = usable.filter(({ key, hasShare }) => hasShare && groupKeyDigest(key) === groupKeyDigest(one))
    return one.members.filter(({ id }) => same.some(({ by }) => by === id)).map(({ number }) => number)
  }
  // A single member could report a newer key, for which no other member would help.
  const told = usable.map(({ key }) => key)
  const helped = told.filter((key) => helpersOf(key).length >= key.threshold)
  const newest = [...(helped.length > 0 ? helped : told)].reduce<GroupKey | undefined>(
    (best, key) => (best && best.epoch >= key.epoch ? best : key),
    known,
  )
  if (!newest) throw notPossible(`no other node reports the shared key ${expected}`)
  if (held?.share && held.key.dkgId === newest.dkgId) throw notPossible('this node already has its share')
  if (!newest.members.some(({ id }) => id === self))
    throw notPossible(`${self} is not a member of ${newest.dkgId}: start a reshare`)
  const helpers = helpersOf(newest)
  if (helpers.length < newest.threshold)
    throw notPossible(`${newest.threshold} other members have to help, but only ${helpers.length} say that they can`)
  return { key: newest, helpers }
}

/** Chosen at random, so that a silent member does not make every attempt fail. */
const someOf = (numbers: readonly number[], count: number): number[] =>
  numbers
    .map((number) => ({ number, rank: randomInt(2 ** 40) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ number }) => number)

/** Refuses a start that no node would follow, such as one with too many members. @throws 409 DKG_NOT_POSSIBLE */
function assertOpens(bytes: Uint8Array, { chain, topic, members }: Terms, previous: GroupKey | undefined): void {
  if (members.length > MAX_MEMBERS)
    throw notPossible(`the network has ${members.length} nodes, but at most ${MAX_MEMBERS} can share a key`)
  try {
    const first = { bytes, consensusTimestamp: '0.0', completedAt: '0.0' }
    openCeremony(first, { chain, topic, previous, verify: verifySignature })
  } catch (error) {
    if (error instanceof FrostError) throw notPossible(error.message)
    throw error
  }
}
