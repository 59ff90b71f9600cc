/** Reads many accounts as they are now, and whether they were the same before: a hundred in one request. */
import { type Static, Type } from 'typebox'
import { mapInBatches } from '../async/map-in-batches.ts'
import type { Key } from '../keys/keys.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { keyOf } from './keys.ts'
import type { MirrorGet } from './mirror-get.ts'
import { nextPath } from './next-link.ts'
import { MirrorTimestamp, nanos } from './timestamps.ts'

/** An account that the ledger has now. Nothing brings a deleted one back, so it existed ever since it was made. */
export interface PresentAccount {
  /** Its key now; null if it has none, or one that this version cannot read. */
  key: Key | null
  /** `seconds.nanos` */
  createdAt: string
  /** The key is the same at all times from this one on, `seconds.nanos`; null where it may have been another one. */
  keySince: string | null
}

export interface PresentReads {
  /**
   * Those of the accounts that the ledger has now. Their keys are the same since `since`, or since they were made,
   * unless a transaction since then may have changed them. An account that is missing here, and a `keySince` of null,
   * say nothing: such an account must be asked for by itself. All are missing where the mirror does not answer such
   * questions.
   *
   * @param since `seconds.nanos`
   * @param onBatch called with the number of accounts that are read
   */
  presentAccounts(
    accounts: readonly string[],
    since: string,
    onBatch?: (done: number) => void,
  ): Promise<Map<string, PresentAccount>>
}

/** Mirrors take a parameter a hundred times, and answer a hundred rows. */
const AT_ONCE = 100
const REQUESTS_AT_ONCE = 4
/** Of so many accounts, one page of changes may be read: each account would otherwise take two reads or three. */
const ACCOUNTS_FOR_A_PAGE = 4
/**
 * The transactions that change keys. Whatever else changes one is shown as one of these: the completion of a hollow
 * account (HIP-583) and what contracts do are child transactions of these types.
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

  /** The accounts whose keys transactions since then may have changed; null where that cannot be known. */
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
    // What changed is read after the keys: a key that changes in between is then among what changed.
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
