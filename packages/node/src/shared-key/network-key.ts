/**
 * The network's key. On the default chain, it is the shared key once the nodes have made one. Before that, and on other
 * chains, it is the node's own key. The own key still signs for entities that were created under it.
 */
import type { GroupKey } from '@quorate/frost'
import { keyFromText, type Signer } from '@quorate/ledger'
import { type Leaf, nanos, publicKeyText } from '@quorate/verify'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { NetworkKeys } from '../model/shared-key/network-keys.ts'
import { membersFrom } from '../network/members.ts'
import type { MembersTopic, Writers } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Settings } from '../settings.ts'
import { sharedKeysOf } from '../store/shared-key.ts'
import { createRecordBoxes } from './record-boxes.ts'
import { createSharedKey } from './shared-key.ts'
import { createShares } from './shares.ts'
import type { PlainKey, SharedKeyDeps } from './state.ts'

interface Deps extends Omit<SharedKeyDeps, 'ledger' | 'readMembers' | 'known' | 'plainKey' | 'settings'> {
  ledgers: ReadonlyMap<string, OperatedLedger>
  settings: Settings
  ownNetworkKey(on: Chain): Signer
  plainKeyOf(on: Chain): PlainKey
}
type Chain = Pick<OperatedLedger, 'chain'>

/** How long a former member may still have opened decisions, in nanoseconds after the next ceremony began. */
const HANDED_OVER_NS = 3_600_000_000_000n

const placeOf = (dkgId: string): { topicId: string; startedAt: string } => {
  const [topicId = '', startedAt = ''] = dkgId.split('@')
  return { topicId, startedAt }
}

/**
 * The members of all keys, including earlier ones: those may have opened decisions that this node has not read yet.
 * They count until the next key was made.
 */
function writersOf(keys: readonly GroupKey[]): Writers | undefined {
  const last = keys.at(-1)
  if (!last) return undefined
  const terms = keys.map(({ members }, index) => {
    const next = keys[index + 1]
    const until = next && nanos(placeOf(next.dkgId).startedAt) + HANDED_OVER_NS
    return { ids: new Set(members.map(({ id }) => id)), until }
  })
  return {
    topicId: placeOf(last.dkgId).topicId,
    payers: new Set(terms.flatMap(({ ids }) => [...ids])),
    counts: (payer, completedAt) =>
      terms.some(({ ids, until }) => ids.has(payer) && (until === undefined || nanos(completedAt) < until)),
  }
}

/**
 * The time from which this node knows all accounts that may have opened a decision. If there were keys before the first
 * one that this node knows, it is the time from which members that left with these keys no longer count.
 */
export function sinceOf([first]: readonly GroupKey[]): bigint | undefined {
  const startedAt = first && nanos(placeOf(first.dkgId).startedAt)
  return startedAt === undefined || first?.epoch === 1 ? startedAt : startedAt + HANDED_OVER_NS
}

const publicKeyOf = ({ key }: HeldKey): Leaf => keyFromText(key.publicKey)
const distinct = (keys: readonly Leaf[]): NetworkKeys =>
  [...new Map(keys.map((key) => [publicKeyText(key), key])).values()] as unknown as NetworkKeys

export async function openNetworkKey(deps: Deps) {
  const { ledgers, settings, ownNetworkKey } = deps
  const [ledger] = ledgers.values()
  if (!ledger) throw new Error('this node serves no chain')
  const { chain, mirror, operator } = ledger
  const readMembers = membersFrom(settings, { chain, mirror })
  const known = await createShares(deps, chain).living()
  const sharedKey = createSharedKey({ ...deps, ledger, readMembers, known, plainKey: deps.plainKeyOf(ledger) })
  const heldOn = (on: Chain): HeldKey | undefined => (on.chain === chain ? sharedKey.held() : undefined)
  const keysOn = (on: Chain): readonly HeldKey[] => {
    const held = heldOn(on)
    return held ? [held, ...sharedKey.former()] : []
  }
  const networkKeys = (on: Chain): NetworkKeys =>
    distinct([...keysOn(on).map(publicKeyOf), ownNetworkKey(on).publicKey])
  return {
    ledger,
    readMembers,
    sharedKey,
    /** The shared keys that this node may have shares of: the current one, and those that it has replaced. */
    keysOn,
    boxes: createRecordBoxes(keysOn, operator.accountId),
    networkKeys,
    /** All network keys, including retired ones, since entities may have been created under them. */
    allNetworkKeys: (on: Chain): NetworkKeys =>
      distinct([...networkKeys(on), ...(heldOn(on)?.key.replaced ?? []).map((key) => keyFromText(key))]),
    /** Identifies the network's key in texts that accounts sign. */
    networkId: (on: Chain): string => heldOn(on)?.key.dkgId ?? publicKeyText(ownNetworkKey(on).publicKey),
    membersTopic(on: Chain): MembersTopic | undefined {
      const held = heldOn(on)
      if (!held) return undefined
      const { dkgId, members } = held.key
      return { topicId: placeOf(dkgId).topicId, members: new Set(members.map(({ id }) => id)) }
    },
    writersOf: async (on: Chain): Promise<Writers | undefined> =>
      heldOn(on) && writersOf(await sharedKeysOf(deps.database.read, chain)),
    /** The time from which this node knows all accounts that may open decisions, in nanoseconds. */
    knownSince: async (): Promise<bigint | undefined> => sinceOf(await sharedKeysOf(deps.database.read, chain)),
  }
}
