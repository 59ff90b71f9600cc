import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountId } from '#protocol/ids.ts'
import { isKeyRemoval, keyFromProto } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import {
  checkStaking,
  expirySeconds,
  isAutoRenewPeriod,
  isSystemEntity,
  isZeroAccount,
  MAX_AUTO_ASSOCIATIONS,
  usableAccount,
  validKey,
} from '#services/validation.ts'
import type { Account } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { FEE_COLLECTION, isExempt } from '#transaction/fees.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkNoDelegation, checkNoHooks } from './hooks.ts'

type Body = proto.ICryptoUpdateTransactionBody
const TREASURY = 2

/**
 * CryptoUpdate: changes the fields that are given. A new key needs the signatures of both the old one and the new one.
 */
export const updateAccount = define('cryptoUpdateAccount', {
  type: 15,
  name: 'CRYPTOUPDATEACCOUNT',
  price: {
    functionality: 'CryptoUpdate',
    base: 1_200_000n,
    extras: ({ key }) => [['KEYS', keysIn(key), 1]],
  },

  precheck(body) {
    checkNoHooks(body)
    checkNoDelegation(body)
    check(body.accountIDToUpdate != null, 'ACCOUNT_ID_DOES_NOT_EXIST')
    check(body.proxyAccountID == null || isZeroAccount(body.proxyAccountID), 'PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED')
  },

  signers(body, { state, payer }) {
    const target = state.account(body.accountIDToUpdate)
    check(target !== undefined && target.num !== FEE_COLLECTION, 'INVALID_ACCOUNT_ID')
    if (isExempt(payer) && isSystemEntity(target.num) && target.num !== TREASURY) return []
    const rules = [target.key.rule]
    return body.key ? [...rules, validKey(body.key, 'INVALID_ADMIN_KEY').rule] : rules
  },

  handle(body, context) {
    const { state } = context
    const account = usableAccount(state, body.accountIDToUpdate)
    check(state.contracts.get(account.num) === undefined, 'INVALID_ACCOUNT_ID')
    const changed = { ...account, ...attributes(body, context, account), ...staking(body, context) }
    state.accounts.put(account.num, changed)
    context.receipt.accountID = accountId(account.num)
    context.entity = account.num
  },
})

function attributes(body: Body, { now }: HandleContext, account: Account): Partial<Account> {
  checkMemo(body.memo?.value ?? '')
  const key = body.key ? newKey(body.key) : account.key
  if (body.autoRenewPeriod) check(int64(body.autoRenewPeriod.seconds) > 0n, 'INVALID_RENEWAL_PERIOD')
  if (body.autoRenewPeriod) check(isAutoRenewPeriod(body.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  return {
    key,
    memo: body.memo ? (body.memo.value ?? '') : account.memo,
    expiry: expiryOf(body, account, now),
    autoRenewPeriod: body.autoRenewPeriod ? int64(body.autoRenewPeriod.seconds) : account.autoRenewPeriod,
    maxAutoAssociations: maxAutoAssociations(body, account),
    receiverSigRequired: body.receiverSigRequiredWrapper
      ? (body.receiverSigRequiredWrapper.value ?? false)
      : (body.receiverSigRequired ?? account.receiverSigRequired),
  }
}

/**
 * The new key. A privileged payer does not need signatures, and may set the empty list, which makes the account
 * immutable.
 */
function newKey(key: proto.IKey): Account['key'] {
  const parsed = keyFromProto(key)
  return isKeyRemoval(parsed.rule) ? parsed : validKey(key, 'BAD_ENCODING')
}

function expiryOf(body: Body, account: Account, now: bigint): bigint {
  if (!body.expirationTime) return account.expiry
  const expiry = expirySeconds(body.expirationTime, now)
  check(expiry >= account.expiry, 'EXPIRATION_REDUCTION_NOT_ALLOWED')
  return expiry
}

function maxAutoAssociations(body: Body, account: Account): number {
  if (!body.maxAutomaticTokenAssociations) return account.maxAutoAssociations
  const max = body.maxAutomaticTokenAssociations.value ?? 0
  check(max >= -1, 'INVALID_MAX_AUTO_ASSOCIATIONS')
  check(max === -1 || max >= account.usedAutoAssociations, 'EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT')
  check(max <= MAX_AUTO_ASSOCIATIONS, 'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT')
  return max
}

/** The staking fields. Node -1 and account 0.0.0 end staking. */
function staking(body: Body, { state }: HandleContext): Partial<Account> {
  const declined = body.declineReward ? { declineReward: body.declineReward.value ?? false } : {}
  const ended = { stakedAccount: null, stakedNode: null }
  if (body.stakedNodeId != null) {
    const node = int64(body.stakedNodeId)
    if (node === -1n) return { ...declined, ...ended }
    checkStaking(state, undefined, node)
    return { ...declined, stakedAccount: null, stakedNode: Number(node) }
  }
  if (!body.stakedAccountId) return declined
  if (isZeroAccount(body.stakedAccountId)) return { ...declined, ...ended }
  checkStaking(state, body.stakedAccountId, undefined)
  const isSelf = state.account(body.stakedAccountId)?.num === state.account(body.accountIDToUpdate)?.num
  check(!isSelf, 'SELF_STAKING_IS_NOT_ALLOWED')
  return { ...declined, ...ended, stakedAccount: state.account(body.stakedAccountId)?.num ?? null }
}
