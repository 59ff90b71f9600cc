import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { Results } from '../api/client.ts'
import { CheckIcon } from '../parts/icons.tsx'
import { exactPercentText, percentText } from '../texts/amounts.ts'
import type { Texts } from '../texts/en.ts'
import { useLanguage } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { shareOf, weightText } from './weight.ts'

/** The votes as bars, and the quorum if there is one. */
export function ResultsCard({ results, decimals }: { results: Results; decimals: number | undefined }) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { options, totalVotes, totalWeight, quorum, winner, leading } = results
  const why = whyRejected(results, proposal, language)
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{proposal.results}</Title>
          <Text fw={650} data-testid="votes" aria-live="polite">
            {proposal.votesCast(totalVotes)}
          </Text>
        </Group>
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {options.map(({ option, votes, weight }) => {
            const share = shareOf(weight, totalWeight)
            return (
              <li key={option}>
                <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-end">
                  <Text fw={option === (winner ?? leading) ? 700 : 500} style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{seen(option)}</bdi>{' '}
                    {option === winner ? (
                      <span style={{ color: 'var(--mantine-color-green-text)' }}>
                        <CheckIcon /> {proposal.adopted}
                      </span>
                    ) : null}
                  </Text>
                  <Text size="sm" ta="end" className="number">
                    {weightText(weight, decimals, { texts, language })} · {percentText(share, language)}
                    {String(weight) === String(votes) ? '' : ` · ${proposal.votesCast(votes)}`}
                  </Text>
                </Group>
                <Progress value={share} size="lg" mt={4} aria-label={seen(option)} />
              </li>
            )
          })}
        </Stack>
        {why === undefined ? null : (
          <Text fw={650} data-testid="why-rejected">
            {why}
          </Text>
        )}
        {quorum ? (
          <div>
            <Text size="sm">
              {quorum.reached
                ? proposal.quorumReached(exactPercentText(quorum.percent, language))
                : proposal.quorumMissing(
                    exactPercentText(quorum.percent, language),
                    exactPercentText(quorum.cast ?? 0, language),
                  )}
            </Text>
            <Progress
              value={Math.min(100, (100 * (quorum.cast ?? 0)) / quorum.percent)}
              color={quorum.reached ? 'green' : 'orange'}
              mt={4}
              aria-label={proposal.quorum}
            />
          </div>
        ) : null}
      </Stack>
    </Card>
  )
}

/** Explains a rejection from the votes; undefined unless the proposal is rejected. */
function whyRejected(results: Results, texts: Texts['proposal'], language: string): string | undefined {
  const { status, totalVotes, quorum, leading, options, threshold, totalWeight } = results
  if (status !== 'REJECTED') return undefined
  if (totalVotes === 0) return texts.whyNobody
  if (quorum && !quorum.reached) return texts.whyQuorum
  const weightOf = (name: string) => options.find(({ option }) => option === name)?.weight
  const [yes, no] = [weightOf('YES'), weightOf('NO')]
  if (leading === null) return yes === undefined || no === undefined ? texts.whyTie : texts.whyTieYes
  if (yes === undefined || no === undefined)
    return texts.whyThreshold(
      percentText(shareOf(weightOf(leading) ?? 0, totalWeight), language),
      exactPercentText(threshold, language),
    )
  const share = shareOf(yes, BigInt(yes) + BigInt(no))
  return texts.whyYes(percentText(share, language), exactPercentText(threshold, language))
}
