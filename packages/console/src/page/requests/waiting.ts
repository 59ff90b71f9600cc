/** Signatures, votes and vetoes that wait for the account. */
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Proposal } from '../api/client.ts'
import { activeProposalsQuery, inboxPagesQuery, voteQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { openVetoesQuery } from '../votes/vetoes/open-vetoes.ts'
import type { OpenVeto } from '../votes/vetoes/vetoes.ts'

/** The open proposals of the account's DAOs that it has not voted on, soonest end first; undefined until known. */
export function useOpenVotes(): Proposal[] | undefined {
  const { account, chain, config } = useSession()
  const isOn = account !== null && config.services.governance
  const { data: proposals } = useQuery({ ...activeProposalsQuery(chain, account ?? ''), enabled: isOn })
  const votes = useQueries({
    queries: (isOn ? (proposals ?? []) : []).map(({ proposalId }) => voteQuery(proposalId, account ?? '')),
  })
  if (!isOn) return []
  if (proposals === undefined) return undefined
  return proposals
    .filter((_, index) => votes[index]?.data === null)
    .sort((a, b) => Date.parse(a.endTime) - Date.parse(b.endTime))
}

/**
 * The passed proposals that the account, or a wallet of its, may still veto, and that it has not signed a veto of;
 * undefined until known.
 */
export function useOpenVetoes(): OpenVeto[] | undefined {
  const { account, chain, config } = useSession()
  const isOn = account !== null && config.services.governance
  const { data, isError } = useQuery({ ...openVetoesQuery(chain, account ?? ''), enabled: isOn })
  return isOn && !isError ? data : []
}

/** Counts only requests of known wallets, because strangers can create any number of others. */
export function useWaitingCount(): number {
  const { account } = useSession()
  const { data } = useInfiniteQuery({ ...inboxPagesQuery('known'), enabled: account !== null })
  return (data?.pages[0]?.total ?? 0) + (useOpenVotes()?.length ?? 0) + (useOpenVetoes()?.length ?? 0)
}

/** The number of loaded requests that wait for the account, by wallet, also by those that are new to it. */
export function useWaitingByWallet(): ReadonlyMap<string, number> {
  const { account } = useSession()
  const { data: known } = useInfiniteQuery({ ...inboxPagesQuery('known'), enabled: account !== null })
  const { data: fresh } = useInfiniteQuery({ ...inboxPagesQuery('new'), enabled: account !== null })
  return useMemo(() => {
    const counts = new Map<string, number>()
    for (const { walletId } of [known, fresh].flatMap((data) => data?.pages ?? []).flatMap(({ entries }) => entries))
      if (walletId !== null) counts.set(walletId, (counts.get(walletId) ?? 0) + 1)
    return counts
  }, [known, fresh])
}
