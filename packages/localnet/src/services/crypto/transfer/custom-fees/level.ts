import type { proto } from '@hiero-ledger/proto'
import { INT64_MAX, int64, toLong } from '#protocol/encoding/int64.ts'
import { accountId, NOWHERE, tokenId, tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'

type Body = proto.ICryptoTransferTransactionBody
/** The amount that each account receives (positive) or gives (negative). */
export type Amounts = Map<number, bigint>
const HBAR = 0

/**
 * One level of a transfer while its custom fees are assessed. Fees in the unit that is transferred change the level
 * itself; other fees make up the next level, which may cost fees again. A unit is a token number, or 0 for hbar.
 */
export class Level {
  readonly state: State
  readonly body: Body
  /** The level's amounts as they were requested, by unit. */
  readonly input: ReadonlyMap<number, ReadonlyMap<number, bigint>>
  /** The amounts including fees. */
  readonly adjusted: ReadonlyMap<number, Amounts>
  readonly next = new Map<number, Amounts>()
  readonly assessed: proto.IAssessedCustomFee[] = []
  /**
   * The accounts that have paid royalties, as `account/token`: an account pays once per token, however many NFTs move.
   */
  readonly royaltiesPaid = new Set<string>()

  constructor(body: Body, state: State) {
    this.body = body
    this.state = state
    this.input = unitsOf(body, state)
    this.adjusted = new Map([...this.input].map(([unit, amounts]) => [unit, new Map(amounts)]))
  }

  inputOf(unit: number): ReadonlyMap<number, bigint> {
    return this.input.get(unit) ?? new Map()
  }

  /**
   * Moves a fee from payer to collector: in this level if it is in the unit `transferred`, otherwise in the next level.
   */
  charge(transferred: number, unit: number, payer: number, collector: number, amount: bigint): void {
    const own = unit === transferred ? this.adjusted.get(unit) : undefined
    const amounts = own ?? nextOf(this.next, unit)
    add(amounts, payer, -amount)
    add(amounts, collector, amount)
  }

  /** Records an assessed fee for the transaction's record. */
  note(unit: number, collector: number, amount: bigint, payers: readonly number[]): void {
    this.assessed.push({
      amount: toLong(amount),
      tokenId: unit === HBAR ? null : tokenId(unit),
      feeCollectorAccountId: accountId(collector),
      effectivePayerAccountId: payers.map(accountId),
    })
  }

  /** The level's body with its fees. */
  adjustedBody(): Body {
    return { ...this.body, tokenTransfers: (this.body.tokenTransfers ?? []).map((list) => this.#adjustedList(list)) }
  }

  nextBody(): Body {
    const tokens = [...this.next].filter(([unit]) => unit !== HBAR)
    const hbar = this.next.get(HBAR)
    return {
      transfers: { accountAmounts: hbar ? entries(hbar) : [] },
      tokenTransfers: tokens.map(([unit, amounts]) => ({ token: tokenId(unit), transfers: entries(amounts) })),
    }
  }

  /** The list with fees. Its entries keep their approvals; accounts that only pay or receive a fee are added. */
  #adjustedList(list: proto.ITokenTransferList): proto.ITokenTransferList {
    const unit = tokenNumber(list.token)
    const adjusted = this.adjusted.get(unit)
    if (!adjusted) return list
    const transfers = [...(list.transfers ?? [])]
    for (const [account, amount] of adjusted) {
      const change = amount - (this.inputOf(unit).get(account) ?? 0n)
      if (change === 0n) continue
      const own = transfers.filter(({ accountID }) => numberOf(accountID, this.state) === account)
      const entry = entryFor(own, change)
      if (entry)
        transfers[transfers.indexOf(entry)] = { ...entry, amount: toLong(within64Bits(int64(entry.amount) + change)) }
      else transfers.push({ accountID: accountId(account), amount: toLong(change) })
    }
    return { ...list, transfers }
  }
}

/**
 * The entry of an account that a fee changes; undefined if the fee needs a new entry. An account can have two entries:
 * a direct one, and one by an allowance. A debit goes with a debit, so that the allowance or the signature for it
 * covers the fee; a credit never replaces what is taken from an allowance.
 */
function entryFor(own: readonly proto.IAccountAmount[], change: bigint): proto.IAccountAmount | undefined {
  const isDebit = ({ amount }: proto.IAccountAmount): boolean => int64(amount) < 0n
  if (change < 0n) return own.find(isDebit) ?? own[0]
  return own.find((entry) => !(isDebit(entry) && entry.isApproval))
}

export function numberOf(id: proto.IAccountID | null | undefined, state: State): number {
  return state.account(id)?.num ?? NOWHERE
}

/** Adds to an account's amount, and checks that it stays within 64 bits. */
export function add(amounts: Amounts, account: number, amount: bigint): void {
  amounts.set(account, within64Bits((amounts.get(account) ?? 0n) + amount))
}

/** Checks a single entry: the sum of an account's entries may fit in 64 bits although one of them does not. */
function within64Bits(amount: bigint): bigint {
  check(amount <= INT64_MAX && amount >= -INT64_MAX, 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE')
  return amount
}

function nextOf(next: Map<number, Amounts>, unit: number): Amounts {
  const amounts = next.get(unit) ?? new Map<number, bigint>()
  next.set(unit, amounts)
  return amounts
}

function unitsOf(body: Body, state: State): Map<number, Amounts> {
  const units = new Map([[HBAR, amountsOf(body.transfers?.accountAmounts ?? [], state)]])
  for (const { token, transfers } of body.tokenTransfers ?? []) {
    if (transfers?.length) units.set(tokenNumber(token), amountsOf(transfers, state))
  }
  return units
}

function amountsOf(transfers: readonly proto.IAccountAmount[], state: State): Amounts {
  const amounts: Amounts = new Map()
  for (const { accountID, amount } of transfers) add(amounts, numberOf(accountID, state), int64(amount))
  return amounts
}

function entries(amounts: Amounts): proto.IAccountAmount[] {
  return Array.from(amounts, ([account, amount]) => ({ accountID: accountId(account), amount: toLong(amount) }))
}
