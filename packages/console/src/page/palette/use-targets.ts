/** Everything with a name that the palette and the explorer's search can open. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useCalled } from '../address-book/use-called.ts'
import { everyDaoQuery, everyWalletQuery, MOST } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { seen } from '../texts/strangers.ts'
import type { ListedScreen, Target } from './targets.ts'

/** Returns the targets, and whether some wallets or DAOs are left out because there are too many. */
export function useTargets(screens: readonly ListedScreen[]): { targets: Target[]; isCut: boolean } {
  const { account, chain, config } = useSession()
  const { multisig, governance } = config.services
  const names = useMyNames()
  const called = useCalled()
  const wallets = useQuery({ ...everyWalletQuery(), enabled: multisig && account !== null })
  const daos = useQuery({ ...everyDaoQuery(chain, account ?? ''), enabled: governance && account !== null })
  const isCut = [wallets, daos].some(({ data }) => data?.length === MOST)
  const targets = useMemo(() => {
    const owned = (wallets.data ?? []).map(({ wallet, name }) => ({
      kind: 'wallet' as const,
      id: wallet,
      to: `/wallets/${wallet}`,
      name: called(wallet, name) ?? '',
    }))
    return [
      ...screens.map(({ to, label, words }) => ({ kind: 'screen' as const, name: label, to, words })),
      ...owned,
      ...(daos.data ?? []).map(({ daoId, name }) => ({ kind: 'dao' as const, name: seen(name), to: `/daos/${daoId}` })),
      ...[...names]
        .filter(([account]) => !owned.some(({ id }) => id === account))
        .map(([account, name]) => ({ kind: 'account' as const, name, id: account, to: `/settings#${account}` })),
    ]
  }, [screens, wallets.data, daos.data, names, called])
  return { targets, isCut }
}
