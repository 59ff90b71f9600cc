import { Card, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../parts/layout/states.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { sizeText } from '../../texts/sizes.ts'
import { usageQuery } from '../reads.ts'

const NEARLY_FULL = 90

export function UsageCard() {
  const { texts, language } = useLanguage()
  const { content } = texts
  const query = useQuery(usageQuery())
  const size = (bytes: number) => sizeText(bytes, language)
  const number = (value: number) => value.toLocaleString(language)
  return (
    <Card data-testid="usage">
      <Stack>
        <Title order={2}>{content.usage}</Title>
        <Loaded query={query} rows={1}>
          {({ bytes, released, pins, pending, limits }) => {
            const used = bytes + released
            const percent = limits.bytes === null ? 0 : limits.bytes === 0 ? 100 : (100 * used) / limits.bytes
            return (
              <Stack gap="xs">
                <Text>
                  {limits.bytes === null
                    ? content.usedFreely(size(used))
                    : content.used(size(used), size(limits.bytes))}
                </Text>
                {limits.bytes === null ? null : (
                  <Progress
                    value={Math.min(percent, 100)}
                    aria-label={content.usage}
                    color={percent > NEARLY_FULL ? 'red' : 'green'}
                  />
                )}
                <Text size="sm" c="dimmed">
                  {content.pins(number(pins))}
                  {limits.pins === null ? '' : ` ${content.ofMost(number(limits.pins))}`}
                  {pending > 0 ? ` · ${content.pending(number(pending), number(limits.pending))}` : ''}
                  {released > 0 ? ` · ${content.released(size(released))}` : ''}
                </Text>
                <Text size="sm" c="dimmed">
                  {content.usageHint}
                </Text>
              </Stack>
            )
          }}
        </Loaded>
      </Stack>
    </Card>
  )
}
