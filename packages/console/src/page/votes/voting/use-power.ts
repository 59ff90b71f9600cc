import { type ProposalRecord, weighedBetween } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { useMe, useSession } from '../../api/session.tsx'
import { weighOnLedger } from '../tasks.ts'

/**
 * The weight of the user's vote in the proposal by the ledger: `data` is undefined until it is known, and null if it
 * cannot be known.
 */
export function usePower({ proposalId, votingRules, startTime }: ProposalRecord) {
  const { config, chain } = useSession()
  const me = useMe()
  const mirrorUrl = config.mirrors[chain]
  const { tokenWeighted, tokenId, votingDelay } = votingRules
  const question = { account: me, tokenId, ...weighedBetween(Date.parse(startTime), votingDelay) }
  return useQuery({
    queryKey: ['power', proposalId, chain, question],
    queryFn: ({ signal }) => weighOnLedger({ mirrorUrl: mirrorUrl ?? '', question }, signal),
    enabled: tokenWeighted && mirrorUrl !== undefined && me !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
