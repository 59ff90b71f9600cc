/** A typed or pasted list of payments, as the page reads it. */
import { HBAR_DECIMALS, isEntityId, withoutChecksum } from '@quorate/verify'
import { type PaymentList, readPaymentList } from '@quorate/verify/payment-list'

export interface Known {
  walletId: string
  chain: string
  language: string
  /** Names by account: those of the address book, and of the wallet's owners. */
  names: ReadonlyMap<string, string>
  /** The decimals of the wallet's fungible tokens on the ledger; undefined until they are read. */
  decimals: ReadonlyMap<string, number | undefined>
  /** The symbols of these tokens that pass for nothing else. */
  symbols: ReadonlyMap<string, string>
}

export function paymentsIn(text: string, { walletId, chain, language, names, decimals, symbols }: Known): PaymentList {
  const byName = Map.groupBy(names, ([, name]) => name.trim().toLowerCase())
  const bySymbol = Map.groupBy(symbols, ([, symbol]) => symbol.toLowerCase())
  const idIn = (typed: string): string | undefined => {
    const id = withoutChecksum(typed, chain)
    return id !== undefined && isEntityId(id) ? id : undefined
  }
  /** A name or symbol that several have names none of them. */
  const only = (found: readonly (readonly [string, string])[] | undefined) =>
    found?.length === 1 ? found[0]?.[0] : undefined
  return readPaymentList(text, {
    ...{ walletId, language },
    accountOf: (typed) => idIn(typed) ?? only(byName.get(typed.toLowerCase())),
    assetOf(typed) {
      if (typed === '' || /^(hbars?|ℏ)$/i.test(typed)) return { tokenId: 'HBAR', decimals: HBAR_DECIMALS }
      const tokenId = idIn(typed) ?? only(bySymbol.get(typed.toLowerCase()))
      return tokenId === undefined ? undefined : { tokenId, decimals: decimals.get(tokenId) }
    },
  })
}
