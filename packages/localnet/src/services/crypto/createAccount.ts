import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { evmAddressOf } from '../../evmAddress.ts'
import { accountId, longZeroNumber } from '../../ids.ts'
import { int64 } from '../../int64.ts'
import { isEmptyKey, type KeyRule, keyFromProto } from '../../keys.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import type { Signatures } from '../../signatures.ts'
import type { Account } from '../../state/entities.ts'
import type { State } from '../../state/state.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { checkStaking, isAutoRenewPeriod, MAX_AUTO_ASSOCIATIONS, validKey } from '../validation.ts'
import { moveHbar } from './hbar.ts'

type Body = proto.ICryptoCreateTransactionBody

/** CryptoCreate: a new account, with an initial balance that the payer provides. */
export const createAccount = define('cryptoCreateAccount', {
  type: 11,
  name: 'CRYPTOCREATEACCOUNT',

  precheck(body) {
    require(body.autoRenewPeriod != null && int64(body.autoRenewPeriod.seconds) > 0n, 'INVALID_RENEWAL_PERIOD')
    require((body.maxAutomaticTokenAssociations ?? 0) >= -1, 'INVALID_MAX_AUTO_ASSOCIATIONS')
    require(int64(body.initialBalance) >= 0n, 'INVALID_INITIAL_BALANCE')
    require(body.proxyAccountID == null, 'PROXY_ACCOUNT_ID_FIELD_IS_DEPRECATED')
    require(!body.alias?.length || body.alias.length === 20, 'INVALID_ALIAS_KEY')
    require(body.key != null, body.alias?.length ? 'INVALID_ALIAS_KEY' : 'KEY_REQUIRED')
    const { rule } = keyFromProto(body.key)
    const isListed = rule.kind === 'list' || rule.kind === 'threshold'
    require(!isEmptyKey(rule), isListed ? 'KEY_REQUIRED' : 'BAD_ENCODING')
  },

  debit: (body) => int64(body.initialBalance),

  signers(body, { state, payer, signatures }) {
    const { rule } = keyFromProto(body.key ?? {})
    const rules = body.receiverSigRequired ? [rule] : []
    if (!body.alias?.length) return rules
    const known = [rule, state.accounts.get(payer)?.key.rule ?? rule]
    return isAddressOf(body.alias, known) ? rules : [...rules, signerOf(body.alias, signatures)]
  },

  handle(body, handling) {
    const { state, payer, receipt } = handling
    require(int64(body.shardID?.shardNum) === 0n && int64(body.realmID?.realmNum) === 0n, 'INVALID_ACCOUNT_ID')
    checkAlias(body.alias ?? new Uint8Array(), state)
    checkMemo(body.memo ?? '')
    require(isAutoRenewPeriod(body.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
    require((body.maxAutomaticTokenAssociations ?? 0) <= MAX_AUTO_ASSOCIATIONS, 'INVALID_MAX_AUTO_ASSOCIATIONS')
    const account = newAccount(body, handling)
    state.accounts.put(account.num, account)
    moveHbar(state, payer, account.num, int64(body.initialBalance), 'INSUFFICIENT_PAYER_BALANCE')
    receipt.accountID = accountId(account.num)
    handling.entity = account.num
  },
})

/** HIP-583: an EVM address is given to who holds its key. */
function isAddressOf(alias: Uint8Array, rules: readonly KeyRule[]): boolean {
  return rules.some((rule) => evmAddressOf(rule)?.equals(alias))
}

function signerOf(alias: Uint8Array, signatures: Signatures): KeyRule {
  const signer = signatures.secp256k1Keys().find((key) => isAddressOf(alias, [key]))
  require(signer !== undefined, 'INVALID_SIGNATURE')
  return signer
}

function checkAlias(alias: Uint8Array, state: State): void {
  if (alias.length === 0) return
  require(longZeroNumber(alias) === undefined, 'INVALID_ALIAS_KEY')
  require(state.accountByAlias(alias)?.deleted ?? true, 'ALIAS_ALREADY_ASSIGNED')
}

function newAccount(body: Body, { state, now }: Handling): Account {
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
