import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { contractId } from '#protocol/ids.ts'
import { isKeyRemoval, isValidKey, keyFromProto } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import {
  checkStaking,
  expirySeconds,
  isAutoRenewPeriod,
  isZeroAccount,
  MAX_AUTO_ASSOCIATIONS,
} from '#services/validation.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { keysIn } from '#transaction/prices.ts'
import { selfKey } from './contract-world.ts'
import { checkMutable, checkNoHooks, existingContract } from './contracts.ts'

type Body = proto.IContractUpdateTransactionBody

/** ContractUpdate: changes the fields that are given. Everybody may extend the expiry. */
export const updateContract = define('contractUpdateInstance', {
  type: 9,
  name: 'CONTRACTUPDATEINSTANCE',
  price: {
    functionality: 'ContractUpdate',
    base: 259_000_000n,
    extras: ({ adminKey }) => [['KEYS', keysIn(adminKey), 1]],
  },

  precheck({ contractID, adminKey, hookCreationDetails, hookIdsToDelete }) {
    check(contractID != null, 'INVALID_CONTRACT_ID')
    if (adminKey) check(isAdminKey(adminKey), 'INVALID_ADMIN_KEY')
    checkNoHooks(hookCreationDetails)
    checkNoHooks(hookIdsToDelete)
  },

  signers(body, { state }) {
    const rules = []
    if (changesMore(body)) {
      const contract = existingContract(state, body.contractID)
      checkMutable(contract)
      rules.push(contract.key.rule)
    }
    if (body.adminKey && !isKeyRemoval(keyFromProto(body.adminKey).rule)) rules.push(keyFromProto(body.adminKey).rule)
    const renewer = givenRenewer(body)
    if (renewer) {
      const account = state.account(renewer)
      check(account !== undefined, 'INVALID_AUTORENEW_ACCOUNT')
      rules.push(account.key.rule)
    }
    return rules
  },

  handle(body, context) {
    const { state } = context
    const account = existingContract(state, body.contractID)
    check(!account.deleted, 'INVALID_CONTRACT_ID')
    if (changesMore(body)) checkMutable(account)
    state.accounts.put(account.num, { ...account, ...attributes(body, account, context), ...staking(body, state) })
    updateRenewer(body, account.num, state)
    context.receipt.contractID = contractId(account.num)
    context.entity = account.num
  },
})

const isAdminKey = (key: proto.IKey): boolean => {
  const { rule } = keyFromProto(key)
  return isKeyRemoval(rule) || (isValidKey(rule) && key.contractID == null)
}

const givenRenewer = ({ autoRenewAccountId: id }: Body) => (id && !isZeroAccount(id) ? id : undefined)

/** Whether an update changes more than the expiry. If so, the administrator must sign it. */
function changesMore({ contractID: _, expirationTime: __, ...fields }: Body): boolean {
  return Object.values(fields).some((field) => field != null && !(Array.isArray(field) && field.length === 0))
}

function attributes(body: Body, account: Account, { now }: HandleContext): Partial<Account> {
  const expiry = body.expirationTime ? expirySeconds(body.expirationTime, now) : account.expiry
  check(expiry >= account.expiry, 'EXPIRATION_REDUCTION_NOT_ALLOWED')
  const maxAutoAssociations = associations(body, account)
  const period = body.autoRenewPeriod ? int64(body.autoRenewPeriod.seconds) : account.autoRenewPeriod
  if (body.autoRenewPeriod) {
    check(period > 0n, 'INVALID_RENEWAL_PERIOD')
    check(isAutoRenewPeriod(period), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  }
  const memo = body.memoWrapper ? (body.memoWrapper.value ?? '') : body.memo || account.memo
  checkMemo(memo)
  return { key: newKey(body, account), memo, expiry, autoRenewPeriod: period, maxAutoAssociations }
}

/** The new key. An empty list removes the administrator. */
function newKey({ adminKey }: Body, { num, key }: Account): Account['key'] {
  if (!adminKey) return key
  const given = keyFromProto(adminKey)
  return isKeyRemoval(given.rule) ? selfKey(num) : given
}

function associations({ maxAutomaticTokenAssociations: given }: Body, account: Account): number {
  if (!given) return account.maxAutoAssociations
  const max = given.value ?? 0
  check(max >= -1, 'INVALID_MAX_AUTO_ASSOCIATIONS')
  check(max <= MAX_AUTO_ASSOCIATIONS, 'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT')
  const isEnough = max === -1 || max >= account.maxAutoAssociations
  check(isEnough, 'EXISTING_AUTOMATIC_ASSOCIATIONS_EXCEED_GIVEN_LIMIT')
  return max
}

function staking(body: Body, state: State): Partial<Account> {
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
  return { ...declined, ...ended, stakedAccount: state.account(body.stakedAccountId)?.num ?? null }
}

function updateRenewer(body: Body, num: number, state: State): void {
  const contract = state.contracts.get(num)
  if (!body.autoRenewAccountId || !contract) return
  const renewer = givenRenewer(body)
  const account = renewer && state.account(renewer)
  check(!renewer || (account !== undefined && !account.deleted), 'INVALID_AUTORENEW_ACCOUNT')
  // The network remembers a removal as 0.0.0.
  state.contracts.put(num, { ...contract, autoRenewAccount: account?.num ?? 0 })
}
