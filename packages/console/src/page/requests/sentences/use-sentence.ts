import { readOperation, tokensOf } from '@quorate/verify'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCalled, useSymbol } from '../../address-book/use-called.ts'
import { tokenQuery, walletQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { type Part, type Reader, type Stated, sentenceOf, sentenceText, statedPayments } from './sentence.ts'

/**
 * The sentence about a request, in parts. A token's amount appears in its decimals once the token is loaded.
 *
 * @param options.openIn The wallet of an open request in a list. The service names its owners. On the screen where the
 *     request is signed, `confirmedOwners` gives them instead.
 */
export function useSentence(
  request: Stated,
  { openIn, ...options }: Omit<Reader, 'texts' | 'language' | 'tokens'> & { openIn?: string | null | undefined } = {},
): Part[] {
  const { texts, language } = useLanguage()
  const tokens = useTokens(tokensIn(request))
  const isChange = request.operation === 'update' && typeof openIn === 'string'
  const { data: wallet, isError } = useQuery({ ...walletQuery(openIn ?? ''), enabled: isChange, retry: false })
  // The service does not show the wallet to future owners.
  const isKnown = isChange && (wallet !== undefined || isError)
  const owners = isKnown ? new Set(wallet?.settings.owners.map((owner) => owner.wallet)) : undefined
  const threshold = isChange ? wallet?.settings.threshold : undefined
  return sentenceOf(request, { texts, language, tokens, owners, threshold, ...options })
}

/** The tokens that are loaded. A symbol that looks like another one is left out. */
export function useTokens(ids: readonly string[]): NonNullable<Reader['tokens']> {
  const { chain } = useSession()
  const symbolOf = useSymbol()
  const read = useQueries({ queries: ids.map((id) => tokenQuery(id, chain)) })
  return new Map(
    ids.flatMap((id, index) => {
      const token = read[index]?.data
      return token ? [[id, { ...token, symbol: symbolOf(id, token.symbol) }] as const] : []
    }),
  )
}

/** The tokens that a request pays out. */
function tokensIn({ operation, payload }: Stated): string[] {
  const { tokenId } = payload
  const paid = operation === 'withdraw' && typeof tokenId === 'string' ? [tokenId] : []
  const read = operation === 'operation' ? readOperation(payload.operation, String(payload.walletId)) : undefined
  const all = new Set([
    ...(read && 'name' in read ? tokensOf(read) : []),
    ...paid,
    ...statedPayments(payload).map(({ tokenId }) => tokenId),
  ])
  all.delete('HBAR')
  return [...all]
}

/** The sentence about a request, as text. */
export function useSummary(request: Stated | undefined): string {
  const { texts } = useLanguage()
  const called = useCalled()
  const parts = useSentence(request ?? NOTHING)
  return request ? sentenceText(parts, called) : texts.request.name
}
const NOTHING: Stated = { operation: 'create', payload: {} }
