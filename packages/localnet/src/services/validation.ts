import type { proto } from '@hiero-ledger/proto'
import { accountNumber } from '../protocol/ids.ts'
import { int64 } from '../protocol/int64.ts'
import { isKeyRemoval, isValidKey, type Key, type KeyRule, keyFromProto } from '../protocol/keys.ts'
import { check, type ResponseCode } from '../protocol/status-error.ts'
import type { Account } from '../state/entities.ts'
import type { State } from '../state/state.ts'

/** Seconds that an entity may be renewed for, ledger.autoRenewPeriod.minDuration and maxDuration. */
const MIN_AUTO_RENEW = 2_592_000n
const MAX_AUTO_RENEW = 8_000_001n

export const MAX_AUTO_ASSOCIATIONS = 5000

/** The account, which must exist (`missing` says how if not) and not be deleted. */
export function usableAccount(
  state: State,
  id: proto.IAccountID | null | undefined,
  missing: ResponseCode = 'INVALID_ACCOUNT_ID',
  deleted: ResponseCode = 'ACCOUNT_DELETED',
): Account {
  const account = state.account(id)
  check(account !== undefined, missing)
  check(!account.deleted, deleted)
  return account
}

/** A period in seconds that entities may be renewed for. */
export function isAutoRenewPeriod(period: proto.IDuration | bigint | null | undefined): boolean {
  const seconds = typeof period === 'bigint' ? period : int64(period?.seconds)
  return seconds >= MIN_AUTO_RENEW && seconds <= MAX_AUTO_RENEW
}

/** Seconds since the epoch of an expiry, which lies after `now` (nanoseconds) and not too far ahead. */
export function expirySeconds(
  expiry: proto.ITimestamp,
  now: bigint,
  invalid: ResponseCode = 'INVALID_EXPIRATION_TIME',
): bigint {
  const seconds = int64(expiry.seconds)
  const nowSeconds = now / 1_000_000_000n
  check(seconds > nowSeconds && seconds <= nowSeconds + MAX_AUTO_RENEW, invalid)
  return seconds
}

/** A key as given, well formed or `invalid`. */
export function validKey(key: proto.IKey, invalid: ResponseCode): Key {
  const parsed = keyFromProto(key)
  check(isValidKey(parsed.rule), invalid)
  return parsed
}

/** The staked account must be one, the staked node must be node 0. */
export function checkStaking(
  state: State,
  account: proto.IAccountID | null | undefined,
  node: bigint | undefined,
): void {
  if (node !== undefined) check(node === 0n, 'INVALID_STAKING_ID')
  else if (account) {
    const staked = state.account(account)
    check(staked !== undefined && !staked.deleted, 'INVALID_STAKING_ID')
  }
}

export function isZeroAccount(id: proto.IAccountID): boolean {
  return accountNumber(id) === 0
}

/** Entities up to 0.0.1000 are the network's own. */
export function isSystemEntity(num: number): boolean {
  return num <= 1000
}

/** The rules of keys that a transaction puts in place, which must sign it: not those that it takes away. */
export function newKeyRules(...keys: readonly (proto.IKey | null | undefined)[]): KeyRule[] {
  return keys.flatMap((key) => (key ? [keyFromProto(key).rule] : [])).filter((rule) => !isKeyRemoval(rule))
}
