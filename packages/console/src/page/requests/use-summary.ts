import type { MultisigTypes } from '@quorate/client'
import { useQuery } from '@tanstack/react-query'
import { useMyNames } from '../address-book/use-book.ts'
import { useSymbol } from '../address-book/use-called.ts'
import { tokenQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { useLanguage } from '../texts/language.tsx'
import { summaryText } from './summary.ts'

type Stated = Pick<MultisigTypes['RequestStatus'], 'operation'> & { payload: Readonly<Record<string, unknown>> }

/** A one-line summary of a request. A token's amount appears in its decimals once the token is loaded. */
export function useSummary(request: Stated | undefined): string {
  const { texts, language } = useLanguage()
  const { chain } = useSession()
  const names = useMyNames()
  const { tokenId, type } = request?.payload ?? {}
  const isToken = request?.operation === 'withdraw' && tokenId !== 'HBAR' && type !== 'NON_FUNGIBLE_UNIQUE'
  const { data: token } = useQuery({ ...tokenQuery(String(tokenId), chain), enabled: isToken })
  const symbolOf = useSymbol()
  if (!request) return texts.request.name
  const shown = isToken && token ? { ...token, symbol: symbolOf(String(tokenId), token.symbol) ?? '' } : undefined
  return summaryText(request, { texts, language, names, token: shown })
}
