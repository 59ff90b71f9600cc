/** The rounds of an instant runoff: the weight of each option, and the eliminated option. */
import { useLanguage } from '../../texts/language.tsx'
import { useOptionText } from '../use-option-text.ts'
import { weightText } from '../voting/weight.ts'

interface Round {
  /** In the order of the options; null once an option is eliminated. */
  weights: readonly (bigint | number | string | null)[]
  exhausted: bigint | number | string
  /** The place of the option that is eliminated after this round; null in the last one. */
  eliminated: number | null
}

export function RoundsTable(props: {
  options: readonly string[]
  rounds: readonly Round[]
  decimals: number | undefined
}) {
  const { options, rounds, decimals } = props
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const reader = { texts, language }
  const textOf = useOptionText({ votingOptions: options, votingMethod: 'ranked' })
  return (
    // A table with many rounds is scrolled, also by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must get the focus
    <section className="tw" aria-label={proposal.rounds} tabIndex={0} data-testid="rounds">
      <table className="table rounds">
        <thead>
          <tr>
            <th>{proposal.option}</th>
            {rounds.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
              <th key={index} className="r">
                {proposal.round(index + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {options.map((option, place) => (
            <tr key={option}>
              <th scope="row">
                <bdi>{textOf(option)}</bdi>
              </th>
              {rounds.map(({ weights, eliminated }, index) => {
                const weight = weights[place] ?? null
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
                  <td key={index} className="r">
                    {weight === null ? (
                      <span className="fine">{proposal.out}</span>
                    ) : (
                      weightText(weight, decimals, reader)
                    )}
                    {eliminated === place ? <div className="fine">{proposal.eliminated}</div> : null}
                  </td>
                )
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">{proposal.exhausted}</th>
            {rounds.map(({ exhausted }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
              <td key={index} className="r">
                {weightText(exhausted, decimals, reader)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
