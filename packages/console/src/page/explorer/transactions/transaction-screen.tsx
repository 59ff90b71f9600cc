import { useParams } from '@tanstack/react-router'
import { type Transaction, TransactionsAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { Chip } from '../../parts/layout/chip.tsx'
import { Fold } from '../../parts/layout/fold.tsx'
import { BytesIcon, CheckIcon, ClockIcon, FileIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Time } from '../../parts/values.tsx'
import { sentenceText } from '../../requests/sentences/sentence.ts'
import { Sentence } from '../../requests/sentences/sentence-view.tsx'
import { kindText } from '../../texts/kinds.ts'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { textIn } from '../bytes.ts'
import { ContractCall } from '../contracts/contract.tsx'
import { ExplorerScreen, Found, RailJson } from '../parts.tsx'
import { pathOf } from '../search/search.ts'
import { CameAbout } from './came-about.tsx'
import { Proof } from './proof.tsx'
import { SUCCESSES } from './transaction-table.tsx'
import { Moved, TransactionFacts } from './transactions.tsx'
import { useStory } from './use-story.ts'
import { useNamesIn } from './wallets-in.ts'

const CALLS = /^(CONTRACTCALL|CONTRACTCREATEINSTANCE|ETHEREUMTRANSACTION)$/
const TIMESTAMP = /^\d{1,12}\.\d{9}$/

/** The transactions with an id or a hash, or the transaction at a consensus timestamp. */
export function TransactionScreen() {
  const { id } = useParams({ from: '/explorer/transactions/$id' })
  const { explorer: texts } = useTexts()
  const path = TIMESTAMP.test(id) ? `/api/v1/transactions?timestamp=${id}&limit=1` : pathOf('transactions', id)
  const query = useMirror(path, TransactionsAnswer)
  const data = query.data && query.data.transactions.length === 0 ? null : query.data
  const [first, ...others] = data?.transactions ?? []
  const nameOf = useNamesIn(first)
  const story = useStory(first)
  return (
    <ExplorerScreen
      title={sentenceText(story, nameOf)}
      heading={<Sentence parts={story} hasFaces />}
      short={texts.transaction}
      above={first ? <Metas transaction={first} /> : undefined}
      lead={first ? <Purpose transaction={first} /> : undefined}
      rail={
        first ? (
          <>
            <TransactionFacts transaction={first} />
            <RailJson answer={first} />
          </>
        ) : undefined
      }
      railLabel={texts.transaction}
    >
      <Found query={{ ...query, data }}>
        {() => (
          <>
            {first ? <Moved transaction={first} /> : null}
            {first && CALLS.test(first.name) ? <ContractCall transactionId={first.transaction_id} /> : null}
            {first ? <CameAbout transaction={first} /> : null}
            {first ? <Proof transaction={first} /> : null}
            {others.map((one) => (
              <Further key={one.consensus_timestamp} transaction={one} />
            ))}
          </>
        )}
      </Found>
    </ExplorerScreen>
  )
}

/** Another transaction with the same id: a scheduled one, or a child transaction. */
function Further({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  return (
    <section className="stack-s">
      <Metas transaction={transaction} />
      <h2>
        <Sentence parts={useStory(transaction)} />
      </h2>
      <Moved transaction={transaction} />
      <div className="folds">
        <Fold icon={<BytesIcon />} title={texts.facts}>
          <TransactionFacts transaction={transaction} />
          <RailJson answer={transaction} />
        </Fold>
      </div>
      <Proof transaction={transaction} />
    </section>
  )
}

/** Whether it was executed, when, and its kind. */
function Metas({ transaction: { name, result, consensus_timestamp: at } }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  return (
    <div className="metas">
      {SUCCESSES.includes(result) ? (
        <Chip state="done" icon={<CheckIcon />}>
          {texts.executed}
        </Chip>
      ) : (
        <Chip state="refused" icon={<WarningIcon />}>
          {texts.failed}: {result}
        </Chip>
      )}
      <span>
        <ClockIcon />
        <Time at={isoOf(at)} exact />
      </span>
      <span>{kindText(name, texts)}</span>
    </div>
  )
}

/** The memo: other people's text. */
function Purpose({ transaction: { memo_base64: memo } }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  if (!memo) return null
  return (
    <div className="purpose" title={texts.memo}>
      <FileIcon />
      <bdi>{seen(textIn(memo) ?? memo)}</bdi>
    </div>
  )
}
