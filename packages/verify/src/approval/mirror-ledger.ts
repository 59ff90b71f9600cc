/** The ledger reads that reviews need, made from a mirror node with `fetch`. */
import { fromBase64 } from '../bytes.ts'
import { keyOf } from '../mirror/keys.ts'
import { entityPath } from '../mirror/reading/paths.ts'
import { type MirrorOptions, mirrorReader, otherShape } from '../mirror/reading/read-json.ts'
import {
  account,
  base64,
  flag,
  ledgerTime,
  list,
  mirrorKey,
  open,
  orNull,
  type Shape,
  text,
  transactionId,
} from '../values/shapes.ts'
import { type Changes, earlierKeysOf, MOST_CHANGES } from './earlier-keys.ts'
import type { LedgerReads } from './review.ts'
import { tokenIn, topicIn } from './shown.ts'

const ACCOUNT = open({ key: mirrorKey, deleted: orNull(flag), memo: orNull(text) })
const CHANGES = open({
  created_timestamp: orNull(ledgerTime),
  transactions: list(open({ consensus_timestamp: ledgerTime })),
})
const SCHEDULE = open({
  transaction_body: base64,
  admin_key: mirrorKey,
  consensus_timestamp: ledgerTime,
  memo: text,
  wait_for_expiry: flag,
  deleted: flag,
  creator_account_id: text,
  payer_account_id: orNull(text),
  expiration_time: orNull(text),
  executed_timestamp: orNull(text),
})
const TRANSACTIONS = open({ transactions: list(open({ result: text, entity_id: orNull(account) })) })
/** Not checked here: `tokenIn` and `topicIn` check these answers. */
const ANY = open({})

type MirrorKey = { _type: string; key: string } | null
interface Account {
  key?: MirrorKey
  deleted?: boolean | null
  memo?: string | null
}
interface ShownChanges {
  created_timestamp?: string | null
  transactions: { consensus_timestamp: string }[]
}
interface Schedule {
  transaction_body: string
  admin_key?: MirrorKey
  consensus_timestamp: string
  memo: string
  wait_for_expiry: boolean
  deleted: boolean
  creator_account_id: string
  payer_account_id?: string | null
  expiration_time?: string | null
  executed_timestamp?: string | null
}

interface Transactions {
  transactions: { result: string; entity_id?: string | null }[]
}

/** Finds the entity that a signed transaction created or changed. */
export interface CreationReads {
  /**
   * The entity that the transaction with this id, `0.0.n@seconds.nanos`, created or changed; null while the mirror does
   * not show that it succeeded. A service could name another entity, such as one that it controls.
   */
  created(transactionId: string): Promise<string | null>
}

/** If several transactions have the id, all but one have failed as duplicates. */
export const createdIn = ({ transactions }: Transactions): string | null =>
  transactions.find(({ result }) => result === 'SUCCESS')?.entity_id ?? null

/** When an account was created, and its newest updates. */
const timesIn = ({ created_timestamp: created, transactions }: ShownChanges): Changes => ({
  created: created ?? undefined,
  updates: transactions.map((one) => one.consensus_timestamp),
})

/**
 * @param url of a mirror node that the signer trusts, such as `https://mainnet.mirrornode.hedera.com`
 * @throws each read throws VerifyError 503 `MIRROR_UNAVAILABLE` if the mirror does not answer, or its answer does not
 * have the form that the Mirror Node API describes
 */
export function mirrorLedger(url: string, options: MirrorOptions = {}): LedgerReads & CreationReads {
  const read = mirrorReader(url, options)
  /** Returns null if the mirror has nothing at the path. Checks these fields only. */
  async function found<T>(path: string | null, fields: Shape): Promise<T | null> {
    const value = path === null ? undefined : await read(path)
    if (value === undefined || path === null) return null
    if (fields(value, '') !== undefined) throw otherShape(url, path)
    return value as T
  }
  function accountAt(id: string, time?: string): Promise<Account | null> {
    const when = time === undefined ? '' : `&timestamp=lte:${time}`
    return found(entityPath([id], `/api/v1/accounts/${id}?transactions=false${when}`), ACCOUNT)
  }
  async function keyAt(id: string, time?: string) {
    const account = await accountAt(id, time)
    return account && account.deleted !== true ? keyOf(id, account.key) : null
  }
  async function changesOf(id: string): Promise<Changes> {
    const query = `transactiontype=CRYPTOUPDATEACCOUNT&order=desc&limit=${MOST_CHANGES}`
    const account = await found<ShownChanges>(entityPath([id], `/api/v1/accounts/${id}?${query}`), CHANGES)
    return account ? timesIn(account) : { created: undefined, updates: [] }
  }
  return {
    key: (id) => keyAt(id),
    keyAt,
    earlierKeys: (id, walletId) => earlierKeysOf({ changesOf, keyAt }, id, walletId),
    async isAccount(id) {
      const account = await accountAt(id)
      return account !== null && account.deleted !== true
    },
    async memo(id) {
      return (await accountAt(id))?.memo ?? ''
    },
    async schedule(id) {
      const kept = await found<Schedule>(entityPath([id], `/api/v1/schedules/${id}`), SCHEDULE)
      return (
        kept && {
          body: fromBase64(kept.transaction_body),
          adminKey: keyOf(id, kept.admin_key),
          createdAt: kept.consensus_timestamp,
          payer: kept.payer_account_id ?? kept.creator_account_id,
          memo: kept.memo,
          waitForExpiry: kept.wait_for_expiry,
          expirationTime: kept.expiration_time ?? null,
          deleted: kept.deleted,
          executedTimestamp: kept.executed_timestamp ?? null,
        }
      )
    },
    async token(id) {
      const answer = await found<unknown>(entityPath([id], `/api/v1/tokens/${id}`), ANY)
      return answer === null ? null : tokenIn(id, answer)
    },
    async created(id) {
      if (transactionId(id, '') !== undefined) return null
      const name = id.replace('@', '-').replace(/\.(\d+)$/, '-$1')
      const all = await found<Transactions>(`/api/v1/transactions/${name}?nonce=0&scheduled=false`, TRANSACTIONS)
      return all && createdIn(all)
    },
    async topic(id) {
      const answer = await found<unknown>(entityPath([id], `/api/v1/topics/${id}`), ANY)
      return answer === null ? null : topicIn(id, answer)
    },
  }
}
