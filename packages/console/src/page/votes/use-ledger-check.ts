import { comparedText } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import type { Dao, Proposal } from '../api/client.ts'
import { useSession } from '../api/session.tsx'
import { checkOnLedger } from './tasks.ts'

export interface OnScreen {
  /** The proposal that the user opened. The service's answer may name another. */
  proposalId: string
  proposal: Proposal
  dao: Dao
}

/** Compares the proposal on the screen with its record on the ledger. */
export function useLedgerCheck({ proposalId, proposal, dao: { topicId } }: OnScreen) {
  const { config, chain } = useSession()
  const mirrorUrl = config.mirrors[chain]
  return useQuery({
    queryKey: ['proposal', proposalId, 'check', topicId, chain, comparedText(proposal)],
    queryFn: ({ signal }) =>
      checkOnLedger({ mirrorUrl: mirrorUrl ?? '', topicId: topicId ?? '', chain, proposalId, shown: proposal }, signal),
    enabled: topicId !== null && mirrorUrl !== undefined,
    // The service writes the record to the topic within a few seconds.
    refetchInterval: ({ state }) => (state.data && !state.data.record ? 1_500 : false),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
