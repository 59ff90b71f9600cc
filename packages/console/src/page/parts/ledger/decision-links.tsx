import { IdLink } from '../values.tsx'

/** Links to a decision on the ledger: its topic and its message. */
export function DecisionLinks({ topicId, at }: { topicId: string; at: string }) {
  return (
    <>
      <IdLink to={`/explorer/topics/${topicId}`} copy={topicId}>
        {topicId}
      </IdLink>
      {' · '}
      <IdLink to={`/explorer/transactions/${at}`} copy={at}>
        {at}
      </IdLink>
    </>
  )
}
