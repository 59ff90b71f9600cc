/** The entities that this node knows to be under the network's earlier keys, and their keys on the ledger. */
import type { EntityKind } from '@quorate/ledger/operations'
import { type Database, mapInBatches } from '@quorate/platform'
import { type Key, type Leaf, publicKeyText } from '@quorate/verify'
import { type NetworkKeys, networkKeysIn } from '../model/shared-key/network-keys.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { type Bound, boundAfter } from '../store/key-moves.ts'
import type { Tables } from '../store/tables.ts'
import type { Bindings } from '../validators/bindings.ts'
import type { Creations } from './creations.ts'

export interface EntitiesDeps {
  database: Database<Tables>
  ledger: OperatedLedger
  bindings: Bindings
  creations: Creations
  networkKeys(ledger: OperatedLedger): NetworkKeys
}

const PAGE = 200
/** The maximum number of pages of 100 rows read from each of the mirror's lists by key. */
const MAX_PAGES = 100

/** The keys of an entity; none if it is deleted or does not exist. */
export async function keysOf({ mirror }: OperatedLedger, { kind, entity }: Bound): Promise<Key[]> {
  const present = (keys: readonly (Key | null)[]): Key[] => keys.filter((key) => key !== null)
  if (kind === 'account') {
    const account = await mirror.account(entity)
    return !account || account.deleted ? [] : present([account.key])
  }
  if (kind === 'topic') {
    const topic = await mirror.topic(entity)
    return !topic || topic.deleted ? [] : present([topic.adminKey, topic.submitKey, topic.feeScheduleKey])
  }
  const token = await mirror.tokenDetails(entity)
  return !token || token.deleted ? [] : present(Object.values(token.keys))
}

/** Returns which of these network keys the entity's keys contain. */
export async function neededOf(ledger: OperatedLedger, bound: Bound, keys: readonly Leaf[]): Promise<Leaf[]> {
  const needed = (await keysOf(ledger, bound)).flatMap((key) => networkKeysIn(keys, key))
  return [...new Map(needed.map((key) => [publicKeyText(key), key])).values()]
}

/** All entities that this node has bindings of. First reads the bindings that it does not have yet. */
export async function* boundEntities(deps: EntitiesDeps): AsyncGenerator<Bound> {
  const { database, ledger, creations } = deps
  await creations.lookUp(ledger)
  await readListed(deps)
  for (let after = ''; ; ) {
    const page = await boundAfter(database.read, ledger.chain, after, PAGE)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.entity
  }
}

/**
 * Reads the bindings of the accounts and tokens that the mirror lists by an earlier key. The mirror does not list
 * topics, or accounts whose key has several parts: these are known from their creations.
 */
async function readListed({ ledger, bindings, networkKeys }: EntitiesDeps): Promise<void> {
  const [, ...earlier] = networkKeys(ledger)
  for (const key of earlier.map(publicKeyText))
    for (const kind of ['account', 'token'] as const) {
      const ids = await listedBy(ledger, kind, key)
      await mapInBatches(ids, (id) => bindings.of(ledger, kind, id))
    }
}

const LISTS = {
  account: (key: string) => `/accounts?account.publickey=${key}&balance=false&limit=100`,
  token: (key: string) => `/tokens?publickey=${key}&limit=100`,
}
interface Listed {
  accounts?: { account: string }[]
  tokens?: { token_id: string }[]
  links?: { next?: string | null }
}

async function listedBy({ mirror }: OperatedLedger, kind: EntityKind & keyof typeof LISTS, key: string) {
  const ids: string[] = []
  let next: string | undefined = LISTS[kind](key)
  for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
    const { accounts = [], tokens = [], links } = (await mirror.get(next)) as Listed
    ids.push(...accounts.map(({ account }) => account), ...tokens.map(({ token_id }) => token_id))
    next = links?.next?.replace(/^\/api\/v1/, '')
  }
  return ids
}
