/**
 * The custom fees that a transaction of any type charges an account beyond its body (HIP-18, HIP-573, HIP-991). The
 * fees of single transfers are in `fees/` of `@quorate/verify`, because signers' clients need them, too.
 */
import { proto } from '@hiero-ledger/proto'
import {
  type Assessment,
  type CustomFees,
  charge,
  chargeAllowance,
  chargeCall,
  chargeReceiver,
  chargeSender,
  type FeeSource,
  isExempt,
  isFreeFor,
  movedByCall,
  shareOf,
  staysTreasury,
  type TokenAmount,
} from '@quorate/verify'
import { accountOf, idOf, tokenOf, topicOf } from '../mirror/body-comparison.ts'
import type { Mirror } from '../mirror/mirror.ts'

/** topics.maxCustomFeeEntriesForTopics */
const MAX_TOPIC_FEES = 10n

export interface MirrorFeeSource extends Pick<FeeSource, 'isAccountsOwn'> {
  /** The mirror that fees are read from. */
  mirror: Mirror
}

const sourceOf = ({ mirror, ...source }: MirrorFeeSource): FeeSource => ({ ...source, token: mirror.tokenDetails })

/** The amount of a token that reaches the receiver after the fees that receivers pay. */
export async function received(
  of: MirrorFeeSource,
  { tokenId, amount }: TokenAmount,
  { from, to }: { from: string; to: string },
): Promise<{ amount: bigint; changeable: boolean }> {
  const source = sourceOf(of)
  const token = tokenId === null ? null : await source.token(tokenId)
  if (!token || (await isFreeFor(source, token, to))) return { amount, changeable: false }
  let left = amount
  for (const fee of token.customFees)
    if (
      fee.kind === 'fractional' &&
      !fee.netOfTransfers &&
      !(await isExempt(source, token, fee, to)) &&
      // `all_collectors_are_exempt` exempts only receivers. For a sender, the ledger skips a fractional fee only if the
      // sender collects that same fee.
      fee.collector !== from &&
      !(await staysTreasury(source, token, from))
    )
      left -= shareOf(fee, amount)
  return { amount: left > 0n ? left : 0n, changeable: token.keys.feeScheduleKey !== null }
}

/** Reads the fees of each token that `account` sends in a transaction, and of the topic that it writes to. */
export async function customFeesOf(
  of: MirrorFeeSource,
  transaction: proto.TransactionBody | Uint8Array,
  account: string,
): Promise<CustomFees> {
  const body = transaction instanceof Uint8Array ? proto.TransactionBody.decode(transaction) : transaction
  const bill: CustomFees = { charges: [], changeable: new Set(), allowed: new Set() }
  const assessment = { bill, source: sourceOf(of), account }
  if (body.cryptoTransfer) await chargeTransfer(assessment, body.cryptoTransfer)
  if (body.tokenAirdrop) await chargeTransfer(assessment, { tokenTransfers: body.tokenAirdrop.tokenTransfers ?? [] })
  if (body.cryptoApproveAllowance) await chargeAllowances(assessment, body.cryptoApproveAllowance)
  if (body.contractCall && accountOf(body.transactionID?.accountID) === account)
    await chargeContract(assessment, body.contractCall)
  if (body.consensusSubmitMessage && accountOf(body.transactionID?.accountID) === account)
    await chargeMessage(assessment, of, body)
  return bill
}

async function chargeTransfer(
  assessment: Assessment,
  { transfers, tokenTransfers }: proto.ICryptoTransferTransactionBody,
): Promise<void> {
  const { account } = assessment
  const lists = tokenTransfers ?? []
  /** The fungible value that an account receives. Royalties are taken from it. */
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
    if (given > 0n) await chargeSender(assessment, { tokenId, amount: given })
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? []) {
      const [sender, receiver] = [accountOf(senderAccountID), accountOf(receiverAccountID)]
      if (sender === account) await chargeSender(assessment, { tokenId, amount: 1n }, { credits: creditsOf(account) })
      if (receiver === account && creditsOf(sender).length === 0) await chargeReceiver(assessment, { tokenId, sender })
    }
  }
}

/** Contracts move their own holdings. A call to a token's address moves the caller's holdings. */
async function chargeContract(
  assessment: Assessment,
  { contractID, functionParameters }: proto.IContractCallTransactionBody,
): Promise<void> {
  const tokenId = idOf(contractID, contractID?.contractNum)
  const data = `0x${Buffer.from(functionParameters ?? []).toString('hex')}`
  if (await assessment.source.token(tokenId)) await chargeCall(assessment, { tokenId, moved: movedByCall(data) })
}

async function chargeAllowances(
  assessment: Assessment,
  { tokenAllowances, nftAllowances }: proto.ICryptoApproveAllowanceTransactionBody,
): Promise<void> {
  const { account } = assessment
  const fungible = (tokenAllowances ?? []).filter(({ amount }) => units(amount) > 0n)
  const nfts = (nftAllowances ?? []).filter((one) => one.serialNumbers?.length || one.approvedForAll?.value)
  for (const { owner, tokenId: id } of [...fungible, ...nfts]) {
    if (accountOf(owner) !== account) continue
    await chargeAllowance(assessment, tokenOf(id))
  }
}

/**
 * The ledger makes a separate transfer for each of a topic's fees. It applies the limits in the message's body to these
 * fees, but not to the fees on the transfers themselves.
 */
async function chargeMessage(
  assessment: Assessment,
  { mirror }: MirrorFeeSource,
  { consensusSubmitMessage: message, maxCustomFees }: proto.TransactionBody,
): Promise<void> {
  const { bill, account } = assessment
  const id = topicOf(message?.topicID)
  const topic = await mirror.topic(id)
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
    for (const fee of present) await charge(assessment, { id }, fee, { depth: 0 })
  // Before the execution, the number of fees in one denomination may rise to the maximum for a topic.
  else
    for (const limit of limited)
      await charge(assessment, { id }, limit, {
        depth: 0,
        parts: limit.amount < MAX_TOPIC_FEES ? limit.amount : MAX_TOPIC_FEES,
      })
}

const units = (amount: unknown): bigint => BigInt(String(amount ?? 0))
