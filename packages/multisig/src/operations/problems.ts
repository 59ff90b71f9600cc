/** Finds reasons why the ledger would refuse a transaction now. Owners see them before they sign and pay. */
import type { Ledger, MirrorAccount, MirrorTokenDetails } from '@quorate/ledger'

export interface Problem {
  /** The ledger's response code. */
  code: string
  message: string
  /** The account that the problem is about. */
  accountId?: string
  /** The token, or HBAR. */
  tokenId?: string
  serialNumber?: string
  /** The account's balance, and the amount that the transaction takes, in smallest units. */
  balance?: string
  needed?: string
}

/** How much of its payer's hbars a transaction takes. */
export interface Spending {
  account: Pick<MirrorAccount, 'id' | 'balance'>
  /** Tinybars that the transaction itself moves. */
  tinybars: bigint
  /** The minimum price of the transaction in US cents, as in the network's fee schedule (HIP-1261). */
  cents: number
}

/** Minimum prices in US cents (HIP-1261). */
export const CENTS = {
  transfer: 0.01,
  tokenTransfer: 0.1,
  association: 5,
  update: 0.022,
  create: 5,
  key: 1,
  signature: 0.01,
} as const

/**
 * The reasons why the ledger would refuse to take a token from a wallet: an amount in its smallest unit, or a serial
 * number.
 */
export async function senderProblems(
  { mirror }: Ledger,
  { walletId, amount, token }: { walletId: string; amount: bigint; token: MirrorTokenDetails },
): Promise<Problem[]> {
  const { id: tokenId } = token
  const own = await mirror.holding(walletId, tokenId)
  const problems: Problem[] = [...pausedProblem(token), ...relationProblems(own, walletId, tokenId)]
  if (token.type === 'NON_FUNGIBLE_UNIQUE') {
    const owner = await mirror.nftOwner(tokenId, amount)
    if (owner === null)
      problems.push({
        code: 'INVALID_NFT_ID',
        tokenId,
        serialNumber: String(amount),
        message: `The token ${tokenId} has no serial ${amount}, or it was burned`,
      })
    else if (owner !== walletId)
      problems.push({
        code: 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
        accountId: walletId,
        tokenId,
        serialNumber: String(amount),
        message: `The NFT ${amount} of ${tokenId} belongs to ${owner}, not to ${walletId}`,
      })
  } else if (own && own.balance < amount)
    problems.push({
      code: 'INSUFFICIENT_TOKEN_BALANCE',
      accountId: walletId,
      tokenId,
      balance: String(own.balance),
      needed: String(amount),
      message: `${walletId} has ${own.balance} of the token ${tokenId}, and this takes ${amount} (in smallest units)`,
    })
  return problems
}

/**
 * The reasons why the ledger would refuse to give an account a token, and whether the transfer associates the account
 * with it.
 */
export async function receiverProblems(
  { mirror }: Ledger,
  { receiver, token }: { receiver: MirrorAccount; token: MirrorTokenDetails },
): Promise<{ problems: Problem[]; isNew: boolean }> {
  const held = await mirror.holding(receiver.id, token.id)
  return held
    ? { problems: relationProblems(held, receiver.id, token.id), isNew: false }
    : { problems: await newAssociationProblems(mirror, receiver, token), isNew: true }
}

type Holding = Awaited<ReturnType<Ledger['mirror']['holding']>>

/** The reasons why an account cannot send or receive a token. */
function relationProblems(held: Holding, accountId: string, tokenId: string): Problem[] {
  if (!held) return [notAssociated(accountId, tokenId)]
  return [...frozenProblem(held, accountId, tokenId), ...(held.kycRevoked ? [withoutKyc(accountId, tokenId)] : [])]
}

const withoutKyc = (accountId: string, tokenId: string): Problem => ({
  code: 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
  accountId,
  tokenId,
  message: `${accountId} has no KYC for the token ${tokenId}`,
})

const frozenProblem = (held: NonNullable<Holding>, accountId: string, tokenId: string): Problem[] => {
  const message = `${accountId} is frozen for the token ${tokenId}`
  return held.frozen ? [{ code: 'ACCOUNT_FROZEN_FOR_TOKEN', accountId, tokenId, message }] : []
}

export const notAssociated = (accountId: string, tokenId: string): Problem => ({
  code: 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
  accountId,
  tokenId,
  message: `The token ${tokenId} is not associated with ${accountId}`,
})

export const pausedProblem = ({ paused, id }: Pick<MirrorTokenDetails, 'paused' | 'id'>): Problem[] =>
  paused ? [{ code: 'TOKEN_IS_PAUSED', tokenId: id, message: `The token ${id} is paused` }] : []

/** The reasons why an account that is not associated with a token would not be associated automatically (HIP-904). */
async function newAssociationProblems(
  mirror: Ledger['mirror'],
  { id, maxAutomaticTokenAssociations: slots }: MirrorAccount,
  token: MirrorTokenDetails,
): Promise<Problem[]> {
  if (slots === 0) return [notAssociated(id, token.id)]
  if (slots > 0) {
    const used = (await mirror.accountTokens(id, 1)).filter(({ automatic }) => automatic).length
    if (used >= slots)
      return [
        {
          code: 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS',
          accountId: id,
          tokenId: token.id,
          message: `${id} is not associated with ${token.id}, and its ${slots} automatic associations are used`,
        },
      ]
  }
  return token.keys.kycKey ? [withoutKyc(id, token.id)] : []
}

/** The reasons why the ledger would refuse to end an account's association with a token. */
export async function dissociationProblems({ mirror }: Ledger, accountId: string, tokenId: string): Promise<Problem[]> {
  const [held, token] = await Promise.all([mirror.holding(accountId, tokenId), mirror.tokenDetails(tokenId)])
  if (!held) return [notAssociated(accountId, tokenId)]
  if (!token || token.deleted) return []
  const about = { accountId, tokenId }
  const problems = [...pausedProblem(token), ...frozenProblem(held, accountId, tokenId)]
  if (token.treasury === accountId)
    problems.unshift({ code: 'ACCOUNT_IS_TREASURY', ...about, message: `${accountId} is the treasury of ${tokenId}` })
  if (held.balance > 0n) {
    const still = `${accountId} still holds ${held.balance} of the token ${tokenId}`
    problems.push({
      ...about,
      balance: String(held.balance),
      ...(token.type === 'FUNGIBLE_COMMON'
        ? {
            code: 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES',
            message: `${still}, in its smallest unit: withdraw it first`,
          }
        : { code: 'ACCOUNT_STILL_OWNS_NFTS', message: `${still}: withdraw them first` }),
    })
  }
  return problems
}
