import { decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import { useQueries, useQuery } from '@tanstack/react-query'
import { tokenQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'

/** The decimals of HBAR or of a token; undefined until they are loaded. */
export function useDecimals(asset: string | null | undefined): number | undefined {
  const { chain } = useSession()
  const isToken = typeof asset === 'string' && asset !== 'HBAR'
  const { data } = useQuery({ ...tokenQuery(String(asset), chain), enabled: isToken })
  return isToken ? decimalsIn(data?.decimals) : asset === 'HBAR' ? HBAR_DECIMALS : undefined
}

/** The decimals of these tokens; undefined for those that are not loaded. */
export function useDecimalsOf(tokens: readonly string[]): ReadonlyMap<string, number | undefined> {
  const { chain } = useSession()
  const read = useQueries({ queries: tokens.map((id) => tokenQuery(id, chain)) })
  return new Map(tokens.map((id, index) => [id, decimalsIn(read[index]?.data?.decimals)]))
}
