/**
 * The custom fees that a transaction charges an account beyond its body (HIP-18, HIP-573, HIP-991), assessed as the
 * ledger does: `docs/explanation/co-signing.md`. A signature for an account permits at most the maximum that somebody
 * who controls the account has named.
 */
import { proto } from '@hiero-ledger/proto'
import { decodeAmount, encodeAmount, unprocessable } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import { accountOf, tokenOf, topicOf } from '../mirror/body-comparison.ts'
import type { MirrorCustomFee, MirrorTokenDetails, TokenAmount } from '../mirror/entities.ts'
import type { Mirror } from '../mirror/mirror.ts'
import type { MaxCustomFees } from './max-custom-fees.ts'

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
/** topics.maxCustomFeeEntriesForTopics */
const MAX_TOPIC_FEES = 10n

export interface FeeSource {
  /** The mirror that fees are read from. */
  mirror: Mirror
  /**
   * Whether only those who decide about the account can satisfy the key. If absent, that is true of no key. For
   * example, the network key signs for every validator of a node, so a key that needs it may be satisfied without this
   * account's consent.
   */
  isAccountsOwn?(key: Key): Promise<boolean>
}

/** Why these custom fees exceed `maximum`; undefined if they don't. */
export function excessOf(fees: CustomFees, maximum: MaxCustomFees): string | undefined {
  const { charges, changeable, allowed, unlimited } = fees
  if (unlimited) return `${unlimited} has a fee schedule key, so its fees may rise: the request names no maxCustomFees`
  const named = (id: string) => maximum.find((one) => one.id === id)
  for (const id of allowed)
    if (charges.some((charge) => charge.id === id))
      return `${id} charges custom fees for each transfer of the spender's`
  for (const [id, totals] of totalsOf(fees))
    for (const [unit, total] of totals) {
      const most = decodeAmount(named(id)?.fees.find((fee) => fee.token_id === unit)?.amount ?? 0)
      if (total > most)
        return `${id} charges it ${total} ${unit === 'HBAR' ? 'tinybars' : `of ${unit}`} in custom fees: maxCustomFees permits ${most}`
    }
  for (const id of changeable)
    if (!named(id))
      return `${id} may charge other fees by the time of execution (by its fee schedule key): maxCustomFees does not name it`
  return undefined
}

/** The smallest maximum that permits these custom fees. */
export const leastMaximum = (fees: CustomFees): MaxCustomFees =>
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

/** The amount of a token that a receiver gets after the fees that are taken from receivers. */
export async function received(
  source: FeeSource,
  { tokenId, amount }: TokenAmount,
  { from, to }: { from: string; to: string },
): Promise<{ amount: bigint; changeable: boolean }> {
  const token = tokenId === null ? null : await source.mirror.tokenDetails(tokenId)
  if (!token || (await isFreeFor(source, token, to))) return { amount, changeable: false }
  let left = amount
  for (const fee of token.customFees)
    if (
      fee.kind === 'fractional' &&
      !fee.netOfTransfers &&
      !(await isExempt(source, token, fee, to)) &&
      // `all_collectors_are_exempt` exempts only receivers. For a sender, the ledger skips a fractional fee only if the
      // sender collects this very fee.
      fee.collector !== from &&
      !(await staysTreasury(source, token, from))
    )
      left -= shareOf(fee, amount)
  return { amount: left > 0n ? left : 0n, changeable: token.keys.feeScheduleKey !== null }
}

/** Reads the fees of every token that `account` sends in a transaction, and of the topic that it writes to. */
export async function customFeesOf(
  source: FeeSource,
  transaction: proto.TransactionBody | Uint8Array,
  account: string,
): Promise<CustomFees> {
  const body = transaction instanceof Uint8Array ? proto.TransactionBody.decode(transaction) : transaction
  const bill: CustomFees = { charges: [], changeable: new Set(), allowed: new Set() }
  if (body.cryptoTransfer) await chargeTransfer(bill, source, body.cryptoTransfer, account)
  if (body.cryptoApproveAllowance) await chargeAllowances(bill, source, body.cryptoApproveAllowance, account)
  if (body.consensusSubmitMessage && accountOf(body.transactionID?.accountID) === account)
    await chargeMessage(bill, source, body, account)
  return bill
}

