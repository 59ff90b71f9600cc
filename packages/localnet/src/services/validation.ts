import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber } from '#protocol/ids.ts'
import { isKeyRemoval, isValidKey, type Key, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** Seconds that an entity may be renewed for, ledger.autoRenewPeriod.minDuration and maxDuration. */
const MIN_AUTO_RENEW = 2_592_000n
const MAX_AUTO_RENEW = 8_000_001n

export const MAX_AUTO_ASSOCIATIONS = 5000

/**
 * The account, which must exist and not be deleted.
 *
 * @throws StatusError with `missing` if it does not exist
 */
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

/** Says whether a period in seconds is allowed for the renewal of entities. */
export function isAutoRenewPeriod(period: proto.IDuration | bigint | null | undefined): boolean {
  const seconds = typeof period === 'bigint' ? period : int64(period?.seconds)
  return seconds >= MIN_AUTO_RENEW && seconds <= MAX_AUTO_RENEW
}

/** The seconds of an expiry since the epoch; it must lie after `now` (nanoseconds), and not too far ahead. */
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

/**
 * A key as given.
 *
 * @throws StatusError with `invalid` if it is malformed
 */
export function validKey(key: proto.IKey, invalid: ResponseCode): Key {
  const parsed = keyFromProto(key)
  check(isValidKey(parsed.rule), invalid)
  return parsed
}

/** Checks staking fields: the staked account must exist, the staked node must be node 0. */
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

/** Says whether an entity is the network's own: up to 0.0.1000. */
export function isSystemEntity(num: number): boolean {
  return num <= 1000
}

/** The rules of the keys that a transaction sets, which must sign it; keys that it removes need not. */
export function newKeyRules(...keys: readonly (proto.IKey | null | undefined)[]): KeyRule[] {
  return keys.flatMap((key) => (key ? [keyFromProto(key).rule] : [])).filter((rule) => !isKeyRemoval(rule))
}
