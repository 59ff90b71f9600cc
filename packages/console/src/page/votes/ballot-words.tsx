/** A vote in words. Options are other people's texts, so each is isolated from the text around it. */
import { type Ballot, hasShares, type VotingMethod } from '@quorate/verify/recount'
import { percentText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

interface Props {
  method: VotingMethod
  ballot: Ballot
}

const optionsIn = ({ choice, choices }: Ballot): readonly string[] => choices ?? (choice === undefined ? [] : [choice])

/** The vote in one line: `Oak`; `Oak, Elm`; `1. Oak, 2. Elm`; `60% Oak, 40% Elm`. */
export function BallotLine({ method, ballot }: Props) {
  const { language } = useLanguage()
  return optionsIn(ballot).map((option, index) => (
    <span key={option}>
      {index === 0 ? '' : ', '}
      {method === 'ranked' ? `${index + 1}. ` : ''}
      {hasShares(method) ? `${percentText(ballot.shares?.[index] ?? 0, language)} ` : ''}
      <bdi>{seen(option)}</bdi>
    </span>
  ))
}

/** The whole vote, before it is signed. */
export function BallotList({ method, ballot }: Props) {
  const { texts, language } = useLanguage()
  const lines = optionsIn(ballot).map((option, index) => (
    <li key={option}>
      {hasShares(method) ? `${percentText(ballot.shares?.[index] ?? 0, language)} ` : ''}
      <bdi>{seen(option)}</bdi>
    </li>
  ))
  if (method === 'single') return <ul className="ballot plain-list">{lines}</ul>
  return (
    <>
      {method === 'ranked' ? <ol className="ballot">{lines}</ol> : <ul className="ballot plain-list">{lines}</ul>}
      <span className="note">{texts.vote.meaning[method]}</span>
    </>
  )
}