async function chargeTransfer(
  bill: CustomFees,
  source: FeeSource,
  { transfers, tokenTransfers }: proto.ICryptoTransferTransactionBody,
  account: string,
): Promise<void> {
  const lists = tokenTransfers ?? []
  /** The fungible value that an account receives. Royalties are a part of it. */
  const creditsOf = (whose: string): TokenAmount[] =>
    [
      { tokenId: null, amounts: transfers?.accountAmounts ?? [] },
      ...lists.map((list) => ({ tokenId: tokenOf(list.token), amounts: list.transfers ?? [] })),
    ].flatMap(({ tokenId, amounts }) =>
      amounts
        .filter(({ accountID, amount }) => accountOf(accountID) === whose && units(amount) > 0n)
        .map(({ amount }) => ({ tokenId, amount: units(amount) })),
    )
  for (const { token: id, transfers: amounts, nftTransfers } of lists) {
    const tokenId = tokenOf(id)
    const debits = (amounts ?? []).filter(({ accountID }) => accountOf(accountID) === account)
    const given = debits.reduce((sum, { amount }) => (units(amount) < 0n ? sum - units(amount) : sum), 0n)
    if (given > 0n) await chargeSender(bill, source, account, { tokenId, amount: given }, 1, [])
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
      const [sender, receiver] = [accountOf(senderAccountID), accountOf(receiverAccountID)]
      if (sender === account) await chargeSender(bill, source, account, { tokenId, amount: 1n }, 1, creditsOf(account))
      if (receiver === account && creditsOf(sender).length === 0)
        await chargeReceiver(bill, source, { tokenId, sender, account })
    }
  }
}

/**
 * The sender of a token pays its fixed fees, its fractional fees that are net of transfers, and its royalties.
 *
 * @param parts the most transfers into which the amount may be split
 */
async function chargeSender(
  bill: CustomFees,
  source: FeeSource,
  account: string,
  { tokenId, amount }: { tokenId: string; amount: bigint },
  depth: number,
  credits: readonly TokenAmount[],
  parts = 1n,
): Promise<void> {
  const token = await detailsOf(source, tokenId)
  if (await isFreeFor(source, token, account)) return
  if (token.keys.feeScheduleKey) bill.changeable.add(tokenId)
  for (const fee of token.customFees) {
    if (await isExempt(source, token, fee, account)) continue
    if (fee.kind === 'fixed') {
      const whole = { tokenId: fee.tokenId, amount: fee.amount * parts }
      await charge(bill, source, account, token, whole, depth, parts)
    }
    if (fee.kind === 'royalty')
      for (const credit of credits)
        await charge(bill, source, account, token, { ...credit, amount: fractionOf(fee, credit.amount) }, depth)
    if (fee.kind === 'fractional' && fee.netOfTransfers)
      // The ledger adds up the fees in a token before it takes a share of them.
      bill.charges.push({ id: tokenId, tokenId, amount: shareOf(fee, amount, { up: depth > 1, parts }) })
  }
}

/** The receiver of an NFT that is transferred for nothing pays the fallback fees of its royalties. */
async function chargeReceiver(
  bill: CustomFees,
  source: FeeSource,
  { tokenId, sender, account }: { tokenId: string; sender: string; account: string },
): Promise<void> {
  const token = await detailsOf(source, tokenId)
  if ((await isFreeFor(source, token, account)) || (await isFreeFor(source, token, sender))) return
  if (token.keys.feeScheduleKey) bill.changeable.add(tokenId)
  for (const fee of token.customFees)
    if (fee.kind === 'royalty' && fee.fallback && !(await isExempt(source, token, fee, account)))
      await charge(bill, source, account, token, fee.fallback, 1)
}

/** A fee in another token is a transfer of that token, which has its own fees. */
async function charge(
  bill: CustomFees,
  source: FeeSource,
  account: string,
  { id }: { id: string },
  { tokenId, amount }: TokenAmount,
  depth: number,
  parts = 1n,
): Promise<void> {
  bill.charges.push({ id, tokenId, amount })
  if (tokenId !== null && tokenId !== id && depth < MAX_DEPTH)
    await chargeSender(bill, source, account, { tokenId, amount }, depth + 1, [], parts)
}

