import { useQuery } from '@tanstack/react-query'
import { everyWalletQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { useCalled } from './use-called.ts'

/**
 * Returns the name of an account: the user's own name for it, else the wallet's name for its owner, or, if the account
 * is one of the user's wallets, that wallet's name.
 */
export function useOwnerNames(): (walletId: string | null, account: string) => string | undefined {
  const { account: me } = useSession()
  const { data: wallets } = useQuery({ ...everyWalletQuery(), enabled: me !== null })
  const called = useCalled()
  return (walletId, account) => {
    const named = (id: string | null) => wallets?.find(({ wallet }) => wallet === id)
    const owner = named(walletId)?.settings.owners.find(({ wallet }) => wallet === account)
    return called(account, owner?.name ?? named(account)?.name)
  }
}
