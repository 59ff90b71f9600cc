/**
 * The custom fees that a transfer charges an account, which its body does not show (HIP-18, HIP-573). They are assessed
 * as the ledger does: see `docs/explanation/co-signing.md`. A signature for an account permits at most the maximum that
 * somebody in control of the account has set.
 */
import { unprocessable } from '../error.ts'
import type { Key } from '../keys/keys.ts'
import { encodeAmount } from '../values/amounts.ts'

/** An amount of a token in base units; `tokenId` is null for the native currency. */
export interface TokenAmount {
  tokenId: string | null
  amount: bigint
}

/** A custom fee of a token or a topic (HIP-18, HIP-991). */
export type MirrorCustomFee = {
  collector: string | null
  /** None of the token's fee collectors pays this fee (HIP-573). */
  collectorsAreExempt: boolean
} & (
  | ({ kind: 'fixed' } & TokenAmount)
  | {
      kind: 'fractional'
      numerator: bigint
      denominator: bigint
      minimum: bigint
      /** 0 if there is none. */
      maximum: bigint
      /** The sender pays it in addition; otherwise it is deducted from what the receivers get. */
      netOfTransfers: boolean
    }
  | { kind: 'royalty'; numerator: bigint; denominator: bigint; fallback: TokenAmount | null }
)

/** A token's custom fees, and the key that may change them. */
export interface TokenFees {
  id: string
  treasury: string | null
  keys: { adminKey: Key | null; feeScheduleKey: Key | null }
  customFees: MirrorCustomFee[]
}

/**
 * The highest custom fees that one transaction may charge, by the token that is sent or the topic that is written to.
 */
export type MaximumFees = readonly {
  readonly id: string
  /** `HBAR` is charged in tinybars. */
  readonly fees: readonly { readonly token_id: string; readonly amount: number | string }[]
}[]

/** The custom fees that one transaction would charge an account if it were executed now. */
export interface CustomFees {
  /** `id` is the token that is sent, or the topic of the message. */
  charges: ({ id: string } & TokenAmount)[]
  /** Tokens and topics whose fees may change before the transaction is executed. */
  changeable: Set<string>
  /** A topic whose fees may rise, if the body names no limit that the ledger would enforce. */
  unlimited?: string
  /** Tokens with an allowance in the body. Each later transfer by the spender charges the account again. */
  allowed: Set<string>
}

/** The ledger refuses fees of fees of fees (CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH). */
const MAX_DEPTH = 3

export interface FeeSource {
  /** Reads from a mirror; null if the token does not exist. */
  token(id: string): Promise<TokenFees | null>
  /**
   * Whether the key cannot sign without the consent of those who control the account. Default: false for every key. The
   * network key, for example, signs for every validator of a node, so requiring it does not protect this account.
   */
  isAccountsOwn?(key: Key): Promise<boolean>
}

/** The reason why these custom fees exceed `maximum`; undefined if they don't. */
export function excessOf(fees: CustomFees, maximum: MaximumFees): string | undefined {
  const { charges, changeable, allowed, unlimited } = fees
  if (unlimited)
    return `${unlimited} has a fee schedule key, so its fees may rise, but the request has no maxCustomFees`
  const named = (id: string) => maximum.find((one) => one.id === id)
  for (const id of allowed)
    if (charges.some((charge) => charge.id === id)) return `${id} charges custom fees for each transfer by the spender`
  for (const [id, totals] of totalsOf(fees))
    for (const [unit, total] of totals) {
      const most = BigInt(named(id)?.fees.find((fee) => fee.token_id === unit)?.amount ?? 0)
      if (total > most)
        return `${id} charges it ${total} ${unit === 'HBAR' ? 'tinybars' : `of ${unit}`} in custom fees, but maxCustomFees permits ${most}`
    }
  for (const id of changeable)
    if (!named(id))
      return `${id} may charge other fees by the time of execution (it has a fee schedule key), but maxCustomFees does not name it`
  return undefined
}

type LeastMaximum = { id: string; fees: { token_id: string; amount: number | string }[] }[]

/** The smallest maximum that permits these custom fees. */
export const leastMaximum = (fees: CustomFees): LeastMaximum =>
  [...totalsOf(fees)].map(([id, totals]) => ({
    id,
    fees: [...totals].map(([token_id, total]) => ({ token_id, amount: encodeAmount(total) })),
  }))

/**
 * The sums by the token sent or topic written to, and then by the token charged. Tokens and topics with changeable fees
 * are included even without sums.
 */
function totalsOf({ charges, changeable }: CustomFees): Map<string, Map<string, bigint>> {
  const all = new Map([...changeable].map((id) => [id, new Map<string, bigint>()]))
  for (const { id, tokenId, amount } of charges) {
    const totals = all.get(id) ?? new Map<string, bigint>()
    const unit = tokenId ?? 'HBAR'
    all.set(id, totals.set(unit, (totals.get(unit) ?? 0n) + amount))
  }
  return all
}

/** The custom fees of one transaction for an account, as assessed so far, and the source that tokens are read from. */
export interface Assessment {
  bill: CustomFees
  source: FeeSource
  account: string
}

/**
 * The sender of a token pays its fixed fees, its fractional fees that are net of transfers, and its royalties.
 *
 * @param credits the fungible value that it receives; royalties are a part of it
 * @param parts the most transfers into which the amount may be split
 */