/** A spender's transfers may charge the owner any number of times. */
async function chargeAllowances(
  bill: CustomFees,
  source: FeeSource,
  { tokenAllowances, nftAllowances }: proto.ICryptoApproveAllowanceTransactionBody,
  account: string,
): Promise<void> {
  const fungible = (tokenAllowances ?? []).filter(({ amount }) => units(amount) > 0n)
  const nfts = (nftAllowances ?? []).filter((one) => one.serialNumbers?.length || one.approvedForAll?.value)
  for (const { owner, tokenId: id } of [...fungible, ...nfts]) {
    if (accountOf(owner) !== account) continue
    const tokenId = tokenOf(id)
    bill.allowed.add(tokenId)
    // The spender of an NFT chooses what its owner gets for it: royalties are due in any token, with the fees of that
    // token.
    await chargeSender(bill, source, account, { tokenId, amount: 1n }, 1, [{ tokenId: null, amount: 1n }])
  }
}

/**
 * The ledger makes a separate transfer for each of a topic's fees. It enforces the limits in the message's body for
 * these, but not for the fees on them, which are due for each transfer.
 */
async function chargeMessage(
  bill: CustomFees,
  source: FeeSource,
  { consensusSubmitMessage: message, maxCustomFees }: proto.TransactionBody,
  account: string,
): Promise<void> {
  const id = topicOf(message?.topicID)
  const topic = await source.mirror.topic(id)
  const limits = (maxCustomFees ?? []).filter(({ accountId }) => accountOf(accountId) === account)
  const limited = limits
    .flatMap(({ fees }) => fees ?? [])
    .map(({ denominatingTokenId, amount }) => ({
      tokenId: denominatingTokenId ? tokenOf(denominatingTokenId) : null,
      amount: units(amount),
    }))
  const present = (topic?.customFees ?? []).flatMap((fee) =>
    fee.kind === 'fixed' && fee.collector !== account ? [{ tokenId: fee.tokenId, amount: fee.amount }] : [],
  )
  if (topic?.feeScheduleKey && limited.length === 0) bill.unlimited = id
  if (!topic?.feeScheduleKey || limited.length === 0)
    for (const fee of present) await charge(bill, source, account, { id }, fee, 0)
  // Before the execution, the number of fees in one denomination may rise to the maximum for a topic.
  else
    for (const limit of limited)
      await charge(
        bill,
        source,
        account,
        { id },
        limit,
        0,
        limit.amount < MAX_TOPIC_FEES ? limit.amount : MAX_TOPIC_FEES,
      )
}

/**
 * Whether an account pays no fees of a token, because it is the treasury or the token has none, and this cannot change
 * before the execution.
 */
const isFreeFor = async (source: FeeSource, token: MirrorTokenDetails, account: string): Promise<boolean> =>
  (token.customFees.length === 0 && !token.keys.feeScheduleKey) || staysTreasury(source, token, account)

/**
 * Whether an account is the treasury, and nobody can replace it as the treasury before the execution without its
 * consent.
 */
const staysTreasury = async (
  { isAccountsOwn }: FeeSource,
  { treasury, keys: { adminKey } }: MirrorTokenDetails,
  account: string,
): Promise<boolean> =>
  treasury === account && (adminKey === null || (isAccountsOwn !== undefined && (await isAccountsOwn(adminKey))))

/**
 * The treasury pays no fees of its token. A collector does not pay its own fee, nor another collector's fee if that fee
 * exempts all collectors.
 */
const isExempt = async (
  source: FeeSource,
  token: MirrorTokenDetails,
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

/** The most that a fee takes of an amount that is sent in `parts` transfers, each with its own minimum and maximum. */
function shareOf(
  fee: Extract<MirrorCustomFee, { kind: 'fractional' }>,
  amount: bigint,
  { up = false, parts = 1n } = {},
): bigint {
  const share = fractionOf(fee, amount, up)
  const [minimum, maximum] = [fee.minimum * parts, fee.maximum * parts]
  // Among several transfers, some may be charged the minimum, and one may have nearly the whole amount.
  const atLeast = parts > 1n ? share + minimum : share > minimum ? share : minimum
  return maximum > 0n && atLeast > maximum ? maximum : atLeast
}

/** @throws 422 `INVALID_TOKEN_ID` if the mirror does not know the token yet: its fees are unknown */
async function detailsOf({ mirror }: FeeSource, tokenId: string): Promise<MirrorTokenDetails> {
  const found = await mirror.tokenDetails(tokenId)
  if (found) return found
  throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId}, whose custom fees would be paid, does not exist`)
}

const units = (amount: unknown): bigint => BigInt(String(amount ?? 0))
