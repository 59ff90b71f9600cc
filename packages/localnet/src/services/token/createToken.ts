import { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { accountId, accountNumber, tokenId } from '../../ids.ts'
import { INT64_MAX, int64 } from '../../int64.ts'
import type { KeyRule } from '../../keys.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import type { Account, Token } from '../../state/entities.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { expirySeconds, isAutoRenewPeriod, newKeyRules, usableAccount } from '../validation.ts'
import { checkFeesOfNewToken, collectorRules, feesInToken, isAssociating } from './customFees.ts'
import { changeTreasuryCount, newRelation } from './relations.ts'
import { renewingAccount } from './renewal.ts'
import { changeSupply } from './supply.ts'
import { checkMetadata, checkName, checkSymbol } from './texts.ts'
import { roleKeys } from './tokenKeys.ts'

type Body = proto.ITokenCreateTransactionBody
const { NON_FUNGIBLE_UNIQUE } = proto.TokenType
const { FINITE } = proto.TokenSupplyType

/** TokenCreate: a new token, its initial supply with the treasury. Who collects fees in it is associated with it. */
export const createToken = define('tokenCreation', {
  type: 29,
  name: 'TOKENCREATION',

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
    return [...rules, ...newKeyRules(body.adminKey), ...collectorRules(body.customFees ?? [], state)]
  },

  handle(body, handling) {
    const { state, now, receipt } = handling
    const treasury = usableAccount(state, body.treasury, 'INVALID_ACCOUNT_ID', 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
    checkTexts(body)
    const token = newToken(body, handling, treasury)
    checkFeesOfNewToken(body.customFees ?? [], token.type, state)
    state.tokens.put(token.num, token)
    state.putRelation({ ...newRelation(treasury.num, token, now, false), frozen: false, kycGranted: true })
    changeTreasuryCount(state, treasury.num, 1)
    associateCollectors(body.customFees ?? [], token, handling)
    changeSupply(state, token, int64(body.initialSupply), 'INVALID_TOKEN_INITIAL_SUPPLY')
    receipt.tokenID = tokenId(token.num)
    handling.entity = token.num
  },
})

/** Treasury and collectors, in the record as they are associated without having asked. */
function associateCollectors(fees: readonly proto.ICustomFee[], token: Token, { state, now, record }: Handling): void {
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
  require(isNft ? initial === 0n : initial >= 0n, 'INVALID_TOKEN_INITIAL_SUPPLY')
  const decimals = (body.decimals ?? 0) | 0
  require(isNft ? decimals === 0 : decimals >= 0, 'INVALID_TOKEN_DECIMALS')
  require(body.supplyType === FINITE ? max > 0n : max === 0n, 'INVALID_TOKEN_MAX_SUPPLY')
  require(max === 0n || initial <= max, 'INVALID_TOKEN_INITIAL_SUPPLY')
  require(initial <= INT64_MAX, 'INVALID_TOKEN_INITIAL_SUPPLY')
}

function checkTexts(body: Body): void {
  checkMemo(body.memo ?? '')
  checkSymbol(body.symbol ?? '')
  checkName(body.name ?? '')
  checkMetadata(body.metadata)
}

function newToken(body: Body, handling: Handling, treasury: Account): Token {
  const { state, now } = handling
  const keys = roleKeys(body)
  const renewal = renewalOf(body, handling)
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

/** With an account that renews it, and a period, a token lives for the period, else until its expiry. */
function renewalOf(
  body: Body,
  { state, now }: Handling,
): Pick<Token, 'autoRenewAccount' | 'autoRenewPeriod' | 'expiry'> {
  const nowSeconds = now / NANOS_PER_SECOND
  const period = int64(body.autoRenewPeriod?.seconds)
  const autoRenewAccount = body.autoRenewAccount ? renewingAccount(body.autoRenewAccount, state) : null
  if (autoRenewAccount !== null && body.autoRenewPeriod) {
    require(isAutoRenewPeriod(period), 'INVALID_RENEWAL_PERIOD')
    return { autoRenewAccount, autoRenewPeriod: period, expiry: nowSeconds + period }
  }
  if (body.autoRenewPeriod && period !== 0n) require(isAutoRenewPeriod(period), 'INVALID_RENEWAL_PERIOD')
  require(body.expiry != null || period !== 0n, 'INVALID_EXPIRATION_TIME')
  const expiry = body.expiry ? expirySeconds(body.expiry, now) : nowSeconds + period
  return { autoRenewAccount, autoRenewPeriod: period, expiry }
}
