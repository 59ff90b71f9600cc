import { isStandard } from '@quorate/verify/recount'
import type { Results } from '../api/client.ts'
import { allowsTie } from '../daos/rule-rows.tsx'
import { CheckIcon } from '../parts/icons.tsx'
import { VoteBar } from '../parts/vote-bar.tsx'
import { exactPercentText, percentText } from '../texts/amounts.ts'
import type { Texts } from '../texts/en.ts'
import { useLanguage } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { shareBelow, shareOf, shareText, weightText } from './weight.ts'

/** The votes so far or the result: each rule has a bar with its mark, next to the numbers. */
export function ResultsCard({ results, decimals }: { results: Results; decimals: number | undefined }) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { totalVotes, status } = results
  const why = whyRejected(results, proposal, language)
  const isBallot = isBallotOf(results)
  return (
    <section className="panel pad stack-s">
      <div className="vb-head">
        <b>{status === 'ACTIVE' || status === 'PENDING' ? proposal.soFar : proposal.result}</b>
        <span data-testid="votes" aria-live="polite">
          {proposal.votesCast(totalVotes)}
        </span>
      </div>
      {isBallot ? (
        <YesOrNo results={results} />
      ) : (
        <p className="note" style={{ margin: 0 }}>
          {proposal.optionPassesWith(exactPercentText(results.threshold, language))}
        </p>
      )}
      <Options results={results} decimals={decimals} hasBars={!isBallot} />
      {why === undefined ? null : (
        <p className="sig-say" data-testid="why-rejected" style={{ margin: 0 }}>
          {why}
        </p>
      )}
      {results.quorum ? <Turnout results={results} /> : null}
    </section>
  )
}

const isBallotOf = ({ options }: Results): boolean => isStandard(options.map(({ option }) => option))

const weightOf = ({ options }: Results, name: string): bigint =>
  BigInt(options.find(({ option }) => option === name)?.weight ?? 0)

/** Yes of Yes and No, with the threshold. */
function YesOrNo({ results }: { results: Results }) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { threshold, winner } = results
  const [yes, no] = [weightOf(results, 'YES'), weightOf(results, 'NO')]
  const share = shareOf(yes, yes + no)
  const needed = exactPercentText(threshold, language)
  return (
    <div>
      <p className="note" style={{ marginBottom: 8 }}>
        {proposal.passesWith(needed, allowsTie(threshold))}
      </p>
      <VoteBar
        label={`YES ${shareText(yes, yes + no, language)}`}
        shares={[
          { kind: 'yes', percent: share },
          { kind: 'no', percent: yes + no === 0n ? 0 : 100 - share },
        ]}
        mark={{ percent: threshold, text: proposal.needed(needed) }}
        isDone={winner === 'YES'}
      />
    </div>
  )
}

const KINDS: Readonly<Record<string, 'yes' | 'no' | 'abstain'>> = { YES: 'yes', NO: 'no', ABSTAIN: 'abstain' }

/** The numbers of each option. Custom options have bars. */
function Options(props: { results: Results; decimals: number | undefined; hasBars: boolean }) {
  const { results, decimals, hasBars } = props
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { options, totalWeight, winner } = results
  const numbers = ({ option, votes, weight }: Results['options'][number]) => (
    <>
      <span>
        <bdi>{seen(option)}</bdi>{' '}
        {option === winner ? (
          <span className="ok">
            <CheckIcon /> {proposal.adopted}
          </span>
        ) : null}
      </span>
      <span>
        <b>{shareText(weight, totalWeight, language)}</b>{' '}
        <span className="number">{weightText(weight, decimals, { texts, language })}</span>
        {String(weight) === String(votes) ? '' : ` · ${proposal.votesCast(votes)}`}
      </span>
    </>
  )
  if (!hasBars)
    return (
      <ul className="key-l" data-state={winner === 'YES' ? 'done' : undefined}>
        {options.map((one) => (
          <li key={one.option}>
            <i className={KINDS[one.option]} />
            {numbers(one)}
          </li>
        ))}
      </ul>
    )
  return (
    <ul className="plain-list stack-s">
      {options.map((one) => (
        <li key={one.option}>
          <div className="vb-head">{numbers(one)}</div>
          <VoteBar
            label={seen(one.option)}
            shares={[{ kind: 'yes', percent: shareOf(one.weight, totalWeight) }]}
            isDone={one.option === winner}
          />
        </li>
      ))}
    </ul>
  )
}

/** The share of the eligible weight that was cast, with the quorum. */
function Turnout({ results }: { results: Results }) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { quorum, options, totalWeight } = results
  if (!quorum) return null
  const { percent, eligibleWeight, cast, reached } = quorum
  const share =
    eligibleWeight === null || BigInt(eligibleWeight) === 0n
      ? percentText(cast ?? 0, language)
      : reached
        ? shareText(totalWeight, eligibleWeight, language)
        : shareBelow({ part: BigInt(totalWeight), whole: BigInt(eligibleWeight), needed: percent }, language)
  const shares =
    eligibleWeight === null
      ? [{ kind: 'yes' as const, percent: cast ?? 0 }]
      : options.map(({ option, weight }) => ({
          kind: KINDS[option] ?? 'yes',
          percent: shareOf(weight, eligibleWeight),
        }))
  return (
    <div className="turnout">
      <div className="vb-head">
        <b>{proposal.turnout}</b>
        <span>{proposal.ofAll(share)}</span>
      </div>
      <VoteBar
        label={proposal.turnout}
        shares={shares}
        mark={{ percent, text: proposal.quorumMark(exactPercentText(percent, language)) }}
        isDone={reached && results.final}
      />
      <p className="note">
        {reached
          ? proposal.quorumReached(exactPercentText(percent, language))
          : proposal.quorumMissing(exactPercentText(percent, language), share)}
      </p>
    </div>
  )
}

/** Explains a rejection from the votes; undefined unless the proposal is rejected. */
function whyRejected(results: Results, texts: Texts['proposal'], language: string): string | undefined {
  const { status, totalVotes, quorum, leading, threshold, totalWeight } = results
  if (status !== 'REJECTED') return undefined
  if (totalVotes === 0) return texts.whyNobody
  if (quorum && !quorum.reached) return texts.whyQuorum
  const isBallot = isBallotOf(results)
  const needed = exactPercentText(threshold, language)
  if (leading === null) return isBallot ? texts.whyTieYes : texts.whyTie
  const below = (part: bigint, whole: bigint) => shareBelow({ part, whole, needed: threshold }, language)
  if (!isBallot) return texts.whyThreshold(below(weightOf(results, leading), BigInt(totalWeight)), needed)
  const [yes, no] = [weightOf(results, 'YES'), weightOf(results, 'NO')]
  return texts.whyYes(below(yes, yes + no), needed)
}