export async function chargeSender(
  assessment: Assessment,
  { tokenId, amount }: { tokenId: string; amount: bigint },
  { depth = 1, credits = [], parts = 1n }: { depth?: number; credits?: readonly TokenAmount[]; parts?: bigint } = {},
): Promise<void> {
  const { bill, source, account } = assessment
  const token = await detailsOf(source, tokenId)
  if (await isFreeFor(source, token, account)) return
  if (token.keys.feeScheduleKey) bill.changeable.add(tokenId)
  for (const fee of token.customFees) {
    if (await isExempt(source, token, fee, account)) continue
    if (fee.kind === 'fixed') {
      const whole = { tokenId: fee.tokenId, amount: fee.amount * parts }
      await charge(assessment, token, whole, { depth, parts })
    }
    if (fee.kind === 'royalty')
      for (const credit of credits)
        await charge(assessment, token, { ...credit, amount: fractionOf(fee, credit.amount) }, { depth })
    if (fee.kind === 'fractional' && fee.netOfTransfers)
      // The ledger adds up the fees in a token before it takes a share of them.
      bill.charges.push({ id: tokenId, tokenId, amount: shareOf(fee, amount, { up: depth > 1, parts }) })
  }
}

/**
 * A spender's transfers may charge the owner any number of times. The spender of an NFT chooses what its owner gets for
 * it: royalties are due in any token, with the fees of that token.
 */
export async function chargeAllowance(assessment: Assessment, tokenId: string): Promise<void> {
  assessment.bill.allowed.add(tokenId)
  await chargeSender(assessment, { tokenId, amount: 1n }, { credits: [{ tokenId: null, amount: 1n }] })
}

/** A call of a token at its own address is charged as the transfer or the allowance that it makes (HIP-719). */
export async function chargeCall(
  assessment: Assessment,
  { tokenId, moved }: { tokenId: string; moved: { sends: bigint } | 'allows' | undefined },
): Promise<void> {
  if (moved === 'allows') await chargeAllowance(assessment, tokenId)
  else if (moved && moved.sends > 0n) await chargeSender(assessment, { tokenId, amount: moved.sends })
}

/** The receiver of an NFT that is transferred for nothing pays the fallback fees of its royalties. */
export async function chargeReceiver(
  assessment: Assessment,
  { tokenId, sender }: { tokenId: string; sender: string },
): Promise<void> {
  const { bill, source, account } = assessment
  const token = await detailsOf(source, tokenId)
  if ((await isFreeFor(source, token, account)) || (await isFreeFor(source, token, sender))) return
  if (token.keys.feeScheduleKey) bill.changeable.add(tokenId)
  for (const fee of token.customFees)
    if (fee.kind === 'royalty' && fee.fallback && !(await isExempt(source, token, fee, account)))
      await charge(assessment, token, fee.fallback, { depth: 1 })
}

/** A fee in another token is a transfer of that token, which has its own fees. */
export async function charge(
  assessment: Assessment,
  { id }: { id: string },
  { tokenId, amount }: TokenAmount,
  { depth, parts = 1n }: { depth: number; parts?: bigint },
): Promise<void> {
  assessment.bill.charges.push({ id, tokenId, amount })
  if (tokenId !== null && tokenId !== id && depth < MAX_DEPTH)
    await chargeSender(assessment, { tokenId, amount }, { depth: depth + 1, parts })
}

/**
 * Whether an account pays no fees of a token, because it is the treasury or the token has none, and this cannot change
 * before the execution.
 */
export const isFreeFor = async (source: FeeSource, token: TokenFees, account: string): Promise<boolean> =>
  (token.customFees.length === 0 && !token.keys.feeScheduleKey) || staysTreasury(source, token, account)

/**
 * Whether an account is the treasury, and nobody can replace it as the treasury before the execution without its
 * consent.
 */
export const staysTreasury = async (
  { isAccountsOwn }: FeeSource,
  { treasury, keys: { adminKey } }: TokenFees,
  account: string,
): Promise<boolean> =>
  treasury === account && (adminKey === null || (isAccountsOwn !== undefined && (await isAccountsOwn(adminKey))))

/**
 * The treasury pays no fees of its token. A collector does not pay its own fee, nor another collector's fee if that fee
 * exempts all collectors.
 */
export const isExempt = async (
  source: FeeSource,
  token: TokenFees,
  fee: MirrorCustomFee,
  account: string,
): Promise<boolean> =>
  fee.collector === account ||
  (fee.collectorsAreExempt && token.customFees.some(({ collector }) => collector === account)) ||
  staysTreasury(source, token, account)

const fractionOf = (
  { numerator, denominator }: { numerator: bigint; denominator: bigint },
  amount: bigint,
  up = false,
): bigint => (denominator > 0n ? (amount * numerator + (up ? denominator - 1n : 0n)) / denominator : amount)

/**
 * The most that a fee takes of `amount`, if it is sent in `parts` transfers. The fee's minimum and maximum apply to
 * each transfer.
 */
export function shareOf(
  fee: Extract<MirrorCustomFee, { kind: 'fractional' }>,
  amount: bigint,
  { up = false, parts = 1n } = {},
): bigint {
  const share = fractionOf(fee, amount, up)
  const [minimum, maximum] = [fee.minimum * parts, fee.maximum * parts]
  // If the amount is split into several transfers, some may be charged the minimum, and one may carry nearly all of it.
  const atLeast = parts > 1n ? share + minimum : share > minimum ? share : minimum
  return maximum > 0n && atLeast > maximum ? maximum : atLeast
}

/** @throws 422 `INVALID_TOKEN_ID` if the mirror does not know the token yet: its fees are unknown */
async function detailsOf({ token }: FeeSource, tokenId: string): Promise<TokenFees> {
  const found = await token(tokenId)
  if (found) return found
  throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId}, whose custom fees would be paid, does not exist`)
}
