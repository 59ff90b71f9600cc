/** The earlier request that fills the form after **Request again**. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Request } from '../../api/client.ts'
import { keptAsked } from '../../api/kept-asked.ts'
import { requestQuery } from '../../api/queries.ts'
import { useMe } from '../../api/session.tsx'
import type { Earlier } from './ask.ts'

/**
 * The request in the `from` parameter of the page's URL: the user's own input if it was made in this tab, otherwise as
 * the service states it. Null if there is none. Undefined while it is read.
 *
 * @param walletId The wallet of the form; null for a new wallet. A request of another wallet is not used, since a
 * stranger may have made the request and the link
 */
export function useEarlier(walletId: string | null): Earlier | null | undefined {
  const me = useMe()
  const { searchStr } = useLocation()
  const from = new URLSearchParams(searchStr).get('from')
  const asked = from === null ? undefined : keptAsked(me, from)
  const { data, isError } = useQuery({ ...requestQuery(from ?? ''), enabled: from !== null && !asked })
  if (asked) return ofWallet(walletId, asked.payload.walletId ?? null, askedBefore(asked))
  if (from === null || isError) return null
  return data && ofWallet(walletId, data.walletId, statedBefore(data))
}

const ofWallet = (wallet: string | null, other: unknown, earlier: Earlier): Earlier | null =>
  wallet === other ? earlier : null

const askedBefore = ({ operation, payload }: NonNullable<ReturnType<typeof keptAsked>>): Earlier => ({
  operation,
  payload,
  when: payload.executeAt !== undefined ? 'at' : payload.expiresAt !== undefined ? 'until' : 'short',
})

const statedBefore = ({ operation, payload, executeAt, schedule }: Request): Earlier => ({
  operation,
  payload,
  when: executeAt ? 'at' : schedule ? 'until' : 'short',
})
