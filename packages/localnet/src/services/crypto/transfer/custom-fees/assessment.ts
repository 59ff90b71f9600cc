import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { assessFixedFees } from './fixed.ts'
import { assessFractionalFees } from './fractional.ts'
import { Level, numberOf } from './level.ts'
import { assessRoyalties } from './royalties.ts'

type Body = proto.ICryptoTransferTransactionBody

/** tokens.maxCustomFeeDepth */
const MAX_DEPTH = 2
/** ledger.xferBalanceChanges.maxLen */
const MAX_BALANCE_CHANGES = 20

const amountsOf = (body: Body): proto.IAccountAmount[] => body.transfers?.accountAmounts ?? []

/**
 * Splits a transfer into the transfers to be made one after the other: itself, its custom fees, and the fees of those
 * fees. Notes the assessed fees in the record.
 */
export function assessCustomFees(body: Body, { state, record }: HandleContext): Body[] {
  if (!(body.tokenTransfers ?? []).some(({ token }) => hasFees(state, token))) return [body]
  const { transfers, assessed } = assessLevels(body, state)
  if (assessed.length === 0) return transfers
  check(balanceChanges(transfers, state) <= MAX_BALANCE_CHANGES, 'CUSTOM_FEE_CHARGING_EXCEEDED_MAX_ACCOUNT_AMOUNTS')
  record.assessedCustomFees = [...(record.assessedCustomFees ?? []), ...assessed]
  return transfers
}

function hasFees(state: State, id: proto.ITokenID | null | undefined): boolean {
  return (state.tokens.get(tokenNumber(id))?.customFees.length ?? 0) > 0
}

function assessLevels(body: Body, state: State): { transfers: Body[]; assessed: proto.IAssessedCustomFee[] } {
  const transfers: Body[] = []
  const assessed: proto.IAssessedCustomFee[] = []
  let next = body
  for (let depth = 0; next.tokenTransfers?.length; depth++) {
    check(depth <= MAX_DEPTH, 'CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH')
    const level = assess(next, state)
    if (level.assessed.length === 0) break
    assessed.push(...level.assessed)
    transfers.push(level.adjustedBody())
    next = level.nextBody()
  }
  if (next.tokenTransfers?.length || amountsOf(next).length > 0) transfers.push(next)
  return { transfers, assessed }
}

function assess(body: Body, state: State): Level {
  const level = new Level(body, state)
  for (const list of body.tokenTransfers ?? []) {
    const token = state.tokens.get(tokenNumber(list.token))
    check(token !== undefined, 'INVALID_TOKEN_ID')
    check(!token.deleted, 'TOKEN_WAS_DELETED')
    if (token.customFees.length > 0) assessList(level, token, list)
  }
  return level
}

function assessList(level: Level, token: Token, { transfers, nftTransfers }: proto.ITokenTransferList): void {
  const isFungible = token.type === 'FUNGIBLE_COMMON'
  for (const { accountID, amount } of transfers ?? []) {
    check(isFungible || int64(amount) === 0n, 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
    const sender = numberOf(accountID, level.state)
    if (int64(amount) >= 0n || sender === token.treasury) continue
    assessFixedFees(level, token, sender)
    checkBalances(level)
    assessFractionalFees(level, token, sender)
    checkBalances(level)
  }
  check(!isFungible || !nftTransfers?.length, 'NFT_TRANSFERS_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE')
  for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
    const sender = numberOf(senderAccountID, level.state)
    if (sender === token.treasury) continue
    assessFixedFees(level, token, sender)
    checkBalances(level)
    assessRoyalties(level, token, sender, numberOf(receiverAccountID, level.state))
    checkBalances(level)
  }
}

/** Checks that the payers can pay the fees, from their balance and what they receive in the same level. */
function checkBalances({ next, input, state }: Level): void {
  for (const [unit, amounts] of next) {
    for (const [account, amount] of amounts) {
      if (amount >= 0n) continue
      const given = input.get(unit)?.get(account) ?? 0n
      const balance = unit === 0 ? hbarOf(state, account) + given : tokensOf(state, account, unit) + max(given, 0n)
      check(balance + amount >= 0n, 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE')
    }
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const hbarOf = (state: State, account: number): bigint => state.accounts.get(account)?.balance ?? 0n

function tokensOf(state: State, account: number, token: number): bigint {
  const relation = state.relation(account, token)
  check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  return relation.balance
}

/** How many balances and NFT owners the transfers change; each balance counts once. */
function balanceChanges(transfers: readonly Body[], state: State): number {
  const balances = new Set<string>()
  let owners = 0
  for (const body of transfers) {
    for (const { accountID } of amountsOf(body)) balances.add(`${numberOf(accountID, state)}`)
    for (const { token, transfers: amounts, nftTransfers } of body.tokenTransfers ?? []) {
      for (const { accountID } of amounts ?? []) balances.add(`${numberOf(accountID, state)}/${tokenNumber(token)}`)
      owners += nftTransfers?.length ?? 0
    }
  }
  return balances.size + owners
}
