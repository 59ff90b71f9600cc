import { useParams } from '@tanstack/react-router'
import { useTexts } from '../texts/language.tsx'
import { TransactionsAnswer } from './answers.ts'
import { useMirror } from './mirror.ts'
import { ExplorerScreen, Found, Raw, Section } from './parts.tsx'
import { Proof } from './proof.tsx'
import { pathOf } from './search.ts'
import { TransactionFacts } from './transactions.tsx'

const TIMESTAMP = /^\d{1,12}\.\d{9}$/

/** The transactions with an id or a hash, or the transaction at a consensus timestamp. */
export function TransactionScreen() {
  const { id } = useParams({ from: '/explorer/transactions/$id' })
  const { explorer: texts } = useTexts()
  const path = TIMESTAMP.test(id) ? `/api/v1/transactions?timestamp=${id}&limit=1` : pathOf('transactions', id)
  const query = useMirror(path, TransactionsAnswer)
  const data = query.data && query.data.transactions.length === 0 ? null : query.data
  return (
    <ExplorerScreen
      title={texts.transaction}
      lead={<span className="id">{data?.transactions[0]?.transaction_id ?? id}</span>}
    >
      <Found query={{ ...query, data }}>
        {({ transactions }) => (
          <>
            {transactions.map((transaction) => (
              <Section key={transaction.consensus_timestamp}>
                <TransactionFacts transaction={transaction} />
                <Proof transaction={transaction} />
                <Raw answer={transaction} />
              </Section>
            ))}
          </>
        )}
      </Found>
    </ExplorerScreen>
  )
}
