/** Erases the shares of keys that rotations have replaced, once no entity needs them. */
import { type Clock, conflict, mapInBatches } from '@quorate/platform'
import { publicKeyText } from '@quorate/verify'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import type { ReadMembers } from '../network/members.ts'
import { askedOf } from '../shared-key/known-keys.ts'
import type { SharedKey } from '../shared-key/shared-key.ts'
import type { Bound } from '../store/key-moves.ts'
import { keyStoredAt } from '../store/shared-key.ts'
import { type EntitiesDeps, neededOf } from './entities.ts'
import type { Moves } from './moves.ts'

/**
 * Long enough for the windows of transactions signed right before the rotation to end, and for members to read of it.
 */
const KEPT_MS = 3_600_000

export interface RetirementDeps extends EntitiesDeps {
  clock: Clock
  moves: Moves
  sharedKey: SharedKey
  readMembers: ReadMembers
}

/**
 * Erases this node's shares of all keys that were replaced.
 * @param without accounts of listed nodes that need not answer
 * @throws 409 DKG_KEY_IN_USE; 503 MIRROR_UNAVAILABLE
 */
export async function retireKeys(deps: RetirementDeps, without: readonly string[] = []): Promise<void> {
  const { sharedKey, moves } = deps
  const former = sharedKey.former()
  if (former.length === 0) throw inUse('there is no earlier key to retire')
  for (const held of former) await assertOld(deps, held)
  await moves.find()
  await assertUnused(deps, (await moves.progress()).entities)
  await assertUnused(deps, await toldByOthers(deps, without))
  for (const { key } of former) await sharedKey.retire(key.publicKey)
}

/** Checks that the key was replaced an hour ago. */
async function assertOld({ database, ledger, clock }: RetirementDeps, { key }: HeldKey): Promise<void> {
  const at = await keyStoredAt(database.read, ledger.chain, key.publicKey)
  const until = (at?.getTime() ?? clock.now()) + KEPT_MS
  if (clock.now() < until)
    throw inUse(`${key.publicKey} was replaced less than an hour ago: wait until ${new Date(until).toISOString()}`)
}

/** Checks on the ledger that none of these entities needs one of the earlier keys. */
async function assertUnused({ ledger, sharedKey, networkKeys }: RetirementDeps, bounds: readonly Bound[]) {
  const former = new Set(sharedKey.former().map(({ key }) => key.publicKey))
  const keys = networkKeys(ledger).filter((key) => former.has(publicKeyText(key)))
  const needed = await mapInBatches(bounds, (bound) => neededOf(ledger, bound, keys))
  const left = bounds.filter((_bound, index) => (needed[index] ?? []).length > 0)
  const [first] = left
  if (!first) return
  const more = left.length > 1 ? ` and ${left.length - 1} others` : ''
  throw inUse(`the ${first.kind} ${first.entity}${more} still need it: run quorate dkg move, then quorate dkg status`)
}

/**
 * The entities that other nodes report as not moved: they may know some that this node does not. Their reports are
 * checked against the ledger.
 */
async function toldByOthers(
  { readMembers, ledger, bindings }: RetirementDeps,
  without: readonly string[],
): Promise<Bound[]> {
  const others = (await readMembers()).filter(({ walletId }) => walletId !== ledger.operator.accountId)
  const told = await Promise.all(others.map((member) => askedOf(member)))
  const unheard = others.filter((_member, index) => !told[index]).map(({ walletId }) => walletId)
  const silent = unheard.filter((walletId) => !without.includes(walletId))
  if (silent.length > 0)
    throw inUse(
      `${silent.join(', ')} did not answer which entities they know: try again later, or remove them from the list. If they are lost, run quorate dkg retire ${silent.map((walletId) => `--without ${walletId}`).join(' ')}`,
    )
  const named = told.flatMap((one) => one?.moves.entities ?? []).filter(({ state }) => state !== 'MOVED')
  const bounds = named.map(({ kind, entity }) => ({ kind, entity }))
  const bindingsOf = await mapInBatches(bounds, ({ kind, entity }) => bindings.of(ledger, kind, entity))
  return bounds.filter((_bound, index) => bindingsOf[index])
}

const inUse = (why: string) => conflict('DKG_KEY_IN_USE', `The earlier key cannot be retired: ${why}`)
