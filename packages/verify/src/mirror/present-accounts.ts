/** Reads the current state of many accounts, a hundred per request, and whether their keys were the same before. */
import { type Static, Type } from 'typebox'
import { mapInBatches } from '../async/map-in-batches.ts'
import type { Key } from '../keys/keys.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { nanos } from '../values/timestamp-text.ts'
import { keyOf } from './keys.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { nextPath } from './reading/next-link.ts'
import { MirrorTimestamp } from './reading/timestamps.ts'

/**
 * An account that exists on the ledger now. A deleted account never comes back, so it has existed since its creation.
 */
export interface PresentAccount {
  /** Its key now; null if it has none, or has one that this version cannot read. */
  key: Key | null
  /** `seconds.nanos` */
  createdAt: string
  /** The key has not changed since this time, `seconds.nanos`; null if it may have changed. */
  keySince: string | null
}

export interface PresentReads {
  /**
   * Returns the accounts that exist on the ledger now. `keySince` is `since` or the account's creation, or null if a
   * transaction may have changed the key since then. For an account that is missing here, or whose `keySince` is null,
   * read the account individually. All accounts are missing if the mirror does not answer such questions.
   *
   * @param since `seconds.nanos`
   * @param onBatch called with the number of accounts read so far
   */
  presentAccounts(
    accounts: readonly string[],
    since: string,
    onBatch?: (done: number) => void,
  ): Promise<Map<string, PresentAccount>>
}

/** Mirrors accept a parameter a hundred times, and return at most a hundred rows. */
const AT_ONCE = 100
const REQUESTS_AT_ONCE = 4
/** How many accounts justify one page of changes: read individually, each account takes two or three reads. */
const ACCOUNTS_FOR_A_PAGE = 4
/**
 * The types of transactions that change keys. Other ways to change one appear as these types, too: the completion of a
 * hollow account (HIP-583) and what contracts do are child transactions of them.
 */
const CHANGE_KEYS = ['cryptoupdateaccount', 'contractupdateinstance']

const AccountsAnswer = Type.Object({
  accounts: Type.Array(
    Type.Object({
      account: Type.String(),
      created_timestamp: Type.Optional(Type.Union([MirrorTimestamp, Type.Null()])),
      deleted: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
      key: Type.Optional(Type.Union([Type.Object({ _type: Type.String(), key: Type.String() }), Type.Null()])),
    }),
  ),
})
const ChangesAnswer = Type.Object({
  transactions: Type.Array(Type.Object({ entity_id: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
  links: Type.Optional(Type.Object({ next: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
})

export function presentReads(mirror: MirrorGet): PresentReads {
  async function readAccounts(accounts: readonly string[]) {
    const asked = new Set(accounts)
    const ids = accounts.map((account) => `account.id=${account}`).join('&')
    const found = await mirror.get(`/api/v1/accounts?${ids}&balance=false&limit=${AT_ONCE}`, AccountsAnswer)
    return (found?.accounts ?? []).filter(({ account }) => asked.has(account))
  }

  /** The accounts whose keys may have been changed by transactions since then; null if that cannot be known. */
  async function changedSince(since: string, type: string, maxPages: number): Promise<Set<string> | null> {
    const changed = new Set<string>()
    let path: string | null =
      `/api/v1/transactions?transactiontype=${type}&result=success&timestamp=gte:${since}&order=asc&limit=100`
    for (let pages = 0; path; pages++) {
      if (pages >= maxPages) return null
      const page: Static<typeof ChangesAnswer> | null = await mirror.get(path, ChangesAnswer)
      if (!page) return null
      for (const { entity_id: account } of page.transactions) {
        if (!account) return null
        changed.add(account)
      }
      path = nextPath(path, page)
    }
    return changed
  }

  async function read(accounts: readonly string[], since: string, onBatch?: (done: number) => void) {
    const parts = Array.from({ length: Math.ceil(accounts.length / AT_ONCE) }, (_, index) =>
      accounts.slice(AT_ONCE * index, AT_ONCE * (index + 1)),
    )
    const shown = await mapInBatches(parts, readAccounts, REQUESTS_AT_ONCE, (done) =>
      onBatch?.(Math.min(AT_ONCE * done, accounts.length)),
    )
    // Reads the changes after the keys, so that they include a key that changes between the two reads.
    const maxPages = Math.ceil(accounts.length / ACCOUNTS_FOR_A_PAGE)
    const changes = await mapInBatches(CHANGE_KEYS, (type) => changedSince(since, type, maxPages))
    const present = new Map<string, PresentAccount>()
    for (const { account, created_timestamp: createdAt, deleted, key } of shown.flat()) {
      if (!createdAt || deleted !== false) continue
      const isUnchanged = changes.every((changed) => changed !== null && !changed.has(account))
      const from = nanos(createdAt) > nanos(since) ? createdAt : since
      present.set(account, { key: keyOrNull(account, key), createdAt, keySince: isUnchanged ? from : null })
    }
    return present
  }

  return {
    async presentAccounts(accounts, since, onBatch) {
      try {
        return await read(accounts.filter(isEntityId), since, onBatch)
      } catch (error) {
        if (isMirrorUnavailable(error)) return new Map()
        throw error
      }
    },
  }
}

function keyOrNull(account: string, key: { _type: string; key: string } | null | undefined): Key | null {
  try {
    return keyOf(account, key)
  } catch {
    return null
  }
}

const isMirrorUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MIRROR_UNAVAILABLE'
