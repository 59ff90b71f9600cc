import { proto } from '@hiero-ledger/proto'
import { INT64_MAX, int64 } from '#protocol/encoding/int64.ts'
import { accountId, accountNumber, tokenId } from '#protocol/ids.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { changeTreasuryCount, newRelation } from '#services/token-relations.ts'
import { expirySeconds, isAutoRenewPeriod, newKeyRules, usableAccount } from '#services/validation.ts'
import type { Account, Token } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { TOKENS } from '#transaction/high-volume.ts'
import { keysIn, keysOfRoles } from '#transaction/prices.ts'
import { checkFeeCount, checkFeesOfNewToken, collectorRules, feesInToken, isAssociating } from './custom-fees.ts'
import { renewingAccount } from './renewal.ts'
import { changeSupply } from './supply.ts'
import { checkMetadata, checkName, checkSymbol } from './texts.ts'
import { roleKeys } from './token-keys.ts'

type Body = proto.ITokenCreateTransactionBody
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType
const { FINITE } = proto.TokenSupplyType

/**
 * TokenCreate: makes a token; its treasury gets the initial supply. Collectors of fees in the token are associated with
 * it.
 */
export const createToken = define('tokenCreation', {
  type: 29,
  name: 'TOKENCREATION',
  price: {
    functionality: 'TokenCreate',
    highVolume: { opsPerSec: 10_000, curve: TOKENS },
    base: 9_999_000_000n,
    extras: (body) => [
      ['KEYS', keysIn(...keysOfRoles(body)), 1],
      ['TOKEN_CREATE_WITH_CUSTOM_FEE', body.customFees?.length ? 1 : 0, 0],
    ],
  },

  precheck(body) {
    checkSupplies(body)
    check(body.treasury != null, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    check(!body.autoRenewAccount || int64(body.autoRenewPeriod?.seconds) >= 0n, 'INVALID_RENEWAL_PERIOD')
    check(body.tokenType !== NON_FUNGIBLE_UNIQUE || body.supplyKey != null, 'TOKEN_HAS_NO_SUPPLY_KEY')
    check(!body.freezeDefault || body.freezeKey != null, 'TOKEN_HAS_NO_FREEZE_KEY')
  },

  checkLengths: checkFeeCount,

  signers(body, { state }) {
    const treasury = state.account(body.treasury)
    check(treasury !== undefined, 'INVALID_ACCOUNT_ID')
    const rules: KeyRule[] = [treasury.key.rule]
    if (body.autoRenewAccount) {
      const autoRenew = state.account(body.autoRenewAccount)
      check(autoRenew !== undefined, 'INVALID_AUTORENEW_ACCOUNT')
      rules.push(autoRenew.key.rule)
    }
    return [...rules, ...newKeyRules(body.adminKey), ...collectorRules(body.customFees ?? [], state)]
  },

  handle(body, context) {
    const { state, now, receipt } = context
    const treasury = usableAccount(state, body.treasury, 'INVALID_ACCOUNT_ID', 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    checkTexts(body)
    const token = newToken(body, context, treasury)
    checkFeesOfNewToken(body.customFees ?? [], token.type, state)
    state.tokens.put(token.num, token)
    state.putRelation({ ...newRelation(treasury.num, token, now, false), frozen: false, kycGranted: true })
    changeTreasuryCount(state, treasury.num, 1)
    associateCollectors(body.customFees ?? [], token, context)
    changeSupply(state, token, int64(body.initialSupply), 'INVALID_TOKEN_INITIAL_SUPPLY')
    receipt.tokenID = tokenId(token.num)
    context.entity = token.num
  },
})

/** Associates the collectors. The record lists them and the treasury as automatic associations. */
function associateCollectors(
  fees: readonly proto.ICustomFee[],
  token: Token,
  { state, now, record }: HandleContext,
): void {
  const associated = [token.treasury]
  for (const fee of fees.filter(isAssociating)) {
    const collector = accountNumber(fee.feeCollectorAccountId)
    if (associated.includes(collector)) continue
    state.putRelation(newRelation(collector, token, now, false))
    associated.push(collector)
  }
  const id = tokenId(token.num)
  record.automaticTokenAssociations = associated.map((num) => ({ accountId: accountId(num), tokenId: id }))
}

function checkSupplies(body: Body): void {
  const isNft = body.tokenType === NON_FUNGIBLE_UNIQUE
  const initial = int64(body.initialSupply)
  const max = int64(body.maxSupply)
  check(isNft ? initial === 0n : initial >= 0n, 'INVALID_TOKEN_INITIAL_SUPPLY')
  const decimals = (body.decimals ?? 0) | 0
  check(isNft ? decimals === 0 : decimals >= 0, 'INVALID_TOKEN_DECIMALS')
  check(body.supplyType === FINITE ? max > 0n : max === 0n, 'INVALID_TOKEN_MAX_SUPPLY')
  check(max === 0n || initial <= max, 'INVALID_TOKEN_INITIAL_SUPPLY')
  check(initial <= INT64_MAX, 'INVALID_TOKEN_INITIAL_SUPPLY')
}

function checkTexts(body: Body): void {
  checkMemo(body.memo ?? '')
  checkSymbol(body.symbol ?? '')
  checkName(body.name ?? '')
  checkMetadata(body.metadata)
}

function newToken(body: Body, context: HandleContext, treasury: Account): Token {
  const { state, now } = context
  const keys = roleKeys(body)
  const renewal = renewalOf(body, context)
  const num = state.newEntity()
  return {
    num,
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
    customFees: feesInToken(body.customFees ?? [], num),
    ...renewal,
    ...keys,
    createdAt: now,
  }
}

/**
 * The expiry and renewal of the token. With a renewing account and a period, it expires after the period, otherwise at
 * the given time.
 */
function renewalOf(
  body: Body,
  { state, now }: HandleContext,
): Pick<Token, 'autoRenewAccount' | 'autoRenewPeriod' | 'expiry'> {
  const nowSeconds = now / NANOS_PER_SECOND
  const period = int64(body.autoRenewPeriod?.seconds)
  const autoRenewAccount = body.autoRenewAccount ? renewingAccount(body.autoRenewAccount, state) : null
  if (autoRenewAccount !== null && body.autoRenewPeriod) {
    check(isAutoRenewPeriod(period), 'INVALID_RENEWAL_PERIOD')
    return { autoRenewAccount, autoRenewPeriod: period, expiry: nowSeconds + period }
  }
  if (body.autoRenewPeriod && period !== 0n) check(isAutoRenewPeriod(period), 'INVALID_RENEWAL_PERIOD')
  check(body.expiry != null || period !== 0n, 'INVALID_EXPIRATION_TIME')
  const expiry = body.expiry ? expirySeconds(body.expiry, now) : nowSeconds + period
  return { autoRenewAccount, autoRenewPeriod: period, expiry }
}
