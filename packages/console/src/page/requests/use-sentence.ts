import { useQuery } from '@tanstack/react-query'
import { useCalled, useSymbol } from '../address-book/use-called.ts'
import { tokenQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { useLanguage } from '../texts/language.tsx'
import { type Part, type Reader, type Stated, sentenceOf, sentenceText } from './sentence.ts'

/** What a request does, in parts. A token's amount appears in its decimals once the token is loaded. */
export function useSentence(request: Stated, options: Pick<Reader, 'wallet' | 'isDone'> = {}): Part[] {
  const { texts, language } = useLanguage()
  const { chain } = useSession()
  const { tokenId, type } = request.payload
  const isNamed = typeof tokenId === 'string' && tokenId !== 'HBAR'
  const isToken = request.operation === 'withdraw' && isNamed && type !== 'NON_FUNGIBLE_UNIQUE'
  const { data: token } = useQuery({ ...tokenQuery(String(tokenId), chain), enabled: isToken })
  const symbolOf = useSymbol()
  const shown = isToken && token ? { ...token, symbol: symbolOf(String(tokenId), token.symbol) } : undefined
  return sentenceOf(request, { texts, language, token: shown, ...options })
}

/** The same as text. */
export function useSummary(request: Stated | undefined): string {
  const { texts } = useLanguage()
  const called = useCalled()
  const parts = useSentence(request ?? NOTHING)
  return request ? sentenceText(parts, called) : texts.request.name
}
const NOTHING: Stated = { operation: 'create', payload: {} }
