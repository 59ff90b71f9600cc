/** A vote in words. Options are other people's texts, so each is isolated from the text around it. */
import { type Ballot, hasShares, methodOf } from '@quorate/verify/recount'
import { percentText } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { isYesOrNo, type Voting } from '../options.ts'
import { useOptionText } from '../use-option-text.ts'

interface Props {
  voting: Voting
  ballot: Ballot
}

const optionsIn = ({ choice, choices }: Ballot): readonly string[] => choices ?? (choice === undefined ? [] : [choice])

/** The vote in one line: `Oak`; `Oak, Elm`; `1. Oak, 2. Elm`; `60% Oak, 40% Elm`. */
export function BallotLine({ voting, ballot }: Props) {
  const { language } = useLanguage()
  const textOf = useOptionText(voting)
  const method = methodOf(voting)
  return optionsIn(ballot).map((option, index) => (
    <span key={option}>
      {index === 0 ? '' : ', '}
      {method === 'ranked' ? `${index + 1}. ` : ''}
      {hasShares(method) ? `${percentText(ballot.shares?.[index] ?? 0, language)} ` : ''}
      <bdi>{textOf(option)}</bdi>
    </span>
  ))
}

/** The whole vote, before it is signed. */
export function BallotList({ voting, ballot }: Props) {
  const { texts, language } = useLanguage()
  const textOf = useOptionText(voting)
  const method = methodOf(voting)
  const isTranslated = (option: string): boolean => isYesOrNo(voting) && textOf(option) !== option
  const lines = optionsIn(ballot).map((option, index) => (
    <li key={option}>
      {hasShares(method) ? `${percentText(ballot.shares?.[index] ?? 0, language)} ` : ''}
      <bdi>{textOf(option)}</bdi>
      {isTranslated(option) ? <div className="note">{texts.options.signedAs(option)}</div> : null}
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
