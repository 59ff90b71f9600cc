import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { evmAddressOf } from '#protocol/evm-address.ts'
import { accountId, longZeroNumber } from '#protocol/ids.ts'
import { isEmptyKey, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import type { Signatures } from '#protocol/signatures.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { checkStaking, isAutoRenewPeriod, MAX_AUTO_ASSOCIATIONS, validKey } from '#services/validation.ts'
import type { Account } from '#state/entities.ts'
import { moveHbar } from '#state/hbar.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { ENTITIES } from '#transaction/high-volume.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkNoDelegation, checkNoHooks } from './hooks.ts'

type Body = proto.ICryptoCreateTransactionBody

/** CryptoCreate: makes an account; the payer provides the initial balance. */
export const createAccount = define('cryptoCreateAccount', {
  type: 11,
  name: 'CRYPTOCREATEACCOUNT',
  price: {
    functionality: 'CryptoCreate',
    highVolume: { opsPerSec: 10_000, curve: ENTITIES },
    base: 499_000_000n,
    extras: ({ key }) => [['KEYS', keysIn(key), 1]],
  },

  precheck(body) {
    checkNoHooks(body)
    checkNoDelegation(body)
    check(body.autoRenewPeriod != null && int64(body.autoRenewPeriod.seconds) > 0n, 'INVALID_RENEWAL_PERIOD')
    check((body.maxAutomaticTokenAssociations ?? 0) >= -1, 'INVALID_MAX_AUTO_ASSOCIATIONS')
    check(int64(body.initialBalance) >= 0n, 'INVALID_INITIAL_BALANCE')
    check(body.proxyAccountID == null, 'PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED')
    check(!body.alias?.length || body.alias.length === 20, 'INVALID_ALIAS_KEY')
    check(body.key != null, body.alias?.length ? 'INVALID_ALIAS_KEY' : 'KEY_REQUIRED')
    const { rule } = keyFromProto(body.key)
    const isListed = rule.kind === 'list' || rule.kind === 'threshold'
    check(!isEmptyKey(rule), isListed ? 'KEY_REQUIRED' : 'BAD_ENCODING')
  },

  debit: (body) => int64(body.initialBalance),

  signers(body, { state, payer, signatures }) {
    const { rule } = keyFromProto(body.key ?? {})
    const rules = body.receiverSigRequired ? [rule] : []
    if (!body.alias?.length) return rules
    const known = [rule, state.accounts.get(payer)?.key.rule ?? rule]
    return isAddressOf(body.alias, known) ? rules : [...rules, signerOf(body.alias, signatures)]
  },

  handle(body, context) {
    const { state, payer, receipt } = context
    check(int64(body.shardID?.shardNum) === 0n && int64(body.realmID?.realmNum) === 0n, 'INVALID_ACCOUNT_ID')
    checkAlias(body.alias ?? new Uint8Array(), state)
    checkMemo(body.memo ?? '')
    check(isAutoRenewPeriod(body.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
    check((body.maxAutomaticTokenAssociations ?? 0) <= MAX_AUTO_ASSOCIATIONS, 'INVALID_MAX_AUTO_ASSOCIATIONS')
    const account = newAccount(body, context)
    state.accounts.put(account.num, account)
    moveHbar(state, payer, account.num, int64(body.initialBalance), 'INSUFFICIENT_PAYER_BALANCE')
    receipt.accountID = accountId(account.num)
    context.entity = account.num
  },
})

/**
 * Says whether the alias is the EVM address of one of these keys (HIP-583): only the holder of the key may take its
 * address.
 */
function isAddressOf(alias: Uint8Array, rules: readonly KeyRule[]): boolean {
  return rules.some((rule) => evmAddressOf(rule)?.equals(alias))
}

function signerOf(alias: Uint8Array, signatures: Signatures): KeyRule {
  const signer = signatures.secp256k1Keys().find((key) => isAddressOf(alias, [key]))
  check(signer !== undefined, 'INVALID_SIGNATURE')
  return signer
}

function checkAlias(alias: Uint8Array, state: State): void {
  if (alias.length === 0) return
  check(longZeroNumber(alias) === undefined, 'INVALID_ALIAS_KEY')
  check(state.accountByAlias(alias)?.deleted ?? true, 'ALIAS_ALREADY_ASSIGNED')
}

function newAccount(body: Body, { state, now }: HandleContext): Account {
  const key = validKey(body.key ?? {}, 'BAD_ENCODING')
  const node = body.stakedNodeId == null ? undefined : int64(body.stakedNodeId)
  checkStaking(state, body.stakedAccountId, node)
  const autoRenewPeriod = int64(body.autoRenewPeriod?.seconds)
  return {
    num: state.newEntity(),
    key,
    balance: 0n,
    memo: body.memo ?? '',
    alias: null,
    evmAddress: body.alias?.length ? Buffer.from(body.alias) : null,
    receiverSigRequired: body.receiverSigRequired ?? false,
    deleted: false,
    expiry: now / NANOS_PER_SECOND + autoRenewPeriod,
    autoRenewPeriod,
    maxAutoAssociations: body.maxAutomaticTokenAssociations ?? 0,
    usedAutoAssociations: 0,
    stakedAccount: node === undefined ? (state.account(body.stakedAccountId)?.num ?? null) : null,
    stakedNode: node === undefined ? null : Number(node),
    stakePeriodStart: null,
    stakedToMe: 0n,
    stakeAtStart: null,
    declineReward: body.declineReward ?? false,
    ownedNfts: 0,
    treasuryOf: 0,
    ethereumNonce: 0n,
    createdAt: now,
  }
}
