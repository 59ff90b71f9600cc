/** A typed or pasted list of payments, as the page reads it. */
import { amountInField, HBAR_DECIMALS, isEntityId, passesForNumber, withoutChecksum } from '@quorate/verify'
import { type PaymentList, readPaymentList } from '@quorate/verify/payment-list'
import { accountNamed } from '../../address-book/book.ts'
import { type PaymentStated, statedPayments } from '../../requests/sentences/sentence.ts'
import type { Earlier } from '../asking/ask.ts'

export interface Known {
  walletId: string
  chain: string
  language: string
  /** Names of the address book, by account. */
  names: ReadonlyMap<string, string>
  /** The decimals of the wallet's tokens on the ledger; undefined until they are read. */
  decimals: ReadonlyMap<string, number | undefined>
  /** The wallet's NFTs, which are not paid in amounts. */
  nfts: ReadonlySet<string>
  /** The symbols on the ledger of these tokens and NFTs. Symbols that look like others are left out. */
  symbols: ReadonlyMap<string, string>
}

export function paymentsIn(text: string, known: Known): PaymentList {
  const { walletId, chain, language, names, decimals, nfts, symbols } = known
  const named = [...symbols].filter(([id, symbol]) => !passesForNumber(symbol, id))
  const bySymbol = Map.groupBy(named, ([, symbol]) => symbol.toLowerCase())
  const idIn = (typed: string): string | undefined => {
    const id = withoutChecksum(typed, chain)
    return id !== undefined && isEntityId(id) ? id : undefined
  }
  /** A symbol that several tokens share identifies none of them. */
  const only = (found: readonly (readonly [string, string])[] | undefined) =>
    found?.length === 1 ? found[0]?.[0] : undefined
  return readPaymentList(text, {
    walletId,
    language,
    accountOf: (typed) => idIn(typed) ?? accountNamed(typed, names),
    assetOf(typed) {
      if (typed === '' || /^(hbars?|ℏ)$/i.test(typed)) return { tokenId: 'HBAR', decimals: HBAR_DECIMALS }
      const tokenId = idIn(typed) ?? only(bySymbol.get(typed.toLowerCase()))
      if (tokenId === undefined) return undefined
      return nfts.has(tokenId) ? { tokenId, decimals: 0, isNft: true } : { tokenId, decimals: decimals.get(tokenId) }
    },
  })
}

/** The payments of an earlier request; none for one that pays no amounts. */
export function earlierPayments({
  operation,
  payload,
}: Pick<Earlier, 'operation' | 'payload'>): readonly PaymentStated[] {
  const { type, receiverId, tokenId, amountOrSerial } = payload
  if (operation !== 'withdraw') return statedPayments(payload)
  if (type !== 'FUNGIBLE_COMMON') return []
  return [{ receiverId: String(receiverId), tokenId: String(tokenId), amount: String(amountOrSerial) }]
}

/**
 * Payments of an earlier request as a list, which {@link paymentsIn} reads back. An amount stays empty if its decimals
 * are not known.
 */
export function listOf(
  payments: readonly PaymentStated[],
  decimals: ReadonlyMap<string, number | undefined>,
  language: string,
): string {
  const amountOf = ({ tokenId, amount }: PaymentStated): string => {
    const known = tokenId === 'HBAR' ? HBAR_DECIMALS : decimals.get(tokenId)
    return known === undefined ? '' : amountInField(BigInt(amount), known, language)
  }
  const cells = (one: PaymentStated) => [
    one.receiverId,
    amountOf(one),
    ...(one.tokenId === 'HBAR' ? [] : [one.tokenId]),
  ]
  return payments.map((one) => cells(one).join('; ')).join('\n')
}
