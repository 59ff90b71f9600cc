import type { Key } from '@quorate/verify'
import { isOwnerKey } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../api/ledger-reads.ts'
import { useMe, useSession } from '../api/session.tsx'

/**
 * Whether the user's key is part of this account's key on the ledger. The account is then one of the user's wallets,
 * and other owners may have to sign, too.
 */
export function useOwns(account: string | undefined): boolean {
  const { chain } = useSession()
  const me = useMe()
  const { data } = useQuery({
    queryKey: ['owns', chain, account, me],
    queryFn: () => isOwned(chain, account ?? '', keyOf(chain, me)),
    enabled: account !== undefined && me !== '' && account !== me,
  })
  return data === true
}

/** Whether the key `mine` is part of this account's key on the ledger. */
export async function isOwned(
  chain: string,
  account: string,
  mine: Key | undefined | Promise<Key | undefined>,
): Promise<boolean> {
  const [key, own] = await Promise.all([keyOf(chain, account), mine])
  return key !== undefined && own !== undefined && isOwnerKey(key, own)
}
