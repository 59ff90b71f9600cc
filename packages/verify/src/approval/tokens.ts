/**
 * Amounts of tokens in the units that people know, by the decimals on the ledger. Without the decimals, no amount is
 * shown.
 */
import { readOperation } from '../bodies/operations/operations.ts'
import { tokensOf } from '../bodies/operations/sentence.ts'
import { quoted } from '../bodies/summaries.ts'
import { VerifyError } from '../error.ts'
import type { MaximumFees } from '../fees/custom-fees.ts'
import { decimalsIn, fullAmountText, hbars } from '../values/amounts.ts'
import { shownSymbol } from '../values/names/names.ts'
import type { ShownToken } from './shown.ts'
import type { StatedRequest } from './stated.ts'

/** The amount of a token, or of `HBAR`, in words. */
export type AmountOf = (tokenId: string, units: number | string) => string

/** Payments move at most five tokens, a token has at most ten custom fees, and `maxCustomFees` may name them again. */
const MOST_TOKENS = 25

/**
 * Reads the decimals of every token that the request states an amount of, or that the custom fees `charged` are paid
 * in.
 *
 * @throws VerifyError TOKEN_UNREADABLE: an amount without decimals could be misread, so it is not signed
 */
export async function amountsOf(
  { payload }: Pick<StatedRequest, 'payload'>,
  charged: MaximumFees,
  tokenOf: (tokenId: string) => Promise<ShownToken | null>,
): Promise<AmountOf> {
  const { tokenId, type, amountOrSerial, payments = [], maxCustomFees = [] } = payload
  const isMoved = amountOrSerial !== undefined && type !== 'NON_FUNGIBLE_UNIQUE'
  const ids = new Set([
    ...(isMoved ? [String(tokenId)] : []),
    ...(payments as { tokenId: string }[]).map((one) => one.tokenId),
    ...tokensOfOperation(payload),
    ...[...charged, ...(maxCustomFees as MaximumFees)].flatMap(({ fees }) => fees.map(({ token_id }) => token_id)),
  ])
  ids.delete('HBAR')
  if (ids.size > MOST_TOKENS)
    throw new VerifyError(
      'TOKEN_UNREADABLE',
      `The request states amounts of ${ids.size} tokens: at most ${MOST_TOKENS} are read`,
    )
  const tokens = new Map(await Promise.all([...ids].map(async (id) => [id, await readable(id, tokenOf)] as const)))
  return (id, units) => {
    const token = tokens.get(id)
    if (!token) return hbars(BigInt(units))
    const { decimals, symbol } = token
    const amount = fullAmountText(BigInt(units), decimals, 'en')
    const shown = shownSymbol(symbol, id)
    return shown === undefined ? `${amount} of the token ${id}` : `${amount} ${quoted(shown)} (token ${id})`
  }
}

function tokensOfOperation({ operation, walletId }: StatedRequest['payload']): string[] {
  const read = operation === undefined ? undefined : readOperation(operation, String(walletId))
  return read && 'name' in read ? tokensOf(read) : []
}

async function readable(id: string, tokenOf: (tokenId: string) => Promise<ShownToken | null>) {
  const token = await tokenOf(id)
  const decimals = decimalsIn(token?.decimals)
  if (token && decimals !== undefined) return { symbol: token.symbol, decimals }
  throw new VerifyError(
    'TOKEN_UNREADABLE',
    `The ledger does not show the decimals of the token ${id}, so the amount is not known. Try again once the mirror node shows the token`,
  )
}
