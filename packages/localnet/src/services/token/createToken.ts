import { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { BASE_FEE_TINYCENTS } from '../../fees.ts'
import { tokenId } from '../../ids.ts'
import { INT64_MAX, int64 } from '../../int64.ts'
import { isKeyRemoval, type Key, type KeyRule, keyFromProto } from '../../keys.ts'
import { checkMemo } from '../../memo.ts'
import { type ResponseCode, require } from '../../refusal.ts'
import type { Account, Token, TokenKeys } from '../../state/entities.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { expirySeconds, isAutoRenewPeriod, usableAccount, validKey } from '../validation.ts'
import { newRelation } from './relations.ts'
import { changeSupply } from './supply.ts'

type Body = proto.ITokenCreateTransactionBody
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType
const { FINITE } = proto.TokenSupplyType

/** tokens.maxTokenNameUtf8Bytes, tokens.maxSymbolUtf8Bytes, tokens.maxMetadataBytes */
const MAX_NAME_BYTES = 100
const MAX_METADATA_BYTES = 100

/** TokenCreate: a new token, its initial supply with the treasury. Custom fees are not supported yet. */
export const createToken = define('tokenCreation', {
  type: 29,
  name: 'TOKENCREATION',
  fee: BASE_FEE_TINYCENTS,

  precheck(body) {
    checkSupplies(body)
    require(body.treasury != null, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    require(!body.autoRenewAccount || int64(body.autoRenewPeriod?.seconds) >= 0n, 'INVALID_RENEWAL_PERIOD')
    require(body.tokenType !== NON_FUNGIBLE_UNIQUE || body.supplyKey != null, 'TOKEN_HAS_NO_SUPPLY_KEY')
    require(!body.freezeDefault || body.freezeKey != null, 'TOKEN_HAS_NO_FREEZE_KEY')
  },

  signers(body, { state }) {
    const treasury = state.account(body.treasury)
    require(treasury !== undefined, 'INVALID_ACCOUNT_ID')
    const rules: KeyRule[] = [treasury.key.rule]
    if (body.autoRenewAccount) {
      const autoRenew = state.account(body.autoRenewAccount)
      require(autoRenew !== undefined, 'INVALID_AUTORENEW_ACCOUNT')
      rules.push(autoRenew.key.rule)
    }
    if (body.adminKey) rules.push(keyFromProto(body.adminKey).rule)
    return rules
  },

  handle(body, handling) {
    const { state, now, receipt, record } = handling
    const treasury = usableAccount(state, body.treasury, 'INVALID_ACCOUNT_ID', 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    checkTexts(body)
    const token = newToken(body, handling, treasury)
    require(!body.customFees?.length, 'NOT_SUPPORTED')
    state.tokens.put(token.num, token)
    state.putRelation({ ...newRelation(treasury.num, token, now, false), frozen: false, kycGranted: true })
    state.accounts.put(treasury.num, { ...treasury, treasuryOf: treasury.treasuryOf + 1 })
    changeSupply(state, token, int64(body.initialSupply), 'INVALID_TOKEN_INITIAL_SUPPLY')
    record.automaticTokenAssociations = [{ accountId: body.treasury ?? null, tokenId: tokenId(token.num) }]
    receipt.tokenID = tokenId(token.num)
    handling.entity = token.num
  },
})

function checkSupplies(body: Body): void {
  const isNft = body.tokenType === NON_FUNGIBLE_UNIQUE
  const initial = int64(body.initialSupply)
  const max = int64(body.maxSupply)
  require(isNft ? initial === 0n : initial >= 0n, 'INVALID_TOKEN_INITIAL_SUPPLY')
  const decimals = (body.decimals ?? 0) | 0
  require(isNft ? decimals === 0 : decimals >= 0, 'INVALID_TOKEN_DECIMALS')
  require(body.supplyType === FINITE ? max > 0n : max === 0n, 'INVALID_TOKEN_MAX_SUPPLY')
  require(max === 0n || initial <= max, 'INVALID_TOKEN_INITIAL_SUPPLY')
  require(initial <= INT64_MAX, 'INVALID_TOKEN_INITIAL_SUPPLY')
}

function checkTexts(body: Body): void {
  checkMemo(body.memo ?? '')
  checkText(body.symbol ?? '', 'MISSING_TOKEN_SYMBOL', 'TOKEN_SYMBOL_TOO_LONG')
  checkText(body.name ?? '', 'MISSING_TOKEN_NAME', 'TOKEN_NAME_TOO_LONG')
  require((body.metadata?.length ?? 0) <= MAX_METADATA_BYTES, 'METADATA_TOO_LONG')
}

function checkText(text: string, missing: ResponseCode, tooLong: ResponseCode): void {
  require(text !== '', missing)
  require(Buffer.byteLength(text) <= MAX_NAME_BYTES, tooLong)
  require(!text.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING')
}

const ROLES: readonly [keyof TokenKeys, ResponseCode][] = [
  ['adminKey', 'INVALID_ADMIN_KEY'],
  ['kycKey', 'INVALID_KYC_KEY'],
  ['wipeKey', 'INVALID_WIPE_KEY'],
  ['supplyKey', 'INVALID_SUPPLY_KEY'],
  ['freezeKey', 'INVALID_FREEZE_KEY'],
  ['feeScheduleKey', 'INVALID_CUSTOM_FEE_SCHEDULE_KEY'],
  ['pauseKey', 'INVALID_PAUSE_KEY'],
  ['metadataKey', 'INVALID_METADATA_KEY'],
]

/** The role keys as given; an empty list is no key. */
function roleKeys(body: Body): TokenKeys {
  const keys = ROLES.map(([role, invalid]) => [role, roleKey(body[role], invalid)] as const)
  return Object.fromEntries(keys) as unknown as TokenKeys
}

function roleKey(key: proto.IKey | null | undefined, invalid: ResponseCode): Key | null {
  if (!key || isKeyRemoval(keyFromProto(key).rule)) return null
  return validKey(key, invalid)
}

function newToken(body: Body, handling: Handling, treasury: Account): Token {
  const { state, now } = handling
  const keys = roleKeys(body)
  const renewal = renewalOf(body, handling)
  return {
    num: state.newEntity(),
    type: body.tokenType === NON_FUNGIBLE_UNIQUE ? 'NON_FUNGIBLE_UNIQUE' : 'FUNGIBLE_COMMON',
    supplyType: body.supplyType === FINITE ? 'FINITE' : 'INFINITE',
    name: body.name ?? '',
    symbol: body.symbol ?? '',
    memo: body.memo ?? '',
    metadata: Buffer.from(body.metadata ?? []),
    decimals: body.decimals ?? 0,
    initialSupply: int64(body.initialSupply),
    totalSupply: 0n,
    maxSupply: int64(body.maxSupply),
    lastSerial: 0n,
    treasury: treasury.num,
    freezeDefault: body.freezeDefault ?? false,
    paused: false,
    deleted: false,
    customFees: [],
    ...renewal,
    ...keys,
    createdAt: now,
  }
}

/** With an account that renews it a token lives for the period, else until its expiry. */
function renewalOf(
  body: Body,
  { state, now }: Handling,
): Pick<Token, 'autoRenewAccount' | 'autoRenewPeriod' | 'expiry'> {
  const nowSeconds = now / NANOS_PER_SECOND
  const period = int64(body.autoRenewPeriod?.seconds)
  if (body.autoRenewAccount) {
    require(isAutoRenewPeriod(body.autoRenewPeriod), 'INVALID_RENEWAL_PERIOD')
    const account = usableAccount(
      state,
      body.autoRenewAccount,
      'INVALID_AUTORENEW_ACCOUNT',
      'INVALID_AUTORENEW_ACCOUNT',
    )
    return { autoRenewAccount: account.num, autoRenewPeriod: period, expiry: nowSeconds + period }
  }
  if (body.autoRenewPeriod && period !== 0n) require(isAutoRenewPeriod(body.autoRenewPeriod), 'INVALID_RENEWAL_PERIOD')
  require(body.expiry != null || period !== 0n, 'INVALID_EXPIRATION_TIME')
  const expiry = body.expiry ? expirySeconds(body.expiry, now) : nowSeconds + period
  return { autoRenewAccount: null, autoRenewPeriod: period, expiry }
}
