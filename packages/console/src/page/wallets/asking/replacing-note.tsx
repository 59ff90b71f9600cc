/** Says in a form which request the new one replaces, and what prevents that both are executed. */
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/language.tsx'
import type { When } from './ask.ts'
import { type Replaced, sharesId } from './replacing.ts'

export function ReplacingNote({ replaced, form }: { replaced: Replaced | null; form: { when: When; time: string } }) {
  const { replacing: texts } = useTexts()
  if (!replaced) return null
  return (
    <Alert color="blue" title={texts.title} data-testid="replacing">
      <Stack gap={6} align="flex-start">
        <Text size="sm">{texts.lead}</Text>
        <Text size="sm">{sharesId(replaced, form) ? texts.shared : texts.apart}</Text>
        {replaced.executeAt !== undefined && !sharesId(replaced, form) ? <Text size="sm">{texts.keepTime}</Text> : null}
        {replaced.schedule ? <Text size="sm">{texts.kept}</Text> : null}
        <Anchor component={Link} to={`/requests/${replaced.jobId}`} size="sm">
          {texts.old}
        </Anchor>
      </Stack>
    </Alert>
  )
}
