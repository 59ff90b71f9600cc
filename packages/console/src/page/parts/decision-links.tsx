import { IdLink } from './values.tsx'

/** Where a decision stands on the ledger: its topic, and the message there. */
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
