import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { fileNumber } from '#protocol/ids.ts'
import { isEmptyKey, type Key, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import {
  checkStaking,
  isAutoRenewPeriod,
  isSystemEntity,
  isZeroAccount,
  MAX_AUTO_ASSOCIATIONS,
  validKey,
} from '#services/validation.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { keysIn } from '#transaction/prices.ts'
import { type NewContract, selfKey } from './contract-world.ts'
import { checkNoHooks } from './contracts.ts'
import { execute } from './execute.ts'
import { GAS_PRICE, intrinsicGas } from './gas.ts'

type Body = proto.IContractCreateTransactionBody

/**
 * ContractCreate: runs init code, from a file or from the transaction, and stores the code that it returns as a
 * contract.
 */
export const createContract = define('contractCreateInstance', {
  type: 8,
  name: 'CONTRACTCREATEINSTANCE',
  price: {
    functionality: 'ContractCreate',
    base: 9_999_000_000n,
    extras: ({ adminKey }) => [['KEYS', keysIn(adminKey), 1]],
  },

  precheck({ gas, hookCreationDetails }) {
    check(int64(gas) >= BigInt(intrinsicGas(new Uint8Array(), true)), 'INSUFFICIENT_GAS')
    checkNoHooks(hookCreationDetails)
  },

  debit: ({ gas, initialBalance }) =>
    int64(gas) * GAS_PRICE + (int64(initialBalance) > 0n ? int64(initialBalance) : 0n),

  signers({ adminKey, autoRenewAccountId }, { state }) {
    const rules: KeyRule[] = adminKey && adminKey.contractID == null ? [keyFromProto(adminKey).rule] : []
    const admin = rules.filter((rule) => !isEmptyKey(rule))
    if (!autoRenewAccountId || isZeroAccount(autoRenewAccountId)) return admin
    const renewer = state.account(autoRenewAccountId)
    check(renewer !== undefined, 'INVALID_AUTORENEW_ACCOUNT')
    return [...admin, renewer.key.rule]
  },

  handle(body, context) {
    const { state } = context
    const created = attributes(body, state)
    check(int64(body.initialBalance) >= 0n, 'CONTRACT_NEGATIVE_VALUE')
    const data = initCode(body, state)
    execute({ to: undefined, data, gas: int64(body.gas), value: int64(body.initialBalance), created }, context)
  },
})

/** The attributes of the contract, checked in the order of the network (HevmTransactionFactory.assertValidCreation). */
function attributes(body: Body, state: State): NewContract {
  const file = body.fileID ? fileNumber(body.fileID) : null
  check(file === null || !isSystemEntity(file), 'INVALID_FILE_ID')
  const autoRenewPeriod = int64(body.autoRenewPeriod?.seconds)
  check(autoRenewPeriod >= 1n, 'INVALID_RENEWAL_PERIOD')
  check(isAutoRenewPeriod(autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  const associations = body.maxAutomaticTokenAssociations ?? 0
  check(associations >= -1, 'INVALID_MAX_AUTO_ASSOCIATIONS')
  const isWithin = associations <= MAX_AUTO_ASSOCIATIONS
  check(isWithin, 'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT')
  check(!body.proxyAccountID || isZeroAccount(body.proxyAccountID), 'PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED')
  const node = body.stakedNodeId == null ? undefined : int64(body.stakedNodeId)
  checkStaking(state, body.stakedAccountId, node)
  checkMemo(body.memo ?? '')
  return {
    key: adminKey(body.adminKey),
    memo: body.memo ?? '',
    autoRenewPeriod,
    maxAutoAssociations: associations,
    stakedAccount: node === undefined ? (state.account(body.stakedAccountId)?.num ?? null) : null,
    stakedNode: node === undefined ? null : Number(node),
    declineReward: body.declineReward ?? false,
    file,
    autoRenewAccount: renewer(body, state),
  }
}

function renewer({ autoRenewAccountId }: Body, state: State): number | null {
  if (!autoRenewAccountId || isZeroAccount(autoRenewAccountId)) return null
  const account = state.account(autoRenewAccountId)
  check(account !== undefined && !account.deleted, 'INVALID_AUTORENEW_ACCOUNT')
  return account.num
}

/** The administrator's key. Without one, the contract administers itself: its key is its own number. */
function adminKey(key: proto.IKey | null | undefined): Key {
  return key && !isEmptyKey(keyFromProto(key).rule) ? validKey(key, 'SERIALIZATION_FAILED') : selfKey(0)
}

function initCode({ fileID, initcode, constructorParameters }: Body, state: State): Uint8Array {
  if (initcode != null && fileID == null) {
    check(initcode.length > 0, 'CONTRACT_BYTECODE_EMPTY')
    return initcode
  }
  const file = state.files.get(fileNumber(fileID))
  check(file !== undefined, 'INVALID_FILE_ID')
  check(!file.deleted, 'FILE_DELETED')
  check(file.contents.length > 0, 'CONTRACT_FILE_EMPTY')
  return Buffer.concat([decodeHex(file.contents), constructorParameters ?? new Uint8Array()])
}

/** The bytes that a file has as hex digits, with or without 0x. */
export function decodeHex(contents: Buffer): Buffer {
  const text = contents.toString('latin1')
  const digits = text.startsWith('0x') ? text.slice(2) : text
  const bytes = Buffer.from(digits, 'hex')
  check(bytes.length * 2 === digits.length, 'ERROR_DECODING_BYTESTRING')
  return bytes
}
